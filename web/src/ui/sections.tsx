import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

type Section = readonly [id: string, label: ComponentChildren, href: string];

/** Links to the parts of a place, or the steps of a way. Where they are a row, it is scrolled to the one that is open. */
export function Sections({ label, kind, sections, here }: { label: string; kind: "tabbed" | "listed" | "steps"; sections: readonly Section[]; here: string }) {
  const row = useRef<HTMLElement>(null);
  const shown = useRef("");
  useLayoutEffect(() => {
    const { clientWidth, scrollWidth } = row.current!;
    const now = `${here} ${scrollWidth}`; // counts that come later make it wider
    const open = row.current!.querySelector<HTMLElement>("[aria-current]");
    if (open && now !== shown.current) row.current!.scrollLeft = open.offsetLeft - (clientWidth - open.offsetWidth) / 2;
    shown.current = now;
  });
  return (
    <nav class={kind} data-fades aria-label={label} ref={row}>
      {sections.map(([id, text, href]) => <a href={href} aria-current={id === here ? (kind === "steps" ? "step" : "page") : undefined} key={id}>{text}</a>)}
    </nav>
  );
}
