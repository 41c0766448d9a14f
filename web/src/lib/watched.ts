import { useLayoutEffect, useState } from "preact/hooks";

type Listener = () => void;

/** What changes outside of the pages: `tell` says so to whoever watches, and `watch` returns how to stop. */
export function watched() {
  const listeners = new Set<Listener>();
  const tell = (): void => listeners.forEach((listener) => listener());
  const watch = (listener: Listener): Listener => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return { tell, watch };
}

/** Draws again at each change. */
export function useWatched(watch: (listener: Listener) => Listener): void {
  const [, redraw] = useState(0);
  useLayoutEffect(() => watch(() => redraw((n) => n + 1)), []);
}
