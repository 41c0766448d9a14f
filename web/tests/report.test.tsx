import { fireEvent, render, screen, waitFor, within } from "@testing-library/preact";
import axe from "axe-core";
import { expect, test, vi } from "vitest";
import { ApiError } from "../src/api/call";
import type { ReportSummary, TaskView } from "../src/api/schema";
import * as files from "../src/lib/download";
import { Report } from "../src/pages/report";
import { Reports } from "../src/pages/reports";
import { project, task } from "./records";
import { asked, serve } from "./server";

const AT = "2026-11-09T09:00:00Z";
const CONTENT = "# Every Monday, report\n\n**Bakery** has spent EUR 2,000.";
const summary = (given: Partial<ReportSummary> = {}): ReportSummary => ({ id: "rep_1", task_id: "tsk_1", run_id: "run_1", title: "Every Monday, report", summary: "1 of 2 projects needs you.", succeeded: true, due_at: AT, created_at: AT, ...given });
type Answers = Parameters<typeof serve>[0];
const PROJECTS: Answers = { "GET /projects": () => ({ projects: [project()], has_more: false, next_cursor: null }) };

function show(answers: Answers = {}) {
  serve({ ...PROJECTS, "GET /pa/reports/{report_id}": () => ({ ...summary(), content: CONTENT, data: {} }), "GET /pa/tasks/{task_id}": () => task(), ...answers });
  render(<Report id="rep_1" />);
}

test("a report has its own name, the words of its schedule, and leads to it, to its projects and to what they need", async () => {
  const needs_attention = [{ project_id: "prj_1", reason: "2 documents wait for your approval", ids: ["apr_1", "apr_2"] }, { project_id: "prj_1", reason: "the project is on hold", ids: [] }, { project_id: null, reason: "a webhook fails", ids: ["whk_1"] }];
  const content = `${CONTENT}\n\n## Needs you\n\n**Bakery**\n\n- 2 documents wait for your approval\n- The project is on hold\n\n**Your account**\n\n- A webhook fails\n`;
  show({ "GET /pa/tasks/{task_id}": () => task({ task: "Progress and blockers" }), "GET /pa/reports/{report_id}": () => ({ ...summary(), content, data: { projects: [{ id: "prj_1", name: "Bakery" }], needs_attention } }) });

  expect(await screen.findByRole("heading", { level: 1, name: "Every Monday, report" })).toBeTruthy();
  expect(await screen.findByText("“Progress and blockers”", { selector: "bdi" })).toBeTruthy();
  expect(["2 documents wait for your approval", "The project is on hold"].map((name) => screen.getByRole("link", { name }).getAttribute("href"))).toEqual(["#/projects/prj_1/documents", "#/projects/prj_1"]);
  expect(screen.queryByRole("link", { name: "A webhook fails" })).toBeNull();

  expect((await screen.findAllByRole("link", { name: "Bakery" }))[0]!.getAttribute("href")).toBe("#/projects/prj_1");
  expect((await screen.findByRole("link", { name: "Edit schedule" })).getAttribute("href")).toBe("#/reports/tasks/tsk_1");
});

test("the same need of two projects of one name leads to each, whatever its words; other lists and older reports stay as they are", async () => {
  const of = (project_id: string, reason: string, ids: string[] = []) => ({ project_id, reason, ids });
  const data = { projects: ["prj_1", "prj_2"].map((id) => ({ id, name: "Shop <> Web" })), needs_attention: [of("prj_2", "a_b waits", ["crq_1"]), of("prj_1", "the project is on hold"), of("prj_2", "the project is on hold")] };
  const name = "**Shop &lt;&gt; Web**";
  const content = `# Report\n\n## Needs you\n\n${name}\n\n- A\\_b waits\n- The project is on hold\n\n${name}\n\n- The project is on hold\n\n## Money\n\n- Nothing is spent.\n`;
  show({ "GET /projects": () => ({ projects: [], has_more: false, next_cursor: null }), "GET /pa/reports/{report_id}": () => ({ ...summary(), content, data }) });

  const links = within(await screen.findByRole("article")).getAllByRole("link");
  expect(links.map((one) => [one.textContent, one.getAttribute("href")])).toEqual([["A_b waits", "#/projects/prj_2/access"], ["The project is on hold", "#/projects/prj_2"], ["The project is on hold", "#/projects/prj_1"]]);
});

test("a report is saved as it was written", async () => {
  const saved = vi.spyOn(files, "download").mockReturnValue();
  show();

  fireEvent.click(await screen.findByRole("button", { name: "Download" }));

  expect(saved).toHaveBeenCalledWith("every-monday-report-2026-11-09.md", "text/markdown;charset=utf-8", CONTENT);
});

test("the report of a run that failed, whose task was deleted, says the one and leads to no other", async () => {
  show({ "GET /pa/reports/{report_id}": () => ({ ...summary({ succeeded: false }), content: CONTENT, data: {} }), "GET /pa/tasks/{task_id}": () => { throw new ApiError(404, "NOT_FOUND", "No such task."); } });

  expect(await screen.findByText("Failed")).toBeTruthy();
  await waitFor(() => expect(asked.some(({ route }) => route === "GET /pa/tasks/{task_id}")).toBe(true));
  expect(screen.queryByRole("link", { name: "Edit schedule" })).toBeNull();
  expect(await screen.findByRole("heading", { level: 1, name: "Every Monday, report" })).toBeTruthy();
});

// Tasks and results

const section = (name: string) => within(screen.getByRole("heading", { name }).closest("section")!);

function list(tasks: TaskView[], reports: ReportSummary[], answers: Answers = {}) {
  serve({ ...PROJECTS, "GET /pa/tasks": () => ({ tasks, has_more: false, next_cursor: null }), "GET /pa/reports": () => ({ reports, has_more: false, next_cursor: null }), ...answers });
  return render(<Reports />).container;
}

test("tasks are listed by their next run, what is done by its results alone; each leads to its page", async () => {
  const weekly = task({ id: "tsk_1", task: "Weekly", mail: false, last_run_at: "2026-11-02T09:00:00Z", next_run_at: "2026-11-23T09:00:00Z" });
  const page = list([
    weekly, task({ id: "tsk_2", task: "Call Anna", kind: "reminder", status: "paused", next_run_at: null }), task({ id: "tsk_3", task: "Once", status: "done", next_run_at: null }),
    task({ id: "tsk_4", task: "Daily", kind: "check", waiting_hours: 36, project_id: "prj_1", next_run_at: "2026-11-10T09:00:00Z", failures: 1 }),
  ], [summary(), summary({ id: "rep_2", succeeded: false })]);

  await waitFor(() => expect(section("Scheduled").getAllByRole("link").map((one) => [one.textContent, one.getAttribute("href")])).toEqual([["What has waited 36 hours", "#/reports/tasks/tsk_4"], ["Status report", "#/reports/tasks/tsk_1"], ["Call Anna", "#/reports/tasks/tsk_2"]]));
  await waitFor(() => expect(section("Scheduled").getAllByRole("listitem").map((one) => one.querySelector("small")!.textContent)).toEqual([
    "Every Monday at 09:00 (UTC) · Bakery", ...Array(2).fill("Every Monday at 09:00 (UTC) · All projects"),
  ]));
  expect(section("Scheduled").getAllByRole("listitem").map((one) => one.querySelector(".beside-name")!.textContent)).toEqual([
    "Next: Tue, 10 Nov 2026, 09:00By email · Not run yet", "Next: Mon, 23 Nov 2026, 09:00No email · Last run Mon, 2 Nov 2026, 09:00", "No run plannedBy email · Not run yet",
  ]);
  expect(section("Scheduled").getAllByRole("listitem").map((one) => one.querySelector(".pill")?.textContent ?? "")).toEqual(["Failed", "", "Paused"]);
  await waitFor(() => expect(section("Past reports").getAllByRole("link").map((one) => one.getAttribute("href"))).toEqual(["#/reports/rep_1", "#/reports/rep_2"]));
  await waitFor(() => expect(section("Past reports").getAllByRole("listitem")[0]!.querySelector(".grow")!.textContent).toBe("Every Monday, report1 of 2 projects needs you."));
  expect(section("Past reports").getAllByText("Failed")).toHaveLength(1);
  expect((await axe.run(page, { rules: { "color-contrast": { enabled: false }, region: { enabled: false } } })).violations.map((one) => one.id)).toEqual([]);
});

test("older results are read on demand", async () => {
  list([], [], { "GET /pa/reports": ({ query: { before } }) => ({ reports: [summary({ id: before ? "rep_1" : "rep_2", title: before ? "Old" : "New" })], has_more: !before, next_cursor: before ? null : "rep_2" }) });
  await screen.findByText("New");
  fireEvent.click(screen.getByRole("button", { name: "Show older" }));

  await screen.findByText("Old");
  expect(screen.getByText("New")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Show older" })).toBeNull();
});

test("a page without tasks says what they are for, and a button opens the form", async () => {
  list([], []);
  await screen.findByText("Nothing scheduled yet");
  await screen.findByText("No reports yet");
  fireEvent.click(screen.getByRole("button", { name: "New schedule" }));

  expect(await screen.findByRole("dialog", { name: "New schedule" })).toBeTruthy();
  expect(location.hash).toContain("new=1");
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});
