import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/preact";
import { beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../src/api/call";
import { refresh } from "../src/api/data";
import type { MessageView } from "../src/api/schema";
import { press as keyPressed } from "../src/lib/keys";
import { ownKey } from "../src/lib/review";
import { Chat } from "../src/pages/chat";
import { deliverable, detail, intake, message, need, page, project } from "./records";
import { asked, serve } from "./server";
import { behind } from "./work-records";

const cost = { input_tokens: 1200, output_tokens: 34, model: "openai:qwen3", price_microdollars: null as number | null };
const SPENT = message({ content: "Spent: EUR 2,000 of 3 documents. See the **Product brief**." });
type Answers = Parameters<typeof serve>[0];

/** A conversation, and around it a project with one document that waits. */
function talk(messages: MessageView[], answers: Answers = {}, id = "prj_1") {
  serve({
    "GET /agents/{project_id}/messages": () => page([...messages].reverse()),
    "GET /projects/{project_id}": () => detail({ deliverables: [deliverable()] }),
    "GET /inbox": () => ({ items: [need()], has_more: false, next_cursor: null }),
    ...answers,
  });
  return render(<Chat project={project({ id })} />);
}
const answers = () => screen.findAllByRole("article", { name: "The CEO" });

beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn();
});

async function byOf(given: Parameters<typeof message>[0]): Promise<HTMLElement> {
  talk([message(given)]);
  const said = await screen.findByRole("article", { name: given?.sender_type === "customer" ? "You" : "The CEO" });
  return said.querySelector<HTMLElement>(".by")!;
}

test("an answer of a model is marked, with its tokens, and names the model in a tooltip", async () => {
  const by = await byOf({ by: "model", cost });

  expect(by.textContent).toMatch(/^CEO · by model, 1,234 tokens · /);
  expect(by.querySelector(".by-model")!.getAttribute("title")).toBe("openai:qwen3");
});

test("an answer of a model with a public price says what it cost", async () => {
  const by = await byOf({ by: "model", cost: { ...cost, price_microdollars: 12_345 } });

  expect(by.textContent).toMatch(/^CEO · by model, 1,234 tokens, USD 0\.012 · /);
});

test.each([
  { by: "rules" as const, cost: null },
  { by: "rules" as const, cost }, // the model was asked, and what it said could not be used
  { sender_type: "customer" as const, sender_agent_type: null, by: null },
])("no other message has the mark: %o", async (given) => {
  const by = await byOf(given);

  expect(by.textContent).not.toContain("by model");
  expect(by.querySelector(".by-model")).toBeNull();
});

test("documents that are named lead to their pages, and what waits has a button that leads there", async () => {
  talk([SPENT]);

  expect((await screen.findByRole("link", { name: "Product brief" })).getAttribute("href")).toBe("#/projects/prj_1/deliverables/dlv_1");
  const cards = within(await screen.findByRole("list", { name: "Waiting for you" }));
  expect(cards.getByRole("link", { name: "Approve Product brief" }).getAttribute("href")).toBe("#/projects/prj_1/deliverables/dlv_1");
});

test("a list of documents is rows with their present state, and one that waits is reviewed on its page", async () => {
  const lines = "- **Product brief**, revision 1, by the CPO\n- **Roadmap**, revision 1, by the CPO, from your brief alone\n- **Unknown**, not a document";
  talk([message({ content: `3 documents are ready.\n\n${lines}` })], { "GET /projects/{project_id}": () => detail({ deliverables: [deliverable(), deliverable({ id: "dlv_2", title: "Roadmap", state: "approved", revision: 2 })] }), "GET /vault/requests": () => page([]) as never });

  const rows = within(await screen.findByRole("list", { name: "Named here" }));
  await rows.findByText("Approved");
  expect(rows.getAllByRole("listitem").map((row) => row.textContent)).toEqual(["Product briefrevision 1, by the CPOReview", "Roadmaprevision 2, by the CPOApproved"]);
  expect(document.querySelector(".bubble")!.textContent).toBe("3 documents are ready.Unknown, not a document");
  expect(rows.getByRole<HTMLAnchorElement>("link", { name: "Product brief" }).hash).toBe("#/projects/prj_1/deliverables/dlv_1");
});

test.each([["in_review", "1 document is ready for your approval. Edit or strike any line before you approve."], ["approved", "1 document was sent for approval."]] as const)("what asks for an approval asks no more once nothing of it waits: %s", async (state, said) => {
  talk([message({ content: "1 document is ready for your approval. Edit or strike any line before you approve.\n\n- **Roadmap**, revision 1, by the CPO" })], { "GET /projects/{project_id}": () => detail({ deliverables: [deliverable({ id: "dlv_2", title: "Roadmap", state })] }), "GET /vault/requests": () => page([]) as never });

  await waitFor(() => expect(document.querySelector(".bubble")?.textContent).toBe(said));
  expect(document.querySelector(".bubble.past") !== null).toBe(state === "approved");
});

test("a document that the brief has left behind is outdated in a conversation too", async () => {
  talk([message({ content: "- **Roadmap**, revision 1, by the CPO" })], { "GET /projects/{project_id}": () => detail({ status: "active", submitted_at: "2026-11-09T09:00:00Z", deliverables: [deliverable({ id: "dlv_2", title: "Roadmap", state: "approved" })] }), "GET /vault/requests": () => page([]) as never, ...behind("dlv_2") });

  const row = within(await screen.findByRole("list", { name: "Named here" }));
  expect(await row.findByText("Outdated")).toBeTruthy();
  expect(row.queryByText("Approved")).toBeNull();
});

test("a request for access is a row that leads to where it is provided, or says what became of it", async () => {
  const requests = [{ id: "crq_1", name: "rk_test_ key", status: "pending" }, { id: "crq_2", name: "Repository", status: "declined" }];
  talk([message({ content: "The team needs access.\n\n- **rk\\_test\\_ key** for the CTO: It pays.\n- **Repository** for the CTO: It delivers." })], {
    "GET /vault/requests": () => ({ requests, has_more: false, next_cursor: null }) as never,
    "GET /inbox": () => ({ items: [need({ kind: "credential", target_id: "crq_1", path: "/app/settings/vault/crq_1" })], has_more: false, next_cursor: null }),
  });

  const rows = within(await screen.findByRole("list", { name: "Named here" }));
  await waitFor(() => expect(rows.getAllByRole("listitem").map((row) => row.textContent)).toEqual(["rk_test_ keyfor the CTO: It pays.Provide access", "Repositoryfor the CTO: It delivers.Declined"]));
  expect(rows.getByRole("link", { name: "rk_test_ key" }).getAttribute("href")).toBe("#/settings/vault/crq_1");
});

test("what one says in one breath has its name once", async () => {
  const at = (minute: number) => `2026-11-09T09:0${minute}:00Z`;
  talk([message({ id: "msg_1", created_at: at(0) }), message({ id: "msg_2", created_at: at(1) }), message({ id: "msg_3", created_at: at(9) }), message({ id: "msg_4", created_at: at(9), by: "model" })]);

  expect((await answers()).map((one) => one.querySelectorAll(".by").length)).toEqual([1, 0, 1, 1]);
});

test("each thing that waits has one card, beside the last message that names it", async () => {
  talk([message({ id: "msg_1", content: "The Product brief is ready." }), message({ id: "msg_2", content: "The Product brief waits." }), message({ id: "msg_3", content: "All is well." })]);

  const [card, ...others] = await screen.findAllByRole("list", { name: "Waiting for you" });

  expect(others).toEqual([]);
  expect(card!.closest("article")!.id).toBe("msg_2");
});

test("what waits stands in the order of the inbox, whatever the order of the answer", async () => {
  const waits = ["Second", "First"].map((title, at) => need({ id: `att_${at}`, kind: "credential", target_id: `crq_${at}`, title, path: `/app/settings/vault/crq_${at}` }));
  talk([message({ content: "2 items need you.", actions: [{ type: "credential", ids: ["crq_1", "crq_0"], count: 2, project: "Bakery" }] } as object)], { "GET /inbox": () => ({ items: waits, has_more: false, next_cursor: null }) });

  const rows = within(await screen.findByRole("list", { name: "Waiting for you" }));
  expect(rows.getAllByRole("link").map((one) => one.textContent)).toEqual(["Second", "First"]);
});

test("what is not named, or waits in another project, is no card", async () => {
  talk([message({ content: "All is well." })], { "GET /inbox": () => ({ items: [need(), need({ id: "att_2", project_id: "prj_2" })], has_more: false, next_cursor: null }) });

  await screen.findByText("All is well.");
  await screen.findByRole("group", { name: "Suggested questions" });

  expect(screen.queryByRole("list", { name: "Waiting for you" })).toBeNull();
});

test("r leads to where one writes", async () => {
  talk([SPENT]);
  document.addEventListener("keydown", keyPressed);

  fireEvent.keyDown(await screen.findByRole("log"), { key: "r" });

  document.removeEventListener("keydown", keyPressed);
  expect(document.activeElement).toBe(screen.getByLabelText("Message to the CEO"));
});

test("suggested questions follow the project's state, without what was just asked, and one press asks", async () => {
  talk([message({ id: "msg_1", sender_type: "customer", content: "what comes next" }), message({ id: "msg_2" })], {
    "POST /agents/{project_id}/ask": () => ({ message_id: "msg_3" }) as never,
  }, "prj_asking"); // what is sent stays with its project

  const group = within(await screen.findByRole("group", { name: "Suggested questions" }));
  expect(group.getAllByRole("button").map((one) => one.textContent)).toEqual(["What waits for my approval?", "When is it done?", "What will it cost?"]);
  fireEvent.click(group.getByRole("button", { name: "What will it cost?" }));

  await waitFor(() => expect(asked.find(({ route }) => route.startsWith("POST"))!.body).toEqual({ message: "What will it cost?" }));
  expect(screen.queryByRole("group", { name: "Suggested questions" })).toBeNull(); // an answer is on its way
});

test.each([
  [{ goal: "Bread" }, "Which answers are still missing?"],
  [{ goal: "Bread", approver: "Mira" }, "What will it cost?"],
])("draft suggests by what its brief has: %o", async (answers, first) => {
  talk([], { "GET /projects/{project_id}": () => detail({ status: "draft" }), "GET /projects/{project_id}/intake": () => intake(answers) });

  const group = await screen.findByRole("group", { name: "Suggested questions" });

  expect(within(group).getAllByRole("button")[0]!.textContent).toBe(first);
});

test("what is being done about a question is one line that changes in its place, until the answer is there", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"], shouldAdvanceTime: true });
  const question = message({ id: "msg_1", sender_type: "customer", content: "Is it safe?", run_status: "queued" });
  const messages = [question];
  talk(messages, { "GET /agents/{project_id}/messages": () => page([...messages].reverse()) });
  const line = await screen.findByText("Asking the team…");
  const next = async (given: Partial<MessageView>, ...more: MessageView[]) => {
    messages.splice(0, 9, { ...question, ...given }, ...more);
    await act(() => vi.advanceTimersByTimeAsync(5500).then(() => undefined));
  };

  expect(line.getAttribute("role")).toBe("status"); // said politely, and by itself: neither the dots nor the seconds
  expect([...line.parentElement!.children].filter((one) => one !== line).map((one) => one.getAttribute("aria-hidden"))).toEqual(["true", "true"]);
  await next({ run_status: "answering", progress: "Reading the delivery plan" });
  expect(line.textContent).toBe("Reading the delivery plan…");
  const behind = message({ id: "msg_2", sender_type: "customer", content: "And now?", run_status: "queued" });
  await next({ run_status: "answering", progress: "Asking the CTO" }, behind);
  expect(line.textContent).toBe("Asking the CTO…"); // while another question waits
  expect(line.isConnected).toBe(true);
  expect(asked.some(({ path }) => path === "/agents/prj_1")).toBe(false);

  await next({ run_status: "answered" }, { ...behind, run_status: "answered" }, message({ id: "msg_3", content: "It is.", reply_to: "msg_1" }));
  await screen.findByText("It is.");
  expect(line.isConnected).toBe(false);
  vi.useRealTimers();
});

test("a line marks where the unread messages begin, also once they are read, and none marks what is all new", async () => {
  const said = [1, 2, 3].map((number) => message({ id: `msg_${number}`, content: `Number ${number}` }));
  let first_unread: string | null = "msg_2";
  const { unmount } = talk([], { "GET /agents/{project_id}/messages": () => page([...said].reverse(), { first_unread }) });

  const line = await screen.findByRole("heading", { name: "New" });
  expect(line.nextElementSibling!.id).toBe("msg_2");
  expect(Element.prototype.scrollIntoView).not.toHaveBeenCalled(); // it would take the head of the page away
  first_unread = null; // being shown, they are read
  said.push(message({ id: "msg_4", content: "Number 4" }));
  await act(() => refresh("GET /agents/{project_id}/messages", { path: { project_id: "prj_1" }, query: { limit: 30 } }));
  await screen.findByText("Number 4");
  expect(screen.getByRole("heading", { name: "New" }).nextElementSibling!.id).toBe("msg_2");

  unmount();
  talk([], { "GET /agents/{project_id}/messages": () => page([...said].reverse()) });
  await screen.findByText("Number 4");
  expect(screen.queryByRole("heading", { name: "New" })).toBeNull();
});

test("where all is new, no line is needed", async () => {
  talk([], { "GET /agents/{project_id}/messages": () => page([message()], { first_unread: "msg_1" }) });

  await screen.findByRole("article", { name: "The CEO" });
  expect(screen.queryByRole("heading", { name: "New" })).toBeNull();
});

const numbered = (count: number) => Array.from({ length: count }, (_, index) => message({ id: `msg_${String(index).padStart(3, "0")}`, content: `Number ${index}` }));

/** Pages as the API gives them. */
function paged(all: MessageView[]): Answers {
  return {
    "GET /agents/{project_id}/messages": ({ query: { limit = "20", before, after } }) => {
      const some = after ? all.filter((one) => one.id > after) : all.filter((one) => !before || one.id < before).reverse();
      return page(some.slice(0, Number(limit)), { has_more: some.length > Number(limit) });
    },
    "GET /search": ({ query }) => ({
      results: query.q === "number" ? [{ id: "msg_010", type: "message", title: "CEO", snippet: "**Number** 10", path: "/app/projects/prj_1/chat", updated_at: "2026-11-09T09:00:00Z", project_id: "prj_1", project_name: "Bakery", section: null, line: null, url: null }] : [],
      has_more: false, next_cursor: null, indexing: false, loosened: false,
    }),
  };
}

test("search finds messages of this conversation, and leads to one with its neighbours", async () => {
  talk([], paged(numbered(120)));
  await screen.findByText("Number 119");

  fireEvent.input(screen.getByLabelText("Search this conversation"), { target: { value: "number" } });
  const found = within(await screen.findByRole("region", { name: "Found messages" }));
  fireEvent.click(await found.findByRole("button", { name: /Number 10/ }));

  expect((await screen.findByText("Number 10", { selector: "article p" })).closest("article")!.className).toContain("lit");
  expect(asked.find(({ route }) => route === "GET /search")!.query).toMatchObject({ q: "number", types: "message", project_id: "prj_1" });
  expect(screen.getByText("Number 0")).toBeTruthy();
  expect(screen.getByText("Number 25")).toBeTruthy();
  expect(screen.queryByText("Number 26")).toBeNull();
  expect(location.hash).toContain("message=msg_010");
  expect(location.hash).toContain("find=number");
});

test("what lies between a message found and the newest is shown page by page", async () => {
  history.replaceState(null, "", "#/projects/prj_1/chat?message=msg_020");
  talk([], paged(numbered(120)));
  await screen.findByText("Number 20");
  expect(screen.queryByText("Number 36")).toBeNull();

  for (const last of [65, 89]) {
    fireEvent.click(await screen.findByRole("button", { name: "Show what came next" }));
    await screen.findByText(`Number ${last}`);
  }

  await waitFor(() => expect(screen.queryByRole("button", { name: "Show what came next" })).toBeNull());
  expect(await answers()).toHaveLength(120 - 5);
});

test("one goes back from a message found to the newest", async () => {
  history.replaceState(null, "", "#/projects/prj_1/chat?message=msg_050");
  talk([], paged(numbered(120)));
  await screen.findByText("Number 50");

  fireEvent.click(screen.getByRole("button", { name: "Back to the newest" }));

  await waitFor(() => expect(screen.queryByText("Number 50")).toBeNull());
  expect(screen.getByText("Number 119")).toBeTruthy();
  expect(location.hash).not.toContain("message=");
});

test("address of a message that is not there says so", async () => {
  history.replaceState(null, "", "#/projects/prj_1/chat?message=msg_x");
  talk([message({ id: "msg_2" })], {
    "GET /agents/{project_id}/messages": ({ query }) => {
      if (query.after) throw new ApiError(400, "INVALID_REQUEST", "There is no such message in this conversation.");
      return page([message({ id: "msg_2" })]);
    },
  });

  await screen.findByText("There is no such message in this conversation.");
  expect(await answers()).toHaveLength(1);
});

test("nothing found is said", async () => {
  talk([], paged(numbered(3)));
  fireEvent.input(await screen.findByLabelText("Search this conversation"), { target: { value: "owl" } });

  await screen.findByText("No message has “owl”.");
  fireEvent.click(screen.getByRole("button", { name: "End search" }));
  await waitFor(() => expect(screen.queryByRole("region", { name: "Found messages" })).toBeNull());
});

// What is typed and sent

const ASK = "POST /agents/{project_id}/ask";
const asks = () => asked.filter(({ route }) => route === ASK);
const box = () => screen.findByLabelText<HTMLTextAreaElement>("Message to the CEO");
const write = async (text: string) => fireEvent.input(await box(), { target: { value: text } });
const key = (id: string) => ownKey("say", id);

test("what is typed stays in the tab, by conversation, until it is sent", async () => {
  const { unmount } = talk([], { [ASK]: () => ({}) as never }, "prj_typing");
  await write("Half a thou");
  expect(JSON.parse(sessionStorage.getItem(key("prj_typing"))!).text).toBe("Half a thou");
  unmount();
  talk([], { [ASK]: () => ({}) as never }, "prj_typing");
  expect((await box()).value).toBe("Half a thou");
  fireEvent.submit((await box()).closest("form")!);

  await waitFor(() => expect(JSON.parse(sessionStorage.getItem(key("prj_typing"))!)).toEqual({ text: "", sending: [] }));
  expect(asks().map(({ body }) => body)).toEqual([{ message: "Half a thou" }]);
});

/** What an earlier page of this tab left behind: a message that was under way, or one that was refused. */
const left = (id: string, minutesAgo: number, error?: string) =>
  sessionStorage.setItem(key(id), JSON.stringify({ text: "", sending: [{ intention: "0123", text: "Is it safe?", at: new Date(Date.now() - minutesAgo * 60_000).toISOString(), error }] }));

test("a message that was under way when the page was reloaded is sent once more, with its key", async () => {
  left("prj_reloaded", 1);
  talk([], { [ASK]: () => ({}) as never }, "prj_reloaded");

  await waitFor(() => expect(asks().map(({ body, idempotencyKey }) => [body.message, idempotencyKey])).toEqual([["Is it safe?", "0123"]]));
});

test.each<[string, number, string | undefined, string]>([["an hour ago", 60, undefined, "The page closed before this was sent."], ["that was refused", 1, "You are offline.", "You are offline."]])("a message %s waits for its writer", async (name, minutes, error, said) => {
  left(`prj_${name}`, minutes, error);
  talk([], { [ASK]: () => ({}) as never }, `prj_${name}`);

  expect((await screen.findByRole("alert")).textContent).toContain(said);
  expect(asks()).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "Send again" }));
  await waitFor(() => expect(asks().map(({ idempotencyKey }) => idempotencyKey)).toEqual(["0123"]));
});

test("a message that is lost on its way is sent again with the same key, from whichever page of the app", async () => {
  let fail = true;
  const answer = () => { if (fail) throw new ApiError(503, "UNAVAILABLE", "Try again later."); return {} as never; };
  const { unmount } = talk([], { [ASK]: answer }, "prj_lost");
  await write("Hello?");
  unmount(); // what was typed goes along
  talk([], { [ASK]: answer }, "prj_lost");
  fireEvent.submit((await box()).closest("form")!);
  await screen.findByText(/Try again later/);
  fail = false;
  fireEvent.click(screen.getByRole("button", { name: "Send again" }));

  await waitFor(() => expect(screen.queryByText("Hello?")).toBeNull());
  expect(new Set(asks().map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
});

// What was seen

const READ = "POST /agents/{project_id}/messages/{message_id}/read";
const reads = () => asked.filter(({ route }) => route === READ).map(({ path }) => path.split("/").at(-2));

/** A screen on which the test says what is shown. */
function watched() {
  const watchers = new Set<{ tell: IntersectionObserverCallback; targets: Element[] }>();
  vi.stubGlobal("IntersectionObserver", class {
    own = { tell: (() => undefined) as IntersectionObserverCallback, targets: [] as Element[] };
    constructor(tell: IntersectionObserverCallback) { this.own.tell = tell; watchers.add(this.own); }
    observe(target: Element) { this.own.targets.push(target); }
    disconnect() { watchers.delete(this.own); }
  });
  return (...ids: string[]) => act(async () => {
    for (const { tell, targets } of [...watchers]) {
      const shown = targets.filter((one) => ids.includes(one.closest("article")!.id));
      if (shown.length) tell(shown.map((target) => ({ isIntersecting: true, target })) as never, undefined as never);
    }
  });
}

test("new messages are read as far as they were on the screen, one after the other, and opening marks nothing", async () => {
  const show = watched();
  const said = [1, 2, 3, 4].map((number) => message({ id: `msg_${number}`, content: `Number ${number}` }));
  talk(said, { "GET /agents/{project_id}/messages": () => page([...said].reverse(), { first_unread: "msg_2" }), [READ]: () => ({ id: "", unread: 0 }) });
  await screen.findByText("Number 4");
  await act(() => new Promise((done) => setTimeout(done, 50)));
  expect(reads()).toEqual([]);

  await show("msg_1", "msg_4");
  expect(reads()).toEqual([]); // the ones before it were not seen
  await show("msg_2");
  expect(reads()).toEqual(["msg_2"]);
  await show("msg_2");
  await show("msg_3");
  expect(reads()).toEqual(["msg_2", "msg_4"]);
});

test("a message that comes while one looks is read once it is on the screen; one's own never is", async () => {
  const show = watched();
  const said = [message({ id: "msg_1", content: "Old" })];
  let first_unread: string | null = null;
  talk(said, { "GET /agents/{project_id}/messages": () => page([...said].reverse(), { first_unread }), [READ]: () => ({ id: "", unread: 0 }) });
  await screen.findByText("Old");
  said.push(message({ id: "msg_2", sender_type: "customer", content: "And now?" }), message({ id: "msg_3", content: "New one" }));
  first_unread = "msg_3";
  await act(() => refresh("GET /agents/{project_id}/messages", { path: { project_id: "prj_1" }, query: { limit: 30 } }));
  await screen.findByText("New one");
  await act(() => new Promise((done) => setTimeout(done, 50)));
  await show("msg_1", "msg_2", "msg_3");

  expect(reads()).toEqual(["msg_3"]);
});
