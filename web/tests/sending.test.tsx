import { act, fireEvent, render, renderHook, screen } from "@testing-library/preact";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../src/api/call";
import { client, useAction } from "../src/api/data";
import { sendHeld } from "../src/api/held";
import type { DeliverableState, SessionView } from "../src/api/schema";
import { setSession } from "../src/api/session";
import { Deliverable } from "../src/pages/deliverable";
import { Enter } from "../src/pages/enter";
import { Project } from "../src/pages/project";
import { Projects } from "../src/pages/projects";
import { Vault } from "../src/pages/vault";
import { deliverable, detail, project, whole } from "./records";
import { asked, type Asked, serve } from "./server";

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole("button", { name }));
const type = async (label: string, value: string) => fireEvent.input(await screen.findByLabelText(label), { target: { value } });
const sent = () => asked.filter(({ route }) => !route.startsWith("GET"));
const list = (...projects: string[]) => ({ projects: projects.map((name) => project({ id: name, name })), has_more: false, next_cursor: null });

beforeEach(() => vi.spyOn(location, "hash", "set").mockReturnValue());
afterEach(() => {
  vi.restoreAllMocks();
  setSession(null);
});

/** Open the dialog for a new project and send these names, one after another; each has been answered before the next. */
async function create(...names: string[]): Promise<Asked[]> {
  render(<Projects />);
  await press("New project");
  for (const [index, name] of names.entries()) {
    await type("Name", name);
    await press("Continue");
    await vi.waitFor(() => expect(sent()).toHaveLength(index + 1));
    await vi.waitFor(() => expect(client.isMutating()).toBe(0));
  }
  return sent();
}

test("what was refused shows the server's words at its field, and is not tried again by itself", async () => {
  serve({
    "GET /projects": () => list("Bakery"),
    "POST /projects": () => {
      throw new ApiError(400, "VALIDATION_ERROR", "Some fields are wrong.", [{ field: "name", message: "This must not be empty." }]);
    },
  });

  await create("");

  await screen.findByText("This must not be empty.");
  expect(screen.getByLabelText("Name").getAttribute("aria-invalid")).toBe("true");
  await act(() => new Promise((done) => setTimeout(done, 50)));
  expect(sent()).toHaveLength(1);
});

test("Enter right after the last letter sends that letter too", async () => {
  serve({ "POST /api/auth/login": () => ({}) as never, "GET /api/auth/session": () => new Promise(() => undefined) });
  const { container } = render(<Enter />);
  const letter = async (label: string, value: string) => {
    const field = screen.getByLabelText<HTMLInputElement>(label);
    field.value = value;
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
    await Promise.resolve(); // drawn, and not yet painted
  };

  await letter("Email", "mira@example.org");
  await letter("Password", "four random words walk");
  container.querySelector("form")!.dispatchEvent(new Event("submit", { cancelable: true, bubbles: true }));

  await vi.waitFor(() => expect(sent().map(({ body }) => body)).toEqual([{ email: "mira@example.org", password: "four random words walk" }]));
});

test("what is under way is not begun once more; something else is, and the same again once it has ended", async () => {
  const begun: [string, () => void][] = [];
  const { result } = renderHook(() => useAction((what: string) => new Promise<void>((done) => begun.push([what, done]))));
  const press = (what: string) => act(async () => result.current.mutate(what));

  for (const what of ["save", "save", "remove"]) await press(what);
  expect(begun.map(([what]) => what)).toEqual(["save", "remove"]);
  await act(async () => begun[0]![1]());
  await press("save");
  expect(begun.map(([what]) => what)).toEqual(["save", "remove", "save"]);
});

test("the same sent again carries the same key, and something else another", async () => {
  serve({
    "GET /projects": () => list("Bakery"),
    "POST /projects": () => {
      throw new ApiError(503, "UNAVAILABLE", "Try again later.");
    },
  });

  const keys = (await create("Shop", "Shop", "Other shop")).map((one) => one.idempotencyKey);

  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

test("new project is in the list before its dialog is gone", async () => {
  const names = ["Bakery"];
  serve({ "GET /projects": () => list(...names), "POST /projects": ({ body }) => (names.push(body.name), project({ name: body.name })) });

  await create("Shop");

  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.getByText("Shop")).toBeTruthy();
});

test("older projects stay when the list is brought up to date", async () => {
  let asks = 0;
  serve({
    "GET /projects": ({ query: { cursor } }) => ({ ...list(cursor ? "Old" : `New ${(asks += 1)}`), has_more: !cursor, next_cursor: cursor ? null : "c1" }),
  });
  render(<Projects />);
  await press("Show older");
  await screen.findByText("Old");

  await act(() => client.invalidateQueries());

  await screen.findByText("New 2");
  expect(screen.getByText("Old")).toBeTruthy();
});

test("screen that a decision changed does not come back as it was", async () => {
  setSession({ user: { id: "usr_1" }, account: { timezone: "UTC" }, proved_at: new Date().toISOString() } as SessionView);
  const state = (): DeliverableState => (sent().length ? "approved" : "in_review");
  const document = () => whole({ state: state() });
  serve({
    "GET /projects/{project_id}": () => detail({ deliverables: [deliverable({ state: state() })] }),
    "GET /projects/{project_id}/deliverables/{deliverable_id}": document,
    "GET /projects/{project_id}/approvals": () => ({ approvals: [{ id: "apr_1", deliverable_id: "dlv_1", revision: 1, status: "pending", created_at: "2026-11-09T09:00:00Z" }] }) as never,
    "POST /projects/{project_id}/approvals/{approval_id}": () => ({}) as never,
    "GET /inbox": () => ({ items: [], has_more: false, next_cursor: null }),
  });
  const before = render(<Project id="prj_1" part="documents" />);
  await screen.findByText("Waiting for you");
  before.unmount();
  const reading = render(<Deliverable id="dlv_1" project="prj_1" />);
  await press("Approve");
  await screen.findByText("Revision 1");
  await vi.waitFor(() => expect(screen.queryByRole("button", { name: "Approve" })).toBeNull());
  await sendHeld();
  reading.unmount();

  render(<Project id="prj_1" part="documents" />);

  expect(screen.queryByText("Waiting for you")).toBeNull();
  await screen.findByText("Approved");
});

test("deposited secret is out of memory once its dialog is gone", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  serve({
    "GET /projects": () => list("Bakery"),
    "GET /vault/requests": () => ({ requests: [], has_more: false, next_cursor: null }),
    "GET /vault/credentials": () => ({ credentials: [], has_more: false, next_cursor: null }),
    "POST /vault/credentials/{id}": ({ body: { name } }) => ({ name }) as never,
  });
  const kept = () => JSON.stringify([...client.getMutationCache().getAll(), ...client.getQueryCache().getAll()].map(({ state }) => state));
  render(<Vault request={undefined} link={null} />);
  await screen.findByText("No credentials yet");
  await vi.waitFor(() => expect(screen.getByRole("button", { name: "Add credential" })).toHaveProperty("disabled", false));
  await press("Add credential");
  await type("Name", "Shop login");
  await type("Value", "glpat-0123456789");
  await press("Add");
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

  await act(() => vi.advanceTimersByTimeAsync(1500).then(() => undefined));

  expect(sent()[0]!.body.value).toBe("glpat-0123456789");
  expect(kept()).not.toContain("glpat");
  vi.useRealTimers();
});
