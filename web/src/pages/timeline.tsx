import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { useData } from "../api/data";
import type { ApprovalView, DeliverableSummary, EstimateView, Phase, ProjectDetail, WorkItemView } from "../api/schema";
import { day, money, words } from "../lib/format";
import { to } from "../lib/router";
import { dayOf } from "../lib/days";
import "../styles/work.css";
import { Button, Card, Empty, Show } from "../ui/parts";
import { isOpen, named, pageOf, useItems } from "./work";

const DAY = 86_400_000;
const PHASES: Phase[] = ["planning", "design", "development", "launch"];
const SHOWN = 12; // work items, until asked for all
const MOST_TICKS = 8;
const WEEKS = [1, 2, 4];
const MONTHS = [1, 2, 3, 6, 12, 24, 60];

/** A stretch of time on the axis; the days it begins and ends on. */
interface Stretch {
  from: string;
  until: string;
  look: "planned" | "done" | "now" | "waits" | "forecast";
}

/** What was accepted, what happened and what is expected, on one axis. The table is the picture: each row says in words what it draws. */
export function Timeline({ project }: { project: ProjectDetail }) {
  const path = { project_id: project.id };
  const submitted = project.submitted_at !== null;
  // An archive has the estimate of an earlier edition.
  const estimate = useData("GET /projects/{project_id}/estimate", submitted && !project.archived ? { path } : null);
  const approvals = useData("GET /projects/{project_id}/approvals", submitted ? { path } : null, "slow");
  const items = useItems(project.id);
  if (!submitted) return <Card><Empty icon="calendar-clock" title="The work has not begun" text="Once the brief is submitted, phases, documents and work items stand here on one axis with the deadline and the forecast." /></Card>;
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
  const accepted = estimate?.accepted?.eta ?? null;
  const phases = phasesOf(project, approvals, items, today);
  const last = [...phases.flatMap(({ real }) => real).map((one) => one.until), accepted, project.eta, project.deadline, today].filter((one) => one !== null).reduce((one, other) => (one > other ? one : other));
  const axis = axisOf(first, last);
  const late = project.eta !== null && project.deadline !== null && project.eta > project.deadline;
  const whole: Stretch[] = [
    ...(accepted ? [{ from: first, until: accepted, look: "planned" } as const] : []),
    ...(project.eta ? [{ from: today, until: project.eta, look: "forecast" } as const] : []),
  ];
  return (
    <div class="time">
      <Summary project={project} estimate={estimate} late={late} />
      <Card flush>
        <div class={project.deadline ? "time-box due" : "time-box"}>
          <table class="timeline">
            <caption class="sr">What was accepted, what happened, and what is expected</caption>
            <thead>
              <tr>
                <th scope="col">What</th><th scope="col">When</th>
                <td aria-hidden="true"><div class="track">{axis.ticks.map(({ at, text }) => <span class="tick" style={{ left: axis.place(at) }}>{text}</span>)}</div></td>
              </tr>
            </thead>
            <tbody><Row axis={axis} head name="All of it" said={project.completed_at ? `Done on ${day(project.completed_at)}` : project.eta ? `Expected on ${day(project.eta)}` : words(project.status)} stretches={whole} /></tbody>
            {phases.map(({ phase, real, said }) => (
              <tbody key={phase}>
                <Row axis={axis} head name={words(phase)} said={said} stretches={real} />
                {project.deliverables.filter((one) => one.phase === phase).map((one) => <Document key={one.id} axis={axis} project={project.id} document={one} approvals={approvals.filter(({ deliverable_id }) => deliverable_id === one.id)} today={today} />)}
                {phase === "development" && items.length > 0 && <Items axis={axis} items={items} today={today} />}
              </tbody>
            ))}
          </table>
          <div class="time-lines" aria-hidden="true">
            <span class="today" style={{ left: axis.place(today) }}><b>Today</b></span>
            {project.eta && <span class="eta" style={{ left: axis.place(project.eta) }}><b>Forecast</b></span>}
            {project.deadline && <span class={late ? "deadline late" : "deadline"} style={{ left: axis.place(project.deadline) }}><b>Deadline</b></span>}
          </div>
        </div>
        <p class="legend"><span class="key planned">as accepted</span><span class="key done">done</span><span class="key now">under way</span><span class="key waits">waits for you</span><span class="key forecast">expected</span></p>
      </Card>
    </div>
  );
}

/** The dates and the money that everything else explains, in the server's words. */
function Summary({ project, estimate, late }: Pick<Drawing, "project" | "estimate"> & { late: boolean }) {
  const { eta, deadline, completed_at, budget, said } = project;
  const accepted = estimate?.accepted ?? null;
  const over = budget.ceiling !== null && budget.forecast !== null && budget.forecast > budget.ceiling;
  const line = (text: string, isBad = false) => text && <dd class={isBad ? "line bad" : "line"}>{text}</dd>;
  const most = Math.max(budget.forecast ?? 0, budget.ceiling ?? 0, budget.spent, 1);
  return (
    <dl class="card stats four">
      <div><dt>{completed_at ? "Done on" : "Forecast"}</dt><dd>{completed_at ? day(completed_at) : eta ? day(eta) : "—"}</dd>{line(said.expected || said.state)}</div>
      <div><dt>Accepted</dt><dd>{accepted ? day(accepted.eta) : "—"}</dd>{line(estimate?.said.accepted ?? "")}</div>
      <div><dt>Deadline</dt><dd class={late ? "bad" : ""}>{deadline ? day(deadline) : "—"}</dd>{line(said.deadline, late)}</div>
      <div>
        <dt>Spent</dt><dd class={over ? "bad" : ""}>{money(budget.spent, budget.currency)}</dd>
        {budget.forecast !== null && <dd class="line"><Gauge spent={budget.spent} most={most} marks={[budget.forecast, budget.ceiling]} limit={budget.ceiling} /></dd>}
        {line(said.forecast)}{line(said.ceiling, over)}
      </div>
    </dl>
  );
}

/** What was spent, red from the limit on; a mark for the forecast and for the ceiling. The words beside it say the same. */
function Gauge({ spent, most, marks, limit }: { spent: number; most: number; marks: (number | null)[]; limit: number | null }) {
  const share = (amount: number) => `${(100 * amount) / most}%`;
  return (
    <span class="gauge" aria-hidden="true">
      <i style={{ width: share(limit === null ? spent : Math.min(spent, limit)) }} />
      {limit !== null && spent > limit && <i class="over" style={{ width: share(spent - limit) }} />}
      {marks.map((mark) => mark !== null && <b style={{ left: share(mark) }} />)}
    </span>
  );
}

interface Axis {
  place: (day: string) => string;
  ticks: { at: string; text: string }[];
}

/** Where a day lies between the first and the last one, and marks at Mondays or at the first of months, as many as can be read. */
function axisOf(first: string, last: string): Axis {
  const start = Date.parse(first) - DAY;
  const end = Math.max(Date.parse(last) + 2 * DAY, start + 14 * DAY);
  const place = (day: string) => `${Math.round((10_000 * (Date.parse(day) - start)) / (end - start)) / 100}%`;
  const mondays: number[] = [];
  for (let at = start; at < end; at += DAY) if (new Date(at).getUTCDay() === 1) mondays.push(at);
  const months: number[] = [];
  for (const at = new Date(start); at.getTime() < end; at.setUTCMonth(at.getUTCMonth() + 1, 1)) if (at.getTime() > start || at.getUTCDate() === 1) months.push(at.getTime());
  const inMonths = mondays.length > MOST_TICKS * WEEKS.at(-1)!;
  const all = inMonths ? months : mondays;
  const step = (inMonths ? MONTHS : WEEKS).find((count) => all.length / count <= MOST_TICKS) ?? all.length;
  const format = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", month: "short", ...(inMonths ? { year: "2-digit" } : { day: "numeric" }) });
  return { place, ticks: all.filter((_, index) => index % step === 0).map((at) => ({ at: dayOf(at), text: format.format(at) })) };
}

/** Each phase as far as it went. When one that is not done will be is in no record. */
function phasesOf(project: ProjectDetail, approvals: ApprovalView[], items: WorkItemView[], today: string) {
  const at = project.phase === "complete" ? PHASES.length : PHASES.indexOf(project.phase);
  const isRunning = project.status === "active" || project.status === "on_hold";
  let begins = dayOf(project.submitted_at!);
  return PHASES.map((phase, index) => {
    const own = project.deliverables.filter((one) => one.phase === phase).map(({ id }) => id);
    const decided = approvals.filter((one) => own.includes(one.deliverable_id)).map((one) => one.decided_at);
    const worked = phase === "development" ? items.map((one) => one.ended_at) : [];
    const real: Stretch[] = [];
    let said = "Not begun";
    if (index < at) {
      const end = [...decided, ...worked].filter((one) => one !== null).map(dayOf).reduce((one, other) => (one > other ? one : other), begins);
      real.push({ from: begins, until: end, look: "done" });
      said = `Done on ${day(end)}`;
      begins = end;
    } else if (index === at && isRunning) {
      real.push({ from: begins, until: today, look: "now" });
      said = "Under way";
    }
    return { phase, real, said };
  });
}

function Document({ axis, project, document, approvals, today }: { axis: Axis; project: string; document: DeliverableSummary; approvals: ApprovalView[]; today: string }) {
  const [first, last] = [approvals.at(-1), approvals[0]]; // the newest comes first
  const from = first && dayOf(first.created_at);
  const approved = document.state === "approved" && last?.decided_at ? dayOf(last.decided_at) : undefined;
  const waits = document.state === "in_review";
  const said = approved ? `Approved on ${day(approved)}` : waits && last ? `Waits for you since ${day(last.created_at)}` : from ? words(document.state) : document.state === "blocked" ? "Waits for access" : "Not written yet";
  return (
    <Row axis={axis} name={document.title} href={document.revision > 0 ? to("projects", project, "deliverables", document.id) : undefined} said={said}
      stretches={from ? [{ from, until: approved ?? today, look: approved ? "done" : waits ? "waits" : "now" }] : []} />
  );
}

/** Of many items those that something happens to; the others on request. */
function Items({ axis, items, today }: { axis: Axis; items: WorkItemView[]; today: string }) {
  const [all, setAll] = useState(items.length <= SHOWN);
  const order = { in_review: 0, claimed: 1, changes_requested: 2, ready: 3, blocked: 4, done: 5, cancelled: 6 };
  const shown = all ? items : [...items].sort((one, other) => order[one.state] - order[other.state]).slice(0, SHOWN);
  return (
    <>
      {shown.map((item) => <Row key={item.id} axis={axis} name={named(item)} href={pageOf(item)} said={saidOf(item)} stretches={stretchesOf(item, today)} />)}
      {!all && <tr><td colSpan={3}><Button kind="ghost" onClick={() => setAll(true)}>{`Show all ${items.length} work items`}</Button></td></tr>}
    </>
  );
}

function saidOf(item: WorkItemView): string {
  if (!isOpen(item)) return `${words(item.state)} on ${day(item.ended_at ?? item.updated_at)}`;
  if (item.state === "claimed" && item.claim) return `${item.claim.worker} since ${day(item.claim.claimed_at)}`;
  if (item.state === "in_review") return `Waits for you since ${day(item.updated_at)}`;
  return words(item.state);
}

/** What has happened with an item: its claim, its wait for a review, or all from its making to its end; nothing before it was taken. */
function stretchesOf(item: WorkItemView, today: string): Stretch[] {
  if (item.state === "claimed" && item.claim) return [{ from: dayOf(item.claim.claimed_at), until: today, look: "now" }];
  if (item.state === "in_review") return [{ from: dayOf(item.updated_at), until: today, look: "waits" }];
  if (item.state === "changes_requested") return [{ from: dayOf(item.updated_at), until: today, look: "now" }];
  return item.state === "done" ? [{ from: dayOf(item.created_at), until: dayOf(item.ended_at ?? item.updated_at), look: "done" }] : [];
}

function Row({ axis, name, href, said, stretches, head }: { axis: Axis; name: string; href?: string; said: ComponentChildren; stretches: Stretch[]; head?: boolean }) {
  return (
    <tr class={head ? "phase" : undefined}>
      <th scope="row" dir="auto">{href ? <a class="name" href={href}>{name}</a> : name}</th>
      <td><bdi>{said}</bdi></td>
      <td aria-hidden="true">
        <div class="track">
          {stretches.map(({ from, until, look }) => <span class={`stretch ${look}`} style={{ left: axis.place(from), width: `calc(${axis.place(until)} - ${axis.place(from)})` }} />)}
        </div>
      </td>
    </tr>
  );
}
