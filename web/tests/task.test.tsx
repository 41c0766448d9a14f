import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/preact";
import axe from "axe-core";
import { beforeEach, expect, test, vi } from "vitest";
import { ApiError, type Route } from "../src/api/call";
import { client } from "../src/api/data";
import type { RunView, ScheduleRead, TaskView } from "../src/api/schema";
import { Task } from "../src/pages/task";
import { EditTask, NewTask } from "../src/pages/task-form";
import { Toasts } from "../src/ui/toast";
import { project, task } from "./records";
import { asked, serve } from "./server";

const CHANGE = "PATCH /pa/tasks/{task_id}";
const SKIP = "POST /pa/tasks/{task_id}/skip";
const RUN = "POST /pa/tasks/{task_id}/run";
const READ = "POST /pa/schedule";
const AT = "2026-11-09T09:00:00Z";
const SUGGESTION = { task: "Report", when: "every Friday at 9am", schedule: "every Friday at 09:00", next_runs: ["2026-11-13T09:00+00:00"] };
const ACCEPTED = { task_id: "tsk_2", message: "Scheduled.", status: "accepted", scheduled: true, kind: "check", schedule: null, same_as: [] as string[] } as const;
const unclear = (field = "when", suggestion: typeof SUGGESTION | null = SUGGESTION) => new ApiError(400, "SCHEDULE_UNCLEAR", "“fridayish” is unclear.", [{ field, message: "“fridayish” is unclear." }], suggestion);
const read = (given: Partial<ScheduleRead> = {}): ScheduleRead => ({ task: null, kind: null, schedule: task().schedule, note: "", ...given });
type Answers = Parameters<typeof serve>[0];

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole("button", { name }));
const type = async (label: string | RegExp, value: string) => fireEvent.input(await screen.findByLabelText(label), { target: { value } });
const choose = async (label: string, value: string) => {
  const select = (await screen.findByLabelText(label)) as HTMLSelectElement;
  await waitFor(() => expect([...select.options].map((one) => one.value)).toContain(value));
  select.value = value;
  select.dispatchEvent(new Event("change", { bubbles: true }));
};
const bodies = (route: Route) => asked.filter((one) => one.route === route).map(({ body }) => body);
const PROJECTS: Answers = { "GET /projects": () => ({ projects: [project(), project({ id: "prj_9", name: "Example", example: true })], has_more: false, next_cursor: null }) };
const clean = async (place: Element) => expect((await axe.run(place, { rules: { "color-contrast": { enabled: false }, region: { enabled: false } } })).violations.map((one) => one.id)).toEqual([]);

beforeEach(() => {
  HTMLElement.prototype.hidePopover = () => undefined; // happy-dom has no popovers
  sessionStorage.clear();
  vi.spyOn(location, "hash", "set").mockReturnValue();
});

// A new task

function add(answers: Answers = {}) {
  serve({ ...PROJECTS, [READ]: () => read(), "POST /pa/task": () => ACCEPTED as never, ...answers });
  return render(<><NewTask close={() => undefined} /><Toasts /></>);
}

test("while one types when, the next three runs are shown as the server reads them, and nothing is assigned", async () => {
  add({ [READ]: ({ body }) => read({ kind: body.task ? "needs_me" : null, note: "It does not run where there is none." }) });
  await type("What should the assistant tell you?", "What needs me");
  await type("When?", "every");
  await type("When?", "every Monday at 9am");

  expect(within(await screen.findByRole("list", { name: "Next runs" })).getAllByRole("listitem")).toHaveLength(3);
  expect(screen.getByText("every Monday at 09:00 (UTC)")).toBeTruthy();
  expect(screen.getByText("It does not run where there is none.")).toBeTruthy();
  expect(screen.getByRole("option", { name: "Automatic: what needs you" })).toBeTruthy();
  expect(bodies(READ)).toEqual([{ task: "What needs me", when: "every Monday at 9am" }]); // once nobody types
  expect(bodies("POST /pa/task")).toEqual([]);
  await clean(screen.getByRole("dialog"));
});

test("without a time the server reads the task itself, and says that it runs now", async () => {
  add({ [READ]: () => read({ schedule: null }) });
  await type("What should the assistant tell you?", "Progress");

  expect(await screen.findByText("Runs once, now.")).toBeTruthy();
  expect(bodies(READ)).toEqual([{ task: "Progress" }]);
  await type("What should the assistant tell you?", "");
  await waitFor(() => expect(screen.queryByText("Runs once, now.")).toBeNull());
});

test("a time that is unclear is said while one types, and one press uses what the server suggests", async () => {
  add({ [READ]: ({ body }) => { if (body.when !== SUGGESTION.when) throw unclear("when", { ...SUGGESTION, task: "Report all" }); return read(); } });
  await type("What should the assistant tell you?", "Report");
  await type("When?", "fridayish");
  expect(await screen.findByText("“fridayish” is unclear.")).toBeTruthy();
  await press("Use “every Friday at 9am”");

  expect(screen.getByLabelText("When?")).toHaveProperty("value", "every Friday at 9am");
  expect(screen.getByLabelText("What should the assistant tell you?")).toHaveProperty("value", "Report all");
  expect(await screen.findByText("every Monday at 09:00 (UTC)")).toBeTruthy();
  expect(screen.queryByText("“fridayish” is unclear.")).toBeNull();
});

test("a task is added with its times and what it covers; a check has its hours; an example is no choice", async () => {
  add();
  await type("What should the assistant tell you?", "Tell me what waits");
  await type("When?", "every day at 8am");
  expect(screen.queryByLabelText("Waiting for at least (hours)")).toBeNull();
  await choose("Covers", "check");
  await type("Waiting for at least (hours)", "36");
  await choose("About", "prj_1");
  expect(screen.queryByRole("option", { name: "Example" })).toBeNull();
  await press("Add");

  await screen.findByText("Added");
  expect(bodies("POST /pa/task")).toEqual([{ task: "Tell me what waits", when: "every day at 8am", kind: "check", waiting_hours: 36, project_id: "prj_1" }]);
  expect(vi.mocked(Object.getOwnPropertyDescriptor(location, "hash")!.set!).mock.calls).toEqual([["#/reports/tasks/tsk_2"]]);
  expect(sessionStorage.length).toBe(0);
});

test("a task that is there already is said", async () => {
  add({ "POST /pa/task": () => ({ ...ACCEPTED, same_as: ["tsk_1"] }) });
  await type("What should the assistant tell you?", "Report");
  await press("Add");

  await screen.findByText("Added. You already have the same one, so it runs twice.");
});

test("what is typed stays in the tab while the dialog is closed, and what is refused is said once, at its field", async () => {
  const { unmount } = add();
  await type("What should the assistant tell you?", "Report");
  await type("When?", "fridayish");
  unmount();
  add({ [READ]: () => { throw unclear(); }, "POST /pa/task": () => { throw unclear(); } });

  expect(await screen.findByLabelText("When?")).toHaveProperty("value", "fridayish");
  await press("Add");
  await waitFor(() => expect(screen.getByLabelText("When?").getAttribute("aria-invalid")).toBe("true"));
  await act(() => new Promise((done) => setTimeout(done, 500)));
  expect(screen.getAllByText("“fridayish” is unclear.")).toHaveLength(1);
});

// A task that is changed

const label = (name: string) => screen.getByLabelText(name);
const save = () => press("Save");

function edit(now: () => TaskView, answers: Answers = {}) {
  serve({ ...PROJECTS, "GET /pa/tasks/{task_id}": now, "GET /pa/tasks/{task_id}/runs": () => ({ runs: [], has_more: false, next_cursor: null }), [READ]: () => read(), ...answers });
  render(<><Task id="tsk_1" /><Toasts /></>);
}
async function opened() {
  fireEvent.click(await screen.findByRole("menuitem", { name: "Edit", hidden: true }));
  return within(await screen.findByRole("dialog", { name: "Edit schedule" }));
}

test("only what was changed of a task is sent, its times with those that were read", async () => {
  edit(() => task(), { [CHANGE]: () => task() });
  const dialog = await opened();
  expect(dialog.getAllByRole("listitem")).toHaveLength(3); // as they are
  expect(bodies(READ)).toEqual([]);
  await type("When?", "every Friday at 9am");
  await choose("Covers", "check");
  await choose("About", "prj_1");
  await waitFor(() => expect(bodies(READ)).toEqual([{ when: "every Friday at 9am" }]));
  await save();

  await screen.findByText("Saved");
  expect(bodies(CHANGE)).toEqual([{ when: "every Friday at 9am", was: { when: "every Monday at 09:00 (UTC)" }, kind: "check", waiting_hours: 24, project_id: "prj_1" }]);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("a task is about all projects again, and one that was not changed is not sent", async () => {
  edit(() => task({ project_id: "prj_1" }), { [CHANGE]: () => task() });
  await screen.findByText("Bakery", { selector: "bdi" });
  await opened();
  await save();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(bodies(CHANGE)).toEqual([]);
  await opened();
  await choose("About", "");
  await save();

  await waitFor(() => expect(bodies(CHANGE)).toEqual([{ project_id: null }]));
});

test("times that somebody else has changed are not overwritten unseen", async () => {
  let now = task();
  edit(() => now, { [CHANGE]: ({ body }) => { if (body.was.when !== now.schedule!.text) throw new ApiError(409, "CHANGED_SINCE", "This was changed since you read it."); return now; } });
  const dialog = await opened();
  now = task({ schedule: { ...now.schedule!, text: "every Tuesday at 09:00 (UTC)" } });
  await type("When?", "every Friday at 9am");
  await save();

  const said = await dialog.findByRole("alert");
  await waitFor(() => expect(said.textContent).toContain("every Tuesday at 09:00 (UTC)"));
  expect(label("When?")).toHaveProperty("value", "every Friday at 9am");
  await save();
  await screen.findByText("Saved");
  expect(bodies(CHANGE).at(-1)).toEqual({ when: "every Friday at 9am", was: { when: "every Tuesday at 09:00 (UTC)" } });
});

test("the dialog of a task that runs once, at once, has no times to show", async () => {
  serve({ ...PROJECTS, [READ]: () => read() });
  render(<EditTask task={task({ schedule: null, next_run_at: null })} close={() => undefined} />);

  expect(await screen.findByLabelText("When?")).toHaveProperty("value", "");
  expect(screen.queryByRole("listitem")).toBeNull();
});

// A task's page

const run = (given: Partial<RunView>): RunView => ({ id: "run_1", task_id: "tsk_1", due_at: AT, trigger: "schedule", status: "succeeded", started_at: AT, finished_at: AT, report_id: "rep_1", note: null, ...given });

test("a task's page shows what it tells of whom, its next runs, and what its runs left", async () => {
  edit(() => task({ kind: "check", waiting_hours: 48, project_id: "prj_1", failures: 2 }), {
    "GET /pa/tasks/{task_id}/runs": () => ({
      runs: [run({}), run({ id: "run_2", status: "missed", report_id: null, note: "The service was down." }), run({ id: "run_3", status: "failed", trigger: "manual", report_id: "rep_3" })], has_more: false, next_cursor: null,
    }),
    "GET /pa/reports": ({ query }) => ({ reports: [{ id: "rep_1", task_id: query.task_id!, run_id: "run_1", title: "Report", summary: "Bakery needs you.", succeeded: true, due_at: AT, created_at: AT }], has_more: false, next_before: null }) as never,
  });

  expect(await screen.findByRole("heading", { level: 1, name: "What has waited 48 hours" })).toBeTruthy();
  await waitFor(() => expect(document.querySelector(".head p")!.textContent).toBe("“Report” · every Monday at 09:00 (UTC) · Bakery"));
  const next = within(screen.getByRole("heading", { name: "Next runs" }).closest("section")!);
  expect(next.getAllByRole("listitem").map((one) => one.querySelector("time")?.getAttribute("datetime"))).toEqual(["2026-11-16T09:00:00Z", "2026-11-23T09:00:00Z", "2026-11-30T09:00:00Z"]);
  expect(next.getByText("The last 2 runs failed.")).toBeTruthy();
  const past = within(screen.getByRole("heading", { name: "Past runs" }).closest("section")!);
  await waitFor(() => expect(past.getAllByRole("listitem").map((one) => [one.querySelector("a")?.getAttribute("href") ?? null, one.querySelector(".pill")?.textContent ?? null])).toEqual([["#/reports/rep_1", "Done"], [null, "Missed"], ["#/reports/rep_3", "Failed"]]));
  await waitFor(() => expect(past.getAllByRole("listitem")[0]!.textContent).toBe("Mon, 9 Nov 2026, 09:00DoneBakery needs you."));
  expect(past.getByText("The service was down.")).toBeTruthy();
  expect(past.getByText("Run by you")).toBeTruthy();
  await clean(document.body);
});

test("a task is run, paused, resumed and kept out of the mail", async () => {
  let now = task();
  edit(() => now, { [CHANGE]: ({ body }) => (now = { ...now, ...body, next_run_at: body.status === "paused" ? null : "2026-11-16T09:00:00Z" }), [RUN]: () => now });
  await press("Run now");
  expect(await screen.findByText("Started. The report appears here in a moment.")).toBeTruthy();
  await press("Pause");
  expect(await screen.findByText("Paused. It does not run until you resume it.")).toBeTruthy();
  await press("Resume");
  fireEvent.click(await screen.findByRole("switch", { name: "Email me each report" }));
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>("switch").checked).toBe(false));

  expect(bodies(CHANGE)).toEqual([{ status: "paused" }, { status: "active" }, { mail: false }]);
  expect(bodies(RUN)).toHaveLength(1);
});

test("what was run once can be run again", async () => {
  edit(() => task(), { [RUN]: () => task() });
  for (const times of [1, 2]) {
    await press("Run now");
    await waitFor(() => expect(bodies(RUN)).toHaveLength(times));
    await waitFor(() => expect(client.isMutating()).toBe(0));
  }

  const keys = asked.filter(({ route }) => route === RUN).map(({ idempotencyKey }) => idempotencyKey);
  expect(new Set(keys).size).toBe(2);
});

test("the next run is skipped, and shown no more", async () => {
  let now = task();
  edit(() => now, { [SKIP]: () => (now = task({ next_run_at: "2026-11-23T09:00:00Z" })) });
  await press(/^Skip/);

  await screen.findByText(/^Skipped Mon,? 16 Nov 2026/);
  expect(bodies(SKIP)).toEqual([{ due_at: "2026-11-16T09:00:00Z" }]);
  await waitFor(() => expect(document.querySelector('.rows time[datetime="2026-11-16T09:00:00Z"]')).toBeNull());
});

test("a run that is not the next any more is not skipped, and the next is said", async () => {
  let now = task();
  edit(() => now, { [SKIP]: () => { now = task({ next_run_at: "2026-11-23T09:00:00Z" }); throw new ApiError(409, "CHANGED_SINCE", "This was changed."); } });
  await press(/^Skip/);

  await waitFor(() => expect(screen.getByRole("alert").textContent).toMatch(/no run was skipped\. It runs next on Mon,? 23 Nov 2026/));
});

test.each<[string, Partial<TaskView>]>([["that is paused", { status: "paused", next_run_at: null }], ["that runs once", { schedule: { ...task().schedule!, kind: "once" } }], ["that is done", { status: "done", next_run_at: null }]])("a task %s has no run to skip and nothing to pause", async (_, given) => {
  edit(() => task(given));
  await screen.findByText("No runs yet.");

  expect(screen.queryByRole("button", { name: /^(Skip|Pause)/ })).toBeNull();
});

test("a task that is not there says so", async () => {
  edit(() => { throw new ApiError(404, "NOT_FOUND", "No such task."); });

  expect(await screen.findByText("No such task.")).toBeTruthy();
});
