/** Whoever works by keyboard is never left nowhere: when what had the focus leaves the page, the heading has it. */
export function watchFocus(): void {
  let last: Element | null = null;
  document.addEventListener("focusin", ({ target }) => (last = target as Element));
  document.addEventListener("pointerdown", () => (last = null)); // a press beside everything gives the focus up
  new MutationObserver(() => {
    if (!last || last.isConnected || document.activeElement !== document.body) return;
    // Below an open dialog nothing can have the focus; closing it gives the focus back to what opened it, and this looks again.
    if (!document.querySelector("dialog[open]")) document.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
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
