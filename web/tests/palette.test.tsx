import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/preact";
import type { ComponentChild } from "preact";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../src/api/call";
import type { FoundView, SearchResults, SessionView } from "../src/api/schema";
import { keepDrafts } from "../src/lib/review";
import { setSession } from "../src/api/session";
import { keysOn, switchKeys, useCommands, useKeys } from "../src/lib/keys";
import { Shell } from "../src/shell";
import { Head } from "../src/ui/parts";
import { Toasts } from "../src/ui/toast";
import { need, project } from "./records";
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
    "GET /inbox": () => ({ items: [], has_more: false, next_cursor: null }),
    "GET /projects": () => ({ projects: [project()], has_more: false, next_cursor: null }),
    "GET /events": () => ({ events: [], has_more: false, last_sequence: 0, next_before: null }),
    "GET /api/account/notifications": () => { throw new ApiError(404, "NOT_FOUND", "Not here."); },
    ...answers,
  });
}

const strike = (key: string, more: KeyboardEventInit = {}, on: Element = document.activeElement ?? document.body) =>
  act(async () => { fireEvent.keyDown(on, { key, ...more }); });
async function open(answers?: Answers, page: ComponentChild = <h1>Inbox</h1>): Promise<HTMLInputElement> {
  serveDesk(answers);
  render(<Shell path={["inbox"]}>{page}</Shell>);
  return opened();
}
async function opened(): Promise<HTMLInputElement> {
  await strike("k", { ctrlKey: true });
  return await screen.findByRole<HTMLInputElement>("combobox", {}, { timeout: 5000 });
}
const headings = () => screen.getAllByRole("group").map((group) => document.getElementById(group.getAttribute("aria-labelledby")!)!.textContent);
const type = (field: HTMLInputElement, value: string) => act(async () => { fireEvent.input(field, { target: { value } }); });
const options = () => screen.queryAllByRole("option").map((one) => one.textContent);

beforeEach(() => setSession({ user: { id: "usr_1", name: "Mira Kovac", email: "mira@example.org" }, account: { name: "Mira Kovac", timezone: "UTC" }, proved_at: new Date().toISOString() } as SessionView));
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

test("words in any order pick actions by what they begin, other words for them too, and Enter does the first", async () => {
  const field = await open({ "GET /search": () => results() });
  await type(field, "tok create");
  expect(options()).toEqual(["Create an API key"]);
  expect(field.getAttribute("aria-activedescendant")).toBe(screen.getByRole("option").id);

  await strike("Enter", {}, field);

  expect(location.hash).toBe("#/developers/keys?new=1");
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("the API reference is opened in a window of its own", async () => {
  const opens = vi.spyOn(window, "open").mockReturnValue(null);
  const field = await open({ "GET /search": () => results() });
  await type(field, "api reference");
  expect(options()).toEqual(["API reference"]);

  await strike("Enter", {}, field);

  expect(opens).toHaveBeenCalledWith("https://atrium.example/docs", "_blank", "noopener");
});

test("where there are no keys, none is told of", async () => {
  vi.stubGlobal("matchMedia", (query: string) => ({ matches: query === "(hover: none), (pointer: coarse)", addEventListener: () => undefined, removeEventListener: () => undefined }));
  await open();

  expect(options()).toContain("Inbox");
  expect(options()).not.toContain("Keyboard shortcuts?");
  expect(screen.queryAllByText("Keyboard shortcuts")).toEqual([]);
  expect(document.querySelector("kbd")).toBeNull();
});

test("what is found stands in groups by kind, with the words that matched, and leads to its page", async () => {
  const field = await open({ "GET /search": () => results(found(), document_, found({ type: "message", id: "msg_1", title: "CEO", path: "/app/projects/prj_1/chat" })) });
  await type(field, "brea");

  const [first] = await screen.findAllByRole("option");
  expect(screen.getAllByRole("group").map((group) => within(group).getAllByRole("option").length)).toEqual([1, 1, 1]);
  expect(headings()).toEqual(["Projects", "Documents", "Messages"]);
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
  await screen.findByText(/The search index is being built/);
  expect(screen.queryByText(/Nothing found/)).toBeNull();

  answer = () => ({ ...results(found({ type: "work", id: "wrk_1", title: "Take payments" })), loosened: true });
  await type(field, "payment");
  await screen.findByText(/No result has all of these words/);
  expect(options()[0]).toContain("Take payments");
});

test("a slip of the finger finds it too, after what was found", async () => {
  const field = await open({ "GET /search": ({ query }) => (query.q === "projcts" ? results(document_) : results()) });
  await type(field, "projcts");
  await vi.waitFor(() => expect(headings()).toEqual(["Documents", "Did you mean"]));
  expect(options()).toContain("ProjectsGP");

  await type(field, "x".repeat(200));
  await screen.findByText(/^Nothing found/, {}, { timeout: 2000 });
});

const clinic = need({ title: "Approve Roadmap", project_name: "Clinic app" });
const WAITING: Answers = {
  "GET /inbox": () => ({ items: [clinic, need({ id: "att_2", kind: "credential", title: "Provide access to Git", target_id: "crq_1", project_name: "מאפייה 👩‍🚀" })], has_more: false, next_cursor: null }),
  "GET /search": () => results(), "POST /projects/{project_id}/approvals/{approval_id}": () => ({}) as never,
};

test("“approve clinic” approves on any page, to be undone; who looks for a name alone approves nothing", async () => {
  const field = await open(WAITING, <><h1>Inbox</h1><Toasts /></>);
  await type(field, "roadmap");
  expect(options()).toEqual([]);
  await type(field, "approve clinic");
  await vi.waitFor(() => expect(options()).toEqual(["Approve Roadmap · Clinic app"]));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  await strike("Enter", {}, field);

  expect(screen.getByText("Approved Roadmap")).toBeTruthy();
  expect(screen.getAllByRole("link", { name: /^Inbox/ }).map((one) => one.textContent)).toContain("Inbox1 waiting");
  await act(() => vi.advanceTimersByTimeAsync(11_000).then(() => undefined));
  expect(asked.filter(({ route }) => route.startsWith("POST"))).toMatchObject([{ path: "/projects/prj_1/approvals/apr_1", body: { content_hash: "h" } }]);
});

test("what has comments that are not sent is not approved by its name: it leads to its preview, which asks", async () => {
  keepDrafts(clinic.path.split("/").at(-1)!, { "said:R1": "Say who pays." });
  const field = await open(WAITING, <><h1>Inbox</h1><Toasts /></>);
  await type(field, "approve clinic");
  await vi.waitFor(() => expect(options()).toEqual(["Approve Roadmap · Clinic app"]));
  await strike("Enter", {}, field);

  expect(location.hash).toBe(`#/inbox?item=${clinic.id}`);
  expect(screen.queryByText(/^Approved/)).toBeNull();
});

test("what needs somebody otherwise leads to its preview", async () => {
  const field = await open(WAITING);
  await type(field, "מאפ");
  await vi.waitFor(() => expect(options()).toEqual(["Provide access to Git · מאפייה 👩‍🚀"]));
  await strike("Enter", {}, field);

  expect(location.hash).toBe("#/inbox?item=att_2");
});

const paused = vi.fn();
const sorted = vi.fn();
function Page() {
  useKeys("Page", { j: ["Next", () => undefined], d: ["Show what projects changed", sorted] });
  useCommands([{ label: "Pause the project", icon: "pause", act: paused }]);
  return <h1>Inbox</h1>;
}

test("what the page itself offers comes first, with its keys; moving about is no command", async () => {
  const field = await open({ "GET /search": () => results() }, <Page />);
  expect(headings()[0]).toBe("On this page");
  expect(options().slice(0, 2)).toEqual(["Pause the project", "Show what projects changedD"]);
  expect(options()).not.toContain("NextJ");
  await type(field, "project");
  expect(headings()[0]).toBe("On this page");
  await type(field, "pause");
  await strike("Enter", {}, field);

  expect([paused.mock.calls.length, sorted.mock.calls.length]).toEqual([1, 0]);
  cleanup();
  await open();
  expect(options()).not.toContain("Pause the project");
});

test("nothing typed lists what was opened last, the newest first, without the page that is shown", async () => {
  for (const [hash, title] of [["#/projects/prj_1", "Bakery"], ["#/projects/prj_1/deliverables/dlv_1", "Roadmap"], ["#/reports/rep_1", "Monday"], ["#/projects/prj_1/brief", "Bakery"], ["#/inbox", "Inbox"]]) {
    history.replaceState(null, "", hash);
    render(<Head title={title!} />);
    cleanup();
  }
  await open();
  expect(headings()[0]).toBe("Recently opened");
  await vi.waitFor(() => expect(options().slice(0, 4)).toEqual(["Bakery", "Monday", "Roadmap · Bakery", "New project"]));
  cleanup();

  history.replaceState(null, "", "#/reports/rep_1");
  await open();
  await vi.waitFor(() => expect(options().slice(0, 3)).toEqual(["Bakery", "Roadmap · Bakery", "New project"]));
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
  return <h1>Inbox</h1>;
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
