import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/preact";
import axe from "axe-core";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../src/api/call";
import { client } from "../src/api/data";
import type { ChoiceView, CommentView, DocumentView, LineView, PartView, SessionView } from "../src/api/schema";
import { isEnded, renewed, setSession } from "../src/api/session";
import { press as keyPressed } from "../src/lib/keys";
import { Brief } from "../src/pages/brief";
import { Deliverable } from "../src/pages/deliverable";
import { Toasts } from "../src/ui/toast";
import { brief, detail, whole } from "./records";
import { type Asked, asked, serve } from "./server";

const AT = "2026-11-09T09:00:00Z";
const DOCUMENT = "GET /projects/{project_id}/deliverables/{deliverable_id}";
const LINE = "PATCH /projects/{project_id}/deliverables/{deliverable_id}/lines/{line_id}";
const ADD = "POST /projects/{project_id}/deliverables/{deliverable_id}/lines";
const REMARK = "PATCH /projects/{project_id}/deliverables/{deliverable_id}/comments/{comment_id}";
const REWRITE = "POST /projects/{project_id}/deliverables/{deliverable_id}/rewrite";
const PRESENT = "POST /projects/{project_id}/deliverables/{deliverable_id}/present";
const CHOICE = "PATCH /projects/{project_id}/choices/{choice_id}";

const line = (id: string, text: string, given: Partial<LineView> = {}): LineView => ({ id, section: "criteria", text, origin: "playbook", state: "proposed", refs: ["R1"], source: "orders 1", why: null, ...given });
const part = (given: Partial<PartView> = {}): PartView => ({ title: "R1 “Order bread”", level: 2, text: "Orders · for A1", section: "criteria", refs: ["R1"], lines: [line("R1.1", "An order is confirmed."), line("R1.2", "A full day is said to be full.")], choices: ["D4"], ...given });
const remark = (given: Partial<CommentView> = {}): CommentView => ({ id: "c1", text: "R1.2: say it sooner", about: ["R1.2"], at: AT, resolved_at: null, answer: null, ...given });
const D4: ChoiceView = { id: "D4", ask: "How late can one cancel?", proposed: "24 hours before", answer: null };
const scope = (given: Partial<DocumentView> = {}): DocumentView => whole({ title: "Scope", kind: "scope", content_hash: "h1", lines: [part()], choices: [D4], accepts: ["criteria", "notes"], ...given });

let now: DocumentView;
let hashes = 1;
const isLine = ({ path }: Asked) => path.split("/").at(-1)!;
/** The document after an edit of a line, as the server gives it. */
function edited(request: Asked): DocumentView {
  const { content_hash, text, state, after } = request.body;
  if (content_hash !== now.content_hash) throw new ApiError(409, "TEXT_CHANGED", "Read it again.");
  const id = isLine(request);
  const lines = now.lines.map((one) => {
    const all = one.lines.map((own) => (own.id === id && !after ? { ...own, text: text ?? own.text, state: state ?? ("reworded" as const) } : own));
    const own = all.find((line) => line.id === id);
    if (!after || !own) return { ...one, lines: all };
    const others = all.filter((line) => line !== own);
    others.splice(others.findIndex((line) => line.id === after) + 1, 0, own);
    return { ...one, lines: others };
  });
  return (now = { ...now, lines, content_hash: `h${(hashes += 1)}` });
}
function open(given: Partial<DocumentView> = {}, more: Parameters<typeof serve>[0] = {}) {
  now = scope(given);
  serve({
    [DOCUMENT]: () => now, [LINE]: edited, "GET /projects/{project_id}": () => detail(), "GET /inbox": () => ({ items: [], has_more: false, next_cursor: null }),
    "GET /projects/{project_id}/approvals": () => ({ approvals: [], has_more: false, next_cursor: null }), ...more,
  });
  return render(<><Deliverable id="dlv_1" project="prj_1" /><Toasts /></>);
}
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole("button", { name }));
const choose = async (name: string) => fireEvent.click(await screen.findByRole("menuitem", { name }));
const type = (label: string | RegExp, value: string) => fireEvent.input(screen.getByLabelText(label), { target: { value } });
const key = (label: string | RegExp, key: string, more: object = {}) => fireEvent.keyDown(screen.getByLabelText(label), { key, ...more });
const strike = (key: string, more: object = {}) => act(async () => { fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more }); });
const bodies = (route: string) => asked.filter((one) => one.route === route).map(({ body }) => body);
const row = (id: string) => document.querySelector<HTMLElement>(`[data-line="${id}"]`)!;
/** Go to a line, whose buttons then are there. */
const at = async (id: string) => {
  await waitFor(() => expect(row(id)?.tabIndex).toBeTypeOf("number"));
  await act(async () => row(id).focus());
};
const edit = async (id: string) => {
  await at(id);
  await strike("Enter");
};
const shown = () => [...document.querySelectorAll("[data-line]")].map((one) => one.getAttribute("data-line"));
const field = (label: string | RegExp) => screen.getByLabelText<HTMLTextAreaElement>(label);

beforeEach(() => {
  hashes = 1;
  sessionStorage.clear();
  document.addEventListener("keydown", keyPressed);
  HTMLElement.prototype.hidePopover = () => undefined; // which happy-dom lacks
});
afterEach(() => {
  document.removeEventListener("keydown", keyPressed);
  setSession(null);
});

// Edits

test("a line is edited in its place by Enter, and Enter saves it with the hash that was read", async () => {
  open();
  await edit("R1.1");
  expect(document.activeElement).toBe(field("Text of R1.1"));
  expect(screen.getByText("Enter saves, Esc cancels")).toBeTruthy();
  type("Text of R1.1", "An order is confirmed by mail.");
  key("Text of R1.1", "Enter");

  expect(await screen.findByText("An order is confirmed by mail.")).toBeTruthy();
  expect(bodies(LINE)).toEqual([{ text: "An order is confirmed by mail.", resolves: [], content_hash: "h1" }]);
  expect(row("R1.1").querySelector(".origin")!.getAttribute("title")).toBe("You changed this line");
  expect(document.activeElement).toBe(row("R1.1"));
  expect(sessionStorage.length).toBe(0);
});

test("who has no keys at hand is told of none", async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener: () => undefined, removeEventListener: () => undefined }));
  open();
  await edit("R1.1");

  expect(field("Text of R1.1")).toBeTruthy();
  expect(screen.queryByText("Enter saves, Esc cancels")).toBeNull();
});

test("a click on a line's words edits it, unless it ended choosing words", async () => {
  open();
  const selection = vi.spyOn(globalThis, "getSelection").mockReturnValue({ isCollapsed: false } as Selection);
  await at("R1.1");
  fireEvent.click(screen.getByText("An order is confirmed."));
  expect(screen.queryByLabelText("Text of R1.1")).toBeNull();
  selection.mockReturnValue({ isCollapsed: true } as Selection);
  fireEvent.click(screen.getByText("An order is confirmed."));

  expect(await screen.findByLabelText("Text of R1.1")).toBeTruthy();
  vi.restoreAllMocks();
});

test("Escape leaves a line as it was, and what was typed comes back by Undo", async () => {
  open();
  await edit("R1.1");
  type("Text of R1.1", "Something else");
  key("Text of R1.1", "Escape");
  expect(row("R1.1").textContent).toContain("An order is confirmed.");
  await waitFor(() => expect(document.activeElement).toBe(row("R1.1")));
  await strike("z");
  expect(field("Text of R1.1").value).toBe("Something else");

  type("Text of R1.1", "An order is confirmed.");
  key("Text of R1.1", "Enter");
  await waitFor(() => expect(screen.queryByLabelText("Text of R1.1")).toBeNull());
  expect(bodies(LINE)).toEqual([]); // what is the same is not sent
});

const undone: [string, Partial<LineView>, string, object[]][] = [
  ["proposed", {}, "struck", [{ state: "proposed" }]],
  ["kept", { state: "kept" }, "struck", [{ state: "kept" }]],
  ["reworded", { state: "reworded" }, "struck", [{ text: "An order is confirmed." }]],
  ["the customer's", { state: "kept", origin: "customer" }, "struck", [{ state: "kept" }]],
  ["proposed", {}, "changed", [{ state: "proposed" }]],
  ["kept", { state: "kept" }, "changed", [{ state: "proposed" }, { state: "kept" }]],
  ["the customer's", { state: "kept", origin: "customer" }, "changed", [{ text: "An order is confirmed." }]],
];
test.each(undone)("undo brings a line that was %s back after it was %s", async (_, given, how, back) => {
  open({ lines: [part({ lines: [line("R1.1", "An order is confirmed.", given)] })] });
  if (how === "struck") {
    await at("R1.1");
    await strike("x");
    await screen.findByText("R1.1 struck out");
  } else {
    await edit("R1.1");
    type("Text of R1.1", "By mail.");
    key("Text of R1.1", "Enter");
    await screen.findByText("R1.1 changed");
  }
  await strike("z");

  await waitFor(() => expect(bodies(LINE).slice(1).map(({ content_hash, ...body }) => body)).toEqual(back));
});

test("a line that is struck stands struck, and is restored; the focus stays with it", async () => {
  open();
  await at("R1.2");
  await press("Strike out R1.2");
  await waitFor(() => expect(row("R1.2").querySelector("del")!.textContent).toBe("Struck out: A full day is said to be full."));
  expect(document.activeElement).toBe(row("R1.2"));
  await press("Restore R1.2");

  await waitFor(() => expect(row("R1.2").querySelector("del")).toBeNull());
  expect(bodies(LINE)).toEqual([{ state: "struck", content_hash: "h1" }, { state: "proposed", content_hash: "h2" }]);
});

test("edits that follow at once each name the text that the one before has left", async () => {
  open();
  await at("R1.1");
  await strike("y");
  await strike("j");
  await strike("y");

  await waitFor(() => expect(bodies(LINE)).toEqual([{ state: "kept", content_hash: "h1" }, { state: "kept", content_hash: "h2" }]));
  await waitFor(() => expect(row("R1.2").querySelector("[title='You kept this line']")).toBeTruthy());
  expect(screen.queryByRole("alert")).toBeNull();
});

test("the menu restores what was proposed, and a line of one's own has nothing to restore", async () => {
  open({ lines: [part({ lines: [line("R1.1", "By mail.", { state: "reworded" }), line("R1.3", "Ring the bell.", { origin: "customer", state: "kept" })] })] });
  await at("R1.3");
  expect(row("R1.3").querySelector(".origin")!.textContent).toBe(" (You added this line)");
  expect(within(row("R1.3")).getAllByRole("menuitem").map((one) => one.textContent)).toEqual(["Edit", "Move up", "Add a line below"]);
  await at("R1.1");
  await choose("Restore the original text");

  await waitFor(() => expect(bodies(LINE).map(({ state }) => state)).toEqual(["proposed"]));
});

test("a line is moved by its menu and by Alt and an arrow, keeps the focus, and goes back by Undo", async () => {
  open({ lines: [part({ lines: ["R1.1", "R1.2", "R1.3"].map((id) => line(id, `Text of ${id}.`)) })] });
  await at("R1.3");
  await choose("Move up");
  await waitFor(() => expect(shown()).toEqual(["R1.1", "R1.3", "R1.2"]));
  await act(async () => row("R1.3").focus());
  await strike("ArrowUp", { altKey: true });
  await waitFor(() => expect(shown()).toEqual(["R1.3", "R1.1", "R1.2"]));
  expect(document.activeElement).toBe(row("R1.3"));
  await strike("z");

  await waitFor(() => expect(shown()).toEqual(["R1.1", "R1.3", "R1.2"]));
  expect(bodies(LINE).map(({ after }) => after)).toEqual(["R1.1", "start", "R1.1"]);
});

test("a model's reason is told with the mark", async () => {
  open({ lines: [part({ lines: [line("R1.1", "By mail.", { origin: "model", why: "shops mail receipts" })] })] });

  expect(await screen.findByTitle("Suggested for your product: shops mail receipts")).toBeTruthy();
});

// Two people, a lost network, a session that ends, a reload

test("an edit of another line elsewhere does not stand in the way of this one", async () => {
  open();
  await edit("R1.1");
  type("Text of R1.1", "By mail.");
  now = scope({ content_hash: "h9", lines: [part({ lines: [line("R1.1", "An order is confirmed."), line("R1.2", "It is full.")] })] });
  key("Text of R1.1", "Enter");

  expect(await screen.findByText("By mail.")).toBeTruthy();
  expect(bodies(LINE).map(({ content_hash }) => content_hash)).toEqual(["h1", "h9"]);
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a line that somebody else has changed says so, keeps what was typed, and is replaced by a second Enter", async () => {
  open();
  await edit("R1.1");
  type("Text of R1.1", "By mail.");
  now = scope({ content_hash: "h9", lines: [part({ lines: [line("R1.1", "An order is confirmed at once."), line("R1.2", "It is full.")] })] });
  key("Text of R1.1", "Enter");

  expect((await screen.findByRole("alert")).textContent).toContain("It now says: “An order is confirmed at once.”");
  expect(field("Text of R1.1").value).toBe("By mail.");
  key("Text of R1.1", "Enter");

  expect(await screen.findByText("By mail.")).toBeTruthy();
  expect(bodies(LINE).map(({ content_hash }) => content_hash)).toEqual(["h1", "h9"]);
});

test("text in an open editor stays, with its focus, while the page is read again, and a change elsewhere is told at once", async () => {
  open();
  await edit("R1.2");
  type("Text of R1.2", "Half a sen");
  now = scope({ content_hash: "h9", lines: [part({ lines: [line("R1.0", "First."), line("R1.1", "An order is confirmed."), line("R1.2", "It is full.")] })] });
  await act(async () => client.invalidateQueries());

  expect(await screen.findByText("First.")).toBeTruthy();
  expect(field("Text of R1.2").value).toBe("Half a sen");
  expect(document.activeElement).toBe(field("Text of R1.2"));
  expect((await screen.findByRole("alert")).textContent).toContain("It now says: “It is full.”");
});

test("what is typed on while a line is saved, or before it is struck, stays in its field", async () => {
  open();
  await edit("R1.1");
  type("Text of R1.1", "By mail.");
  key("Text of R1.1", "Enter");
  type("Text of R1.1", "By mail. Or");
  await screen.findByText("R1.1 changed");
  expect(field("Text of R1.1").value).toBe("By mail. Or");
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  await press("Strike out R1.1");
  await screen.findByText("R1.1 struck out");

  expect(field("Text of R1.1").value).toBe("By mail. Or");
});

test("an edit whose answer got lost is not made twice", async () => {
  let lost = true;
  open({}, { [LINE]: (request) => {
    const after = edited(request);
    if (!lost) return after;
    lost = false;
    throw new ApiError(0, "OFFLINE", "You are offline.");
  } });
  await edit("R1.1");
  type("Text of R1.1", "By mail.");
  key("Text of R1.1", "Enter");
  expect((await screen.findByRole("alert")).textContent).toContain("You are offline.");
  key("Text of R1.1", "Enter");

  expect(await screen.findByText("By mail.")).toBeTruthy();
  await waitFor(() => expect(screen.queryByLabelText("Text of R1.1")).toBeNull());
  expect(hashes).toBe(2);
});

test("a session that ends while somebody types costs no letter", async () => {
  const user = { user: { id: "usr_1" }, account: { timezone: "UTC" } } as SessionView;
  setSession(user);
  let over = true;
  open({}, { [LINE]: (request) => {
    if (over) throw new ApiError(401, "UNAUTHENTICATED", "Sign in first.");
    return edited(request);
  } });
  await edit("R1.1");
  type("Text of R1.1", "By mail.");
  key("Text of R1.1", "Enter");
  await waitFor(() => expect(isEnded()).toBe(true), { timeout: 3000 });
  expect(field("Text of R1.1").value).toBe("By mail.");
  over = false;
  renewed(user);

  expect(await screen.findByText("By mail.")).toBeTruthy();
  expect(bodies(LINE)).toHaveLength(2);
});

test("a reload brings back the open editor with what was typed, for the same person alone", async () => {
  const user = (id: string) => ({ user: { id }, account: { timezone: "UTC" } }) as SessionView;
  setSession(user("usr_1"));
  open();
  await edit("R1.1");
  type("Text of R1.1", "By ma");
  cleanup();
  client.clear();

  open();
  expect((await screen.findByLabelText<HTMLTextAreaElement>("Text of R1.1")).value).toBe("By ma");
  cleanup();
  client.clear();
  setSession(user("usr_2"));
  open();

  await screen.findByText("An order is confirmed.");
  expect(screen.queryByLabelText("Text of R1.1")).toBeNull();
});

test("what was typed into a line that is gone is not lost", async () => {
  open();
  await edit("R1.1");
  type("Text of R1.1", "By mail.");
  now = scope({ lines: [part({ lines: [line("R1.2", "It is full.")] })] });
  await client.invalidateQueries();

  expect((await screen.findByText(/R1.1 is no longer here/)).textContent).toContain("“By mail.”");
  await press("Discard");
  await waitFor(() => expect(screen.queryByText(/You typed/)).toBeNull());
});

test("10,000 characters are kept and not sent, and a paste of several lines is one", async () => {
  open();
  await edit("R1.1");
  type("Text of R1.1", "a".repeat(10_000));
  key("Text of R1.1", "Enter");
  expect(await screen.findByText("This takes at most 500 characters: 9,500 too many.")).toBeTruthy();
  expect(field("Text of R1.1").value).toHaveLength(10_000);
  expect(bodies(LINE)).toEqual([]);
  type("Text of R1.1", "By mail,\n  or on paper.");
  key("Text of R1.1", "Enter");

  await waitFor(() => expect(bodies(LINE).map(({ text }) => text)).toEqual(["By mail, or on paper."]));
});

test("Escape cancels an edit also after a click on Save that was refused", async () => {
  open();
  await edit("R1.1");
  type("Text of R1.1", "x".repeat(10_000));
  const save = screen.getByRole("button", { name: "Save" });
  save.focus();
  fireEvent.click(save);
  fireEvent.submit(save.closest("form")!);
  expect(document.activeElement).toBe(field("Text of R1.1"));
  save.focus();
  fireEvent.keyDown(save, { key: "Escape" });

  await waitFor(() => expect(screen.queryByLabelText("Text of R1.1")).toBeNull());
  expect(bodies(LINE)).toEqual([]);
});

test("the lines are one stop for Tab; j, k and the arrows lead from one to the next", async () => {
  open();
  await screen.findByText("An order is confirmed.");
  await waitFor(() => expect(row("R1.1").tabIndex).toBe(0));
  await strike("j");
  expect(document.activeElement).toBe(row("R1.1"));
  await strike("j");
  expect(document.activeElement).toBe(row("R1.2"));
  expect([row("R1.1").tabIndex, row("R1.2").tabIndex]).toEqual([-1, 0]);
  await strike("ArrowUp");
  expect(document.activeElement).toBe(row("R1.1"));
  await strike("k");

  expect(document.activeElement).toBe(row("R1.1")); // there is none before it
});

// Adding

function takeNew(request: Asked): LineView {
  const { text, after, refs, section } = request.body;
  const fresh = line(`R1.${now.lines[0]!.lines.length + 1}`, text, { origin: "customer", state: "kept", refs, section });
  const lines = [...now.lines[0]!.lines];
  lines.splice(after ? lines.findIndex((one) => one.id === after) + 1 : lines.length, 0, fresh);
  now = { ...now, lines: [{ ...now.lines[0]!, lines }, ...now.lines.slice(1)], content_hash: `h${(hashes += 1)}` };
  return fresh;
}

test("a line is added below the one with the focus, the next one below that, and Undo strikes it", async () => {
  open({}, { [ADD]: takeNew });
  await at("R1.1");
  await strike("n");
  type("New line in R1 “Order bread”", "Ring the bell.");
  key("New line in R1 “Order bread”", "Enter");

  await waitFor(() => expect(shown()).toEqual(["R1.1", "R1.3", "R1.2"]));
  expect(bodies(ADD)).toEqual([{ section: "criteria", text: "Ring the bell.", refs: ["R1"], after: "R1.1" }]);
  expect([field("New line in R1 “Order bread”").value, document.activeElement]).toEqual(["", field("New line in R1 “Order bread”")]);
  key("New line in R1 “Order bread”", "Enter"); // nothing more
  await waitFor(() => expect(screen.queryByLabelText(/^New line/)).toBeNull());
  await press("Undo");
  await waitFor(() => expect(bodies(LINE).map(({ state }) => state)).toEqual(["struck"]));
});

test("a line is added at the end of a part that takes one, and not where none is taken", async () => {
  open({ lines: [part(), part({ title: "Risks", section: "risks", lines: [line("K1", "It rains.", { section: "risks" })], choices: [] })] }, { [ADD]: takeNew });
  await screen.findByText("It rains.");
  expect(screen.queryByRole("button", { name: "Add a line to Risks" })).toBeNull();
  await press("Add a line to R1 “Order bread”");
  type(/^New line/, "Ring the bell.");
  key(/^New line/, "Enter");

  await waitFor(() => expect(bodies(ADD).map(({ after }) => after)).toEqual(["R1.2"]));
});

test("a new line whose answer got lost is sent again with the same key", async () => {
  let lost = true;
  open({}, { [ADD]: (request) => {
    if (lost) {
      lost = false;
      throw new ApiError(0, "OFFLINE", "You are offline.");
    }
    return takeNew(request);
  } });
  await at("R1.2");
  await strike("n");
  type(/^New line/, "Ring the bell.");
  key(/^New line/, "Enter");
  expect((await screen.findByRole("alert")).textContent).toContain("You are offline.");
  expect(field(/^New line/).value).toBe("Ring the bell.");
  key(/^New line/, "Enter");

  await screen.findByText("Ring the bell.");
  const keys = asked.filter((one) => one.route === ADD).map(({ idempotencyKey }) => idempotencyKey);
  expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
});

test("a note is added at the end of a document that has no part for notes", async () => {
  open({ accepts: ["notes"] }, { [ADD]: () => line("N1", "Ask the baker.", { section: "notes" }) });
  await press("Add a note");
  type("New note", "Ask the baker.");
  await press("Add");

  await waitFor(() => expect(bodies(ADD)).toEqual([{ section: "notes", text: "Ask the baker.", refs: [] }]));
});

// Comments

test("open comments stand beside what they name, those that name nothing first, and settled ones are folded", async () => {
  const D = remark({ id: "c3", text: "D4: two days", about: ["D4"] });
  open({ comments: [remark(), remark({ id: "c2", text: "More tea", about: [] }), D, remark({ id: "c4", text: "Old", about: ["R1.1"], resolved_at: AT, answer: "Done." })] });

  await screen.findByText("say it sooner"); // beside its line it need not name it
  expect(row("R1.2").querySelector(".margin")!.textContent).toContain("say it sooner");
  expect(row("R1.1").querySelector(".remark")).toBeNull();
  expect(screen.getByRole("article").querySelector(".remarks")!.textContent).toContain("More tea");
  expect(screen.getByText("two days").closest("section")!.querySelector("h2")!.textContent).toBe("R1 “Order bread”");
  expect(screen.getByText("Done.").closest("details")!.open).toBe(false);
});

test("an open comment is resolved by an answer", async () => {
  open({ comments: [remark()] }, { [REMARK]: ({ body }) => (now = scope({ content_hash: "h2", comments: [remark({ resolved_at: AT, answer: body.answer })] })) });
  await press(/^Resolve “R1.2/);
  type("How is it resolved?", "It stays.");
  key("How is it resolved?", "Enter");

  expect(await screen.findByText("Resolved comments (1)")).toBeTruthy();
  expect(bodies(REMARK)).toEqual([{ answer: "It stays." }]);
  expect(sessionStorage.length).toBe(0);
});

test.each([[true, ["c1"]], [false, []]])("editing a line resolves the comments on it, if that stays ticked: %s", async (ticked, resolves) => {
  open({ comments: [remark()] });
  await edit("R1.2");
  if (!ticked) fireEvent.click(screen.getByLabelText("Resolve the comment too"));
  type("Text of R1.2", "It is said at once.");
  await press("Save");

  await waitFor(() => expect(bodies(LINE).map((body) => body.resolves)).toEqual([resolves]));
});

test("a comment is typed beside its line, stays over a reload, is changed, deleted, and brought back", async () => {
  open();
  await at("R1.1");
  await strike("c");
  type("Comment on R1.1", "By mail\nor on paper?");
  cleanup();
  client.clear();

  open();
  await screen.findByLabelText("Comment on R1.1");
  expect(field("Comment on R1.1").value).toBe("By mail\nor on paper?");
  key("Comment on R1.1", "Enter", { shiftKey: true }); // a new line
  key("Comment on R1.1", "Enter");
  expect(await screen.findByText("Not sent yet")).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(row("R1.1")));
  expect(screen.getByRole("button", { name: "1 comment not sent" })).toBeTruthy();
  await press("Edit the comment on R1.1");
  type("Comment on R1.1", "By mail?");
  key("Comment on R1.1", "Escape");
  expect(screen.getByText(/or on paper/)).toBeTruthy();
  await press("Delete the comment on R1.1");
  expect(screen.queryByText("Not sent yet")).toBeNull();
  await press("Undo");

  expect(await screen.findByText("Not sent yet")).toBeTruthy();
});

test("the second click of a double click on “Add comment” deletes nothing", async () => {
  open();
  await at("R1.1");
  await strike("c");
  type("Comment on R1.1", "By mail?");
  await press("Add comment");
  for (const name of ["Delete the comment on R1.1", "Edit the comment on R1.1"]) fireEvent.click(await screen.findByRole("button", { name }), { detail: 2 });

  expect(screen.getByText("Not sent yet")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Delete the comment on R1.1" }), { detail: 1 });
  await waitFor(() => expect(screen.queryByText("Not sent yet")).toBeNull());
});

// Decisions

test("a decision is answered where the part shows it, goes back to the suggestion, and each can be undone", async () => {
  open({}, { [CHOICE]: ({ body }) => { now = scope({ choices: [{ ...D4, answer: body.answer }] }); return now.choices[0]!; } });
  expect(await screen.findByText("How late can one cancel?")).toBeTruthy();
  expect(screen.getByRole("button", { name: "1 suggested answer applies" })).toBeTruthy();
  await press(/^Change the answer to D4/);
  expect([field("Your answer to D4").value, document.activeElement]).toEqual(["24 hours before", field("Your answer to D4")]);
  type("Your answer to D4", "48 hours");
  await press("Save for D4");
  await screen.findByText("D4 answered");
  await waitFor(() => expect(screen.queryByRole("button", { name: "1 suggested answer applies" })).toBeNull());
  await press(/^Change the answer to D4/);
  await press("Use the suggestion for D4");
  await screen.findByText("D4 uses the suggestion");
  await press("Undo");

  await waitFor(() => expect(bodies(CHOICE)).toEqual([{ answer: "48 hours", was: null }, { answer: null, was: "48 hours" }, { answer: "48 hours", was: null }]));
});

test("a suggestion is accepted by one press, and Escape leaves an answer as it was", async () => {
  open({}, { [CHOICE]: ({ body }) => { now = scope({ choices: [{ ...D4, answer: body.answer }] }); return now.choices[0]!; } });
  await press(/^Change the answer to D4/);
  type("Your answer to D4", "never");
  key("Your answer to D4", "Escape");
  await waitFor(() => expect(document.activeElement!.textContent).toContain("24 hours before"));
  await press("Accept for D4");

  await waitFor(() => expect(bodies(CHOICE)).toEqual([{ answer: "24 hours before", was: null }]));
});

test("the bar leads to the next open decision", async () => {
  open({ choices: [D4, { ...D4, id: "D5", ask: "Who bakes?" }], lines: [part({ choices: ["D4", "D5"] })] });
  await press("2 suggested answers apply");
  expect(document.activeElement!.textContent).toContain("D4");
  await press("2 suggested answers apply");
  expect(document.activeElement!.textContent).toContain("D5");
  await press("2 suggested answers apply");

  expect(document.activeElement!.textContent).toContain("D4");
});

test("in an approved document the answers ask for nothing, and can be changed once one wants to", async () => {
  open({ state: "approved" });
  await screen.findByText("1 suggested answer applies", { selector: ".settled" });
  expect(screen.queryByRole("button", { name: /D4/ })).toBeNull();
  await press("Edit the answers");

  expect(document.activeElement).toBe(screen.getByRole("button", { name: /^Change the answer to D4/ }));
});

test.each([[false, true], [true, false]])("the brief shows its choices, to answer unless it is an archive's: archived %s", async (archived, canAnswer) => {
  serve({ "GET /projects/{project_id}/brief": () => brief({ choices: [{ ...D4, answer: "48 hours" }] }) });
  render(<Brief project={detail({ archived })} />);

  expect(await screen.findByText("How late can one cancel?")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Change the answer to D4/ }) !== null).toBe(canAnswer);
});

// States

test("a document that was sent back is edited and submitted again", async () => {
  open({ state: "changes_requested", working_revision: 2 }, { [PRESENT]: () => (now = scope({ revision: 2 })) });
  expect(await screen.findByText("You requested changes.")).toBeTruthy();
  await at("R1.1");
  expect(screen.queryByRole("button", { name: "Comment R1.1" })).toBeNull();
  expect(screen.getByRole("button", { name: "Strike out R1.1" })).toBeTruthy();
  await press("Submit revision 2");

  expect(await screen.findByText("Revision 2")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Approve" })).toBeTruthy();
});

test("before an untouched document is submitted again, it says what is open, and where the rest is changed", async () => {
  const model = { "GET /dashboard/summary": () => ({ model: { by: "rules" } }) as never };
  open({ state: "changes_requested", working_revision: 2, updated_at: AT, comments: [remark(), remark({ id: "c2" }), remark({ id: "c0", resolved_at: AT })] }, model);
  expect(await screen.findByText("You have changed nothing since, and 2 comments are open.")).toBeTruthy();
  expect((await screen.findByRole("link", { name: "the brief" })).parentElement!.textContent).toMatch(/Tables and measures come from the brief/);
  cleanup();
  client.clear();

  open({ state: "changes_requested", working_revision: 2, updated_at: "2026-11-09T09:00:01Z", comments: [remark()] }, model);
  await screen.findByText("You requested changes.");
  expect(screen.queryByText(/Nothing was changed/)).toBeNull();
});

test.each(["in_review", "approved", "changes_requested"] as const)("an outdated document that is %s says why, and is written anew", async (state) => {
  open({ state, outdated: ["R2 was added.", "D4 is answered otherwise, or no longer asked."] }, { [REWRITE]: () => (now = scope({ revision: 2 })) });
  expect((await screen.findByText(/R2 was added\. D4 is answered otherwise/)).textContent!.includes("approve it again")).toBe(state === "approved");
  await press("Rewrite from the brief");

  expect(await screen.findByText("Revision 2 is ready")).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole("region", { name: "Outdated" })).toBeNull());
});

const read: [string, Partial<DocumentView>, object][] = [
  ["approved", { state: "approved" }, {}],
  ["of a paused project", { state: "in_review" }, { status: "on_hold" }],
];
test.each(read)("a document that is %s is read alone, without what is struck", async (_, given, project) => {
  open({ ...given, lines: [part({ lines: [line("R1.1", "An order is confirmed."), line("R1.2", "Gone.", { state: "struck" })] })] }, { "GET /projects/{project_id}": () => detail(project) });

  expect(await screen.findByText("An order is confirmed.")).toBeTruthy();
  expect([screen.queryByText("Gone."), document.querySelector("[data-act]"), screen.queryByRole("button", { name: /^Add/ })]).toEqual([null, null, null]);
});

test("a document without lines shows its text, read only", async () => {
  open({ lines: [], content: "# Scope\n\nBread before noon.", accepts: [] }, { "GET /projects/{project_id}": () => detail({ archived: true }) });

  expect(await screen.findByText("Bread before noon.")).toBeTruthy();
  expect(document.querySelector("[data-act]")).toBeNull();
});

test("the editor has no mistake that axe finds", async () => {
  const { container } = open({ comments: [remark(), remark({ id: "c2", about: [], text: "More tea" })], outdated: ["R2 was added."] });
  await edit("R1.2");
  await press(/^Resolve “More tea/);
  await press("Add a note");
  await press(/^Change the answer to D4/);
  await at("R1.1");
  await strike("c");

  const { violations } = await axe.run(container, { rules: { "color-contrast": { enabled: false }, region: { enabled: false } } });

  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
});
