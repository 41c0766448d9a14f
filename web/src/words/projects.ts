import { plural } from "../lib/format";

/** The list of projects. */
export const projects = {
  title: "Projects",
  add: "New project",
  show: "Which projects",
  tabs: { open: "Open", ended: "Ended", deleted: "Deleted" },
  columns: { name: "Project", verdict: "Status", done: "Progress", cost: "Forecast", end: "Likely end", next: "Next step" },
  ended: { cost: "Cost", end: "End" },
  none: { open: "No open projects", ended: "No ended projects" },
  noneWhy: { open: "Completed and cancelled projects are under Ended.", ended: "Completed, cancelled and archived projects appear here." },
  first: "Start your first project",
  firstWhy: "Describe what you want to build. The questions take about ten minutes, and you can stop at any time.",
  showDeleted: "Show deleted projects",
  older: "Show older",
  meters: { plan: "Plan", build: "Build" },
};

/** How a project stands. Every page says it in these words. */
export const standing = {
  forecast: "Forecast",
  estimate: "Estimate",
  cost: "Cost",
  spent: "Spent",
  end: "Likely end",
  completed: "Completed",
  noEstimate: "No cost yet",
  noDay: "—",
  range: (low: string, high: string) => `${low} – ${high}`,
  ceiling: (amount: string) => `Ceiling ${amount}`,
  overCeiling: (more: string, amount: string) => `${more} over your ceiling of ${amount}`,
  deadline: (day: string) => `Deadline ${day}`,
  late: (day: string) => `After your deadline, ${day}`,
  of: (done: number, all: number) => `${done} of ${all}`,
  inShort: (done: number, all: number) => `${done}/${all}`,
  percentOf: (meter: string, project: string) => `${meter} of ${project}`,
  phase: { intake: "Brief", planning: "Planning", design: "Design", development: "Development", launch: "Launch", complete: "Complete" },
  status: { draft: "Draft", active: "Active", on_hold: "Paused", completed: "Completed", cancelled: "Cancelled" },
  verdicts: { risk: "At risk", late: "Late", over: "Over ceiling" },
  archive: "Archive",
  example: "Example",
};

/** Who has the next move. */
export const moves = {
  waiting: "Waiting for you",
  more: (count: number) => `${count} more`,
  snoozed: (until: string) => `Snoozed until ${until}`,
  brief: "Finish the brief",
  example: "Continue the example",
  sentBack: (count: number) => `Revise ${plural(count, "document")} you sent back`,
  writes: (title: string) => `Team writes ${title}`,
  work: (count: number) => `${plural(count, "work item")} left to do`,
  team: "Team is working",
};

/** What a customer deleted within 30 days, and deleting. */
export const deleted = {
  none: "Nothing deleted",
  noneWhy: "You can restore a deleted project here for 30 days.",
  when: (deletedOn: string, goneOn: string) => `Deleted ${deletedOn}. Gone for good on ${goneOn}.`,
  restore: "Restore",
  restoreOne: (name: string) => `Restore ${name}`,
  restored: (name: string) => `${name} is back`,
  ask: "Delete",
  lead: "This deletes its documents, chat, credentials and tasks. You can restore them for 30 days; after that they are gone for good.",
  confirm: ["Type", "to confirm"],
  wrong: "That is not the name of the project.",
  keep: "Keep project",
  act: "Delete project",
  done: (name: string, until: string) => `${name} is deleted. You can restore it until ${until}.`,
};
