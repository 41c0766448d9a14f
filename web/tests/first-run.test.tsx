import { act, render, screen, waitFor, within } from "@testing-library/preact";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ConnectionView, DashboardSummary, InboxItem, ProjectView, SessionView } from "../src/api/schema";
import { setSession } from "../src/api/session";
import { Inbox } from "../src/pages/inbox";
import { need, project } from "./records";
import { asked, serve } from "./server";

const DAY = 86_400_000;
const draft = (given: Partial<ProjectView> = {}) => project({ status: "draft", phase: "intake", progress: 0, documents: null, submitted_at: null, ...given });
const signedUp = (daysAgo: number) => setSession({ user: { id: "usr_1", name: "Ada Example" }, account: { timezone: "UTC", created_at: new Date(Date.now() - daysAgo * DAY).toISOString() } } as SessionView);

function show(projects: ProjectView[], { keys = 0, connections = [] as ConnectionView[], items = [] as InboxItem[] } = {}) {
  serve({
    "GET /inbox": ({ query }) => ({ items: query.state === "open" ? items : [], has_more: false, next_cursor: null }),
    "GET /dashboard/summary": () => ({ keys_active: keys }) as DashboardSummary,
    "GET /projects": () => ({ projects, has_more: false, next_cursor: null }),
    "GET /api/account/connections": () => ({ connections }),
  });
  render(<Inbox tab={undefined} />);
}
const steps = async () => within((await screen.findByRole("heading", { name: "Get started" })).closest("section")!);
const ticked = async () => (await steps()).queryAllByRole("heading", { name: /, done$/ }).map((one) => one.textContent!.replace(", done", ""));
const quiet = async () => {
  await screen.findByText("Nothing needs you");
  await new Promise((resolve) => setTimeout(resolve, 50)); // long enough for what would be shown
  return screen.queryByText("Get started");
};

beforeEach(() => signedUp(1));
afterEach(() => vi.unstubAllGlobals());

test("where an item is open in the place of the list, the steps make room for it", async () => {
  const go = (hash: string) => act(async () => { history.replaceState(null, "", hash); dispatchEvent(new Event("hashchange")); });
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }));
  show([], { items: [need({ kind: "still" })] });
  await steps();
  await go("#/inbox?item=att_1");
  expect([screen.queryByText("Get started"), screen.queryByRole("region", { name: "Preview" }) !== null]).toEqual([null, true]);
  await go("#/inbox");

  expect(await steps()).toBeTruthy();
});

test("whoever is new sees four steps, the first of which is next, and may look at an example", async () => {
  show([]);

  const path = await steps();
  expect(path.getAllByRole("listitem")).toHaveLength(4);
  expect(path.getByText("0 of 4 done")).toBeTruthy();
  expect(path.getByRole("link", { name: "New project" }).getAttribute("href")).toBe("#/projects?new=1");
  expect(path.getByRole("button", { name: "Look at an example project" })).toBeTruthy();
});

test("a draft ticks the first step, and the next leads to its questions", async () => {
  show([draft()]);

  expect(await ticked()).toEqual(["Describe your project"]);
  expect((await steps()).getByRole("link", { name: "Answer them" }).getAttribute("href")).toBe("#/projects/prj_1/intake");
  expect((await steps()).queryByRole("button", { name: "Look at an example project" })).toBeNull();
});

const approved = (count: number) => ({ of: 10, approved: count, sent_back: 0, next: null });
test.each([
  ["the document that waits", [need({ project_id: "prj_e" }), need({ kind: "unread" }), need({ path: "/app/projects/prj_1/deliverables/dlv_7" })], "#/projects/prj_1/deliverables/dlv_7"],
  ["the documents while none waits", [], "#/projects/prj_1/documents"],
])("a submitted brief ticks the second step, and the third leads to %s", async (_, items, href) => {
  show([project({ documents: approved(0) })], { items });

  expect(await ticked()).toEqual(["Describe your project", "Answer six questions"]);
  await waitFor(async () => expect((await steps()).getByRole("link", { name: "Read it" }).getAttribute("href")).toBe(href));
});

test("an approved document of any project ticks the third step, also before it makes a whole percent", async () => {
  show([project({ documents: approved(0) }), project({ id: "prj_2", progress: 0, documents: approved(1) })]);

  expect(await ticked()).toEqual(["Describe your project", "Answer six questions", "Approve the first document"]);
  expect((await steps()).getByRole("link", { name: "Create a key" }).getAttribute("href")).toBe("#/developers/keys?new=1");
});

test("an example ticks nothing, and is led to", async () => {
  show([project({ id: "prj_e", example: true, progress: 50 })]);

  expect(await ticked()).toEqual([]);
  expect((await steps()).getByRole("link", { name: "an example project" }).getAttribute("href")).toBe("#/projects/prj_e");
});

test("a connected program counts as an assistant that was let in", async () => {
  show([], { connections: [{ id: "con_1" } as ConnectionView] });

  expect(await ticked()).toEqual(["Connect your assistant"]);
});

test("with all four done the path is gone, and connections are not asked for where there is a key", async () => {
  show([project({ progress: 12 })], { keys: 1 });

  expect(await quiet()).toBeNull();
  expect(asked.filter(({ route }) => route.includes("connections"))).toEqual([]);
});

test("after a month nobody is shown the way", async () => {
  signedUp(31);
  show([]);

  expect(await quiet()).toBeNull();
});
