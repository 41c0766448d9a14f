import { day, number } from "../lib/format";

export interface Bar {
  date: string;
  requests: number;
  errors: number;
}

/** Requests a day. A day with errors shows their share in red; the table behind it is there for everybody. */
export function Chart({ bars, label, height = 52 }: { bars: Bar[]; label: string; height?: number }) {
  const most = Math.max(1, ...bars.map((bar) => bar.requests));
  const width = 100 / Math.max(1, bars.length);
  return (
    <>
      <svg class="chart" style={{ height: `${height}px` }} viewBox={`0 0 100 ${height}`} preserveAspectRatio="none" aria-hidden="true">
        {bars.map((bar, index) => {
          const tall = bar.requests ? Math.max(2, (bar.requests / most) * height) : 1;
          const wrong = bar.requests ? (bar.errors / bar.requests) * tall : 0;
          const place = { x: index * width + width * 0.14, width: width * 0.72 };
          return (
            <g>
              <title>{`${day(bar.date)}: ${number(bar.requests)} requests, ${number(bar.errors)} errors`}</title>
              <rect {...place} y={height - tall} height={tall} class={bar.requests ? "" : "none"} />
              {wrong > 0 && <rect {...place} y={height - wrong} height={wrong} class="bad" />}
            </g>
          );
        })}
      </svg>
      <div class="sr"><table>
        <caption>{label}</caption>
        <thead><tr><th scope="col">Day</th><th scope="col">Requests</th><th scope="col">Errors</th></tr></thead>
        <tbody>{bars.map((bar) => <tr><th scope="row">{bar.date}</th><td>{bar.requests}</td><td>{bar.errors}</td></tr>)}</tbody>
      </table></div>
    </>
  );
}
