import { isTouched } from "../lib/keys";
import { useWatched, watched } from "../lib/watched";
import { held as words } from "../words/common";
import { ApiError, sendPrepared } from "./call";
import { changedAt } from "./data";
import type { CardRequestView } from "./schema";
import { isProved } from "./session";
import { stepUpNeeded } from "./step-up";
import { toast, toastRefusal } from "../ui/toast";

/*
 * Decisions that can be taken back for ten seconds. The page shows them at once, holds them across its screens, and sends
 * them when the time is over or the page is closed.
 */

export const UNDO_MS = 10_000;

export interface Deed {
  /** What it decides about, such as an item of the inbox. */
  id: string;
  said: string;
  request: CardRequestView;
  /** Called once it is sent. */
  sent?: () => void;
}

const waiting = new Map<string, { deed: Deed; timer: ReturnType<typeof setTimeout> }>();
const sending = new Set<string>();
const { tell, watch } = watched();

/** Show the deeds as done, and send them in ten seconds. Nothing happens to one that is held already. */
export async function hold(deeds: Deed[], said = deeds[0]!.said): Promise<void> {
  const isFresh = ({ id }: Deed) => !isHeld(id);
  if (!deeds.some(isFresh)) return;
  // Asked first: nobody could confirm who they are while a page closes.
  if (!isProved() && !(await stepUpNeeded())) return;
  const fresh = deeds.filter(isFresh); // a second press may have waited for the same proof
  if (!fresh.length) return;
  for (const deed of fresh) waiting.set(deed.id, { deed, timer: setTimeout(() => void send(deed.id), UNDO_MS) });
  tell();
  toast(said, () => fresh.forEach(({ id }) => takeBack(id)), UNDO_MS);
}

export const isHeld = (id: string): boolean => waiting.has(id) || sending.has(id);

function takeBack(id: string): void {
  if (!waiting.has(id)) return toastRefusal(words.tooLate);
  clearTimeout(waiting.get(id)?.timer);
  waiting.delete(id);
  tell();
}

async function send(id: string, isLeft = false): Promise<void> {
  const { deed, timer } = waiting.get(id)!;
  clearTimeout(timer);
  waiting.delete(id);
  sending.add(id);
  const refused = await sendPrepared(deed.request, isLeft).then(() => deed.sent?.(), (problem: unknown) => problem);
  await changedAt(deed.request.path).catch(() => undefined);
  sending.delete(id);
  tell();
  if (refused instanceof ApiError) toastRefusal(words.failed(refused.message));
  else if (refused) throw refused;
}

/** Send at once what waits, as before signing out. */
export async function sendHeld(): Promise<void> {
  await Promise.all([...waiting.keys()].map((id) => send(id)));
}

/** The ids of what is shown as decided and may still be taken back. */
export function useHeld(): (id: string) => boolean {
  useWatched(watch);
  return isHeld;
}

// A phone ends what was put away without a word.
document.addEventListener("visibilitychange", () => {
  if (document.hidden && isTouched()) for (const id of waiting.keys()) void send(id, true);
});
// A page that closes has no time for an answer.
addEventListener("pagehide", () => {
  for (const [id, { deed, timer }] of waiting) {
    clearTimeout(timer);
    waiting.delete(id);
    void sendPrepared(deed.request, true).catch(() => undefined);
    deed.sent?.();
  }
});
