import { fireEvent, render, screen, waitFor } from "@testing-library/preact";
import { expect, test, vi } from "vitest";
import { ApiError } from "../src/api/call";
import * as files from "../src/lib/download";
import { Report } from "../src/pages/report";
import { project } from "./records";
import { asked, serve } from "./server";

const AT = "2026-11-09T09:00:00Z";
const CONTENT = "# Every Monday, report\n\n**Bakery** has spent EUR 2,000.";
const task = (mail: boolean) => ({ id: "tsk_1", text: "Report", status: "active", mail });

function show(answers: Parameters<typeof serve>[0] = {}) {
  serve({
    "GET /pa/reports/{report_id}": () => ({ id: "rep_1", task_id: "tsk_1", run_id: "run_1", title: "Every Monday, report", succeeded: true, due_at: AT, created_at: AT, content: CONTENT, data: {} }),
    "GET /pa/tasks/{task_id}": () => task(true) as never,
    "GET /projects": () => ({ projects: [project()], has_more: false, next_cursor: null }),
    ...answers,
  });
  render(<Report id="rep_1" />);
}

test("report leads to its projects", async () => {
  show();

  expect((await screen.findByRole("link", { name: "Bakery" })).getAttribute("href")).toBe("#/projects/prj_1");
});

test("report is saved as it was written", async () => {
  const saved = vi.spyOn(files, "download").mockReturnValue();
  show();

  fireEvent.click(await screen.findByRole("button", { name: "Markdown" }));

  expect(saved).toHaveBeenCalledWith("every-monday-report.md", "text/markdown;charset=utf-8", CONTENT);
});

test("its mails are switched off and on beside it", async () => {
  let mail = true;
  show({ "GET /pa/tasks/{task_id}": () => task(mail) as never, "PATCH /pa/tasks/{task_id}": ({ body }) => task((mail = body.mail)) as never });

  fireEvent.click(await screen.findByRole("button", { name: /^By mail/, pressed: true }));

  await screen.findByRole("button", { name: /^By mail/, pressed: false });
  expect(asked.find(({ route }) => route.startsWith("PATCH"))!.body).toEqual({ mail: false });
});

test("report of a task that was deleted has no mails to switch", async () => {
  show({
    "GET /pa/tasks/{task_id}": () => {
      throw new ApiError(404, "NOT_FOUND", "No such task.");
    },
  });
  await screen.findByRole("button", { name: "Markdown" });
  await waitFor(() => expect(asked.some(({ route }) => route === "GET /pa/tasks/{task_id}")).toBe(true));

  expect(screen.queryByRole("button", { name: /^By mail/ })).toBeNull();
});
