/** Whoever works by keyboard is never left nowhere: when what had the focus leaves the page, what stands beside it has it, else the heading. */
export function watchFocus(): void {
  let last: Element | null = null;
  let beside: Element | null = null; // the entry of a list, the form or the card that it was in
  document.addEventListener("focusin", ({ target }) => (beside = (last = target as Element).closest("li, form, section")));
  document.addEventListener("pointerdown", () => (last = null)); // a press beside everything gives the focus up
  new MutationObserver(() => {
    if (!last || last.isConnected || document.activeElement !== document.body) return;
    // Below an open dialog nothing can have the focus; closing it gives the focus back to what opened it, and this looks again.
    if (document.querySelector("dialog[open]")) return;
    // What is gone, disabled or in a closed fold takes no focus.
    for (const next of [...(beside?.querySelectorAll<HTMLElement>("button, a, input") ?? []), document.querySelector<HTMLElement>("h1")]) {
      if (document.activeElement === document.body) next?.focus({ preventScroll: true });
    }
  }).observe(document.body, { childList: true, subtree: true });
}

const PAUSE = 1000; // milliseconds without a key
let struckAt = -PAUSE;
addEventListener("keydown", () => (struckAt = performance.now()), true);

/** Do what takes the focus once nobody is in the middle of a word: the rest of it would go where it does not belong. */
export function whenQuiet(act: () => void): void {
  const left = struckAt + PAUSE - performance.now();
  if (left > 0) setTimeout(() => whenQuiet(act), left);
  else act();
}
