/** The brief of a project, its estimate, and what the team was told. */
import type { BriefEntryType, Size } from "../api/schema";
import { listed, plural } from "../lib/format";

export const entries: Record<BriefEntryType, { title: string; add: string }> = {
  must_have: { title: "Must-haves", add: "Add a must-have" },
  audience: { title: "Audiences", add: "Add an audience" },
  measure: { title: "Measures of success", add: "Add a measure" },
  other_system: { title: "Other systems", add: "Add a system" },
  rule: { title: "Rules", add: "Add a rule" },
  out_of_scope: { title: "Out of scope", add: "Add what is out of scope" },
};

export const brief = {
  decisions: "Decisions",
  decisionsWhy: "Our proposals hold until you answer.",
  missing: "Not in the brief yet",
  needed: "Needed",
  optional: "Optional",
  found: (count: number) => `${plural(count, "must-have")} found in your description`,
  review: "Review", preview: "Preview",
  leftOut: (title: string) => `Left out: ${title.toLowerCase()}`,
  isNew: "What you bring back is a new entry, the last in its list.",
  bringBack: "Bring back",
  add: "Add",
  added: (id: string) => `Added as ${id}`,
  actions: (id: string) => `Actions for ${id}`,
  reword: "Reword",
  rewordOf: (id: string, text: string) => `Reword ${id}: ${text}`,
  inYourWords: (id: string) => `${id} in your words`,
  reworded: (id: string) => `${id} reworded`,
  up: "Move up",
  down: "Move down",
  moved: (id: string, place: number) => `${id} is number ${place} now`,
  leaveOut: "Leave out…",
  include: (id: string, text: string) => `Include ${id}: ${text}`,
  keep: "Keep it",
  proposed: "Proposed",
};

/** What an entry is taken to be. */
export const reading = {
  kind: (id: string, title: string) => `Kind of ${id}: ${title}`,
  second: (id: string, title?: string) => `Second kind of ${id}${title ? `: ${title}` : ""}`,
  unknown: "Choose a kind",
  alsoIs: "Second kind",
  noSecond: "No second kind",
  find: "Find a kind",
  noneFound: "No kind has this name.",
  asked: (title: string) => `Is this “${title}”?`,
  askedOf: (id: string) => `A question about ${id}`,
  yes: "Yes",
  sizes: { small: "Small", usual: "Usual size", large: "Large" } satisfies Record<Size, string>,
  size: (id: string, size: string) => `Size of ${id}: ${size}`,
  links: (id: string) => `Who uses ${id}, and what it depends on`,
  link: "For whom?",
  forWhom: "For",
  uses: "Uses",
  bound: "Follows",
  set: (id: string, what: string) => `${id}: ${what}`,
};

export const whole = {
  title: "The product",
  change: "Change",
  changeWhat: " the product",
  goal: "Goal",
  platforms: "Platforms",
  existing: "What you have",
  nothing: "No existing code, hosting or brand.",
  personal: "Personal data",
  tone: "Tone",
  approver: "Approver",
  empty: "Not answered",
  changed: "Brief changed",
};

/** Trying what happens without some entries. */
export const trial = {
  without: (ids: string[]) => `Without ${listed(ids)}`,
  now: "Now",
  then: "Without",
  cost: "Cost",
  days: "Effort",
  done: "Likely end",
  ceiling: "Ceiling",
  deadline: "Deadline",
  touched: (titles: string[]) => `${listed(titles)} will be out of date.`,
  save: (count: number) => `Leave out ${plural(count, "entry", "entries")}`,
  cancel: "Keep all",
  saved: (ids: string[]) => `Left out ${listed(ids)}`,
  back: (ids: string[]) => `Back as ${listed(ids)}`,
  changed: (id: string) => `${id} was changed in the meantime. Read it again before you leave it out.`,
};

export const estimate = {
  goOn: (left: number) => `Answer ${plural(left, "question")}`,
  title: "Estimate",
  before: "Before you submit",
  effort: (days: string, low: string, high: string, people: number) => `${days} of work (${low}–${high}), ${plural(people, "person", "people")} at a time`,
  phases: "Days and cost by role",
  phase: "Role",
  beyond: "Changed by work items",
  work: { planning: "Product", design: "Design", development: "Engineering", launch: "Marketing" } as Record<string, string>,
  days: "Days",
  price: "Cost",
  lines: "Line by line",
  line: "Line",
  change: { ceiling: "Change the ceiling", deadline: "Change the deadline", rates: "Change rates and team" },
  set: { ceiling: "Set a ceiling", deadline: "Set a deadline" },
  needed: (done: number, of: number) => `${done} of ${of}`,
  neededWhat: "Needed answers",
  below: (amount: string) => `${amount} below ceiling`,
  early: (days: number) => `${plural(days, "day")} before deadline`,
  shortly: "Change",
  accepted: (said: string, end: string) => `${said.replace(/\.$/, "")}. The likely end was ${end}.`,
  soFar: (days: string) => `About ${days} so far`,
  mustHavesOnly: "Must-haves only; start, release and platforms come on top.",
  lacks: { must_haves: "a must-have", platforms: "a platform" } as Record<string, string>,
  waitsFor: (what: string[]) => `There is no estimate yet. It needs ${listed(what)}.`,
  costFollows: "The cost follows with the needed answers.",
  submit: "Submit brief",
  unsaved: "One of your answers is not saved yet. The list of questions shows which.",
};

export const submitting = {
  title: "Submit this brief?",
  titleOver: "Submit above your ceiling?",
  lead: "You accept this estimate, and the team starts planning. Documents and answers cost nothing; the estimate is what building will likely cost. Workers report what it did cost. You can still change the brief later.",
  low: "Low",
  likely: "Likely",
  high: "High",
  cost: "Cost",
  done: "End",
  includes: "This covers everything until launch, the build included:",
  acceptOver: "I accept a cost above my ceiling.",
  tick: "Tick the box to submit above your ceiling.",
  recounted: "Your last answer changed the estimate. Check it, then submit.",
  submit: "Accept and submit",
  dismiss: "Not yet",
  submitted: "Submitted. The team is planning.",
};

export const notes = {
  title: "Notes",
  where: ", in the conversation",
};
