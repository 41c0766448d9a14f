import { useData } from "../api/data";
import { useHeld } from "../api/held";
import type { InboxItem, ProjectView, WorkItemView } from "../api/schema";
import { dayOf } from "../lib/days";
import { day, money, near, number, shortDay } from "../lib/format";
import { to } from "../lib/router";
import { moves, standing as words } from "../words/projects";
import { screenAt, useOpenItems } from "./needs";
import { hasEnded } from "./project-order";

/*
 * How a project stands. Every page takes its figures from here, so that no two of them differ.
 */

/** A cost or a day, with its ends and the customer's limit. */
export interface Figure {
  name: string;
  value: string;
  /** From the low end to the high end; null where they meet. */
  ends: string | null;
  /** The limit; null without one. */
  limit: string | null;
  /** How the limit is broken; null where it holds. */
  broken: string | null;
}

const isPaused = (project: ProjectView): boolean => project.status === "on_hold" && !hasEnded(project);

/** Where it is; of one that is under way, its phase. */
export const stateOf = ({ phase, status, archived }: ProjectView): string =>
  archived ? words.archive : status === "draft" ? words.phase.intake : status === "active" ? words.phase[phase] : words.status[status];

export function costOf(project: ProjectView): Figure {
  const { currency, spent, forecast, likely, low, high, ceiling } = project.budget;
  const amount = project.archived ? spent : forecast ?? likely;
  const more = !project.archived && amount !== null && ceiling !== null ? amount - ceiling : 0;
  return {
    name: project.archived ? words.spent : hasEnded(project) ? words.cost : project.status === "draft" ? words.estimate : words.forecast,
    value: amount === null ? words.noEstimate : money(amount, currency),
    ends: low === null || high === null || low === high ? null : words.range(money(low, currency), number(high)),
    limit: ceiling === null ? null : words.ceiling(money(ceiling, currency)),
    broken: more > 0 ? words.overCeiling(money(more, currency), money(ceiling, currency)) : null,
  };
}

/** Nothing has a day while the project is paused. */
export function endOf(project: ProjectView): Figure {
  const { eta, dates, deadline, completed_at } = project;
  const paused = isPaused(project);
  const end = completed_at ? dayOf(completed_at) : eta;
  return {
    name: completed_at ? words.completed : words.end,
    value: paused ? words.status.on_hold : end ? day(end) : words.noDay,
    ends: !paused && dates && dates.early !== dates.late ? words.range(shortDay(dates.early), day(dates.late)) : null,
    limit: deadline && words.deadline(day(deadline)),
    broken: !paused && end !== null && deadline !== null && end > deadline ? words.late(day(deadline)) : null,
  };
}

/** What is wrong with it, by the customer's limits, which only one under way has: the likely cost and end, then the high cost and the late end. Limits that hold say nothing. */
export function verdictOf(project: ProjectView): { tone: "warn" | "bad"; said: string } | null {
  const { archived, budget: { ceiling, high }, dates, deadline, status } = project;
  if (archived || status !== "active") return null;
  if (endOf(project).broken) return { tone: "bad", said: words.verdicts.late };
  if (costOf(project).broken) return { tone: "bad", said: words.verdicts.over };
  const isAtRisk = (ceiling !== null && (high ?? 0) > ceiling) || (deadline && dates && dates.late > deadline);
  return isAtRisk ? { tone: "warn", said: words.verdicts.risk } : null;
}

/** How much of a thing is done. */
export interface Meter {
  done: number;
  of: number;
}

/** Its documents, by how many are approved; null before there are any. */
export const planOf = ({ documents }: ProjectView): Meter | null => documents && { done: documents.approved, of: documents.of };

/** Its work items; null before any is handed out. */
export const buildOf = ({ work }: ProjectView): Meter | null => work && { done: work.done, of: work.items };

export const percentOf = ({ done, of }: Meter): number => (of ? Math.floor((100 * done) / of) : 0);

/** What waits for the customer in projects, the most urgent first and what is snoozed last; undefined until it is known. */
export function useWaiting(): InboxItem[] | undefined {
  const isHeld = useHeld();
  const open = useOpenItems();
  const snoozed = useData("GET /inbox", { query: { state: "snoozed", limit: 100 } }, "slow");
  if ([open.inbox, snoozed].some(({ data, error }) => !data && !error)) return undefined;
  return [...(open.items ?? []), ...(snoozed.data?.items.filter((one) => !isHeld(one.target_id)) ?? [])];
}

/** The day since which all of a project waits for the customer; none while the team or a worker is busy, or it is paused. */
export function waitsSince(project: ProjectView, items: WorkItemView[], waiting: InboxItem[]): string | undefined {
  if (project.documents?.next || items.some((one) => one.claim) || isPaused(project)) return;
  return waiting.filter((one) => one.project_id === project.id && one.state === "open").map(({ since }) => dayOf(since)).sort().at(-1);
}

/** A step, and whose it is. */
export interface Move {
  by: "you" | "team" | "nobody";
  said: string;
  href?: string;
  /** Since when it waits. */
  since?: string;
  note?: string;
  more: number;
}

export const moveOn = (item: InboxItem, more = 0): Move => {
  const until = item.state === "snoozed" ? item.snoozed_until : null;
  return { by: until ? "nobody" : "you", said: item.title, href: screenAt(item.path), more, ...(until ? { note: moves.snoozed(near(until)) } : { since: item.since }) };
};

const LAUNCH = 2; // documents, which an example leaves to whoever looks at it

/** Whether an example is made as far as it is made by itself (`api/example.ts`). */
const isMade = ({ status, documents }: ProjectView): boolean => status !== "draft" && (status !== "active" || (documents !== null && documents.approved >= documents.of - LAUNCH));

/** Who moves next in a project, by what waits in it; null where nobody does. */
export function nextMove(project: ProjectView, waiting: InboxItem[]): Move | null {
  const { id, status, documents, work } = project;
  const step = (by: Move["by"], said: string, ...path: string[]): Move => ({ by, said, more: 0, ...(path.length && { href: to("projects", id, ...path) }) });
  const [first, ...others] = waiting.filter((one) => one.project_id === id);
  if (first) return moveOn(first, others.filter(({ state }) => state === "open").length);
  if (hasEnded(project)) return null;
  if (project.example) return isMade(project) ? null : { by: "you", said: moves.example, href: to("projects", id), more: 0 }; // which goes on from there
  if (status === "draft") return step("you", moves.brief, "intake");
  if (status === "on_hold") return step("nobody", words.status.on_hold);
  if (documents?.next) return step("team", moves.writes(documents.next));
  if (documents?.sent_back) return step("you", moves.sentBack(documents.sent_back), "documents");
  return work && work.done < work.items ? step("nobody", moves.work(work.items - work.done), "work") : step("team", moves.team);
}
