import { act, fireEvent, render, screen, within } from "@testing-library/preact";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../src/api/call";
import type { FoundView, SearchResults, SessionView } from "../src/api/schema";
import { setSession } from "../src/api/session";
import { keysOn, switchKeys, useKeys } from "../src/lib/keys";
import { Shell } from "../src/shell";
import { asked, serve } from "./server";

const found = (given: Partial<FoundView> = {}): FoundView => ({
  type: "project", id: "prj_1", project_id: "prj_1", project_name: "Bakery", title: "Bakery", section: null, line: null,
  snippet: "Order **bread** online", path: "/app/projects/prj_1", url: null, updated_at: "2026-11-09T09:00:00Z", ...given,
});
const document_ = found({ type: "document", id: "dlv_1", title: "Roadmap", path: "/app/projects/prj_1/deliverables/dlv_1", section: "Milestones" });
const results = (...all: FoundView[]): SearchResults => ({ results: all, has_more: false, next_cursor: null, indexing: false, loosened: false });
const searches = () => asked.filter(({ route }) => route === "GET /search").map(({ query }) => query.q);
type Answers = Parameters<typeof serve>[0];

function serveDesk(answers: Answers = {}): void {
  serve({
    "GET /pa/status": () => ({ status: "available", active_projects: 1, pending_approvals: 0, unread_messages: 0, open_items: 3, summary: "" }),
    "GET /vault/requests": () => ({ requests: [], has_more: false, next_cursor: null }),
    "GET /events": () => ({ events: [], has_more: false, last_sequence: 0, next_before: null }),
    "GET /api/account/notifications": () => { throw new ApiError(404, "NOT_FOUND", "Not here."); },
    ...answers,
  });
}

const strike = (key: string, more: KeyboardEventInit = {}, on: Element = document.activeElement ?? document.body) =>
  act(async () => { fireEvent.keyDown(on, { key, ...more }); });
async function open(answers?: Answers): Promise<HTMLInputElement> {
  serveDesk(answers);
  render(<Shell path={["inbox"]}><h1>Inbox</h1><input aria-label="A field" /></Shell>);
  await strike("k", { ctrlKey: true });
  return await screen.findByRole<HTMLInputElement>("combobox", {}, { timeout: 5000 });
}
const type = (field: HTMLInputElement, value: string) => act(async () => { fireEvent.input(field, { target: { value } }); });
const options = () => screen.queryAllByRole("option").map((one) => one.textContent);

beforeEach(() => setSession({ user: { id: "usr_1", name: "Mira Kovac", email: "mira@example.org" }, account: { timezone: "UTC" } } as SessionView));
afterEach(() => {
  setSession(null);
  switchKeys(true);
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test("Ctrl+K opens it with the focus in its field, every action and place listed; Escape closes it", async () => {
  const field = await open();

  expect(document.activeElement).toBe(field);
  expect(field.getAttribute("aria-controls")).toBe(screen.getByRole("listbox").id);
  expect(options()).toEqual(expect.arrayContaining(["New project", "Create an API key", "Sign out", "InboxGI"]));
  expect(asked.some(({ route }) => route === "GET /search")).toBe(false);

  fireEvent(screen.getByRole("dialog"), new Event("cancel", { cancelable: true }));
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("words pick actions by what they begin, other words for them too, and Enter does the first", async () => {
  const field = await open({ "GET /search": () => results() });
  await type(field, "create tok");
  expect(options()).toEqual(["Create an API key"]);
  expect(field.getAttribute("aria-activedescendant")).toBe(screen.getByRole("option").id);

  await strike("Enter", {}, field);

  expect(location.hash).toBe("#/keys?new=1");
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("what is found stands in groups by kind, with the words that matched, and leads to its page", async () => {
  const field = await open({ "GET /search": () => results(found(), document_, found({ type: "message", id: "msg_1", title: "CEO", path: "/app/ceo/prj_1" })) });
  await type(field, "brea");

  const [first] = await screen.findAllByRole("option");
  expect(screen.getAllByRole("group").map((group) => within(group).getAllByRole("option").length)).toEqual([1, 1, 1]);
  expect(screen.getAllByRole("group").map((group) => document.getElementById(group.getAttribute("aria-labelledby")!)!.textContent)).toEqual(["Projects", "Documents", "Messages"]);
  expect(first!.querySelector("mark")!.textContent).toBe("bread");
  await strike("ArrowDown", {}, field);
  await strike("Enter", {}, field);

  expect(location.hash).toBe("#/projects/prj_1/deliverables/dlv_1");
});

test("the server is asked once somebody pauses, and an old answer never replaces a newer one", async () => {
  const late: (() => void)[] = [];
  const field = await open({
    "GET /search": ({ query }) => (query.q === "br" ? new Promise((answer) => late.push(() => answer(results(found({ id: "old", title: "Old" }))))) : results(document_)),
  });
  await type(field, "b");
  await type(field, "br");
  await vi.waitFor(() => expect(searches()).toEqual(["br"]));
  expect(screen.getByRole("status", { name: "Searching" })).toBeTruthy();
  await type(field, "bread");
  await vi.waitFor(() => expect(options().join()).toContain("Roadmap"));

  await act(async () => { late[0]!(); await new Promise((done) => setTimeout(done, 30)); });

  expect(options().join()).toContain("Roadmap");
  expect(options().join()).not.toContain("Old");
  expect(searches()).toEqual(["br", "bread"]);
});

test("nothing found, a refusal and an index that is being made are said, and a refusal is tried again", async () => {
  let answer = (): SearchResults => results();
  const field = await open({ "GET /search": () => answer() });
  await type(field, "zebra");
  await screen.findByText("Nothing found for “zebra”.");

  answer = () => { throw new ApiError(503, "UNAVAILABLE", "Search is out."); };
  await type(field, "zebras");
  expect((await screen.findByRole("alert")).textContent).toContain("Search is out.");
  answer = () => ({ ...results(), indexing: true });
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText(/The index is being made/);
  expect(screen.queryByText(/Nothing found/)).toBeNull();

  answer = () => ({ ...results(found({ type: "work", id: "wrk_1", title: "Take payments" })), loosened: true });
  await type(field, "payment");
  await screen.findByText(/Nothing has all of these words/);
  expect(options()[0]).toContain("Take payments");
});

test("signs that are no words are not asked for", async () => {
  const field = await open();
  await type(field, "…!?");
  await screen.findByText("Nothing found for “…!?”.");

  expect(searches()).toEqual([]);
});

test("the button in the shell opens it, too", async () => {
  serveDesk();
  render(<Shell path={["inbox"]}><h1>Inbox</h1></Shell>);

  fireEvent.click(screen.getAllByRole("button", { name: /^Search/ })[0]!);

  await screen.findByRole("combobox", {}, { timeout: 5000 });
});

function Here() {
  useKeys("Here", { j: ["Next"] });
  return <h1>Overview</h1>;
}

test("? lists the keys that do something here, the screen's own first; they can be switched off for the visit", async () => {
  serveDesk();
  const { rerender } = render(<Shell path={["inbox"]}><h1>Inbox</h1></Shell>);
  rerender(<Shell path={["inbox"]}><Here /></Shell>); // after those of everywhere
  await strike("?");
  const list = await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
  expect(list.textContent).toContain("Go to InboxGI");
  expect(within(list).getAllByRole("heading", { level: 3 }).map((one) => one.textContent)).toEqual(["Here", "Everywhere"]);
  expect(document.activeElement).toBe(within(list).getByRole("checkbox"));

  fireEvent.click(screen.getByLabelText("Use single keys during this visit"));
  expect(keysOn()).toBe(false);
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  await strike("?");
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("Escape leaves a field, so that keys do something again, and not what a dialog closes with", async () => {
  serveDesk();
  render(<Shell path={["inbox"]}><h1>Inbox</h1><input aria-label="A field" /></Shell>);
  const field = screen.getByLabelText("A field");
  field.focus();
  await strike("Escape", {}, field);

  expect(document.activeElement).toBe(document.body);

  await strike("k", { ctrlKey: true });
  const search = await screen.findByRole("combobox");
  search.focus();
  fireEvent.keyDown(search, { key: "Escape" });
  expect(document.activeElement).toBe(search);
});

test("g and then a letter leads to a place; never while somebody types, nor with a modifier, nor under a dialog", async () => {
  serveDesk();
  render(<Shell path={["inbox"]}><h1>Inbox</h1><input aria-label="A field" /></Shell>);
  const field = screen.getByLabelText("A field");
  for (const [first, second, on] of [[{}, {}, field], [{ ctrlKey: true }, {}, document.body], [{}, { altKey: true }, document.body], [{}, { metaKey: true }, document.body]] as const) {
    await strike("g", first, on);
    await strike("p", second, on);
    expect(location.hash).toBe("");
  }
  await strike("?");
  await strike("g");
  await strike("p");
  expect(location.hash).toBe("");
  fireEvent.click(await screen.findByRole("button", { name: "Close" }));

  await strike("g", {}, document.body);
  await strike("p", {}, document.body);

  expect(location.hash).toBe("#/projects");
});
