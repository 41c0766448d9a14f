import type { ApprovalView } from "../api/schema";
import { clock, nearDay, plural, words as format } from "../lib/format";
import { common } from "./common";

/** The page of a document: its lines, the comments beside them, the decision, its revisions. */
export const document = {
  title: "Document",
  by: (role: string) => `By the ${role}`,
  updated: "updated",
  waits: "Waiting for you",
  nothing: "Nothing is written yet.",
  more: "More",
  markdown: "Download as Markdown",
  print: "Print or save as PDF",
  outline: "Contents",
  outdated: "The brief has changed since this was written.",
  outdatedRegion: "Outdated",
  keepsEdits: "Your edits stay.",
  approveAgain: "You then have to approve it again.",
  rewrite: "Rewrite from the brief",
  rewritten: (revision: number) => `Revision ${revision} is ready`,
  sendAgain: "The document is on its way again",
};

export const choices = {
  list: "Decisions",
  apply: (count: number) => (count === 1 ? "1 suggested answer applies" : `${count} suggested answers apply`),
  edit: "Edit",
  editWhat: "the answers",
  label: (id: string) => `Your answer to ${id}`,
  change: (id: string) => `Change the answer to ${id}:`,
  suggested: "Suggested",
  accept: "Accept",
  useSuggested: "Use the suggestion",
  to: (id: string) => `for ${id}`,
  answered: (id: string) => `${id} answered`,
  back: (id: string) => `${id} uses the suggestion`,
  suggestion: (text: string) => `the suggestion, ${text}`,
};

const BY: Record<string, string> = { usr: "in the dashboard", msg: "in the conversation with the CEO" };
/** Who decided, where it was not you: an approver's address, or `API key CI`; `keys` are the names of keys by their ids. */
export const decidedBy = (id: string, keys: ReadonlyMap<string, string>) =>
  id.includes("@") ? id : id.startsWith("key_") ? common.keyNamed(keys.get(id)) : undefined;

function decider(id: string, keys: ReadonlyMap<string, string>): string {
  const who = decidedBy(id, keys);
  return who ? `by ${who}${id.includes("@") ? ", from a mail" : ""}` : BY[id.slice(0, 3)] ?? "by you";
}

export const decision = {
  region: "Your decision",
  keys: "Decision",
  revision: (revision: number) => `Revision ${revision}`,
  applies: choices.apply,
  appliesInScope: (count: number) => `${choices.apply(count)} in the scope`,
  toDecision: "Go to the next open decision",
  comments: (count: number) => `${count} ${count === 1 ? "comment" : "comments"} not sent`,
  toComment: "Go to the next comment",
  handOut: "Add its work to the board",
  approve: "Approve",
  approved: (title: string) => `Approved ${title}`,
  isApproved: "Approved",
  /** `Approved 30 Nov, 02:55, by API key CI`. */
  decided: ({ status, decided_at, decided_by }: ApprovalView, keys: ReadonlyMap<string, string>) => `${format(status)} ${nearDay(decided_at!)}, ${clock(decided_at!)}, ${decider(decided_by ?? "", keys)}`,
  replaced: "There is a newer revision. Read it before you decide.",
  request: "Request changes",
  requested: "Changes requested",
  yourMove: "You requested changes.",
  yourMoveHow: "Edit the lines and resolve the comments. Then submit the document again.",
  teamRevises: "The team revises it by your comments, or says in the chat why it can’t. You can also edit the lines and submit it yourself.",
  nobodyRevises: "The team won’t rewrite this one: edit the lines and resolve the comments. Then submit the document again.",
  computed: ["This document is computed from your brief. Change ", "the brief", ", and it follows."],
  fromBrief: ["Tables and measures come from ", "the brief", ": change them there, then rewrite the document."],
  untouched: (count: number) => `You have changed nothing since, and ${plural(count, "comment is", "comments are")} open.`,
  submitAs: (revision: number) => `Submit revision ${revision}`,
  submitted: (revision: number) => `Revision ${revision} is ready for your decision`,
  next: "Next:",
  nextIn: (project: string) => `Next in ${project}:`,
};

export const request = {
  kept: "Your comments stay beside their lines.",
  then: (revision: number) => `Edit the lines, or let the team’s model do it where one is connected. Then submit revision ${revision}.`,
  teamRevises: (revision: number) => `The team revises the document by them and presents revision ${revision}.`,
  nobodyRevises: (revision: number) => `The team won’t rewrite this one: edit the lines yourself, then submit revision ${revision}.`,
  send: "Send",
  comments: "Your comments",
  what: "What should change?",
  else: "Anything else?",
  most: 4000,
};

export const lines = {
  keys: "Lines",
  next: "Next line",
  previous: "Previous line",
  edit: "Edit",
  keep: "Keep",
  strike: "Strike out",
  restore: "Restore",
  original: "Restore the original text",
  comment: "Comment",
  add: "Add a line below",
  up: "Move up",
  down: "Move down",
  strikeOrRestore: "Strike out or restore",
  more: "More for",
  struck: "Struck out:",
  changed: (id: string) => `${id} changed`,
  kept: (id: string) => `${id} kept`,
  struckOut: (id: string) => `${id} struck out`,
  restored: (id: string) => `${id} restored`,
  moved: (id: string) => `${id} moved`,
  added: (id: string) => `${id} added`,
  discarded: "Your text was discarded",
  text: (id: string) => `Text of ${id}`,
  newText: (place: string) => `New line in ${place}`,
  newNote: "New note",
  addTo: "Add a line",
  addNote: "Add a note",
  to: (place: string) => `to ${place}`,
  addLine: "Add",
  done: "Done",
  how: "Enter saves, Esc cancels",
  settles: (count: number) => (count === 1 ? "Resolve the comment too" : "Resolve the comments too"),
  conflict: "Someone else changed this line. This is how it reads now.",
  now: "Someone else changed this line. It now says:",
  replaces: "Saving replaces it with yours.",
  gone: (id: string) => `${id} is no longer here. You typed:`,
  discard: "Discard",
  yours: "You added this line",
  reworded: "You changed this line",
  isKept: "You kept this line",
  suggested: (why: string | null) => (why ? `Suggested for your product: ${why}` : "Suggested for your product"),
};

export const comments = {
  open: (count: number) => `${count} open ${count === 1 ? "comment" : "comments"}`,
  unsent: "Not sent yet",
  you: "You,",
  label: (id: string) => `Comment on ${id}`,
  add: "Add comment",
  cancel: "Cancel",
  edit: "Edit",
  remove: "Delete",
  removed: "Comment deleted",
  on: (id: string) => `the comment on ${id}`,
  resolve: "Resolve",
  answer: "How is it resolved?",
  resolved: (count: number) => `Resolved comments (${count})`,
  byEdit: "Resolved by an edit.",
};

export const revisions = {
  keys: "Document",
  revision: "Revision",
  newest: "newest",
  compare: "Compare with",
  nothing: "nothing",
  changes: "What changed",
  seeChanges: "See what changed",
  whole: "Read the whole text",
  layout: "Layout",
  inline: "Inline",
  two: "Side by side",
  old: (revision: number) => `You are reading revision ${revision}. There is a newer one.`,
  readNewest: "Read the newest",
  history: "History",
  answers: "Your comment:",
  oldLabel: (title: string, revision: number) => `${title}, revision ${revision}`,
  table: "Table",
  signs: { same: "", added: "Added", removed: "Removed", changed: "Changed" },
  counts: { changed: "changed", added: "added", removed: "removed" },
  part: "part",
  unchanged: "unchanged part",
  sum: (before: number, after: number, told: string) => `From revision ${before} to ${after}: ${told}.`,
  same: "Both revisions say the same.",
  removedWord: "removed ",
  addedWord: "added ",
};

export const mail = {
  title: "Your decision",
  gone: "If the document still waits, use the link in a newer mail, or sign in and decide there.",
  question: (title: string) => `Do you approve ${title}?`,
  as: (email: string) => `You decide as ${email}. The first decision counts.`,
  hint: "To comment on a line, begin a paragraph with its number, such as “R1.2: …”.",
};
