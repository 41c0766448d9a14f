import { fireEvent, render, screen, within } from "@testing-library/preact";
import { expect, test, vi } from "vitest";
import { ApiError } from "../src/api/call";
import type { WorkItemDetail } from "../src/api/schema";
import { WorkItem } from "../src/pages/work-item";
import "./popover";
import { asked, serve } from "./server";
import { detail as project } from "./records";
import { AT, claimed, detail, HASH, inReview, item, list, submission } from "./work-records";

const GET = "GET /work-items/{work_id}";
const REVIEW = "POST /work-items/{work_id}/review";
const CHANGE = "PATCH /work-items/{work_id}";
const LIST = "GET /projects/{project_id}/work-items";
const REQUESTS = { "GET /projects/{project_id}": () => project(), "GET /vault/requests": () => ({ requests: [], has_more: false, next_cursor: null }) };
/** As a person does: the button has the focus. */
const press = (button: HTMLElement) => {
  button.focus();
  fireEvent.click(button);
};
const body = (route: string) => asked.find((one) => one.route === route)?.body;
const open = (found: () => WorkItemDetail, more = {}) => {
  serve({ [GET]: found, [LIST]: () => list(found().item), ...REQUESTS, ...more });
  return render(<WorkItem id="wrk_1" project="prj_1" />);
};

test("each criterion stands with what was said to show it", async () => {
  open(() => inReview());

  const criteria = within(await screen.findByRole("list", { name: "Acceptance criteria and their evidence" })).getAllByRole("listitem");
  expect(criteria.map((one) => one.textContent)).toEqual([
    "R1.1 A guest can book a free tableWorker says it’s mettest_books passes.git.example.org/bakery/runs/3",
    "R1.2 A full day is said to be fullNot metThere was no time.",
  ]);
});

test("criteria that the same evidence shows stand together, with the evidence once", async () => {
  const same = { met: true, text: "All tests pass.", link: null };
  open(() => inReview({ evidence: [{ criterion: "R1.1", ...same }, { criterion: "R1.2", ...same }] }));

  const criteria = within(await screen.findByRole("list", { name: "Acceptance criteria and their evidence" })).getAllByRole("listitem");
  expect(criteria.map((one) => one.textContent)).toEqual(["Worker says it’s metThe same evidence for 2 criteriaAll tests pass.R1.1 A guest can book a free tableR1.2 A full day is said to be full"]);
});

test("the CTO's doubts stand beside the decision", async () => {
  open(() => inReview());

  const review = within(await screen.findByRole("region", { name: "Your review" }));
  expect(review.getByText("The CTO suggests returning this:", { exact: false })).toBeTruthy();
  expect(review.getByText("R1.2 is said not to be met.")).toBeTruthy();
});

test.each([
  ["return", ["Return…", "Accept anyway"], "Return…"],
  ["accept", ["Return…", "Accept"], "Accept"],
] as const)("the first button is what the CTO suggests: %s", async (decision, buttons, first) => {
  open(() => inReview({ recommendation: { decision, doubts: [], opinion: null } }));

  const review = within(await screen.findByRole("region", { name: "Your review" }));
  expect(review.getAllByRole("button").map((one) => one.textContent)).toEqual(buttons);
  expect(review.getByRole("button", { name: first }).className).toContain("primary");
});

test.each(["pending", "given"] as const)("beside the doubts stands what became of asking a model: %s", async (state) => {
  open(() => inReview({ recommendation: { decision: "accept", doubts: [], opinion: { state, reason: null, says: `A model is ${state}.`, at: AT } } }));

  const review = within(await screen.findByRole("region", { name: "Your review" }));
  expect(review.getByText(`A model is ${state}.`)).toBeTruthy();
});

test("accepting decides about the submission that is on the screen", async () => {
  let found = inReview();
  open(() => found, {
    [REVIEW]: () => {
      found = detail(item({ state: "done", ended_at: AT }), { submissions: [submission({ review: { decision: "accept", comment: null, decided_by: "usr_1", at: AT } })] });
      return { item: found.item, submission: found.submissions[0] };
    },
  });
  press(await screen.findByRole("button", { name: "Accept anyway" }));

  await vi.waitFor(() => expect(screen.queryByRole("region", { name: "Your review" })).toBeNull());
  expect(body(REVIEW)).toEqual({ decision: "accept", comment: null, submission_hash: HASH });
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 })));
});

test("returning says what is missing, if wanted in the CTO's words", async () => {
  let found = inReview();
  open(() => found, {
    [REVIEW]: () => {
      found = detail(item({ state: "changes_requested" }), { submissions: [submission({ review: { decision: "return", comment: "R1.2", decided_by: "usr_1", at: AT } })] });
      return { item: found.item, submission: found.submissions[0] };
    },
  });
  press(await screen.findByRole("button", { name: "Return…" }));
  fireEvent.click(screen.getByRole("button", { name: "Copy the CTO’s doubts" }));
  fireEvent.submit(document.querySelector("dialog form")!);

  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(body(REVIEW)).toEqual({ decision: "return", comment: "R1.2 is said not to be met.", submission_hash: HASH });
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 })));
});

test("a submission that was replaced meanwhile is refused, and the newer one is shown", async () => {
  let found = inReview();
  open(() => found, {
    [REVIEW]: () => {
      found = inReview({ id: "sub_2", number: 2, summary: "Booking works now.", submission_hash: "b".repeat(64) });
      throw new ApiError(409, "SUBMISSION_REPLACED", "Another submission is in review.");
    },
  });
  fireEvent.click(await screen.findByRole("button", { name: "Accept anyway" }));

  expect((await screen.findByRole("alert")).textContent).toContain("Another submission is in review.");
  expect(await screen.findByText("Booking works now.")).toBeTruthy();
});

test("once decided, the next that waits is one press away", async () => {
  const next = item({ id: "wrk_2", package: "W2", title: "Pay", state: "in_review" });
  open(() => detail(item({ state: "done", ended_at: AT })), { [LIST]: () => list(next) });

  expect((await screen.findByRole("link", { name: /1 more submission waits for your review: W2 Pay/ })).getAttribute("href")).toBe("#/projects/prj_1/work/wrk_2");
});

test("a change sends only what was changed", async () => {
  open(() => detail(item()), { [CHANGE]: () => item({ title: "Book two tables" }) });
  fireEvent.click(await screen.findByRole("button", { name: "Edit" }));
  fireEvent.input(screen.getByLabelText("Title"), { target: { value: "Book two tables" } });
  fireEvent.submit(document.querySelector("dialog form")!);

  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(body(CHANGE)).toEqual({ title: "Book two tables" });
});

test("what is wrong with a criterion shows at the criteria", async () => {
  const refusal = new ApiError(400, "VALIDATION_ERROR", "Wrong", [{ field: "criteria.1", message: "At most 500 characters." }]);
  open(() => detail(item()), { [CHANGE]: () => { throw refusal; } });
  fireEvent.click(await screen.findByRole("button", { name: "Edit" }));
  fireEvent.input(screen.getByRole("textbox", { name: "Acceptance criteria" }), { target: { value: "One\nTwo" } });
  fireEvent.submit(document.querySelector("dialog form")!);

  expect(await screen.findByText("At most 500 characters.")).toBeTruthy();
  expect(screen.getByRole("textbox", { name: "Acceptance criteria" }).getAttribute("aria-invalid")).toBe("true");
});

test.each([
  ["Mark as done", "Reason", "Mark as done", "POST /work-items/{work_id}/close", { note: "Done before.", cost: null }],
  ["Cancel item", "Reason (optional)", "Cancel item", "POST /work-items/{work_id}/cancel", { reason: "Done before." }],
] as const)("%s is asked for and sent with its reason", async (button, label, act, route, sent) => {
  open(() => detail(item()), { [route]: () => item({ state: "done" }) });
  fireEvent.click(await screen.findByRole("menuitem", { name: button }));
  const dialog = within(screen.getByRole("dialog"));
  fireEvent.input(dialog.getByLabelText(label), { target: { value: "Done before." } });
  expect(dialog.getByRole("button", { name: act })).toBeTruthy();
  fireEvent.submit(document.querySelector("dialog form")!);

  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(body(route)).toEqual(sent);
});

test("effort and money stand beside the item, and what it has cost is said when it is closed", async () => {
  open(() => detail(item({ cost: 1900 })), { "POST /work-items/{work_id}/close": () => item({ state: "done" }) });
  const facts = within(await screen.findByRole("complementary", { name: "About this item" }));
  expect((await facts.findByText("Forecast")).parentElement!.textContent).toBe("ForecastEUR\u00a02,100");
  expect(facts.getByText("Cost").parentElement!.textContent).toBe("CostEUR\u00a01,900");
  expect(facts.getByText("Effort").parentElement!.textContent).toBe("Effort3 days2–4 days");

  fireEvent.click(screen.getByRole("menuitem", { name: "Mark as done" }));
  fireEvent.input(screen.getByLabelText("Reason"), { target: { value: "Done before." } });
  fireEvent.input(screen.getByLabelText("Cost in EUR"), { target: { value: "1800" } });
  fireEvent.submit(document.querySelector("dialog form")!);

  await vi.waitFor(() => expect(body("POST /work-items/{work_id}/close")).toEqual({ note: "Done before.", cost: 1800 }));
});

test("a reported cost stands beside the summary before one decides, with what was forecast", async () => {
  open(() => inReview({ cost: 4200 }));
  const said = await screen.findByText(/^Reported cost/);
  expect(said.textContent!.replaceAll("\u00a0", " ")).toBe("Reported cost EUR 4,200 · Forecast EUR 2,100");
  expect(said.previousElementSibling!.textContent).toContain("Booking works.");
});

test("nothing is said of a cost that nobody reported", async () => {
  open(() => inReview());

  await screen.findByText("Forecast");
  expect(screen.queryByText(/^Reported cost/)).toBeNull();
});

test("an item that somebody has is not changed, and ending it says whose work is lost", async () => {
  open(() => detail(claimed()));

  fireEvent.click(await screen.findByRole("menuitem", { name: "Cancel item" }));
  expect(screen.queryByRole("button", { name: "Edit" })).toBeNull();
  expect(screen.getByRole("dialog").textContent).toContain("codex is working on it");
});

test("what has ended offers nothing but reading", async () => {
  open(() => detail(item({ state: "cancelled", ended_at: AT, closing_note: "Not needed." })));

  await screen.findByText("Not needed.");
  for (const name of ["Edit", "Actions for this item", "Accept"]) expect(screen.queryByRole("button", { name })).toBeNull();
});

test("the history tells each report in full, and a release by its reason", async () => {
  const at = (minute: number) => `2026-11-09T09:0${minute}:00Z`;
  const note = (minute: number, text: string, percent: number | null = null) => ({ id: `not_${minute}`, worker: "codex", text, percent, at: at(minute) });
  open(() => detail(item(), {
    history: [
      { kind: "claimed", worker: "codex", at: at(1), text: null, doubts: [] }, { kind: "reported", worker: "codex", at: at(3), text: "Half of", doubts: [] },
      { kind: "released", worker: "codex", at: at(4), text: "No time", doubts: [] },
    ],
    notes: [note(2, "Begun", 10), note(3, "Half of it", 50), note(4, "Released: No time")],
  }));

  const told = (await screen.findAllByRole("listitem")).map((one) => one.textContent).filter((text) => text?.startsWith("codex"));
  expect(told.map((text) => text!.split(" ").slice(1, 3).join(" "))).toEqual(["gave it", "reported at", "reported at", "started work"]);
  expect(told[0]).toContain("No time");
});

test("what people wrote is text, in its own direction", async () => {
  open(() => detail(item({ title: "<b>שלום</b>" }), { notes: [{ id: "not_1", worker: "\u202ex", text: "<img src=x>", percent: null, at: AT }] }));

  expect((await screen.findByText("<img src=x>")).getAttribute("dir")).toBe("auto");
  expect(screen.getByText("\u202ex").tagName).toBe("BDI");
  expect(document.querySelector("img, h1 b")).toBeNull();
});
