import { fireEvent, render, screen, within } from "@testing-library/preact";
import axe from "axe-core";
import { afterEach, expect, test, vi } from "vitest";
import type { FactView, MessageView, SentenceView } from "../src/api/schema";
import { Markdown } from "../src/lib/markdown";
import { sourcesOf } from "../src/lib/sources";
import { Message } from "../src/pages/message";
import { message } from "./records";

const fact = (id: string, text: string, record = "dlv_1"): FactView => ({ id, text, record, path: "status" });
const COST = fact("cost", "The likely cost is EUR 21,300.");
const END = fact("end", "The project is likely to be done on 3 December 2026.", "prj_1");
const CEILING = fact("ceiling", "The ceiling is EUR 12,000.", "dec_1");
const FACTS = [COST, END, CEILING];
const said = (text: string, ...facts: FactView[]): SentenceView => ({ text, standing: facts.length ? "on_record" : "advice", facts: facts.map((one) => one.id) });
const unsourced = (text: string, ...facts: FactView[]): SentenceView => ({ ...said(text, ...facts), standing: "not_on_record" });
const answered = (content: string, sentences: SentenceView[], given: Partial<MessageView> = {}): MessageView =>
  message({ content, sentences, by: "model", facts: FACTS.filter((one) => sentences.some(({ facts }) => facts.includes(one.id))), ...given });
const show = (of: MessageView) =>
  render(<Message message={of} around={{ project: "prj_1", needs: [], pages: new Map([["Product brief", "#/projects/prj_1/deliverables/dlv_1"]]), things: new Map() }} named={[]} isLit={false} readAgain={async () => undefined} />).container;
const sources = () => screen.queryAllByRole("button", { name: /^Source/ });
/** What stands before a mark in its own element. */
const before = (mark: Node): string | undefined => mark.previousSibling?.textContent || (mark.previousSibling ? before(mark.previousSibling) : undefined);

afterEach(() => vi.restoreAllMocks());

test("a number behind a sentence shows the fact's own sentence and its record, and hides it again", async () => {
  const page = show(answered("It costs EUR 21,300. I would keep the ceiling.", [said("It costs EUR 21,300.", COST), said("I would keep the ceiling.")]));
  const [button, ...others] = sources();

  expect(others).toEqual([]);
  expect([button!.textContent, button!.getAttribute("aria-label"), button!.getAttribute("aria-expanded"), before(button!)]).toEqual(["1", "Source 1", "false", "It costs EUR 21,300."]);
  fireEvent.click(button!);

  const note = screen.getByRole("note");
  expect(note.textContent).toBe("The likely cost is EUR 21,300. Product brief");
  expect(within(note).getByRole("link", { name: "Product brief" }).getAttribute("href")).toBe("#/projects/prj_1/deliverables/dlv_1");
  expect([button!.getAttribute("aria-expanded"), button!.getAttribute("aria-controls")]).toEqual(["true", note.id]);
  expect((await axe.run(page, { rules: { "color-contrast": { enabled: false }, region: { enabled: false } } })).violations.map((one) => one.id)).toEqual([]);
  fireEvent.click(button!);
  expect(screen.queryByRole("note")).toBeNull();
});

test("one number shows all facts of its sentence, in the answer's order of facts", () => {
  show(answered("EUR 21,300 is over EUR 12,000.", [said("EUR 21,300 is over EUR 12,000.", CEILING, COST)]));
  fireEvent.click(sources()[0]!);

  expect(screen.getByRole("note").textContent).toBe(`${COST.text} Product brief${CEILING.text} Decision`);
});

test("what is on no record says so in words behind it, beside what the records say; advice has no mark", () => {
  const page = show(answered("It costs EUR 20,000. (not from your records) It takes 99 days. (not from your records) Keep it small.", [unsourced("It costs EUR 20,000.", COST), unsourced("It takes 99 days."), said("Keep it small.")]));

  expect([...page.querySelectorAll(".unsourced")].map((one) => one.textContent)).toEqual(Array(2).fill("(not from your records)"));
  expect(page.querySelector(".bubble")!.textContent).toBe("It costs EUR 20,000. (not from your records)1 It takes 99 days. (not from your records) Keep it small.");
  expect(sources()).toHaveLength(1);
  fireEvent.click(sources()[0]!);
  expect(screen.getByRole("note").textContent).toContain(`Your records say:${COST.text}`);
});

/** Answers as the server cuts them, and before which words their marks stand; `null` where no mark can. */
test.each<[string, string, SentenceView[], (string | null)[]]>([
  ["bold sentences", "**It costs EUR 21,300.** *It ends on 3 December.*", [said("**It costs EUR 21,300.**", COST), said("*It ends on 3 December.*", END)], ["It costs EUR 21,300.", "It ends on 3 December."]],
  ["entries of lists", "So:\n\n- Cost: **EUR 21,300**\n  - End: 3 December\n\n1. EUR 12,000.", [said("So:"), said("- Cost: **EUR 21,300**", COST), said("  - End: 3 December", END), said("1. EUR 12,000.", CEILING)], ["EUR 21,300", "End: 3 December", "EUR 12,000."]],
  ["headings and quotes", "## At EUR 21,300\n\n> Until 3 December.", [said("## At EUR 21,300", COST), said("> Until 3 December.", END)], ["At EUR 21,300", "Until 3 December."]],
  ["lines of a paragraph", "EUR 21,300.  \n3 December\nand no more", [said("EUR 21,300.", COST), said("3 December", END), said("and no more")], ["EUR 21,300.", "3 December"]],
  ["the same sentence again", "EUR 12,000. Yes. EUR 12,000. Yes.", [said("EUR 12,000."), said("Yes."), said("EUR 12,000.", CEILING), said("Yes.")], ["EUR 12,000. Yes. EUR 12,000."]],
  ["words before the answer", "Nothing was done yet. Confirm what you want:\n\n- It costs EUR 21,300.\n\nIt costs EUR 21,300.\n\n*The team's view: no record says so.*", [said("It costs EUR 21,300.", COST)], ["It costs EUR 21,300."]],
  ["a script without spaces", "成本是 EUR 21,300。上限 EUR 12,000。", [said("成本是 EUR 21,300。", COST), said("上限 EUR 12,000。", CEILING)], ["成本是 EUR 21,300。", "上限 EUR 12,000。"]],
  ["an address at the end", "EUR 21,300, see https://a.example/x", [said("EUR 21,300, see https://a.example/x", COST)], ["https://a.example/x"]],
  ["signs and HTML", "R&amp;D \\*costs\\* <b>EUR 21,300</b>.", [said("R&amp;D \\*costs\\* <b>EUR 21,300</b>.", COST)], ["."]],
  ["code", "Run `pay 21,300. now`.\n\n```\n21,300\n```\n\nEUR 12,000.", [said("Run `pay 21,300.", COST), said("now`."), said("```"), said("21,300", COST), said("```"), said("EUR 12,000.", CEILING)], ["EUR 12,000.", null]],
])("marks change no word of %s", (_, content, sentences, expected) => {
  const page = show(answered(content, sentences)).querySelector(".bubble")!;
  const marks = sources().filter((one) => page.contains(one));

  expect(marks.map(before)).toEqual(expected.filter((one) => one !== null));
  marks.forEach((one) => one.remove());
  const plain = render(<Markdown text={content} top={3} />).container.firstElementChild!;
  expect(page.querySelector(".prose")!.innerHTML.replaceAll(/\s+(?=<)/g, "")).toBe(plain.innerHTML.replaceAll(/\s+(?=<)/g, ""));
});

test("in a table the mark stands in the last cell, and so does the word of no record, which Markdown would drop", () => {
  const page = show(answered("| what | much |\n|---|--:|\n| cost | EUR 21,300 |\n| other | EUR 55 | (not from your records)", [said("| what | much |"), said("|---|--:|"), said("| cost | EUR 21,300 |", COST), unsourced("| other | EUR 55 |")]));

  expect([...page.querySelectorAll("td")].map((one) => one.textContent)).toEqual(["cost", "EUR 21,3001", "other", "EUR 55 (not from your records)"]);
});

test.each<[string, string, SentenceView[]]>([
  ["is not there", "It costs EUR 21,300.", [said("It costs EUR 9.", COST)]],
  ["stands in another order", "One. Two.", [said("Two.", COST), said("One.", END)]],
  ["has other words beside it", "One. And more. Two.", [said("One.", COST), said("Two.", END)]],
  ["would begin before the text", "One. One.", [said("One. One.", COST), said("One.", END)]],
  ["would lose its form by a mark", "Costs\\\nEUR 21,300", [said("Costs\\", COST), said("EUR 21,300")]],
  ["stands beside a sign of the model's", "It \uFFFC0\uFFFC costs EUR 21,300.", [said("It \uFFFC0\uFFFC costs EUR 21,300.", COST)]],
])("where a sentence %s, the facts are listed below as for other answers", (_, content, sentences) => {
  const of = answered(content, sentences);
  show(of);

  expect(sources()).toEqual([]);
  expect(sourcesOf(of).text).toBe(content);
  expect(screen.getAllByRole("definition").map((one) => one.textContent)).toEqual(of.facts.map((one) => one.text));
});

test("documents that a marked answer names still lead to their pages, and what looks like HTML stays text", () => {
  const page = show(answered("The **Product brief** costs <img src=x onerror=alert(1)> EUR 21,300.", [said("The **Product brief** costs <img src=x onerror=alert(1)> EUR 21,300.", COST)]));

  expect(page.querySelector(".bubble a")!.textContent).toBe("Product brief");
  expect(page.querySelector("img")).toBeNull();
  expect(page.textContent).toContain("<img src=x onerror=alert(1)>");
  expect(sources()).toHaveLength(1);
});

test("a draft stands apart, once, with its lines, and is copied as it was written", async () => {
  const draft = "Dear Ann,\n\nwe need **EUR 12,000**.\nMira\n";
  const written = vi.fn().mockResolvedValue(undefined);
  vi.stubGlobal("navigator", { ...navigator, clipboard: { writeText: written } });
  const page = show(answered(`It costs EUR 21,300.\n\n**Draft**\n\n${draft}`, [said("It costs EUR 21,300.", COST)], { draft }));

  expect(page.querySelector(".bubble")!.textContent).toBe("It costs EUR 21,300.1");
  const shown = within(screen.getByRole("figure", { name: "Draft" }));
  expect(shown.getByText(/^we need/).textContent).toBe("we need EUR 12,000.\nMira");
  expect(shown.getByText("Not checked against your records")).toBeTruthy();
  fireEvent.click(shown.getByRole("button", { name: "Copy the draft" }));
  await shown.findByText("Copied");
  expect(written).toHaveBeenCalledWith(draft);
  expect((await axe.run(page, { rules: { "color-contrast": { enabled: false }, region: { enabled: false } } })).violations.map((one) => one.id)).toEqual([]);
});

test("a draft that the content holds in no such place is shown beside all of it", () => {
  const page = show(answered("Here is all.", [said("Here is all.")], { draft: "Dear Ann" }));

  expect(page.querySelector(".bubble")!.textContent).toBe("Here is all.");
  expect(screen.getByRole("figure", { name: "Draft" }).textContent).toContain("Dear Ann");
});
