import { fireEvent, render, screen, waitFor, within } from "@testing-library/preact";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../src/api/call";
import type { BudgetView, EstimateView } from "../src/api/schema";
import { Deliverable } from "../src/pages/deliverable";
import { Intake } from "../src/pages/intake";
import { Project } from "../src/pages/project";
import { Projects } from "../src/pages/projects";
import { deliverable, detail, estimate, intake, project, quote } from "./records";
import { asked, type Asked, serve } from "./server";

const OVER = { over_ceiling: { ceiling: 5000, over: 3400 } };
const LATE = { late: { deadline: "2027-01-01", working_days: 10 } };
const budget = (given: Partial<BudgetView>): BudgetView => ({ ...project().budget, ...given });
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole("button", { name }));
const type = async (label: string, value: string) => fireEvent.input(await screen.findByLabelText(label), { target: { value } });
const sent = (route: string) => asked.filter((one) => one.route === route).map(({ body }) => body);
const dialog = async () => within(await screen.findByRole("dialog"));

beforeEach(() => vi.spyOn(location, "hash", "set").mockReturnValue());
afterEach(() => vi.restoreAllMocks());

/** A complete brief with this estimate. */
function brief(given: Partial<EstimateView> = {}): void {
  serve({
    "GET /projects/{project_id}": () => detail({ status: "draft", phase: "intake" }),
    "GET /projects/{project_id}/intake": () => intake({ goal: "Bread", approver: "Mira" }),
    "GET /projects/{project_id}/estimate": () => estimate(8400, given),
    "POST /projects/{project_id}/submit": () => project(),
  });
  render(<Intake id="prj_1" />);
}

test("estimate within its limits warns of nothing, and is submitted without accepting more", async () => {
  brief();

  const figure = await within(await screen.findByRole("complementary", { name: "Estimate" })).findByText("€8,400");
  await press("Submit the brief");
  expect(within(await screen.findByRole("dialog")).getByRole("heading").textContent).toBe("Submit the brief?");
  await press("Submit and accept");

  expect(figure.className).toBe("figure");
  expect(document.querySelector(".note.bad")).toBeNull();
  await waitFor(() => expect(sent("POST /projects/{project_id}/submit")).toEqual([{ accept_over_ceiling: false }]));
});

test("estimate over the ceiling is red, says by how much, and is accepted in so many words", async () => {
  brief(OVER);

  expect((await within(await screen.findByRole("complementary", { name: "Estimate" })).findByText("€8,400")).className).toBe("figure bad");
  expect(document.querySelector(".note.bad")!.textContent).toBe("€3,400 over your ceiling of €5,000");
  await press("Submit the brief");
  const asks = await dialog();
  expect(asks.getByRole("heading").textContent).toBe("€3,400 over your ceiling of €5,000 — submit all the same?");
  expect(document.activeElement).toBe(asks.getByRole("button", { name: "Not yet" }));
  expect(asks.getByText("€8,400", { selector: "dd" }).className).toBe("figure bad");
  await press("Submit and accept €8,400");
  expect(asks.getByRole("alert").textContent).toBe("Tick the box to submit all the same.");
  expect(sent("POST /projects/{project_id}/submit")).toEqual([]);
  fireEvent.click(asks.getByLabelText("I accept €8,400, which is €3,400 over your ceiling of €5,000."));
  await press("Submit and accept €8,400");

  await waitFor(() => expect(sent("POST /projects/{project_id}/submit")).toEqual([{ accept_over_ceiling: true }]));
});

test("late estimate says by how much, and is submitted once that is ticked", async () => {
  brief(LATE);

  expect(await screen.findByText("10 working days after your deadline, 1 Jan 2027")).toBeTruthy();
  await press("Submit the brief");
  const asks = await dialog();
  fireEvent.click(asks.getByLabelText("I accept that it would be done 10 working days after your deadline, 1 Jan 2027."));
  await press("Submit and accept");

  await waitFor(() => expect(sent("POST /projects/{project_id}/submit")).toEqual([{ accept_over_ceiling: false }]));
});

test("building stands apart from the price, with how it is reckoned", async () => {
  brief();

  const build = within(await screen.findByRole("region", { name: "Building it" }));

  expect(build.getByRole("heading").textContent).toBe("Building it is not in this price");
  expect(build.getByText("About €12,900–€38,900, 9–27 working days.")).toBeTruthy();
  expect(build.getByText("How this is reckoned").closest("details")!.open).toBe(false);
  expect(build.getByText("3–12 days")).toBeTruthy();
  expect(build.getByText(/build-outlook-2/)).toBeTruthy();
});

/** A running project whose ceiling the server changes as it is told. */
function running(given: Partial<BudgetView>): void {
  const now = budget(given);
  serve({
    "GET /projects/{project_id}": () => detail({ budget: now }),
    "PATCH /projects/{project_id}": ({ body }: Asked) => {
      if (body.budget_ceiling?.amount === 0) throw new ApiError(400, "VALIDATION_ERROR", "No.", [{ field: "budget_ceiling.amount", message: "Must be 1 or more." }]);
      return project({ budget: Object.assign(now, { ceiling: body.budget_ceiling?.amount ?? null, stopped_at_ceiling: false }) });
    },
  });
  render(<Project id="prj_1" />);
}

test("spending over the ceiling is red", async () => {
  running({ spent: 5600, ceiling: 5000 });

  expect((await screen.findByText("€5,600")).className).toBe("bad");
  expect(screen.getByText("€600 over the ceiling").className).toBe("line bad");
});

test("spending within the ceiling is not red", async () => {
  running({ spent: 4999, ceiling: 5000 });

  expect((await screen.findByText("€4,999")).className).toBe("");
  expect(screen.queryByText(/over the ceiling/)).toBeNull();
});

test("team that stopped at its ceiling says so in red, and goes on when the ceiling is raised", async () => {
  running({ spent: 4900, ceiling: 5000, stopped_at_ceiling: true });
  const stop = within(await screen.findByRole("region", { name: "Stopped at the ceiling" }));
  expect((await screen.findByText("€4,900")).className).toBe("bad");
  expect(screen.getByText("Stopped at the ceiling").className).toBe("line bad");

  fireEvent.click(stop.getByRole("button", { name: "Change the ceiling" }));
  await type("The most it may cost", "9000");
  await press("Set the ceiling");

  await waitFor(() => expect(screen.queryByRole("region", { name: "Stopped at the ceiling" })).toBeNull());
  expect(sent("PATCH /projects/{project_id}")).toEqual([{ budget_ceiling: { amount: 9000, currency: "EUR" } }]);
  expect(screen.getByText(/Ceiling €9,000/)).toBeTruthy();
});

test("emptied ceiling is removed, and the button says so before", async () => {
  running({ spent: 100, ceiling: 5000 });
  await press("Change the ceiling");

  await type("The most it may cost", "");
  await press("Remove the ceiling");

  await waitFor(() => expect(sent("PATCH /projects/{project_id}")).toEqual([{ budget_ceiling: null }]));
  expect(await screen.findByText(/No ceiling/)).toBeTruthy();
});

test("ceiling below what is spent is warned of, and a refused one shows why at its field", async () => {
  running({ spent: 100, ceiling: 5000 });
  await press("Change the ceiling");

  await type("The most it may cost", "0");
  expect(await screen.findByText(/Less than is spent already/)).toBeTruthy();
  await press("Set the ceiling");

  expect(await screen.findByText("Must be 1 or more.")).toBeTruthy();
  expect(screen.getByLabelText("The most it may cost").getAttribute("aria-invalid")).toBe("true");
});

test("list shows in red which project is over its ceiling or has stopped at it", async () => {
  const projects = [
    project({ id: "1", name: "Over", budget: budget({ spent: 5600, ceiling: 5000 }) }),
    project({ id: "2", name: "Stopped", budget: budget({ spent: 4900, ceiling: 5000, stopped_at_ceiling: true }) }),
    project({ id: "3", name: "Fine", budget: budget({ spent: 100, ceiling: 5000 }) }),
  ];
  serve({ "GET /projects": () => ({ projects, has_more: false, next_cursor: null }) });
  render(<Projects />);

  await screen.findByText("Fine");

  expect([...document.querySelectorAll("small.bad")].map((one) => one.textContent)).toEqual(["€600 over the ceiling", "Stopped at the ceiling"]);
});

/** A document in review, whose changes the server quotes as `priced` says. */
function review(priced: (comment: string | null) => ReturnType<typeof quote> | Promise<ReturnType<typeof quote>>, state: "in_review" | "changes_requested" = "in_review", money: Partial<BudgetView> = {}): void {
  const approval = { id: "apr_1", deliverable_id: "dlv_1", revision: 1, status: "pending" };
  serve({
    "GET /projects/{project_id}": () => detail({ budget: budget(money) }),
    "GET /projects/{project_id}/deliverables/{deliverable_id}": () => ({ ...deliverable({ state }), content: "Text", content_hash: "h", history: [] }),
    "GET /projects/{project_id}/approvals": () => ({ approvals: [approval] }) as never,
    "POST /projects/{project_id}/approvals/{approval_id}/quote": ({ body }) => priced(body.comment),
    "POST /projects/{project_id}/approvals/{approval_id}": () => ({}) as never,
    "POST /agents/{project_id}/ask": () => ({ message_id: "msg_1" }) as never,
  });
  render(<Deliverable id="dlv_1" project="prj_1" />);
}
const QUOTED = "POST /projects/{project_id}/approvals/{approval_id}/quote";
const ASKED = "POST /agents/{project_id}/ask";
const DECIDED = "POST /projects/{project_id}/approvals/{approval_id}";
const APPLIED = { text: "Add gift cards.", applied: true, note: "Added as R4." };
const MISSED = { text: "Make it nicer.", applied: false, note: "say what is to change" };

test("price of changes is on the screen before a word is written, and nothing is sent by then", async () => {
  review(() => quote({ included: true }));

  await press("Request changes");

  expect((await screen.findByText("Included")).parentElement!.textContent).toBe("Included The first revision of each document costs nothing.");
  await press("Send");
  expect(sent(DECIDED)).toEqual([]);
  expect(document.activeElement).toBe(screen.getByLabelText("What should change?"));
});

test("comment is quoted once it rests: its price, the points that can be applied, and those that can't", async () => {
  review((comment) => quote({ cost: 160, included: false, revision: 3, points: comment ? [APPLIED, MISSED] : [] }));
  await press("Request changes");
  await screen.findByText("€160");

  const comment = screen.getByLabelText("What should change?");
  for (const value of ["Add", "Add gift cards. Make it nicer."]) fireEvent.input(comment, { target: { value } }); // without a rest
  const send = await screen.findByRole("button", { name: "Send for €160" });

  expect(sent(QUOTED)).toEqual([{ comment: null }, { comment: "Add gift cards. Make it nicer." }]);
  expect(screen.getByText("1 of 2 points can be applied.")).toBeTruthy();
  expect([...document.querySelectorAll(".points li")].map((one) => one.textContent)).toEqual([
    "Can be applied: Add gift cards.Added as R4.", "Can’t be applied: Make it nicer.say what is to change",
  ]);
  fireEvent.click(send);
  await waitFor(() => expect(sent(DECIDED)).toEqual([{ decision: "request_changes", comment: "Add gift cards. Make it nicer." }]));
});

test("comment that would change nothing is not sent: the button asks to rephrase it", async () => {
  review((comment) => quote({ nothing_to_apply: comment !== null, points: comment ? [MISSED] : [] }));
  await press("Request changes");
  await type("What should change?", "Make it nicer.");

  await press("Rephrase");

  expect(screen.getByText("Nothing would change, and nothing is charged.")).toBeTruthy();
  expect(screen.getByText("say what is to change")).toBeTruthy();
  expect(sent(DECIDED)).toEqual([]);
  expect(document.activeElement).toBe(screen.getByLabelText("What should change?"));
});

test("comment that would change nothing can be told to the CEO as a wish instead", async () => {
  review((comment) => quote({ nothing_to_apply: comment !== null, points: comment ? [MISSED] : [] }));
  await press("Request changes");
  expect(screen.queryByRole("button", { name: "Tell the CEO as a wish" })).toBeNull();
  await type("What should change?", "Make it nicer.");

  await press("Tell the CEO as a wish");

  await waitFor(() => expect(sent(ASKED)).toEqual([{ message: "Change request: Make it nicer." }]));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent(DECIDED)).toEqual([]);
});

test("price that is over the ceiling says that the team would stop", async () => {
  review(() => quote({ cost: 160, included: false, over_ceiling: true }));

  await press("Request changes");

  expect(await screen.findByText(/more than your ceiling allows: the team would stop/)).toBeTruthy();
});

test("included changes say so when the team has stopped at its ceiling", async () => {
  review(() => quote({ over_ceiling: true }));

  await press("Request changes");

  expect(await screen.findByText(/it writes nothing until you change that/)).toBeTruthy();
});

test("older quote that comes late does not stand for the newer comment", async () => {
  const late: (() => void)[] = [];
  review((comment) => (comment === "Slow" ? new Promise((answer) => late.push(() => answer(quote({ cost: 1, included: false })))) : quote({ cost: 160, included: false })));
  await press("Request changes");
  await screen.findByText("€160");
  await type("What should change?", "Slow");
  await waitFor(() => expect(late).toHaveLength(1));
  expect(screen.getByRole("button", { name: "Working Send" }).getAttribute("aria-disabled")).toBe("true");

  await type("What should change?", "Slow, then quick");
  await screen.findByRole("button", { name: "Send for €160" });
  late[0]!();
  await new Promise((done) => setTimeout(done, 20));

  expect(screen.getByRole("button", { name: "Send for €160" })).toBeTruthy();
});

test("changes whose price can't be had are not sent, and the price is asked for again by the person", async () => {
  let down = true;
  review(() => {
    if (down) throw new ApiError(503, "UNAVAILABLE", "No prices now.");
    return quote();
  });
  await press("Request changes");
  await screen.findByRole("alert");
  await type("What should change?", "Add gift cards");
  await waitFor(() => expect(sent(QUOTED)).toHaveLength(2));
  expect((await screen.findByRole("alert")).textContent).toContain("No prices now.");
  await press("Send");
  expect(sent(DECIDED)).toEqual([]);

  down = false;
  await press("Try again");

  expect(await screen.findByRole("button", { name: "Send, included" })).toBeTruthy();
});

test("team that stopped at its ceiling is not shown as working on the comment", async () => {
  review(() => quote(), "changes_requested", { spent: 4900, ceiling: 5000, stopped_at_ceiling: true });

  expect(await screen.findByText("The team has stopped at its ceiling.")).toBeTruthy();
  expect(screen.queryByText(/is working on your comment/)).toBeNull();
});
