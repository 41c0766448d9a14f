import { useLayoutEffect, useRef } from "preact/hooks";

/** What a key does, in words, and the deed; without one the browser does it already. `g i` is one key after the other. */
export type Keys = Record<string, [does: string, act?: () => void]>;
interface Group {
  title: string;
  keys: Keys;
}

const PAUSE = 1000; // milliseconds that a second key may take
const TYPED_INTO = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]";
const PRESSED = "a, button, summary, [role=button]"; // Enter does what it says itself
const groups = new Set<Group>();
let on = true;
let first = { key: "", at: 0 };

/** The keys of a screen, for as long as it is shown. */
export function useKeys(title: string, keys: Keys): void {
  const group = useRef<Group>({ title, keys }).current;
  group.keys = keys;
  useLayoutEffect(() => {
    groups.add(group);
    return () => void groups.delete(group);
  }, []);
}

/** All keys that do something now. */
export const keysNow = (): readonly Group[] => [...groups].filter(({ keys }) => Object.keys(keys).length);

/** Something that the palette offers to do. */
export interface Command {
  label: string;
  icon: string;
  /** Other words for it. */
  also?: string;
  keys?: string;
  act: () => unknown;
}

const offers = new Set<{ commands: Command[] }>();

/** What the palette offers besides the keys of a screen, for as long as the screen is shown. */
export function useCommands(commands: Command[]): void {
  const offer = useRef({ commands }).current;
  offer.commands = commands;
  useLayoutEffect(() => {
    offers.add(offer);
    return () => void offers.delete(offer);
  }, []);
}

/** Keys that move about are of no use as commands. */
const MOVES = new Set(["j", "k", "J", "K", "x", "Enter", "Escape"]);

/** What can be done on the screen that is shown: its commands, and what its keys do, but those of `everywhere`. */
export function commandsNow(everywhere: string): Command[] {
  const own = keysNow().filter(({ title }) => title !== everywhere).flatMap(({ keys }) => Object.entries(keys));
  const all = [...offers].flatMap(({ commands }) => commands);
  for (const [keys, [label, act]] of own) {
    if (act && !MOVES.has(keys) && all.every((one) => one.label !== label)) all.push({ label, icon: "arrow-right", keys, act });
  }
  return all;
}

/** Single keys can be switched off for this visit, for whoever speaks to their device or often strikes a key by mistake. */
export const keysOn = (): boolean => on;
export const switchKeys = (next: boolean): void => void (on = next);

/** Whether nobody is likely to have keys at hand: then none is told of. */
export const isTouched = (): boolean => matchMedia("(hover: none), (pointer: coarse)").matches;

/** Ctrl+K, or ⌘K on a Mac, where Ctrl+K deletes to the end of the line. */
export const isMac = /Mac|iPhone|iPad/.test(navigator.platform);
export const isDialogOpen = (): boolean => document.querySelector("dialog[open]") !== null;

/** Do what the key pressed does: not while somebody types, nor with Ctrl, Alt or ⌘, nor under a dialog. Escape ends typing. */
export function press(event: KeyboardEvent): void {
  const { key, target } = event;
  if (!on || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (key === "Escape" && !isDialogOpen() && target instanceof HTMLElement && target.matches(TYPED_INTO)) return target.blur();
  if (isDialogOpen() || (target instanceof Element && target.closest(key === "Enter" ? `${TYPED_INTO}, ${PRESSED}` : TYPED_INTO))) return;
  const before = event.timeStamp - first.at < PAUSE ? first.key : "";
  const all = keysNow().flatMap((group) => Object.entries(group.keys));
  const found = all.findLast(([name, [, act]]) => act && name === (before ? `${before} ${key}` : key));
  first = { key: !before && all.some(([name]) => name.startsWith(`${key} `)) ? key : "", at: event.timeStamp };
  if (!found?.[1][1]) return;
  event.preventDefault();
  found[1][1]();
}
