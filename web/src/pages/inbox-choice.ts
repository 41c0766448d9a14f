import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { isHeld } from "../api/held";
import type { InboxItem } from "../api/schema";
import { isDialogOpen } from "../lib/keys";
import { useParam } from "../lib/router";

/** The row that the keys move, and how many stood above it when it was last seen; kept while another screen is shown. */
let chosen: string | undefined;
let place = 0;
/** The row that comes back, and takes the focus. */
let wanted: string | undefined;

export function show(id: string): void {
  chosen = wanted = id;
}

const wide = () => matchMedia("(min-width: 1000px)");
const isTyping = (at: EventTarget | null = document.activeElement) => at instanceof Element && at.closest(".preview form") !== null;

function useWide(): boolean {
  const [isWide, setWide] = useState(() => wide().matches);
  useEffect(() => {
    const window = wide();
    const look = () => setWide(window.matches);
    window.addEventListener("change", look);
    return () => window.removeEventListener("change", look);
  }, []);
  return isWide;
}

function focusRow(id: string | undefined): void {
  const row = id ? document.getElementById(id) : null;
  row?.querySelector("a")?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: "nearest" });
}

/**
 * Which row is chosen, and which item is shown: beside the list the chosen one, in its place the one that the address names.
 * When it leaves, the one that takes its place is next.
 */
export function useChosen(items: InboxItem[]) {
  const [, redraw] = useState(0);
  const [opened, setOpened] = useParam("item");
  const isWide = useWide();
  const seen = useRef("");
  const used = useRef(false); // a row has had the focus since the list is here
  const toPreview = useRef(false); // the preview is to take the focus
  const last = useRef<InboxItem | undefined>(undefined);
  if (opened) chosen = opened;
  else if (isWide) chosen ??= items[0]?.id;
  const at = items.findIndex((one) => one.id === chosen);
  if (at >= 0) {
    place = at;
    seen.current = chosen!;
  }
  // Whoever is in the middle of a word keeps what they write about, although it has left.
  const shown = isWide || opened ? (items[at] ?? (isTyping() ? last.current : undefined)) : undefined;
  last.current = shown;

  const choose = (id: string | undefined) => {
    chosen = id;
    used.current = true;
    redraw((n) => n + 1);
  };
  const open = (item: InboxItem | undefined, replaces = false) => {
    if (!item) return;
    toPreview.current = true;
    choose(item.id);
    if (!isWide) setOpened(item.id, replaces);
  };
  const next = (to: number) => items[Math.max(0, Math.min(to, items.length - 1))];
  const move = (to: number) => {
    if (opened && !isWide) return open(next(to), true);
    choose(next(to)?.id);
    focusRow(chosen);
  };
  useLayoutEffect(() => document.getElementById(items[at]?.id ?? "")?.scrollIntoView({ block: "nearest" }), []); // as it was left
  useLayoutEffect(() => {
    if (isWide && opened && at >= 0) setOpened("", true); // a link led here
    if (!isWide && !opened && used.current) focusRow(items[at]?.id); // back from the preview
  }, [opened, isWide]);
  useLayoutEffect(() => {
    const heading = toPreview.current && document.querySelector<HTMLElement>(".preview h2");
    if (heading) {
      toPreview.current = false;
      heading.focus({ preventScroll: true });
      if (!isWide) heading.closest(".preview")!.scrollIntoView();
    }
    if (at >= 0 && wanted === chosen) {
      wanted = undefined;
      move(at);
    }
    if (!chosen || at >= 0 || wanted === chosen || isDialogOpen() || isTyping()) return; // what is wanted is about to come back
    if (opened && seen.current === opened && items.length) return move(place);
    if (opened) setOpened("", true);
    // It took the focus with it; a dialog gave it to the heading.
    if (items.length && used.current && ["BODY", "H1"].includes(document.activeElement!.tagName)) return move(place);
    chosen = next(place)?.id;
    if (chosen) redraw((n) => n + 1);
  });
  const onFocusOut = ({ relatedTarget }: FocusEvent) => at < 0 && !isTyping(relatedTarget) && redraw((n) => n + 1);
  return { at, isWide, shown, choose, open, onFocusOut, move: (by: number) => move(at < 0 ? place : at + by), close: opened ? () => setOpened("", true) : undefined };
}

/** Whether an item was decided here and may still be taken back, or was until it left the list. What is taken back is shown. */
export function useTakenBack(all: InboxItem[]): (id: string) => boolean {
  const held = useRef(new Set<string>()).current;
  for (const { id, target_id } of all) {
    if (isHeld(target_id)) held.add(id);
    else if (held.delete(id) && !isTyping()) show(id);
  }
  return (id) => held.has(id);
}
