import { age } from "../lib/format";
import { standing as words, moves } from "../words/projects";
import { Progress } from "../ui/parts";
import { type Figure, type Meter, type Move, percentOf } from "./standing";

/** How much is done, as a bar and in figures. */
export const MeterBar = ({ of, label }: { of: Meter | null; label: string }) =>
  of ? <span class="meter"><Progress percent={percentOf(of)} label={label} />{words.of(of.done, of.of)}</span> : <span class="muted">{words.noDay}</span>;

/** A figure in a row: quiet, unless it breaks the limit. */
export const FigureLine = ({ of: { value, limit, broken } }: { of: Figure }) => <span class={broken ? "of-limit bad" : "of-limit"}>{value}{limit && <small>{limit}</small>}</span>;

/** Whose move it is, and how long it has waited. */
export function NextMove({ of }: { of: Move | null }) {
  if (!of) return <span class="muted">{words.noDay}</span>;
  const notes = [of.by === "you" && moves.waiting, of.since && age(of.since), of.note, of.more > 0 && moves.more(of.more)].filter(Boolean);
  return (
    <span class={`next-move by-${of.by}`}>
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

/** From a low to a high end, with the likely middle and the limit, on one line. The words beside it say the same. */
export function Range({ low, likely, high, limit, from = 0 }: Ends) {
  if (low === null || likely === null || high === null || high <= from) return null;
  const most = Math.max(high, limit ?? 0) - from;
  const at = (value: number) => `${(100 * Math.max(0, value - from)) / most}%`;
  return (
    <dd class="line">
      <span class={limit !== null && likely > limit ? "range over" : "range"} aria-hidden="true">
        <i style={{ left: at(low), width: `calc(${at(high)} - ${at(low)})` }} />
        <b style={{ left: at(likely) }} />
        {limit !== null && <em style={{ left: at(limit) }} />}
      </span>
    </dd>
  );
}
