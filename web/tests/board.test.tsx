import { fireEvent, render, screen, within } from "@testing-library/preact";
import { expect, test, vi } from "vitest";
import type { WorkItemView } from "../src/api/schema";
import { Board } from "../src/pages/board";
import { deliverable, detail } from "./records";
import "./popover";
import { asked, serve } from "./server";
import { AT, claimed, item, list } from "./work-records";

const LIST = "GET /projects/{project_id}/work-items";
const ADD = "POST /projects/{project_id}/work-items";
const REQUESTS = { "GET /vault/requests": () => ({ requests: [], has_more: false, next_cursor: null }) };
const show = (...items: WorkItemView[]) => {
  serve({ [LIST]: () => list(...items), ...REQUESTS });
  return render(<Board project={detail()} />);
};
const group = (label: string) => screen.getByRole("region", { name: new RegExp(`^${label}`) });

test("each item stands with those of its state; a state without items is not shown", async () => {
  show(item(), item({ id: "wrk_2", package: "W2", title: "Pay", state: "in_review" }), claimed({ id: "wrk_3", package: "W3", title: "Print" }));

  await screen.findByText("Book a table");
  expect(within(group("Ready")).getByText("Book a table")).toBeTruthy();
  expect(within(group("Waiting for you")).getByText("Pay")).toBeTruthy();
  expect(within(group("In progress")).getByText("codex")).toBeTruthy();
  expect(group("In progress").textContent).toContain("40 % · Lease ends in 30 min");
  expect(screen.getAllByRole("region")).toHaveLength(3);
});

test("a row says how much is asked and how long it may take", async () => {
  show(item());

  const card = (await screen.findByText("Book a table")).closest("li")!;
  expect(card.textContent).toContain("2 criteria · 3 days");
  expect(card.textContent).toContain("CTO");
});

test("a blocked item names what it waits for", async () => {
  const blocked = item({ id: "wrk_2", package: "W2", title: "Pay", state: "blocked", depends_on: ["wrk_1"], blocked_by: ["wrk_1", "crq_1"] });
  show(item(), blocked);

  await screen.findByText("Pay");
  expect(group("Blocked").textContent).toContain("Waits for W1, 1 credential");
});

test.each([[["One."], "CTO: One."], [["One.", "Two.", "Three."], "CTO: One. And 2 more doubts."]])("what the CTO doubts stands at the submission: %s", async (doubts, said) => {
  show(item({ state: "in_review", latest: { kind: "submitted", worker: "codex", at: AT, text: "Done", doubts } }));

  expect(await screen.findByText(said)).toBeTruthy();
});

test("a key for a worker is one of the seldom deeds", async () => {
  show(item());

  expect((await screen.findByRole("menuitem", { name: "Create worker key" })).getAttribute("href")).toBe("#/developers/keys?new=worker&project=prj_1");
});

test("what is cancelled is folded until asked for, and not counted", async () => {
  show(item({ state: "done", ended_at: AT }), item({ id: "wrk_2", package: "W2", title: "Pay", state: "cancelled", ended_at: AT }));

  await screen.findByText("1 of 1 work item done");
  expect(screen.queryByText("Pay")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Cancelled 1" }));
  expect(screen.getByText("Pay")).toBeTruthy();
});

test("the review that waits longest is one press away, and the rows offer no second button for it", async () => {
  const waiting = (id: string, at: string) => item({ id, package: null, title: id, state: "in_review", updated_at: at });
  show(waiting("wrk_2", "2026-11-09T10:00:00Z"), waiting("wrk_3", "2026-11-08T10:00:00Z"));

  const link = await screen.findByRole("link", { name: "Review 2 submissions" });
  expect(link.getAttribute("href")).toBe("#/projects/prj_1/work/wrk_3");
  expect([link, screen.getByRole("button", { name: "Add work item" })].map(({ className }) => className)).toEqual(["btn primary", "btn plain"]);
  expect(screen.queryByText("Review")).toBeNull();
});

test("all pages of the list are on the board", async () => {
  serve({
    [LIST]: ({ query }) => (query.cursor ? list(item({ id: "wrk_2", package: "W2", title: "Pay" })) : { items: [item()], has_more: true, next_cursor: "wrk_1" }),
  });
  render(<Board project={detail()} />);

  await screen.findByText("Pay");
  expect(asked.map(({ query }) => query.cursor)).toEqual([undefined, "wrk_1"]);
});

test("of a hundred items a state shows the first, and a filter finds the others", async () => {
  show(...Array.from({ length: 100 }, (_, index) => item({ id: `wrk_${index}`, package: `W${index}`, title: `Item ${index}` })));

  await screen.findByText("Item 0");
  expect(screen.queryByText("Item 77")).toBeNull();
  expect(screen.getByRole("button", { name: "Show 75 more" })).toBeTruthy();
  const filter = screen.getByLabelText<HTMLInputElement>("Filter work items");
  fireEvent.input(filter, { target: { value: "w77" } });
  expect(screen.getByText("Item 77")).toBeTruthy();
  expect(screen.queryByText("Item 0")).toBeNull();
});

test("without work it says how work gets handed out, and leads to the plan that waits", async () => {
  serve({ [LIST]: () => list() });
  const plan = deliverable({ id: "dlv_7", kind: "delivery_plan", title: "Delivery plan", state: "in_review" });
  render(<Board project={detail({ deliverables: [plan] })} />);

  expect(await screen.findByText(/each of its packages becomes a work item/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Hand out the work" })).toBeNull();
  expect(screen.getByRole("link", { name: "Review the delivery plan" }).getAttribute("href")).toBe("#/projects/prj_1/deliverables/dlv_7");
});

test.each([["no item", []], ["items made by hand alone", [item({ package: null })]]])("an approved plan's work is handed out later, with %s", async (_, items) => {
  const HAND_OUT = "POST /projects/{project_id}/work-items/hand-out";
  serve({ [LIST]: () => list(...items), [HAND_OUT]: () => detail(), ...REQUESTS });
  render(<Board project={detail({ deliverables: [deliverable({ kind: "delivery_plan", state: "approved" })] })} />);

  fireEvent.click(await screen.findByRole("button", { name: "Hand out the work" }));

  await vi.waitFor(() => expect(asked.filter(({ route }) => route === HAND_OUT)).toHaveLength(1));
});

test("work that was handed out is not handed out again", async () => {
  serve({ [LIST]: () => list(item()), ...REQUESTS });
  render(<Board project={detail({ deliverables: [deliverable({ kind: "delivery_plan", state: "approved" })] })} />);

  await screen.findByText("Book a table");
  expect(screen.queryByRole("button", { name: "Hand out the work" })).toBeNull();
});

test.each([{ submitted_at: null, status: "draft" as const }, { status: "completed" as const }])("nothing is added to a project that is %o", async (given) => {
  serve({ [LIST]: () => list() });
  render(<Board project={detail(given)} />);

  await screen.findByText("No work items yet");
  expect(screen.queryByRole("button", { name: /Add/ })).toBeNull();
});

test("an item made by hand carries one criterion for each line", async () => {
  const made = item({ id: "wrk_9", package: null, title: "Pay" });
  serve({ [LIST]: () => list(item()), [ADD]: () => made, ...REQUESTS });
  render(<Board project={detail()} />);
  fireEvent.click(await screen.findByRole("button", { name: "Add work item" }));
  const fill = (label: string, value: string) => fireEvent.input(screen.getByLabelText(label), { target: { value } });
  fill("Title", "Pay");
  fill("Task", "Guests pay.");
  fill("Acceptance criteria", "By card\n\n  In cash  ");
  fireEvent.click(screen.getByRole("checkbox", { name: "W1 Book a table" }));
  fireEvent.submit(document.querySelector("dialog form")!);

  await vi.waitFor(() => expect(location.hash).toBe("#/projects/prj_1/work/wrk_9"));
  expect(asked.find(({ route }) => route === ADD)!.body).toEqual({
    title: "Pay", what: "Guests pay.", criteria: ["By card", "In cash"], depends_on: ["wrk_1"], needs_access: [], effort_days: null, owner: "CTO",
  });
});
