import { DAY, dayOf } from "../lib/days";
import { shortDay } from "../lib/format";

const MOST_TICKS = 8;
const MOST_WEEKS = 9; // on an axis that is marked by weeks
const CLOSE = 11; // percent of the axis: a mark nearer to its first day would stand in that day's words
const MARGIN = 0.09; // of what is drawn, after it
const FAR = 2; // times as long as what is drawn: a deadline beyond it stands at the edge
const AFTER = 0.25; // of what is drawn, before that edge
const STEPS = [1, 2, 3, 6, 12, 24, 60]; // weeks or months

export type Axis = ReturnType<typeof axisOf>;

/** How many percent of the axis lie before a day begins (`from`) and ends (`at`), and marks: at the first day, at Mondays or the first of months, as many as can be read. */
export function axisOf(first: string, drawn: (string | null | undefined)[], deadline: string | null) {
  const begins = Date.parse(first);
  const ends = Math.max(...drawn.map((one) => (one ? Date.parse(one) : 0)));
  const due = deadline ? Date.parse(deadline) : 0;
  const isFar = due - begins > FAR * Math.max(ends - begins, 14 * DAY);
  const last = isFar ? ends : Math.max(ends, due);
  const margin = Math.max(3 * DAY, Math.round((MARGIN * (last - begins)) / DAY) * DAY);
  const end = last + (isFar ? Math.max(margin, Math.round((AFTER * (last - begins)) / DAY) * DAY) : margin);
  const place = (time: number) => Math.round((10_000 * (time - begins)) / (end - begins)) / 100;
  const at = (day: string) => place(Date.parse(day) + DAY);
  const inMonths = end - begins > MOST_WEEKS * 7 * DAY;
  const days = Array.from({ length: (end - begins) / DAY }, (_, index) => new Date(begins + index * DAY)).filter((day) => (inMonths ? day.getUTCDate() : day.getUTCDay()) === 1);
  const step = STEPS.find((count) => days.length / count <= MOST_TICKS) ?? days.length;
  const marks = days.filter((day, index) => index % step === 0 && place(day.getTime()) > CLOSE);
  const later = marks.map((day, index) => ({ at: place(day.getTime()), text: inMonths ? month(day, !index || step > 6 || !day.getUTCMonth()) : shortDay(dayOf(day.getTime())) }));
  const ticks = [{ at: 0, text: shortDay(first) }, ...later];
  return { from: (day: string) => place(Date.parse(day)), at, ticks, isFar };
}
const month = (day: Date, withYear: boolean) => new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", month: "short", ...(withYear && { year: "numeric" }) }).format(day);
