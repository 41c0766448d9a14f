import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

type Section = readonly [id: string, label: ComponentChildren, href: string];

/** Where a row goes on, its edge cuts a link in two: between two of them it would look complete. */
function cutOne(row: HTMLElement): void {
  row.style.columnGap = "";
  const links = [...row.children] as HTMLElement[];
  const at = row.scrollWidth > row.clientWidth ? links.findIndex((one) => one.offsetLeft + one.offsetWidth > row.clientWidth - 24) : 0;
  if (at > 0) row.style.columnGap = `${Math.max(10, parseFloat(getComputedStyle(row).columnGap) + (row.clientWidth - links[at]!.offsetWidth / 2 - links[at]!.offsetLeft) / at)}px`;
}

/** Links to the parts of a place, or the steps of a way. Where they are a row, it is scrolled to the one that is open. */
export function Sections({ label, kind, sections, here }: { label: string; kind: "tabbed" | "listed" | "steps"; sections: readonly Section[]; here: string }) {
  const row = useRef<HTMLElement>(null);
  const shown = useRef("");
  useLayoutEffect(() => {
    const { clientWidth, textContent } = row.current!;
    const now = `${here} ${clientWidth} ${textContent}`; // counts that come later make it wider
    const open = row.current!.querySelector<HTMLElement>("[aria-current]");
    if (now === shown.current) return;
    shown.current = now;
    cutOne(row.current!);
    if (!open) return;
    const left = open.offsetLeft - (clientWidth - open.offsetWidth) / 2;
    const end = row.current!.scrollWidth - clientWidth;
    row.current!.scrollLeft = end - left < 40 ? end : left; // the last one is cut in two, or shown
  });
  return (
    <nav class={kind} data-fades aria-label={label} ref={row}>
      {sections.map(([id, text, href]) => <a href={href} aria-current={id === here ? (kind === "steps" ? "step" : "page") : undefined} key={id}>{text}</a>)}
    </nav>
  );
}
