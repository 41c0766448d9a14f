import { useData } from "../api/data";
import type { BriefView, DeliverableSummary, InboxItem, ProjectDetail } from "../api/schema";
import { day, money } from "../lib/format";
import { to } from "../lib/router";
import { risks as words } from "../words/project";
import { hasEnded } from "./project-order";
import { costOf, useWaiting } from "./standing";

export interface Risk {
  said: string;
  href: string;
  /** Whether it is so already, rather than possible. */
  isCertain: boolean;
  tone?: "warn";
}

const WIDE = 0.5; // of the likely cost, between the low and the high end

/** What can make a running project cost more, end later or stand still; undefined until it is known. */
export function useRisks(project: ProjectDetail): Risk[] | undefined {
  const brief = useData("GET /projects/{project_id}/brief", { path: { project_id: project.id } });
  const outdated = useOutdated(project);
  const waiting = useWaiting();
  if (!waiting || (!brief.data && !brief.error)) return undefined;
  const found = [...limitRisks(project), ...(brief.data ? briefRisks(project, brief.data) : []), ...recordRisks(project, outdated ?? [], waiting)];
  return found.sort((a, b) => weight(b) - weight(a));
}

const weight = ({ isCertain, tone }: Risk) => Number(isCertain) * (tone ? 1 : 2);

/** The written documents that the brief has left behind, in a project that has not ended; undefined until it is known. */
export function useOutdated(project: ProjectDetail | undefined): DeliverableSummary[] | undefined {
  const asked = project?.submitted_at && !hasEnded(project) ? { path: { project_id: project.id } } : null;
  const brief = useData("GET /projects/{project_id}/brief", asked);
  if (asked && !brief.data && !brief.error) return undefined;
  return project?.deliverables.filter(({ id }) => brief.data?.outdated.includes(id)) ?? [];
}

/** The state that is shown of a document: `outdated` for an approved one that the brief has left behind; undefined until it is known. */
export function useShownState(project: ProjectDetail | undefined): (document: DeliverableSummary) => string | undefined {
  const outdated = useOutdated(project);
  return (one) => one.state !== "approved" ? one.state : outdated?.includes(one) ? "outdated" : outdated && "approved";
}

function limitRisks(project: ProjectDetail): Risk[] {
  const { id, budget: { ceiling, high, low, likely, currency }, dates, deadline } = project;
  const brief = to("projects", id, "brief");
  const cost = costOf(project);
  const found: Risk[] = [];
  if (cost.broken) found.push({ said: words.over(cost.broken), href: brief, isCertain: true });
  else if (ceiling !== null && high !== null && high > ceiling) found.push({ said: words.mayBeOver(money(high - ceiling, currency)), href: brief, isCertain: false });
  if (dates && deadline && dates.likely > deadline) found.push({ said: words.late(day(dates.likely), day(deadline)), href: brief, isCertain: true });
  else if (dates && deadline && dates.late > deadline) found.push({ said: words.mayBeLate(day(dates.late)), href: brief, isCertain: false });
  if (low !== null && high !== null && likely && high - low > WIDE * likely) found.push({ said: words.wide(money(low, currency), money(high, currency)), href: brief, isCertain: false });
  return found;
}

function briefRisks({ id }: ProjectDetail, { entries, choices }: BriefView): Risk[] {
  const href = to("projects", id, "brief");
  const unclear = entries.filter(({ asked, state }) => asked && state !== "dropped").length;
  const open = choices.filter(({ answer }) => answer === null).length;
  return [...(unclear ? [{ said: words.unclear(unclear), href, isCertain: false }] : []), ...(open ? [{ said: words.choices(open), href: `${href}?show=decisions`, isCertain: false }] : [])];
}

function recordRisks({ id, budget }: ProjectDetail, outdated: DeliverableSummary[], waiting: InboxItem[]): Risk[] {
  const missing = waiting.filter((one) => one.project_id === id && one.kind === "credential" && one.blocks).length; // others hold up nothing
  return [
    ...(outdated.length ? [{ said: words.outdated(outdated.map(({ title }) => title)), href: outdated.length > 1 ? to("projects", id, "documents") : to("projects", id, "deliverables", outdated[0]!.id), isCertain: true, tone: "warn" as const }] : []),
    ...(missing ? [{ said: words.access(missing), href: to("projects", id, "access"), isCertain: true }] : []),
    ...(budget.unreported_items ? [{ said: words.unreported(budget.unreported_items), href: to("projects", id, "work"), isCertain: false }] : []),
  ];
}
