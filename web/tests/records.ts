import type { BriefView, CardView, DeliverableSummary, DocumentView, EstimateView, InboxItem, IntakeView, MessagePage, MessageView, ProjectDetail, ProjectView, SessionView, TaskView } from "../src/api/schema";

const AT = "2026-11-09T09:00:00Z";

/** Somebody who has just signed in. */
export const signedIn = (): SessionView => ({
  user: { id: "usr_1", email: "mira@example.com", name: "Mira Lind", email_verified: true },
  account: { id: "acc_1", name: "Mira", timezone: "UTC", created_at: AT, gone_at: null }, scopes: [], expires_at: "2027-01-09T09:00:00Z", proved_at: new Date().toISOString(),
});

/** What the server says of a project; the tests only look for these very words. */
const SAID = {
  state: "The project is under way, in the planning phase.", progress: "10 % is done.", expected: "All is likely to be done on 15 January 2027.", deadline: "",
  cost: "Getting it built is likely to cost EUR 9,000.", spent: "EUR 0 is reported as spent so far.", forecast: "By the present forecast it comes to EUR 9,000.", ceiling: "",
};

export const project = (given: Partial<ProjectView> = {}): ProjectView => ({
  id: "prj_1", name: "Bakery", description: null, example: false, archived: false, status: "active", phase: "planning", progress: 10, eta: "2027-01-15", deadline: null,
  budget: { currency: "EUR", ceiling: null, likely: 9000, spent: 0, unreported: 0, unreported_items: 0, remaining: 9000, forecast: 9000, low: 8000, high: 10_000 },
  dates: { early: "2027-01-11", likely: "2027-01-15", late: "2027-01-20" }, documents: { of: 10, approved: 1, sent_back: 0, next: "Roadmap" }, team_size: 2, said: SAID, work: null,
  created_at: AT, updated_at: AT, submitted_at: AT, completed_at: null, deleted_at: null, gone_at: null, ...given,
});

/** A brief of two required questions, in the state these answers leave it in. */
export function intake(answers: Record<string, string | null>): IntakeView {
  const question = (id: string, prompt: string) => ({
    id, prompt, section: "The project", type: "text", required: true, options: null, max_length: 200, max_items: null, answer: answers[id] ?? null,
  });
  const missing = ["goal", "approver"].filter((id) => !answers[id]);
  const questions = [question("goal", "What should exist at the end?"), question("approver", "Who approves?")];
  return { questions: questions as IntakeView["questions"], complete: !missing.length, missing };
}

export const estimate = (likely: number, given: Partial<EstimateView> = {}): EstimateView => ({
  rule_version: 2, currency: "EUR", low: likely - 1000, likely, high: likely + 1000, total: likely, effort_days: { low: 12, likely: 14, high: 16.5 }, eta: "2027-01-15",
  dates: { early: "2027-01-11", likely: "2027-01-15", late: "2027-01-20" }, phases: [{ phase: "development", role: "CTO", days: 10, cost: likely - 2000 }],
  basis: [{ entry: "R1", text: "Order bread", kind: "Orders and checkout", days: 3.5, cost: 2300 }, { entry: null, text: "", kind: "Foundation", days: 5, cost: 3000 }],
  ceiling: null, deadline: null, to_fit: [], day_rates: { CPO: 640, CDO: 560, CTO: 720, CMO: 560 }, team_size: 2, accepted: null,
  said: { cost: `Likely EUR ${likely}.`, effort: "About 14 days.", dates: "Done on 15 January 2027.", ceiling: "", deadline: "", to_fit: "", day_rates: "A day costs EUR 640 (CPO).", accepted: "" },
  ...given,
});

type Entry = BriefView["entries"][number];
export const entry = (given: Partial<Entry> = {}): Entry => ({
  id: "R1", type: "must_have", text: "Order bread", state: "active", origin: "customer", kinds: [{ id: "orders", title: "Orders and checkout" }], asked: null,
  audiences: [], systems: [], rules: [], size: "usual", effort_days: { low: 2, likely: 3.5, high: 5 }, ...given,
});

export const brief = (given: Partial<BriefView> = {}): BriefView => ({
  project_id: "prj_1", goal: "Bread before noon", platforms: ["web"], existing: null, personal_data: null, tone: null, approver: "Mira", entries: [entry()], choices: [], estimate: estimate(9000),
  kinds: [{ id: "booking", title: "Booking" }, { id: "orders", title: "Orders and checkout" }, { id: "search", title: "Search" }], systems: [{ id: "stripe", title: "Stripe" }], rules: [{ id: "gdpr", title: "Data protection" }], outdated: [],
  ...given,
});

export const deliverable = (given: Partial<DeliverableSummary> = {}): DeliverableSummary => ({
  id: "dlv_1", kind: "product_brief", phase: "planning", owner: "CPO", title: "Product brief", state: "in_review", revision: 1,
  blocked_by: [], delivery: null, updated_at: AT, ...given,
});

/** A document without lines, as an earlier edition wrote it. */
export const whole = (given: Partial<DocumentView> = {}): DocumentView => ({
  ...deliverable(), content: "# Product brief", content_hash: "h", history: [], working_revision: given.revision ?? 1, lines: [], comments: [], choices: [], outdated: [], accepts: [], ...given,
});

export const detail = (given: Partial<ProjectDetail> = {}): ProjectDetail => ({
  ...project(), deliverables: [], pending_approvals: 0, open_credential_requests: 0, ...given,
});

export const message = (given: Partial<MessageView> = {}): MessageView => ({
  id: "msg_1", sender_type: "agent", sender_agent_type: "ceo", content: "Everything is on time.", created_at: AT, conversation_id: "prj_1", reply_to: null,
  contributions: [], run_status: null, sender: null, by: "rules", cost: null, facts: [], cards: [], sentences: [], draft: null, progress: null, ...given,
});

/** A deed that a message to the CEO prepared. */
export const card = (given: Partial<CardView> = {}): CardView => ({
  id: "crd_1", kind: "set_ceiling", project_id: "prj_1", message_id: "msg_0", summary: "Set the ceiling to EUR 12,000.", effect: "The likely cost fits your ceiling.",
  request: { method: "PATCH", path: "/projects/prj_1", body: { budget_ceiling: { amount: 12000, currency: "EUR" }, was: { budget_ceiling: null } }, idempotency_key: given.id ?? "crd_1" },
  state: "open", worker: null, created_at: AT, expires_at: AT, ...given,
});

export const task = (given: Partial<TaskView> = {}): TaskView => ({
  id: "tsk_1", text: "Report every Monday at 9am", task: "Report", kind: "summary", waiting_hours: null, project_id: null, status: "active",
  schedule: {
    kind: "recurring", rrules: ["FREQ=WEEKLY;BYDAY=MO"], at: null, timezone: "UTC", text: "every Monday at 09:00 (UTC)",
    next_runs: ["2026-11-16", "2026-11-23", "2026-11-30"].map((day) => ({ utc: `${day}T09:00:00Z`, local: `${day}T09:00+00:00` })),
  },
  next_run_at: "2026-11-16T09:00:00Z", last_run_at: null, mail: true, failures: 0, created_at: AT, updated_at: AT, ...given,
});

/** A page of messages, the newest first. */
export const page = (messages: MessageView[], given: Partial<MessagePage> = {}): MessagePage => ({
  conversation_id: "cnv_1", messages, has_more: false, first_unread: null, ...given,
});

export const need = (given: Partial<InboxItem> = {}): InboxItem => ({
  id: "att_1", state: "open", kind: "approval", title: "Approve Product brief", project_id: "prj_1", project_name: "Bakery", sentence: "Product brief has waited 2 hours for your approval", blocks: null, since: AT,
  priority: "medium", action: "decide_approval", needs_decision: true, target_id: "apr_1", path: "/app/projects/prj_1/deliverables/dlv_1", revision: 1, content_hash: "h",
  snoozed_until: null, ended_at: null, ...given,
});
