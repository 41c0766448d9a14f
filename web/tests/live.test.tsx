import { act, render, screen } from "@testing-library/preact";
import { afterEach, expect, test, vi } from "vitest";
import { ApiError } from "../src/api/call";
import { useData } from "../src/api/data";
import { useLive } from "../src/api/live";
import type { AssistantStatus, EventPage, EventView } from "../src/api/schema";
import { asked, feed, serve } from "./server";

const status = (summary: string): AssistantStatus => ({ status: "available", active_projects: 1, pending_approvals: 0, unread_messages: 0, open_items: 0, summary });
const told = (type: EventView["type"], sequence: number): EventView => ({ id: `evt_${sequence}`, type, timestamp: "2026-11-09T09:00:00Z", sequence, data: { summary: "" } });
const page = (last_sequence: number, ...events: EventView[]): EventPage => ({ events, has_more: false, last_sequence, next_before: null });
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000).then(() => undefined));
const count = (route: string) => asked.filter((one) => one.route === route).length;

function Status() {
  useLive();
  return <p>{useData("GET /pa/status", {}).data?.summary}</p>;
}

function look(visibility: "hidden" | "visible"): void {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(visibility);
  document.dispatchEvent(new Event("visibilitychange"));
}

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("the feed is held open from its end on, and what an event shows in is read anew", async () => {
  vi.useFakeTimers();
  let news = page(40, told("message.received", 40));
  serve({ "GET /pa/status": () => status(`read ${count("GET /pa/status")} times`), "GET /events": feed(() => news) });
  render(<Status />);
  await pass(6);
  expect(screen.getByText("read 1 times")).toBeTruthy(); // what happened before is on the screen already
  expect(asked.filter(({ route }) => route === "GET /events").map(({ query }) => query)).toEqual([{ before: "999999999998", limit: "50" }, { after: "40", limit: "100", wait: "20" }]);

  news = page(42, told("key.rotated", 41), told("message.received", 42));
  await pass(2);
  expect(screen.getByText("read 2 times")).toBeTruthy();

  news = page(43, told("key.revoked", 43)); // shows in another place
  await pass(3);
  expect(count("GET /pa/status")).toBe(2);
  expect(asked.at(-1)!.query.after).toBe("43");
});

test("a quiet hour costs three questions a minute, a hidden tab one, and one that comes back asks at once", async () => {
  vi.useFakeTimers();
  serve({ "GET /pa/status": () => status(""), "GET /events": feed(() => page(1)) });
  render(<Status />);
  await pass(64);
  expect(count("GET /events")).toBe(5);
  look("hidden");
  await pass(80);
  const before = count("GET /events");
  expect(before).toBeLessThanOrEqual(6);

  look("visible");
  await pass(0);
  expect(count("GET /events")).toBe(before + 1);
});

test("a feed that can't be reached is asked again from where it was, and nothing after the page is left", async () => {
  vi.useFakeTimers();
  let down = false;
  serve({
    "GET /pa/status": () => status(""),
    "GET /events": feed(() => {
      if (down) throw new ApiError(503, "UNAVAILABLE", "Out.");
      return page(7);
    }),
  });
  const shown = render(<Status />);
  await pass(3);
  down = true;
  await pass(10);
  const refused = count("GET /events");
  expect(refused).toBeLessThanOrEqual(4);
  expect(asked.at(-1)!.query.after).toBe("7");
  down = false;
  await pass(6);
  const after = count("GET /events");
  expect(after).toBeGreaterThan(refused);

  shown.unmount();
  await pass(120);
  expect(count("GET /events")).toBe(after);
});
