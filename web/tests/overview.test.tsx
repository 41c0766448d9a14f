import { render, screen } from "@testing-library/preact";
import { beforeEach, expect, test } from "vitest";
import type { DashboardSummary, ProjectSummary, SessionView, UsageReport } from "../src/api/schema";
import { setSession } from "../src/api/session";
import { Overview } from "../src/pages/overview";
import { serve } from "./server";

const projects = (given: Partial<ProjectSummary>) => ({ needs_attention: [], on_track: [], drafts: [], completed_recently: [], ...given });
const show = (given: Partial<ProjectSummary> = {}) => {
  serve({
    "GET /dashboard/summary": () => ({ attention: [], projects_by_status: { draft: 1 }, next_runs: [], budgets: [], requests_30d: 0 }) as unknown as DashboardSummary,
    "GET /dashboard/usage": () => ({ buckets: [] }) as unknown as UsageReport,
    "GET /pa/projects": () => projects(given),
  });
  return render(<Overview />);
};

beforeEach(() => setSession({ user: { id: "usr_1", name: "Ada Example" }, account: { timezone: "UTC" } } as SessionView));

test("a project that was not submitted is on the overview, and leads to its intake", async () => {
  show({ drafts: [{ id: "prj_1", name: "Bakery" }] });

  const link = await screen.findByRole("link", { name: "Continue the intake of Bakery" });
  expect(link.getAttribute("href")).toBe("#/projects/prj_1/intake");
});

test("without drafts nothing is said of them", async () => {
  show();

  await screen.findByText("No project runs without you at the moment.");
  expect(screen.queryByText("Not submitted yet")).toBeNull();
});
