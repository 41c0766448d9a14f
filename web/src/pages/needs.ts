import { newIntention } from "../api/call";
import { useData } from "../api/data";
import { hold, useHeld } from "../api/held";
import type { CardRequestView, InboxItem } from "../api/schema";
import { to } from "../lib/router";
import { ACT, deeds, inbox as words } from "../words/inbox";

type Kind = InboxItem["kind"];

const ICON: Record<Kind, string> = {
  credential: "lock", credential_use: "lock", approval: "file-text", revision: "pencil", over_budget: "triangle-alert", deadline_missed: "calendar-clock", blocked: "pause", question: "pencil",
  webhook_disabled: "zap", webhook_failing: "zap", work_submitted: "circle-check", work_returned: "triangle-alert", task_failed: "clock", undelivered: "triangle-alert",
  still: "clock", wish: "message-square", unread: "message-square",
};

/** How a kind of need is drawn, and what the button says that leads to where it is met. */
export const NEEDS = Object.fromEntries(Object.entries(ICON).map(([kind, icon]) => [kind, { icon, act: ACT[kind as Kind] }])) as Record<Kind, { icon: string; act: string }>;

/** Where a need belongs: a project, or the account as a whole. */
export const placeOf = (item: { project_name: string | null }): string => item.project_name ?? words.account;

/** Items in the groups of the inbox: those of one place together, the places in the order of their first items. */
export const byPlace = (items: InboxItem[]): { place: string; some: InboxItem[] }[] =>
  [...new Set(items.map(placeOf))].map((place) => ({ place, some: items.filter((one) => placeOf(one) === place) }));

/** A path of the server's, `/app/projects/prj_1`, as a link between the pages. */
export const screenAt = (path: string): string => to(...path.split("/").slice(2));

/** Its preview. */
export const previewOf = ({ id, state }: InboxItem): string => `${to("inbox", ...(state === "open" ? [] : [state]))}?item=${id}`;

/** What needs the person, without what is decided here and may still be taken back: the list and the one badge show the same. */
export function useOpenItems() {
  const inbox = useData("GET /inbox", { query: { state: "open", limit: 100 } }, "slow");
  const isHeld = useHeld();
  return { inbox, items: inbox.data?.items.filter((one) => !isHeld(one.target_id)) };
}

/** A decision as it is held and sent. */
export const decisionOn = (path: string, body: object): CardRequestView => ({ method: "POST", path, body: { ...body }, idempotency_key: newIntention() });

/** Accept the very submission of a work item that was shown. */
export const accept = ({ target_id }: InboxItem, submission_hash: string): Promise<void> =>
  hold([{ id: target_id, said: deeds.accepted, request: decisionOn(`/work-items/${target_id}/review`, { decision: "accept", comment: null, submission_hash }) }]);
