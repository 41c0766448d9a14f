import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/preact";
import { expect, test, vi } from "vitest";
import { ApiError } from "../src/api/call";
import { client, refresh } from "../src/api/data";
import type { SessionView } from "../src/api/schema";
import { setSession } from "../src/api/session";
import { Intake } from "../src/pages/intake";
import { NewProject } from "../src/pages/new-project";
import { brief, card as cardOf, detail, entry, estimate, intake, message, page, project } from "./records";
import "./popover";
import { asked, serve } from "./server";

/** A draft whose only missing answer is the approver; each price is the number of letters answered, in thousands. */
function draft(): void {
  const answers: Record<string, string> = { goal: "Bread before noon" };
  serve({
    "GET /projects/{project_id}": () => detail({ status: "draft", phase: "intake" }),
    "GET /projects/{project_id}/intake": () => intake(answers),
    "POST /projects/{project_id}/intake": ({ body }) => intake(Object.assign(answers, body.answers)),
    "GET /projects/{project_id}/brief": () => brief({ estimate: answers.approver ? estimate(1000 * answers.approver.length) : null }),
  });
}

const type = async (text: string) => fireEvent.input(await screen.findByLabelText("Who approves?"), { target: { value: text } });
const at = (step: string) => history.replaceState(null, "", `#/projects/prj_1/intake?step=${step}`);
const sent = (route: string) => asked.filter((one) => one.route === route);
const card = () => within(screen.getByRole("complementary", { name: "Estimate" }));

test("estimate appears as soon as the server has one, and Submit shows its ends", async () => {
  draft();
  render(<Intake id="prj_1" />);
  await screen.findByText("1 of 2");
  expect(screen.getByRole("heading", { name: "Before you submit" })).toBeTruthy();

  await type("Mira");
  await screen.findByRole("heading", { name: "Estimate" }, { timeout: 3000 });
  expect(await card().findByText("EUR 4,000", {}, { timeout: 3000 })).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Submit brief" }));

  const asks = await screen.findByRole("dialog");
  for (const end of ["EUR 3,000", "EUR 4,000", "EUR 5,000"]) expect(within(asks).getByText(end)).toBeTruthy();
});

test("choice just made is not undone by an older answer that comes late", async () => {
  const tone = { ...intake({}).questions[0]!, id: "tone", type: "choice" as const, prompt: "Which tone?", options: ["plain", "warm"] };
  const view = { questions: [tone], complete: false, missing: ["tone"] };
  const late: (() => void)[] = [];
  serve({
    "GET /projects/{project_id}": () => detail({ status: "draft" }),
    "GET /projects/{project_id}/brief": () => brief({ estimate: null }),
    "GET /projects/{project_id}/intake": () => (asked.filter(({ route }) => route.endsWith("/intake")).length < 2 ? view : new Promise((answer) => late.push(() => answer(view)))),
    "POST /projects/{project_id}/intake": () => new Promise(() => undefined),
  });
  render(<Intake id="prj_1" />).unmount();
  await waitFor(() => expect(client.isFetching()).toBe(0));
  render(<Intake id="prj_1" />);
  await waitFor(() => expect(late).toHaveLength(1));

  fireEvent.click(await screen.findByLabelText("Warm"));
  late.forEach((answer) => answer());
  await act(() => new Promise((done) => setTimeout(done, 20)));

  expect(screen.getByLabelText("Warm")).toHaveProperty("checked", true);
});

/** Brief whose price, EUR 4,000 on the screen, is being counted anew after the last answer; `count` ends that. */
async function counting(answer: string): Promise<{ accept: HTMLElement; count: () => void }> {
  const counts: (() => void)[] = [];
  let name = "Mira";
  const price = () => brief({ estimate: estimate(1000 * name.length) });
  serve({
    "GET /projects/{project_id}": () => detail({ status: "draft", phase: "intake" }),
    "GET /projects/{project_id}/intake": () => intake({ goal: "Bread before noon", approver: name }),
    "POST /projects/{project_id}/intake": ({ body }) => {
      name = body.answers.approver;
      return intake({ goal: "Bread before noon", approver: name });
    },
    "GET /projects/{project_id}/brief": () => (name === "Mira" ? price() : new Promise((tell) => counts.push(() => tell(price())))),
    "POST /projects/{project_id}/submit": () => project(),
  });
  at("approver");
  render(<Intake id="prj_1" />);
  await within(await screen.findByRole("complementary", { name: "Estimate" })).findByText("EUR 4,000");
  await type(answer);
  fireEvent.click(screen.getByRole("button", { name: "Submit brief" }));
  const accept = await within(await screen.findByRole("dialog")).findByRole("button", { name: "Accept and submit" });
  fireEvent.click(accept);
  await waitFor(() => expect(accept.getAttribute("aria-disabled")).toBe("true"));
  await waitFor(() => expect(counts.length).toBeGreaterThan(0));
  return { accept, count: () => counts.forEach((tell) => tell()) };
}

test("price that is accepted counts the very last word", async () => {
  const { accept, count } = await counting("Miranda");

  count();

  expect((await within(screen.getByRole("dialog")).findByRole("alert")).textContent).toContain("changed the estimate");
  expect(screen.getByRole("dialog").textContent).toContain("EUR\u00a07,000");
  expect(sent("POST /projects/{project_id}/submit")).toEqual([]);
  fireEvent.click(accept);
  await waitFor(() => expect(sent("POST /projects/{project_id}/submit")).toHaveLength(1));
});

test("press that comes while the price is counted is carried out if the price stays", async () => {
  const { count } = await counting("Mara");
  expect(sent("POST /projects/{project_id}/submit")).toEqual([]);

  count();

  await waitFor(() => expect(sent("POST /projects/{project_id}/submit")).toHaveLength(1));
});

test("estimate follows every answer that is changed afterwards", async () => {
  draft();
  render(<Intake id="prj_1" />);
  await type("Mira");
  await screen.findByText("EUR 4,000", { selector: ".sum .figure" }, { timeout: 3000 });

  await type("Miranda");

  expect(await card().findByText("EUR 7,000", {}, { timeout: 3000 })).toBeTruthy();
  expect(asked.filter(({ route }) => route.startsWith("POST")).map(({ body }) => body.answers)).toEqual([{ approver: "Mira" }, { approver: "Miranda" }]);
});

/** A draft of two needed questions and one more; what is answered is kept. */
function asking(answers: Record<string, string | null> = {}, given: Parameters<typeof serve>[0] = {}, more: Partial<Parameters<typeof detail>[0]> = {}): void {
  const rules = { ...intake({}).questions[0]!, id: "constraints", section: "Limits", type: "list" as const, prompt: "Which rules bind it?", required: false };
  const view = () => { const now = intake(answers); return { ...now, questions: [...now.questions, rules] }; };
  serve({
    "GET /projects/{project_id}": () => detail({ status: "draft", ...more }),
    "GET /projects/{project_id}/brief": () => brief({ estimate: null, entries: [] }),
    "GET /projects/{project_id}/intake": view,
    "POST /projects/{project_id}/intake": ({ body }) => { Object.assign(answers, body.answers); return view(); },
    "GET /agents/{project_id}/messages": () => page([]), "GET /agents/{project_id}/cards": () => ({ cards: [], has_more: false }),
    ...given,
  });
  render(<Intake id="prj_1" />);
}
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole("button", { name }));
const step = () => document.querySelector("nav.steps [aria-current]")!.textContent;

test("one needed question stands after the other, each with the focus, and the rest comes at the end", async () => {
  asking();
  expect(await screen.findByText("Question 1 of 2")).toBeTruthy();
  fireEvent.input(screen.getByLabelText("What should exist at the end?"), { target: { value: "Bread" } });
  await press("Next");

  expect(await screen.findByText("Question 2 of 2")).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText("Who approves?"));
  await press("Back");
  expect(await screen.findByLabelText("What should exist at the end?")).toHaveProperty("value", "Bread");
  await press("Next");
  await press("Skip for now");

  await waitFor(() => expect(step()).toBe("Optional"));
  const field = screen.getByLabelText("Which rules bind it?");
  expect(document.getElementById(field.getAttribute("aria-describedby")!)!.textContent).toContain("For example: GDPR");
  expect(screen.queryByText(/brief is complete/)).toBeNull();
  expect(screen.getByRole<HTMLAnchorElement>("link", { name: "Answer next: Approver" }).hash).toBe("#/projects/prj_1/intake?step=approver");
});

test("whoever comes back goes on where the first answer is missing, and the address keeps the step", async () => {
  asking({ goal: "Bread" });
  expect(await screen.findByText("Question 2 of 2")).toBeTruthy();
  cleanup();
  at("goal");
  asking({ goal: "Bread" });

  expect(await screen.findByText("Question 1 of 2")).toBeTruthy();
  expect(step()).toBe("Goal, answered");
});

test("an answer that is refused is mended before the next question; Enter sends it", async () => {
  at("approver");
  asking({ goal: "Bread" }, { "POST /projects/{project_id}/intake": () => { throw new ApiError(400, "VALIDATION_ERROR", "No.", [{ field: "answers.approver", message: "Must be a name." }]); } });
  fireEvent.input(await screen.findByLabelText("Who approves?"), { target: { value: "?" } });
  fireEvent.submit(document.querySelector("form.step")!);

  expect(await screen.findByText("Must be a name.")).toBeTruthy();
  expect(step()).toBe("Approver, not saved");
});

const DESCRIPTION = "A web shop where neighbours order bread in the evening, and pay by card. We love bread.";
/** A draft with a description, of which the estimate knows two parts. */
function described(given: Parameters<typeof serve>[0] = {}): Record<string, unknown> {
  const answers: Record<string, unknown> = {};
  const question = { ...intake({}).questions[0]!, id: "must_haves", type: "list" as const, prompt: "What must it do?" };
  const view = () => ({ questions: [...intake({ goal: "Bread" }).questions, { ...question, answer: answers.must_haves ?? null }], complete: false, missing: ["approver", ...(answers.must_haves ? [] : ["must_haves"])] });
  const lines = [["Neighbours order bread in the evening", "Orders and checkout", 5], ["Pay by card", "Payments", 4.1], ["We love bread", "Something else", 5]] as const;
  asking({}, {
    "GET /projects/{project_id}/intake": view,
    "POST /projects/{project_id}/intake": ({ body }) => { Object.assign(answers, body.answers); return view(); },
    "GET /projects/{project_id}/brief": () => brief({ estimate: null, entries: [], platforms: [], kinds: [{ id: "other", title: "Something else" }] }),
    "POST /projects/{project_id}/what-if": () => ({ before: null, after: estimate(9000, { basis: lines.map(([text, kind, days]) => ({ entry: "R1", text, kind, days, cost: 1 })) }), outdated: [] }),
    ...given,
  }, { description: DESCRIPTION });
  return answers;
}

test("an answer that a reload cuts off is there again, and sent", async () => {
  at("goal");
  asking({}, { "POST /projects/{project_id}/intake": () => new Promise<never>(() => undefined) });
  fireEvent.input(await screen.findByLabelText("What should exist at the end?"), { target: { value: "Bread before noon" } });
  cleanup();
  client.clear();

  const answers = {};
  asking(answers);
  expect(await screen.findByLabelText("What should exist at the end?")).toHaveProperty("value", "Bread before noon");
  await waitFor(() => expect(answers).toEqual({ goal: "Bread before noon" }));
  await screen.findByText("Saved");
  expect(sessionStorage.length).toBe(0);
});

test("a new project's first words are there again after Escape and a reload, and gone once it is made", async () => {
  serve({ "POST /projects": () => project() });
  const page = render(<NewProject close={() => undefined} />);
  fireEvent.input(screen.getByLabelText("Describe what you want to build"), { target: { value: "A bread shop" } });
  fireEvent.input(screen.getByLabelText("Name"), { target: { value: "Bakery" } });
  page.unmount();

  render(<NewProject close={() => undefined} />);
  expect(screen.getByLabelText("Describe what you want to build")).toHaveProperty("value", "A bread shop");
  await press("Continue");
  await waitFor(() => expect(sent("POST /projects")[0]!.body).toEqual({ name: "Bakery", description: "A bread shop" }));
  await waitFor(() => expect(sessionStorage.length).toBe(0));
});

test("what was reworded and unticked of a proposal is so after a reload", async () => {
  described();
  fireEvent.click(await screen.findByLabelText("Keep must-have 1"));
  fireEvent.input(screen.getByLabelText("Must-have 2"), { target: { value: "Pay by card or cash" } });
  cleanup();
  client.clear();

  described();
  expect(await screen.findByLabelText("Keep must-have 1")).toHaveProperty("checked", false);
  expect(screen.getByLabelText("Must-have 2")).toHaveProperty("value", "Pay by card or cash");
  await press("Keep 1 must-have");
  await screen.findByText("Question 2 of 3");
  await waitFor(() => expect(sessionStorage.length).toBe(0));
});

test("what the description says the product must do is proposed, to be kept, reworded or dropped", async () => {
  const answers = described();
  expect(await screen.findByLabelText("Must-have 1")).toHaveProperty("value", "Neighbours order bread in the evening");
  expect(screen.getByText("Payments · about 4.1 days of work")).toBeTruthy();
  expect(screen.queryByDisplayValue("We love bread")).toBeNull();
  expect(sent("POST /projects/{project_id}/what-if")[0]!.body.changes[0]).toEqual({ op: "change_brief", platforms: ["web"] });
  fireEvent.click(screen.getByLabelText("Keep must-have 1"));
  fireEvent.input(screen.getByLabelText("Must-have 2"), { target: { value: "Pay by card or cash" } });
  await press("Keep 1 must-have");

  await screen.findByText("Question 2 of 3");
  expect(answers).toEqual({ must_haves: ["Pay by card or cash"] });
});

test("what is unticked counts no longer among the days so far", async () => {
  described();
  expect(await screen.findByText("About 9.1 days so far")).toBeTruthy();
  fireEvent.click(screen.getByLabelText("Keep must-have 1"));

  expect(screen.getByText("About 4.1 days so far")).toBeTruthy();
});

test("an answer that is given elsewhere stands in its field, unless somebody types there", async () => {
  at("approver");
  const answers: Record<string, string> = { goal: "Bread before noon", approver: "Mira" };
  asking(answers);
  const field = await screen.findByLabelText<HTMLInputElement>("Who approves?");
  answers.approver = "Noor";
  await act(() => refresh("GET /projects/{project_id}/intake", { path: { project_id: "prj_1" } }));
  await waitFor(() => expect(field.value).toBe("Noor"));

  field.focus();
  answers.approver = "Ada";
  await act(() => refresh("GET /projects/{project_id}/intake", { path: { project_id: "prj_1" } }));
  expect(field.value).toBe("Noor");
});

test("must-haves of one's own are added to those that were found, one a line", async () => {
  const answers = described();
  fireEvent.input(await screen.findByLabelText("Add another"), { target: { value: "Order by phone\n\nGive bread away " } });
  fireEvent.keyDown(screen.getByLabelText("Add another"), { key: "Enter" }); // a new line
  expect(answers).toEqual({});
  await press("Keep 4 must-haves");

  await screen.findByText("Question 2 of 3");
  expect(answers).toEqual({ must_haves: ["Neighbours order bread in the evening", "Pay by card", "Order by phone", "Give bread away"] });
});

test("a long must-have is read whole while it is reworded, and Enter keeps them all", async () => {
  const answers = described();
  const field = await screen.findByLabelText("Must-have 1");
  expect(field.tagName).toBe("TEXTAREA");
  fireEvent.keyDown(field, { key: "Enter" });

  await screen.findByText("Question 2 of 3");
  expect(answers.must_haves).toHaveLength(2);
});

test("a complete brief is submitted beside where it says so; the dialog says what is due, and leads to what is decided by us", async () => {
  at("rest");
  const D1 = { id: "D1", ask: "?", proposed: "Yes", answer: null };
  asking({ goal: "Bread", approver: "Mira" }, { "GET /projects/{project_id}/brief": () => brief({ choices: [D1, { ...D1, id: "D2", answer: "No" }] as never }) });
  const button = await screen.findByRole("button", { name: "Submit brief" }); // the only one
  expect(screen.getByRole<HTMLAnchorElement>("link", { name: "Check the brief" }).hash).toBe("#/projects/prj_1/brief"); // below the last question
  expect(button.parentElement!.textContent).toMatch(/^Your brief is complete: submit it whenever you like\./);
  fireEvent.click(button);
  const asks = within(await screen.findByRole("dialog"));
  expect(asks.getByText(/Documents and answers cost nothing; the estimate is what building will likely cost. Workers report what it did cost\./)).toBeTruthy();
  const open = asks.getByRole<HTMLAnchorElement>("link", { name: "1 suggested answer applies unless you change it." });
  expect(open.hash).toBe("#/projects/prj_1/brief?show=decisions");
  fireEvent.click(open);

  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("a complete brief that breaks a limit says so beside its button", async () => {
  at("rest");
  asking({ goal: "Bread", approver: "Mira" }, { "GET /projects/{project_id}/brief": () => brief({ estimate: estimate(9000, { ceiling: { amount: 5000, fits: "no" } as never }) }) });

  expect((await screen.findByRole("button", { name: "Submit brief" })).parentElement!.textContent).toMatch(/^Your brief is complete, but its estimate is over one of your limits\. Change the brief or the limit, or submit anyway\./);
});

test("a description that says nothing of it leads straight to the questions", async () => {
  described({ "POST /projects/{project_id}/what-if": () => ({ before: null, after: estimate(9000, { basis: [] }), outdated: [] }) });

  expect(await screen.findByText("Question 2 of 3")).toBeTruthy();
});

test("where a model reads the description, its cards are what is proposed", async () => {
  let isRead = false;
  const one = cardOf({ kind: "add_entry", summary: "Add the must-have “Order bread”.", request: { method: "POST", path: "/projects/prj_1/brief/entries", body: { type: "must_have", text: "Order bread" }, idempotency_key: "k" } });
  described({
    "GET /agents/{project_id}/messages": () => page([message({ sender_type: "customer", run_status: isRead ? "answered" : "answering" })]),
    "GET /agents/{project_id}/cards": () => ({ cards: isRead ? [one] : [], has_more: false }),
  });
  await screen.findByText("The team is reading your description…");
  isRead = true;
  await act(() => client.invalidateQueries({ queryKey: ["agents"] }));

  expect(await screen.findByText("Add the must-have “Order bread”.")).toBeTruthy();
  expect(sent("POST /projects/{project_id}/what-if")).toEqual([]);
  expect(screen.getByLabelText("Add a must-have")).toBeTruthy();
  await press("Continue");
  expect(await screen.findByText("Question 2 of 3")).toBeTruthy();
});

test("how a must-have is read stands below the question, and is corrected there", async () => {
  at("must_haves");
  described({ "GET /projects/{project_id}/brief": () => brief({ entries: [entry()] }), "PATCH /projects/{project_id}/brief/entries/{entry_id}": () => entry() });
  const read = within(await screen.findByRole("region", { name: "How we read it" }));
  fireEvent.click(read.getByRole("button", { name: /^Kind of R1/ }));
  fireEvent.click(await read.findByRole("button", { name: "Booking" }));

  await waitFor(() => expect(sent("PATCH /projects/{project_id}/brief/entries/{entry_id}").map(({ body }) => body)).toEqual([{ kinds: ["booking"] }]));
});

test("the approver is the person herself by one press", async () => {
  setSession({ user: { id: "usr_1" }, account: { name: "Mira Kovac", timezone: "UTC" } } as SessionView);
  const answers: Record<string, string | null> = { goal: "Bread" };
  asking(answers);
  await press("Use Mira Kovac");

  expect(screen.getByLabelText("Who approves?")).toHaveProperty("value", "Mira Kovac");
  await waitFor(() => expect(answers.approver).toBe("Mira Kovac"), { timeout: 3000 });
});

test("questions of a brief that was submitted lead to the project's overview", async () => {
  const replaced = vi.spyOn(location, "replace").mockReturnValue();
  serve({ "GET /projects/{project_id}": () => detail({ status: "active" }), "GET /projects/{project_id}/intake": () => intake({ goal: "Bread", approver: "Mira" }) });
  render(<Intake id="prj_1" />);

  await waitFor(() => expect(replaced).toHaveBeenCalledWith("#/projects/prj_1"));
  replaced.mockRestore();
});

test.each([
  [{}, []],
  [{ ceiling: { amount: 5000, fits: "no" as const } }, ["EUR\u00a09,000"]],
  [{ deadline: { day: "2027-01-04", fits: "no" as const } }, ["15 Jan 2027"]],
])("price stays in view on a small screen, and what breaks a limit is red: %o", async (given, red) => {
  serve({
    "GET /projects/{project_id}": () => detail({ status: "draft" }),
    "GET /projects/{project_id}/intake": () => intake({ goal: "Bread", approver: "Mira" }),
    "GET /projects/{project_id}/brief": () => brief({ estimate: estimate(9000, given) }),
  });
  render(<Intake id="prj_1" />);

  await waitFor(() => expect(document.querySelector(".price-bar")!.textContent).toBe("EstimateEUR\u00a09,00015 Jan 2027"));
  expect([...document.querySelectorAll(".price-bar .bad")].map((one) => one.textContent)).toEqual(red);
});
