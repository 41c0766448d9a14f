import { fireEvent, render, screen, waitFor } from "@testing-library/preact";
import { beforeEach, expect, test } from "vitest";
import { ApiError } from "../src/api/call";
import type { SessionView, UsageReport } from "../src/api/schema";
import { setSession } from "../src/api/session";
import { Usage } from "../src/pages/usage";
import "./popover";
import { asked, serve, type Asked } from "./server";

const NAMES = { key: "team", area: "projects" };

/** So many requests a day that each range and each grouping has figures of its own. */
function report({ query: { from, to, group_by } }: Asked): UsageReport {
  const requests = 1000 + (Date.parse(to!) - Date.parse(from!)) / 86_400_000;
  const day = { date: to!, requests, errors: 1, groups: [{ name: NAMES[group_by as "key"], requests, errors: 1 }] };
  return { from, to, totals: { requests, errors: 1, messages: 2, replies: 2, task_runs: 3 }, buckets: [day], models: [] } as never;
}

const LISTS = {
  "GET /api/account/api-keys": () => ({ api_keys: [], has_more: false, next_cursor: null }),
  "GET /api/account/connections": () => ({ connections: [] }),
};
const OLD = "2026-01-05T09:00:00Z";
const as = (created_at: string) => setSession({ user: { id: "usr_1" }, account: { created_at, timezone: "UTC" } } as SessionView);
beforeEach(() => {
  as(OLD);
  serve({ "GET /dashboard/usage": report, ...LISTS });
});

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const usages = () => asked.filter((one) => one.route === "GET /dashboard/usage");

test("usage shows each range's and each grouping's own figures when toggled", async () => {
  render(<Usage />);
  await screen.findByText("Atrium’s team");
  expect(screen.getAllByText("1,029")).not.toHaveLength(0);

  press("By area");
  await screen.findByRole("rowheader", { name: "Projects" });
  press("7 days");
  expect((await screen.findAllByText("1,006")).length).toBeGreaterThan(0);
  press("90 days");
  expect((await screen.findAllByText("1,089")).length).toBeGreaterThan(0);
  press("By key");
  await screen.findByText("Atrium’s team");

  press("30 days");
  expect(screen.getAllByText("1,029")).not.toHaveLength(0); // known already

  await waitFor(() => expect(usages()).toHaveLength(6));
  expect(usages().map(({ query }) => query.group_by)).toEqual(["key", "area", "area", "area", "key", "key"]);
  expect(new Set(usages().map(({ query }) => query.callers))).toEqual(new Set(["keys"])); // never the dashboard's own
});

test("whoever came this week sees a week first", async () => {
  as(new Date().toISOString());
  render(<Usage />);

  await screen.findByText("Atrium’s team");
  expect(screen.getByRole("button", { name: "7 days", pressed: true })).toBeTruthy();
  expect(screen.getAllByText("1,006")).not.toHaveLength(0);
});

test("what keys asked stands by itself, and what happened besides below a heading of its own", async () => {
  render(<Usage />);
  const activity = (await screen.findByRole("heading", { name: "Activity" })).closest("section")!;

  expect([...document.querySelectorAll("dl")].map((one) => [activity.contains(one), [...one.querySelectorAll("dt")].map(({ textContent }) => textContent)])).toEqual([[false, ["Requests", "Failed"]], [true, ["Messages to the CEO", "Replies from the CEO", "Report runs"]]]);
});

test("a range of days is asked for and stands in the address; a preset ends it", async () => {
  history.replaceState(null, "", "#/developers/usage");
  render(<Usage />);
  await screen.findByText("Atrium’s team");
  press("Custom");
  const day = (label: string, value: string) => fireEvent.input(screen.getByLabelText(label), { target: { value } });

  day("To", "2026-11-08");
  day("From", "0002-11-01"); // while the year is typed
  day("From", "2026-11-01");

  await waitFor(() => expect(usages().at(-1)!.query).toMatchObject({ from: "2026-11-01", to: "2026-11-08" }));
  expect(usages().some(({ query }) => query.from!.startsWith("0"))).toBe(false);
  expect(location.hash).toBe("#/developers/usage?to=2026-11-08&from=2026-11-01");
  expect(screen.getAllByRole("button", { pressed: true }).map((one) => one.textContent)).toEqual(["By key"]);
  press("7 days");
  await waitFor(() => expect(location.hash).toBe("#/developers/usage?days=7"));
});

test("a range that is refused says why", async () => {
  history.replaceState(null, "", "#/developers/usage?from=2026-11-09&to=2026-11-01");
  serve({ ...LISTS, "GET /dashboard/usage": () => { throw new ApiError(400, "VALIDATION_ERROR", "Wrong", [{ field: "from", message: "From must not be after to." }]); } });
  render(<Usage />);

  expect((await screen.findAllByText("From must not be after to.")).length).toBeGreaterThan(0);
});

test("usage names keys, which lead to their pages, and connected programs", async () => {
  const groups = ["key_1", "con_1", "key_gone"].map((name) => ({ name, requests: 5, errors: 1 }));
  serve({
    ...LISTS,
    "GET /dashboard/usage": (request) => ({ ...report(request), buckets: [{ date: "2026-11-09", requests: 15, errors: 3, groups }] }) as never,
    "GET /api/account/api-keys": () => ({ api_keys: [{ id: "key_1", name: "CI" }] as never, has_more: false, next_cursor: null }),
    "GET /api/account/connections": () => ({ connections: [{ id: "con_1", name: "Claude" }] as never }),
  });
  render(<Usage />);

  expect((await screen.findByRole<HTMLAnchorElement>("link", { name: "CI" })).hash).toBe("#/developers/keys/key_1");
  expect(await screen.findByRole("rowheader", { name: "Claude" })).toBeTruthy();
  expect(screen.getByRole("rowheader", { name: "key_gone" })).toBeTruthy();
});

test("usage shows what language models were asked, where there is one", async () => {
  const models = [{ model: "openai:small", calls: 3, tokens_read: 1200, tokens_written: 340 }];
  serve({ ...LISTS, "GET /dashboard/usage": (request) => ({ ...report(request), models }) });
  render(<Usage />);

  expect((await screen.findByRole("rowheader", { name: "openai:small" })).closest("tr")?.textContent).toBe("openai:small31,200340");
});
