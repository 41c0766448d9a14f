import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/preact";
import axe from "axe-core";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../src/api/call";
import type { AskedView, CardView, InboxItem, MessageView, SessionView } from "../src/api/schema";
import { hold, sendHeld } from "../src/api/held";
import { setSession } from "../src/api/session";
import { isAsked, stepUpEnds } from "../src/api/step-up";
import { Chat, Conversation } from "../src/pages/chat";
import { card, deliverable, detail, message, need, page, project } from "./records";
import { asked, serve } from "./server";

const AT = "2026-11-09T09:00:00Z";
const SESSION: SessionView = {
  user: { id: "usr_1", email: "mira@example.com", name: "Mira", email_verified: true },
  account: { id: "acc_1", name: "Mira", timezone: "UTC", created_at: AT, gone_at: null }, scopes: [], expires_at: AT, proved_at: new Date().toISOString(),
};
type Answers = Parameters<typeof serve>[0];
const DISMISS = "POST /agents/{project_id}/cards/{card_id}/dismiss";
const OUTDATED = /^Outdated\. The ceiling has changed since\./;
let number = 0;
/** What a page has done with a card it knows as long as it is open, so each test has cards of its own. */
const fresh = (given: Partial<CardView> = {}): CardView => card({ id: `crd_${(number += 1)}`, ...given });

/** A conversation whose last answer has these cards, as they are when they are read. */
function talk(cards: () => CardView[], answers: Answers = {}, around: { before?: MessageView[]; after?: MessageView[]; needs?: InboxItem[] } = {}) {
  const answer = () => message({ id: "msg_5", reply_to: "msg_4", content: "Nothing was done yet.", cards: cards() });
  serve({
    "GET /agents/{project_id}/messages": ({ query }) => page(query.reply_to ? [answer()] : [...(around.after ?? []), answer(), message({ id: "msg_4", sender_type: "customer", content: "ceiling 12000" }), ...(around.before ?? [])]),
    "GET /projects/{project_id}": () => detail({ deliverables: [deliverable()] }),
    "GET /inbox": () => ({ items: around.needs ?? [], has_more: false, next_cursor: null }),
    ...answers,
  });
  return render(<Chat project={project()} />);
}
const shown = async () => within((await screen.findByRole("list", { name: "To confirm" })).querySelector("li")!);
const sent = (route: string) => asked.filter((one) => one.route === route);
const say = async (text: string) => {
  fireEvent.input(await screen.findByLabelText("Message to the CEO"), { target: { value: text } });
  fireEvent.submit(screen.getByLabelText("Message to the CEO").closest("form")!);
};

beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn();
  setSession(SESSION);
});
afterEach(() => {
  stepUpEnds(false);
  setSession(null);
});

test("an open card says what it does, what follows, and whose words it is, with the deed and Dismiss as buttons", async () => {
  const { container } = talk(() => [fresh({ worker: "Scout" })]);
  const open = await shown();

  expect(open.getByText("Set the ceiling to EUR 12,000.", { selector: ".name" })).toBeTruthy();
  expect(open.getByText("The likely cost fits your ceiling.")).toBeTruthy();
  expect(open.getByText(/^Asked by the worker/).textContent).toBe("Asked by the worker Scout");
  expect(open.getAllByRole("button").map((one) => one.textContent)).toEqual(["Set ceiling: Set the ceiling to EUR 12,000.", "Dismiss: Set the ceiling to EUR 12,000."]);
  expect((await axe.run(container, { rules: { "color-contrast": { enabled: false }, region: { enabled: false } } })).violations.map((one) => one.id)).toEqual([]);
});

test.each<[Partial<CardView>, string]>([
  [{ kind: "approve" }, "Approve"],
  [{ kind: "drop_entry" }, "Drop entry"],
  [{ kind: "run_task" }, "Run now"],
  [{ kind: "set_ceiling", request: { ...card().request, body: { budget_ceiling: null } } }, "Remove ceiling"],
  [{ kind: "set_deadline", request: { ...card().request, body: { deadline: "2027-03-01" } } }, "Set deadline"],
])("the button names the deed: %o", async (given, expected) => {
  talk(() => [fresh(given)]);

  expect((await shown()).getAllByRole("button")[0]!.textContent).toBe(`${expected}: Set the ceiling to EUR 12,000.`);
});

test("pressing sends the request as it stands, and shows what was read again; the focus stays there", async () => {
  const one = fresh();
  let state: CardView["state"] = "open";
  talk(() => [{ ...one, state }], { "PATCH /projects/{project_id}": () => { state = "done"; return project() as never; } });
  const button = (await shown()).getByRole("button", { name: /^Set ceiling/ });
  button.focus();
  fireEvent.click(button);

  const said = await screen.findByText("Done");
  expect(sent("PATCH /projects/{project_id}")).toMatchObject([{ path: "/projects/prj_1", body: one.request.body, idempotencyKey: one.id }]);
  expect(sent("GET /agents/{project_id}/messages").some(({ query }) => query.reply_to === "msg_4")).toBe(true);
  expect(screen.queryByText("The likely cost fits your ceiling.")).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(said.closest("li")));
});

test("a path with a query and no body is sent as it stands", async () => {
  const one = fresh({ kind: "drop_entry", request: { method: "DELETE", path: "/projects/prj_1/brief/entries/R2?was=Pay%20by%20card", body: null, idempotency_key: "k" } });
  talk(() => [one], { "DELETE /projects/{project_id}/brief/entries/{entry_id}": () => ({}) as never });
  fireEvent.click((await shown()).getByRole("button", { name: /^Drop entry/ }));

  await screen.findByText("Done"); // although the records would not tell so yet
  expect(sent("DELETE /projects/{project_id}/brief/entries/{entry_id}")).toMatchObject([{ path: "/projects/prj_1/brief/entries/R2", query: { was: "Pay by card" }, body: undefined, idempotencyKey: "k" }]);
});

test("where somebody was faster, the card is outdated and says why", async () => {
  const one = fresh();
  let state: CardView["state"] = "open";
  talk(() => [{ ...one, state }], { "PATCH /projects/{project_id}": () => { state = "outdated"; throw new ApiError(409, "CHANGED_SINCE", "This was changed since you read it."); } });
  fireEvent.click((await shown()).getByRole("button", { name: /^Set ceiling/ }));

  const said = await screen.findByText(OUTDATED);
  await waitFor(() => expect(said.textContent).toContain("This was changed since you read it."));
  expect((await shown()).queryByRole("button")).toBeNull();
});

test("where somebody else did it, it is done", async () => {
  const one = fresh();
  let state: CardView["state"] = "open";
  talk(() => [{ ...one, state }], { "PATCH /projects/{project_id}": () => { state = "done"; throw new ApiError(409, "ALREADY_DECIDED", "This was decided before."); } });
  fireEvent.click((await shown()).getByRole("button", { name: /^Set ceiling/ }));

  await screen.findByText("Done");
  expect(screen.queryByText("This was decided before.")).toBeNull();
});

test("a refusal is said, and the card can be pressed again with the same key", async () => {
  const one = fresh();
  let refuse = true;
  talk(() => [one], { "PATCH /projects/{project_id}": () => { if (refuse) throw new ApiError(503, "UNAVAILABLE", "Try again later."); return project() as never; } });
  fireEvent.click((await shown()).getByRole("button", { name: /^Set ceiling/ }));
  expect((await screen.findByRole("alert")).textContent).toContain("Try again later.");
  refuse = false;
  fireEvent.click((await shown()).getByRole("button", { name: /^Set ceiling/ }));

  await screen.findByText("Done");
  expect(sent("PATCH /projects/{project_id}").map((one) => one.idempotencyKey)).toEqual([one.id, one.id]);
});

test("where the API wants a proof, it is asked for, and nothing is done without", async () => {
  const one = fresh();
  let proved = false;
  talk(() => [one], { "PATCH /projects/{project_id}": () => { if (!proved) throw new ApiError(403, "STEP_UP_REQUIRED", "Confirm that it is you."); return project() as never; } });
  fireEvent.click((await shown()).getByRole("button", { name: /^Set ceiling/ }));
  await waitFor(() => expect(isAsked()).toBe(true));
  act(() => stepUpEnds(false));
  expect((await screen.findByRole("alert")).textContent).toContain("nothing changed");

  fireEvent.click((await shown()).getByRole("button", { name: /^Set ceiling/ }));
  await waitFor(() => expect(isAsked()).toBe(true));
  proved = true;
  act(() => stepUpEnds(true));

  await screen.findByText("Done");
});

test("dismissing does nothing else", async () => {
  const one = fresh();
  talk(() => [one], { [DISMISS]: () => ({ ...one, state: "dismissed" }) });
  fireEvent.click((await shown()).getByRole("button", { name: /^Dismiss/ }));

  await screen.findByText("Dismissed");
  expect(sent(DISMISS)[0]!.path).toBe(`/agents/prj_1/cards/${one.id}/dismiss`);
  expect(sent("PATCH /projects/{project_id}")).toEqual([]);
});

test.each<[CardView["state"], string | RegExp]>([["done", "Done"], ["outdated", OUTDATED], ["dismissed", "Dismissed"]])("a card that is %s says so in words, and has no button", async (state, words) => {
  talk(() => [fresh({ state, effect: "" })]);

  expect((await shown()).getByText(words)).toBeTruthy();
  expect((await shown()).queryByRole("button")).toBeNull();
});

test.each(["yes", "Yes!", " YES. "])("“%s” alone presses the only open card of the last answer, and is no message", async (text) => {
  const all = [fresh({ state: "done" }), fresh()];
  talk(() => all, { "PATCH /projects/{project_id}": () => project() as never });
  await shown();
  await say(text);

  await waitFor(() => expect(screen.getAllByText("Done")).toHaveLength(2));
  expect(sent("PATCH /projects/{project_id}")).toHaveLength(1);
  expect(sent("POST /agents/{project_id}/ask")).toEqual([]);
  expect(screen.getByLabelText("Message to the CEO")).toHaveProperty("value", "");
});

test.each<[string, string, () => CardView[], MessageView[]]>([
  ["other words", "ok", () => [fresh()], []],
  ["a question", "yes?", () => [fresh()], []],
  ["more words", "yes, do that", () => [fresh()], []],
  ["two open cards", "yes", () => [fresh(), fresh()], []],
  ["no open card", "yes", () => [fresh({ state: "outdated" })], []],
  ["an answer before the last", "yes", () => [fresh()], [message({ id: "msg_9", content: "A document waits." })]],
])("a message with %s presses nothing", async (_, text, cards, after) => {
  const all = cards();
  talk(() => all, { "POST /agents/{project_id}/ask": () => ({ message_id: "msg_10" }) as never }, { after });
  await shown();
  await say(text);

  await waitFor(() => expect(sent("POST /agents/{project_id}/ask").at(-1)?.body).toEqual({ message: text }));
  expect(asked.filter(({ route }) => route.startsWith("PATCH"))).toEqual([]);
});

/** Three cards of one answer, and what the project's routes say to each. */
const CEILING = "PATCH /projects/{project_id}", APPROVAL = "POST /projects/{project_id}/approvals/{approval_id}", ENTRY = "DELETE /projects/{project_id}/brief/entries/{entry_id}";
const three = (): [CardView, CardView, CardView] => [
  fresh(),
  fresh({ kind: "approve", summary: "Approve Roadmap.", request: { method: "POST", path: "/projects/prj_1/approvals/apr_1", body: { decision: "approve" }, idempotency_key: `k${number}` } }),
  fresh({ kind: "drop_entry", summary: "Drop the app.", request: { method: "DELETE", path: "/projects/prj_1/brief/entries/R2", body: null, idempotency_key: `l${number}` } }),
];
const deeds = () => asked.filter(({ route }) => [CEILING, APPROVAL, ENTRY].includes(route));
const ok = () => ({}) as never;

test("one button confirms several cards, in their order, each with its key; the focus goes to what became of it", async () => {
  const all = three();
  const { container } = talk(() => all, { [CEILING]: ok, [APPROVAL]: ok, [ENTRY]: ok });
  const button = await screen.findByRole("button", { name: "Confirm all 3" });
  expect(button.className).toContain("primary");
  expect((await axe.run(container, { rules: { "color-contrast": { enabled: false }, region: { enabled: false } } })).violations.map((one) => one.id)).toEqual([]);
  button.focus();
  fireEvent.click(button);
  fireEvent.click(button);

  const told = await screen.findByText("3 cards confirmed.");
  expect(deeds().map(({ route, idempotencyKey }) => [route, idempotencyKey])).toEqual([[CEILING, all[0].id], [APPROVAL, all[1].request.idempotency_key], [ENTRY, all[2].request.idempotency_key]]);
  expect(screen.getAllByText("Done")).toHaveLength(3);
  expect(screen.queryByRole("button", { name: /^Confirm all/ })).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(told));
});

test("it sends one after the other, and stops at the first that is refused, and says which", async () => {
  const all = three();
  let refuse = true;
  let answer: (value: never) => void = () => undefined;
  talk(() => all, { [CEILING]: () => new Promise<never>((resolve) => (answer = resolve)), [APPROVAL]: () => { if (refuse) throw new ApiError(503, "UNAVAILABLE", "Try again later."); return {} as never; }, [ENTRY]: ok });
  fireEvent.click(await screen.findByRole("button", { name: "Confirm all 3" }));
  await waitFor(() => expect(deeds()).toHaveLength(1));
  expect(screen.getByRole("button", { name: /Confirm all 3$/ }).getAttribute("aria-disabled")).toBe("true");
  answer({} as never);

  await screen.findByText("Stopped at “Approve Roadmap”. 1 more card not sent.");
  expect(deeds().map(({ route }) => route)).toEqual([CEILING, APPROVAL]);
  expect(within(screen.getByText("Approve Roadmap.").closest("li")!).getByRole("alert").textContent).toContain("Try again later.");

  refuse = false;
  fireEvent.click(screen.getByRole("button", { name: "Confirm all 2" }));
  await screen.findByText("2 cards confirmed.");
  expect(deeds().map(({ idempotencyKey }) => idempotencyKey)).toEqual([all[0].id, ...Array(2).fill(all[1].request.idempotency_key), all[2].request.idempotency_key]);
});

test("where the last is refused, nothing is said of others, and nothing at all once its own button did it", async () => {
  const all = three().slice(0, 2);
  let refuse = true;
  talk(() => all, { [CEILING]: ok, [APPROVAL]: () => { if (refuse) throw new ApiError(503, "UNAVAILABLE", "Try again later."); return {} as never; } });
  fireEvent.click(await screen.findByRole("button", { name: "Confirm all 2" }));
  const told = await screen.findByText("Stopped at “Approve Roadmap”.");
  expect(screen.queryByRole("button", { name: /^Confirm all/ })).toBeNull();

  refuse = false;
  fireEvent.click(screen.getByRole("button", { name: /^Approve/ }));
  await waitFor(() => expect(screen.getAllByText("Done")).toHaveLength(2));
  await waitFor(() => expect(told.isConnected).toBe(false));
});

test("what another button does meanwhile is not sent twice", async () => {
  const all = three();
  const answers: ((value: never) => void)[] = [];
  talk(() => all, { [CEILING]: () => new Promise<never>((resolve) => answers.push(resolve)), [APPROVAL]: ok, [ENTRY]: ok, [DISMISS]: () => ({ ...all[2], state: "dismissed" }) });
  fireEvent.click(await screen.findByRole("button", { name: /^Set ceiling/ })); // under way when all are confirmed
  fireEvent.click(screen.getByRole("button", { name: "Confirm all 3" }));
  fireEvent.click(screen.getByRole("button", { name: /^Dismiss ?: Drop the app/ }));
  await screen.findByText("Dismissed");
  answers[0]!({} as never);

  await screen.findByText("2 cards confirmed.");
  expect(deeds().map(({ route }) => route)).toEqual([CEILING, APPROVAL]);
});

test("cards that can't be taken back make it a dangerous button", async () => {
  talk(() => [fresh(), fresh({ kind: "cancel", summary: "Cancel the project." })]);

  expect((await screen.findByRole("button", { name: "Confirm all 2" })).className).toContain("danger");
});

test.each<[string, () => CardView[]]>([
  ["one open card", () => [fresh(), fresh({ state: "done" })]],
  ["a choice between cards of the same words", () => [
    fresh({ kind: "add_entry", request: { method: "POST", path: "/projects/prj_1/brief/entries", body: { type: "must_have", text: "No cookies" }, idempotency_key: "k" } }),
    fresh({ kind: "request_changes", request: { method: "POST", path: "/projects/prj_1/approvals/apr_1", body: { decision: "request_changes", comment: "No cookies" }, idempotency_key: "l" } }),
  ]],
])("%s has no such button", async (_, cards) => {
  const all = cards();
  talk(() => all);
  await shown();

  expect(screen.queryByRole("button", { name: /^Confirm all/ })).toBeNull();
});

test("the assistant's cards are done and dismissed beside its answer, and read again there", async () => {
  const one = fresh({ kind: "skip_run", project_id: null, summary: "Leave out the run on Monday.", request: { method: "POST", path: "/pa/tasks/tsk_1/skip", body: { due_at: AT }, idempotency_key: "k" } });
  const other = fresh({ kind: "delete_task", project_id: null, summary: "Delete “Report”.", request: { method: "DELETE", path: "/pa/tasks/tsk_1", body: null, idempotency_key: "l" } });
  const exchange: AskedView = { sequence: 7, message: "skip report", asked_at: AT, sender: null, answer: { response: "Nothing was done yet.", actions: [], intents: [], facts: [], cards: [one, other], by: "rules", sentences: [], draft: null, cost: null } };
  serve({
    "GET /pa/messages": () => ({ messages: [exchange], has_more: false }),
    "GET /inbox": () => ({ items: [], has_more: false, next_cursor: null }),
    "GET /projects": () => ({ projects: [], has_more: false, next_cursor: null }),
    "POST /pa/tasks/{task_id}/skip": () => ({}) as never,
    "POST /pa/cards/{card_id}/dismiss": () => ({ ...other, state: "dismissed" }),
  });
  render(<Conversation project={null} />);
  fireEvent.click(await screen.findByRole("button", { name: /^Dismiss ?: Delete/ }));
  await screen.findByText("Dismissed");
  fireEvent.input(screen.getByLabelText("Message to the assistant"), { target: { value: "yes" } });
  fireEvent.submit(screen.getByLabelText("Message to the assistant").closest("form")!);

  await screen.findByText("Done");
  expect(sent("POST /pa/tasks/{task_id}/skip")).toMatchObject([{ body: { due_at: AT }, idempotencyKey: "k" }]);
  expect(sent("GET /pa/messages").some(({ query }) => query.before === "8")).toBe(true);
  expect(sent("POST /pa/ask")).toEqual([]);
});

test("sources are folded and counted, each a link by its name with what it says, and as of when", async () => {
  const fact = (id: string, record: string, path = "status") => ({ id, text: `About ${id}.`, record, path });
  const facts = [fact("a", "prj_1", "brief.goal"), fact("b", "dlv_1"), fact("c", "wrk_1"), fact("d", "msg_1"), fact("e", "apr_1"), fact("f", "dec_1"), fact("g", "crq_1"), fact("h", "dlv_1"), fact("i", "prj_1"), fact("j", "new_1")];
  talk(() => [], {}, { needs: [need({ target_id: "apr_1", path: "/app/projects/prj_1/deliverables/dlv_9" })], before: [message({ id: "msg_3", facts })] });

  const sources = (await screen.findByText("Sources (9)")).closest("details")!;
  await waitFor(() => expect([...sources.querySelectorAll("dt")].map((one) => [one.textContent, one.querySelector("a")?.getAttribute("href") ?? null])).toEqual([
    ["Brief", "#/projects/prj_1/brief"], ["Product brief", "#/projects/prj_1/deliverables/dlv_1"], ["Work item", "#/projects/prj_1/work/wrk_1"], ["Message", "#/projects/prj_1/chat?message=msg_1"],
    ["Approval", "#/projects/prj_1/deliverables/dlv_9"], ["Decision", null], ["Access request", "#/settings/vault/crq_1"], ["Project", "#/projects/prj_1"], ["new_1", null],
  ]));
  expect([...sources.querySelectorAll("dt")][1]!.nextElementSibling!.nextElementSibling!.textContent).toBe("About h.");
  expect(sources.textContent).toMatch(/As of Mon,? 9 Nov 2026, 09:00$/);
  expect(sources.open).toBe(false);
});

test("an approval that another page has decided and not sent yet has no button here, and is not confirmed with the others", async () => {
  const all = three();
  talk(() => all, { [CEILING]: ok, [APPROVAL]: ok, [ENTRY]: ok });
  await screen.findByRole("button", { name: "Confirm all 3" });
  await act(() => new Promise((done) => setTimeout(done, 50))); // the page listens once it is painted
  await act(() => hold([{ id: "apr_1", said: "Approved", request: all[1].request }]));

  expect(await screen.findByText("Done. You can undo this for a few seconds.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Approve/ })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Confirm all 2" }));
  await screen.findByText("2 cards confirmed.");
  expect(deeds().map(({ route }) => route)).toEqual([CEILING, ENTRY]);
  await act(() => sendHeld());
});
