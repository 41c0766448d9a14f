import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { useData } from "../api/data";
import type { ApprovalView, DeliverableSummary, EstimateView, InboxItem, ProjectDetail, WorkItemView } from "../api/schema";
import { dayRange, nearDay as day, shortDay, words as stateOf } from "../lib/format";
import { to, useChoice } from "../lib/router";
import { dayOf } from "../lib/days";
import "../styles/work.css";
import { Icon } from "../ui/icon";
import { later } from "../ui/later";
import { Card, Empty, Show, Skeleton, Status } from "../ui/parts";
import { documents as marks } from "../words/project";
import { standing } from "../words/projects";
import { timeline as words } from "../words/timeline";
import { board, states } from "../words/work";
import { type Axis, axisOf } from "./axis";
import { likelySpans, PHASES, type Span } from "./likely";
import { useOutdated } from "./risks";
import { endOf, useWaiting, waitsSince } from "./standing";
import { isOpen, named, useItems } from "./work";

const Activity = later(() => import("./activity").then((page) => page.Activity));

const VIEWS = ["", "activity"] as const;
const LAST = 93; // percent of the axis, behind which the words of a mark would be cut
const APART = 22; // percent of the axis: the words of marks that are as far from each other share a line
const NO_BREAK = /(?<=\d) | (?=\d{4})/g; // spaces within a day

/** A stretch of time on the axis; the days it begins and ends on, and the day behind which it is drawn. */
interface Stretch {
  from: string;
  until: string;
  behind?: string;
  look: "done" | "now" | "waits" | "likely" | "late";
}

/** The project in time: as a schedule, or as a log of what was done. */
export function Timeline({ project }: { project: ProjectDetail }) {
  const [view, setView] = useChoice("view", VIEWS);
  return (
    <div class="time">
      <div class="bar slim" role="group" aria-label={words.view}>
        {VIEWS.map((one) => <button type="button" class="tab" key={one} aria-pressed={one === view} onClick={() => setView(one)}>{words.views[one]}</button>)}
      </div>
      {view === "activity" ? <Activity project={project} /> : <Schedule project={project} />}
    </div>
  );
}

/** What happened and what is expected, on one axis. The table is the picture: each row says in words what it draws. */
function Schedule({ project }: { project: ProjectDetail }) {
  const path = { project_id: project.id };
  const submitted = project.submitted_at !== null;
  // An archive has the estimate of an earlier edition.
  const estimate = useData("GET /projects/{project_id}/estimate", submitted && !project.archived ? { path } : null);
  const approvals = useData("GET /projects/{project_id}/approvals", submitted ? { path } : null, "slow");
  const items = useItems(project.id);
  const waiting = useWaiting();
  const isKnown = useOutdated(project) && waiting && items.isFetched; // all of it is drawn at once
  if (!submitted) return <Card><Empty icon="calendar-clock" title={words.none} text={words.noneWhy} /></Card>;
  if (!isKnown) return <Card flush><Skeleton lines={6} /></Card>;
  const drawn = (estimated: EstimateView | null) => (
    <Show of={approvals} lines={6}>
      {({ approvals: decided }) => <Drawn project={project} estimate={estimated} approvals={decided} items={items.data ?? []} waiting={waiting!} />}
    </Show>
  );
  return project.archived ? drawn(null) : <Show of={estimate} lines={6}>{drawn}</Show>;
}

type Drawing = { project: ProjectDetail; estimate: EstimateView | null; approvals: ApprovalView[]; items: WorkItemView[]; waiting: InboxItem[] };

function Drawn({ project, estimate, approvals, items, waiting }: Drawing) {
  const today = dayOf(Date.now());
  const first = dayOf(project.submitted_at!);
  const outdated = (useOutdated(project) ?? []).map(({ id }) => id);
  const [unfolded, setUnfolded] = useState<string[]>([]);
  const { deadline, dates, completed_at } = project;
  const eta = project.status === "on_hold" ? null : project.eta; // nothing has a day while the project is paused
  const likely = eta ? likelySpans(project, items, estimate?.effort_days.likely ?? 0, today, eta) : new Map<string, Span>();
  const since = waitsSince(project, items, waiting);
  const phases = phasesOf({ project, approvals, items }, today, likely, since);
  const axis = axisOf(first, [today, eta, eta && dates?.late, ...phases.flatMap(({ real }) => real.map(({ until }) => until))], deadline);
  const lines = [
    { look: "today", at: axis.at(today), text: words.lines.today },
    ...(eta ? [{ look: "eta", at: axis.at(eta), text: words.lines.end }] : []),
    ...(deadline ? [axis.isFar ? { look: "edge", at: 100, text: words.beyond } : { look: eta && eta > deadline ? "deadline late" : "deadline", at: axis.at(deadline), text: words.lines.deadline }] : []),
  ];
  const rows: number[] = []; // of the words of each: no two lie over each other
  for (const one of lines) rows.push(lines.findIndex((_, row) => rows.every((taken, other) => taken !== row || Math.abs(one.at - lines[other]!.at) >= APART)));
  const whole: Stretch[] = [
    ...(completed_at ? [{ from: first, until: dayOf(completed_at), look: "done" } as const] : isRunning(project) ? soFar(first, today, since) : []),
    ...(eta ? [{ from: today, until: eta, behind: today, look: "likely" } as const] : []),
    ...(eta && dates ? [{ from: eta, until: dates.late, behind: eta, look: "late" } as const] : []),
  ];
  return (
    <>
      <Summary project={project} estimate={estimate} />
      <Card flush>
        <div class="time-box" style={{ "--rows": Math.max(...rows) + 1, "--today": `${axis.at(today)}%` }}>
          <div class="time-lines" aria-hidden="true">
            {axis.ticks.map(({ at }) => <i style={{ left: `${at}%` }} />)}
            {lines.map(({ look, at, text }, index) => <>{look !== "edge" && <span class={look} style={{ left: `${at}%`, "--row": rows[index]! + 1 }} />}<b class={look} style={{ left: `${at}%`, "--row": rows[index]! + 1 }}>{text}</b></>)}
          </div>
          <table class="timeline">
            <caption class="sr">{words.caption}</caption>
            <thead>
              <tr>
                <th scope="col">{words.what}</th><th scope="col">{words.when}</th>
                <td aria-hidden="true"><div class="track">{axis.ticks.map(({ at, text }) => at < LAST && <span class="tick" style={{ left: `${at}%` }}>{text}</span>)}</div></td>
              </tr>
            </thead>
            <tbody><Row axis={axis} head name={words.whole} said={completed_at ? words.onDay(words.legend.done, day(completed_at)) : eta ? words.expectedOn(day(eta)) : standing.status[project.status]} stretches={whole} /></tbody>
            {phases.map(({ phase, real, said, isDone }) => {
              const own = project.deliverables.filter((one) => one.phase === phase);
              const isOpen = !isDone || unfolded.includes(phase);
              const toggle = () => setUnfolded(isOpen ? unfolded.filter((one) => one !== phase) : [...unfolded, phase]);
              const name = standing.phase[phase];
              const things = [...own.map((one) => documentRow(one, approvals, today, likely.get(one.id))), ...(phase === "development" ? items.map((one) => itemRow(one, items, today, likely.get(one.id))) : [])];
              return (
                <tbody key={phase}>
                  <Row axis={axis} head name={isDone ? <button type="button" class="fold-row" aria-expanded={isOpen} onClick={toggle}>{name}<Icon name="chevron-right" /></button> : name} said={said} isOutdated={!isOpen && own.some(({ id }) => outdated.includes(id))} stretches={real} />
                  {isOpen && things.map(({ id, ...row }) => <Row key={id} axis={axis} isOutdated={outdated.includes(id)} {...row} href={row.href && to("projects", project.id, ...row.href)} />)}
                </tbody>
              );
            })}
          </table>
        </div>
        <p class="legend">
          {Object.entries(words.legend).filter(([look]) => eta || (look !== "likely" && look !== "late")).map(([look, name]) => <span class={`key ${look}`} key={look}>{name}</span>)}
          {eta && <span>{words.how}</span>}
        </p>
      </Card>
    </>
  );
}

/** What the axis explains: the end, as every page says it, and what was accepted where it differs. */
function Summary({ project, estimate }: Pick<Drawing, "project" | "estimate">) {
  const { name, value, limit, broken } = endOf(project);
  const accepted = estimate?.accepted?.eta;
  return (
    <dl class="sums">
      <div>
        <dt>{name}</dt><dd class={broken ? "bad" : undefined}>{value}</dd>
        {limit && <dd class={broken ? "bad" : undefined}>{broken ?? limit}</dd>}
        {accepted && project.eta && accepted !== project.eta && <dd>{words.accepted(day(accepted))}</dd>}
      </div>
    </dl>
  );
}

const isRunning = ({ status }: ProjectDetail) => status === "active" || status === "on_hold";

/** Each phase as far as it went, and as far as it is likely to go. */
function phasesOf({ project, approvals, items }: Omit<Drawing, "estimate" | "waiting">, today: string, likely: Map<string, Span>, since: string | undefined) {
  const at = project.phase === "complete" ? PHASES.length : PHASES.indexOf(project.phase);
  let begins = dayOf(project.submitted_at!);
  return PHASES.map((phase, index) => {
    const isDone = index < at;
    if (isDone) {
      const own = project.deliverables.filter((one) => one.phase === phase).map(({ id }) => id);
      const decided = approvals.filter((one) => own.includes(one.deliverable_id)).map((one) => one.decided_at);
      const ends = [...decided, ...(phase === "development" ? items.map((one) => one.ended_at) : [])].filter((one) => one !== null).map(dayOf);
      const from = begins;
      begins = ends.reduce((one, other) => (one > other ? one : other), begins);
      return { phase, real: [{ from, until: begins, look: "done" }] satisfies Stretch[], said: words.onDay(words.legend.done, day(begins)), isDone };
    }
    const span = likely.get(phase);
    const isNow = index === at && isRunning(project);
    const state = project.status === "on_hold" ? standing.status.on_hold : words.legend[since ? "waits" : "now"];
    const unbegun = index && isRunning(project) ? words.after(standing.phase[PHASES[index - 1]!].toLowerCase()) : words.notBegun;
    const said = isNow ? words.goesOn(state, since ? undefined : span && shortDay(span.until)) : span ? saidOf(span) : unbegun;
    return { phase, real: [...(isNow ? soFar(begins, today, since) : []), ...ghost(span)], said, isDone };
  });
}

/** Until today; from the day on which the last thing came to wait for the customer, that wait. */
const soFar = (from: string, today: string, since: string | undefined): Stretch[] =>
  since && since > from ? [{ from, until: since, look: "now" }, { from: since, until: today, behind: since, look: "waits" }]
    : [{ from, until: today, look: since ? "waits" : "now" }];

const ghost = (span: Span | undefined): Stretch[] => (span ? [{ ...span, look: "likely" }] : []);

const saidOf = (likely: Span, access?: string): string => words.likely(shortDay(likely.from), shortDay(likely.until), access);

function documentRow(document: DeliverableSummary, all: ApprovalView[], today: string, likely: Span | undefined) {
  const { id, title, state, revision } = document;
  const approvals = all.filter(({ deliverable_id }) => deliverable_id === id);
  const [first, last] = [approvals.at(-1), approvals[0]]; // the newest comes first
  const from = first && dayOf(first.created_at);
  const approved = state === "approved" && last?.decided_at ? dayOf(last.decided_at) : undefined;
  const waits = state === "in_review";
  const unbegun = state === "blocked" ? marks.blocked : likely ? saidOf(likely) : marks.unwritten;
  const said = approved ? words.onDay(stateOf(state), day(approved)) : waits && last ? words.waitsSince(day(last.created_at)) : from ? stateOf(state) : unbegun;
  const real: Stretch[] = from ? [{ from, until: approved ?? today, look: approved ? "done" : waits ? "waits" : "now" }] : [];
  return { id, name: title, href: revision > 0 ? ["deliverables", id] : undefined, said, stretches: [...real, ...ghost(likely)] };
}

function itemRow(item: WorkItemView, all: WorkItemView[], today: string, likely: Span | undefined) {
  return { id: item.id, name: named(item), href: ["work", item.id], said: itemSaid(item, all, likely), stretches: [...stretchesOf(item, today), ...ghost(likely)] };
}

function itemSaid(item: WorkItemView, all: WorkItemView[], likely: Span | undefined): string {
  if (!isOpen(item)) return words.onDay(states[item.state], day(item.ended_at ?? item.updated_at));
  if (item.state === "claimed" && item.claim) return words.workerSince(item.claim.worker, day(item.claim.claimed_at));
  if (item.state === "in_review") return words.waitsSince(day(item.updated_at));
  const access = item.blocked_by.filter((id) => !all.some((one) => one.id === id)).length;
  return likely && item.state !== "changes_requested" ? saidOf(likely, access ? board.access(access) : "") : states[item.state];
}

/** What has happened with an item: its claim, its wait for a review, or all from its making to its end; nothing before it was taken. */
function stretchesOf({ state, claim, created_at, updated_at, ended_at }: WorkItemView, today: string): Stretch[] {
  if (state === "done") return [{ from: dayOf(created_at), until: dayOf(ended_at ?? updated_at), look: "done" }];
  if (state === "in_review") return [{ from: dayOf(updated_at), until: today, look: "waits" }];
  return state === "claimed" || state === "changes_requested" ? [{ from: dayOf(claim?.claimed_at ?? updated_at), until: today, look: "now" }] : [];
}

interface RowOf {
  axis: Axis;
  name: ComponentChildren;
  href?: string;
  said: string;
  stretches: Stretch[];
  head?: boolean;
  isOutdated?: boolean;
}

function Row({ axis, name, href, said, stretches, head, isOutdated }: RowOf) {
  return (
    <tr class={head ? "phase" : undefined}>
      <th scope="row" dir="auto">{href ? <a class="name" href={href}>{name}</a> : name}</th>
      <td><bdi>{said.replace(NO_BREAK, "\u00a0")}</bdi>{isOutdated && <> <Status of="outdated" /></>}</td>
      <td aria-hidden="true">
        <div class="track">
          {stretches.map(({ from, until, behind, look }) => <span class={`stretch ${look}`} title={words.mark(words.legend[look], dayRange(from, until))} style={{ "--from": `${behind ? axis.at(behind) : axis.from(from)}%`, "--until": `${axis.at(until)}%` }} />)}
        </div>
      </td>
    </tr>
  );
}
