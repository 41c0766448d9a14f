import { expect, test } from "vitest";
import { marked, partsOf, type Source, sourcesOf } from "../src/lib/receipt";
import { receipt } from "./records";

const at = (text: string, ...shown: string[]): Source[] =>
  shown.map((one) => ({ text: "content", start: [...text.slice(0, text.indexOf(one))].length, end: [...text.slice(0, text.indexOf(one))].length + [...one].length, shown: one, how: "", bases: [] }));
const sourcesIn = (text: string, ...shown: string[]) => partsOf(marked(text, at(text, ...shown))).filter(([source]) => source !== null).map(([source, words]) => [source, words]);
const naming = (id: string) => id;
const value = (record: string, field: string) => ({ op: "value", record, field });
const told = (derivation: Record<string, unknown>) => sourcesOf(receipt({ figures: [{ text: "content", start: 0, end: 1, shown: "1", value: 1, derivation }] }), naming)[0]!.how;

test("places count code points, so that what stands before a figure may be anything", () => {
  expect(sourcesIn("🥐 Crème: 12 of 30", "12", "30")).toEqual([[0, "12"], [1, "30"]]);
});

test.each([
  ["3. Third", "3"],
  ["Colour #123456", "123456"],
  ["Call `f(7)`", "7"],
  ["[there](#/p/9)", "9"],
])("what would be read as Markdown is left as it is: %s", (text, shown) => {
  expect(marked(text, at(text, shown))).toBe(text);
});

test("text is the same without its marks", () => {
  const text = "**EUR 2,000** of 8,160";

  expect(partsOf(marked(text, at(text, "2,000", "8,160"))).map(([, words]) => words).join("")).toBe(text);
});

test.each([
  [{ op: "working_days_between", of: [{ op: "day_of", of: [value("clock", "now")] }, value("prj_1", "deadline")] }, "Working days from the day of the answer to deadline of prj_1"],
  [{ op: "negative", of: [{ op: "quotient", of: [{ op: "negative", of: [value("prj_1", "hours")] }, { op: "number", number: 8 }] }] }, "Hours of prj_1, divided by 8, rounded up"],
  [{ op: "difference", of: [value("prj_1", "estimate.total"), value("prj_1", "spent")] }, "Estimate, total of prj_1, less spent of prj_1"],
  [{ op: "count", ids: [] }, "Counted: none"],
  [{ op: "count", ids: ["wrk_1", "wrk_2"] }, "Counted:"],
  [{ op: "difference", of: [{ op: "count", ids: ["wrk_1", "wrk_2"] }, { op: "number", number: 1 }] }, "The number of wrk_1, wrk_2, less 1"],
  [{ op: "named", text: "2026-03-02" }, "2026-03-02, as you said"],
  [{ op: "sum", of: Array.from({ length: 20 }, (_, index) => value(`dlv_${index}`, "effort_hours")) }, "The sum of what is listed"],
  [Array.from({ length: 30 }).reduce<Record<string, unknown>>((inner) => ({ op: "absolute", of: [inner] }), value("prj_1", "spent")), "Worked out from these records"],
])("derivation is said in words: %o", (derivation, words) => {
  expect(told(derivation)).toBe(words);
});

test("quotation names where it was taken from, and one from nowhere is none", () => {
  const place = { text: "content", start: 0, end: 2, shown: "60" };

  const found = sourcesOf(receipt({ figures: [], quotations: [{ ...place, record: "prj_1", field: "intake.must_haves.0" }, { ...place, start: 5, end: 7, record: null, field: null }] }), naming);

  expect(found.map(({ how }) => how)).toEqual(["Quoted from prj_1"]);
});
