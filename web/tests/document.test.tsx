import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/preact";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../src/api/call";
import type { ApprovalView, DeliverableState, DocumentView, SessionView } from "../src/api/schema";
import { client } from "../src/api/data";
import { setSession } from "../src/api/session";
import { press as keyPressed } from "../src/lib/keys";
import { Deliverable } from "../src/pages/deliverable";
import { Toasts } from "../src/ui/toast";
import { detail, whole } from "./records";
import { asked, serve } from "./server";

const AT = "2026-11-09T09:00:00Z";
const TEXT = "# Product brief\n\n## Must-haves\n\n| id | what |\n|---|---|\n| R1 | Order bread |\n| R2 | Deliver on Monday |\n\nWe send the newsletter weekly.";
const OLD = "# Product brief\n\n## Must-haves\n\n| id | what |\n|---|---|\n| R1 | Order bread |\n\nWe send the newsletter daily.";
const GET = "GET /projects/{project_id}/deliverables/{deliverable_id}";
const REVISION = "GET /projects/{project_id}/deliverables/{deliverable_id}/revisions/{revision}";
const APPROVALS = "GET /projects/{project_id}/approvals";
const DECIDE = "POST /projects/{project_id}/approvals/{approval_id}";
const user = (id: string): SessionView => ({ user: { id }, account: { timezone: "UTC" } }) as SessionView;

const document_ = (given: Partial<DocumentView> = {}): DocumentView => whole({
  revision: 2, content: TEXT, content_hash: "h2",
  history: [{ revision: 1, at: AT, content_hash: "h1", comment: null }, { revision: 2, at: AT, content_hash: "h2", comment: "weekly, not daily" }], ...given,
});
const approval = (given: Partial<ApprovalView> = {}): ApprovalView => ({
  id: "apr_2", project_id: "prj_1", deliverable_id: "dlv_1", kind: "product_brief", title: "Product brief", revision: 2, content_hash: "h2", status: "pending",
  comment: null, created_at: AT, decided_at: null, decided_by: null, decided: null, next_approval_id: null, ...given,
});
const item = (id: string, project = "prj_1") => ({ id, kind: "approval", state: "open", project_id: project, project_name: "Bakery", sentence: `${id}, revision 1, waits for your decision`, path: `/app/projects/${project}/deliverables/${id}` });

let state: DeliverableState = "in_review";
function open({ more = {}, given = {}, items = [] as object[] }: { more?: object; given?: Partial<DocumentView>; items?: object[] } = {}) {
  serve({
    [GET]: () => document_({ state, ...given }),
    [REVISION]: ({ path }: { path: string }) => ({ deliverable_id: "dlv_1", revision: path.endsWith("1") ? 1 : 2, at: AT, content_hash: "h", comment: null, content: path.endsWith("1") ? OLD : TEXT }),
    [APPROVALS]: () => ({ approvals: [approval(state === "in_review" ? {} : { status: "approved", decided: "It was approved." })], has_more: false, next_cursor: null }),
    [DECIDE]: ({ body }: { body: { decision: string } }) => { state = body.decision === "approve" ? "approved" : "changes_requested"; return approval(); },
    "GET /inbox": () => ({ items, has_more: false, next_cursor: null }) as never,
    "GET /projects/{project_id}": () => detail(),
    ...more,
  });
  return render(<><Deliverable id="dlv_1" project="prj_1" /><Toasts /></>);
}
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole("button", { name }));
const type = (label: string | RegExp, value: string) => fireEvent.input(screen.getByLabelText(label), { target: { value } });
const sent = (route: string = DECIDE) => asked.filter((one) => one.route === route);
const strike = (key: string) => act(async () => { fireEvent.keyDown(document.activeElement ?? document.body, { key }); });
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms).then(() => undefined));

beforeEach(() => {
  state = "in_review";
  sessionStorage.clear();
  setSession(user("usr_1"));
  document.addEventListener("keydown", keyPressed);
});
afterEach(() => {
  document.removeEventListener("keydown", keyPressed);
  vi.useRealTimers();
  vi.restoreAllMocks();
  cleanup();
  setSession(null);
});

// Approving

test("an approval is sent after ten seconds, once, and what comes next is offered", async () => {
  open({ items: [item("dlv_9", "prj_2"), item("dlv_1"), item("Roadmap")] });
  await screen.findByRole("button", { name: "Approve" });
  vi.useFakeTimers();
  fireEvent.click(screen.getByRole("button", { name: "Approve" }));
  expect(screen.getByRole("button", { name: "Cancel" })).toBe(document.activeElement);
  expect(screen.getByText(/You approve Product brief in 10 seconds/).getAttribute("role")).toBe("status");

  await pass(9700);
  expect(sent()).toHaveLength(0);
  await pass(600);

  expect(sent().map(({ body }) => body)).toEqual([{ decision: "approve", comment: null, content_hash: "h2" }]);
  await pass(500);
  expect(document.activeElement).toBe(screen.getByRole("link", { name: /^Next to decide/ }));
  await pass(15_000);
  expect(sent()).toHaveLength(1);
  expect(screen.getByRole("link", { name: /Next to decide: Roadmap, revision 1/ }).getAttribute("href")).toBe("#/projects/prj_1/deliverables/Roadmap");
});

test.each(["the button", "Escape"])("an approval is cancelled by %s, and the focus goes back", async (by) => {
  open();
  await screen.findByRole("button", { name: "Approve" });
  vi.useFakeTimers();
  fireEvent.click(screen.getByRole("button", { name: "Approve" }));
  await pass(4000);

  if (by === "Escape") fireEvent.keyDown(document.activeElement!, { key: "Escape" });
  else fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await pass(20_000);

  expect(sent()).toHaveLength(0);
  expect(screen.getByText("Cancelled. Nothing was sent.")).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Approve" }));
});

test("leaving the page cancels an approval, and says so", async () => {
  const page = open();
  await screen.findByRole("button", { name: "Approve" });
  vi.useFakeTimers();
  fireEvent.click(screen.getByRole("button", { name: "Approve" }));
  await pass(2000);

  page.rerender(<>{null}<Toasts /></>);
  await pass(300);

  expect(screen.getByText(/Nothing is approved: you left the page/)).toBeTruthy();
  await pass(20_000);
  expect(sent()).toHaveLength(0);
});

test("a page that is loaded anew sends nothing, and says that nothing was sent", async () => {
  sessionStorage.setItem("atrium/usr_1/approving/dlv_1/2", "1");
  open();

  expect(await screen.findByText(/Your approval was not sent: the page was left/)).toBeTruthy();
  expect(sessionStorage.length).toBe(0);
  expect(sent()).toHaveLength(0);
});

test("what was decided elsewhere meanwhile is not sent again", async () => {
  open();
  await screen.findByRole("button", { name: "Approve" });
  vi.useFakeTimers();
  fireEvent.click(screen.getByRole("button", { name: "Approve" }));
  await pass(2000);
  state = "approved";
  await act(() => client.invalidateQueries().then(() => undefined));
  await pass(300); // drawn
  await pass(20_000);

  expect(sent()).toHaveLength(0);
  expect(screen.getByText("It was approved.")).toBeTruthy();
});

test("a device that slept does not send an hour later", async () => {
  open();
  await screen.findByRole("button", { name: "Approve" });
  vi.useFakeTimers();
  fireEvent.click(screen.getByRole("button", { name: "Approve" }));
  await pass(1000);
  vi.setSystemTime(Date.now() + 3_600_000);
  await pass(1000);

  expect(sent()).toHaveLength(0);
  expect(screen.getByText(/this device slept/)).toBeTruthy();
});

test("an approval that the network lost is said, and can be given again", async () => {
  let lost = true;
  open({ more: { [DECIDE]: () => { if (lost) throw new ApiError(503, "UNAVAILABLE", "Try again later."); state = "approved"; return approval(); } } });
  await press("Approve");
  await press("Approve now");
  expect((await screen.findByRole("alert")).textContent).toContain("Try again later.");

  lost = false;
  await press("Approve");
  await press("Approve now");

  await screen.findByText("Approved");
});

test("an edit while the seconds run cancels the approval, and says so", async () => {
  let hash = "h2";
  open({ more: { [GET]: () => document_({ state, content_hash: hash }) } });
  await screen.findByRole("button", { name: "Approve" });
  vi.useFakeTimers();
  fireEvent.click(screen.getByRole("button", { name: "Approve" }));
  await pass(2000);
  hash = "h3";
  await act(() => client.invalidateQueries().then(() => undefined));
  await pass(300); // drawn
  await pass(20_000);

  expect(screen.getByText(/the text was edited meanwhile/)).toBeTruthy();
  expect(sent()).toHaveLength(0);
});

test("an approval of a text that was edited elsewhere is refused in words, and the text is read again", async () => {
  let reads = 0;
  open({ more: { [GET]: () => document_({ state, content_hash: `h${(reads += 1)}` }), [DECIDE]: () => { throw new ApiError(409, "REVISION_REPLACED", "Somebody has edited this text since you read it. Read it again, then decide."); } } });
  await press("Approve");
  await press("Approve now");

  expect((await screen.findByRole("alert")).textContent).toContain("Somebody has edited this text");
  expect(reads).toBe(2);
  expect(sent()[0]!.body.content_hash).toBe("h1");
});

test.each([[true, undefined], [false, false]])("the delivery plan's work is handed out unless its tick is taken away: %s", async (ticked, handed) => {
  open({ given: { kind: "delivery_plan" } });
  const box = await screen.findByRole<HTMLInputElement>("checkbox", { name: "Hand its work out" });
  expect(box.checked).toBe(true);
  if (!ticked) fireEvent.click(box);
  await press("Approve");
  await press("Approve now");

  await waitFor(() => expect(sent().map(({ body }) => body.hand_out_work)).toEqual([handed]));
});

// Requesting changes

test("one comment is sent word for word, and is then the customer's move", async () => {
  open();
  await press("Request changes");
  type("What should change?", "R1: ring the bell\nMore tea. ");
  await press("Send");

  await waitFor(() => expect(sent().map(({ body }) => body)).toEqual([{ decision: "request_changes", comment: "R1: ring the bell\nMore tea." }]));
  expect(await screen.findByText("Your move: edit it, then present it again.")).toBeTruthy();
  expect(sessionStorage.length).toBe(0);
});

test("nothing is sent without a word, and the dialog leads to the brief", async () => {
  open();
  await press("Request changes");

  await press("Send");

  expect(sent()).toEqual([]);
  expect(document.activeElement).toBe(screen.getByLabelText("What should change?"));
  expect(screen.getByRole("link", { name: "the brief" }).getAttribute("href")).toBe("#/projects/prj_1/brief");
});

test("a document of an archive is read, and nothing is decided about it", async () => {
  open({ more: { "GET /projects/{project_id}": () => detail({ archived: true }) } });

  await waitFor(() => expect(screen.queryByRole("button", { name: "Approve" })).toBeNull());
  expect(await screen.findByText("We send the newsletter weekly.")).toBeTruthy();
});

test("what was typed in the dialog is there after a reload, for the same person alone", async () => {
  const first = open();
  await press("Request changes");
  type("What should change?", "more tea");
  first.unmount();

  const second = open();
  expect(await screen.findByText(/You have begun a comment/)).toBeTruthy();
  await press("Request changes");
  expect(screen.getByLabelText<HTMLTextAreaElement>("What should change?").value).toBe("more tea");
  second.unmount();

  setSession(user("usr_2"));
  open();
  await screen.findByText("Revision 2 waits for your decision.");
  expect(screen.queryByText(/You have begun a comment/)).toBeNull();
});

test("a lost network in the dialog loses nothing, and a long comment is refused in words", async () => {
  const long = "gift cards for everybody 🎁 ".repeat(400);
  open({ more: {
    [DECIDE]: ({ body: { comment: text } }: { body: { comment: string } }) => {
      if (text.length > 4000) throw new ApiError(400, "VALIDATION_ERROR", "Some fields are wrong.", [{ field: "comment", message: "This must be at most 4,000 characters." }]);
      throw new ApiError(0, "OFFLINE", "Atrium can’t be reached.");
    },
  } });
  await press("Request changes");
  type("What should change?", "drop this");
  await press("Send");
  expect((await screen.findByRole("alert")).textContent).toContain("can’t be reached");
  type("What should change?", long);
  await press("Send");

  expect(await screen.findByText("This must be at most 4,000 characters.")).toBeTruthy();
  expect(screen.getByLabelText<HTMLTextAreaElement>("What should change?").value).toBe(long);
});

test("a approves, r asks for changes, and neither does while it counts or is settled", async () => {
  open();
  await screen.findByRole("button", { name: "Approve" });
  await strike("r");
  expect(screen.getByRole("dialog", { name: "Request changes" })).toBeTruthy();
  await strike("a");
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(screen.getByRole("button", { name: "Approve" })).toBeTruthy(); // keys rest under a dialog

  await strike("a");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Cancel" }));
  await strike("r");
  expect(screen.queryByRole("dialog")).toBeNull();
  await press("Approve now");
  await screen.findByText("It was approved.");
  await strike("a");
  expect(sent().map(({ body }) => body.decision)).toEqual(["approve"]);
});

test("a dialog that is typed into is sent by Ctrl and Enter, not by Enter alone", async () => {
  open();
  await press("Request changes");
  type("What should change?", "drop this");
  fireEvent.keyDown(screen.getByLabelText("What should change?"), { key: "Enter" });
  expect(sent()).toEqual([]);
  fireEvent.keyDown(screen.getByLabelText("What should change?"), { key: "Enter", ctrlKey: true });

  await waitFor(() => expect(sent()).toHaveLength(1));
});

// Revisions

test("what changed is shown by its key or its button, whose place the layouts take with the focus", async () => {
  open();
  await screen.findByRole("button", { name: "What changed" });
  await strike("d");
  await screen.findByText(/From revision 1 to 2/);
  await strike("d");
  expect(await screen.findByRole("article", { name: "Product brief" })).toBeTruthy();

  act(() => screen.getByRole("button", { name: "What changed" }).focus());
  await press("What changed");
  await screen.findByText(/From revision 1 to 2/);
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Inline" }));
});

test("a revision is compared with the one before it, and told without colour", async () => {
  open();
  await press("What changed");

  expect((await screen.findByText(/From revision 1 to 2/)).textContent).toBe("From revision 1 to 2: 1 part changed, 1 part added.");
  const parts = [...document.querySelectorAll(".part:not(.same), .part-row:not(.same)")].map((one) => one.textContent);
  expect(parts).toEqual(["Added+R2Deliver on Monday", "Changed: ±We send the newsletter removed dailyadded weekly."]);
  await press("Side by side");
  expect([...document.querySelectorAll(".part.changed .half")].map((one) => one.textContent)).toEqual(["We send the newsletter removed daily.", "We send the newsletter added weekly."]);
});

test("an older revision is read, and one whose text was not kept says so", async () => {
  let kept = true;
  const gone = () => { throw new ApiError(404, "NOT_FOUND", "The text of this revision was not kept."); };
  const page = open();
  await screen.findByLabelText("Revision");
  screen.getByLabelText<HTMLSelectElement>("Revision").value = "1";
  fireEvent(screen.getByLabelText("Revision"), new Event("change", { bubbles: true }));
  expect(await screen.findByText("We send the newsletter daily.")).toBeTruthy();
  await press("Read the newest");
  expect(await screen.findByText("We send the newsletter weekly.")).toBeTruthy();
  page.unmount();
  client.clear();

  kept = false;
  open({ more: { [REVISION]: ({ path }: { path: string }) => (path.endsWith("1") && !kept ? gone() : {}) } });
  await press("What changed");

  expect((await screen.findByRole("alert")).textContent).toContain("was not kept");
});

test("the newest revision is saved as Markdown under its name, and printed", async () => {
  const files: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) { files.push(this.download); });
  const print = vi.fn();
  vi.stubGlobal("print", print);
  const made = vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:x");
  open();
  await press("Markdown");
  await press(/^PDF/);

  expect(files).toEqual(["product-brief-revision-2.md"]);
  expect(await (made.mock.calls[0]![0] as Blob).text()).toBe(TEXT);
  expect(print).toHaveBeenCalledOnce();
});

test("an address with revisions opens with them; one that isn't there is the newest", async () => {
  location.hash = "#/projects/prj_1/deliverables/dlv_1?revision=1";
  open();
  expect(await screen.findByText(/You are reading revision 1/)).toBeTruthy();
  cleanup();
  client.clear();

  location.hash = "#/projects/prj_1/deliverables/dlv_1?revision=7&with=2";
  open();
  await screen.findByText("We send the newsletter weekly.");
  expect(screen.queryByRole("group", { name: "Layout" })).toBeNull();
});
