import { watched } from "../lib/watched";

/*
 * Whether Atrium can be reached, as the feed of events finds every few seconds (`live.ts`): `navigator.onLine` is often
 * wrong, and a single request may be lost for a reason of its own. So what was lost heals by itself.
 */

let lost = false;
const { tell, watch } = watched();
export const watchReach = watch;
let look = (): void => undefined;

export const isLost = (): boolean => lost;

export function setLost(next: boolean): void {
  if (lost === next) return;
  lost = next;
  tell();
}

// The browser says so: what a single request lost is tried again. Whether all is well again the feed finds.
addEventListener("online", () => lost || tell());

/** A request was not answered, so the feed asks now. */
export const doubt = (): void => look();
export const onDoubt = (next: () => void): void => void (look = next);
