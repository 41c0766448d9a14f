import type { EventView, SubmissionView, WorkItemDetail, WorkItemView } from "../src/api/schema";
import { brief } from "./records";
import type { serve } from "./server";

export const AT = "2026-11-09T09:00:00Z";
export const HASH = "a".repeat(64);

export const item = (given: Partial<WorkItemView> = {}): WorkItemView => ({
  id: "wrk_1", project_id: "prj_1", project_name: "Bakery", package: "W1", title: "Book a table", what: "Guests book a table for a day and a time.",
  criteria: [{ id: "R1.1", text: "A guest can book a free table" }, { id: "R1.2", text: "A full day is said to be full" }], documents: [], depends_on: [], needs_access: [],
  blocked_by: [], effort_days: { low: 2, likely: 3, high: 4 }, likely_cost: 2100, cost: null, owner: "CTO", state: "ready", claim: null, returns: 0, submission_hash: null, closing_note: null, latest: null,
  created_at: AT, updated_at: AT, ended_at: null, ...given,
});

export const claimed = (given: Partial<WorkItemView> = {}): WorkItemView => {
  const until = new Date(Date.now() + 30 * 60_000).toISOString();
  return item({ state: "claimed", claim: { worker: "codex", claimed_at: AT, lease_until: until, percent: 40 }, ...given });
};

export const submission = (given: Partial<SubmissionView> = {}): SubmissionView => ({
  id: "sub_1", number: 1, worker: "codex", submitted_by: "key_1", summary: "Booking works.", links: ["https://git.example.org/bakery/pull/7"],
  evidence: [
    { criterion: "R1.1", met: true, text: "test_books passes.", link: "https://git.example.org/bakery/runs/3" },
    { criterion: "R1.2", met: false, text: "There was no time.", link: null },
  ],
  cost: null, submission_hash: HASH, recommendation: { decision: "return", doubts: ["R1.2 is said not to be met."], opinion: null }, review: null, at: AT, ...given,
});

export const detail = (of: WorkItemView, given: Partial<WorkItemDetail> = {}): WorkItemDetail => ({ item: of, brief: `# ${of.title}\n`, history: [], notes: [], submissions: [], ...given });

export const inReview = (given: Partial<SubmissionView> = {}): WorkItemDetail =>
  detail(item({ state: "in_review", submission_hash: HASH }), { submissions: [submission(given)] });

export const list = (...items: WorkItemView[]) => ({ items, has_more: false, next_cursor: null });

export const event = (type: EventView["type"], summary: string, given: Partial<EventView> = {}): EventView => ({
  id: `evt_${type}`, type, timestamp: AT, sequence: 1, data: { project_id: "prj_1", id: "wrk_1", summary }, ...given,
});

/** The brief of the project has left this document behind. */
export const behind = (id = "dlv_1"): Parameters<typeof serve>[0] => ({ "GET /projects/{project_id}/brief": () => brief({ outdated: [id] }) });
