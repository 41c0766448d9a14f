import type { ChangeQuote, DeliverableSummary, EstimateView, InboxItem, IntakeView, MessagePage, MessageView, ProjectDetail, ProjectView, Receipt } from "../src/api/schema";

const AT = "2026-11-09T09:00:00Z";

export const project = (given: Partial<ProjectView> = {}): ProjectView => ({
  id: "prj_1", name: "Bakery", description: null, example: false, status: "active", phase: "planning", progress: 10, progress_counts: "approved documents", eta: "2027-01-15", eta_covers: "documents", deadline: null,
  budget: { covers: "documents, not building", estimated: 9000, spent: 0, remaining: 9000, ceiling: null, may_still_spend: null, currency: "EUR", stopped_at_ceiling: false }, work: null,
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

export const estimate = (total: number, given: Partial<EstimateView> = {}): EstimateView => ({
  currency: "EUR", total, low: total - 1000, high: total + 1000, phases: [], working_days: 30, eta: "2027-01-15", rule_version: 1,
  over_ceiling: null, late: null,
  build: {
    currency: "EUR", low: 12900, high: 38900, working_days: { low: 9, high: 27 }, rule: "build-outlook-2",
    basis: [{ text: "Order bread", kind: "other", days: { low: 3, high: 12 } }],
  },
  ...given,
});

export const quote = (given: Partial<ChangeQuote> = {}): ChangeQuote => ({
  approval_id: "apr_1", title: "Product brief", revision: 2, currency: "EUR", cost: 0, included: true, points: [], nothing_to_apply: false, read_by_model: false,
  over_ceiling: false, examples: [], build: null, ...given,
});

export const deliverable = (given: Partial<DeliverableSummary> = {}): DeliverableSummary => ({
  id: "dlv_1", kind: "product_brief", phase: "planning", owner: "CPO", title: "Product brief", state: "in_review", revision: 1, effort_days: 2,
  spent_days: 2, blocked_by: [], delivery: null, updated_at: AT, ...given,
});

export const detail = (given: Partial<ProjectDetail> = {}): ProjectDetail => ({
  ...project(), deliverables: [], pending_approvals: 0, open_credential_requests: 0, ...given,
});

export const message = (given: Partial<MessageView> = {}): MessageView => ({
  id: "msg_1", sender_type: "agent", sender_agent_type: "ceo", content: "Everything is on time.", created_at: AT, conversation_id: "prj_1", reply_to: null,
  contributions: [], run_status: null, sender: null, by: "rules", cost: null, ...given,
});

/** A page of messages, the newest first. */
export const page = (messages: MessageView[], given: Partial<MessagePage> = {}): MessagePage => ({
  conversation_id: "cnv_1", messages, has_more: false, first_unread: null, ...given,
});

export const need = (given: Partial<InboxItem> = {}): InboxItem => ({
  id: "att_1", state: "open", kind: "approval", project_id: "prj_1", project_name: "Bakery", sentence: "Product brief has waited 2 hours for your approval", since: AT,
  priority: "high", action: "decide_approval", needs_decision: true, target_id: "apr_1", path: "/app/projects/prj_1/deliverables/dlv_1", revision: 1, content_hash: "h",
  snoozed_until: null, ended_at: null, ...given,
});

/** The receipt of “Spent: EUR 2,000 of 3 documents.” */
export const receipt = (given: Partial<Receipt> = {}): Receipt => ({
  format: "atrium-receipt-1", kind: "message", subject_id: "msg_1", account_id: "acc_1", project_id: "prj_1", question_id: null, at: AT, texts: {}, quotations: [], open: [], sha256: "x",
  figures: [
    { text: "content", start: 11, end: 16, shown: "2,000", value: 2000, derivation: { op: "sum", of: [{ op: "value", record: "dlv_1", field: "cost" }, { op: "value", record: "prj_1", field: "estimate.phases.0.cost" }] } },
    { text: "content", start: 20, end: 21, shown: "3", value: 3, derivation: { op: "count", ids: ["dlv_1", "dlv_2", "dlv_3"] } },
  ],
  records: [
    { id: "dlv_1", type: "deliverable", version: "1", sha256: "x", leaves: 9, values: { cost: 800 } },
    { id: "prj_1", type: "project", version: "1", sha256: "x", leaves: 9, values: { "estimate.phases.0.cost": 1200 } },
  ],
  ...given,
});
