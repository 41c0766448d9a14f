import { whenQuiet } from "../lib/focus";
import { forgetAll } from "../lib/kept";
import { watched } from "../lib/watched";
import type { SessionView } from "./schema";

let current: SessionView | null = null;
interface Renewal {
  promise: Promise<boolean>;
  settle: (again: boolean) => void;
  asked: boolean;
}

let renewal: Renewal | null = null;
const { tell, watch } = watched();
export const watchSession = watch;

/** Who is signed in; null before anybody is. */
export const session = (): SessionView | null => current;

const PROOF_MS = 55 * 60_000; // the server asks again after an hour

/** Whether the server takes a decision without asking again who it is. */
export const isProved = (): boolean => current !== null && Date.now() - Date.parse(current.proved_at) < PROOF_MS;

/** Its user has just confirmed who they are. */
export const proved = (): void => void (current &&= { ...current, proved_at: new Date().toISOString() });

/** Whether the session ended under somebody's hands: the page stays as it is until they have signed in again. */
export const isEnded = (): boolean => renewal?.asked ?? false;

/** Whoever was just told of by the API is signed in, so what waited for a session goes on. */
export function setSession(next: SessionView | null): void {
  current = next;
  if (next) {
    renewal?.settle(true);
    renewal = null;
  }
  tell();
}

/** Called by a refused request: resolves to true once its caller has signed in again, so that it can go on. */
export function sessionEnded(): Promise<boolean> {
  if (!current) return Promise.resolve(false);
  if (!renewal) {
    let settle = (_: boolean): void => undefined;
    const promise = new Promise<boolean>((resolve) => (settle = resolve));
    const begun: Renewal = { promise, settle, asked: false };
    renewal = begun;
    whenQuiet(() => {
      begun.asked = true;
      tell();
    });
  }
  return renewal.promise;
}

/** Start over with an empty page: nothing of whoever was here stays in its memory, or in what the tab keeps. */
export function beginAnew(): void {
  setSession(null);
  forgetAll();
  history.replaceState(null, "", location.pathname);
  location.reload();
}

/** Let the waiting requests go on. Somebody else's pages are not theirs to see, so another user begins anew. */
export function renewed(next: SessionView): void {
  if (current && next.user.id !== current.user.id) return beginAnew();
  setSession(next);
}
