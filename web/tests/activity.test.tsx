import { act, fireEvent, render, screen } from "@testing-library/preact";
import { expect, test, vi } from "vitest";
import { useLive } from "../src/api/live";
import type { EventView } from "../src/api/schema";
import { Activity } from "../src/pages/activity";
import { deliverable, detail } from "./records";
import { asked, serve } from "./server";
import { event } from "./work-records";

const NEWEST = "999999999998";
const FEED = "GET /events";
const APPROVALS = "GET /projects/{project_id}/approvals";
const page = (...events: EventView[]) => ({ events, has_more: false, last_sequence: 1, next_before: null });
const approvals = {
  [APPROVALS]: () => ({ approvals: [{ id: "apr_1", deliverable_id: "dlv_1" }] as never, has_more: false, next_cursor: null }),
  "GET /vault/requests": () => ({ requests: [{ id: "crq_1", requested_by: "CTO" }] as never, has_more: false, next_cursor: null }),
};
const queries = () => asked.filter(({ route }) => route === FEED).map(({ query }) => query);
const show = (query: string, ...events: EventView[]) => {
  location.hash = `#/projects/prj_1/timeline${query}`;
  serve({ [FEED]: () => page(...events), ...approvals });
  return render(<Activity project={detail({ deliverables: [deliverable({ owner: "CPO" })] })} />);
};
const choose = (label: string, value: string) => {
  const select = screen.getByLabelText<HTMLSelectElement>(label);
  select.value = value;
  select.dispatchEvent(new Event("change", { bubbles: true }));
};

test("a line says what happened, whose doing it was, and leads there", async () => {
  show("", event("work.claimed", "Bakery: W1 Book a table was claimed by codex"), event("approval.requested", "Bakery: Product brief, revision 1, waits for your decision", { data: { id: "apr_1", summary: "Bakery: Product brief, revision 1, waits for your decision" } }));

  const claim = await screen.findByRole("link", { name: "W1 Book a table was claimed by codex" });
  expect(claim.getAttribute("href")).toBe("#/projects/prj_1/work/wrk_1");
  expect(claim.closest("li")!.querySelector("small")).toBeNull(); // the sentence names the worker
  const brief = await screen.findByRole("link", { name: /^Product brief/ });
  await vi.waitFor(() => expect(brief.closest("li")!.textContent).toContain("CPO"));
});

test("a decision names the key that made it, who decided from a mail, or you; of other deeds nobody knows whether a key did them", async () => {
  const decided = (id: string, title: string) => event("approval.decided", "", { id: `evt_${id}`, data: { id, summary: `Bakery: ${title} was approved` } });
  location.hash = "#/projects/prj_1/timeline";
  serve({
    ...approvals, [FEED]: () => page(decided("apr_1", "Roadmap"), decided("apr_2", "Scope"), decided("apr_3", "Risks"), event("work.created", "Bakery: W1 Pay was added")),
    [APPROVALS]: () => ({ approvals: [{ id: "apr_1", decided_by: "key_1" }, { id: "apr_2", decided_by: "usr_1" }, { id: "apr_3", decided_by: "anna@example.org" }] as never, has_more: false, next_cursor: null }),
    "GET /api/account/api-keys": () => ({ api_keys: [{ id: "key_1", name: "CI" }] as never, has_more: false, next_cursor: null }),
  });
  render(<Activity project={detail()} />);

  await screen.findByText("API key CI");
  expect(screen.getAllByRole("listitem").map((line) => line.querySelector("small")?.textContent)).toEqual(["API key CI", "You", "anna@example.org", undefined]);
});

test("each kind of deed has an icon of its own", async () => {
  const told = (type: EventView["type"]) => event(type, `Bakery: ${type}`, { id: `evt_${type}` });
  show("", told("work.created"), told("work.claimed"), told("work.submitted"), told("work.returned"), told("work.done"));

  await screen.findByText("work.created");
  const icons = screen.getAllByRole("listitem").map((line) => line.querySelector("use")!.getAttribute("href"));
  expect(new Set(icons).size).toBe(5);
});

test("a step that cost money says how much, a free one 0, any other nothing", async () => {
  const written = (summary: string, cost: object) => event("approval.requested", summary, { id: `evt_${summary}`, data: { id: "apr_1", summary: `Bakery: ${summary}`, ...cost } });
  show("", written("Roadmap, revision 3", { cost: 1160, currency: "EUR" }), written("Roadmap, revision 2", { cost: 0, currency: "EUR" }), written("Roadmap, revision 1", {}), event("project.created", "Bakery: the project was created"));

  await screen.findByText("the project was created");
  const lines = screen.getAllByRole("listitem").map((line) => line.querySelector(".cost")?.textContent);
  expect(lines).toEqual(["Cost EUR\u00a01,160", "Cost EUR\u00a00", undefined, undefined]);
});

test("the whole project is asked for, the newest first, without what the inbox tells itself", async () => {
  show("");

  await screen.findByText("Nothing has happened yet");
  const [{ types, ...query }] = queries() as [Record<string, string>];
  expect(query).toEqual({ project_id: "prj_1", before: NEWEST, limit: "30" });
  expect(types!.split(",")).toContain("project.submitted");
  expect(types).not.toMatch(/attention|key\.|security|webhook/);
});

test("a filter asks for its types, and stands in the address", async () => {
  show("");
  await screen.findByText("Nothing has happened yet");
  choose("Who", "workers");
  await screen.findByText("No matches");
  choose("What", "work");

  await vi.waitFor(() => expect(queries().at(-1)!.types).toBe("work.claimed,work.progressed,work.released,work.submitted"));
  expect(location.hash).toBe("#/projects/prj_1/timeline?who=workers&what=work");
});

test("an address with a filter opens with it; nonsense in it is no filter", async () => {
  show("?who=you&what=toString");

  await screen.findByText("No matches");
  expect(screen.getByLabelText<HTMLSelectElement>("Who").value).toBe("you");
  expect(screen.getByLabelText<HTMLSelectElement>("What").value).toBe("");
});

test("a role is shown what it did itself: its documents, and the access it asked for", async () => {
  const of = (type: EventView["type"], id: string, summary: string) => event(type, summary, { data: { id, summary: `Bakery: ${summary}` } });
  show("?who=cpo", of("approval.requested", "apr_1", "Product brief waits"), of("vault.request.opened", "crq_1", "the CTO needs access"), of("message.received", "msg_1", "the CEO has written"));

  await screen.findByText("Product brief waits");
  expect(screen.queryByText("the CTO needs access")).toBeNull();
  choose("Who", "cto");
  await screen.findByText("the CTO needs access");
  expect(screen.queryByText("Product brief waits")).toBeNull();
  expect(location.hash).toBe("#/projects/prj_1/timeline?who=cto");
});

test("choosing the tab again shows everything again", async () => {
  show("?who=you");
  await screen.findByText("No matches");
  location.hash = "#/projects/prj_1/timeline";
  dispatchEvent(new Event("hashchange"));

  await screen.findByText("Nothing has happened yet");
  expect(screen.getByLabelText<HTMLSelectElement>("Who").value).toBe("");
});

test("a filter that nothing can pass asks the API for nothing", async () => {
  show("?who=workers&what=documents");

  await screen.findByText("No matches");
  expect(queries()).toEqual([]);
});

test("older ones are added below, from where the last page ended", async () => {
  serve({
    ...approvals,
    [FEED]: ({ query }) => (query.before !== NEWEST ? page(event("project.created", "Bakery: the project was created")) : { ...page(event("project.submitted", "Bakery: the brief was submitted")), has_more: true, next_before: 7 }),
  });
  render(<Activity project={detail()} />);
  fireEvent.click(await screen.findByRole("button", { name: "Show older" }));

  await screen.findByText("the project was created");
  expect(screen.getByText("the brief was submitted")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Show older" })).toBeNull();
  expect(queries().map(({ before }) => before)).toEqual([NEWEST, "7"]);
});

test("a page in which nothing is of the kind says that older ones may be", async () => {
  serve({ ...approvals, [FEED]: () => ({ events: [], has_more: true, last_sequence: 1000, next_before: 7 }) });
  render(<Activity project={detail()} />);

  expect(await screen.findByText("Older events may match.")).toBeTruthy();
});

test("whatever the feed tells of is in the log at once, a report too", async () => {
  vi.useFakeTimers();
  const report = event("report.ready", "Bakery: the weekly report is ready");
  let ready = false;
  serve({ ...approvals, [FEED]: ({ query }) => (ready && (query.project_id || query.after) ? page(report) : page()) });
  function Desk() {
    useLive();
    return <Activity project={detail()} />;
  }
  render(<Desk />);
  await act(() => vi.advanceTimersByTimeAsync(1000).then(() => undefined));
  ready = true;
  await act(() => vi.advanceTimersByTimeAsync(5000).then(() => undefined));

  expect(screen.getByText("the weekly report is ready")).toBeTruthy();
  vi.useRealTimers();
});
