const PLACES = "li, form, section"; // what belongs together: an entry of a list, a card
const REACHED = "button, a[href], input, select, textarea";

/** Whoever works by keyboard is never left nowhere: when what had the focus leaves the page, what stands beside it has it, else the heading. */
export function watchFocus(): void {
  let last: Element | null = null;
  let around: Element[] = []; // its places, the nearest first
  document.addEventListener("focusin", ({ target }) => {
    last = target as Element;
    around = [];
    for (let one = last.parentElement?.closest(PLACES); one; one = one.parentElement?.closest(PLACES)) around.push(one);
  });
  document.addEventListener("pointerdown", () => (last = null)); // a press beside everything gives the focus up
  new MutationObserver(() => {
    if (!last || last.isConnected || document.activeElement !== document.body) return;
    // Below an open dialog nothing can have the focus; closing it gives the focus back to what opened it, and this looks again.
    if (document.querySelector("dialog[open]")) return;
    const beside = around.find((one) => one.isConnected)?.querySelector<HTMLElement>(REACHED);
    if (beside) beside.focus();
    else document.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
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
