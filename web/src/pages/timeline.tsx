import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { useData } from "../api/data";
import type { ApprovalView, DeliverableSummary, EstimateView, ProjectDetail, WorkItemView } from "../api/schema";
import { money, nearDay as day, shortDay, words as stateOf } from "../lib/format";
import { to, useChoice } from "../lib/router";
import { dayOf } from "../lib/days";
import "../styles/work.css";
import { Icon } from "../ui/icon";
import { later } from "../ui/later";
import { Button, Card, Empty, Pill, Show } from "../ui/parts";
import { documents as marks } from "../words/project";
import { standing } from "../words/projects";
import { timeline as words } from "../words/timeline";
import { board, states } from "../words/work";
import { likelySpans, PHASES, type Span } from "./likely";
import { useOutdated } from "./risks";
import { costOf, endOf, type Figure } from "./standing";
import { isOpen, named, pageOf, useItems, waitsFor } from "./work";

const Activity = later(() => import("./activity").then((page) => page.Activity));

const VIEWS = ["", "activity"] as const;
const DAY = 86_400_000;
const SHOWN = 12; // work items, until asked for all
const MOST_TICKS = 8;
const MOST_WEEKS = 9; // on an axis that is marked by weeks
const CLOSE = 3; // percent of the axis: a mark nearer to its beginning stands beside the words before it
const LAST = 93; // percent of the axis, behind which the words of a mark would be cut
const MARGIN = 0.09; // of what is drawn, before and after it
const FAR = 2; // times as long as what is drawn: a deadline beyond it stands at the edge
const AFTER = 0.25; // of what is drawn, before that edge
const LETTER = 1.5; // percent of the axis
const STEPS = [1, 2, 3, 6, 12, 24, 60]; // weeks or months

/** A stretch of time on the axis; the days it begins and ends on. */
interface Stretch extends Span {
  look: "done" | "now" | "waits" | "likely" | "late";
}

/** The project in time: as a schedule, or as a log of what was done. */
export function Timeline({ project }: { project: ProjectDetail }) {
  const [view, setView] = useChoice("view", ["", "activity"]);
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
  if (!submitted) return <Card><Empty icon="calendar-clock" title={words.none} text={words.noneWhy} /></Card>;
  const drawn = (estimated: EstimateView | null) => (
    <Show of={approvals} lines={6}>
      {({ approvals: decided }) => <Drawn project={project} estimate={estimated} approvals={decided} items={items.data ?? []} />}
    </Show>
  );
  return project.archived ? drawn(null) : <Show of={estimate} lines={6}>{drawn}</Show>;
}

type Drawing = { project: ProjectDetail; estimate: EstimateView | null; approvals: ApprovalView[]; items: WorkItemView[] };

function Drawn({ project, estimate, approvals, items }: Drawing) {
  const today = dayOf(Date.now());
  const first = dayOf(project.submitted_at!);
  const outdated = useOutdated(project).map(({ id }) => id);
  const [unfolded, setUnfolded] = useState<string[]>([]);
  const { deadline, dates, completed_at } = project;
  const eta = project.status === "on_hold" ? null : project.eta; // nothing has a day while the project is paused
  const likely = eta ? likelySpans(project, items, estimate?.effort_days.likely ?? 0, today, eta) : new Map<string, Span>();
  const phases = phasesOf(project, approvals, items, today, likely);
  const axis = axisOf(first, [today, eta, eta && dates?.late, ...phases.flatMap(({ real }) => real.map(({ until }) => until))], deadline);
  const lines = labelled([
    { look: "today", at: axis.at(today), text: words.lines.today },
    ...(eta ? [{ look: "eta", at: axis.at(eta), text: words.lines.end }] : []),
    ...(deadline ? [axis.isFar ? { look: "edge", at: 100, text: words.beyond(day(deadline)) } : { look: eta && eta > deadline ? "deadline late" : "deadline", at: axis.at(deadline), text: words.lines.deadline }] : []),
  ]);
  const whole: Stretch[] = [
    ...(completed_at || isRunning(project) ? [{ from: first, until: completed_at ? dayOf(completed_at) : today, look: completed_at ? "done" : "now" } as const] : []),
    ...(eta ? [{ from: today, until: eta, look: "likely" } as const] : []),
    ...(eta && dates ? [{ from: eta, until: dates.late, look: "late" } as const] : []),
  ];
  return (
    <>
      <Summary project={project} estimate={estimate} />
      <Card flush>
        <div class="time-box" style={{ "--rows": Math.max(...lines.map(({ row }) => row)) }}>
          <div class="time-lines" aria-hidden="true">
            {axis.ticks.map(({ at }) => <i style={{ left: `${at}%` }} />)}
            {lines.map(({ look, at, text, row, place }) => <>{look !== "edge" && <span class={look} style={{ left: `${at}%`, "--row": row }} />}<b class={look} style={{ ...place, "--row": row }}>{text}</b></>)}
          </div>
          <table class="timeline">
            <caption class="sr">{words.caption}</caption>
            <thead>
              <tr>
                <th scope="col">{words.what}</th><th scope="col">{words.when}</th>
                <td aria-hidden="true"><div class="track">{axis.ticks.map(({ at, text }) => at < LAST && <span class="tick" style={{ left: `${at}%` }}>{text}</span>)}</div></td>
              </tr>
            </thead>
            <tbody><Row axis={axis} head name={words.whole} said={completed_at ? words.doneOn(day(completed_at)) : eta ? words.expectedOn(day(eta)) : standing.status[project.status]} stretches={whole} /></tbody>
            {phases.map(({ phase, real, said, isDone }) => {
              const own = project.deliverables.filter((one) => one.phase === phase);
              const isOpen = !isDone || unfolded.includes(phase);
              const toggle = () => setUnfolded(isOpen ? unfolded.filter((one) => one !== phase) : [...unfolded, phase]);
              const name = standing.phase[phase];
              return (
                <tbody key={phase}>
                  <Row axis={axis} head name={isDone ? <button type="button" class="fold-row" aria-expanded={isOpen} onClick={toggle}>{name}<Icon name="chevron-right" /></button> : name} said={said} isOutdated={!isOpen && own.some(({ id }) => outdated.includes(id))} stretches={real} />
                  {isOpen && own.map((one) => <Document key={one.id} axis={axis} project={project.id} document={one} approvals={approvals.filter(({ deliverable_id }) => deliverable_id === one.id)} today={today} likely={likely.get(one.id)} isOutdated={outdated.includes(one.id)} />)}
                  {isOpen && phase === "development" && items.length > 0 && <Items axis={axis} items={items} today={today} likely={likely} />}
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

/** What the axis explains, in a line: the figures of every page, and what was accepted where it differs. */
function Summary({ project, estimate }: Pick<Drawing, "project" | "estimate">) {
  const accepted = estimate?.accepted;
  const { currency, forecast } = project.budget;
  return (
    <dl class="sums">
      <Sum of={endOf(project)} also={accepted && project.eta && accepted.eta !== project.eta && words.accepted(day(accepted.eta))} />
      <Sum of={costOf(project)} also={accepted && forecast !== null && accepted.likely !== forecast && words.accepted(money(accepted.likely, currency))} />
    </dl>
  );
}

const Sum = ({ of: { name, value, limit, broken }, also }: { of: Figure; also: string | false | null | undefined }) => (
  <div>
    <dt>{name}</dt><dd class={broken ? "bad" : undefined}>{value}</dd>
    {limit && <dd class={broken ? "bad" : undefined}>{broken ?? limit}</dd>}
    {also && <dd>{also}</dd>}
  </div>
);

type Axis = ReturnType<typeof axisOf>;

/** How many percent of the axis lie before a day, and marks at Mondays or at the first of months, as many as can be read. */
function axisOf(first: string, drawn: (string | null | undefined)[], deadline: string | null) {
  const begins = Date.parse(first);
  const ends = Math.max(...drawn.map((one) => (one ? Date.parse(one) : 0)));
  const due = deadline ? Date.parse(deadline) : 0;
  const isFar = due - begins > FAR * Math.max(ends - begins, 14 * DAY);
  const last = isFar ? ends : Math.max(ends, due);
  const margin = Math.max(3 * DAY, Math.round((MARGIN * (last - begins)) / DAY) * DAY);
  const start = begins - margin;
  const end = last + (isFar ? Math.max(margin, Math.round((AFTER * (last - begins)) / DAY) * DAY) : margin);
  const at = (day: string | number) => Math.round((10_000 * (new Date(day).getTime() - start)) / (end - start)) / 100;
  const inMonths = end - start > MOST_WEEKS * 7 * DAY;
  const days = Array.from({ length: (end - start) / DAY }, (_, index) => new Date(start + index * DAY)).filter((day) => (inMonths ? day.getUTCDate() : day.getUTCDay()) === 1);
  const step = STEPS.find((count) => days.length / count <= MOST_TICKS) ?? days.length;
  const marks = days.filter((day, index) => index % step === 0 && at(day.getTime()) > CLOSE);
  const ticks = marks.map((day, index) => ({ at: at(day.getTime()), text: inMonths ? month(day, !index || step > 6 || !day.getUTCMonth()) : shortDay(dayOf(day.getTime())) }));
  return { at, ticks, isFar };
}
const month = (day: Date, withYear: boolean) => new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", month: "short", ...(withYear && { year: "numeric" }) }).format(day);

/** Lines on the axis with their words above them, in one row; what would lie over other words stands in a row below. */
function labelled(lines: { look: string; at: number; text: string }[]) {
  const taken: number[] = []; // how far each row is
  return lines.sort((one, other) => one.at - other.at).map((line) => {
    const width = LETTER * line.text.length + 2;
    const from = Math.min(Math.max(0, line.at - width / 2), 100 - width);
    const row = [1, 2].find((one) => (taken[one] ?? 0) <= from) ?? 3;
    taken[row] = from + width;
    return { ...line, row, place: from === 0 ? { left: "0" } : from === 100 - width ? { right: "0" } : { left: `${line.at}%`, translate: "-50%" } };
  });
}

const isRunning = ({ status }: ProjectDetail) => status === "active" || status === "on_hold";

/** Each phase as far as it went, and as far as it is likely to go. */
function phasesOf(project: ProjectDetail, approvals: ApprovalView[], items: WorkItemView[], today: string, likely: Map<string, Span>) {
  const at = project.phase === "complete" ? PHASES.length : PHASES.indexOf(project.phase);
  let begins = dayOf(project.submitted_at!);
  return PHASES.map((phase, index) => {
    const own = project.deliverables.filter((one) => one.phase === phase).map(({ id }) => id);
    const decided = approvals.filter((one) => own.includes(one.deliverable_id)).map((one) => one.decided_at);
    const worked = phase === "development" ? items.map((one) => one.ended_at) : [];
    const real: Stretch[] = [];
    const span = index < at ? undefined : likely.get(phase);
    const isDone = index < at;
    let said: string = span ? words.likely(shortDay(span.from), shortDay(span.until)) : index && isRunning(project) ? words.after(standing.phase[PHASES[index - 1]!].toLowerCase()) : words.notBegun;
    if (isDone) {
      const end = [...decided, ...worked].filter((one) => one !== null).map(dayOf).reduce((one, other) => (one > other ? one : other), begins);
      real.push({ from: begins, until: end, look: "done" });
      said = words.doneOn(day(end));
      begins = end;
    } else if (index === at && isRunning(project)) {
      real.push({ from: begins, until: today, look: "now" });
      said = span ? words.nowUntil(shortDay(span.until)) : words.now;
    }
    return { phase, real: [...real, ...ghost(span)], said, isDone };
  });
}

const ghost = (span: Span | undefined): Stretch[] => (span ? [{ ...span, look: "likely" }] : []);

interface DocumentRow {
  axis: Axis;
  project: string;
  document: DeliverableSummary;
  approvals: ApprovalView[];
  today: string;
  likely: Span | undefined;
  isOutdated: boolean;
}

function Document({ axis, project, document, approvals, today, likely, isOutdated }: DocumentRow) {
  const [first, last] = [approvals.at(-1), approvals[0]]; // the newest comes first
  const from = first && dayOf(first.created_at);
  const approved = document.state === "approved" && last?.decided_at ? dayOf(last.decided_at) : undefined;
  const waits = document.state === "in_review";
  const unbegun = document.state === "blocked" ? words.blocked : likely ? words.likely(shortDay(likely.from), shortDay(likely.until)) : words.unwritten;
  const said = approved ? words.approvedOn(day(approved)) : waits && last ? words.waitsSince(day(last.created_at)) : from ? stateOf(document.state) : unbegun;
  return (
    <Row axis={axis} name={document.title} href={document.revision > 0 ? to("projects", project, "deliverables", document.id) : undefined} said={said} isOutdated={isOutdated}
      stretches={[...(from ? [{ from, until: approved ?? today, look: approved ? "done" : waits ? "waits" : "now" } as const] : []), ...ghost(likely)]} />
  );
}

/** Of many items those that something happens to; the others on request. */
function Items({ axis, items, today, likely }: { axis: Axis; items: WorkItemView[]; today: string; likely: Map<string, Span> }) {
  const [all, setAll] = useState(items.length <= SHOWN);
  const order = { in_review: 0, claimed: 1, changes_requested: 2, ready: 3, blocked: 4, done: 5, cancelled: 6 };
  const shown = all ? items : [...items].sort((one, other) => order[one.state] - order[other.state]).slice(0, SHOWN);
  return (
    <>
      {shown.map((item) => <Row key={item.id} axis={axis} name={named(item)} href={pageOf(item)} said={saidOf(item, items, likely.get(item.id))} stretches={[...stretchesOf(item, today), ...ghost(likely.get(item.id))]} />)}
      {!all && <tr><td colSpan={3}><Button kind="ghost" onClick={() => setAll(true)}>{words.showAll(items.length)}</Button></td></tr>}
    </>
  );
}

function saidOf(item: WorkItemView, all: WorkItemView[], likely: Span | undefined): string {
  if (!isOpen(item)) return words.onDay(states[item.state], day(item.ended_at ?? item.updated_at));
  if (item.state === "claimed" && item.claim) return words.workerSince(item.claim.worker, day(item.claim.claimed_at));
  if (item.state === "in_review") return words.waitsSince(day(item.updated_at));
  const access = item.blocked_by.filter((id) => !all.some((one) => one.id === id)).length;
  if (likely && item.state !== "changes_requested") return words.likely(shortDay(likely.from), shortDay(likely.until), access ? board.access(access) : "");
  if (item.state === "blocked" && waitsFor(item, all)) return board.waitsFor(waitsFor(item, all));
  return states[item.state];
}

/** What has happened with an item: its claim, its wait for a review, or all from its making to its end; nothing before it was taken. */
function stretchesOf(item: WorkItemView, today: string): Stretch[] {
  if (item.state === "claimed" && item.claim) return [{ from: dayOf(item.claim.claimed_at), until: today, look: "now" }];
  if (item.state === "in_review") return [{ from: dayOf(item.updated_at), until: today, look: "waits" }];
  if (item.state === "changes_requested") return [{ from: dayOf(item.updated_at), until: today, look: "now" }];
  return item.state === "done" ? [{ from: dayOf(item.created_at), until: dayOf(item.ended_at ?? item.updated_at), look: "done" }] : [];
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
      <td><bdi>{said}</bdi>{isOutdated && <> <Pill tone="warn">{marks.outdated}</Pill></>}</td>
      <td aria-hidden="true">
        <div class="track">
          {stretches.map(({ from, until, look }) => <span class={`stretch ${look}`} style={{ right: `${100 - axis.at(until)}%`, width: `${axis.at(until) - axis.at(from)}%` }} />)}
        </div>
      </td>
    </tr>
  );
}
