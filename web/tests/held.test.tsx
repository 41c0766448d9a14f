import { act, fireEvent, render, screen } from "@testing-library/preact";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../src/api/call";
import { type Deed, hold, isHeld, sendHeld, UNDO_MS } from "../src/api/held";
import { setSession } from "../src/api/session";
import { isAsked, stepUpEnds } from "../src/api/step-up";
import { Toasts } from "../src/ui/toast";
import { asked, serve } from "./server";
import { signedIn } from "./records";

const APPROVE = "POST /projects/{project_id}/approvals/{approval_id}";
const deed = (id: string): Deed => ({
  id, said: "Approved",
  request: { method: "POST", path: `/projects/prj_1/approvals/${id}`, body: { decision: "approve", content_hash: "abc" }, idempotency_key: `key-${id}` },
});
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds).then(() => undefined));
const sent = () => asked.filter(({ route }) => route === APPROVE);

beforeEach(() => {
  vi.useFakeTimers();
  setSession(signedIn());
  render(<Toasts />);
});
afterEach(async () => {
  await sendHeld();
  setSession(null);
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test("a decision shows at once, and is sent when its ten seconds are over, with what was read", async () => {
  serve({ [APPROVE]: () => ({}) as never });
  await act(() => hold([deed("apr_1")]));
  expect(isHeld("apr_1")).toBe(true);
  expect(screen.getByText("Approved")).toBeTruthy();

  await pass(UNDO_MS - 1);
  expect(sent()).toEqual([]);
  await pass(2);
  expect(sent()).toMatchObject([{ path: "/projects/prj_1/approvals/apr_1", body: { decision: "approve", content_hash: "abc" }, idempotencyKey: "key-apr_1" }]);
  expect(isHeld("apr_1")).toBe(false);
});

test("undo takes it back, all of several at once, and nothing is sent", async () => {
  serve({});
  await act(() => hold([deed("apr_1"), deed("apr_2")], "Approved 2"));

  fireEvent.click(screen.getByText("Undo"));
  await pass(2 * UNDO_MS);

  expect(isHeld("apr_1") || isHeld("apr_2")).toBe(false);
  expect(asked).toEqual([]);
});

test("the same decision held twice is sent once", async () => {
  serve({ [APPROVE]: () => ({}) as never });
  await act(() => hold([deed("apr_1")]));
  await act(() => hold([deed("apr_1")]));
  await pass(2 * UNDO_MS);
  expect(sent()).toHaveLength(1);
});

test("a page that closes sends what waits in a request that outlives it", async () => {
  const fetched = vi.fn(async (_url: URL, _request: RequestInit) => new Response());
  vi.stubGlobal("fetch", fetched);
  await act(() => hold([deed("apr_1")]));

  dispatchEvent(new Event("pagehide"));
  await pass(2 * UNDO_MS);

  expect(fetched).toHaveBeenCalledTimes(1);
  expect(fetched.mock.calls[0]![1]).toMatchObject({ method: "POST", keepalive: true, headers: { "Idempotency-Key": "key-apr_1" } });
});

test.each([[true, 1], [false, 0]])("a page that is put away on a touch device (%s) sends what waits, and says so to who comes back for it", async (isTouch, count) => {
  serve({ [APPROVE]: () => ({}) as never });
  vi.stubGlobal("matchMedia", () => ({ matches: isTouch }));
  vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  await act(() => hold([deed("apr_1")]));

  document.dispatchEvent(new Event("visibilitychange"));
  await pass(1);
  expect(sent()).toHaveLength(count);

  fireEvent.click(screen.getByText("Undo"));
  await pass(1);
  expect(screen.queryByText(/can’t be undone/) !== null).toBe(isTouch);
  await pass(2 * UNDO_MS);
  expect(sent()).toHaveLength(count);
});

test("a refusal is said with its reason", async () => {
  serve({ [APPROVE]: () => { throw new ApiError(409, "ALREADY_DECIDED", "This revision is already decided."); } });
  await act(() => hold([deed("apr_1")]));
  await pass(UNDO_MS + 1);
  expect(screen.getByText("That didn’t work: This revision is already decided.")).toBeTruthy();
  expect(isHeld("apr_1")).toBe(false);
});

test.each([[true, 1], [false, 0]])("a stale proof is asked for before anything shows as decided; confirmed: %s", async (confirmed, count) => {
  setSession({ ...signedIn(), proved_at: new Date(Date.now() - 3_600_000).toISOString() });
  serve({ [APPROVE]: () => ({}) as never });
  const holding = hold([deed("apr_1")]);
  expect(isAsked()).toBe(true);
  expect(isHeld("apr_1")).toBe(false);

  await act(async () => { stepUpEnds(confirmed); await holding; });
  await pass(UNDO_MS + 1);
  expect(sent()).toHaveLength(count);
});
