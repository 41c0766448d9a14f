import { useState } from "preact/hooks";
import { day, number, plural, shortDay } from "../lib/format";
import "../styles/developers.css";
import { chart as words } from "../words/developers";

export interface Bar {
  date: string;
  requests: number;
  errors: number;
}

const WIDEST = 5; // percent of the chart, so that a few days are bars too
const DATES = 7; // at most; each second one of them is left out on a narrow screen

/** The lines of an axis that begins at 0: round steps, whole numbers, the last at or above `most`. */
export function ticks(most: number): number[] {
  const rough = Math.max(1, most / 4);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough)!;
  return Array.from({ length: Math.max(1, Math.ceil(most / step)) + 1 }, (_, index) => index * step);
}

/** Which of `count` bars have their date below: the last, and few before it at even distances. */
export const dated = (count: number): number[] => Array.from({ length: count }, (_, index) => index).filter((index) => (count - 1 - index) % Math.ceil(count / DATES) === 0);

const said = ({ date, requests, errors }: Bar): string => words.day(day(date), plural(requests, "request"), number(errors));

/** Requests a day with axes. What it shows is said in words and day by day in the table below; `summed`: figures beside it say the same. */
export function DayChart({ bars, label, summed }: { bars: Bar[]; label: string; summed?: boolean }) {
  const [at, setAt] = useState<number | null>(null);
  const lines = ticks(Math.max(0, ...bars.map((bar) => bar.requests)));
  const top = lines.at(-1)!;
  const width = 100 / Math.max(1, bars.length);
  const shown = at === null ? undefined : bars[at];
  const percent = (value: number): number => (100 * value) / top;
  return (
    <figure class="plot">
      <figcaption>
        <span class="series"><i />{label}</span>{bars.some(({ errors }) => errors > 0) && <span class="series"><i class="bad" />{words.failed}</span>}
        <span class={summed && !shown ? "sr" : "said"}>{shown ? said(shown) : summary(bars)}</span>
      </figcaption>
      <div class="field-of" aria-hidden="true" onPointerLeave={() => setAt(null)}>
        {lines.map((line) => <span class="line" style={{ bottom: `${percent(line)}%` }} key={line}><b>{number(line)}</b></span>)}
        <svg viewBox="0 0 100 100" preserveAspectRatio="none">
          {bars.map(({ date, requests, errors }, index) => {
            const wide = Math.min(width * 0.72, WIDEST);
            const place = { x: (index + 0.5) * width - wide / 2, width: wide };
            const wrong = Math.min(errors, requests);
            return (
              <g class={index === at ? "at" : ""} onPointerEnter={() => setAt(index)} key={date}>
                <rect class="day" x={index * width} width={width} y={0} height={100} />
                <rect {...place} y={100 - percent(requests)} height={percent(requests)} />
                {wrong > 0 && <rect {...place} y={100 - percent(wrong)} height={percent(wrong)} class="bad" />}
              </g>
            );
          })}
        </svg>
        {dated(bars.length).map((index) => <span class="date" style={{ left: `${(index + 0.5) * width}%` }} key={index}>{shortDay(bars[index]!.date)}</span>)}
      </div>
      <details class="fold">
        <summary>{words.table}</summary>
        <div class="days" tabIndex={0} role="region" aria-label={words.byDay(label)}>
          <table>
            <thead><tr><th scope="col">{words.column}</th><th scope="col" class="num">{words.requests}</th><th scope="col" class="num">{words.failed}</th></tr></thead>
            <tbody>{bars.toReversed().map((bar) => <tr key={bar.date}><th scope="row">{day(bar.date)}</th><td class="num">{number(bar.requests)}</td><td class="num">{number(bar.errors)}</td></tr>)}</tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}

/** "1,204 requests in 30 days, 12 failed. Most on 12 Nov 2026: 340." */
function summary(bars: Bar[]): string {
  const requests = bars.reduce((sum, bar) => sum + bar.requests, 0);
  const days = plural(bars.length, "day");
  if (!requests) return words.none(days);
  const errors = bars.reduce((sum, bar) => sum + bar.errors, 0);
  const most = bars.reduce((best, bar) => (bar.requests > best.requests ? bar : best));
  return words.sum(plural(requests, "request"), days, number(errors), day(most.date), number(most.requests));
}
