import { act, fireEvent, render, screen } from "@testing-library/preact";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { App } from "../src/app";
import { ApiError } from "../src/api/call";
import { useData } from "../src/api/data";
import { useLive } from "../src/api/live";
import type { AssistantStatus, EventPage } from "../src/api/schema";
import { relative } from "../src/lib/format";
import { Intake } from "../src/pages/intake";
import { Lost } from "../src/ui/lost";
import { Refusal, Show } from "../src/ui/parts";
import { brief, detail, intake } from "./records";
import { asked, feed, serve } from "./server";

const LOST = /^You are offline\. This page updates/;
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000).then(() => undefined));
const gone = (): never => {
  throw new TypeError("Failed to fetch");
};

function Screen() {
  useLive();
  const status = useData("GET /pa/status", {}, "slow");
  return <><Lost /><Show of={status}>{({ summary }) => <p>{summary}</p>}</Show></>;
}

/** An Atrium that can be unplugged: all of it, or one route. */
function office() {
  const state = { feed: true, status: true };
  serve({
    "GET /events": feed(() => (state.feed ? ({ events: [], has_more: false, last_sequence: 1, next_before: null } as EventPage) : gone())),
    "GET /pa/status": () => (state.status ? ({ summary: `read at ${new Date().toISOString()}` } as AssistantStatus) : gone()),
  });
  return state;
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("a lost network is said once, and heals by itself: what is on the screen is then read again", async () => {
  const state = office();
  render(<Screen />);
  await pass(1);
  const before = screen.getByText(/^read at/).textContent;

  state.feed = state.status = false;
  await pass(70);
  expect(screen.getByText(LOST)).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
  expect(screen.getByText(/^read at/).textContent).toBe(before);

  state.feed = state.status = true;
  await pass(6);
  expect(screen.queryByText(LOST)).toBeNull();
  expect(screen.getByText(/^read at/).textContent).not.toBe(before);
});

test("what was never read is there once the network is", async () => {
  const state = office();
  state.feed = state.status = false;
  render(<Screen />);
  await pass(1);
  expect(screen.getByRole("alert").textContent).toContain("You are offline");

  state.feed = state.status = true;
  await pass(6);

  expect(screen.queryByRole("alert")).toBeNull();
  expect(screen.getByText(/^read at/)).toBeTruthy();
});

test("the browser’s word that the network is back is tried at once", async () => {
  const state = office();
  render(<Screen />);
  await pass(1);
  state.feed = false;
  await pass(6);
  expect(screen.getByText(LOST)).toBeTruthy();

  state.feed = true;
  act(() => void dispatchEvent(new Event("online")));
  await pass(0.1);

  expect(screen.queryByText(LOST)).toBeNull();
});

test("one route that is blocked is said where it is shown, and starts no storm of requests", async () => {
  const state = office();
  render(<Screen />);
  await pass(1);
  state.status = false;
  asked.length = 0;

  await pass(130);

  expect(screen.queryByText(LOST)).toBeNull();
  expect(screen.getByRole("alert").textContent).toContain("You are offline");
  expect(asked.filter(({ route }) => route === "GET /pa/status").length).toBeLessThanOrEqual(3);
  expect(asked.length).toBeLessThanOrEqual(3 + 130 / 5 + 3);
});

test("“You are offline” goes once the browser is online again, where no feed was lost, and what was read is read again", async () => {
  let isGone = true;
  const read = vi.fn(() => (isGone = false));
  render(<Refusal error={new ApiError(0, "OFFLINE", "You are offline.")} retry={read} />);
  expect(screen.getByRole("alert").textContent).toContain("You are offline.");
  act(() => void dispatchEvent(new Event("online")));

  expect(screen.queryByRole("alert")).toBeNull();
  expect([isGone, read.mock.calls.length]).toEqual([false, 1]);
});

test("an answer that could not be sent is sent once the browser is online again", async () => {
  let isGone = true;
  serve({
    "GET /projects/{project_id}": () => detail({ status: "draft" }), "GET /projects/{project_id}/brief": () => brief(), "GET /projects/{project_id}/intake": () => intake({}),
    "POST /projects/{project_id}/intake": ({ body }) => { if (isGone) gone(); return intake(body.answers); },
  });
  history.replaceState(null, "", "#/projects/prj_1/intake?step=goal");
  render(<Intake id="prj_1" />);
  await pass(0.1);
  await pass(0.1);
  fireEvent.input(screen.getByLabelText(/What should exist/), { target: { value: "Bread" } });
  await pass(1);
  expect(screen.getByText("Not saved")).toBeTruthy();
  isGone = false;
  act(() => void dispatchEvent(new Event("online")));
  await pass(0.1);

  expect(screen.getByText("Saved")).toBeTruthy();
  expect(screen.queryByText(/You are offline/)).toBeNull();
});

test.each([
  ["2026-11-12T07:00:00Z", "in 3 d"], ["2026-11-10T22:00:00Z", "tomorrow"], ["2026-11-06T22:00:00Z", "3 d ago"], ["2026-11-10T07:00:00Z", "in 10 h"],
])("on 9 November in the evening, %s is %s: days are counted as the calendar does", (at, said) => expect(relative(at, Date.parse("2026-11-09T21:00:00Z"))).toBe(said));

test("whoever opens the pages without a network is in as soon as there is one", async () => {
  serve({ "GET /api/auth/session": gone });
  render(<App />);
  await pass(1);
  expect(screen.getByRole("alert").textContent).toContain("You are offline");

  vi.stubGlobal("fetch", async () => Response.json({ success: false, error: { code: "UNAUTHORIZED", message: "Sign in." } }, { status: 401 }));
  await pass(6);

  expect(screen.getByRole("heading", { name: "Sign in" })).toBeTruthy();
});
