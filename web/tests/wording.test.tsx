import { expect, test } from "vitest";
import { wordings } from "../src/lib/wording";

const row = { quote: "Monday", unit: "R4 · Deliver on Monday", heading: "Must-haves" };
const section = { quote: "In short", unit: "In short", heading: "In short" };
const words = { quote: "the newsletter", unit: "We send the newsletter weekly.", heading: "Reach" };

test.each([
  ["words are replaced where they stand", row, "change to Thursday", "change “Monday” to Thursday in R4"],
  ["an arrow says the same", row, "→ Thursday", "change “Monday” to Thursday in R4"],
  ["a change that names its words is tied to the entry", row, "replace Monday by Thursday", "in R4 replace Monday by Thursday"],
  ["words instead of others too", row, "Thursday, not Monday", "R4: Thursday, not Monday"],
  ["an entry should say more", row, "should also ring the bell", "R4 should also ring the bell"],
  ["a section is named by its heading", section, "should read: Bread first.", "“In short” should read: Bread first."],
  ["“this” is what was chosen", words, "drop this", "drop “the newsletter”"],
  ["“it” is the entry, where all of it was chosen", { ...row, quote: row.unit }, "move it to the top", "move R4 to the top"],
  ["what stands by itself is left as it is", words, "add a must-have: gift cards", "add a must-have: gift cards"],
])("%s", (_, place, comment, first) => {
  const found = wordings(place, comment);

  expect(found[0]).toBe(first);
  expect(found.at(-1)).toBe(`“${place.quote}”: ${comment}`);
});

test("“it” without a change of its own does not become a change of the whole document", () => {
  expect(wordings(section, "make it shorter")).toEqual(["make “In short” shorter", "“In short”: make it shorter"]);
});

test("quotation marks in what was chosen do not end the quotation", () => {
  expect(wordings({ ...words, quote: "the “good” bread" }, "drop this")[0]).toBe("drop “the good bread”");
});
