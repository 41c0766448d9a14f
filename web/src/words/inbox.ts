import { plural } from "../lib/format";

export const inbox = {
  title: "Inbox",
  tabs: { open: "Open", snoozed: "Snoozed", done: "Done" },
  account: "Your account",
  first: "These are the first 100.",
  urgent: "Urgent",
  preview: "Preview",
  selected: (count: number) => `${count} selected`,
  select: (title: string, project: string) => `Select ${title}, ${project}`,
  selectAll: "Select all",
  clear: "Clear",
  gone: (title: string) => `No longer waiting for you: ${title}`,
  until: (moment: string) => `Snoozed until ${moment}`,
  /** What stands still until then, in short; of a sentence it does not know, nothing. */
  blocks: (sentence: string | null) => {
    const [, number, what = number] = sentence?.match(/^(?:The )?(?:(W\d+) .+|(.+?)(?: phase)?) (?:(?:is|are) waiting for it|starts after it|stands still)\.$/) ?? [];
    return what && `Blocks ${what}`;
  },
  needs: (title: string, project: string) => `${title} · ${project}`,
};

/** What can be done about a budget where the brief says what to leave out. */
export const leaveOut = "Choose what to leave out";

/** What an empty list says. */
export const nothing = {
  open: "Nothing needs you",
  moving: "Every project is moving without you.",
  openText: "Approvals, access requests and questions will appear here.",
  aside: (count: number) => `You snoozed ${plural(count, "item")}.`,
  snoozed: "Nothing is snoozed",
  snoozedText: "Snooze an item, and it waits here until its time.",
  done: "Nothing done yet",
  doneText: "Finished items stay here for 30 days.",
  showSnoozed: "Show snoozed",
  continue: (project: string) => `Continue the brief of ${project}`,
  projects: "Look at your projects",
  create: "New project",
};

/** What each key does. */
export const does = {
  next: "Next item", previous: "Previous item", extendDown: "Select the next item too", extendUp: "Select the previous item too",
  open: "Open the preview", page: "Open its page", approve: "Approve", done: "Mark as done", snooze: "Snooze", select: "Select", clear: "Clear the selection", close: "Back to the list",
};

/** The keys that are used most, below the list; the last two only where they do something. */
export const hints = (mayApprove: boolean, mayFinish: boolean) =>
  [["J K", "Move"], ["Enter", "Open"], ["H", "Snooze"], ["X", "Select"], ["?", "All keys"], ...(mayApprove ? [["A", "Approve"]] : []), ...(mayFinish ? [["E", "Done"]] : [])];

/** What the buttons do, and what is said once it is done. */
export const deeds = {
  approve: "Approve",
  approveSome: (approvals: number, all: number) => (approvals === all ? "Approve" : `Approve ${approvals}`),
  approved: (titles: string[], others = 0) => `${titles.length === 1 ? titles[0]!.replace("Approve", "Approved") : `${titles.length} approved`}${others ? `. ${plural(others, "item needs", "items need")} another answer.` : ""}`,
  onlyDocuments: "Only documents can be approved here. Open this item to answer it.",
  done: "Done",
  finished: (count: number, others = 0) => `${count === 1 ? "Marked as done" : `${count} marked as done`}${others ? `. ${plural(others, "item waits", "items wait")} for your decision.` : ""}`,
  decide: "This waits for your decision, so it can’t be marked as done.",
  snooze: "Snooze",
  change: "Change time",
  bringBack: "Bring back",
  open: "Open",
  requestChanges: "Request changes",
  send: "Send request",
  asked: "Changes requested",
  askedOfYou: "Changes requested. Edit the lines on the document’s page.",
  accept: "Accept",
  acceptAnyway: "Accept anyway",
  accepted: "Accepted",
  return: "Return…",
  returned: "Returned",
  resume: "Resume project",
  resumed: "Project resumed",
};

/** Before an approval that would leave comments behind. */
export const unsent = {
  title: (count: number) => `You have ${plural(count, "comment")} that you haven’t sent.`,
  lead: (count: number) => `An approval takes no comments. Request changes to send ${count === 1 ? "it" : "them"}.`,
  approve: (count: number) => `Approve without ${count === 1 ? "it" : "them"}`,
};

export const snooze = {
  title: (count: number) => (count === 1 ? "Snooze" : `Snooze ${count} items`),
  until: "Until",
  presets: [["in 3 hours", "In 3 hours"], ["tomorrow at 9am", "Tomorrow at 9"], ["next Monday at 9am", "Next Monday"]] as [words: string, label: string][],
  words: "Or type a time",
  hint: "“Thursday 5pm”, “in 2 hours”, “for 3 days”.",
};

export const preview = {
  about: "What it is about",
  undecided: (count: number) => plural(count, "suggested answer applies", "suggested answers apply"),
  outdated: "The brief changed after this was written.",
  handsOut: "Approving it hands out its work items.",
  change: "What should change?",
  why: "Why",
  obtain: "How to get it",
  by: (worker: string) => `Submitted by ${worker}`,
  noDoubts: "CTO: no concerns",
  doubts: "The CTO suggests returning this:",
  unchecked: "Nobody has checked it",
};

/** What may be answered to a key that wants to call with a credential. */
export const answers = { once: "Allow once", for_item: "Allow for this work item", always: "Always allow", refuse: "Refuse", allowed: "Allowed", refused: "Refused" };

/** The one thing to do about each kind of need. */
export const ACT = {
  credential: "Provide access", credential_use: "Answer", approval: "Review", revision: "Edit the documents", over_budget: "Look at the budget", deadline_missed: "Look at the deadline",
  blocked: "Resume project", question: "Answer the questions", webhook_disabled: "Look at the webhook", webhook_failing: "Look at the webhook", work_submitted: "Review",
  work_returned: "Look at the work item", task_failed: "Look at the task", undelivered: "Look at the delivery", still: "Ask the CEO", wish: "Answer", unread: "Read",
};
