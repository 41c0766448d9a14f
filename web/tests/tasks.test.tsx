import { fireEvent, render, screen, waitFor, within } from "@testing-library/preact";
import axe from "axe-core";
import { expect, test } from "vitest";
import { ApiError, type Route } from "../src/api/call";
import type { TaskView } from "../src/api/schema";
import { Tasks } from "../src/pages/assistant-tasks";
import { Toasts } from "../src/ui/toast";
import { project, task } from "./records";
import { asked, serve } from "./server";

const CHANGE = "PATCH /pa/tasks/{task_id}";
const SKIP = "POST /pa/tasks/{task_id}/skip";
const SUGGESTION = { task: "Report", when: "every Friday at 9am", schedule: "every Friday at 09:00", next_runs: ["2026-11-13T09:00+00:00"] };
const ACCEPTED = { task_id: "tsk_2", message: "Scheduled.", status: "accepted", scheduled: true, kind: "check", schedule: null, same_as: [] } as const;
type Answers = Parameters<typeof serve>[0];

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole("button", { name }));
const type = async (label: string | RegExp, value: string) => fireEvent.input(await screen.findByLabelText(label), { target: { value } });
const choose = async (label: string, value: string, place: ReturnType<typeof within> = within(document.body)) => {
  const select = (await place.findByLabelText(label)) as HTMLSelectElement;
  await waitFor(() => expect([...select.options].map((one) => one.value)).toContain(value));
  select.value = value;
  select.dispatchEvent(new Event("change", { bubbles: true }));
};
const bodies = (route: Route) => asked.filter((one) => one.route === route).map(({ body }) => body);

function show(tasks: () => TaskView[], answers: Answers = {}) {
  serve({
    "GET /pa/tasks": () => ({ tasks: tasks(), has_more: false, next_cursor: null }),
    "GET /projects": () => ({ projects: [project(), project({ id: "prj_9", name: "Example", example: true })], has_more: false, next_cursor: null }),
    ...answers,
  });
  return render(<><Tasks /><Toasts /></>);
}
/** The dialog that changes the only task. */
async function opened() {
  await press(/^Change/);
  return within(await screen.findByRole("dialog", { name: "Change the task" }));
}
const retype = (dialog: ReturnType<typeof within>, label: string, value: string) => fireEvent.input(dialog.getByLabelText(label), { target: { value } });
const save = (dialog: ReturnType<typeof within>) => fireEvent.click(dialog.getByRole("button", { name: "Save" }));

test("a task shows its words, its times in words, its next three runs, and what it tells of whom", async () => {
  const { container } = show(() => [task({ kind: "check", waiting_hours: 48, project_id: "prj_1" })]);

  expect(await screen.findByText("every Monday at 09:00 (UTC)")).toBeTruthy();
  expect(within(screen.getByRole("list", { name: "Next runs" })).getAllByRole("listitem")).toHaveLength(3);
  await waitFor(() => expect(screen.getByText(/^A check: only what has waited longer than 48 hours/).textContent).toContain("Bakery"));
  expect((await axe.run(container, { rules: { "color-contrast": { enabled: false }, region: { enabled: false } } })).violations.map((one) => one.id)).toEqual([]);
});

test("a task is added with its times and its kind; a check has its hours; an example is no choice", async () => {
  show(() => [], { "POST /pa/task": () => ACCEPTED as never });
  await type("What should the assistant do, and when?", "Tell me what waits");
  await type("When, if not said above", "every day at 8am");
  expect(screen.queryByLabelText(/^Tell me of what has waited/)).toBeNull();
  await choose("Tells of", "check");
  await type(/^Tell me of what has waited/, "36");
  await choose("About", "prj_1");
  expect(screen.queryByRole("option", { name: "Example" })).toBeNull();
  await press("Assign");

  expect(await screen.findByText("Scheduled.")).toBeTruthy();
  expect(bodies("POST /pa/task")).toEqual([{ task: "Tell me what waits", when: "every day at 8am", kind: "check", waiting_hours: 36, project_id: "prj_1" }]);
  expect(screen.getByLabelText("When, if not said above")).toHaveProperty("value", "");
});

test("times that are unclear are said at their field; what the server suggests fills the fields and is sent", async () => {
  let refuse = true;
  show(() => [], {
    "POST /pa/task": () => {
      if (refuse) throw new ApiError(400, "SCHEDULE_UNCLEAR", "“fridayish” is unclear.", [{ field: "when", message: "“fridayish” is unclear." }], { ...SUGGESTION, task: "Report all" });
      return ACCEPTED as never;
    },
  });
  await type("What should the assistant do, and when?", "Report");
  await type("When, if not said above", "fridayish");
  await press("Assign");
  await waitFor(() => expect(screen.getByLabelText("When, if not said above").getAttribute("aria-invalid")).toBe("true"));
  expect(screen.getAllByText("“fridayish” is unclear.")).toHaveLength(1);

  await press(/^Use “every Friday at 9am: Report all/);
  expect(screen.getByLabelText("What should the assistant do, and when?")).toHaveProperty("value", "Report all");
  expect(screen.getByLabelText("When, if not said above")).toHaveProperty("value", "every Friday at 9am");
  refuse = false;
  await waitFor(() => expect(bodies("POST /pa/task")).toHaveLength(2));
  await press("Assign");

  await screen.findByText("Scheduled.");
  expect(bodies("POST /pa/task").slice(1)).toEqual(Array(2).fill({ task: "Report all", when: "every Friday at 9am", project_id: null }));
});

test("only what was changed of a task is sent, its times with those that were read", async () => {
  show(() => [task()], { [CHANGE]: () => task() });
  const dialog = await opened();
  retype(dialog, "When", "every Friday at 9am");
  await choose("Tells of", "check", dialog);
  await choose("About", "prj_1", dialog);
  save(dialog);

  await screen.findByText("The task is changed");
  expect(bodies(CHANGE)).toEqual([{ when: "every Friday at 9am", was: { when: "every Monday at 09:00 (UTC)" }, kind: "check", waiting_hours: 24, project_id: "prj_1" }]);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("a task is about all projects again, and one that was not changed is not sent", async () => {
  show(() => [task({ project_id: "prj_1" })], { [CHANGE]: () => task() });
  await screen.findByText("Bakery", { selector: "bdi" });
  let dialog = await opened();
  save(dialog);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(bodies(CHANGE)).toEqual([]);
  dialog = await opened();
  await choose("About", "", dialog);
  save(dialog);

  await waitFor(() => expect(bodies(CHANGE)).toEqual([{ project_id: null }]));
});

test("a changed task whose times are unclear is sent as suggested by one press", async () => {
  show(() => [task()], {
    [CHANGE]: ({ body }) => {
      if (body.when !== SUGGESTION.when) throw new ApiError(400, "SCHEDULE_UNCLEAR", "“fridayish” is unclear.", [{ field: "task", message: "“fridayish” is unclear." }], { ...SUGGESTION, task: "" });
      return task();
    },
  });
  const dialog = await opened();
  retype(dialog, "When", "fridayish");
  save(dialog);
  await waitFor(() => expect(dialog.getByLabelText("When").getAttribute("aria-invalid")).toBe("true"));
  fireEvent.click(dialog.getByRole("button", { name: /^Use “every Friday at 9am/ }));

  await screen.findByText("The task is changed");
  expect(bodies(CHANGE).at(-1)).toEqual({ when: "every Friday at 9am", was: { when: "every Monday at 09:00 (UTC)" } });
});

test("times that somebody else has changed are not overwritten unseen", async () => {
  let now = task();
  show(() => [now], {
    [CHANGE]: ({ body }) => {
      if (body.was.when !== now.schedule!.text) throw new ApiError(409, "CHANGED_SINCE", "This was changed since you read it.");
      return now;
    },
  });
  const dialog = await opened();
  now = task({ schedule: { ...now.schedule!, text: "every Tuesday at 09:00 (UTC)" } });
  retype(dialog, "When", "every Friday at 9am");
  save(dialog);

  const said = await dialog.findByRole("alert");
  await waitFor(() => expect(said.textContent).toContain("Now it says: every Tuesday at 09:00 (UTC)"));
  expect(dialog.getByLabelText("When")).toHaveProperty("value", "every Friday at 9am");
  save(dialog);
  await screen.findByText("The task is changed");
  expect(bodies(CHANGE).at(-1)).toEqual({ when: "every Friday at 9am", was: { when: "every Tuesday at 09:00 (UTC)" } });
});

test("the next run is left out, and shown no more", async () => {
  let now = task();
  show(() => [now], { [SKIP]: () => (now = task({ next_run_at: "2026-11-23T09:00:00Z" })) });
  await press(/^Skip the next run/);

  await screen.findByText(/^Left out: Mon,? 16 Nov 2026/);
  expect(bodies(SKIP)).toEqual([{ due_at: "2026-11-16T09:00:00Z" }]);
  await waitFor(() => expect(within(screen.getByRole("list", { name: "Next runs" })).getAllByRole("listitem")).toHaveLength(2));
});

test("a run that is not the next any more is not left out, and the next is said", async () => {
  let now = task();
  show(() => [now], { [SKIP]: () => { now = task({ next_run_at: "2026-11-23T09:00:00Z" }); throw new ApiError(409, "CHANGED_SINCE", "This was changed."); } });
  await press(/^Skip the next run/);

  await waitFor(() => expect(screen.getByRole("alert").textContent).toMatch(/no run was left out\. The next run is now Mon,? 23 Nov 2026/));
});

test.each<[string, Partial<TaskView>]>([["paused", { status: "paused", next_run_at: null }], ["that runs once", { schedule: { ...task().schedule!, kind: "once" } }]])("a task %s has no run to skip", async (_, given) => {
  show(() => [task(given)]);
  await screen.findByRole("button", { name: /^Delete/ });

  expect(screen.queryByRole("button", { name: /^Skip/ })).toBeNull();
});
