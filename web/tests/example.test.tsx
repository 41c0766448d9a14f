import { fireEvent, render, screen } from "@testing-library/preact";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../src/api/call";
import { makeExample } from "../src/api/example";
import type { DeliverableState, ProjectView } from "../src/api/schema";
import { ExampleNote, LookAtExample } from "../src/pages/example";
import { deliverable, detail, project } from "./records";
import { asked, serve } from "./server";

const PHASES = ["planning", "design", "development", "launch"] as const;
const documents = (...states: DeliverableState[]) => states.map((state, index) => deliverable({ id: `dlv_${index}`, phase: PHASES[index]!, kind: index === 2 ? "delivery_plan" : "scope", state }));
const sent = () => asked.filter(({ route }) => !route.startsWith("GET")).map(({ route }) => route.split("/").at(-1));

/** A server with at most one example, whose team writes the next document at once. */
function office(start: ProjectView[] = [], deleted: ProjectView[] = []) {
  let projects = start;
  let made = detail({ ...start[0], example: true });
  const change = (given: object) => (made = { ...made, ...given });
  const pending = () => made.deliverables.findIndex((one) => one.state === "in_review");
  serve({
    "GET /projects": ({ query }) => ({ projects: query.status === "deleted" ? deleted : projects, has_more: false, next_cursor: null }),
    "POST /projects": ({ body }) => {
      made = detail({ id: "prj_e", name: body.name, example: body.example, status: "draft", phase: "intake" });
      return (projects = [made])[0]!;
    },
    "GET /projects/{project_id}": () => made,
    "POST /projects/{project_id}/intake": () => ({ questions: [], complete: true, missing: [] }),
    "POST /projects/{project_id}/submit": () => change({ status: "active", phase: "planning", deliverables: documents("in_review", "waiting", "waiting", "waiting") }),
    "GET /projects/{project_id}/approvals": () => ({ approvals: pending() < 0 ? [] : [{ id: `apr_${pending()}`, kind: made.deliverables[pending()]!.kind, status: "pending", content_hash: `h${pending()}` }] as never, has_more: false, next_cursor: null }),
    "POST /projects/{project_id}/approvals/{approval_id}": () => {
      const at = pending();
      change({ deliverables: made.deliverables.map((one, index) => (index === at ? { ...one, state: "approved" } : index === at + 1 && index < 3 ? { ...one, state: "in_review" } : one)) });
      return {} as never;
    },
    "POST /agents/{project_id}/ask": () => ({}) as never,
  });
}
const make = async () => {
  const begun = vi.fn();
  let isOver = false;
  const over = makeExample(begun).finally(() => (isOver = true));
  while (!isOver) await vi.advanceTimersByTimeAsync(1000);
  await over;
  return begun;
};

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => vi.useRealTimers());

test("an example is made by the ordinary routes: marked, answered, submitted, each document approved, its work handed out", async () => {
  office();

  const begun = await make();

  expect(begun).toHaveBeenCalledWith("prj_e");
  expect(sent()).toEqual(["projects", "intake", "submit", "{approval_id}", "{approval_id}", "{approval_id}", "ask"]);
  const [created, answered] = asked.filter(({ route }) => route.startsWith("POST"));
  expect([created!.body.example, created!.idempotencyKey]).toEqual([true, "example-after-none"]);
  expect(Date.parse(answered!.body.answers.deadline)).toBeGreaterThan(Date.now());
  expect(asked.filter(({ route }) => route.endsWith("{approval_id}")).map(({ body }) => body)).toEqual(["h0", "h1", "h2"].map((content_hash) => ({ decision: "approve", content_hash })));
});

test("what ended halfway goes on where it was, and nothing is made twice", async () => {
  office([project({ id: "prj_e", example: true, status: "draft" })]);

  await make();

  expect(sent()).toEqual(["intake", "submit", "{approval_id}", "{approval_id}", "{approval_id}", "ask"]);
});

test("after one was deleted, another can be made", async () => {
  office([], [project({ id: "prj_old", example: true })]);

  await make();

  expect(asked.find(({ route }) => route === "POST /projects")!.idempotencyKey).toBe("example-after-prj_old");
});

test("what another tab has done meanwhile is no refusal", async () => {
  office();
  serve({
    "GET /projects": () => ({ projects: [project({ example: true })], has_more: false, next_cursor: null }),
    "GET /projects/{project_id}": () => detail({ example: true, deliverables: documents(asked.filter(({ route }) => route.startsWith("POST")).length ? "approved" : "in_review") }),
    "GET /projects/{project_id}/approvals": () => ({ approvals: [{ id: "apr_1", kind: "scope", status: "pending" }] as never, has_more: false, next_cursor: null }),
    "POST /projects/{project_id}/approvals/{approval_id}": () => { throw new ApiError(409, "ALREADY_DECIDED", "It is decided already."); },
    "POST /agents/{project_id}/ask": () => ({}) as never,
  });
  render(<LookAtExample />);

  await make();

  expect(screen.queryByRole("alert")).toBeNull();
});

test("a refusal is shown, and pressing again goes on", async () => {
  office([project({ example: true })]);
  serve({ "GET /projects": () => { throw new ApiError(503, "UNAVAILABLE", "Please try again in a minute."); } });
  render(<ExampleNote project={detail({ example: true, deliverables: documents("approved", "in_review", "waiting", "waiting") })} />);

  fireEvent.click(screen.getByRole("button", { name: "Continue" }));

  expect((await screen.findByRole("alert")).textContent).toContain("Please try again in a minute.");
  expect(screen.getByRole("status").textContent).toContain("The example is not finished: 1 of 3 documents approved.");
  office([project({ id: "prj_e", example: true, status: "draft" })]);
  fireEvent.click(screen.getByRole("button", { name: "Continue" }));
  await vi.waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  await vi.waitFor(() => expect(sent().at(-1)).toBe("ask"), { timeout: 20_000 });
}, 30_000);

test("a finished example says that it costs nothing", () => {
  render(<ExampleNote project={detail({ example: true, deliverables: documents("approved", "approved", "approved", "waiting") })} />);

  expect(screen.getByText("This is an example.").parentElement!.textContent).toContain("stays out of your inbox, totals, reports and mail");
  expect(screen.queryByRole("button")).toBeNull();
});
