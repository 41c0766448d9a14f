import { render, screen, waitFor } from "@testing-library/preact";
import { beforeEach, expect, test } from "vitest";
import type { DashboardSummary, InboxItem, ProjectSummary, SessionView, UsageReport } from "../src/api/schema";
import { setSession } from "../src/api/session";
import { Overview } from "../src/pages/overview";
import { serve } from "./server";

const projects = (given: Partial<ProjectSummary>) => ({ needs_attention: [], on_track: [], drafts: [], completed_recently: [], ...given });
const need = (id: string) => ({ id, kind: "approval", priority: "high", state: "open", project_name: "Bakery", sentence: `${id} waits for your decision`, path: `/app/projects/prj_1/deliverables/${id}` }) as InboxItem;
const show = (given: Partial<ProjectSummary> = {}, items: InboxItem[] = []) => {
  serve({
    "GET /inbox": () => ({ items, has_more: false, next_cursor: null }),
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

test("what needs you leads to the very thing; beyond six, to the inbox", async () => {
  show({}, ["Scope", "Roadmap", "Brief", "Flows", "Style", "Architecture", "Tests", "Plan"].map(need));

  const link = await screen.findByRole("link", { name: "Review Bakery: Scope waits for your decision" });
  expect(link.getAttribute("href")).toBe("#/projects/prj_1/deliverables/Scope");
  expect(screen.getAllByRole("link", { name: /^Review/ })).toHaveLength(6);
  expect(screen.getByRole("link", { name: "2 more in the inbox" }).getAttribute("href")).toBe("#/inbox");
  await waitFor(() => expect(screen.getByRole("banner").textContent).toContain("Hello, Ada. No project is under way, and 8 things need you."));
});
