import type { RunView, TaskKind, TaskView } from "../api/schema";
import { plural } from "../lib/format";

/** Schedules (the API calls them tasks), when they run, and the reports that their runs leave. */
export const reports = {
  title: "Reports",
  add: "New schedule",
  tasks: "Scheduled",
  next: (when: string) => `Next: ${when}`,
  noRun: "No run planned",
  neverRan: "Not run yet",
  last: (when: string) => `Last run ${when}`,
  mailed: (on: boolean, isHeld: boolean) => (!on ? "No email" : isHeld ? "Email paused" : "By email"),
  noTasks: "Nothing scheduled yet",
  noTasksWhy: "Have the assistant report every week, remind you of something, or tell you when an item waits too long.",
  results: "Past reports",
  noResults: "No reports yet",
  noResultsWhy: "Each run leaves its report here.",
  failed: "Failed",
  more: "Show older",
  moreTasks: "Show more",
};

export const report = {
  title: "Report",
  task: "Edit schedule",
  runs: "All runs",
  download: "Download",
};

export const task = {
  title: "Schedule",
  run: "Run now",
  started: "Started. The report appears here in a moment.",
  pause: "Pause",
  resume: "Resume",
  more: "More",
  edit: "Edit",
  delete: "Delete",
  delivery: "Delivery",
  mail: "Email me each report",
  held: "Paused until you confirm your email.",
  next: "Next runs",
  paused: "Paused. It does not run until you resume it.",
  over: "No run is planned.",
  skip: "Skip",
  skipped: (when: string) => `Skipped ${when}`,
  changed: (next: string | null) => `The schedule has changed, so no run was skipped. ${next ? `It runs next on ${next}.` : "No run is planned."}`,
  past: "Past runs",
  noRuns: "No runs yet.",
  failures: (count: number) => `The last ${plural(count, "run")} failed.`,
  project: "One project",
  all: "All projects",
  deleting: "Delete this schedule?",
  deletes: (name: string) => `“${name}” does not run again. Its reports stay.`,
  keep: "Keep schedule",
};

export const RUNS: Record<RunView["status"], string> = { running: "Running", succeeded: "Done", failed: "Failed", missed: "Missed" };
export const TRIGGERS: Record<RunView["trigger"], string> = { schedule: "", at_once: "Run once", manual: "Run by you" };

/** What a schedule tells. */
export const KINDS: Record<TaskKind, string> = {
  summary: "Status report", needs_me: "What needs you", money: "Money", dates: "Dates", work: "Work", reminder: "Just a reminder", check: "What waits too long",
};
export const tells = (kind: TaskKind, hours: number | null): string => (kind === "check" && hours ? `What has waited ${plural(hours, "hour")}` : KINDS[kind]);

/** What a schedule is called: by what it tells; a reminder by its words. */
export const titleOf = ({ kind, task, waiting_hours }: TaskView): string => (kind === "reminder" ? task : tells(kind, waiting_hours));

export const form = {
  create: "Add",
  task: "What should the assistant tell you?",
  example: "Progress and blockers",
  when: "When?",
  whenExample: "every Monday at 9am",
  whenHint: "For example “first business day of the month” or “tomorrow at 9”. Leave it empty to run once, now.",
  whenKept: "Leave it as it is to keep the times.",
  kind: "Covers",
  automatic: (kind: string | undefined) => (kind ? `Automatic: ${kind.toLowerCase()}` : "Automatic"),
  about: "About",
  hours: "Waiting for at least (hours)",
  now: "Runs once, now.",
  use: (when: string) => `Use “${when}”`,
  added: "Added",
  twice: "Added. You already have the same one, so it runs twice.",
  once: "once",
};
