import { expect, test } from "vitest";
import { compared, type Part, words } from "../src/lib/compare";

const told = (parts: Part[]) => parts.map((part) => [part.how, "before" in part ? part.before.text : null, "after" in part ? part.after.text : null]);

test("entries, rows and paragraphs are compared each by itself", () => {
  const before = "Intro.\n\n- bread\n- cake\n\n| id | what |\n|---|---|\n| R1 | order bread |\n| R2 | pay |";
  const after = "Intro.\n\n- bread\n- cake\n- tea\n\n| id | what |\n|---|---|\n| R1 | order bread online |\n| R2 | pay |\n\nThe end.";

  expect(told(compared(before, after))).toEqual([
    ["same", "Intro.", "Intro."], ["same", "bread", "bread"], ["same", "cake", "cake"], ["added", null, "tea"],
    ["changed", "R1 · order bread", "R1 · order bread online"], ["same", "R2 · pay", "R2 · pay"], ["added", null, "The end."],
  ]);
});

test("a part in quite other words is removed and added, not changed", () => {
  expect(told(compared("Bread is ordered before noon.", "Nobody bakes at night any more."))).toEqual([
    ["removed", "Bread is ordered before noon.", null], ["added", null, "Nobody bakes at night any more."],
  ]);
});

test.each([["nothing", "", "New."], ["something", "Old.", ""]])("%s can be the beginning or the end", (_, before, after) => {
  expect(compared(before, after)).toHaveLength(1);
});

test("both texts can be put together again from the parts", () => {
  const before = "# A\n\none two three\n\n- x\n- y\n\nfour", after = "# A\n\none two tree\n\n- y\n- z\n\nfive\n\nfour";
  const parts = compared(before, after);

  expect(parts.flatMap((part) => ("before" in part ? part.before.text : [])).join("/")).toBe("A/one two three/x/y/four");
  expect(parts.flatMap((part) => ("after" in part ? part.after.text : [])).join("/")).toBe("A/one two tree/y/z/five/four");
});

test("words in any script are told apart", () => {
  expect(words("خبز طازج كل يوم", "خبز طازج كل ليلة")?.filter(({ added, removed }) => added || removed)).toHaveLength(2);
});

test("two long texts that share nothing don't stop the page", () => {
  const text = (word: string) => Array.from({ length: 1500 }, (_, index) => `${word}${index} ${word} ${index}.`).join("\n\n");
  const begin = performance.now();

  expect(compared(text("a"), text("b"))).toHaveLength(3000);
  expect(performance.now() - begin).toBeLessThan(5000);
});
