import { cleanup, render, screen, waitFor, within } from "@testing-library/preact";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../src/api/call";
import type { BriefView, InboxItem, ProjectDetail, ProjectView } from "../src/api/schema";
import { Project } from "../src/pages/project";
import { Projects } from "../src/pages/projects";
import { brief, deliverable, detail, entry, need, project } from "./records";
import { asked, serve } from "./server";
import { behind, claimed, item, list } from "./work-records";

const NOW = "2026-11-09T09:12:00Z"; // twelve minutes after everything was made
const none = { has_more: false, next_cursor: null };
const documents = (given: Partial<NonNullable<ProjectView["documents"]>>) => ({ of: 10, approved: 3, sent_back: 0, next: null, ...given });

beforeEach(() => vi.useFakeTimers({ now: new Date(NOW), toFake: ["Date"] }));
afterEach(() => vi.useRealTimers());

function showList(projects: ProjectView[], items: InboxItem[] = []): void {
  serve({
    "GET /projects": () => ({ projects, ...none }),
    "GET /inbox": ({ query }) => ({ items: items.filter(({ state }) => state === query.state), ...none }),
  });
  render(<Projects />);
}
const steps = () => [...document.querySelectorAll("[data-label='Next step']")].map((one) => one.textContent);
const names = () => [...document.querySelectorAll("tbody .name")].map((one) => one.textContent);

test("what needs the customer comes first, the most urgent at the top; then drafts; then what runs by itself, the latest first", async () => {
  const item = (id: string, project_id: string) => need({ id, project_id });
  showList(["Runs", "Second", "Draft", "First", "Ran last"].map((name) => project({ id: name, name, updated_at: name === "Ran last" ? NOW : "2026-11-09T09:00:00Z", status: name === "Draft" ? "draft" : "active" })), [item("att_1", "First"), item("att_2", "Second"), item("att_3", "First"), { ...item("att_4", "First"), state: "snoozed", snoozed_until: "2027-02-01T09:00:00Z" }]);

  await waitFor(() => expect(names()).toEqual(["First", "Second", "Draft", "Ran last", "Runs"]));
  expect(steps()[0]).toBe("Approve Product briefWaiting for you · 12 min · 1 more");
  expect(asked.filter(({ route }) => route !== "GET /projects" && route !== "GET /inbox")).toEqual([]); // no read for each row
});

test.each([
  ["a document is written", { documents: documents({ next: "Roadmap" }) }, "Team writes Roadmap"],
  ["documents were sent back", { documents: documents({ sent_back: 2 }) }, "Revise 2 documents you sent back"],
  ["only work is left", { documents: documents({}), work: { items: 5, done: 2 } }, "3 work items left to do"],
  ["nothing is on record", { documents: documents({}), work: null }, "Team is working"],
  ["it is a draft", { status: "draft", documents: null }, "Finish the brief"],
  ["it is paused", { status: "on_hold" }, "Paused"],
  ["it is a whole example", { example: true, documents: documents({ approved: 8 }) }, "—"],
  ["an example stopped halfway", { example: true, documents: documents({ approved: 6 }) }, "Continue the example"],
  ["an example stopped at its brief", { example: true, status: "draft", documents: null }, "Continue the example"],
] as const)("where nothing waits and %s, the next step says so", async (_, given, said) => {
  showList([project(given as Partial<ProjectView>)]);

  await waitFor(() => expect(steps()).toEqual([said]));
});

const limits = (given: Partial<ProjectView["budget"]>, more: Partial<ProjectView> = {}): ProjectView => project({ ...more, budget: { ...project().budget, ...given } });
test.each([
  ["there is no limit", project(), "Planning"],
  ["every end keeps the limits", limits({ ceiling: 10_000 }, { deadline: "2027-01-20" }), "Planning"],
  ["the high cost is over the ceiling", limits({ ceiling: 9500 }), "PlanningAt risk"],
  ["the late end is after the deadline", project({ deadline: "2027-01-19" }), "PlanningAt risk"],
  ["the forecast is over the ceiling", limits({ ceiling: 8999 }), "PlanningOver ceiling"],
  ["the likely end is after the deadline", limits({ ceiling: 8999 }, { deadline: "2027-01-14" }), "PlanningLate"],
  ["the project is paused", project({ status: "on_hold", deadline: "2027-01-14" }), "Paused"],
  ["the brief is not submitted", project({ status: "draft" }), "Brief"],
] as const)("a project says how it stands where %s", async (_, one, said) => {
  showList([one]);

  await waitFor(() => expect(document.querySelector("[data-label='Status']")?.textContent).toBe(said));
});

test("a state has one colour, in the list and on its page; what breaks a limit says so in red", async () => {
  const late = { deadline: "2027-01-14" };
  showList([project(late)]);
  await waitFor(() => expect(document.querySelector("[data-label='Status'] .pill")?.className).toBe("pill good"));
  expect(screen.getByText("Late").className).toBe("bad");
  cleanup();
  showProject(late);

  expect((await screen.findByText("Planning", { selector: ".project-head .pill" })).className).toBe("pill good");
});

test("only what waits for the customer has a dot", async () => {
  showList([project({ id: "prj_2", status: "draft" }), project()], [need()]);

  await waitFor(() => expect([...document.querySelectorAll(".next-move")].map((one) => one.classList.contains("dotted"))).toEqual([true, false]));
});

test("what is snoozed is said to be, and does not lift a project", async () => {
  showList([project({ id: "prj_2", name: "Draft", status: "draft" }), project()], [need({ state: "snoozed", snoozed_until: "2026-11-12T09:00:00Z" })]);

  await waitFor(() => expect(names()).toEqual(["Draft", "Bakery"]));
  expect(steps()[1]).toMatch(/^Approve Product briefSnoozed until Thu,? 12 Nov 2026, 09:00$/);
});

test("an inbox that can't be read hides no project", async () => {
  serve({ "GET /projects": () => ({ projects: [project()], ...none }), "GET /inbox": () => { throw new ApiError(503, "UNAVAILABLE", "Later."); } });
  render(<Projects />);

  expect(await screen.findByText("Bakery")).toBeTruthy();
});

function showProject(given: Partial<ProjectDetail>, { part, around, brief: said = {}, items = [] as InboxItem[] }: { part?: string; around?: Parameters<typeof serve>[0]; brief?: Partial<BriefView>; items?: InboxItem[] } = {}): void {
  serve({
    "GET /projects/{project_id}": () => detail(given),
    "GET /projects/{project_id}/brief": () => brief(said),
    "GET /projects/{project_id}/escalation": () => ({ rule: null, planned: [] }) as never,
    "GET /projects/{project_id}/work-items": () => list(),
    "GET /inbox": ({ query }) => ({ items: items.filter(({ state }) => state === query.state), ...none }),
    "GET /events": () => ({ events: [], has_more: false, last_sequence: 1, next_before: null }),
    ...around,
  });
  render(<Project id="prj_1" part={part} />);
}
const card = async (title: string) => within((await screen.findByRole("heading", { level: 2, name: title })).closest("section")!);
const rows = async (title: string) => (await card(title)).getAllByRole("listitem").map((one) => one.textContent);

test("the overview says what waits for the customer, and apart from it what workers hold", async () => {
  showProject({ documents: documents({ next: "Roadmap", sent_back: 1 }), deliverables: [deliverable({ state: "changes_requested", title: "Scope" })] }, {
    items: [need(), need({ id: "att_2", kind: "revision", title: "Revise 1 document", path: "/app/projects/prj_1/documents" })], around: { "GET /projects/{project_id}/work-items": () => list(claimed()) },
  });

  await waitFor(async () => expect(await rows("Waiting for you · 2")).toEqual(["Approve Product brief12 min", "Revise Scope12 min"]));
  expect(await rows("In progress")).toEqual(["W1 Book a table40 % · codex"]);
  expect(screen.getByText("The team writes Roadmap.")).toBeTruthy();
});

test("an example says what is open in it, which no inbox has", async () => {
  const open = [deliverable({ id: "dlv_9", title: "Launch plan", phase: "launch", state: "in_review" }), deliverable({ id: "dlv_8", title: "Runbook", state: "approved" })];
  showProject({ example: true, documents: documents({ approved: 8, of: 10 }), deliverables: open }, { around: { "GET /projects/{project_id}/work-items": () => list(item({ state: "in_review" }), item({ id: "wrk_2" })) } });

  const titles = async () => (await rows("Waiting for you · 2")).map((text) => text!.replace(/\d+ \w+$/, ""));
  await waitFor(async () => expect(await titles()).toEqual(["Approve Launch plan", "Review “W1 Book a table”"]));
  expect((await card("Waiting for you · 2")).getAllByRole("link").map((one) => one.getAttribute("href"))).toEqual(["#/projects/prj_1/deliverables/dlv_9", "#/projects/prj_1/work/wrk_1"]);
  expect(screen.queryByText(/^Nothing waits for you/)).toBeNull();
  expect(await screen.findByText(/stays out of your inbox/)).toBeTruthy();
});

test("whom a project asks in silence is shown together with its moves", async () => {
  let answer = (_: unknown) => {};
  showProject({ documents: documents({}) }, { items: [need()], around: { "GET /projects/{project_id}/escalation": () => new Promise((resolve) => (answer = resolve as typeof answer)) } });
  await screen.findByText("The team is waiting for you.");

  expect((await card("Waiting for you")).queryByText("Approve Product brief")).toBeNull();
  answer({ rule: null, planned: [] });
  await screen.findByText("Approve Product brief");
  expect(screen.getByText("No backup approver.")).toBeTruthy();
});

test("where every move is the customer's, the list says so once, and counts what is not put off", async () => {
  const items = [need(), need({ id: "att_2", title: "Approve Scope", state: "snoozed", snoozed_until: "2026-11-12T09:00:00Z" })];
  showProject({ documents: documents({}) }, { items });

  await waitFor(async () => expect(await rows("Waiting for you · 1")).toEqual(["Approve Product brief12 min", expect.stringMatching(/^Approve ScopeSnoozed until/)]));
  expect(screen.getByText("The team is waiting for you.")).toBeTruthy();
});

test("what is blocked says what it waits for", async () => {
  showProject({ documents: documents({}) }, { around: { "GET /projects/{project_id}/work-items": () => list(claimed(), item({ id: "wrk_2", package: "W2", title: "Pay", state: "blocked", blocked_by: ["wrk_1"] })) } });

  await waitFor(async () => expect(await rows("Coming up")).toEqual(["CTOW2 PayWaits for W1"]));
});

test("a paused project has no day, neither in the list nor on its page", async () => {
  showList([project({ status: "on_hold", eta: "2027-01-15" })]);
  await waitFor(() => expect(document.querySelector("[data-label='Likely end']")?.textContent).toBe("Paused"));
  cleanup();
  showProject({ status: "on_hold" });

  expect((await screen.findByText("Likely end")).parentElement!.textContent).toBe("Likely endPaused Set a deadline");
});

test("a document that the brief has left behind stays in its phase, and leads to what changed", async () => {
  showProject({ documents: documents({ approved: 6 }), deliverables: [deliverable({ state: "approved" })] }, {
    part: "documents",
    around: behind(),
  });

  const phase = within(await screen.findByRole("region", { name: "Planning" }));
  expect(phase.getByRole("listitem").textContent).toBe("Product briefRevision 1OutdatedSee change Product brief");
  expect(screen.queryByText("Approved")).toBeNull(); // one state
  expect(screen.getByText("6 of 10 documents approved, 1 outdated")).toBeTruthy();
});

test("a document that still waits for the customer is marked as outdated too", async () => {
  showProject({ documents: documents({}), deliverables: [deliverable({ state: "in_review" })] }, { part: "documents", around: behind() });

  await waitFor(() => expect(screen.getByRole("link", { name: "Product brief" }).closest("li")!.textContent).toBe("Product briefRevision 1Waiting for youOutdatedReview Product brief"));
});

test("an example that stopped halfway is to be continued, in the list and on its overview", async () => {
  const half = { example: true, documents: documents({ approved: 6 }) };
  showList([project(half)]);
  expect((await screen.findByRole("link", { name: "Continue the example" })).getAttribute("href")).toBe("#/projects/prj_1");
  cleanup();
  showProject(half);

  expect((await screen.findByRole("link", { name: "Continue the example" })).getAttribute("href")).toBe("#/projects/prj_1");
});

test("coming up are the next three things that nobody has begun", async () => {
  const unwritten = (title: string, phase: "planning" | "launch") => deliverable({ id: title, title, phase, state: "waiting", revision: 0, owner: "CPO" });
  showProject({ documents: documents({ next: "Roadmap" }), deliverables: [unwritten("Roadmap", "planning"), unwritten("Scope", "planning"), unwritten("Launch plan", "launch")] }, {
    around: { "GET /projects/{project_id}/work-items": () => list(item(), item({ id: "wrk_2", package: "W2", title: "Pay", state: "done" })) },
  });

  await waitFor(async () => expect(await rows("Coming up")).toEqual(["CPOScopeThis phase", "CTOW1 Book a tableReady", "CPOLaunch planAfter development"]));
});

test("each source of risk is said, and leads to where it is dealt with", async () => {
  const written = deliverable({ state: "approved" });
  const credential = (id: string, blocks: string | null) => need({ id, kind: "credential", target_id: id, blocks });
  showProject({ deliverables: [written], open_credential_requests: 3, deadline: "2027-01-01", budget: { ...detail().budget, ceiling: 8500, high: 14_000, unreported_items: 1 } }, {
    items: [credential("crq_1", "W4 Stripe is waiting for it."), credential("crq_2", "W4 Stripe is waiting for it."), credential("crq_3", null)], // the last holds up nothing
    brief: { entries: [entry({ asked: { id: "orders", title: "Orders" } })], choices: [{ id: "D1", ask: "?", proposed: "Yes", answer: null }] as never, outdated: ["dlv_1"] },
  });

  await waitFor(async () => expect(await rows("Risks")).toEqual([
    "The forecast is EUR\u00a0500 over your ceiling of EUR\u00a08,500.", "The likely end, 15 Jan 2027, is after your deadline, 1 Jan 2027.", "2 missing credentials are holding up work.",
    "Product brief is outdated.", "The estimate is wide: EUR\u00a08,000 to EUR\u00a014,000.", "1 brief entry is unclear.", "1 suggested answer applies unless you change it.",
    "1 finished work item has no reported cost.",
  ]));
  const links = (await card("Risks")).getAllByRole<HTMLAnchorElement>("link").map(({ hash }) => hash.replace("#/projects/prj_1/", ""));
  expect(links).toEqual(["brief", "brief", "access", "deliverables/dlv_1", "brief", "brief", "brief?show=decisions", "work"]);
});

test("what the brief left behind is one risk, however many documents", async () => {
  const written = deliverable({ state: "approved" });
  showProject({ deliverables: [written, { ...written, id: "dlv_2", title: "Roadmap" }] }, { brief: { outdated: [written.id, "dlv_2"] } });

  await waitFor(async () => expect(await rows("Risks")).toContain("Product brief and Roadmap are outdated."));
});

test("a high end over the ceiling and a late end after the deadline are only possible", async () => {
  showProject({ deadline: "2027-01-18", budget: { ...detail().budget, ceiling: 9500 } });

  await waitFor(async () => expect(await rows("Risks")).toEqual(["The high end is EUR\u00a0500 over your ceiling.", "The late end, 20 Jan 2027, is after your deadline."]));
});

test("without risks the page says so", async () => {
  showProject({ deliverables: [deliverable()] });

  expect(await screen.findByText("No risks right now.")).toBeTruthy();
});

test.each(["approved", "changes_requested"] as const)("of a document that is %s the day stands beside its state, which is said once", async (status) => {
  const approval = { id: "apr_1", project_id: "prj_1", deliverable_id: "dlv_1", kind: "product_brief" as const, title: "Product brief", revision: 1, content_hash: "0", status, comment: null, created_at: "2026-11-10T09:00:00Z", decided_at: "2026-11-12T09:00:00Z", decided_by: "usr_1", decided: null, next_approval_id: null };
  showProject({ deliverables: [deliverable({ state: status })] }, { part: "documents", around: { "GET /projects/{project_id}/approvals": () => ({ approvals: [approval], has_more: false, next_cursor: null }) } });

  expect(await screen.findByText("Revision 1 · 12 Nov")).toBeTruthy();
  expect(screen.queryAllByRole("link", { name: "Revise Product brief" })).toHaveLength(status === "approved" ? 0 : 1);
});

test("the overview of a paused project says what waits until it is resumed, and not that the team waits for the customer", async () => {
  showProject({ status: "on_hold", documents: documents({}) }, { items: [need()] });

  expect((await screen.findByText("This project is paused.")).parentElement!.textContent).toMatch(/Until you resume it, the team writes nothing/);
  await waitFor(async () => expect(await rows("Waiting for you · 1")).toHaveLength(1));
  expect(screen.queryByText(/The team is waiting|needs you\./)).toBeNull();
});

test("nothing is revised while the project is paused", async () => {
  showProject({ status: "on_hold", deliverables: [deliverable({ state: "changes_requested" })] }, { part: "documents" });

  await screen.findByText("Changes requested");
  expect(screen.queryByRole("link", { name: /^Revise/ })).toBeNull();
});

test("a document says its state, and one that waits has its button", async () => {
  showProject({ deliverables: [deliverable({ id: "dlv_2", title: "Roadmap", state: "waiting", revision: 0 }), deliverable()] }, { part: "documents" });
  expect((await screen.findAllByRole("heading", { level: 2 })).map((one) => one.textContent)).toEqual(["Planning · CPO"]);
  expect(screen.getByRole<HTMLAnchorElement>("link", { name: "Review 1 document" }).hash).toBe("#/projects/prj_1/deliverables/dlv_1");

  expect((await screen.findByRole<HTMLAnchorElement>("link", { name: "Review Product brief" })).hash).toBe("#/projects/prj_1/deliverables/dlv_1");
  expect(screen.getByText("Roadmap").closest("li")!.textContent).toBe("RoadmapNot written yet");
  expect(screen.getByRole("button", { name: "Download all documents" }).closest("section")).toBeNull(); // of no group
});
