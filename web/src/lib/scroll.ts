/*
 * Going back shows a screen as it was left. The browser can't do that for us: it scrolls before the screen is there.
 * Each step of the history has a name in its state, and how far each was scrolled is kept as long as the page is open.
 */

const places = new Map<string, number>();
const PATIENCE = 3000; // milliseconds in which what is loaded may make the screen as long as it was
let step = "";
let place = 0; // where this step was left

/** From now on. */
export function watchScroll(): void {
  history.scrollRestoration = "manual";
  const arrive = () => {
    step = history.state?.step ?? crypto.randomUUID();
    history.replaceState({ step }, "");
    place = places.get(step) ?? 0;
    places.set(step, scrollY);
  };
  arrive();
  addEventListener("hashchange", arrive);
  addEventListener("scroll", () => places.set(step, scrollY), { passive: true });
}

/** A new screen begins at its top, one that was gone back to where it was left, as soon as it is long enough. */
export function scrollToPlace(): void {
  scrollTo(0, place);
  if (scrollY >= place) return;
  const end = new AbortController();
  const stop = () => end.abort();
  const growing = new ResizeObserver(() => {
    scrollTo(0, place);
    if (scrollY >= place) stop();
  });
  growing.observe(document.body);
  end.signal.addEventListener("abort", () => growing.disconnect());
  for (const own of ["wheel", "touchstart", "keydown", "hashchange"]) addEventListener(own, stop, { signal: end.signal });
  setTimeout(stop, PATIENCE);
}
