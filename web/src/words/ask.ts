import type { ActionView, CardView } from "../api/schema";
import { plural } from "../lib/format";

/** The conversations: with the CEO about a project, with the assistant about all of them. */
export const ask = {
  title: "Ask",
  about: "Ask about",
  all: "All projects",
  conversations: "Conversations",
  unread: (count: number) => `${count} new`,
  noSuch: "Project not found",
  noSuchWhy: "Choose another one from the list.",
  chat: (name: string) => `Chat about ${name}`,
  messages: "Messages",
  older: "Show older messages",
  between: "Show what came next",
  latest: "Latest",
  newFrom: "New",
  next: "Suggested questions",
  placeholder: (about: string) => `Ask about ${about}…`,
  write: "Write a message",
  keys: "Conversation",
  send: "Send",
  how: "Enter sends the message. Shift+Enter starts a new line.",
  sending: "Sending…",
  unsent: "The page closed before this was sent.",
  again: "Send again",
  edit: "Edit",
};

/** Who answers: for one project, and for all. */
export const CEO = {
  name: "CEO",
  mark: "CEO",
  label: "The CEO",
  message: "Message to the CEO",
  begin: "Ask what the team needs from you, or tell it what to change. You confirm each change before it happens.",
  starts: "Asking the team…",
};
export const ASSISTANT = {
  name: "Assistant",
  mark: "A",
  label: "The assistant",
  message: "Message to the assistant",
  begin: "Ask about any of your projects. The conversation stays here for 30 days.",
  starts: "Looking through your projects…",
};
export const IDEAS = ["What needs me first?", "How is everything?", "What will it cost?", "What is scheduled?"];

export const said = {
  you: "You",
  worker: "worker",
  failed: "No answer yet. The team tries again.",
  byModel: "by model",
  tokens: (count: number) => plural(count, "token"),
  price: (microdollars: number) => `USD ${(microdollars / 1e6).toFixed(3)}`,
  team: (roles: string) => `${roles} consulted`,
  opinion: "opinion",
  waits: "Waiting for you",
  named: "Named here",
  more: (count: number) => `${count} more in the inbox`,
  /** What asked for an approval, once nothing of it waits any more. */
  past: (text: string) => text.replace(/ (is|are) ready for your approval\. Edit .+/, (_, verb) => ` ${verb === "is" ? "was" : "were"} sent for approval.`),
  draft: "Draft",
  draftWhy: "Not checked against your records",
  theDraft: "the draft",
};

/** What an answer's button leads to where the inbox has no item for it. */
export const LEADS: Partial<Record<ActionView["type"], (count: number) => string>> = {
  intake: () => "Finish the brief",
  resume: () => "Project is paused",
  message: (count) => `Read ${plural(count, "new message")}`,
  task: (count) => (count === 1 ? "See the task" : "See your tasks"),
  webhook: () => "Check the webhook",
};

export const sources = {
  count: (count: number) => `Sources (${count})`,
  asOf: (when: string) => `As of ${when}`,
  one: (number: number) => `Source ${number}`,
  says: "Your records say:",
  kinds: {
    prj: "Project", brief: "Brief", dlv: "Document", apr: "Approval", wrk: "Work item", tsk: "Task", crq: "Access request", crd: "Credential", msg: "Message", note: "Note", dec: "Decision", acc: "Your account",
  } as Record<string, string>,
};

export const find = {
  label: "Search this conversation",
  end: "End search",
  back: "Back to the newest",
  found: "Found messages",
  indexing: "Search is getting ready. Results appear in a moment.",
  nothing: (words: string) => `No message has “${words}”.`,
  loosened: "No message has all of these words. These come close.",
  best: (count: number) => `The ${count} best matches`,
  count: (count: number) => plural(count, "message"),
};

/** The button of a card names its deed. */
export const DEEDS: Record<CardView["kind"], string> = {
  approve: "Approve", request_changes: "Request changes", add_entry: "Add entry", reword_entry: "Change entry", drop_entry: "Drop entry", answer_choice: "Save answer",
  edit_line: "Change line", strike_line: "Strike line", set_kinds: "Change reading", change_brief: "Change brief", pause: "Pause project", resume: "Resume project", complete: "Complete project", cancel: "Cancel project",
  set_ceiling: "Set ceiling", set_deadline: "Set deadline", add_task: "Add task", change_task: "Change task", pause_task: "Pause task", resume_task: "Resume task", run_task: "Run now", delete_task: "Delete task",
  skip_run: "Skip this run", create_work: "Create work item", close_work: "Close work item", review_work: "Send review", snooze: "Snooze", escalate: "Add to inbox",
};

/** What a card is about: it is outdated once that has changed. */
const ABOUT: Record<CardView["kind"], string> = {
  approve: "document", request_changes: "document", add_entry: "brief", reword_entry: "entry", drop_entry: "entry", answer_choice: "answer", edit_line: "line", strike_line: "line", set_kinds: "entry",
  change_brief: "brief", pause: "project", resume: "project", complete: "project", cancel: "project", set_ceiling: "ceiling", set_deadline: "deadline", add_task: "task", change_task: "task", pause_task: "task",
  resume_task: "task", run_task: "task", delete_task: "task", skip_run: "task", create_work: "work item", close_work: "work item", review_work: "work item", snooze: "inbox item", escalate: "inbox item",
};

export const cards = {
  label: "To confirm",
  removeCeiling: "Remove ceiling",
  removeDeadline: "Remove deadline",
  dismiss: "Dismiss",
  all: (count: number) => `Confirm all ${count}`,
  worker: "Asked by the worker",
  done: "Done",
  dismissed: "Dismissed",
  held: "Done. You can undo this for a few seconds.",
  outdated: (kind: CardView["kind"]) => `Outdated. The ${ABOUT[kind]} has changed since.`,
  confirmed: (count: number) => `${plural(count, "card")} confirmed.`,
  stopped: (summary: string, left: number) => `Stopped at “${summary.replace(/\.$/, "")}”.${left ? ` ${plural(left, "more card")} not sent.` : ""}`,
};
