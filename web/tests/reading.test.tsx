import { act, fireEvent, render, screen } from "@testing-library/preact";
import { afterEach, expect, test, vi } from "vitest";
import { ApiError } from "../src/api/call";
import { useData } from "../src/api/data";
import { isEnded, renewed, setSession } from "../src/api/session";
import type { AssistantStatus, SessionView } from "../src/api/schema";
import { Show } from "../src/ui/parts";
import { asked, serve } from "./server";

type Pace = Parameters<typeof useData<"GET /pa/status">>[2];

function Summary({ pace }: { pace?: Pace }) {
  return <Show of={useData("GET /pa/status", {}, pace)}>{({ summary }) => <p>{summary}</p>}</Show>;
}

const status = (summary: string, unread = 0): AssistantStatus => ({ status: "available", active_projects: 1, pending_approvals: 0, unread_messages: unread, open_items: 0, summary });
const user = (id: string): SessionView => ({ user: { id } }) as SessionView;

function look(visibility: "hidden" | "visible"): void {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(visibility);
  window.dispatchEvent(new Event("visibilitychange"));
}

/** Serve a status and note the second of each ask, from now on. */
function timeAsks(answer: () => AssistantStatus = () => status("fine")): number[] {
  vi.useFakeTimers();
  const start = Date.now();
  const seconds: number[] = [];
  serve({ "GET /pa/status": () => (seconds.push((Date.now() - start) / 1000), answer()) });
  return seconds;
}
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000).then(() => undefined));

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  setSession(null);
});

test("screen that comes back shows what it knew at once, then what is true now", async () => {
  serve({ "GET /pa/status": () => status(`asked ${asked.length} times`) });
  const first = render(<Summary />);
  await screen.findByText("asked 1 times");
  first.unmount();

  render(<Summary />);

  expect(screen.getByText("asked 1 times")).toBeTruthy();
  await screen.findByText("asked 2 times");
});

test("fast polling asks five times every 2, five times every 5, then every 15 seconds", async () => {
  const seconds = timeAsks();
  render(<Summary pace="fast" />);
  await pass(64);

  expect(seconds).toEqual([0, 2, 4, 6, 8, 13, 18, 23, 28, 33, 48, 63]);
});

test("slow polling asks every minute, and off asks once", async () => {
  const seconds = timeAsks();
  const slow = render(<Summary pace="slow" />);
  await pass(121);
  slow.unmount();
  render(<Summary pace="off" />);
  await pass(60);

  expect(seconds).toEqual([0, 60, 120, 121]);
});

test("polling starts anew at 2 seconds when something is awaited again", async () => {
  let unread = 0;
  const seconds = timeAsks(() => status("fine", unread));
  render(<Summary pace={({ unread_messages }) => (unread_messages ? "fast" : "slow")} />);
  await pass(121);
  unread = 1;
  await pass(64);

  expect(seconds).toEqual([0, 60, 120, 180, 182, 184]);
});

test("hidden tab asks nothing, and coming back asks at once", async () => {
  const seconds = timeAsks();
  render(<Summary pace="slow" />);
  await pass(1);
  look("hidden");
  await pass(60);
  look("visible");
  await pass(1);

  expect(seconds).toEqual([0, 61]);
});

test("refused reading is shown beside what is known, and tried again by the person alone", async () => {
  const seconds = timeAsks(() => {
    if (seconds.length === 2) throw new ApiError(503, "UNAVAILABLE", "The assistant is out.");
    return status(`answer ${seconds.length}`);
  });
  render(<Summary />).unmount();
  await pass(1);
  render(<Summary />);
  await pass(600);

  expect(screen.getByRole("alert").textContent).toContain("The assistant is out.");
  expect(screen.getByText("answer 1")).toBeTruthy();
  expect(seconds).toEqual([0, 1]);
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await pass(1);
  expect(screen.queryByRole("alert")).toBeNull();
  expect(screen.getByText("answer 3")).toBeTruthy();
});

test("answer that comes late is not shown in another's place", async () => {
  const late: (() => void)[] = [];
  const Name = ({ id }: { id: string }) => <p>{useData("GET /agents/{project_id}", { path: { project_id: id } }).data?.project_id ?? "…"}</p>;
  serve({
    "GET /agents/{project_id}": ({ path }) =>
      new Promise((answer) => {
        if (path.endsWith("/slow")) late.push(() => answer({ project_id: "Slow" } as never));
        else answer({ project_id: "Quick" } as never);
      }),
  });
  const shown = render(<Name id="slow" />);
  shown.rerender(<Name id="quick" />);
  await screen.findByText("Quick");

  late.forEach((answer) => answer());
  await act(() => new Promise((done) => setTimeout(done, 20)));

  expect(screen.getByText("Quick")).toBeTruthy();
  shown.rerender(<Name id="slow" />);
  expect(screen.getByText("Slow")).toBeTruthy();
});

test("request that meets an ended session goes on once its user has signed in again", async () => {
  let over = true;
  setSession(user("usr_1"));
  serve({
    "GET /pa/status": () => {
      if (over) throw new ApiError(401, "UNAUTHENTICATED", "Sign in first.");
      return status("still here");
    },
  });
  render(<Summary pace="fast" />);
  await vi.waitFor(() => expect(isEnded()).toBe(true));
  expect(screen.queryByRole("alert")).toBeNull();

  over = false;
  renewed(user("usr_1"));

  expect(await screen.findByText("still here")).toBeTruthy();
});

test("another user who signs in over an ended session begins with an empty page", () => {
  const reload = vi.spyOn(location, "reload").mockReturnValue();
  location.hash = "#/projects/prj_1";
  setSession(user("usr_1"));
  sessionStorage.setItem("atrium/usr_1/review/dlv_1/1", "{}");

  renewed(user("usr_2"));

  expect(reload).toHaveBeenCalledOnce();
  expect(location.hash).toBe("");
  expect(sessionStorage.length).toBe(0);
});
