import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";

interface Props {
  label: string;
  trigger: ComponentChildren;
  /** The look of the button that opens it. */
  kind?: string;
  children: (close: () => void) => ComponentChildren;
}

/** A button that opens a small panel beside it: the browser's own popover. What is in it is drawn once it is open. */
export function Popover({ label, trigger, kind = "chip", children }: Props) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  useLayoutEffect(() => {
    if (isOpen) panel.current!.querySelector<HTMLElement>("input, button")?.focus();
  }, [isOpen]);
  const toggled = ({ newState }: Event & { newState?: string }) => setOpen(newState === "open");
  return (
    <>
      <button type="button" class={kind} popovertarget={id} aria-haspopup="dialog" aria-expanded={isOpen} aria-label={label} title={label}>{trigger}</button>
      <div class="menu panel" role="dialog" aria-label={label} id={id} popover="auto" ref={panel} onToggle={toggled}>
        {isOpen && children(() => panel.current!.hidePopover())}
      </div>
    </>
  );
}
