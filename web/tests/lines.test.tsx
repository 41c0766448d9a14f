import { fireEvent, render, screen, waitFor, within } from "@testing-library/preact";
import axe from "axe-core";
import { beforeEach, expect, test } from "vitest";
import { ApiError } from "../src/api/call";
import { client } from "../src/api/data";
import type { ChoiceView, CommentView, DocumentView, LineView, PartView } from "../src/api/schema";
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
  const { content_hash, text, state } = request.body;
  if (content_hash !== now.content_hash) throw new ApiError(409, "TEXT_CHANGED", "Read it again.");
  const lines = now.lines.map((one) => ({ ...one, lines: one.lines.map((own) => (own.id === isLine(request) ? { ...own, text: text ?? own.text, state: state ?? ("reworded" as const) } : own)) }));
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
const type = (label: string | RegExp, value: string) => fireEvent.input(screen.getByLabelText(label), { target: { value } });
const key = (label: string, key: string) => fireEvent.keyDown(screen.getByLabelText(label), { key });
const bodies = (route: string) => asked.filter((one) => one.route === route).map(({ body }) => body);
const row = (id: string) => document.querySelector<HTMLElement>(`[data-line="${id}"]`)!;
const names = (id: string) => within(row(id)).queryAllByRole("button").map((one) => one.textContent);

beforeEach(() => {
  hashes = 1;
  sessionStorage.clear();
});

test("a line is reworded in its place by Enter, with the hash that was read", async () => {
  open();
  await press("Reword R1.1");
  expect(document.activeElement).toBe(screen.getByLabelText("Text of R1.1"));
  type("Text of R1.1", "An order is confirmed by mail.");
  key("Text of R1.1", "Enter");

  expect(await screen.findByText("An order is confirmed by mail.")).toBeTruthy();
  expect(bodies(LINE)).toEqual([{ text: "An order is confirmed by mail.", resolves: [], content_hash: "h1" }]);
  expect(row("R1.1").textContent).toContain("reworded");
  expect(names("R1.1")).toEqual(["Reword R1.1", "Strike R1.1", "Take back R1.1", "Comment R1.1"]);
  expect(document.activeElement!.textContent).toBe("Reword R1.1");
});

test("Escape leaves a line as it was, and what is the same is not sent", async () => {
  open();
  await press("Reword R1.1");
  type("Text of R1.1", "Something else");
  key("Text of R1.1", "Escape");
  expect(row("R1.1").textContent).toContain("An order is confirmed.");
  expect(document.activeElement!.textContent).toBe("Reword R1.1");

  await press("Reword R1.1");
  key("Text of R1.1", "Enter");

  await screen.findByRole("button", { name: "Reword R1.1" });
  expect(bodies(LINE)).toEqual([]);
});

test("a line that is struck stands struck, and is taken back; the focus stays in it", async () => {
  open();
  (await screen.findByRole("button", { name: "Strike R1.2" })).focus();
  await press("Strike R1.2");

  await waitFor(() => expect(names("R1.2")).toEqual(["Take back R1.2"]));
  expect(row("R1.2").querySelector("del")!.textContent).toBe("Struck: A full day is said to be full.");
  expect(document.activeElement!.textContent).toBe("Take back R1.2");
  await press("Take back R1.2");

  await waitFor(() => expect(names("R1.2")).toContain("Keep R1.2"));
  expect(bodies(LINE)).toEqual([{ state: "struck", content_hash: "h1" }, { state: "proposed", content_hash: "h2" }]);
});

test("edits that follow at once each name the text that the one before has left", async () => {
  open();
  await press("Keep R1.1");
  await press("Keep R1.2");

  await waitFor(() => expect(bodies(LINE)).toEqual([{ state: "kept", content_hash: "h1" }, { state: "kept", content_hash: "h2" }]));
  await waitFor(() => expect(row("R1.2").textContent).toContain("kept"));
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a line of your own is marked, and is kept, not proposed, when it is taken back", async () => {
  open({ lines: [part({ lines: [line("R1.3", "Ring the bell.", { origin: "customer", state: "kept" })] })] });
  await screen.findByText("yours");
  await waitFor(() => expect(names("R1.3")).not.toEqual([]));
  expect(names("R1.3")).toEqual(["Reword R1.3", "Strike R1.3", "Comment R1.3"]);
  await press("Strike R1.3");
  await press("Take back R1.3");

  await waitFor(() => expect(bodies(LINE).map(({ state }) => state)).toEqual(["struck", "kept"]));
});

test("a text that somebody else has changed is read again, and what was typed stays", async () => {
  open();
  await press("Reword R1.1");
  type("Text of R1.1", "By mail.");
  now = scope({ content_hash: "h9", lines: [part({ lines: [line("R1.1", "An order is confirmed at once."), line("R1.2", "It is full.")] })] });
  key("Text of R1.1", "Enter");

  expect((await screen.findByRole("alert")).textContent).toContain("Somebody has changed this text since you read it.");
  expect(await screen.findByText("It is full.")).toBeTruthy();
  expect(screen.getByLabelText<HTMLTextAreaElement>("Text of R1.1").value).toBe("By mail.");
  key("Text of R1.1", "Enter");

  await waitFor(() => expect(bodies(LINE).map(({ content_hash }) => content_hash)).toEqual(["h1", "h9"]));
});

test("what was typed into a line that is gone is not lost", async () => {
  open();
  await press("Reword R1.1");
  type("Text of R1.1", "By mail.");
  now = scope({ lines: [part({ lines: [line("R1.2", "It is full.")] })] });
  await client.invalidateQueries();

  expect(await screen.findByText("R1.1 is no longer in this document. You typed: “By mail.”")).toBeTruthy();
  await press("Discard");
  await waitFor(() => expect(screen.queryByText(/You typed/)).toBeNull());
});

test("a line that is too long is said to be", async () => {
  open();
  await press("Reword R1.1");
  type("Text of R1.1", "a".repeat(501));

  expect(await screen.findByText("This takes at most 500 characters: 1 too many.")).toBeTruthy();
});

test("the lines are one stop for Tab, and the arrows lead from one to the next", async () => {
  open();
  const first = await screen.findByRole("button", { name: "Strike R1.1" });
  const stops = () => [...document.querySelectorAll("[data-act][tabindex='0']")].map((one) => one.closest("[data-line]")!.getAttribute("data-line"));
  expect(new Set(stops())).toEqual(new Set(["R1.1"]));

  first.focus();
  fireEvent.keyDown(first, { key: "ArrowDown" });

  expect(document.activeElement!.textContent).toBe("Strike R1.2");
  await waitFor(() => expect(new Set(stops())).toEqual(new Set(["R1.2"])));
});

test("a line is added at the end of a part that takes one, with the part's entries", async () => {
  open({ lines: [part(), part({ title: "Risks", section: "risks", lines: [line("K1", "It rains.", { section: "risks" })], choices: [] })] }, { [ADD]: () => line("R1.3", "Ring the bell.") });
  await screen.findByText("It rains.");
  expect(screen.queryByRole("button", { name: /Add a line to Risks/ })).toBeNull();
  await press("Add a line to R1 “Order bread”");
  type(/^Text of the new line/, "Ring the bell.");
  fireEvent.keyDown(screen.getByLabelText(/^Text of the new line/), { key: "Enter" });
  await waitFor(() => expect(bodies(ADD)).toEqual([{ section: "criteria", text: "Ring the bell.", refs: ["R1"] }]));
  expect(await screen.findByText("R1.3 is added")).toBeTruthy();

  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Text of the new line/).value).toBe(""); // for the next one
  await press("Done");
  expect(await screen.findByRole("button", { name: "Add a line to R1 “Order bread”" })).toBeTruthy();
});

test("a note is added at the end of a document that has no part for notes", async () => {
  open({ accepts: ["notes"] }, { [ADD]: () => line("N1", "Ask the baker.", { section: "notes" }) });
  await press("Add a note");
  type("Text of the new line", "Ask the baker.");
  await press("Add");

  await waitFor(() => expect(bodies(ADD)).toEqual([{ section: "notes", text: "Ask the baker.", refs: [] }]));
});

// Comments

test("open comments stand beside what they name, those that name nothing first, and settled ones are folded", async () => {
  const D = remark({ id: "c3", text: "D4: two days", about: ["D4"] });
  open({ comments: [remark(), remark({ id: "c2", text: "More tea", about: [] }), D, remark({ id: "c4", text: "Old", about: ["R1.1"], resolved_at: AT, answer: "Done." })] });

  await screen.findByText("R1.2: say it sooner");
  expect(row("R1.2").textContent).toContain("R1.2: say it sooner");
  expect(row("R1.1").querySelector(".remarks")).toBeNull();
  expect(screen.getByRole("article").querySelector(".remarks")!.textContent).toContain("More tea");
  expect(screen.getByText("D4: two days").closest("section")!.querySelector("h2")!.textContent).toBe("R1 “Order bread”");
  expect(screen.getByText("Done.").closest("details")!.open).toBe(false);
});

test("an open comment is answered", async () => {
  open({ comments: [remark()] }, { [REMARK]: ({ body }) => (now = scope({ content_hash: "h2", comments: [remark({ resolved_at: AT, answer: body.answer })] })) });
  await press(/^Answer “R1.2/);
  type("What became of it", "It stays.");
  await press("Save the answer");

  expect(await screen.findByText("Resolved comments (1)")).toBeTruthy();
  expect(bodies(REMARK)).toEqual([{ answer: "It stays." }]);
});

test.each([[true, ["c1"]], [false, []]])("rewording a line settles the comments on it, if that stays ticked: %s", async (ticked, resolves) => {
  open({ comments: [remark()] });
  await press("Reword R1.2");
  if (!ticked) fireEvent.click(screen.getByLabelText("This settles the comment on it"));
  type("Text of R1.2", "It is said at once.");
  await press("Save");

  await waitFor(() => expect(bodies(LINE).map((body) => body.resolves)).toEqual([resolves]));
});

test("a comment at a line is begun with its id, beside what was begun before", async () => {
  open();
  await press("Comment R1.1");
  const field = () => screen.getByLabelText<HTMLTextAreaElement>("What should change?");
  expect(field().value).toBe("R1.1: ");
  await press("Cancel");
  await press("Comment R1.2");
  expect(field().value).toBe("R1.2: ");
  type("What should change?", "R1.2: sooner");
  await press("Cancel");
  await press("Comment R1.1");

  expect(field().value).toBe("R1.2: sooner\nR1.1: ");
});

// Choices

test("a choice is answered where the part shows it, and goes back to the proposed answer", async () => {
  open({}, { [CHOICE]: ({ body }) => { now = scope({ choices: [{ ...D4, answer: body.answer }] }); return now.choices[0]!; } });
  expect(await screen.findByText("How late can one cancel?")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Use the proposed/ })).toBeNull();
  await screen.findByLabelText("Your answer for D4");
  type("Your answer for D4", "48 hours");
  await press("Answer for D4");
  await press("Use the proposed answer for D4");

  await waitFor(() => expect(bodies(CHOICE)).toEqual([{ answer: "48 hours", was: null }, { answer: null, was: "48 hours" }]));
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>("Your answer for D4").value).toBe(""));
});

test.each([[false, true], [true, false]])("the brief shows its choices, to answer unless it is an archive's: archived %s", async (archived, canAnswer) => {
  serve({ "GET /projects/{project_id}/brief": () => brief({ choices: [{ ...D4, answer: "48 hours" }] }) });
  render(<Brief project={detail({ archived })} />);

  expect(await screen.findByText("How late can one cancel?")).toBeTruthy();
  expect(screen.queryByLabelText("Your answer for D4") !== null).toBe(canAnswer);
});

// States

test("a document that was sent back is edited and presented again", async () => {
  open({ state: "changes_requested" }, { [PRESENT]: () => (now = scope({ revision: 2 })) });
  expect(await screen.findByText("Your move: edit it, then present it again.")).toBeTruthy();
  expect(names("R1.1")).toEqual(["Reword R1.1", "Keep R1.1", "Strike R1.1"]);
  await press("Present it again");

  expect(await screen.findByText("Revision 2 waits for your decision.")).toBeTruthy();
});

test.each(["in_review", "approved", "changes_requested"] as const)("an outdated document that is %s says why, and is written anew", async (state) => {
  open({ state, outdated: ["R2 was added.", "D4 is answered otherwise, or no longer asked."] }, { [REWRITE]: () => (now = scope({ revision: 2 })) });
  expect(await screen.findByText(/R2 was added\. D4 is answered otherwise/)).toBeTruthy();
  await press("Write it anew from the brief");

  expect(await screen.findByText("Revision 2 is written")).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole("region", { name: "Outdated" })).toBeNull());
});

const read: [string, Partial<DocumentView>, object][] = [
  ["approved", { state: "approved" }, {}],
  ["of a project on hold", { state: "in_review" }, { status: "on_hold" }],
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
  await press("Reword R1.2");
  await press(/^Answer “More tea/);
  await press("Add a note");

  const { violations } = await axe.run(container, { rules: { "color-contrast": { enabled: false }, region: { enabled: false } } });

  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
});
