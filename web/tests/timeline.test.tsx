import { fireEvent, render, screen } from "@testing-library/preact";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ApprovalView, ProjectDetail, WorkItemView } from "../src/api/schema";
import { addWorkingDays, workingDaysBetween } from "../src/lib/working-days";
import { Timeline } from "../src/pages/timeline";
import { deliverable, detail, estimate } from "./records";
import { serve } from "./server";
import { claimed, item, list } from "./work-records";

const PHASES = (["planning", "design", "development", "launch"] as const).map((phase) => ({ phase, role: "CPO" as const, days: 5, cost: 1000 }));
const approval = (given: Partial<ApprovalView> = {}): ApprovalView => ({
  id: "apr_1", project_id: "prj_1", deliverable_id: "dlv_1", kind: "product_brief", title: "Product brief", revision: 1, content_hash: "0", status: "approved", comment: null,
  created_at: "2026-11-10T09:00:00Z", decided_at: "2026-11-12T09:00:00Z", decided_by: "usr_1", decided: null, next_approval_id: null, ...given,
});

/** Accepted for 20 working days from Monday, 2 November 2026: until the 30th. */
function show(project: Partial<ProjectDetail>, { approvals = [], items = [] }: { approvals?: ApprovalView[]; items?: WorkItemView[] } = {}) {
  serve({
    "GET /projects/{project_id}/estimate": () => estimate(9000, { phases: PHASES, working_days: 20, eta: "2026-11-30" }),
    "GET /projects/{project_id}/approvals": () => ({ approvals, has_more: false, next_cursor: null }),
    "GET /projects/{project_id}/work-items": () => list(...items),
  });
  return render(<Timeline project={detail({ submitted_at: "2026-11-02T09:00:00Z", eta: "2026-12-04", phase: "design", ...project })} />);
}
const row = async (name: string) => (await screen.findByRole("rowheader", { name })).closest("tr")!.textContent;
const figure = async (name: string) => (await screen.findByText(name, { selector: "dt" })).parentElement!;

beforeEach(() => vi.useFakeTimers({ now: new Date("2026-11-16T09:00:00Z"), toFake: ["Date"] }));
afterEach(() => vi.useRealTimers());

test("the slip is counted in working days, from what was accepted to the forecast", async () => {
  show({ eta: "2026-12-04" });

  expect((await figure("Forecast")).textContent).toBe("Forecast4 Dec 20264 working days later than accepted");
});

test("a forecast that counts handed-out work says that what was accepted did not", async () => {
  show({ eta_covers: "documents and work" });

  expect((await figure("Accepted")).textContent).toBe("Accepted30 Nov 2026For the documents alone; the forecast counts the work that is handed out");
});

test.each([
  ["2026-12-11", "5 working days to spare", false],
  ["2026-12-02", "Late by 2 working days", true],
])("a deadline on %s: %s", async (deadline, words, late) => {
  show({ deadline });

  const shown = await figure("Deadline");
  expect(shown.textContent).toContain(words);
  expect(shown.querySelectorAll(".bad").length > 0).toBe(late);
});

test("money over the ceiling is red, and said in words", async () => {
  show({ budget: { ...detail().budget, spent: 9500, ceiling: 9000, may_still_spend: 0 } });

  const spent = await figure("Spent");
  expect(spent.textContent).toContain("€500 over the ceiling");
  expect(spent.querySelector("dd")!.className).toBe("bad");
  expect(spent.querySelector(".gauge .over")).toBeTruthy();
});

test("money within its limits is not red", async () => {
  show({});

  expect((await figure("Spent")).querySelector(".bad, .over")).toBeNull();
});

test("each phase says whether it is done, under way or expected, counted back from the forecast", async () => {
  const brief = deliverable({ state: "approved" });
  show({ deliverables: [brief] }, { approvals: [approval()] });

  expect(await row("Planning")).toBe("PlanningDone on 12 Nov 2026");
  expect(await row("Design")).toBe("DesignUnder way, expected on 20 Nov 2026");
  expect(await row("Launch")).toBe("LaunchNot begun, expected on 4 Dec 2026");
});

test.each([
  [{ state: "approved" }, [approval()], "Approved on 12 Nov 2026"],
  [{ state: "in_review" }, [approval({ status: "pending", decided_at: null })], "Waits for you since 10 Nov 2026"],
  [{ state: "waiting", revision: 0 }, [], "Not written yet"],
] as const)("a document that is %o", async (given, approvals, words) => {
  show({ deliverables: [deliverable(given)] }, { approvals: [...approvals] });

  expect(await row("Product brief")).toBe(`Product brief${words}`);
});

test("work items stand in the development phase, those that something happens to first", async () => {
  const ready = Array.from({ length: 30 }, (_, index) => item({ id: `wrk_${index + 2}`, package: `W${index + 2}`, title: "Ready" }));
  show({}, { items: [...ready, claimed({ claim: { worker: "codex", claimed_at: "2026-11-13T09:00:00Z", lease_until: "2026-11-16T10:00:00Z", percent: null } })] });

  expect(await row("W1 Book a table")).toBe("W1 Book a tablecodex since 13 Nov 2026");
  expect(screen.getAllByText(/Ready$/, { selector: "a" })).toHaveLength(11);
  fireEvent.click(screen.getByRole("button", { name: "Show all 31 work items" }));
  expect(screen.getAllByText(/Ready$/, { selector: "a" })).toHaveLength(30);
});

test("everything drawn lies within the axis, whatever the dates", async () => {
  const { container } = show({ deadline: "2036-01-01", deliverables: [deliverable({ state: "approved" })] }, { approvals: [approval()] });

  await figure("Deadline");
  const places = [...container.querySelectorAll<HTMLElement>(".stretch, .time-lines > span, .tick")].map((one) => parseFloat(one.style.left));
  expect(places.length).toBeGreaterThan(10);
  expect(places.filter((place) => !(place >= 0 && place <= 100))).toEqual([]);
});

test("before the brief is submitted there is nothing to draw", async () => {
  show({ submitted_at: null, status: "draft" });

  expect(await screen.findByText("The work has not begun")).toBeTruthy();
});

test.each([
  ["2026-11-13", 1, "2026-11-16"],
  ["2026-11-14", 1, "2026-11-16"],
  ["2026-11-16", -1, "2026-11-13"],
  ["2026-11-16", 0, "2026-11-16"],
  ["2026-11-16", 10, "2026-11-30"],
])("%s and %i working days is %s", (from, count, until) => expect(addWorkingDays(from, count)).toBe(until));

test.each([["2026-11-13", "2026-11-16", 1], ["2026-11-16", "2026-11-13", -1], ["2026-11-14", "2026-11-15", 0]])("from %s until %s: %i", (from, until, count) => expect(workingDaysBetween(from, until)).toBe(count));
