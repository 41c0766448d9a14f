import { fireEvent, render, screen } from "@testing-library/preact";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ApprovalView, ProjectDetail, WorkItemView } from "../src/api/schema";
import { Timeline } from "../src/pages/timeline";
import { deliverable, detail, estimate, need } from "./records";
import { serve } from "./server";
import { behind, claimed, item, list } from "./work-records";

const approval = (given: Partial<ApprovalView> = {}): ApprovalView => ({
  id: "apr_1", project_id: "prj_1", deliverable_id: "dlv_1", kind: "product_brief", title: "Product brief", revision: 1, content_hash: "0", status: "approved", comment: null,
  created_at: "2026-11-10T09:00:00Z", decided_at: "2026-11-12T09:00:00Z", decided_by: "usr_1", decided: null, next_approval_id: null, ...given,
});

const ACCEPTED = { low: 8000, likely: 9000, high: 10_000, effort_days: { low: 30, likely: 35, high: 40 }, eta: "2026-11-30", rule_version: 2, accepted_on: "2026-11-02" };

const answers = (approvals: ApprovalView[], items: WorkItemView[]) => ({
  "GET /projects/{project_id}/estimate": () => estimate(9000, { accepted: ACCEPTED }),
  "GET /projects/{project_id}/approvals": () => ({ approvals, has_more: false, next_cursor: null }),
  "GET /projects/{project_id}/work-items": () => list(...items),
  "GET /events": () => ({ events: [], has_more: false, last_sequence: 1, next_before: null }),
});

/** Begun on 2 November 2026, and accepted until the 30th. */
function show(project: Partial<ProjectDetail>, { approvals = [], items = [], around = {} }: { approvals?: ApprovalView[]; items?: WorkItemView[]; around?: Parameters<typeof serve>[0] } = {}) {
  serve({ ...answers(approvals, items), ...around });
  return render(<Timeline project={detail({ submitted_at: "2026-11-02T09:00:00Z", eta: "2026-12-04", phase: "design", ...project })} />);
}
const row = async (name: string) => (await screen.findByRole("rowheader", { name })).closest("tr")!.textContent!.replaceAll("\u00a0", " ");
const figure = async (name: string) => (await screen.findByText(name, { selector: "dt" })).parentElement!;

beforeEach(() => vi.useFakeTimers({ now: new Date("2026-11-16T09:00:00Z"), toFake: ["Date"] }));
afterEach(() => vi.useRealTimers());

test("the end is that of every page; what was accepted stands beside what differs from it", async () => {
  show({ deadline: "2026-12-11", dates: { early: "2026-11-27", likely: "2026-12-04", late: "2026-12-09" } });

  await screen.findByText("Accepted end 30 Nov");
  expect((await figure("Likely end")).textContent).toBe("Likely end4 Dec 2026Deadline 11 Dec 2026Accepted end 30 Nov");
});

test.each([["2026-12-11", "Deadline 11 Dec 2026", false], ["2026-12-02", "After your deadline, 2 Dec 2026", true]])("a deadline on %s is red if it comes before the likely end", async (deadline, said, late) => {
  show({ deadline });

  const end = await figure("Likely end");
  expect(end.textContent).toContain(said);
  expect(end.querySelectorAll(".bad").length > 0).toBe(late);
});

test("the other view is the log, and stands in the address", async () => {
  location.hash = "#/projects/prj_1/timeline";
  show({});
  serve({ ...answers([], []), "GET /events": () => ({ events: [], has_more: false, last_sequence: 1, next_before: null }), "GET /vault/requests": () => ({ requests: [], has_more: false, next_cursor: null }) });
  fireEvent.click(screen.getByRole("button", { name: "Activity" }));

  expect(await screen.findByText("Nothing has happened yet")).toBeTruthy();
  expect(location.hash).toBe("#/projects/prj_1/timeline?view=activity");
});

test("an archive has no estimate to be asked for", async () => {
  show({ archived: true, eta: null });

  await figure("Likely end");
  expect(screen.queryByText(/Accepted/)).toBeNull();
});

test("each phase says whether it is done, and until when it is likely to go on", async () => {
  const brief = deliverable({ state: "approved" });
  const plan = deliverable({ id: "dlv_2", title: "Launch plan", phase: "launch", state: "waiting", revision: 0 });
  show({ deliverables: [brief, plan] }, { approvals: [approval()] });

  expect(await row("Planning")).toBe("PlanningDone on 12 Nov");
  expect(await row("Project")).toBe("ProjectLikely 4 Dec");
  expect(await row("Design")).toBe("DesignIn progress");
  expect(await row("Development")).toBe("DevelopmentLikely 17 Nov – 4 Dec");
  expect(await row("Launch")).toBe("LaunchLikely 4 Dec");
});

test.each([[[], "DesignWaiting for you", ["In progress: 2–9 Nov 2026", "Waiting for you: 9–16 Nov 2026"]], [[claimed()], "DesignIn progress", ["In progress: 2–16 Nov 2026"]]])("where something needs the customer, the phase waits unless somebody is at work: %o", async (items, said, marks) => {
  show({ documents: { of: 4, approved: 2, sent_back: 0, next: null } }, { items, around: { "GET /inbox": () => ({ items: [need()], has_more: false, next_cursor: null }) } });

  expect(await row("Design")).toBe(said);
  expect([...screen.getByRole("rowheader", { name: "Design" }).closest("tr")!.querySelectorAll<HTMLElement>(".stretch")].map(({ title }) => title.replace(/\s*–\s*/, "–"))).toEqual(marks);
});

test("a phase that waits for the customer does not say how long", async () => {
  const around = { "GET /inbox": () => ({ items: [need()], has_more: false, next_cursor: null }) };
  show({ phase: "development", documents: { of: 4, approved: 2, sent_back: 0, next: null } }, { around });

  expect(await row("Development")).toBe("DevelopmentWaiting for you");
});

test("while the project is paused nothing has a day", async () => {
  show({ status: "on_hold" });

  expect(await row("Project")).toBe("ProjectPaused");
  expect(await row("Design")).toBe("DesignPaused");
  expect(document.querySelector(".stretch.likely, .key.likely")).toBeNull();
});

test("a finished phase is folded, says if a document in it is outdated, and shows which when it is unfolded", async () => {
  show({ deliverables: [deliverable({ state: "approved" })] }, { approvals: [approval()], around: behind() });

  await vi.waitFor(async () => expect(await row("Planning")).toBe("PlanningDone on 12 Nov Outdated"));
  expect(screen.queryByRole("rowheader", { name: "Product brief" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Planning", expanded: false }));

  expect(await row("Product brief")).toBe("Product briefApproved on 12 Nov Outdated");
  expect(screen.getByText("Outdated").className).toBe("pill hollow"); // amber is what waits for the customer
  expect(await row("Planning")).toBe("PlanningDone on 12 Nov");
});

test.each([
  [{ state: "approved" }, [approval()], "Approved on 12 Nov"],
  [{ state: "in_review" }, [approval({ status: "pending", decided_at: null })], "Waiting for you since 10 Nov"],
  [{ state: "waiting", revision: 0 }, [], "Likely 17 Nov"],
] as const)("a document that is %o", async (given, approvals, words) => {
  show({ phase: "planning", deliverables: [deliverable(given)] }, { approvals: [...approvals] });

  expect(await row("Product brief")).toBe(`Product brief${words}`);
});

test("work is likely one item after another, each after what it needs, in proportion to its effort", async () => {
  const effort = (likely: number) => ({ low: likely, likely, high: likely });
  const items = [
    item({ package: "W1", title: "Pay", effort_days: effort(4), state: "blocked", depends_on: ["wrk_2"], blocked_by: ["wrk_2", "crq_1"] }),
    item({ id: "wrk_2", package: "W2", title: "Order", effort_days: effort(8) }), item({ id: "wrk_3", package: "W3", title: "Print", state: "done", ended_at: "2026-11-13T09:00:00Z" }),
  ];
  show({ phase: "development", eta: "2026-12-01" }, { items });

  expect(await row("W2 Order")).toBe("W2 OrderLikely 17 Nov – 26 Nov"); // 8 of 12 days of effort: 7⅓ of 11 working days
  expect(await row("W1 Pay")).toBe("W1 PayLikely 26 Nov – 1 Dec · needs 1 credential");
  expect(await row("W3 Print")).toBe("W3 PrintDone on 13 Nov");
});

test("what waits for the customer is made already, and has no bar in days to come", async () => {
  show({ phase: "development", deliverables: [deliverable({ id: "dlv_2", phase: "development", state: "in_review" })] }, { approvals: [approval({ deliverable_id: "dlv_2", status: "pending", decided_at: null })], items: [item({ id: "wrk_1", title: "Pay", state: "in_review" }), item({ id: "wrk_2", title: "Cook", state: "ready" })] });

  const looks = async (name: RegExp) => [...(await screen.findByRole("rowheader", { name })).closest("tr")!.querySelectorAll(".stretch")].map((one) => one.className);
  expect(await looks(/Product brief|Document/)).toEqual(["stretch waits"]);
  expect(await looks(/Pay/)).toEqual(["stretch waits"]);
  expect(await looks(/Cook/)).toEqual(["stretch likely"]);
});

test("work items stand in the development phase, in the order of the plan", async () => {
  show({}, { items: [item({ id: "wrk_2", package: "W2", title: "Ready" }), claimed({ claim: { worker: "codex", claimed_at: "2026-11-13T09:00:00Z", lease_until: "2026-11-16T10:00:00Z", percent: null } })] });

  expect(await row("W1 Book a table")).toBe("W1 Book a tableSince 13 Nov · codex");
  expect(screen.getByRole<HTMLAnchorElement>("link", { name: "W2 Ready" }).hash).toBe("#/projects/prj_1/work/wrk_2");
});

test("what a worker holds goes on from today, whatever else is planned before it", async () => {
  show({ dates: { early: "2026-12-27", likely: "2027-01-04", late: "2027-01-09" } }, { items: [item({ id: "wrk_2", package: "W2", title: "Ready" }), claimed()] });

  const ends = async (name: string) => [...(await screen.findByRole("rowheader", { name })).closest("tr")!.querySelectorAll<HTMLElement>(".stretch")].map(({ style }) => [style.getPropertyValue("--from"), style.getPropertyValue("--until")]);
  const [held, likely] = await ends("W1 Book a table");
  expect(likely![0]).toBe(held![1]);
  expect(parseFloat((await ends("W2 Ready"))[0]![0]!)).toBeGreaterThanOrEqual(parseFloat(likely![1]!));
});

test("everything drawn lies within the axis, whatever the dates", async () => {
  const { container } = show({ deadline: "2036-01-01", deliverables: [deliverable({ state: "approved" })] }, { approvals: [approval()] });

  await figure("Likely end");
  const places = [...container.querySelectorAll<HTMLElement>(".stretch, .time-lines > span, .tick")].flatMap(({ style }) => (style.left ? [parseFloat(style.left)] : ["--from", "--until"].map((end) => parseFloat(style.getPropertyValue(end)))));
  expect(places.length).toBeGreaterThan(8);
  expect(places.filter((place) => !(place >= 0 && place <= 100))).toEqual([]);
});

test.each([["2027-01-10", 1, 0], ["2027-05-31", 0, 1]])("a deadline on %s has a line if the rest stays readable, else it stands at the edge", async (deadline, lines, edges) => {
  const { container } = show({ deadline, dates: { early: "2026-11-27", likely: "2026-12-04", late: "2026-12-09" } });

  await figure("Likely end");
  expect(container.querySelectorAll(".time-lines > span.deadline")).toHaveLength(lines);
  expect(screen.queryAllByText("Deadline →")).toHaveLength(edges);
});

test.each([["2027-05-31", ["1", "1", "1"]], ["2026-12-07", ["1", "1", "2"]]])("the words of the marks share a line where none is near another: with a deadline on %s", async (deadline, rows) => {
  const { container } = show({ deadline, dates: { early: "2026-11-27", likely: "2026-12-04", late: "2026-12-09" } });

  await figure("Likely end");
  expect([...container.querySelectorAll<HTMLElement>(".time-lines > b")].map(({ style }) => style.getPropertyValue("--row"))).toEqual(rows);
  expect(container.querySelector<HTMLElement>(".time-box")!.style.getPropertyValue("--rows")).toBe(rows.at(-1));
});

test("a day is not broken between lines", async () => {
  show({ eta: "2027-01-06" });

  expect(await screen.findByText("Likely 6\u00a0Jan\u00a02027", { normalizer: (text) => text })).toBeTruthy();
});

test("what happened ends at today, and the project goes on to its likely and its latest end", async () => {
  const { container } = show({ deliverables: [deliverable({ state: "approved" })], dates: { early: "2026-11-27", likely: "2026-12-04", late: "2026-12-09" } }, { approvals: [approval()] });

  await figure("Likely end");
  const ends = [...container.querySelectorAll<HTMLElement>(".stretch")].map(({ className, style }) => [className.split(" ")[1]!, parseFloat(style.getPropertyValue("--until"))] as const);
  const today = parseFloat(container.querySelector<HTMLElement>(".time-lines > .today")!.style.left);
  expect(ends.filter(([look]) => look === "done" || look === "now").every(([, end]) => end <= today + 0.01)).toBe(true);
  expect(ends.slice(0, 3).map(([look]) => look)).toEqual(["now", "likely", "late"]);
});

test("on one day, what happened ends where what is expected begins, and each mark says what it is", async () => {
  const { container } = show({ phase: "planning", submitted_at: "2026-11-16T08:00:00Z", eta: "2026-11-16", dates: { early: "2026-11-16", likely: "2026-11-16", late: "2026-11-18" } });

  const marks = [...(await screen.findByRole("rowheader", { name: "Project" })).closest("tr")!.querySelectorAll<HTMLElement>(".stretch")];
  expect(marks.map(({ title }) => title)).toEqual(["In progress: 16 Nov 2026", "Likely: 16 Nov 2026", expect.stringMatching(/^To the latest end: 16\W+18 Nov 2026$/)]);
  const [now, likely, late] = marks.map(({ style }) => ["--from", "--until"].map((end) => parseFloat(style.getPropertyValue(end))));
  expect([now![1], likely![1]]).toEqual([likely![0], late![0]]);
  expect(now![0]).toBe(parseFloat(screen.getByText("16 Nov").style.left)); // not in the day before
  expect(container.querySelector<HTMLElement>(".time-box")!.style.getPropertyValue("--today")).toBe(`${now![1]}%`);
});

test("the axis begins with the first day, and every month after it is written", async () => {
  const { container } = show({ deadline: "2027-05-31", eta: "2027-01-05", dates: { early: "2026-12-28", likely: "2027-01-05", late: "2027-01-13" } });

  await figure("Likely end");
  expect([...container.querySelectorAll(".tick")].map((one) => one.textContent)).toEqual(["2 Nov", "Dec 2026", "Jan 2027"]);
});

test("before the brief is submitted there is nothing to draw", async () => {
  show({ submitted_at: null, status: "draft" });

  expect(await screen.findByText("Work hasn’t started")).toBeTruthy();
});
