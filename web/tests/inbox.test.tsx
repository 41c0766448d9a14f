import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/preact";
import { useEffect } from "preact/hooks";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../src/api/call";
import { client } from "../src/api/data";
import { UNDO_MS } from "../src/api/held";
import { useLive } from "../src/api/live";
import type { DocumentView, InboxItem, SessionView, WorkItemDetail } from "../src/api/schema";
import { setSession } from "../src/api/session";
import { press as keyPressed } from "../src/lib/keys";
import { usePath } from "../src/lib/router";
import { Inbox } from "../src/pages/inbox";
import { useOpenItems } from "../src/pages/needs";
import { toast, Toasts } from "../src/ui/toast";
import { detail as projectDetail, need, project, whole } from "./records";
import { asked, serve } from "./server";

const roadmap = need({ title: "Approve Roadmap", sentence: "Roadmap, revision 1, waits for your approval", blocks: "The design phase starts after it." });
const message = need({ id: "att_2", kind: "unread", title: "Read the CEO’s message", needs_decision: false, target_id: "prj_1", path: "/app/projects/prj_1/chat", sentence: "1 unread message from the CEO" });
const hold = need({ id: "att_3", kind: "blocked", title: "Resume the project", needs_decision: false, target_id: "prj_2", project_id: "prj_2", project_name: "Harbour", path: "/app/projects/prj_2", sentence: "The project is on hold" });
const scope = need({ id: "att_4", title: "Approve Scope", target_id: "apr_4", content_hash: "h4", path: "/app/projects/prj_1/deliverables/dlv_4" });
const page = (...items: InboxItem[]) => ({ items, has_more: false, next_cursor: null });
const QUIET = { events: [], has_more: false, last_sequence: 7, next_before: null };
const DONE: Answers = { "GET /inbox": () => page() };
const document_ = (given: Partial<DocumentView> = {}) => whole({
  title: "Roadmap", choices: [{ id: "C1", ask: "Which till?", proposed: "The old one", answer: null }],
  lines: [{ title: "Milestones", level: 2, text: "In order.", section: "parts", refs: [], choices: ["C1"], lines: [
    { id: "M1", section: "parts", text: "Bread can be ordered", origin: "rules", state: "proposed", refs: [], source: null, why: null },
    { id: "M2", section: "parts", text: "Cake too", origin: "rules", state: "struck", refs: [], source: null, why: null },
  ] }] as unknown as DocumentView["lines"], ...given,
});

type Answers = Parameters<typeof serve>[0];
const revisedBy = (by: "model" | "rules") => ({ "GET /dashboard/summary": () => ({ model: { by } }) as never, "GET /projects/{project_id}": () => projectDetail() });
/** An inbox whose open items can change, and what is asked around it. */
function serveInbox(items: InboxItem[], answers: Answers = {}) {
  const box = { items, snoozed: [] as InboxItem[] };
  serve({
    "GET /inbox": ({ query }) => page(...(query.state === "open" ? box.items : query.state === "snoozed" ? box.snoozed : [])),
    "GET /events": () => QUIET,
    "GET /projects": () => ({ projects: [], has_more: false, next_cursor: null }),
    "GET /projects/{project_id}/deliverables/{deliverable_id}": () => document_(),
    ...answers,
  });
  return box;
}
/** The pages around the inbox that matter to it: the address, the keys, what is said in passing, the feed, the badge. */
function Desk() {
  useLive();
  const [, tab] = usePath();
  useEffect(() => {
    document.addEventListener("keydown", keyPressed);
    return () => document.removeEventListener("keydown", keyPressed);
  }, []);
  return <><b data-testid="badge">{useOpenItems().items?.length}</b><Inbox tab={tab} /><Toasts /></>;
}
const strike = async (...keys: string[]) => {
  for (const key of keys) await act(async () => { fireEvent.keyDown(document.activeElement ?? document.body, { key }); });
};
const rows = () => screen.queryAllByRole("listitem").filter((row) => row.classList.contains("item")).map((row) => row.querySelector(".name")!.textContent);
const chosen = () => document.querySelector(".item.chosen .name")?.textContent;
const preview = () => within(screen.getByRole("region", { name: "Preview" }));
const sent = () => asked.filter(({ route }) => !route.startsWith("GET"));
const press = async (name: string | RegExp) => {
  const button = await screen.findByRole("button", { name });
  await act(async () => { fireEvent.click(button); });
};
const narrow = () => vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }));
async function open(items: InboxItem[], answers?: Answers) {
  const box = serveInbox(items, answers);
  render(<Desk />);
  if (items.length) await screen.findByRole("link", { name: new RegExp(items[0]!.title) });
  return box;
}
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds).then(() => undefined));

beforeEach(async () => {
  setSession({ user: { id: "usr_1", name: "Ada" }, account: { timezone: "UTC", created_at: "2020-01-01T00:00:00Z" }, proved_at: new Date().toISOString() } as SessionView);
  serveInbox([]);
  render(<Desk />); // an empty list forgets which row was chosen
  await screen.findByText("Nothing needs you");
  cleanup();
  client.clear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  setSession(null);
});

test("below the list stand only the keys that do something with the row that is chosen", async () => {
  const given = need({ id: "att_9", kind: "work_submitted", title: "Review W1", target_id: "wrk_9", path: "/app/projects/prj_1/work/wrk_9", needs_decision: true });
  await open([scope, { ...hold, project_id: "prj_1", project_name: scope.project_name }, given], { "GET /work-items/{work_id}": () => new Promise(() => undefined) });
  const hints = () => [...document.querySelectorAll(".key-hints span")].map((one) => one.textContent).slice(5);

  expect(hints()).toEqual(["A Approve"]);
  await strike("j");
  expect(hints()).toEqual(["E Done"]);
  await strike("j");
  expect(hints()).toEqual([]);
});

test("a row says what to do, for which project and since when; only what is urgent has a mark", async () => {
  await open([{ ...roadmap, priority: "high", since: new Date(Date.now() - 12 * 60_000).toISOString() }, scope]);

  const [first, second] = screen.getAllByRole("link", { name: /Bakery/ }).filter((one) => one.closest(".needs"));
  expect(first!.textContent).toBe("Approve RoadmapBakeryBlocks designUrgent12 min");
  expect(second!.textContent).not.toContain("Urgent");
  expect(first!.closest("li")!.querySelector("button")).toBeNull();
  expect(screen.getByRole("button", { name: "Open 2" }).getAttribute("aria-pressed")).toBe("true");
  expect(screen.getByTestId("badge").textContent).toBe("2");
});

test("rows stand by project, in the order of the most urgent, and the keys follow what one sees", async () => {
  await open([roadmap, hold, message]);

  expect(screen.getAllByRole("heading", { level: 2 }).map((one) => one.textContent).slice(0, 2)).toEqual(["Bakery 2", "Harbour 1"]);
  expect(rows()).toEqual(["Approve Roadmap", message.title, hold.title]);
  await strike("j");
  expect(chosen()).toBe(message.title);
});

test("beside the list stands the document itself, read-only, with what holds up and what is undecided", async () => {
  await open([roadmap]);

  const article = within(await preview().findByRole("article", { name: "Roadmap" }));
  expect(article.getByText("Bread can be ordered")).toBeTruthy();
  expect(article.queryByText("Cake too")).toBeNull();
  expect(article.queryByRole("button")).toBeNull();
  expect(preview().getByText("The design phase starts after it.")).toBeTruthy();
  expect(preview().getByText("1 suggested answer applies")).toBeTruthy();
  expect(preview().getByRole("link", { name: "Open" }).getAttribute("href")).toBe("#/projects/prj_1/deliverables/dlv_1");
  expect(preview().queryByRole("button", { name: "Done" })).toBeNull();
});

test("j and k move and stop at the ends, the preview follows, Enter leads into it and o to the page", async () => {
  await open([roadmap, message, hold]);
  const seen = [];
  for (const key of ["k", "j", "j", "j", "k", "k"]) {
    await strike(key);
    seen.push(chosen());
    expect(preview().getByRole("heading", { level: 2 }).textContent).toBe(chosen());
    expect(document.activeElement?.closest("li")?.classList.contains("chosen")).toBe(true);
  }
  expect(seen).toEqual(["Approve Roadmap", message.title, hold.title, hold.title, message.title, "Approve Roadmap"]);

  await strike("j");
  await act(async () => { fireEvent.click(document.activeElement!, { detail: 0 }); }); // as Enter does
  expect(document.activeElement).toBe(preview().getByRole("heading", { level: 2 }));
  await strike("o");
  expect(location.hash).toBe("#/projects/prj_1/chat");
});

test("an approval leaves at once, the badge agrees, the next one is shown, and it is sent after ten seconds with the text’s hash", async () => {
  vi.useFakeTimers();
  const box = serveInbox([roadmap, scope], { "POST /projects/{project_id}/approvals/{approval_id}": () => ((box.items = [scope]), {}) as never });
  render(<Desk />);
  await pass(100);
  await strike("a"); // the first row is chosen, although no key has led to it

  expect([rows(), chosen(), screen.getByTestId("badge").textContent]).toEqual([["Approve Scope"], "Approve Scope", "1"]);
  expect(document.activeElement?.textContent).toContain("Approve Scope");
  expect(screen.getByRole("button", { name: "Open 1" })).toBeTruthy();
  await pass(UNDO_MS - 100);
  expect(sent()).toEqual([]);
  await pass(200);
  expect(sent()).toMatchObject([{ path: "/projects/prj_1/approvals/apr_1", body: { decision: "approve", comment: null, content_hash: "h" } }]);
  await pass(1000);
  expect(rows()).toEqual(["Approve Scope"]);
  expect(screen.queryByText(/No longer waiting/)).toBeNull(); // it left by this page's doing
});

test("Undo brings an approval back to its place, and nothing is sent", async () => {
  vi.useFakeTimers();
  serveInbox([roadmap, scope]);
  render(<Desk />);
  await pass(100);
  await act(async () => { fireEvent.click(preview().getByRole("button", { name: "Approve" })); });
  expect(rows()).toEqual(["Approve Scope"]);
  await strike("z");

  expect([rows(), chosen()]).toEqual([["Approve Roadmap", "Approve Scope"], "Approve Roadmap"]);
  await pass(UNDO_MS * 2);
  expect(sent()).toEqual([]);
});

test.each([
  [new ApiError(409, "CONFLICT", "Decided."), [scope], "That didn’t work: Decided.", ["Approve Scope"]],
  [new ApiError(503, "UNAVAILABLE", "Try later."), [roadmap, scope], "That didn’t work: Try later.", ["Approve Roadmap", "Approve Scope"]],
])("a refused approval says why: %s", async (refusal, left, said, shown) => {
  vi.useFakeTimers();
  const box = serveInbox([roadmap, scope], { "POST /projects/{project_id}/approvals/{approval_id}": () => { box.items = left; throw refusal; } });
  render(<Desk />);
  await pass(100);
  await strike("a");
  await pass(UNDO_MS + 1000);

  expect(screen.getByText(said)).toBeTruthy();
  expect(rows()).toEqual(shown);
});

test("x and Shift with j select; a approves the documents alone, once, and says so", async () => {
  vi.useFakeTimers();
  serveInbox([roadmap, scope, message], { "POST /projects/{project_id}/approvals/{approval_id}": () => ({}) as never });
  render(<Desk />);
  await pass(100);
  await strike("x", "J", "J");
  expect(screen.getByRole("group", { name: "3 selected" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Approve 2" })).toBeTruthy();
  await strike("a", "a");

  expect(rows()).toEqual([message.title]);
  expect(screen.getByText("2 approved. 1 item needs another answer.")).toBeTruthy();
  expect(screen.queryByRole("group", { name: /selected/ })).toBeNull();
  await pass(UNDO_MS + 1000);
  expect(sent().map(({ path, body }) => [path, body.content_hash])).toEqual([["/projects/prj_1/approvals/apr_1", "h"], ["/projects/prj_1/approvals/apr_4", "h4"]]);
});

test("many are marked as done at once, but none that waits for a decision; z brings them back", async () => {
  const box = await open([roadmap, message, hold], {
    "POST /inbox/{item_id}/done": () => ((box.items = [roadmap]), message),
    "POST /inbox/{item_id}/snooze": () => ((box.items = [roadmap, message, hold]), message),
  });
  await strike("e");
  await screen.findByText(/waits for your decision, so/);
  expect(sent()).toEqual([]);

  await strike("x", "J", "J", "e");
  await screen.findByText("2 marked as done. 1 item waits for your decision.");
  await vi.waitFor(() => expect(rows()).toEqual(["Approve Roadmap"]));
  act(() => toast("Something else")); // does not take the place of what can be undone
  await strike("z");
  await vi.waitFor(() => expect(rows()).toHaveLength(3));
  expect(sent().map(({ path, body }) => [path, body])).toEqual([
    ["/inbox/att_2/done", undefined], ["/inbox/att_3/done", undefined], ["/inbox/att_2/snooze", { until: "now" }], ["/inbox/att_3/snooze", { until: "now" }],
  ]);
  await vi.waitFor(() => expect(document.activeElement?.textContent).toContain(message.title));
});

test("what can’t be marked as done comes back, with the reason", async () => {
  await open([message], { "POST /inbox/{item_id}/done": () => { throw new ApiError(0, "OFFLINE", "You are offline."); } });
  await strike("e", "e");

  await screen.findByText("You are offline.");
  expect(rows()).toEqual([message.title]);
  expect(sent()).toHaveLength(1);
});

test("Escape and the cross clear the selection; a ticked box leaves the keys alone", async () => {
  await open([roadmap, message]);
  const [box] = screen.getAllByRole<HTMLInputElement>("checkbox", { name: "Select Approve Roadmap, Bakery" });
  box!.focus();
  fireEvent.click(box!);
  await screen.findByRole("group", { name: "1 selected" });
  await strike("J");
  await screen.findByRole("group", { name: "2 selected" });
  await strike("Escape");
  expect(screen.queryByRole("group", { name: /selected/ })).toBeNull();
  await strike("x");
  await press("Clear");
  expect(box!.checked).toBe(false);
});

test("h asks until when for all that are selected, the keys rest under the dialog, and unclear words are refused at the field", async () => {
  const refusal = new ApiError(400, "SCHEDULE_UNCLEAR", "“at 5” is unclear.", [{ field: "until", message: "“at 5” is unclear." }], { task: "", when: "at 5pm", schedule: "once", next_runs: ["2026-11-09T16:00:00Z"] });
  const box = await open([roadmap, message, hold], {
    "POST /inbox/{item_id}/snooze": ({ body }) => {
      if (body.until === "at 5") throw refusal;
      box.items = [hold];
      return { ...roadmap, state: "snoozed", snoozed_until: "2026-11-09T16:00:00Z" };
    },
  });
  await strike("x", "J", "h");
  const dialog = within(await screen.findByRole("dialog", { name: "Snooze 2 items" }));
  await act(async () => { fireEvent.keyDown(document.body, { key: "j" }); });
  expect(chosen()).toBe(message.title);
  fireEvent.input(dialog.getByLabelText("Or type a time"), { target: { value: "at 5" } });
  await act(async () => { fireEvent.submit(dialog.getByRole("button", { name: "Snooze" }).closest("form")!); });
  await dialog.findByText("“at 5” is unclear.");
  expect(dialog.getByLabelText("Or type a time").getAttribute("aria-invalid")).toBe("true");
  await act(async () => { fireEvent.click(dialog.getByRole("button", { name: /at 5pm/ })); });

  await screen.findByText(/^Snoozed until/);
  expect(sent().slice(2).map(({ path, body }) => [path, body.until])).toEqual([["/inbox/att_1/snooze", "at 5pm"], ["/inbox/att_2/snooze", "at 5pm"]]);
  await vi.waitFor(() => expect([rows(), document.activeElement?.textContent]).toEqual([[hold.title], expect.stringContaining(hold.title)]));
});

test("a request for changes is kept while one looks elsewhere, and sent once", async () => {
  const box = await open([roadmap, scope], { ...revisedBy("model"), "POST /projects/{project_id}/approvals/{approval_id}": () => ((box.items = [scope]), {}) as never });
  await press("Request changes");
  fireEvent.input(screen.getByLabelText("What should change?"), { target: { value: "Say who pays." } });
  await act(async () => { fireEvent.click(screen.getByRole("link", { name: /^Approve Scope/ }), { detail: 1 }); });
  expect(screen.queryByLabelText("What should change?")).toBeNull();
  expect(JSON.parse(sessionStorage.getItem("atrium/usr_1/drafts/dlv_1")!)["said:"]).toBe("Say who pays."); // where the document's own page shows it
  await act(async () => { fireEvent.click(screen.getByRole("link", { name: /^Approve Roadmap/ }), { detail: 1 }); });
  await press("Request changes");
  const field = screen.getByLabelText<HTMLTextAreaElement>("What should change?");
  expect(field.value).toBe("Say who pays.");
  await act(async () => {
    fireEvent.keyDown(field, { key: "Enter", ctrlKey: true });
    fireEvent.keyDown(field, { key: "Enter", ctrlKey: true });
  });

  await screen.findByText("Changes requested");
  expect(sent()).toMatchObject([{ path: "/projects/prj_1/approvals/apr_1", body: { decision: "request_changes", comment: "Say who pays." } }]);
  await vi.waitFor(() => expect([rows(), chosen()]).toEqual([["Approve Scope"], "Approve Scope"]));
});

test("without a model, a request for changes says before and after that the customer edits the lines", async () => {
  await open([roadmap], {
    ...revisedBy("rules"),
    "POST /projects/{project_id}/approvals/{approval_id}": () => ({}) as never,
  });
  await press("Request changes");
  await screen.findByText(/^Your comments stay beside their lines\. The team won’t rewrite this one: edit the lines yourself/);
  fireEvent.input(screen.getByLabelText("What should change?"), { target: { value: "Say who pays." } });
  await press("Send request");

  expect(await screen.findByText("Changes requested. Edit the lines on the document’s page.")).toBeTruthy();
});

test.each(["a", "the button"])("an approval by %s asks about comments that are not sent, and leads to the change request", async (by) => {
  sessionStorage.setItem("atrium/usr_1/drafts/dlv_4", JSON.stringify({ "said:R1": "Say who pays." }));
  await open([scope], { "POST /projects/{project_id}/approvals/{approval_id}": () => ({}) as never });
  await (by === "a" ? strike("a") : press("Approve"));
  const dialog = within(await screen.findByRole("dialog", { name: "You have 1 comment that you haven’t sent." }));
  fireEvent.submit(dialog.getByRole("button", { name: "Request changes" }).closest("form")!);

  expect(location.hash).toBe("#/projects/prj_1/deliverables/dlv_4?request=1");
  expect(rows()).toEqual(["Approve Scope"]);
  sessionStorage.clear();
});

test("what somebody else decides while one writes about it stays, and nothing written is lost", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] });
  const box = serveInbox([roadmap, scope], {
    "GET /events": ({ query }) => (query.after && box.items.length === 1 ? { ...QUIET, events: [DECIDED], last_sequence: 8 } : QUIET),
    "POST /projects/{project_id}/approvals/{approval_id}": () => { throw new ApiError(409, "CONFLICT", "It is decided."); },
    ...revisedBy("model"),
  });
  render(<Desk />);
  await pass(100);
  await act(async () => { fireEvent.click(preview().getByRole("button", { name: "Request changes" })); });
  fireEvent.input(screen.getByLabelText("What should change?"), { target: { value: "Say who pays." } });
  box.items = [scope];
  await pass(3000);

  expect(screen.getByText("Roadmap, revision 1, was approved by anna@example.org")).toBeTruthy();
  expect(rows()).toEqual(["Approve Scope"]);
  expect(preview().getByRole("heading", { level: 2 }).textContent).toBe("Approve Roadmap");
  await act(async () => { fireEvent.click(screen.getByRole("button", { name: "Send request" })); });
  await pass(100);
  expect(screen.getByRole("alert").textContent).toContain("It is decided.");
  expect(screen.getByLabelText<HTMLTextAreaElement>("What should change?").value).toBe("Say who pays.");
  await strike("Escape");
  expect(preview().getByRole("heading", { level: 2 }).textContent).toBe("Approve Scope");
});
const DECIDED = {
  id: "evt_8", type: "approval.decided" as const, timestamp: new Date().toISOString(), sequence: 8,
  data: { id: "apr_1", project_id: "prj_1", summary: "Bakery: Roadmap, revision 1, was approved by anna@example.org" },
};

test("access says why and how to get it, and leads to where it is provided", async () => {
  const request = { id: "crq_1", name: "Stripe", reason: "Payments need it.", how_to_obtain: "In its dashboard.\nRights: Write; Read." };
  await open([need({ kind: "credential", title: "Provide access to Stripe", target_id: "crq_1", path: "/app/settings/vault/crq_1" })], { "GET /vault/requests": () => ({ requests: [request], has_more: false, next_cursor: null }) as never });

  await screen.findByText("Payments need it.");
  expect(screen.getByText("In its dashboard.")).toBeTruthy();
  expect([...document.querySelectorAll(".preview li")].map((one) => one.textContent)).toEqual(["In its dashboard.", "Rights: WriteRead.", "Write", "Read."]);
  expect(preview().getByRole("link", { name: "Provide access" }).getAttribute("href")).toBe("#/settings/vault/crq_1");
});

test.each([["/app/projects/prj_1/brief", "Choose what to leave out"], ["/app/projects/prj_1", "Look at the budget"]])("a budget shows its figures, and leads to %s", async (path, act) => {
  await open([need({ kind: "over_budget", title: "Over the ceiling", path })], { "GET /projects/{project_id}": () => projectDetail() });

  await screen.findByText("Forecast");
  const led = document.querySelector<HTMLAnchorElement>(".preview [data-page]")!;
  expect([led.textContent, led.getAttribute("href")]).toEqual([act, path.replace("/app", "#")]);
});

test("access is declined from here, with a reason, and leaves the list by that", async () => {
  const access = need({ kind: "credential", title: "Provide access to Stripe", target_id: "crq_1" });
  const requests = [{ id: "crq_1", name: "Stripe", reason: "Payments need it.", how_to_obtain: "In its dashboard." }];
  const box = await open([access, message], { "GET /vault/requests": () => ({ requests, has_more: false, next_cursor: null }) as never, "POST /vault/requests/{request_id}/decline": () => ((box.items = [message]), {}) as never });
  await press("Decline");
  const dialog = within(await screen.findByRole("dialog", { name: /^Decline.*Stripe/ }));
  fireEvent.input(dialog.getByLabelText("Reason"), { target: { value: "We pay in cash." } });
  await act(async () => { fireEvent.submit(dialog.getByRole("button", { name: "Decline" }).closest("form")!); });

  await screen.findByText("Declined. The team works without it");
  expect(sent()).toMatchObject([{ path: "/vault/requests/crq_1/decline", body: { reason: "We pay in cash." } }]);
  await vi.waitFor(() => expect(rows()).toEqual([message.title]));
  expect(screen.queryByText(/^No longer waiting/)).toBeNull();
});

test("a key’s call has four answers, three without a work item; the one pressed is sent once", async () => {
  const call = (id: string, sentence: string) => need({ id, kind: "credential_use", title: `Decide on ${id}`, target_id: id, sentence });
  const box = await open([call("att_5", "The key Build wants to call, for wrk_1"), call("att_6", "The key Build wants to call")], {
    "POST /inbox/{item_id}/decide": ({ body }) => ((box.items = box.items.slice(1)), { id: "att_5", decision: body.decision, credential_id: "crd_1", decided_at: "2026-11-09T09:00:00Z" }),
  });
  await screen.findByRole("button", { name: "Allow for this work item" });
  fireEvent.click(screen.getByRole("button", { name: "Always allow" }));
  await press("Always allow");
  await screen.findByText("Allowed");

  expect(sent()).toMatchObject([{ path: "/inbox/att_5/decide", body: { decision: "always" } }]);
  await vi.waitFor(() => expect(screen.queryByRole("button", { name: "Allow for this work item" })).toBeNull());
  await press("Refuse");
  await screen.findByText("Refused");
});

test("handed-in work shows its evidence and what the CTO says, and is accepted with its hash, to be undone for ten seconds", async () => {
  const detail = {
    item: { id: "wrk_1", state: "in_review", criteria: [{ id: "K1", text: "A guest can book" }, { id: "K2", text: "A guest can cancel" }] },
    submissions: [{ worker: "build-1", summary: "Booking works.", links: ["https://example.org/pull/3"], submission_hash: "s1", evidence: ["K1", "K2"].map((criterion) => ({ criterion, met: false, text: "Not on phones", link: null })), recommendation: { decision: "return", doubts: ["Phones are missing."], opinion: null } }],
  } as unknown as WorkItemDetail;
  await open([need({ kind: "work_submitted", title: "Review “W1 Booking”", target_id: "wrk_1", path: "/app/projects/prj_1/work/wrk_1" }), message], { "GET /work-items/{work_id}": () => detail, "POST /work-items/{work_id}/review": () => ({}) as never });
  await preview().findByText("A guest can book");
  vi.useFakeTimers();
  for (const said of [ "Not met", "The same evidence for 2 criteria", "Not on phones", "Phones are missing.", /CTO suggests returning this/]) expect(preview().getByText(said)).toBeTruthy();
  await act(async () => { fireEvent.click(preview().getByRole("button", { name: "Accept anyway" })); });

  expect(rows()).toEqual([message.title]);
  await pass(UNDO_MS + 100);
  expect(sent()).toMatchObject([{ path: "/work-items/wrk_1/review", body: { decision: "accept", comment: null, submission_hash: "s1" } }]);
});

test("handed-in work that the CTO would return is returned from here, and leaves the list by that", async () => {
  const detail = {
    item: { id: "wrk_1", state: "in_review", criteria: [] },
    submissions: [{ worker: "build-1", summary: "Booking works.", links: ["https://example.org/pull/3"], submission_hash: "s1", evidence: [], recommendation: { decision: "return", doubts: ["Phones are missing."], opinion: null } }],
  } as unknown as WorkItemDetail;
  const box = await open([need({ kind: "work_submitted", target_id: "wrk_1" }), message], { "GET /work-items/{work_id}": () => detail, "POST /work-items/{work_id}/review": () => ((box.items = [message]), {}) as never });
  await press("Return…");
  await press("Copy the CTO’s doubts");
  await act(async () => { fireEvent.submit(document.querySelector("dialog form")!); });

  await vi.waitFor(() => expect(rows()).toEqual([message.title]));
  expect(sent()).toMatchObject([{ path: "/work-items/wrk_1/review", body: { decision: "return", comment: "Phones are missing.", submission_hash: "s1" } }]);
  expect(screen.queryByText(/^No longer waiting/)).toBeNull();
});

test("the preview of handed-in work says what its worker reports that it cost", async () => {
  const detail = {
    item: { id: "wrk_1", project_id: "prj_1", state: "in_review", criteria: [], likely_cost: 2100 },
    submissions: [{ worker: "build-1", summary: "Booking works.", links: [], submission_hash: "s1", evidence: [], cost: 4200, recommendation: { decision: null, doubts: [], opinion: null } }],
  } as unknown as WorkItemDetail;
  await open([need({ kind: "work_submitted", target_id: "wrk_1" })], { "GET /work-items/{work_id}": () => detail, "GET /projects/{project_id}": () => projectDetail() });

  expect((await preview().findByText(/^Reported cost/)).textContent!.replaceAll("\u00a0", " ")).toBe("Reported cost EUR 4,200 · Forecast EUR 2,100");
});

test("a paused project is resumed from here; of anything else one learns what it is, and where it is met", async () => {
  const box = await open([hold, message], { "POST /projects/{project_id}/status": () => ((box.items = [message]), {}) as never });
  await press("Resume project");
  await screen.findByText("Project resumed");
  expect(sent()).toMatchObject([{ path: "/projects/prj_2/status", body: { action: "resume" } }]);

  await vi.waitFor(() => expect(preview().getByText("1 unread message from the CEO")).toBeTruthy());
  expect(preview().getByRole("link", { name: "Read" }).getAttribute("href")).toBe("#/projects/prj_1/chat");
});

test("on a small screen the preview stands in the list’s place, at an address of its own; Escape leads back to the row", async () => {
  narrow();
  const box = await open([roadmap, message], { "POST /inbox/{item_id}/done": () => ((box.items = [roadmap]), message) });
  expect(screen.queryByRole("region", { name: "Preview" })).toBeNull();
  await act(async () => { fireEvent.click(screen.getByRole("link", { name: new RegExp(message.title) }), { detail: 1 }); });

  expect(location.hash).toBe("#/?item=att_2");
  expect(rows()).toEqual([]);
  expect(document.activeElement).toBe(preview().getByRole("heading", { level: 2 }));
  await strike("Escape");
  expect([location.hash, rows().length, document.activeElement?.closest("li")?.id]).toEqual(["#/", 2, "att_2"]);

  await strike("Enter");
  await act(async () => { fireEvent.click(document.activeElement!, { detail: 0 }); });
  await act(async () => { fireEvent.click(preview().getByRole("button", { name: "Done" })); });
  await vi.waitFor(() => expect(preview().getByRole("heading", { level: 2 }).textContent).toBe("Approve Roadmap")); // the next one
  await press("Inbox");
  expect(rows()).toEqual(["Approve Roadmap"]);
});

test("a press right after an item is shown was meant for the one before it", async () => {
  narrow();
  const ask = () => fireEvent.click(preview().getByRole("button", { name: "Request changes" }), { detail: 1 });
  await open([roadmap]);
  await act(async () => { fireEvent.click(screen.getByRole("link", { name: /Approve Roadmap/ }), { detail: 1 }); });
  const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now()); // before what it asks of the server is there
  await vi.waitFor(() => expect(preview().getByRole("button", { name: "Request changes" })).toBeTruthy());
  await act(async () => { ask(); });
  expect(screen.queryByLabelText("What should change?")).toBeNull();
  clock.mockReturnValue(Date.now() + 600);
  await act(async () => { ask(); });
  clock.mockRestore();

  await vi.waitFor(() => expect(screen.getByLabelText("What should change?")).toBeTruthy());
});

test("an address of something that has ended shows the list", async () => {
  narrow();
  history.replaceState(null, "", "#/inbox?item=att_9");
  await open([roadmap]);

  await vi.waitFor(() => expect(location.hash).toBe("#/inbox"));
  expect(rows()).toEqual(["Approve Roadmap"]);
});

test("whoever comes back goes on with the chosen row, or the one that took its place meanwhile", async () => {
  const box = await open([roadmap, message, hold]);
  await strike("j");
  cleanup();
  box.items = [roadmap, hold];
  render(<Desk />);

  await vi.waitFor(() => expect(chosen()).toBe(hold.title));
});

test.each([
  ["open", [project({ status: "active" })], [], "Every project is moving without you.", "Look at your projects", "#/projects"],
  ["open", [project({ status: "active" }), project({ id: "prj_2", name: "Harbour", status: "draft" })], [], "Nothing needs you", "Continue the brief of Harbour", "#/projects/prj_2/intake"],
  ["open", [project({ status: "active" })], [{ ...roadmap, state: "snoozed" as const }], "Nothing needs you", "Show snoozed", "#/inbox/snoozed"],
  ["open", [project({ status: "on_hold" })], [], "Nothing needs you", "Look at your projects", "#/projects"],
  ["open", [project({ example: true })], [], "Nothing needs you", "New project", "#/projects?new=1"],
])("an empty inbox says how things are, and what is worth doing next (%#)", async (_, projects, snoozed, title, label, href) => {
  const box = serveInbox([], { "GET /projects": () => ({ projects, has_more: false, next_cursor: null }) });
  box.snoozed = snoozed;
  render(<Desk />);

  expect((await screen.findByRole("link", { name: label })).getAttribute("href")).toBe(href);
  expect(screen.getByRole("heading", { level: 2 }).textContent).toBe(title);
});

test("what is snoozed says until when and can be brought back; a refusal says why", async () => {
  history.replaceState(null, "", "#/inbox/snoozed");
  const box = serveInbox([], { "POST /inbox/{item_id}/snooze": () => { throw new ApiError(404, "NOT_FOUND", "No such item in the inbox."); } });
  box.snoozed = [{ ...message, state: "snoozed", snoozed_until: "2026-11-12T16:00:00Z" }];
  render(<Desk />);
  await press("Bring back");

  await screen.findByText("No such item in the inbox.");
  expect(sent().map(({ body }) => body)).toEqual([{ until: "now" }]);
  expect(preview().getByText(/Snoozed until Thu,? 12 Nov 2026, 16:00/)).toBeTruthy();
  expect(screen.getByRole("button", { name: "Change time" })).toBeTruthy();
});

test("what is done is only looked at", async () => {
  history.replaceState(null, "", "#/inbox/done");
  serve({ ...DONE, "GET /events": () => QUIET, "GET /projects": () => ({ projects: [], has_more: false, next_cursor: null }), "GET /inbox": ({ query }) => page(...(query.state === "done" ? [{ ...roadmap, state: "done" as const, ended_at: new Date().toISOString(), sentence: "Roadmap, revision 1, was approved" }] : [])) });
  render(<Desk />);

  await screen.findByText("Roadmap, revision 1, was approved");
  expect(screen.queryByRole("checkbox")).toBeNull();
  expect(preview().getAllByRole("link").map((one) => one.textContent)).toEqual(["Bakery", "Open"]);
  await strike("a", "e", "x");
  expect(sent()).toEqual([]);
});

test("a list that can’t be read says why and is read again; a document that can’t says so in its place", async () => {
  let refuses = true;
  serveInbox([roadmap], {
    "GET /inbox": () => { if (refuses) throw new ApiError(503, "UNAVAILABLE", "Try later."); return page(roadmap); },
    "GET /projects/{project_id}/deliverables/{deliverable_id}": () => { throw new ApiError(503, "UNAVAILABLE", "No document now."); },
  });
  render(<Desk />);
  await screen.findByText("Try later.");
  refuses = false;
  await press("Try again");

  await screen.findByText("No document now.");
  expect(preview().getByRole("button", { name: "Approve" })).toBeTruthy();
});

test("whoever is new has the first steps above the list; whoever has been here for a month has not", async () => {
  setSession({ user: { id: "usr_1", name: "Ada" }, account: { timezone: "UTC", created_at: new Date().toISOString() }, proved_at: new Date().toISOString() } as SessionView);
  serveInbox([], { "GET /dashboard/summary": () => ({ keys_active: 1 }) as never });
  render(<Desk />);

  await screen.findByRole("heading", { name: "Get started" });
});
