import { listed, plural } from "../lib/format";
import { standing } from "./projects";

/** The head of a project: its tabs and its menu. */
export const project = {
  tabs: { overview: "Overview", brief: "Brief", documents: "Documents", work: "Work", timeline: "Timeline", chat: "Chat", access: "Access" },
  project: "Project",
  menu: "Project menu",
  rename: "Rename…",
  ceiling: (isSet: boolean) => `${isSet ? "Change" : "Set"} ceiling…`,
  deadline: (isSet: boolean) => `${isSet ? "Change" : "Set"} deadline…`,
  pause: "Pause…",
  resume: "Resume…",
  complete: "Complete…",
  cancel: "Cancel project…",
  delete: "Delete…",
};

/** Each change of a project's status: its question, what it does, its button, the way out, and what is said after it. */
export const statusChanges = {
  pause: ["Pause this project?", "Until you resume it, the team writes nothing, workers take no new work, and you can’t approve or review. You can still change the brief.", "Pause", "Not now", "Paused"],
  resume: ["Resume this project?", "The team continues where it stopped.", "Resume", "Not yet", "Resumed"],
  cancel: ["Cancel this project?", "The team stops for good, and you can’t resume it. You can still read everything.", "Cancel project", "Keep project", "Cancelled"],
  complete: ["Complete this project?", "The project ends, even if something in it is still open, and you can’t resume it. You can still read everything.", "Complete project", "Not yet", "Completed"],
} as const;

export const overview = {
  plan: "Plan",
  planned: (outdated: number) => `documents approved${outdated ? `, ${outdated} outdated` : ""}`,
  build: "Build",
  built: "work items done",
  notBuilt: "Work starts when you approve the delivery plan.",
  spent: (amount: string) => `${amount} spent`,
  change: "Change",
  set: (what: string) => `Set a ${what}`,
  limits: { ceiling: "ceiling", deadline: "deadline" },
  briefOpen: "Your brief isn’t submitted yet.",
  briefOpenWhy: "Answer the questions, check the estimate, then submit it.",
  continue: "Continue the brief",
  goesOn: "What happens next",
  steps: ["You submit the brief.", "The team writes ten documents, and you approve each one.", "Your agents take the work of the approved delivery plan.", "You accept each work item, and the project ends when all are done."],
  paused: "This project is paused.",
  pausedWhy: "Until you resume it, the team writes nothing, workers take no new work, and you can’t approve or review what waits for you.",
  resume: "Resume",
  yours: (count: number) => `Waiting for you${count ? ` · ${count}` : ""}`,
  inProgress: "In progress",
  nobody: "Nothing waits for you.",
  revise: (title: string) => `Revise ${title}`, approve: (title: string) => `Approve ${title}`, review: (name: string) => `Review “${name}”`,
  next: "Coming up",
  thisPhase: "This phase",
  after: (phase: keyof typeof standing.phase) => `After ${standing.phase[phase].toLowerCase()}`,
  notStarted: "Not started",
  writesNow: (title: string) => `The team writes ${title}.`,
  waitsNow: "The team is waiting for you.",
  noNext: "Nothing else is planned.",
  risks: "Risks",
  noRisks: "No risks right now.",
};

/** What can make a project cost more, end later or stand still. */
export const risks = {
  over: (said: string) => `The forecast is ${said}.`,
  mayBeOver: (more: string) => `The high end is ${more} over your ceiling.`,
  late: (day: string, deadline: string) => `The likely end, ${day}, is after your deadline, ${deadline}.`,
  mayBeLate: (day: string) => `The late end, ${day}, is after your deadline.`,
  wide: (low: string, high: string) => `The estimate is wide: ${low} to ${high}.`,
  unclear: (count: number) => `${plural(count, "brief entry is", "brief entries are")} unclear.`,
  choices: (count: number) => (count === 1 ? "1 suggested answer applies unless you change it." : `${count} suggested answers apply unless you change them.`),
  outdated: (titles: string[]) => titles.length > 1 ? `${listed(titles)} are outdated.` : `${titles[0]} is outdated.`,
  access: (count: number) => `${plural(count, "missing credential is", "missing credentials are")} holding up work.`,
  unreported: (count: number) => `${plural(count, "finished work item has", "finished work items have")} no reported cost.`,
};

export const documents = {
  none: "No documents yet",
  noneWhy: "The team writes ten documents once you submit the brief. You approve each one.",
  approved: (done: number, all: number, outdated: number) => `${done} of ${all} ${overview.planned(outdated)}`,
  approvedLabel: "Documents approved",
  download: ["Download all", "documents"],
  revision: (number: number, day = "") => `Revision ${number}${day && ` · ${day}`}`,
  blocked: "Waiting for a credential",
  unwritten: "Not written yet",
  review: (count: number) => `Review ${plural(count, "document")}`,
  read: "Review",
  revise: "Revise",
  seeChange: "See change",
};

export const dialogs = {
  rename: "Rename project",
  name: "Name",
  renameAct: "Rename",
  renamed: "Renamed",
  deadline: (isSet: boolean) => `${isSet ? "Change" : "Set"} the deadline`,
  deadlineLabel: "Finish by",
  noDeadline: "no deadline",
  deadlineHint: "Leave empty for no deadline.",
  deadlineAct: (isGone: boolean) => (isGone ? "Remove deadline" : "Set deadline"),
  deadlineDone: (isSet: boolean) => (isSet ? "Deadline set" : "Deadline removed"),
  ceiling: (isSet: boolean) => `${isSet ? "Change" : "Set"} the ceiling`,
  ceilingLead: "The most you want to pay. Work doesn’t stop at the ceiling: we tell you when the forecast passes it.",
  ceilingLabel: "Ceiling",
  noCeiling: "no ceiling",
  ceilingHint: "Leave empty for no ceiling.",
  ceilingAct: (isGone: boolean) => (isGone ? "Remove ceiling" : "Set ceiling"),
  ceilingDone: (isSet: boolean) => (isSet ? "Ceiling set" : "Ceiling removed"),
  currency: "Currency",
  rates: "Team and day rates",
  ratesLead: "What a day of each role costs, and how many people work at the same time.",
  rate: (role: string, currency: string) => `${role}, ${currency} a day`,
  people: "People working at the same time",
  standardRates: "Use Atrium’s day rates",
  ratesDone: "Estimate updated",
};

/** A project of an earlier edition. */
export const archive = {
  act: "Start a new project from it",
  done: "New project with the same answers",
  doneWithout: (answers: string) => `New project. These answers no longer fit: ${answers}`,
};

/** Who decides when the customer is silent. */
export const backup = {
  nobody: "No backup approver.",
  asks: "Backup approver:",
  plan: (count: number, first: string) => `asked about ${plural(count, "document")}, first on ${first}`,
  add: "Add one",
  change: "Change",
  stop: "Remove",
  stopped: "Backup approver removed",
  saved: "Saved",
  savedFor: (email: string) => `We ask ${email} when you don’t answer`,
  title: "Backup approver",
  lead: "Who decides on a document if you don’t, and when?",
  label: "In your words",
  example: "For example: If I am silent by Thursday 5pm, ask anna@example.com.",
  approvers: "Manage approvers",
  agreed: "Approvers who agreed",
  nobodyAgreed: "Nobody has agreed to decide for you yet: add an approver first.",
  wish: (email: string) => `If I am silent for two days, ask ${email}`,
};
