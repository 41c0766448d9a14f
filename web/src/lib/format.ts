import { session } from "../api/session";
import { DAY } from "./days";

const LANGUAGE = "en-GB";
const zone = (): string | undefined => session()?.account.timezone;
const UNITS: [string, number][] = [["y", 31_536_000], ["mo", 2_592_000], ["wk", 604_800], ["d", 86_400], ["h", 3600], ["min", 60]];

/** The number of a day, as the calendar of the account's time zone has it. */
const dayNumber = (at: number): number => Date.parse(new Intl.DateTimeFormat("sv-SE", { timeZone: zone() }).format(at)) / DAY;

/** `2 h ago`, `in 3 mo`, `just now`; days are those of the calendar. */
export function relative(iso: string, now = Date.now()): string {
  const seconds = (Date.parse(iso) - now) / 1000;
  const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? [];
  if (!unit || !size) return seconds > 0 ? "in a moment" : "just now";
  const count = unit === "d" ? dayNumber(Date.parse(iso)) - dayNumber(now) : seconds < 0 ? Math.trunc(seconds / size) : Math.round(seconds / size);
  if (unit === "d" && Math.abs(count) === 1) return count < 0 ? "yesterday" : "tomorrow";
  return count < 0 ? `${-count} ${unit} ago` : `in ${count} ${unit}`;
}

/** `12 min`, `3 h`, `2 d`; below a minute `now`. */
export function age(iso: string, now = Date.now()): string {
  const seconds = (now - Date.parse(iso)) / 1000;
  const [unit, size] = UNITS.find(([, size]) => seconds >= size) ?? [];
  return unit && size ? `${Math.floor(seconds / size)} ${unit}` : "now";
}

const dateFormat = (options: Intl.DateTimeFormatOptions) => (iso: string) =>
  new Intl.DateTimeFormat(LANGUAGE, options).format(new Date(iso));

/** `9 Nov 2026`; a date without a time is meant as it stands, a moment in the account's time zone. */
export const day = (iso: string): string =>
  dateFormat({ day: "numeric", month: "short", year: "numeric", timeZone: iso.length === 10 ? "UTC" : zone() })(iso);

/** The same, without the year where it is this one. */
export const nearDay = (iso: string): string => day(iso).replace(` ${day(new Date().toISOString()).slice(-4)}`, "");

/** `Mon 9 Nov 2026, 09:00`, in the account's time zone. */
export const moment = (iso: string): string =>
  dateFormat({ weekday: "short", day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit", timeZone: zone() })(iso);

/** `today 09:00`, `tomorrow 09:00`, else as `moment`. */
export function near(iso: string): string {
  const away = dayNumber(Date.parse(iso)) - dayNumber(Date.now());
  return Math.abs(away) > 1 ? moment(iso) : `${new Intl.RelativeTimeFormat(LANGUAGE, { numeric: "auto" }).format(away, "day")} ${clock(iso)}`;
}

/** `9 Nov`, of a date without a time. */
export const shortDay = dateFormat({ day: "numeric", month: "short", timeZone: "UTC" });

/** `1–30 Nov 2026`, of dates without a time; one of them may be missing. */
export function dayRange(from: string, to: string): string {
  const format = new Intl.DateTimeFormat(LANGUAGE, { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
  return from && to && from <= to ? format.formatRange(new Date(from), new Date(to)) : `${from && day(from)} – ${to && day(to)}`.trim();
}

/** `Monday 9 November`, of a date without a time. */
export const longDay = dateFormat({ weekday: "long", day: "numeric", month: "long", timeZone: "UTC" });

/** `9 Nov, 09:00:07`, in the account's time zone. */
export const exact = (iso: string): string =>
  dateFormat({ day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", second: "2-digit", timeZone: zone() })(iso);

export const clock = (iso: string): string => dateFormat({ hour: "2-digit", minute: "2-digit", timeZone: zone() })(iso);

export const number = (value: number): string => value.toLocaleString(LANGUAGE);

/** What a project can be priced in. */
export const CURRENCIES = ["EUR", "USD", "GBP", "CHF", "CAD", "AUD", "JPY"];

/** `EUR 10,440`, on one line. */
export const money = (amount: number | null, currency: string | null): string => (amount === null || !currency ? "—" : `${currency}\u00a0${number(amount)}`);

/** The beginning of a text in at most so many characters, with “…” where it goes on. An emoji is not cut in two. */
export const shortened = (text: string, most: number): string => {
  const all = [...text];
  return all.length > most ? `${all.slice(0, most - 1).join("").trimEnd()}…` : text;
};

/** What to say of a text that has more characters than it may. */
export function tooLong(text: string, most = Infinity): string | undefined {
  const over = [...text.trim()].length - most;
  return over > 0 ? `This takes at most ${number(most)} characters: ${number(over)} too many.` : undefined;
}

/** `changes_requested` → `Changes requested`. */
export function words(code: string): string {
  const text = code.replaceAll("_", " ");
  return text[0]?.toUpperCase() + text.slice(1);
}

const NAMES: Record<string, string> = { ios: "iOS", api: "API", api_key: "API key", ssh_key: "SSH key", oauth: "OAuth", mobile: "iPhone and Android by one code" };
/** How an option of the brief is called. */
export const label = (option: string): string => NAMES[option] ?? words(option);

/** Effort in days, to a tenth. */
export const days = (count: number): string => plural(Math.round(count * 10) / 10, "day");

export const plural = (count: number, one: string, many = `${one}s`): string => `${number(count)} ${count === 1 ? one : many}`;

/** `a`, `a and b`, `a, b and c`. */
export const listed = (items: readonly string[]): string => (items.length > 1 ? `${items.slice(0, -1).join(", ")} and ${items.at(-1)}` : items.join());
