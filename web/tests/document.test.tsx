import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/preact";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../src/api/call";
import type { ApprovalView, DeliverableState, DeliverableSummary, DocumentView, SessionView } from "../src/api/schema";
import { client } from "../src/api/data";
import { sendHeld } from "../src/api/held";
import { setSession } from "../src/api/session";
import { press as keyPressed } from "../src/lib/keys";
import { Deliverable } from "../src/pages/deliverable";
import { Toasts } from "../src/ui/toast";
import { brief, deliverable, detail, whole } from "./records";
import { asked, serve } from "./server";

const AT = "2026-11-09T09:00:00Z";
const APPROVED = /^Approved 9 Nov( 2026)?, 09:00, by API key CI$/;
const TEXT = "# Product brief\n\n## Must-haves\n\n| id | what |\n|---|---|\n| R1 | Order bread |\n| R2 | Deliver on Monday |\n\nWe send the newsletter weekly.";
const OLD = "# Product brief\n\n## Must-haves\n\n| id | what |\n|---|---|\n| R1 | Order bread |\n\nWe send the newsletter daily.";
const GET = "GET /projects/{project_id}/deliverables/{deliverable_id}";
const REVISION = "GET /projects/{project_id}/deliverables/{deliverable_id}/revisions/{revision}";
const APPROVALS = "GET /projects/{project_id}/approvals";
const DECIDE = "POST /projects/{project_id}/approvals/{approval_id}";
const user = (id: string): SessionView => ({ user: { id }, account: { timezone: "UTC" }, proved_at: new Date().toISOString() }) as SessionView;

const document_ = (given: Partial<DocumentView> = {}): DocumentView => whole({
  revision: 2, content: TEXT, content_hash: "h2",
  history: [{ revision: 1, at: AT, content_hash: "h1", comment: null }, { revision: 2, at: AT, content_hash: "h2", comment: "weekly, not daily" }], ...given,
});
const approval = (given: Partial<ApprovalView> = {}): ApprovalView => ({
  id: "apr_2", project_id: "prj_1", deliverable_id: "dlv_1", kind: "product_brief", title: "Product brief", revision: 2, content_hash: "h2", status: "pending",
  comment: null, created_at: AT, decided_at: null, decided_by: null, decided: null, next_approval_id: null, ...given,
});
const item = (id: string, project = "prj_1") => ({ id, kind: "approval", state: "open", project_id: project, project_name: "Bakery", title: `Approve ${id}`, target_id: `apr_${id}`, path: `/app/projects/${project}/deliverables/${id}` });

const other = (id: string, title: string): DeliverableSummary => deliverable({ id, title });

let state: DeliverableState = "in_review";
interface Opening {
  more?: object;
  given?: Partial<DocumentView>;
  items?: object[];
  deliverables?: DeliverableSummary[];
}
function open({ more = {}, given = {}, items = [], deliverables = [] }: Opening = {}) {
  serve({
    [GET]: () => document_({ state, ...given }),
    [REVISION]: ({ path }: { path: string }) => ({ deliverable_id: "dlv_1", revision: path.endsWith("1") ? 1 : 2, at: AT, content_hash: "h", comment: null, content: path.endsWith("1") ? OLD : TEXT }),
    [APPROVALS]: () => ({ approvals: [approval(state === "in_review" ? {} : { status: "approved", decided: "It was approved.", decided_at: AT, decided_by: "key_1" })], has_more: false, next_cursor: null }),
    [DECIDE]: ({ body }: { body: { decision: string } }) => { state = body.decision === "approve" ? "approved" : "changes_requested"; return approval(); },
    "GET /api/account/api-keys": () => ({ api_keys: [{ id: "key_1", name: "CI" }] as never, has_more: false, next_cursor: null }),
    "GET /inbox": () => ({ items, has_more: false, next_cursor: null }) as never,
    "GET /projects/{project_id}": () => detail({ deliverables }),
    ...more,
  });
  return render(<><Deliverable id="dlv_1" project="prj_1" /><Toasts /></>);
}
const head = () => document.querySelector<HTMLElement>(".head")!;
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
afterEach(async () => {
  document.removeEventListener("keydown", keyPressed);
  vi.useRealTimers();
  await sendHeld();
  vi.restoreAllMocks();
  cleanup();
  setSession(null);
});

// Approving

test("an approval shows at once, leads on to the next document, and is sent once after ten seconds", async () => {
  open({ deliverables: [other("dlv_0", "Scope"), other("dlv_1", "Product brief"), other("dlv_9", "Roadmap")] });
  await screen.findByRole("button", { name: "Approve" });
  vi.useFakeTimers();
  fireEvent.click(screen.getByRole("button", { name: "Approve" }));
  await pass(300);
  expect(head().textContent).toContain("Approved");
  const next = screen.getByRole("link", { name: "Next: Roadmap" });
  expect([document.activeElement, next.getAttribute("href")]).toEqual([next, "#/projects/prj_1/deliverables/dlv_9"]);
  expect(screen.getByText("Approved Product brief")).toBeTruthy();

  await pass(9000);
  expect(sent()).toHaveLength(0);
  await pass(2000);

  expect(sent().map(({ body }) => body)).toEqual([{ decision: "approve", comment: null, content_hash: "h2" }]);
  await pass(15_000);
  expect(sent()).toHaveLength(1);
  await pass(100); // the key's name
  expect(screen.getByText(APPROVED).closest(".head")).toBeTruthy();
});

test("of what was decided before the head says when and how, and what waits next stands above and below it", async () => {
  state = "approved";
  open({ deliverables: [other("dlv_1", "Product brief"), other("dlv_9", "Roadmap")] });
  expect((await screen.findByText(APPROVED)).closest("header")!.querySelector(".pill")).toBeNull();
  expect(screen.getAllByRole("link", { name: "Next: Roadmap" }).map((one) => one.className)).toEqual(["leads", "btn"]);
});

test("no line of the head begins with what divides its parts", async () => {
  state = "approved";
  open({ given: { choices: [{ id: "D1", ask: "?", proposed: "Yes", answer: null }] as DocumentView["choices"] } });
  const lead = (await screen.findByText(APPROVED)).parentElement!;
  expect(lead.textContent).toMatch(/^By the CPO\u00a0· Approved .*CI\u00a0· 1 suggested answer applies$/);
});

test("a key whose name is not known is a key; nobody asks for names where no key decided", async () => {
  state = "approved";
  open({ more: { "GET /api/account/api-keys": () => ({ api_keys: [{ id: "key_2", name: "Nightly" }] as never, has_more: false, next_cursor: null }) } });
  expect(await screen.findByText(/^Approved 9 Nov( 2026)?, 09:00, by API key$/)).toBeTruthy();
  cleanup();
  client.clear();
  open({ more: { [APPROVALS]: () => ({ approvals: [approval({ status: "approved", decided_at: AT, decided_by: "usr_1" })], has_more: false, next_cursor: null }) } });
  await screen.findByText(/, in the dashboard$/);
  expect(sent("GET /api/account/api-keys")).toEqual([]);
});

test("a product brief whose scope asks more leads to where it is answered", async () => {
  const choices = [{ id: "D1", ask: "?", proposed: "Yes", answer: null }, { id: "D2", ask: "?", proposed: "Yes", answer: "No" }];
  open({ more: { "GET /projects/{project_id}/brief": () => brief({ choices }) } });
  expect((await screen.findByRole("link", { name: "1 suggested answer applies in the scope" })).getAttribute("href")).toBe("#/projects/prj_1/brief?show=decisions");
});

test("what was decided elsewhere is told, although the approval was read before it", async () => {
  state = "approved";
  let reads = 0;
  vi.useFakeTimers({ shouldAdvanceTime: true });
  open({ more: { [APPROVALS]: () => ({ approvals: [approval(reads++ ? { status: "approved", decided: "It was approved.", decided_at: AT, decided_by: "key_1" } : {})], has_more: false, next_cursor: null }) } });
  await pass(500);
  await pass(3000);
  expect(await screen.findByText(APPROVED)).toBeTruthy();
});

test.each(["the button", "z"])("an approval is taken back by %s, and nothing is sent", async (by) => {
  open();
  await screen.findByRole("button", { name: "Approve" });
  vi.useFakeTimers();
  fireEvent.click(screen.getByRole("button", { name: "Approve" }));
  await pass(500);
  await pass(3000);
  expect(screen.queryByRole("button", { name: "Approve" })).toBeNull();

  if (by === "z") fireEvent.keyDown(document.body, { key: "z" });
  else fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  await pass(20_000);

  expect(sent()).toHaveLength(0);
  expect(screen.getByRole("button", { name: "Approve" })).toBeTruthy();
  expect(head().textContent).toContain("Waiting for you");
});

test("two presses approve once, and leaving the page does not cancel it", async () => {
  const page = open();
  await screen.findByRole("button", { name: "Approve" });
  vi.useFakeTimers();
  fireEvent.click(screen.getByRole("button", { name: "Approve" }));
  fireEvent.keyDown(document.body, { key: "a" });
  await pass(2000);

  page.rerender(<>{null}<Toasts /></>);
  await pass(9000);

  expect(sent()).toHaveLength(1);
});

test("a page that closes sends what it shows as approved", async () => {
  open();
  await press("Approve");
  await screen.findByText("Approved Product brief");
  const late: RequestInit[] = [];
  vi.stubGlobal("fetch", async (_: URL, request: RequestInit) => { late.push(request); return Response.json({ success: true, data: {} }); });
  dispatchEvent(new Event("pagehide"));

  expect(late.map(({ keepalive, body }) => [keepalive, JSON.parse(String(body)).decision])).toEqual([[true, "approve"]]);
});

test("an approval that is refused is told, and can be given again", async () => {
  let lost = true;
  open({ more: { [DECIDE]: () => { if (lost) throw new ApiError(503, "UNAVAILABLE", "Try again later."); state = "approved"; return approval(); } } });
  await screen.findByRole("button", { name: "Approve" });
  vi.useFakeTimers();
  fireEvent.click(screen.getByRole("button", { name: "Approve" }));
  await pass(11_000);
  expect(screen.getByText("That didn’t work: Try again later.")).toBeTruthy();

  lost = false;
  fireEvent.click(screen.getByRole("button", { name: "Approve" }));
  await pass(11_000);

  expect(sent()).toHaveLength(2);
  await pass(100);
  expect(screen.getByText(APPROVED)).toBeTruthy();
});

test("nobody edits, comments or asks for changes of what is shown as approved", async () => {
  open({ given: { lines: [{ title: "Risks", level: 2, text: "", section: "risks", refs: [], lines: [{ id: "K1", section: "risks", text: "It rains.", origin: "playbook", state: "proposed", refs: [], source: null, why: null }], choices: [] }], accepts: ["risks"] } });
  await screen.findByRole("button", { name: "Add a line to Risks" });
  await press("Approve");

  await waitFor(() => expect(screen.queryByRole("button", { name: "Request changes" })).toBeNull());
  expect([screen.queryByRole("button", { name: /^(Add a line|Strike)/ }), document.querySelector("[data-line]")!.getAttribute("tabindex")]).toEqual([null, null]);
});

test("a revision that was replaced meanwhile is not approved, and says so", async () => {
  open({ more: { [APPROVALS]: () => ({ approvals: [approval({ id: "apr_3", revision: 3 })], has_more: false, next_cursor: null }) } });
  await press("Approve");

  expect(await screen.findByText("There is a newer revision. Read it before you decide.")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Approve" })).toBeTruthy();
});

test("where the project has nothing more to decide, the next project's document is offered", async () => {
  open({ items: [item("dlv_7", "prj_2")] });
  await press("Approve");

  expect((await screen.findByRole("link", { name: "Next in Bakery: Approve dlv_7" })).getAttribute("href")).toBe("#/projects/prj_2/deliverables/dlv_7");
});

test.each([[true, undefined], [false, false]])("the delivery plan's work goes to the board unless its tick is taken away: %s", async (ticked, handed) => {
  open({ given: { kind: "delivery_plan" } });
  const box = await screen.findByRole<HTMLInputElement>("checkbox", { name: "Add its work to the board" });
  expect(box.checked).toBe(true);
  if (!ticked) fireEvent.click(box);
  await press("Approve");
  await screen.findByText("Approved Product brief");
  await act(sendHeld);

  expect(sent().map(({ body }) => body.hand_out_work)).toEqual([handed]);
});

// Requesting changes

test("comments at lines and one for the whole are one change request, and it is then the customer's move", async () => {
  sessionStorage.setItem("atrium/usr_1/drafts/dlv_1", JSON.stringify({ "said:R1": "ring the bell\nor knock", "say:R2": "half typed", "text:R3": "an edit" }));
  open();
  await press("Request changes");
  expect(screen.getByRole("list", { name: "Your comments" }).textContent).toBe("R1ring the bell\nor knockR2half typed");
  type("Anything else?", "More tea. ");
  await press("Send");

  await waitFor(() => expect(sent().map(({ body }) => body)).toEqual([{ decision: "request_changes", comment: "R1: ring the bell\nR1: or knock\nR2: half typed\nMore tea." }]));
  expect(await screen.findByText("You requested changes.")).toBeTruthy();
  expect(sessionStorage.getItem("atrium/usr_1/drafts/dlv_1")).toBe('{"text:R3":"an edit"}');
});

test.each(["the button", "the key"])("an approval by %s asks about comments that are not sent: they are sent instead, or go once it is sent", async (by) => {
  const drafts = () => sessionStorage.getItem("atrium/usr_1/drafts/dlv_1");
  sessionStorage.setItem("atrium/usr_1/drafts/dlv_1", JSON.stringify({ "say:R2": "half typed" }));
  open();
  await screen.findByRole("button", { name: "1 comment not sent" });
  const approve = async () => (by === "the key" ? strike("a") : press("Approve"));
  await approve();
  await screen.findByRole("dialog", { name: "You have 1 comment that you haven’t sent." });
  await act(async () => { fireEvent.click(screen.getAllByRole("button", { name: "Request changes" }).at(-1)!); });
  expect((await screen.findByRole("dialog", { name: "Request changes" })).textContent).toContain("half typed");
  await press("Cancel");
  await approve();
  await press("Approve without it");
  expect(await screen.findByText("Approved Product brief")).toBeTruthy();
  expect(drafts()).toContain("half typed"); // it may still be taken back
  await act(() => sendHeld());

  expect(sent().map(({ body }) => body.decision)).toEqual(["approve"]);
  expect(drafts()).toBeNull();
});

test("nothing is sent without a word, and the dialog leads to the brief", async () => {
  open();
  await press("Request changes");

  await press("Send");

  expect(sent()).toEqual([]);
  expect(document.activeElement).toBe(screen.getByLabelText("What should change?"));
  expect(screen.getByRole("link", { name: "the brief" }).getAttribute("href")).toBe("#/projects/prj_1/brief");
});

const LINED = [{ title: "Risks", level: 2, text: "", section: "risks", refs: [], lines: [{ id: "K1", section: "risks", text: "It rains.", origin: "playbook", state: "proposed", refs: [], source: null, why: null }], choices: [] }] as DocumentView["lines"];
const COMPUTED = [{ ...LINED[0]!, section: null, text: "First bread, then cake.", lines: [] }];
const model = (by: "model" | "rules") => ({ "GET /dashboard/summary": () => ({ model: { by } }) });

test.each([
  ["a model revises", model("model"), LINED, /The team revises the document by them and presents revision 3/, /The team revises it by your comments/],
  ["no model revises", model("rules"), LINED, /The team won’t rewrite this one: edit the lines yourself, then submit revision 3/, /The team won’t rewrite this one: edit the lines and resolve/],
  ["it is not known who revises", {}, LINED, /let the team’s model do it where one is connected\. Then submit revision 3/, /Edit the lines and resolve the comments/],
  ["an example is revised by nobody", { ...model("model"), "GET /projects/{project_id}": () => detail({ example: true }) }, LINED, /The team won’t rewrite this one/, /The team won’t rewrite this one/],
  ["the text is computed", model("model"), COMPUTED, /This document is computed from your brief\. Change the brief, and it follows/, /This document is computed from your brief\. Change the brief, and it follows/],
])("where %s, a request for changes says so before and after", async (_, more, lines, before, after) => {
  open({ given: { lines }, more });
  await press("Request changes");
  await waitFor(() => expect(screen.getByRole("dialog").textContent).toMatch(before));
  type("What should change?", "more tea");
  await press("Send");

  await waitFor(() => expect(screen.getByRole("region", { name: "Your decision" }).textContent).toMatch(after));
  if (lines === COMPUTED) expect(screen.getByRole("link", { name: "the brief" }).getAttribute("href")).toBe("#/projects/prj_1/brief");
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
  expect(await screen.findByRole("button", { name: "1 comment not sent" })).toBeTruthy();
  await press("Request changes");
  expect(screen.getByLabelText<HTMLTextAreaElement>("What should change?").value).toBe("more tea");
  second.unmount();

  setSession(user("usr_2"));
  open();
  await screen.findByRole("button", { name: "Approve" });
  expect(screen.queryByRole("button", { name: /not sent/ })).toBeNull();
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

test("a approves, r asks for changes, and neither does once it is decided", async () => {
  open();
  await screen.findByRole("button", { name: "Approve" });
  await strike("r");
  expect(screen.getByRole("dialog", { name: "Request changes" })).toBeTruthy();
  await strike("a");
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(screen.getByRole("button", { name: "Approve" })).toBeTruthy(); // keys rest under a dialog

  await strike("a");
  await screen.findByText("Approved Product brief");
  await strike("r");
  expect(screen.queryByRole("dialog")).toBeNull();
  await strike("a");
  await act(sendHeld);
  await screen.findByText(APPROVED);
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

// Where one stands

test("the outline leads to a part", async () => {
  const part = (title: string) => ({ title, level: 2, text: "Words.", section: null, refs: [], lines: [], choices: [] });
  open({ given: { lines: [part("Goal"), part("Who needs what"), part("Not part of it")] } });
  await press("Not part of it");

  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Not part of it" }));
});

test.each([[0, "Goal"], [900, "Not part of it"]])("the outline marks the part that is read, which is the first at the top: %s", async (scrolled, title) => {
  vi.stubGlobal("scrollY", scrolled); // a tall window: each heading is in its upper third
  const part = (title: string) => ({ title, level: 2, text: "Words.", section: null, refs: [], lines: [], choices: [] });
  open({ given: { lines: [part("Goal"), part("Who needs what"), part("Not part of it")] } });

  const outline = await screen.findByRole("navigation", { name: "Contents" });
  await waitFor(() => expect([...outline.querySelectorAll("[aria-current]")].map((one) => one.textContent)).toEqual([title]));
});

test("the outline steps aside for a comment that stands in its place, and only there", async () => {
  const at = (left: number, top: number): DOMRect => new DOMRect(left, top, 200, 100);
  let top = 150;
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
    return this.matches(".outline") ? at(800, 100) : this.matches(".margin") ? at(780, top) : new DOMRect();
  });
  const part = (title: string) => ({ title, level: 2, text: "Words.", section: null, refs: [], lines: [], choices: [] });
  open({ given: { lines: [part("Goal"), part("Who needs what"), part("Not part of it")] } });
  const outline = await screen.findByRole("navigation", { name: "Contents" });
  expect(outline.className).toBe("outline"); // there is no comment
  const scrolled = (looks: string) => waitFor(() => { dispatchEvent(new Event("scroll")); expect(outline.className).toBe(looks); });

  document.body.append(Object.assign(document.createElement("div"), { className: "margin" }));
  await scrolled("outline aside");
  top = 250;
  await scrolled("outline");
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
  HTMLElement.prototype.hidePopover = () => undefined; // which happy-dom lacks
  fireEvent.click(await screen.findByRole("menuitem", { name: "Download as Markdown" }));
  fireEvent.click(screen.getByRole("menuitem", { name: "Print or save as PDF" }));

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
