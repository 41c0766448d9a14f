import { hold } from "../api/held";
import type { InboxItem } from "../api/schema";
import { cleared, commentsOf, draftsOf, keepDrafts } from "../lib/review";
import { deeds } from "../words/inbox";
import { decisionOn } from "./needs";

/** The document that an approval is about. */
const documentOf = ({ path }: InboxItem): string => path.split("/").at(-1)!;

/** What was typed about the document of an item and is not sent. */
export const unsentOf = (item: InboxItem) => (item.kind === "approval" ? commentsOf(draftsOf(documentOf(item))) : []);

/** Approve the very texts that wait. `others` were chosen with them, and are no documents. */
export const approve = (items: InboxItem[], others = 0): Promise<void> =>
  hold(items.map((item) => ({
    id: item.target_id, said: deeds.approved([item.title]), request: decisionOn(`/projects/${item.project_id}/approvals/${item.target_id}`, { decision: "approve", comment: null, content_hash: item.content_hash }),
    sent: () => keepDrafts(documentOf(item), cleared(unsentOf(item))),
  })), deeds.approved(items.map(({ title }) => title), others));
