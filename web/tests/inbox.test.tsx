import { act, fireEvent, render, screen, within } from "@testing-library/preact";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../src/api/call";
import type { InboxItem } from "../src/api/schema";
import { Inbox } from "../src/pages/inbox";
import { asked, serve } from "./server";

const item = (given: Partial<InboxItem> = {}): InboxItem => ({
  id: "att_1", state: "open", kind: "approval", project_id: "prj_1", project_name: "Bakery", sentence: "Roadmap has waited 5 hours for your approval",
  since: "2026-11-09T09:00:00Z", priority: "high", action: "decide_approval", needs_decision: true, target_id: "apr_1",
  path: "/app/projects/prj_1/deliverables/dlv_1", revision: 1, content_hash: "0", snoozed_until: null, ended_at: null, ...given,
});
const unread = item({ id: "att_2", kind: "unread", priority: "medium", needs_decision: false, path: "/app/ceo/prj_1", sentence: "1 unread message from the CEO" });
const page = (...items: InboxItem[]) => ({ items, has_more: false, next_cursor: null });
const sent = () => asked.filter(({ route }) => !route.startsWith("GET"));
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole("button", { name }));

beforeEach(() => vi.spyOn(location, "hash", "set").mockReturnValue());
afterEach(() => vi.restoreAllMocks());

test("each item leads to where it is met, and only what needs no decision can be marked as done", async () => {
  serve({ "GET /inbox": () => page(item(), unread) });
  render(<Inbox tab={undefined} />);

  const [approval, message] = await screen.findAllByRole("listitem");

  expect(within(approval!).getByRole("link").getAttribute("href")).toBe("#/projects/prj_1/deliverables/dlv_1");
  expect(within(approval!).queryByRole("button", { name: /^Done/ })).toBeNull();
  expect(within(message!).getByRole("link").getAttribute("href")).toBe("#/ceo/prj_1");
  expect(within(message!).getByRole("button", { name: "Done Bakery: 1 unread message from the CEO" })).toBeTruthy();
  expect(asked[0]!.query).toEqual({ state: "open", limit: "100" });
});

test("nothing needs you is said of the open ones, and each state says its own", async () => {
  serve({ "GET /inbox": () => page() });
  const { rerender } = render(<Inbox tab={undefined} />);
  await screen.findByRole("heading", { name: "Nothing needs you" });

  rerender(<Inbox tab="snoozed" />);
  await screen.findByRole("heading", { name: "Nothing is snoozed" });
  rerender(<Inbox tab="done" />);
  await screen.findByRole("heading", { name: "Nothing has ended yet" });

  expect(asked.map(({ query }) => query.state)).toEqual(["open", "snoozed", "done"]);
});

test("marked as done, it leaves the list, and the focus goes to the heading", async () => {
  let open = [item(), unread];
  serve({
    "GET /inbox": () => page(...open),
    "POST /inbox/{item_id}/done": () => {
      open = [item()];
      return { ...unread, state: "done" };
    },
  });
  render(<Inbox tab={undefined} />);

  await press(/^Done Bakery/);

  await vi.waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(1));
  expect(sent().map(({ path }) => path)).toEqual(["/inbox/att_2/done"]);
  await vi.waitFor(() => expect(document.activeElement?.tagName).toBe("H1"));
});

test("snoozed by a preset or in words, as typed last", async () => {
  serve({
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
    text: "at 5pm", schedule: "once", next_runs: ["2026-11-09T16:00:00Z"],
  });
  serve({
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
  serve({ "GET /inbox": () => page(failing) });
  render(<Inbox tab={undefined} />);

  const row = await screen.findByRole("listitem");

  expect(within(row).getByText("Your account")).toBeTruthy();
  expect(within(row).getByRole("link").getAttribute("href")).toBe("#/webhooks/whk_1");
  expect(within(row).getByRole("button", { name: `Done Your account: ${sentence}` })).toBeTruthy();
});

test("a key's wish to call is decided where it stands", async () => {
  const wish = item({ kind: "credential_use", action: "decide_credential_use", sentence: "Credential Stripe: the key Build has wanted to call GET api.example.com/v1" });
  serve({ "GET /inbox": () => page(wish), "POST /inbox/{item_id}/decide": () => ({ id: "att_1", decision: "always", credential_id: "crd_1", decided_at: "2026-11-09T09:00:00Z" }) });
  render(<Inbox tab={undefined} />);

  await press(/^Decide/);
  expect(screen.queryByLabelText("For this work item")).toBeNull();
  fireEvent.click(await screen.findByText("Always"));
  await act(async () => { fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Decide" })); });

  expect(sent()).toMatchObject([{ route: "POST /inbox/{item_id}/decide", body: { decision: "always" } }]);
});
