import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/preact";
import { useEffect } from "preact/hooks";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../src/api/call";
import { useLive } from "../src/api/live";
import type { EventView, InboxItem } from "../src/api/schema";
import { press as keyPressed } from "../src/lib/keys";
import { Inbox } from "../src/pages/inbox";
import { toast, Toasts } from "../src/ui/toast";
import { asked, serve } from "./server";

const item = (given: Partial<InboxItem> = {}): InboxItem => ({
  id: "att_1", state: "open", kind: "approval", project_id: "prj_1", project_name: "Bakery", title: "Approve Roadmap", blocks: null, sentence: "Roadmap has waited 5 hours for your approval",
  since: "2026-11-09T09:00:00Z", priority: "high", action: "decide_approval", needs_decision: true, target_id: "apr_1",
  path: "/app/projects/prj_1/deliverables/dlv_1", revision: 1, content_hash: "0", snoozed_until: null, ended_at: null, ...given,
});
const unread = item({ id: "att_2", kind: "unread", priority: "medium", needs_decision: false, path: "/app/ceo/prj_1", sentence: "1 unread message from the CEO" });
const page = (...items: InboxItem[]) => ({ items, has_more: false, next_cursor: null });
const waited = (...hours: [name: string, hours: number][]) => ({
  needs_attention: hours.map(([name, hours_waited_on_you]) => ({ id: name, name, reason: "", priority: "high" as const, hours_waited_on_you })),
  on_track: [], drafts: [], completed_recently: [], summary: "",
});
/** The inbox of an account whose projects have waited for nobody. */
const serveInbox = (answers: Parameters<typeof serve>[0]) => serve({ "GET /pa/projects": () => waited(), ...answers });
/** The pages around the inbox that matter to it: the keys, what is said in passing, the feed. */
function Desk({ tab }: { tab?: string }) {
  useLive();
  useEffect(() => {
    document.addEventListener("keydown", keyPressed);
    return () => document.removeEventListener("keydown", keyPressed);
  }, []);
  return <><Inbox tab={tab} /><Toasts /></>;
}
const strike = (key: string) => act(async () => { fireEvent.keyDown(document.activeElement ?? document.body, { key }); });
const focused = () => document.activeElement?.textContent;
const sent = () => asked.filter(({ route }) => !route.startsWith("GET"));
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole("button", { name }));

beforeEach(() => vi.spyOn(location, "hash", "set").mockReturnValue());
afterEach(() => vi.restoreAllMocks());

test("each item leads to where it is met, and only what needs no decision can be marked as done", async () => {
  serveInbox({ "GET /inbox": () => page(item(), unread) });
  render(<Inbox tab={undefined} />);

  const [approval, message] = await screen.findAllByRole("listitem");

  expect(within(approval!).getByRole("link").getAttribute("href")).toBe("#/projects/prj_1/deliverables/dlv_1");
  expect(within(approval!).queryByRole("button", { name: /^Done/ })).toBeNull();
  expect(within(message!).getByRole("link").getAttribute("href")).toBe("#/ceo/prj_1");
  expect(within(message!).getByRole("button", { name: "Done Bakery: 1 unread message from the CEO" })).toBeTruthy();
  expect(asked.find(({ route }) => route === "GET /inbox")!.query).toEqual({ state: "open", limit: "100" });
});

test("nothing needs you is said of the open ones, and each state says its own", async () => {
  serveInbox({ "GET /inbox": () => page() });
  const { rerender } = render(<Inbox tab={undefined} />);
  await screen.findByRole("heading", { name: "Nothing needs you" });

  rerender(<Inbox tab="snoozed" />);
  await screen.findByRole("heading", { name: "Nothing is snoozed" });
  rerender(<Inbox tab="done" />);
  await screen.findByRole("heading", { name: "Nothing has ended yet" });

  expect(asked.filter(({ route }) => route === "GET /inbox").map(({ query }) => query.state)).toEqual(["open", "snoozed", "done"]);
});

test("marked as done, it leaves the list, and the focus goes to the row that takes its place, the last one's to the heading", async () => {
  let open = [unread, item({ id: "att_3", needs_decision: false, kind: "blocked", sentence: "On hold until you resume it" })];
  serveInbox({
    "GET /inbox": () => page(...open),
    "POST /inbox/{item_id}/done": ({ path }) => {
      open = open.filter((one) => !path.includes(one.id));
      return { ...unread, state: "done" };
    },
  });
  render(<Inbox tab={undefined} />);
  const button = await screen.findByRole("button", { name: /^Done Bakery: 1 unread/ });
  button.focus();

  fireEvent.click(button);

  await vi.waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(1));
  expect(sent().map(({ path }) => path)).toEqual(["/inbox/att_2/done"]);
  await vi.waitFor(() => expect(focused()).toContain("On hold until you resume it"));

  await press(/^Done Bakery: On hold/);
  await vi.waitFor(() => expect(document.activeElement?.tagName).toBe("H1"));
});

test("snoozed by a preset or in words, as typed last", async () => {
  serveInbox({
    "GET /inbox": () => page(item()),
    "POST /inbox/{item_id}/snooze": () => item({ state: "snoozed", snoozed_until: "2026-11-12T16:00:00Z" }),
  });
  render(<Inbox tab={undefined} />);
  await press(/^Snooze Bakery/);
  fireEvent.click(screen.getByLabelText("Next Monday"));
  fireEvent.input(screen.getByLabelText("Or in words"), { target: { value: "until Thursday 5pm" } });

  await press("Snooze");

  await vi.waitFor(() => expect(sent().map(({ body }) => body)).toEqual([{ until: "until Thursday 5pm" }]));
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("unclear words are refused at the field, and one press sends what was offered", async () => {
  const refusal = new ApiError(400, "SCHEDULE_UNCLEAR", "“at 5” is unclear.", [{ field: "until", message: "“at 5” is unclear." }], {
    task: "", when: "at 5pm", schedule: "once", next_runs: ["2026-11-09T16:00:00Z"],
  });
  serveInbox({
    "GET /inbox": () => page(item()),
    "POST /inbox/{item_id}/snooze": ({ body }) => {
      if (body.until === "at 5") throw refusal;
      return item({ state: "snoozed", snoozed_until: "2026-11-09T16:00:00Z" });
    },
  });
  render(<Inbox tab={undefined} />);
  await press(/^Snooze Bakery/);
  fireEvent.input(screen.getByLabelText("Or in words"), { target: { value: "at 5" } });
  await press("Snooze");
  await screen.findByText("“at 5” is unclear.");
  expect(screen.getByLabelText("Or in words").getAttribute("aria-invalid")).toBe("true");

  await press(/^Use this: at 5pm/);

  await vi.waitFor(() => expect(sent().map(({ body }) => body.until)).toEqual(["at 5", "at 5pm"]));
  await act(() => Promise.resolve());
});

test("what belongs to no project is said to be the account's, and leads to its webhook", async () => {
  const sentence = "Webhook to hooks.example.com: every delivery has failed for 1 day";
  const failing = item({ kind: "webhook_failing", project_id: null, project_name: null, sentence, priority: "medium", needs_decision: false, path: "/app/webhooks/whk_1" });
  serveInbox({ "GET /inbox": () => page(failing) });
  render(<Inbox tab={undefined} />);

  const row = await screen.findByRole("listitem");

  expect(within(row).getByText("Your account")).toBeTruthy();
  expect(within(row).getByRole("link").getAttribute("href")).toBe("#/webhooks/whk_1");
  expect(within(row).getByRole("button", { name: `Done Your account: ${sentence}` })).toBeTruthy();
});

test("a key's wish to call is decided where it stands", async () => {
  const wish = item({ kind: "credential_use", action: "decide_credential_use", sentence: "Credential Stripe: the key Build has wanted to call GET api.example.com/v1" });
  serveInbox({ "GET /inbox": () => page(wish), "POST /inbox/{item_id}/decide": () => ({ id: "att_1", decision: "always", credential_id: "crd_1", decided_at: "2026-11-09T09:00:00Z" }) });
  render(<Inbox tab={undefined} />);

  await press(/^Decide/);
  expect(screen.queryByLabelText("For this work item")).toBeNull();
  fireEvent.click(await screen.findByText("Always"));
  await act(async () => { fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Decide" })); });

  expect(sent()).toMatchObject([{ route: "POST /inbox/{item_id}/decide", body: { decision: "always" } }]);
});

const three = () => [item(), unread, item({ id: "att_3", kind: "blocked", needs_decision: false, sentence: "On hold until you resume it", path: "/app/projects/prj_2", project_name: "Harbour" })];
const NOTHING_HAPPENED = { events: [], has_more: false, last_sequence: 7, next_before: null };

test("j and k move through the rows, and stop at the ends", async () => {
  serveInbox({ "GET /inbox": () => page(...three()), "GET /events": () => NOTHING_HAPPENED });
  render(<Desk />);
  await screen.findAllByRole("listitem");

  const seen = [];
  for (const key of ["k", "j", "j", "j", "k", "k", "k"]) {
    await strike(key);
    seen.push(screen.getAllByRole("listitem").findIndex((row) => row.contains(document.activeElement)));
  }

  expect(seen).toEqual([0, 1, 2, 2, 1, 0, 0]);
  expect(document.activeElement?.getAttribute("href")).toBe("#/projects/prj_1/deliverables/dlv_1"); // Enter opens it
  expect(screen.getAllByRole("listitem").map((row) => row.classList.contains("chosen"))).toEqual([true, false, false]);
});

test("e marks the chosen row as done, the next one is chosen, and z brings it back", async () => {
  let open = three();
  serveInbox({
    "GET /inbox": () => page(...open),
    "GET /events": () => NOTHING_HAPPENED,
    "POST /inbox/{item_id}/done": () => {
      open = open.filter(({ id }) => id !== "att_2");
      return { ...unread, state: "done" };
    },
    "POST /inbox/{item_id}/snooze": () => {
      open = three();
      return unread;
    },
  });
  render(<Desk />);
  await screen.findAllByRole("listitem");
  await strike("k");
  await strike("e"); // a decision
  await screen.findByText(/waits for your decision, so/);
  expect(sent()).toEqual([]);

  await strike("j");
  await strike("e");
  await screen.findByText("Marked as done");
  act(() => toast("Roadmap is approved")); // of a page that was left before its answer came
  expect(screen.getByRole("button", { name: "Undo" })).toBeTruthy();
  await vi.waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(2));
  await vi.waitFor(() => expect(focused()).toContain("On hold until"));
  await strike("z");

  await vi.waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(3));
  expect(sent().map(({ path, body }) => [path, body])).toEqual([["/inbox/att_2/done", undefined], ["/inbox/att_2/snooze", { until: "now" }]]);
  expect(screen.getAllByRole("listitem")[1]!.classList.contains("chosen")).toBe(true);
  await vi.waitFor(() => expect(focused()).toContain("1 unread message"));
});

test("s asks until when, the keys rest under the dialog, and the row that takes its place is chosen", async () => {
  let open = three();
  serveInbox({
    "GET /inbox": () => page(...open),
    "GET /events": () => NOTHING_HAPPENED,
    "POST /inbox/{item_id}/snooze": () => {
      open = open.slice(1);
      return item({ state: "snoozed", snoozed_until: "2026-11-12T16:00:00Z" });
    },
  });
  render(<Desk />);
  await screen.findAllByRole("listitem");
  await strike("k");
  await strike("s");
  await screen.findByRole("dialog");
  await strike("j");
  await act(async () => { fireEvent.keyDown(document.body, { key: "j" }); });
  expect(screen.getAllByRole("listitem", { hidden: true })[0]!.classList.contains("chosen")).toBe(true);

  await act(async () => { fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Snooze" })); });

  await screen.findByText(/^Snoozed until/);
  await vi.waitFor(() => expect(focused()).toContain("1 unread message"));
  expect(screen.getByRole("button", { name: "Undo" })).toBeTruthy();
});

test("what cannot be brought back any more says why", async () => {
  serveInbox({
    "GET /inbox": () => page(item({ state: "snoozed", snoozed_until: "2026-11-12T16:00:00Z" })),
    "GET /events": () => NOTHING_HAPPENED,
    "POST /inbox/{item_id}/snooze": () => { throw new ApiError(404, "NOT_FOUND", "No such item in the inbox."); },
  });
  render(<Desk tab="snoozed" />);

  await press(/^Bring back/);

  await screen.findByText("No such item in the inbox.");
  expect(sent().map(({ body }) => body)).toEqual([{ until: "now" }]);
});

test("what was decided elsewhere stays for some seconds with who and when, then is gone", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], now: Date.parse("2026-11-09T10:00:00Z") });
  const decided = {
    id: "evt_8", type: "approval.decided" as const, timestamp: "2026-11-09T10:00:03Z", sequence: 8,
    data: { id: "apr_1", project_id: "prj_1", summary: "Bakery: Roadmap, revision 1, was approved by anna@example.org" },
  };
  let open = [item(), unread];
  serveInbox({
    "GET /inbox": () => page(...open),
    "GET /events": ({ query }) => (query.after && open.length === 1 ? { ...NOTHING_HAPPENED, events: [decided], last_sequence: 8 } : NOTHING_HAPPENED),
  });
  render(<Desk />);
  await act(() => vi.advanceTimersByTimeAsync(100).then(() => undefined));
  expect(screen.getAllByRole("listitem")).toHaveLength(2);

  open = [unread];
  await act(() => vi.advanceTimersByTimeAsync(5100).then(() => undefined));

  const [gone, left] = screen.getAllByRole("listitem");
  expect(gone!.textContent).toContain("Roadmap, revision 1, was approved by anna@example.org, just now");
  expect(within(gone!).queryByRole("button")).toBeNull();
  expect(left!.textContent).toContain("1 unread message");
  await act(() => vi.advanceTimersByTimeAsync(12_100).then(() => undefined));
  expect(screen.getAllByRole("listitem")).toHaveLength(1);
  vi.useRealTimers();
});

test("what became of it is said once the feed has told, although the list knew first", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"], now: Date.parse("2026-11-09T10:00:00Z") });
  const decided = {
    id: "evt_8", type: "approval.decided" as const, timestamp: "2026-11-09T10:00:03Z", sequence: 18,
    data: { id: "apr_2", project_id: "prj_1", summary: "Bakery: Roadmap, revision 1, was approved by anna@example.org" },
  };
  const other: EventView = { ...decided, id: "evt_7", type: "message.received" as const, sequence: 17, data: { id: "apr_9", project_id: "prj_2", summary: "Another" } };
  let open = [item({ target_id: "apr_2" }), unread];
  let telling: EventView = other;
  serveInbox({
    "GET /inbox": () => page(...open),
    "GET /events": ({ query }) => (query.after && open.length === 1 && Number(query.after) < telling.sequence ? { ...NOTHING_HAPPENED, events: [telling], last_sequence: telling.sequence } : { ...NOTHING_HAPPENED, last_sequence: Number(query.after ?? 16) }),
  });
  render(<Desk />);
  await act(() => vi.advanceTimersByTimeAsync(100).then(() => undefined));

  open = [unread];
  await act(() => vi.advanceTimersByTimeAsync(5100).then(() => undefined));
  expect(screen.getAllByRole("listitem")[0]!.textContent).toContain("No longer needs you");
  telling = decided;
  await act(() => vi.advanceTimersByTimeAsync(6000).then(() => undefined));
  expect(screen.getAllByRole("listitem")[0]!.textContent).toContain("was approved by anna@example.org");
  vi.useRealTimers();
});

test("the projects that waited longest say for how many hours", async () => {
  serveInbox({ "GET /inbox": () => page(), "GET /pa/projects": () => waited(["Bakery", 1], ["Harbour", 30], ["Museum", 0]) });
  render(<Inbox tab={undefined} />);

  await waitFor(() => expect(screen.getByRole("banner").textContent).toContain("In all, Harbour has waited 30 hours for you, Bakery has waited 1 hour for you."));
});

test("a call for a work item can be allowed for that item; one for none can't", async () => {
  const call = (id: string, sentence: string) => item({ id, target_id: id, project_name: id, kind: "credential_use", action: "decide_credential_use", sentence });
  serveInbox({ "GET /inbox": () => page(call("One", "A call by the key Build has waited; its reason: “rates”, for the work item wrk_1"), call("Other", "A call by the key Build has waited")) });
  render(<Inbox tab={undefined} />);

  await press(/^Decide One/);
  expect(screen.getByText("For this work item")).toBeTruthy();
  await press("Cancel");
  await press(/^Decide Other/);
  expect(screen.queryByText("For this work item")).toBeNull();
});

test("whoever comes back goes on by Enter: with the chosen row, or the one that took its place while they were away", async () => {
  let open = three();
  serveInbox({ "GET /inbox": () => page(...open), "GET /events": () => NOTHING_HAPPENED });
  const before = render(<Desk />);
  await screen.findAllByRole("listitem");
  await strike("j");
  while (!focused()?.includes("unread")) await strike("j");
  before.unmount();

  open = open.filter(({ id }) => id !== "att_2");
  render(<Desk />);
  const next = () => screen.getByRole("link", { name: /On hold until/ });
  await vi.waitFor(() => expect(next().closest("li")!.classList.contains("chosen")).toBe(true));
  act(() => screen.getByRole("heading", { level: 1 }).focus()); // as the shell does
  const opened = vi.fn((event: Event) => event.preventDefault());
  next().addEventListener("click", opened);
  await strike("Enter");
  expect(opened).toHaveBeenCalledTimes(1);

  act(() => screen.getByRole("button", { name: "Snoozed" }).focus());
  await strike("Enter"); // what has the focus does its own
  expect(opened).toHaveBeenCalledTimes(1);
});
