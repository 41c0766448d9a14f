import { fireEvent, render, screen, waitFor } from "@testing-library/preact";
import { beforeEach, expect, test } from "vitest";
import type { UsageReport } from "../src/api/schema";
import { Usage } from "../src/pages/usage";
import { asked, serve, type Asked } from "./server";

const NAMES = { key: "session", area: "projects" };

/** So many requests a day that each range and each grouping has figures of its own. */
function report({ query: { from, to, group_by } }: Asked): UsageReport {
  const requests = 1000 + (Date.parse(to!) - Date.parse(from!)) / 86_400_000;
  const day = { date: to!, requests, errors: 1, groups: [{ name: NAMES[group_by as "key"], requests, errors: 1 }] };
  return { from, to, totals: { requests, errors: 1, messages: 2, replies: 2, task_runs: 3 }, buckets: [day] } as never;
}

beforeEach(() => serve({ "GET /dashboard/usage": report, "GET /api/account/api-keys": () => ({ api_keys: [], has_more: false, next_cursor: null }) }));

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const usages = () => asked.filter((one) => one.route === "GET /dashboard/usage");

test("usage shows each range's and each grouping's own figures when toggled", async () => {
  render(<Usage />);
  await screen.findByText("Dashboard (signed in)");
  expect(screen.getAllByText("1,029")).not.toHaveLength(0);

  press("By area");
  await screen.findByRole("rowheader", { name: "Projects" });
  press("7 days");
  expect((await screen.findAllByText("1,006")).length).toBeGreaterThan(0);
  press("90 days");
  expect((await screen.findAllByText("1,089")).length).toBeGreaterThan(0);
  press("By key");
  await screen.findByText("Dashboard (signed in)");

  press("30 days");
  expect(screen.getAllByText("1,029")).not.toHaveLength(0); // known already

  await waitFor(() => expect(usages()).toHaveLength(6));
  expect(usages().map(({ query }) => query.group_by)).toEqual(["key", "area", "area", "area", "key", "key"]);
});
