import type { DeliverableSummary, Phase, ProjectDetail, WorkItemView } from "../api/schema";
import { DAY } from "../lib/days";
import { isOpen } from "./work";

export const PHASES: Phase[] = ["planning", "design", "development", "launch"];
const OF_A_DOCUMENT = 0.5; // days of effort, by which the service counts progress and the forecast (`ProjectView`)

/** The days on which something is likely to begin and to end, and the one behind which its bar begins: there what it follows has ended. */
export interface Span {
  from: string;
  until: string;
  behind: string;
}

/**
 * When each thing that is left is likely to be done, by its id; of a phase by its name. As the forecast and the roadmap count:
 * one thing after another, what workers hold first, each for its share of the working days until the likely end. Development without work items yet
 * counts whole, by `effort` in days.
 */
export function likelySpans(project: ProjectDetail, items: WorkItemView[], effort: number, today: string, end: string): Map<string, Span> {
  const days = workingDays(today, end);
  const held = new Set(items.filter(({ claim }) => claim).map(({ id }) => id));
  const planned = PHASES.flatMap((phase) => [
    ...project.deliverables.filter((one) => one.phase === phase && isLeft(one)).map(({ id }) => ({ id, phase, days: OF_A_DOCUMENT })),
    ...(phase !== "development" ? [] : items.length ? inOrder(items).map(({ id, effort_days }) => ({ id, phase, days: effort_days?.likely ?? 1 })) : [{ id: "", phase, days: effort }]),
  ]);
  const steps = [...planned.filter(({ id }) => held.has(id)), ...planned.filter(({ id }) => !held.has(id))]; // what is worked on goes on at once
  const pace = (days.length - 1) / steps.reduce((sum, one) => sum + one.days, 0);
  const spans = new Map<string, Span>();
  if (days.length < 2) return spans;
  let done = 0;
  for (const step of steps) {
    const before = pace * done;
    done += step.days;
    const until = days[Math.ceil(pace * done - 1e-6)]!;
    const span = { from: days[Math.floor(before + 1e-6) + 1] ?? until, until, behind: days[Math.ceil(before - 1e-6)]! };
    spans.set(step.id, span);
    spans.set(step.phase, { ...(spans.get(step.phase) ?? span), until });
  }
  return spans;
}

/** Whether there is something left to make: what waits for the customer is made already. */
const isLeft = ({ state }: Pick<DeliverableSummary | WorkItemView, "state">): boolean => state !== "approved" && state !== "in_review";

/** Open items in the order of the plan, each after what it needs. */
function inOrder(items: WorkItemView[]): WorkItemView[] {
  const left = items.filter((one) => isOpen(one) && isLeft(one));
  const ordered: WorkItemView[] = [];
  while (left.length) {
    const next = left.findIndex(({ depends_on }) => !left.some(({ id }) => depends_on.includes(id)));
    ordered.push(...left.splice(Math.max(0, next), 1));
  }
  return ordered;
}

/** The first day, and the working days after it until the last. */
function workingDays(first: string, last: string): string[] {
  const count = Math.max(0, (Date.parse(last) - Date.parse(first)) / DAY);
  const all = Array.from({ length: count }, (_, index) => new Date(Date.parse(first) + (index + 1) * DAY));
  return [first, ...all.filter((day) => day.getUTCDay() % 6).map((day) => day.toISOString().slice(0, 10))];
}
