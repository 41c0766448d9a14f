import { fireEvent, render, screen, waitFor, within } from "@testing-library/preact";
import { beforeEach, expect, test, vi } from "vitest";
import type { ApprovalView, SessionView } from "../src/api/schema";
import { setSession } from "../src/api/session";
import { usePath } from "../src/lib/router";
import { Screen } from "../src/pages/screen";
import { brief, deliverable, detail, estimate, intake, message, need, page, whole } from "./records";
import { serve } from "./server";
import { claimed, detail as workDetail, event, item, list } from "./work-records";

/*
 * No page contradicts another. One set of records is served; every page of the project is walked, and each figure that it
 * shows is read where a person reads it.
 */

const AT = "2026-11-09T09:00:00Z";
const EMPTY = { has_more: false, next_cursor: null };
const titles = ["Product brief", "Scope", "Roadmap", "Style guide"];
const documents = titles.map((title, index) => deliverable({ id: `dlv_${index}`, title, phase: index < 3 ? "planning" : "design", state: (["approved", "approved", "in_review", "waiting"] as const)[index], revision: index < 3 ? 1 : 0 }));
const items = [item({ state: "done", ended_at: AT }), claimed({ id: "wrk_2", package: "W2", title: "Pay" }), item({ id: "wrk_3", package: "W3", title: "Print", state: "in_review" })];
const ESTIMATE = estimate(9000, { ceiling: { amount: 9500, fits: "likely" }, deadline: { day: "2027-02-01", fits: "yes" }, said: { ...estimate(9000).said, cost: "Between EUR 8,000 and EUR 10,000." } });
const PROJECT = detail({
  deadline: "2027-02-01", deliverables: documents, pending_approvals: 1, documents: { of: 4, approved: 2, sent_back: 0, next: null }, work: { items: 3, done: 1 },
  budget: { ...detail().budget, ceiling: 9500 }, phase: "planning", open_credential_requests: 0,
});
const WAITING = [need({ title: "Approve Roadmap", target_id: "apr_2", path: "/app/projects/prj_1/deliverables/dlv_2" }), need({ id: "att_2", kind: "work_submitted", title: "Review W3 Print", target_id: "wrk_3", path: "/app/projects/prj_1/work/wrk_3" })];
const approvals = documents.slice(0, 3).map((one, index): ApprovalView => ({
  id: `apr_${index}`, project_id: "prj_1", deliverable_id: one.id, kind: one.kind, title: one.title, revision: 1, content_hash: "h", status: index < 2 ? "approved" : "pending", comment: null,
  created_at: AT, decided_at: index < 2 ? AT : null, decided_by: null, decided: null, next_approval_id: null,
}));

function office(project = PROJECT): void {
  serve({
    "GET /projects": () => ({ projects: [project], ...EMPTY }),
    "GET /projects/{project_id}": () => project,
    "GET /projects/{project_id}/brief": () => brief({ estimate: ESTIMATE }),
    "GET /projects/{project_id}/intake": () => intake({ goal: "Bread", approver: "Mira" }),
    "GET /projects/{project_id}/estimate": () => ESTIMATE,
    "GET /projects/{project_id}/approvals": () => ({ approvals, ...EMPTY }),
    "GET /projects/{project_id}/notes": () => ({ notes: [], has_more: false }),
    "GET /projects/{project_id}/escalation": () => ({ rule: null, planned: [] }) as never,
    "GET /projects/{project_id}/work-items": () => list(...items),
    "GET /work-items/{work_id}": ({ path }) => workDetail(items.find(({ id }) => path.endsWith(id))!),
    "GET /projects/{project_id}/deliverables/{deliverable_id}": ({ path }) => whole(documents.find(({ id }) => path.endsWith(id))!),
    "GET /inbox": ({ query }) => ({ items: query.state === "snoozed" ? [] : WAITING, ...EMPTY }),
    "GET /pa/projects": () => ({ needs_attention: [], on_track: [], drafts: [], completed_recently: [] }),
    "GET /pa/status": () => ({ open_items: WAITING.length }) as never,
    "GET /events": () => ({ events: [event("project.submitted", "Bakery: the brief was submitted")], has_more: false, last_sequence: 1, next_before: null }),
    "GET /vault/requests": () => ({ requests: [], ...EMPTY }),
    "GET /vault/credentials": () => ({ credentials: [], ...EMPTY }),
    "GET /agents/{project_id}/messages": () => page([message({ content: "The forecast is EUR 9,000, and the likely end 15 Jan 2027: 2 of 4 documents are approved." })]),
    "GET /agents/{project_id}/cards": () => ({ cards: [] }) as never,
  });
}

const At = () => <Screen path={usePath()} />;

/** The page at an address, once all of it is there. */
async function walkTo(address: string): Promise<ParentNode & HTMLElement> {
  location.hash = `#/${address}`;
  const { container, unmount } = render(<At />);
  leave = unmount;
  await waitFor(() => expect(container.textContent!.length).toBeGreaterThan(20));
  await waitFor(() => expect(container.querySelector(".skeleton")).toBeNull(), { timeout: 5000 });
  return container as HTMLElement;
}
let leave = (): void => undefined;

const AMOUNT = /EUR\s(\d{1,3}(?:,\d{3})*)(?: – (\d{1,3}(?:,\d{3})*))?/g;
const DAY = /\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \d{4}/g;
const amountsIn = (text: string): string[] => [...text.matchAll(AMOUNT)].flatMap(([, low, high]) => [low!, ...(high ? [high] : [])]);
const stat = (page: ParentNode, name: string) => [...page.querySelectorAll("dt")].find((one) => one.textContent === name)?.nextElementSibling?.textContent;
const cell = (page: ParentNode, name: string) => page.querySelector(`[data-label="${name}"]`)?.textContent;
const tab = (page: HTMLElement, name: string) => [...page.querySelectorAll(".tabbed a")].find((one) => one.textContent!.startsWith(name))?.querySelector("span")?.textContent?.replace("/", " of ");
const meter = (page: ParentNode, name: string) => cell(page, name)?.slice(-3).replace("/", " of ");
const pills = (page: ParentNode, text: string) => [...page.querySelectorAll(".pill")].filter((one) => one.textContent === text).length;

/** Where each figure stands on each page. */
const READ: Record<string, (page: HTMLElement) => Record<string, string | null | undefined>> = {
  "projects": (page) => ({ cost: cell(page, "Forecast")?.slice(0, 9), end: cell(page, "Likely end")?.slice(0, 11), documents: meter(page, "Plan"), work: meter(page, "Build"), first: page.querySelector(".next-move a")?.textContent }),
  "projects/prj_1": (page) => ({ cost: stat(page, "Forecast"), end: stat(page, "Likely end"), documents: stat(page, "Plan"), work: stat(page, "Build"), first: page.querySelector(".moves .name")?.textContent }),
  "projects/prj_1/brief": (page) => ({ cost: page.querySelector(".estimate .figure")?.textContent }),
  "projects/prj_1/documents": (page) => ({ documents: `${pills(page, "Approved")} of ${page.querySelectorAll(".rows > li").length}`, first: `Approve ${within(page).getByText("Waiting for you").closest("li")!.querySelector(".name")!.textContent}` }),
  "projects/prj_1/work": (page) => ({ work: page.querySelector(".work-head .meter")?.textContent?.match(/\d of \d/)?.[0], waitingWork: page.querySelector(".in_review .count")?.textContent }),
  "projects/prj_1/work/wrk_3": (page) => ({ waitingWork: String(pills(page, "Waiting for you")) }),
  "projects/prj_1/timeline": (page) => ({ end: stat(page, "Likely end"), documents: `${[...page.querySelectorAll("td")].filter((one) => one.textContent!.startsWith("Approved on")).length} of ${titles.filter((title) => page.textContent!.includes(title)).length}` }),
  "projects/prj_1/timeline?view=activity": () => ({}),
  "projects/prj_1/deliverables/dlv_2": (page) => ({ first: page.querySelector("h1")?.textContent && `Approve ${page.querySelector("h1")!.textContent}` }),
  "projects/prj_1/chat": () => ({}),
  "projects/prj_1/access": () => ({}),
};

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-11-16T09:00:00Z"), toFake: ["Date"] });
  Element.prototype.scrollIntoView = vi.fn();
  setSession({ user: { id: "usr_1", name: "Mira", email: "mira@example.com", email_verified: true }, account: { timezone: "UTC" } } as SessionView);
  return () => {
    vi.useRealTimers();
    setSession(null);
  };
});

test("every page of a project tells the same figures, in one head, with one row of tabs", async () => {
  office();
  const told: Record<string, Set<string>> = {};
  const strange: string[] = [];
  const amounts = ["9,000", "8,000", "10,000", "9,500", "0", "500", "7,000", "2,300", "3,000", "640", "2,100"]; // its ends, limits and parts
  for (const [address, read] of Object.entries(READ)) {
    const page = await walkTo(address);
    for (const [figure, value] of Object.entries(read(page))) (told[figure] ??= new Set()).add(value ?? `missing on ${address}`);
    strange.push(...amountsIn(page.textContent!).filter((one) => !amounts.includes(one)).map((one) => `${address}: ${one}`));
    strange.push(...(page.textContent!.match(DAY) ?? []).filter((day) => new Date(day) > new Date() && !/^(11|15|20) Jan|^1 Feb/.test(day)).map((day) => `${address}: ${day}`));
    if (address !== "projects") {
      (told.head ??= new Set()).add(page.querySelector(".project-head")!.textContent!);
      (told.tabs ??= new Set()).add([tab(page, "Documents"), tab(page, "Work")].join());
      expect([address, page.querySelectorAll("h1").length, page.querySelectorAll(".tabbed a[aria-current]").length]).toEqual([address, 1, 1]);
    }
    leave();
  }

  expect(strange).toEqual([]);
  expect(Object.fromEntries(Object.entries(told).map(([figure, values]) => [figure, [...values]]))).toEqual({
    cost: ["EUR\u00a09,000"], end: ["15 Jan 2027"], documents: ["2 of 4"], work: ["1 of 3"], first: ["Approve Roadmap"], waitingWork: ["1"], tabs: ["2 of 4,1 of 3"], head: [expect.stringMatching(/^ProjectsBakeryPlanning/)],
  });
});

test("what waits on the overview is what waits in the inbox", async () => {
  office();
  const overview = await walkTo("projects/prj_1");
  const yours = [...within(overview).getByText(/^Waiting for you · /).closest("section")!.querySelectorAll(".name")].map((one) => one.textContent);
  const led = [...within(overview).getByText(/^Waiting for you · /).closest("section")!.querySelectorAll<HTMLAnchorElement>("a")].map((one) => one.hash);
  leave();

  expect(yours).toEqual(WAITING.map(({ title }) => title));
  expect(led).toEqual(["#/projects/prj_1/deliverables/dlv_2", "#/projects/prj_1/work/wrk_3"]);
});

test("a draft costs and ends the same in the list, on its pages and in the dialog that submits it", async () => {
  office(detail({ status: "draft", phase: "intake", documents: null, submitted_at: null, budget: { ...detail().budget, forecast: null, remaining: null } }));
  const list = await walkTo("projects");
  const [told, ends] = [[cell(list, "Forecast")], [cell(list, "Likely end")]];
  leave();
  const overview = await walkTo("projects/prj_1");
  told.push(stat(overview, "Estimate"));
  ends.push(stat(overview, "Likely end"));
  leave();
  told.push((await walkTo("projects/prj_1/intake")).querySelector(".estimate .figure")!.textContent);
  fireEvent.click(screen.getByRole("button", { name: /^Submit/ }));
  told.push(within(await screen.findByRole("dialog")).getByText("EUR 9,000").textContent);

  expect(new Set(told)).toEqual(new Set(["EUR\u00a09,000"]));
  expect(new Set(ends)).toEqual(new Set(["15 Jan 2027"]));
});
