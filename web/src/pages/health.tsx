import type { ComponentChildren } from "preact";
import type { DatesView, ProjectView } from "../api/schema";
import { age, money } from "../lib/format";
import { Progress } from "../ui/parts";
import { overview } from "../words/project";
import { moves, standing as words } from "../words/projects";
import { costOf, endOf, type Figure, type Meter, type Move, percentOf } from "./standing";

/** How much is done, as a bar and in figures; nothing before there is anything to do. */
export const MeterBar = ({ of, name, project }: { of: Meter | null; name: string; project: string }) => of &&
  <span data-label={name}>{name} <Progress percent={percentOf(of)} label={words.percentOf(name, project)} /> {words.inShort(of.done, of.of)}</span>;

/** A figure in a row: quiet, unless it breaks the limit. */
export const FigureLine = ({ of: { value, limit, broken } }: { of: Figure }) => <span class={broken ? "of-limit bad" : value === words.noDay ? "muted" : "of-limit"}>{value}{limit && <small>{limit}</small>}</span>;

/** Whose move it is, and how long it has waited. */
export function NextMove({ of }: { of: Move | null }) {
  if (!of) return <span class="muted">{words.noDay}</span>;
  const notes = [of.since && moves.waiting, of.since && age(of.since), of.note, of.more > 0 && moves.more(of.more)].filter(Boolean);
  return (
    <span class={`next-move by-${of.by}${of.since ? " dotted" : ""}`}>
      {of.href ? <a href={of.href}>{of.said}</a> : of.said}
      {notes.length > 0 && <small>{notes.join(" · ")}</small>}
    </span>
  );
}

interface Ends {
  low: number | null;
  likely: number | null;
  high: number | null;
  limit: number | null;
  /** Where the line begins. */
  from?: number;
}

interface Stat {
  project: ProjectView;
  /** Asks for another limit; without it nothing can be changed. */
  ask?: (what: "ceiling" | "deadline") => void;
}

/** What it costs, beside the ceiling. */
export function CostStat({ project, ask }: Stat) {
  const { currency, low, likely, high, ceiling, forecast, spent } = project.budget;
  return (
    <Limited of={costOf(project)} what="ceiling" ask={ask}>
      <dd class="line"><Range low={low} likely={forecast ?? likely} high={high} limit={ceiling} /></dd>
      {spent > 0 && !project.archived && <dd class="line">{overview.spent(money(spent, currency))}</dd>}
    </Limited>
  );
}

/** When it ends, beside the deadline. */
export function EndStat({ project, ask }: Stat) {
  const { dates, deadline } = project;
  const end = endOf(project);
  return (
    <Limited of={end} what="deadline" ask={ask}>
      <dd class="line">{end.ends && <DateRange dates={dates!} deadline={deadline} />}</dd>
    </Limited>
  );
}

function Limited({ of: { name, value, ends, limit, broken }, what, ask, children }: { of: Figure; what: "ceiling" | "deadline"; ask: Stat["ask"]; children: ComponentChildren }) {
  const kind = overview.limits[what];
  return (
    <div>
      <dt>{name}</dt><dd class={broken ? "bad" : undefined}>{value}</dd>
      {children}
      {ends && <dd class="line">{ends}</dd>}
      {(limit || ask) && (
        <dd class={broken ? "line bad" : "line"}>
          {broken ?? limit} {ask && <button type="button" class="link" onClick={() => ask(what)}>{limit ? <>{overview.change}<span class="sr"> {kind}</span></> : overview.set(kind)}</button>}
        </dd>
      )}
    </div>
  );
}

export const DateRange = ({ dates, deadline }: { dates: DatesView; deadline: string | null }) =>
  <Range low={Date.parse(dates.early)} likely={Date.parse(dates.likely)} high={Date.parse(dates.late)} limit={deadline ? Date.parse(deadline) : null} from={Date.now()} />;

/** Without a limit the line goes on: a band that ends with it would read as “at the limit”. */
const HEADROOM = 1.3;

/** From a low to a high end, with the likely middle and the limit, on one line. The words beside it say the same. */
export function Range({ low, likely, high, limit, from = 0 }: Ends) {
  if (low === null || likely === null || high === null || high <= from) return null;
  const most = limit === null ? (high - from) * HEADROOM : Math.max(high, limit) - from;
  const at = (value: number) => `${(100 * Math.max(0, value - from)) / most}%`;
  return (
    <span class={limit !== null && likely > limit ? "range over" : "range"} aria-hidden="true">
      <i style={{ left: at(low), width: `calc(${at(high)} - ${at(low)})` }} />
      <b style={{ left: at(likely) }} />
      {limit !== null && <em style={{ left: at(limit) }} />}
    </span>
  );
}
