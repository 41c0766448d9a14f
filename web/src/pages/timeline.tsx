import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { useData } from "../api/data";
import type { ApprovalView, DeliverableSummary, EstimateView, Phase, ProjectDetail, WorkItemView } from "../api/schema";
import { day, money, plural, words } from "../lib/format";
import { to } from "../lib/router";
import { addWorkingDays, dayOf, workingDaysBetween } from "../lib/working-days";
import "../styles/work.css";
import { Button, Card, Empty, Show } from "../ui/parts";
import { overspent } from "./ceiling";
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

/** What was planned, what happened and what is expected, on one axis. The table is the picture: each row says in words what it draws. */
export function Timeline({ project }: { project: ProjectDetail }) {
  const path = { project_id: project.id };
  const submitted = project.submitted_at !== null;
  const estimate = useData("GET /projects/{project_id}/estimate", submitted ? { path } : null);
  const approvals = useData("GET /projects/{project_id}/approvals", submitted ? { path } : null, "slow");
  const items = useItems(project.id);
  if (!submitted) return <Card><Empty icon="calendar-clock" title="The work has not begun" text="Once the brief is submitted, phases, documents and work items stand here on one axis with the deadline and the forecast." /></Card>;
  return (
    <Show of={estimate} lines={6}>
      {(accepted) => (
        <Show of={approvals} lines={6}>
          {({ approvals: decided }) => <Drawn project={project} accepted={accepted} approvals={decided} items={items.data ?? []} />}
        </Show>
      )}
    </Show>
  );
}

type Drawing = { project: ProjectDetail; accepted: EstimateView; approvals: ApprovalView[]; items: WorkItemView[] };

function Drawn({ project, accepted, approvals, items }: Drawing) {
  const today = dayOf(Date.now());
  const phases = phasesOf(project, accepted, approvals, items, today);
  const ends = [...phases.flatMap(({ planned, real }) => [planned, ...real]).map((one) => one.until), accepted.eta, project.eta, project.deadline, today].filter((one) => one !== null);
  const first = dayOf(project.submitted_at!);
  const last = ends.reduce((one, other) => (one > other ? one : other));
  const axis = axisOf(first, last);
  const late = project.eta !== null && project.deadline !== null && project.eta > project.deadline;
  return (
    <div class="time">
      <Summary project={project} accepted={accepted} late={late} today={today} />
      <Card flush>
        <div class={project.deadline ? "time-box due" : "time-box"}>
          <table class="timeline">
            <caption class="sr">What was planned, what happened, and what is expected</caption>
            <thead>
              <tr>
                <th scope="col">What</th><th scope="col">When</th>
                <td aria-hidden="true"><div class="track">{axis.ticks.map(({ at, text }) => <span class="tick" style={{ left: axis.place(at) }}>{text}</span>)}</div></td>
              </tr>
            </thead>
            {phases.map(({ phase, planned, real, said }) => (
              <tbody key={phase}>
                <Row axis={axis} head name={words(phase)} said={said} stretches={[planned, ...real]} />
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

/** The dates and the money that everything else explains. */
function Summary({ project, accepted, late, today }: Pick<Drawing, "project" | "accepted"> & { late: boolean; today: string }) {
  const { eta, eta_covers, deadline, completed_at, budget } = project;
  const end = completed_at ? dayOf(completed_at) : eta;
  const slip = end ? workingDaysBetween(accepted.eta, end) : 0;
  const spare = end && deadline ? workingDaysBetween(end, deadline) : 0;
  const over = overspent(budget);
  const most = Math.max(budget.estimated ?? 0, budget.ceiling ?? 0, budget.spent, 1);
  const overEstimate = budget.estimated !== null && budget.spent > budget.estimated;
  return (
    <dl class="card stats four">
      <div>
        <dt>{completed_at ? "Done on" : "Forecast"}</dt><dd>{end ? day(end) : "—"}</dd>
        {end && <dd class={late ? "line bad" : "line"}>{slip === 0 ? "As accepted" : `${plural(Math.abs(slip), "working day")} ${slip > 0 ? "later" : "earlier"} than accepted`}</dd>}
      </div>
      <div><dt>Accepted</dt><dd>{day(accepted.eta)}</dd><dd class="line">{eta_covers === "documents and work" ? "For the documents alone; the forecast counts the work that is handed out" : plural(accepted.working_days, "working day")}</dd></div>
      <div>
        <dt>Deadline</dt><dd class={late || (deadline && !end && deadline < today) ? "bad" : ""}>{deadline ? day(deadline) : "—"}</dd>
        <dd class={late ? "line bad" : "line"}>{!deadline ? "None was given" : !end ? "Nothing is forecast" : spare < 0 ? `Late by ${plural(-spare, "working day")}` : `${plural(spare, "working day")} to spare`}</dd>
      </div>
      <div>
        <dt>Spent</dt><dd class={over || overEstimate ? "bad" : ""}>{money(budget.spent, budget.currency)}</dd>
        <dd class="line"><Gauge spent={budget.spent} most={most} marks={[budget.estimated, budget.ceiling]} limit={budget.ceiling ?? budget.estimated} /></dd>
        <dd class="line">{money(budget.estimated, budget.currency)} accepted{budget.ceiling !== null && <>, ceiling {money(budget.ceiling, budget.currency)}</>}</dd>
        {over && <dd class="line bad">{over}</dd>}
      </div>
    </dl>
  );
}

/** What was spent, red from the limit on; a mark for the estimate and for the ceiling. The words beside it say the same. */
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

/** Each phase as it was accepted, and as it went or is expected to go: what has not begun is counted back from the forecast. */
function phasesOf(project: ProjectDetail, accepted: EstimateView, approvals: ApprovalView[], items: WorkItemView[], today: string) {
  const days = (phase: Phase) => accepted.phases.find((one) => one.phase === phase)?.days ?? 0;
  const at = project.phase === "complete" ? PHASES.length : PHASES.indexOf(project.phase);
  let begins = dayOf(project.submitted_at!);
  let planned = begins;
  return PHASES.map((phase, index) => {
    const from = planned;
    planned = addWorkingDays(from, days(phase));
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
    } else if (project.eta) {
      const end = addWorkingDays(project.eta, -PHASES.slice(index + 1).reduce((sum, later) => sum + days(later), 0));
      if (index === at) real.push({ from: begins, until: today, look: "now" });
      real.push({ from: index === at ? today : begins, until: end, look: "forecast" });
      said = `${index === at ? "Under way" : "Not begun"}, expected on ${day(end)}`;
      begins = end;
    }
    return { phase, planned: { from, until: planned, look: "planned" } as Stretch, real, said };
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
