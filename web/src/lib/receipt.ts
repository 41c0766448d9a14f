import type { Receipt } from "../api/schema";

/*
 * What a figure rests on, in words, out of an answer's receipt (docs/receipts.md).
 */

interface Step {
  op: string;
  of?: Step[];
  record?: string;
  field?: string;
  ids?: string[];
  number?: number;
  text?: string;
}
export interface Basis {
  record: string;
  field: string;
  value: string;
}
/** A figure of one text: where it stands, in code points, and what it rests on. */
export interface Source {
  text: string;
  start: number;
  end: number;
  shown: string;
  how: string;
  bases: Basis[];
}
/** What a record is called: a document by its title, a project by its name. */
export type Naming = (id: string, type: string) => string;

const LONGEST = 160; // characters; what is derived in more steps is told in fewer words, or by the records alone
const spoken = (field: string): string => field.replaceAll("_", " ").split(".").filter((part) => !/^\d+$/.test(part)).join(", ");

/** Each figure and quotation of the answer, in its order. */
export function sourcesOf(receipt: Receipt, naming: Naming): Source[] {
  const types = new Map((receipt.records ?? []).map((one) => [one.id, one]));
  const name = (id: string): string => (id === "clock" ? "the moment of the answer" : naming(id, types.get(id)?.type ?? "record"));
  const basis = (record: string, field: string): Basis => ({ record, field: spoken(field), value: String(types.get(record)?.values[field] ?? "") });
  const figures = (receipt.figures ?? []).map(({ text, start, end, shown, derivation }): Source => {
    const step = derivation as unknown as Step;
    const how = [told(step, name), told(step, name, true), "Worked out from these records"].find((one) => one.length <= LONGEST)!;
    return { text, start, end, shown, how, bases: basesOf(step).map(([record, field]) => basis(record, field)) };
  });
  const quotations = (receipt.quotations ?? []).filter(({ record }) => record).map(({ text, start, end, shown, record, field }): Source =>
    ({ text, start, end, shown, how: `Quoted from ${name(record!)}`, bases: [{ ...basis(record!, field ?? ""), value: "" }] }));
  return [...figures, ...quotations].sort((a, b) => (a.text === b.text ? a.start - b.start : a.text < b.text ? -1 : 1));
}

/** The stored values that a derivation ends in, each once. */
function basesOf(step: Step): [record: string, field: string][] {
  const found = new Map<string, [string, string]>();
  const walk = (one: Step): void => {
    if (one.op === "value" && one.record !== "clock") found.set(`${one.record} ${one.field}`, [one.record!, one.field!]);
    for (const id of one.ids ?? []) found.set(id, [id, ""]);
    one.of?.forEach(walk);
  };
  walk(step);
  return [...found.values()];
}

function told(step: Step, name: (id: string) => string, isShort = false): string {
  if (step.op === "count") return step.ids!.length ? "Counted:" : "Counted: none"; // the records follow
  const text = phrase(step, name, isShort);
  return text[0]!.toUpperCase() + text.slice(1);
}

/** `isShort`: values that are added are not named, because they are listed beside it. */
function phrase({ op, of = [], record, field, ids, number, text }: Step, name: (id: string) => string, isShort: boolean): string {
  const [first = "", second = "", ...rest] = of.map((one) => phrase(one, name, isShort));
  const listed = [first, second, ...rest].filter(Boolean);
  switch (op) {
    case "value": return record === "clock" ? name("clock") : `${spoken(field!)} of ${name(record!)}`;
    case "number": return String(number);
    case "named": return `${text ?? number}, as you said`;
    case "count": return ids!.length ? `the number of ${ids!.map(name).join(", ")}` : "none";
    case "sum": return isShort ? "the sum of what is listed" : listed.length ? `the sum of ${listed.join(", ")}` : "a sum of nothing";
    case "difference": return `${first}, less ${second}`;
    case "product": return `${first}, times ${second}`;
    case "quotient": return `${first}, divided by ${second}, rounded down`;
    case "negative": {
      const [inner] = of;
      const [dividend] = inner?.op === "quotient" ? inner.of! : [];
      // The way to round up with a quotient that rounds down.
      if (dividend?.op === "negative") return `${phrase(dividend.of![0]!, name, isShort)}, divided by ${phrase(inner!.of![1]!, name, isShort)}, rounded up`;
      return `less ${first}`;
    }
    case "absolute": return `${first}, without its sign`;
    case "day_of": return of[0]?.record === "clock" ? "the day of the answer" : `the day of ${first}`;
    case "days_between": return `days from ${first} to ${second}`;
    case "hours_between": return `hours from ${first} to ${second}`;
    case "local_time": return `${first}, in ${text}`;
    case "working_days_between": return `working days from ${first} to ${second}`;
    case "working_days_after": return `${second}, in working days after ${first}`;
    default: return "worked out from these records";
  }
}

const OPEN = "\ue000", CLOSE = "\ue001", BASE = 0xe100, MOST = 0x1700;
/** Every other part is a source: a sign that tells which, then what stands there. */
const MARKED = /\ue000([\ue100-\uf7ff])([^\ue001]*)\ue001/;

/** The text with a mark around each source; one that would be read as Markdown, such as the number of an entry, gets none. */
export function marked(text: string, sources: Source[]): string {
  const signs = [...text];
  let done = "";
  let at = 0;
  sources.slice(0, MOST).forEach(({ start, end }, index) => {
    const before = signs.slice(Math.max(0, signs.lastIndexOf("\n", start - 1) + 1), start).join("");
    const isEntry = /^[\s>]*$/.test(before) && /[.)]/.test(signs[end] ?? "");
    const isCode = (before.match(/`/g)?.length ?? 0) % 2 === 1;
    const isTarget = before.lastIndexOf("](") > before.lastIndexOf(")");
    if (start < at || isEntry || isCode || isTarget || signs[start - 1] === "#") return;
    done += signs.slice(at, start).join("") + OPEN + String.fromCharCode(BASE + index) + signs.slice(start, end).join("") + CLOSE;
    at = end;
  });
  return done + signs.slice(at).join("");
}

/** A text of which some parts are sources: their number, or null, with their words. */
export function partsOf(text: string): [source: number | null, words: string][] {
  const parts = text.split(MARKED);
  const found: [number | null, string][] = [];
  for (let index = 0; index < parts.length; index += 3) {
    found.push([null, parts[index]!]);
    if (index + 2 < parts.length) found.push([parts[index + 1]!.charCodeAt(0) - BASE, parts[index + 2]!]);
  }
  return found;
}
