import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { BriefView, EstimateView, IntakeView, ProjectDetail } from "../api/schema";
import { DAY } from "../lib/days";
import { day, days, money, number, shortDay, words as spoken } from "../lib/format";
import { to } from "../lib/router";
import { Icon } from "../ui/icon";
import { later } from "../ui/later";
import { Card, Progress, Skeleton } from "../ui/parts";
import { isOver, Verdict } from "../ui/verdict";
import { estimate as words } from "../words/brief";
import { standing } from "../words/projects";
import { DateRange, Range } from "./health";
import type { Changing } from "./project-dialogs";
import { costOf, endOf } from "./standing";
import { SubmitBrief } from "./submit";

const ChangeProject = later(() => import("./project-dialogs").then((page) => page.ChangeProject), null);

export interface Estimated {
  project: ProjectDetail;
  brief: BriefView;
  /** Whether the estimate is being computed anew. */
  counting: boolean;
  /** Of a draft: what is still unanswered. */
  intake?: IntakeView;
  /** Whether that is still being read. */
  isReading?: boolean;
  /** Waits for the last answer, and tells whether all are saved. */
  settle?: () => Promise<boolean>;
  isSubmittedElsewhere?: boolean;
  /** Of a draft without an estimate: the likely days of what is known; undefined while it is read. */
  soFar: number | undefined;
}

/** What getting the product built costs and takes, beside its brief. */
export function Estimate({ project, brief, counting, intake, isReading, settle, isSubmittedElsewhere, soFar }: Estimated) {
  const { estimate } = brief;
  const [changing, setChanging] = useState<Changing | null>(null);
  const isDraft = project.status === "draft";
  const { name } = costOf(project);
  const title = intake && !intake.complete ? words.before : name;
  const isOpen = isDraft || project.status === "active" || project.status === "on_hold";
  const lacks = intake?.missing.flatMap((id) => words.lacks[id] ?? []) ?? [];
  return (
    <>
      {isOpen && estimate && <PriceBar project={project} estimate={estimate} counting={counting} />}
      {!estimate && intake && !settle && <a class="price-bar goes" href={to("projects", project.id, "intake")}>{words.goOn(intake.missing.length)}</a>}
      <aside class="estimate" id="estimate" tabIndex={-1} aria-label={title}>
        <Card title={title}>
          {intake && !intake.complete && <Needed intake={intake} />}
          {estimate ? <Figures project={project} estimate={estimate} {...(title !== name && { name })} {...(isOpen && { change: setChanging })} /> : <div class="pad hint">{soFar === undefined || isReading ? <Skeleton lines={2} /> : soFar ? <><p class="so-far">{words.soFar(days(soFar))}</p><p>{words.mustHavesOnly} {words.costFollows}</p></>
            : lacks.length ? words.waitsFor(lacks) : intake ? words.costFollows : project.said.cost}</div>}
          {isDraft && !isSubmittedElsewhere && (!settle || (intake?.complete && estimate)) && (
            <div class="pad">
              {intake && !intake.complete && !settle ? <a class="btn primary" href={to("projects", project.id, "intake")}>{words.goOn(intake.missing.length)}</a>
                : <SubmitBrief brief={brief} counting={counting} intake={intake} settle={settle} />}
            </div>
          )}
        </Card>
        {changing && <ChangeProject what={changing} project={project} estimate={estimate} close={() => setChanging(null)} />}
      </aside>
    </>
  );
}

/** The likely cost where the estimate does not fit beside the brief: it stands first, and leads there. */
function PriceBar({ project, estimate, counting }: Pick<Estimated, "project" | "counting"> & { estimate: EstimateView }) {
  const toCard = (event: Event) => {
    event.preventDefault();
    const card = document.getElementById("estimate");
    card?.scrollIntoView({ block: "start" });
    card?.focus({ preventScroll: true });
  };
  const figure = (value: string, limit: { fits: string } | null) => (isOver(limit) ? <span class="bad"><Icon name="triangle-alert" />{value}</span> : <span>{value}</span>);
  return (
    <a class="price-bar" href="#estimate" onClick={toCard} aria-busy={counting}>
      <span>{costOf(project).name}</span><strong>{figure(money(costsOf(project, estimate).likely, estimate.currency), estimate.ceiling)}</strong>{figure(endsOf(project, estimate).value, estimate.deadline)}
      <Icon name="chevron-right" />
    </a>
  );
}

/** How many of the needed questions are answered. */
function Needed({ intake: { questions, missing } }: { intake: IntakeView }) {
  const needed = questions.filter((question) => question.required).length;
  const done = needed - missing.length;
  return <p class="pad needed"><Progress percent={(100 * done) / needed} label={words.neededWhat} /><span>{words.needed(done, needed)}</span></p>;
}

/** What the card says of the cost: of a draft, what its answers come to; later the forecast, as on every page. The same holds of its end. */
function costsOf({ status, budget }: ProjectDetail, { low, likely, high }: EstimateView) {
  return status === "draft" ? { low, likely, high } : { low: budget.low, likely: budget.forecast ?? budget.likely, high: budget.high };
}

const endsOf = (project: ProjectDetail, { dates }: EstimateView) =>
  project.status === "draft" ? { name: standing.end, value: day(dates.likely), ends: standing.range(shortDay(dates.early), day(dates.late)) } : endOf(project);

function Figures({ project, estimate, name, change }: { project: ProjectDetail; estimate: EstimateView; name?: string; change?: (what: Changing) => void }) {
  const { currency, dates, effort_days, team_size, said, ceiling, deadline } = estimate;
  const [isOpen, setOpen] = useState(false);
  const costs = costsOf(project, estimate);
  const { low, likely, high } = costs;
  const end = endsOf(project, estimate);
  const gap = ceiling && likely !== null ? ceiling.amount - likely : 0;
  const early = deadline && end.ends ? (Date.parse(deadline.day) - Date.parse(dates.likely)) / DAY : 0;
  return (
    <>
      <div class="pad sum">
        <Amount name={name} value={money(likely, currency)} ends={low === null || high === null || low === high ? null : standing.range(money(low, currency), number(high))} isBad={isOver(ceiling)}>
          <Range {...costs} limit={ceiling?.amount ?? null} />
        </Amount>
        <Limit name="ceiling" said={ceiling?.fits === "yes" && gap > 0 ? "" : said.ceiling} short={words.below(money(gap, currency))} limit={ceiling} change={change} />
        <Amount {...end} isBad={isOver(deadline)}>
          {end.ends && <DateRange dates={dates} deadline={deadline?.day ?? null} />}
        </Amount>
        <Limit name="deadline" said={deadline?.fits === "yes" && early > 0 ? "" : said.deadline} short={words.early(early)} limit={deadline} change={change} />
        <p>{words.effort(days(effort_days.likely), number(effort_days.low), number(effort_days.high), team_size)}</p>
        <Phases of={estimate} beyond={likely === null ? 0 : likely - estimate.likely} />
        <p class="hint">{said.day_rates} {change && <button type="button" class="link" onClick={() => change("rates")}>{words.change.rates}</button>}</p>
        {estimate.accepted && <p class="hint">{words.accepted(said.accepted, day(estimate.accepted.eta))}</p>}
      </div>
      <details class="fold pad sum" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>{words.lines}</summary>
        {isOpen && <Basis of={estimate} />}
      </details>
    </>
  );
}

/** A likely value between its ends. `name`: what it is, where the card's own title does not say it. */
const Amount = ({ name, value, ends, isBad, children }: { name?: string; value: string; ends: string | null; isBad: boolean; children: ComponentChildren }) => (
  <div class="amount">
    {name && <p class="muted">{name}</p>}
    <p class={isBad ? "figure bad" : "figure"}>{value}</p>
    {children}
    {ends && <p class="hint">{ends}</p>}
  </div>
);

/** The roles' work until launch: what it takes, and what it costs. `beyond`: what work items make it cost besides, less than nothing where they save. */
export const Phases = ({ of: { currency, phases }, beyond = 0 }: { of: EstimateView; beyond?: number }) => {
  const rows = phases.map(({ phase, role, ...one }) => ({ ...one, name: <>{words.work[phase] ?? spoken(phase)} <small>{role}</small></> }));
  return <Priced title={words.phases} first={words.phase} rows={beyond ? [...rows, { name: <>{words.beyond}</>, cost: beyond }] : rows} currency={currency} />;
};

/** The lines that the estimate is the sum of. */
const Basis = ({ of: { currency, basis } }: { of: EstimateView }) =>
  <Priced title={words.lines} first={words.line} rows={basis.map(({ entry, kind, ...one }) => ({ ...one, name: <>{entry && <span class="tag">{entry}</span>} {kind}</> }))} currency={currency} />;

const Priced = ({ title, first, rows, currency }: { title: string; first: string; rows: { name: ComponentChildren; days?: number; cost: number }[]; currency: string }) => (
  <table>
    <caption class="sr">{title}</caption>
    <thead class="sr"><tr><th scope="col">{first}</th><th scope="col">{words.days}</th><th scope="col">{words.price}</th></tr></thead>
    <tbody>{rows.map(({ name, days: taken, cost }, index) => <tr key={index}><th scope="row">{name}</th><td>{taken !== undefined && days(taken)}</td><td>{money(cost, currency)}</td></tr>)}</tbody>
  </table>
);

/** Whether a limit is kept, in the server's words where it is close or broken, and a way to another limit. */
function Limit({ name, said, short, limit, change }: { name: "ceiling" | "deadline"; said: string; short: string; limit: { fits: string } | null; change?: (what: Changing) => void }) {
  const isShort = limit !== null && !said;
  return (
    <>
      {said && limit && <Verdict isBad={isOver(limit)} said={said} />}
      {(isShort || change) && (
        <p class={isShort ? "sub" : "hint"}>
          {isShort && short} {isShort && change && "· "}{change && <button type="button" class="link" onClick={() => change(name)}>{isShort ? <>{words.shortly}<span class="sr"> {name}</span></> : (limit ? words.change : words.set)[name]}</button>}
        </p>
      )}
    </>
  );
}
