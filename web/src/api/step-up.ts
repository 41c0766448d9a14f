import { watched } from "../lib/watched";
import { proved, session } from "./session";

let asking: { promise: Promise<boolean>; settle: (proved: boolean) => void } | null = null;
const { tell, watch } = watched();
export const watchStepUp = watch;

/** Whether a request waits until somebody has confirmed that it is them. */
export const isAsked = (): boolean => asking !== null;

/** Called by a refused request: resolves to true once its caller has proved who they are, to false when they won't. */
export function stepUpNeeded(): Promise<boolean> {
  if (!session()) return Promise.resolve(false);
  if (!asking) {
    let settle = (_: boolean): void => undefined;
    const promise = new Promise<boolean>((resolve) => (settle = resolve));
    asking = { promise, settle };
    tell();
  }
  return asking.promise;
}

/** Let the waiting requests go on, or give up. */
export function stepUpEnds(isProved: boolean): void {
  if (isProved) proved();
  asking?.settle(isProved);
  asking = null;
  tell();
}
