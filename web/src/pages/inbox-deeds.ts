import { useLayoutEffect, useState } from "preact/hooks";
import { ApiError, call } from "../api/call";
import { changed } from "../api/data";
import type { InboxItem } from "../api/schema";
import { toast, toastRefusal } from "../ui/toast";
import { deeds } from "../words/inbox";
import { approve } from "./approving";

const NONE: ReadonlySet<string> = new Set();

/** What can be done about one item or many. `handled` has what leaves the list by this page's doing; `show` has a row take the focus. */
export function useDeeds(all: InboxItem[], handled: Set<string>, show: (id: string) => void) {
  const [away, setAway] = useState(NONE); // marked as done, and still in the list that was read last
  useLayoutEffect(() => setAway((now) => (now.size ? new Set(all.map(({ id }) => id).filter((id) => now.has(id))) : now)), [all]);

  const bring = (ids: string[]) => setAway((now) => new Set([...now].filter((id) => !ids.includes(id))));

  /** What was put off or marked as done comes back, unless it has ended since. */
  const back = (some: InboxItem[]) => {
    for (const { id } of some) handled.delete(id);
    bring(some.map(({ id }) => id));
    show(some[0]!.id);
    return sendAll(some, ({ id }) => call("POST /inbox/{item_id}/snooze", { path: { item_id: id }, body: { until: "now" } }));
  };
  const finish = async (some: InboxItem[]) => {
    const mine = some.filter((one) => !one.needs_decision);
    if (!mine.length) return some.length ? toast(deeds.decide) : undefined;
    const ids = mine.map(({ id }) => id);
    for (const id of ids) handled.add(id);
    setAway((now) => new Set([...now, ...ids]));
    const isSent = await sendAll(mine, ({ id }) => call("POST /inbox/{item_id}/done", { path: { item_id: id } }));
    if (!isSent) bring(ids);
    else toast(deeds.finished(mine.length, some.length - mine.length), () => back(mine));
  };
  const approveAll = async (some: InboxItem[]) => {
    const mine = some.filter((one) => one.kind === "approval");
    if (mine.length) await approve(mine, some.length - mine.length);
    else if (some.length) toast(deeds.onlyDocuments);
  };
  return { away, back, finish, approve: approveAll };
}

/** Send something about each, then read the list again; the first refusal is said. */
async function sendAll(items: InboxItem[], send: (item: InboxItem) => Promise<unknown>): Promise<boolean> {
  const answers = await Promise.allSettled(items.map(send));
  await changed("POST /inbox/{item_id}/done").catch(() => undefined);
  const refused = answers.find((one) => one.status === "rejected")?.reason;
  if (refused instanceof ApiError) toastRefusal(refused.message);
  else if (refused) throw refused;
  return !refused;
}
