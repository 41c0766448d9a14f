import type { ComponentChildren } from "preact";
import { useId, useRef } from "preact/hooks";
import { Icon } from "./icon";

interface Choice {
  label: string;
  icon?: string;
  /** Where it leads, or what it does. */
  href?: string;
  act?: () => unknown;
  /** Of one of several: whether it is the one. */
  checked?: boolean;
  danger?: boolean;
}

const ITEMS = "[role^=menuitem]";

/** A button that opens a menu: the browser's own popover, placed beside its button, with the arrow keys inside. `worded`: the trigger names itself. */
export function Menu({ label, trigger, items, kind = "btn ghost", worded }: { label: string; trigger: ComponentChildren; items: (Choice | null)[]; kind?: string; worded?: boolean }) {
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const all = () => [...menu.current!.querySelectorAll<HTMLElement>(ITEMS)];
  const close = () => menu.current!.hidePopover();
  const opened = ({ newState }: Event & { newState?: string }) => {
    button.current!.setAttribute("aria-expanded", String(newState === "open"));
    if (newState === "open") all()[0]?.focus();
  };
  const move = (event: KeyboardEvent) => {
    const items = all();
    const at = items.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (event.key === "Tab") close();
    if (to === undefined) return;
    event.preventDefault();
    items.at(to % items.length)?.focus();
  };
  return (
    <>
      <button type="button" class={kind} ref={button} popovertarget={id} aria-haspopup="menu" aria-expanded="false" aria-label={worded ? undefined : label}>{trigger}</button>
      <div class="menu" role="menu" aria-label={label} id={id} popover="auto" ref={menu} onToggle={opened} onKeyDown={move}>
        {items.map((item) => (item ? <Item of={item} close={close} key={item.label} /> : <hr />))}
      </div>
    </>
  );
}

function Item({ of: { label, icon, href, act, checked, danger }, close }: { of: Choice; close: () => void }) {
  const role = checked === undefined ? "menuitem" : "menuitemradio";
  const own = { role, class: danger ? "bad" : undefined, tabIndex: -1, "aria-checked": checked, onClick: () => { close(); act?.(); } } as const;
  const shown = <>{icon && <Icon name={icon} />}<span dir="auto">{label}</span>{checked && <Icon name="check" />}</>;
  return href ? <a href={href} {...own}>{shown}</a> : <button type="button" {...own}>{shown}</button>;
}
