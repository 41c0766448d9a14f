import { fireEvent, render, screen, waitFor, within } from "@testing-library/preact";
import axe from "axe-core";
import { expect, test } from "vitest";
import { ApiError } from "../src/api/call";
import type { BriefView, ProjectDetail } from "../src/api/schema";
import { Brief } from "../src/pages/brief";
import { brief, detail, entry, estimate } from "./records";
import { asked, serve } from "./server";

const CHANGE = "PATCH /projects/{project_id}/brief/entries/{entry_id}";
const ADD = "POST /projects/{project_id}/brief/entries";
const DROP = "DELETE /projects/{project_id}/brief/entries/{entry_id}";
const WHAT_IF = "POST /projects/{project_id}/what-if";
type Answers = Parameters<typeof serve>[0];

function show(of: Partial<BriefView>, answers: Answers = {}, project: Partial<ProjectDetail> = {}) {
  let now = brief(of);
  serve({ "GET /projects/{project_id}/brief": () => now, ...answers });
  return { ...render(<Brief project={detail(project)} />), turn: (next: Partial<BriefView>) => (now = brief({ ...of, ...next })) };
}
const sent = (route: string) => asked.filter((one) => one.route === route);
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole("button", { name }));
const choose = async (label: string, value: string) => {
  const select = await screen.findByLabelText<HTMLSelectElement>(label);
  select.value = value;
  select.dispatchEvent(new Event("change", { bubbles: true }));
};
const refusal = (field: string, message: string) => new ApiError(400, "VALIDATION_ERROR", "Some fields are wrong.", [{ field, message }]);
const ONE = entry({ audiences: ["A1"], systems: ["I1"] });
const TWO = entry({ id: "R2", text: "Find a loaf", kinds: [], asked: { id: "search", title: "Search" }, effort_days: null });
const OTHERS = [entry({ id: "A1", type: "audience", text: "Commuters", kinds: [], effort_days: null }), entry({ id: "I1", type: "other_system", text: "Stripe", kinds: [{ id: "stripe", title: "Stripe" }] })];

test("an entry stands with its days, its cost, and the words of what it goes with", async () => {
  show({ entries: [ONE, ...OTHERS] });

  const [row] = within(await screen.findByRole("list", { name: "Must-haves" })).getAllByRole("listitem");
  expect(within(row!).getByText("3.5 days (2–5) · EUR 2,300")).toBeTruthy();
  expect(within(row!).getByText("For").parentElement!.textContent).toBe("For A1 Commuters");
  expect(within(row!).getByText("Uses").parentElement!.textContent).toBe("Uses I1 Stripe");
});

test("a weak guess is a question, which one press answers", async () => {
  show({ entries: [ONE, TWO] }, { [CHANGE]: () => TWO });
  const question = within(await screen.findByRole("group", { name: "A question about R2" }));
  expect(question.getByText("Is this “Search”?")).toBeTruthy();
  fireEvent.click(question.getByRole("button", { name: "Choose" }));
  expect(document.activeElement).toBe(screen.getByLabelText("Kind of R2"));

  fireEvent.click(question.getByRole("button", { name: "Yes" }));

  await waitFor(() => expect(sent(CHANGE).map(({ path, body }) => [path, body])).toEqual([["/projects/prj_1/brief/entries/R2", { kinds: ["search"] }]]));
});

test.each([
  ["Kind of R1", "booking", { kinds: ["booking"] }],
  ["Second kind of R1", "search", { kinds: ["orders", "search"] }],
  ["Size of R1", "large", { size: "large" }],
])("%s is a menu", async (label, value, body) => {
  show({}, { [CHANGE]: () => entry() });

  await choose(label, value);

  await waitFor(() => expect(sent(CHANGE).map((one) => one.body)).toEqual([body]));
});

test("a kind that is refused shows why at its menu", async () => {
  show({}, { [CHANGE]: () => { throw refusal("kinds", "Item 1 is no kind of such an entry."); } });

  await choose("Kind of R1", "booking");

  expect(await screen.findByText("Item 1 is no kind of such an entry.")).toBeTruthy();
  expect(screen.getByLabelText("Kind of R1").getAttribute("aria-invalid")).toBe("true");
});

test("an entry moves, and the button that moved it keeps the focus", async () => {
  const page = show({ entries: [ONE, TWO] }, { [CHANGE]: () => { page.turn({ entries: [TWO, ONE] }); return ONE; } });
  const down = await screen.findByRole("button", { name: "Move R1 down" });
  expect(screen.getByRole("button", { name: "Move R1 up" })).toHaveProperty("disabled", true);
  down.focus();
  fireEvent.click(down);

  await waitFor(() => expect(sent(CHANGE).map(({ body }) => body)).toEqual([{ position: 2 }]));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Move R1 up" }))); // it is the last now
});

test("an entry is added, and one that says the same is refused at its field", async () => {
  let tries = 0;
  show({}, { [ADD]: () => { if ((tries += 1) === 1) throw refusal("text", "R1 says the same."); return entry({ id: "R2" }); } });
  const field = await screen.findByLabelText<HTMLInputElement>("Add a must-have");
  fireEvent.input(field, { target: { value: "order bread" } });
  await press("Add to Must-haves");
  expect(await screen.findByText("R1 says the same.")).toBeTruthy();
  expect(field.getAttribute("aria-invalid")).toBe("true");

  fireEvent.input(field, { target: { value: "Order cake" } });
  await press("Add to Must-haves");

  await waitFor(() => expect(field.value).toBe(""));
  expect(sent(ADD).map(({ body }) => body)).toEqual([{ type: "must_have", text: "order bread" }, { type: "must_have", text: "Order cake" }]);
});

test("an entry is dropped after a question", async () => {
  show({}, { [DROP]: () => entry({ state: "dropped" }) });
  await press("Drop R1");

  fireEvent.submit(document.querySelector("dialog form")!);

  await waitFor(() => expect(sent(DROP).map(({ path }) => path)).toEqual(["/projects/prj_1/brief/entries/R1"]));
});

test("what a must-have goes with is chosen by the words of the entries", async () => {
  show({ entries: [ONE, ...OTHERS] }, { [CHANGE]: () => ONE });
  await press(/what R1 is for, uses and is bound by/);
  fireEvent.click(within(await screen.findByRole("dialog")).getByLabelText("A1 Commuters"));

  fireEvent.submit(document.querySelector("dialog form")!);

  await waitFor(() => expect(sent(CHANGE).map(({ body }) => body)).toEqual([{ audiences: [] }]));
});

/** A brief that does not fit, whose last two entries would have to go. */
const SAID = estimate(9000).said;
const after = (out: number) => estimate(9000 - 1000 * out, { said: { ...SAID, ceiling: `Without ${out} it fits.` } });
const tight = { entries: [ONE, TWO, entry({ id: "R3", text: "Give bread away" })], estimate: estimate(9000, { to_fit: ["R3", "R2"], ceiling: { amount: 7500, fits: "unlikely" }, said: { ...SAID, ceiling: "It does not fit.", to_fit: "Without R3 and R2 it would." } }) };
const trying: Answers = { [WHAT_IF]: ({ body }) => ({ before: tight.estimate, after: after(body.changes.length), outdated: ["dlv_1"] }) };

test("what would fit shows the effect of each switch before anything is done", async () => {
  show(tight, trying);
  expect(await screen.findByText("Without R3 and R2 it would.")).toBeTruthy();
  const row = async (name: string) => (await screen.findByRole("rowheader", { name })).closest("tr")!.textContent;
  expect(await row("Likely cost")).toBe("Likely costEUR 9,000EUR 7,000");

  fireEvent.click(screen.getByRole("switch", { name: /R2/ }));

  await waitFor(async () => expect(await row("Likely cost")).toBe("Likely costEUR 9,000EUR 8,000"));
  expect(await row("Ceiling")).toBe("CeilingIt does not fit.Without 1 it fits.");
  expect(sent(WHAT_IF).map(({ body }) => body.changes)).toEqual([[{ op: "drop_entry", id: "R3" }, { op: "drop_entry", id: "R2" }], [{ op: "drop_entry", id: "R3" }]]);
  expect(sent(DROP)).toEqual([]);
});

test("one button leaves these entries out, after a question", async () => {
  show(tight, { ...trying, [DROP]: () => entry({ state: "dropped" }) });
  await screen.findByRole("rowheader", { name: "Likely cost" });
  await press("Leave out R3 and R2");
  expect((await screen.findByRole("dialog")).textContent).toContain("Give bread away");

  fireEvent.submit(document.querySelector("dialog form")!);

  await waitFor(() => expect(sent(DROP).map(({ path }) => path.split("/").at(-1))).toEqual(["R3", "R2"]));
});

test.each([{ archived: true }, { status: "completed" as const }])("a brief that can no longer change is read alone: %o", async (project) => {
  show({ entries: [ONE, ...OTHERS] }, {}, project);

  await screen.findByRole("list", { name: "Must-haves" });
  expect(screen.queryByRole("combobox")).toBeNull();
  expect(screen.queryByRole("button")).toBeNull();
});

test("the brief has no mistake that axe finds", async () => {
  const { container } = show({ ...tight, entries: [...tight.entries, ...OTHERS] }, trying);
  await screen.findByRole("rowheader", { name: "Likely cost" });

  const { violations } = await axe.run(container, { rules: { "color-contrast": { enabled: false }, region: { enabled: false } } });

  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
});
