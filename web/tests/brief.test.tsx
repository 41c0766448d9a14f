import { fireEvent, render, screen, waitFor, within } from "@testing-library/preact";
import axe from "axe-core";
import { expect, test } from "vitest";
import { ApiError } from "../src/api/call";
import type { BriefView, ProjectDetail } from "../src/api/schema";
import { Brief } from "../src/pages/brief";
import { Toasts } from "../src/ui/toast";
import "./popover";
import { brief, detail, entry, estimate, intake } from "./records";
import { asked, serve } from "./server";

const CHANGE = "PATCH /projects/{project_id}/brief/entries/{entry_id}";
const ADD = "POST /projects/{project_id}/brief/entries";
const DROP = "DELETE /projects/{project_id}/brief/entries/{entry_id}";
const WHAT_IF = "POST /projects/{project_id}/what-if";
type Answers = Parameters<typeof serve>[0];

function show(of: Partial<BriefView>, answers: Answers = {}, project: Partial<ProjectDetail> = {}) {
  let now = brief(of);
  serve({ "GET /projects/{project_id}/brief": () => now, "GET /projects/{project_id}/notes": () => ({ notes: [], has_more: false }), "GET /agents/{project_id}/cards": () => ({ cards: [], has_more: false }), ...answers });
  return { ...render(<><Brief project={detail(project)} /><Toasts /></>), turn: (next: Partial<BriefView>) => (now = brief({ ...of, ...next })) };
}
const sent = (route: string) => asked.filter((one) => one.route === route);
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole("button", { name }));
/** Opens a chip, and chooses in it. */
const choose = async (chip: string | RegExp, option: string) => {
  await press(chip);
  fireEvent.click(await screen.findByRole(/Size/.test(String(chip)) ? "menuitemradio" : "button", { name: option }));
};
const refusal = (field: string, message: string) => new ApiError(400, "VALIDATION_ERROR", "Some fields are wrong.", [{ field, message }]);
const ONE = entry({ audiences: ["A1"], systems: ["I1"] });
const TWO = entry({ id: "R2", text: "Find a loaf", kinds: [], asked: { id: "search", title: "Search" }, effort_days: null });
const OTHERS = [entry({ id: "A1", type: "audience", text: "Commuters", kinds: [], effort_days: null }), entry({ id: "I1", type: "other_system", text: "Stripe", kinds: [{ id: "stripe", title: "Stripe" }] })];

test("what was accepted is told with its cost and its end", async () => {
  const accepted = { low: 8000, likely: 9000, high: 10_000, effort_days: { low: 30, likely: 35, high: 40 }, eta: "2027-01-07", rule_version: 2, accepted_on: "2026-11-30" };
  show({ estimate: estimate(9000, { accepted, said: { ...estimate(9000).said, accepted: "You accepted EUR 9,000 on 30 Nov 2026, over your ceiling." } }) });

  expect(await screen.findByText("You accepted EUR 9,000 on 30 Nov 2026, over your ceiling. The likely end was 7 Jan 2027.")).toBeTruthy();
});

test("the roles' costs and what work items change of them come to the forecast", async () => {
  const project = { budget: { ...detail().budget, forecast: 9500 } };
  show({ estimate: estimate(9000, { phases: [{ phase: "development", role: "CTO", days: 10, cost: 9000 }] }) }, {}, project);

  const table = within((await screen.findByText("Changed by work items")).closest("table")!);
  expect(table.getAllByRole("row").slice(1).map((row) => row.textContent)).toEqual(["Engineering CTO10 daysEUR\u00a09,000", "Changed by work itemsEUR\u00a0500"]);
});

test("an entry stands with its days, its cost, and the words of what it goes with", async () => {
  show({ entries: [ONE, ...OTHERS] });

  const [row] = within(await screen.findByRole("list", { name: "Must-haves" })).getAllByRole("listitem");
  expect(row!.querySelector(".takes")!.textContent).toBe("3.5 days 2–5 · EUR\u00a02,300");
  expect(within(row!).getByRole("button", { name: /^Who uses R1/ }).textContent).toBe("For: Commuters · Uses: Stripe");
});

test("what can still be said of an entry is a mark with a title; what was said stands in words, without the mark", async () => {
  show({ entries: [entry({ audiences: [], systems: [] }), entry({ id: "R3", audiences: ["A1"] }), ...OTHERS] });

  const [open, said] = await Promise.all([/^Who uses R1/, /^Who uses R3/].map((name) => screen.findByRole("button", { name })));
  expect([open!.querySelector("svg") !== null, open!.title]).toEqual([true, "Who uses R1, and what it depends on: For whom?"]);
  expect([said!.querySelector("svg") !== null, said!.textContent]).toEqual([false, "For: Commuters"]);
});

test("a weak guess is a question, which one press answers", async () => {
  show({ entries: [ONE, TWO] }, { [CHANGE]: () => TWO });
  const question = within(await screen.findByRole("group", { name: "A question about R2" }));
  expect(question.getByText(/Is this “Search”/)).toBeTruthy();

  fireEvent.click(question.getByRole("button", { name: "Yes" }));

  await waitFor(() => expect(sent(CHANGE).map(({ path, body }) => [path, body])).toEqual([["/projects/prj_1/brief/entries/R2", { kinds: ["search"] }]]));
});

test.each([
  [/^Kind of R1/, "Booking", { kinds: ["booking"] }, { kinds: ["orders"] }],
  ["Second kind of R1", "Search", { kinds: ["orders", "search"] }, { kinds: ["orders"] }],
  [/^Size of R1/, "Large", { size: "large" }, { size: "usual" }],
])("%s is corrected at once, and taken back by Undo", async (chip, option, body, before) => {
  show({}, { [CHANGE]: () => entry() });

  await choose(chip, option);
  await waitFor(() => expect(sent(CHANGE).map((one) => one.body)).toEqual([body]));
  await press("Undo");

  await waitFor(() => expect(sent(CHANGE).map((one) => one.body)).toEqual([body, before]));
});

test("of many kinds one is found by its name, and Enter takes the first", async () => {
  const kinds = ["Booking", "Calendar", "Chat", "Forms", "Maps", "Media", "Orders", "Reports", "Search", "Stock"].map((title) => ({ id: title.toLowerCase(), title }));
  show({ kinds }, { [CHANGE]: () => entry() });
  await press(/^Kind of R1/);
  const find = await screen.findByLabelText("Find a kind");
  expect(document.activeElement).toBe(find);
  fireEvent.input(find, { target: { value: "zzz" } });
  expect(screen.getByText("No kind has this name.")).toBeTruthy();
  fireEvent.input(find, { target: { value: "sto" } });
  fireEvent.submit(find.closest("form")!);

  await waitFor(() => expect(sent(CHANGE).map((one) => one.body)).toEqual([{ kinds: ["stock"] }]));
});

test("a correction that is refused says why at its entry", async () => {
  show({}, { [CHANGE]: () => { throw refusal("kinds", "Item 1 is no kind of such an entry."); } });

  await choose(/^Kind of R1/, "Booking");

  expect((await screen.findByRole("alert")).textContent).toContain("Item 1 is no kind of such an entry.");
});

test("an entry is reworded in its place: Enter saves, Escape leaves it", async () => {
  show({}, { [CHANGE]: () => entry() });
  await press(/^Reword R1/);
  const field = await screen.findByLabelText("R1 in your words");
  expect(document.activeElement).toBe(field);
  fireEvent.input(field, { target: { value: "Order cake" } });
  fireEvent.keyDown(field, { key: "Escape" });
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: /^Reword R1/ })));
  expect(sent(CHANGE)).toEqual([]);

  await press(/^Reword R1/);
  fireEvent.input(screen.getByLabelText("R1 in your words"), { target: { value: "Order rolls" } });
  fireEvent.keyDown(screen.getByLabelText("R1 in your words"), { key: "Enter" });

  await waitFor(() => expect(sent(CHANGE).map(({ body }) => body)).toEqual([{ text: "Order rolls", was: "Order bread" }]));
});

test("an entry moves, and the menu that moved it keeps the focus", async () => {
  const page = show({ entries: [ONE, TWO] }, { [CHANGE]: () => { page.turn({ entries: [TWO, ONE] }); return ONE; } });
  await press("Actions for R1");
  expect(screen.queryByRole("menuitem", { name: "Move up" })?.closest("li")?.textContent).toContain("R2"); // R1 is the first
  fireEvent.click(screen.getByRole("menuitem", { name: "Move down" }));

  await waitFor(() => expect(sent(CHANGE).map(({ body }) => body)).toEqual([{ position: 2 }]));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Actions for R1" })));
});

test("an entry is added, and one that says the same is refused at its field", async () => {
  let tries = 0;
  show({}, { [ADD]: () => { if ((tries += 1) === 1) throw refusal("text", "R1 says the same."); return entry({ id: "R2" }); } });
  const field = await screen.findByLabelText<HTMLInputElement>("Add a must-have");
  fireEvent.input(field, { target: { value: "order bread" } });
  await press(/^Add ?: Must-haves$/);
  expect(await screen.findByText("R1 says the same.")).toBeTruthy();
  expect(field.getAttribute("aria-invalid")).toBe("true");

  fireEvent.input(field, { target: { value: "Order cake" } });
  await press(/^Add ?: Must-haves$/);

  await waitFor(() => expect(field.value).toBe(""));
  expect(sent(ADD).map(({ body }) => body)).toEqual([{ type: "must_have", text: "order bread" }, { type: "must_have", text: "Order cake" }]);
});

test("what a brief lacks is one card; the first of a type takes the focus to its own", async () => {
  const page = show({ entries: [ONE] }, { [ADD]: () => { page.turn({ entries: [ONE, ...OTHERS] }); return OTHERS[0]!; } });
  const lacks = () => [...screen.getByRole("heading", { name: "Not in the brief yet" }).closest("section")!.querySelectorAll("input")].map((one) => one.placeholder);
  const field = await screen.findByLabelText("Add an audience");
  expect(lacks()).toEqual(["Add an audience", "Add a measure", "Add a system", "Add a rule", "Add what is out of scope"]);

  field.focus();
  fireEvent.input(field, { target: { value: "Commuters" } });
  fireEvent.submit(field.closest("form")!);

  await screen.findByRole("list", { name: "Audiences" });
  expect(lacks()).toEqual(["Add a measure", "Add a rule", "Add what is out of scope"]);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Add an audience")));
});

test("a draft lists once what it needs, with what was found in its description", async () => {
  const questions = ["must_haves", "approver"].map((id) => ({ ...intake({}).questions[0]!, id, answer: null, prompt: "Who approves the documents? Name and role." }));
  const basis = [{ entry: "R1", text: "Pay by card", kind: "Payments", days: 4.1, cost: 1 }];
  show({ entries: [], estimate: null, approver: null }, {
    "GET /projects/{project_id}/intake": () => ({ questions, complete: false, missing: ["must_haves", "approver"] }),
    [WHAT_IF]: () => ({ before: null, after: estimate(9000, { basis }), outdated: [] }),
  }, { status: "draft", description: "Pay by card." });

  const needed = within((await screen.findByRole("heading", { name: "Needed" })).closest("section")!).getAllByRole<HTMLAnchorElement>("link");
  expect(needed.map(({ textContent, hash }) => [textContent, hash])).toEqual([["Must-haves", "#/projects/prj_1/intake?step=must_haves"], ["Approver", "#/projects/prj_1/intake?step=approver"]]);
  expect((await screen.findByText("1 must-have found in your description")).closest("li")!.className).toBe("linked"); // whose arrow stays at its end
  expect(screen.getByText("Who approves the documents?").closest("li")!.textContent).toBe("ApproverWho approves the documents?");
  expect(screen.getAllByText("Approver")).toHaveLength(1);
  expect(screen.queryByLabelText("Add a must-have")).toBeNull();
  expect(screen.getByText("About 4.1 days so far").nextSibling!.textContent).toBe("Must-haves only; start, release and platforms come on top. The cost follows with the needed answers.");
  expect(document.querySelector(".price-bar")!.textContent).toBe("Answer 2 questions");
});

test.each([[["platforms", "approver"], "There is no estimate yet. It needs a platform."], [["must_haves", "platforms"], "There is no estimate yet. It needs a must-have and a platform."]])("a draft without %s names what its estimate lacks", async (missing, said) => {
  show({ entries: [entry({ effort_days: null })], estimate: null }, { "GET /projects/{project_id}/intake": () => ({ ...intake({}), missing }) }, { status: "draft" });

  expect(await screen.findByText(said)).toBeTruthy();
});

test("a tick shows what was chosen at once, and goes back only when it is refused", async () => {
  let refuse = () => {};
  show({ entries: [ONE, ...OTHERS] }, { [CHANGE]: () => new Promise((_, reject) => (refuse = () => reject(refusal("audiences", "A1 is gone.")))) });
  await press(/^Who uses R1/);
  const tick = () => screen.getByLabelText("Commuters");
  fireEvent.click(await screen.findByLabelText("Commuters"));
  await waitFor(() => expect(sent(CHANGE)).toHaveLength(1));
  await waitFor(() => expect(screen.getByRole("button", { name: /^Who uses R1/ }).textContent).toBe("Uses: Stripe"));
  expect(tick()).toHaveProperty("checked", false);
  refuse();

  expect(await screen.findByText("A1 is gone.")).toBeTruthy();
  expect(tick()).toHaveProperty("checked", true);
});

test("what a must-have goes with is chosen by the words of the entries, and saved at once", async () => {
  show({ entries: [ONE, ...OTHERS] }, { [CHANGE]: () => ONE });
  await press(/^Who uses R1/);
  fireEvent.click(within(await screen.findByRole("dialog", { name: /^Who uses R1/ })).getByLabelText("Commuters"));

  await waitFor(() => expect(sent(CHANGE).map(({ body }) => body)).toEqual([{ audiences: [] }]));
});

/** A brief that does not fit, whose last two entries would have to go. */
const SAID = estimate(9000).said;
const after = (out: number) => estimate(9000 - 1000 * out, { said: { ...SAID, ceiling: `Without ${out} it fits.` } });
const tight = { entries: [ONE, TWO, entry({ id: "R3", text: "Give bread away" })], estimate: estimate(9000, { to_fit: ["R3", "R2"], ceiling: { amount: 7500, fits: "unlikely" }, said: { ...SAID, ceiling: "It does not fit.", to_fit: "Without R3 and R2 it would." } }) };
const trying: Answers = { [WHAT_IF]: ({ body }) => ({ before: tight.estimate, after: after(body.changes.length), outdated: ["dlv_1"] }) };

const row = async (name: string) => (await screen.findByRole("rowheader", { name })).closest("tr")!.textContent;
const flip = async (name: RegExp) => fireEvent.click((await screen.findAllByRole("switch", { name }))[0]!);

test("each switch shows what happens without an entry, before anything is saved", async () => {
  show(tight, trying);
  expect(await screen.findByText("Without R3 and R2 it would.")).toBeTruthy();
  expect(sent(WHAT_IF)).toEqual([]);
  await flip(/R3/);
  expect(await row("Cost")).toBe("CostEUR\u00a09,000 (8,000–10,000)EUR\u00a08,000 (7,000–9,000)");

  await flip(/R2/);

  await waitFor(async () => expect(await row("Cost")).toBe("CostEUR\u00a09,000 (8,000–10,000)EUR\u00a07,000 (6,000–8,000)"));
  expect(await row("Ceiling")).toBe("CeilingIt does not fit.Without 2 it fits.");
  expect(sent(WHAT_IF).map(({ body }) => body.changes)).toEqual([[{ op: "drop_entry", id: "R3" }], [{ op: "drop_entry", id: "R3" }, { op: "drop_entry", id: "R2" }]]);
  await press("Keep all");
  expect(screen.queryByRole("rowheader", { name: "Cost" })).toBeNull();
  expect(sent(DROP)).toEqual([]);
});

test("what would fit is previewed by one press", async () => {
  show(tight, trying);
  await press("Preview");

  expect(await row("Cost")).toBe("CostEUR\u00a09,000 (8,000–10,000)EUR\u00a07,000 (6,000–8,000)");
  expect(screen.queryByRole("button", { name: "Preview" })).toBeNull();
  expect(sent(DROP)).toEqual([]);
});

test("each must-have has a switch of its own, whatever fits", async () => {
  show({ entries: [ONE, TWO] }, trying);
  const own = await screen.findByRole("switch", { name: "Include R2: Find a loaf" });
  fireEvent.click(own);

  await row("Cost");
  expect(own).toHaveProperty("checked", false);
});

test("one button then leaves them out, each as it was read", async () => {
  let number = 8;
  show(tight, { ...trying, [DROP]: () => entry({ state: "dropped" }), [ADD]: () => entry({ id: `R${number++}` }), [CHANGE]: () => entry() });
  await flip(/R3/);
  await press("Actions for R1");
  fireEvent.click(within(screen.getByRole("button", { name: /^Reword R1/ }).closest("li")!).getByRole("menuitem", { name: "Leave out…" }));
  await row("Cost");
  await waitFor(() => expect(screen.getByRole("button", { name: "Leave out 2 entries" })).toHaveProperty("disabled", false));
  await press("Leave out 2 entries");

  await waitFor(() => expect(sent(DROP).map(({ path, query }) => [path.split("/").at(-1), query.was])).toEqual([["R3", "Give bread away"], ["R1", "Order bread"]]));
  await press("Undo"); // each is back in its place, as what it was taken to be
  expect(await screen.findByText("Back as R8 and R9")).toBeTruthy();
  expect(sent(ADD).map(({ body }) => body)).toEqual([{ type: "must_have", text: "Order bread", kinds: ["orders"], size: "usual" }, { type: "must_have", text: "Give bread away", kinds: ["orders"], size: "usual" }]);
  expect(sent(CHANGE).map(({ path, body }) => [path.split("/").at(-1), body])).toEqual([["R8", { position: 1 }]]);
});

test("what was left out is brought back in its words, as what it was taken to be and with links to what is still there", async () => {
  const gone = entry({ id: "R4", text: "Give bread away", state: "dropped", size: "large", effort_days: null, audiences: ["A1", "A9"] });
  const there = entry({ id: "R5", text: "order bread", state: "dropped", effort_days: null });
  const { turn } = show({ entries: [...OTHERS, ONE, there, gone] }, { [ADD]: () => { turn({ entries: [...OTHERS, ONE, there, gone, entry({ id: "R6", text: gone.text })] }); return entry({ id: "R6", text: gone.text }); }, [DROP]: () => entry({ state: "dropped" }) });
  const summary = await screen.findByText("Left out: must-haves");
  expect(summary.textContent).toBe("Left out: must-haves 1"); // the other one is there again
  expect(summary.parentElement!.previousElementSibling).toBe(screen.getByRole("list", { name: "Must-haves" }).closest("section"));
  expect(screen.getByText("What you bring back is a new entry, the last in its list.")).toBeTruthy();
  await press("Bring back R4");

  await waitFor(() => expect(sent(ADD).map(({ body }) => body)).toEqual([{ type: "must_have", text: "Give bread away", kinds: ["orders"], size: "large", audiences: ["A1"] }]));
  expect(await screen.findByText("Added as R6")).toBeTruthy();
  await waitFor(() => expect(screen.queryByText("Left out: must-haves")).toBeNull());
  turn({ entries: [...OTHERS, ONE, there, gone, entry({ id: "R6", text: gone.text, state: "dropped" })] });
  await press("Undo");

  await waitFor(() => expect(sent(DROP).map(({ path, query }) => [path.split("/").at(-1), query.was])).toEqual([["R6", gone.text]]));
  expect((await screen.findByText("Left out: must-haves")).textContent).toBe("Left out: must-haves 1"); // once
});

test("what was left out of a brief that can no longer change is only read", async () => {
  show({ entries: [ONE, entry({ id: "R4", text: "Give bread away", state: "dropped" })] }, {}, { status: "completed" });

  expect((await screen.findByText("Give bread away")).closest("li")!.querySelector("button")).toBeNull();
});

test("an entry that somebody else has changed is not left out unseen", async () => {
  show(tight, { ...trying, [DROP]: () => { throw new ApiError(409, "CHANGED_SINCE", "Read it again."); } });
  await flip(/R3/);
  await row("Cost");
  await press("Leave out 1 entry");

  expect((await screen.findByRole("alert")).textContent).toContain("R3 was changed in the meantime.");
});

test.each([{ archived: true }, { status: "completed" as const }])("a brief that can no longer change is read alone: %o", async (project) => {
  show({ entries: [ONE, ...OTHERS] }, {}, project);

  await screen.findByRole("list", { name: "Must-haves" });
  expect(screen.queryByRole("combobox")).toBeNull();
  expect(screen.queryByRole("button")).toBeNull();
});

test("the brief has no mistake that axe finds", async () => {
  const { container } = show({ ...tight, entries: [...tight.entries, ...OTHERS] }, trying);
  await flip(/R3/);
  await row("Cost");

  const { violations } = await axe.run(container, { rules: { "color-contrast": { enabled: false }, region: { enabled: false } } });

  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
});
