import { fireEvent, render, screen, waitFor, within } from "@testing-library/preact";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../src/api/call";
import type { BudgetView, EstimateView, ProjectDetail } from "../src/api/schema";
import { Intake } from "../src/pages/intake";
import { Project } from "../src/pages/project";
import { Projects } from "../src/pages/projects";
import { brief, detail, estimate, intake, project } from "./records";
import { asked, type Asked, serve } from "./server";

const SAID = estimate(8400).said;
const OVER = { ceiling: { amount: 5000, fits: "no" as const }, said: { ...SAID, ceiling: "The cost does not fit your ceiling." } };
const LATE = { deadline: { day: "2027-01-01", fits: "unlikely" as const }, said: { ...SAID, deadline: "Your deadline is unlikely to hold." } };
const budget = (given: Partial<BudgetView>): BudgetView => ({ ...project().budget, ...given });
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole("button", { name }));
const type = async (label: string, value: string) => fireEvent.input(await screen.findByLabelText(label), { target: { value } });
const sent = (route: string) => asked.filter((one) => one.route === route).map(({ body }) => body);
const dialog = async () => within(await screen.findByRole("dialog"));
const SUBMIT = "POST /projects/{project_id}/submit";
const PATCH = "PATCH /projects/{project_id}";

beforeEach(() => vi.spyOn(location, "hash", "set").mockReturnValue());
afterEach(() => vi.restoreAllMocks());

/** A complete brief with this estimate. */
function draft(given: Partial<EstimateView> = {}): void {
  serve({
    "GET /projects/{project_id}": () => detail({ status: "draft", phase: "intake" }),
    "GET /projects/{project_id}/intake": () => intake({ goal: "Bread", approver: "Mira" }),
    "GET /projects/{project_id}/brief": () => brief({ estimate: estimate(8400, given) }),
    [SUBMIT]: () => project(),
  });
  render(<Intake id="prj_1" />);
}

test("estimate within its limits warns of nothing, and is submitted without accepting more", async () => {
  draft();

  const figure = await screen.findByText("EUR 8,400", { selector: ".sum .figure" });
  await press("Submit brief");
  const asks = await dialog();
  expect(asks.getByRole("heading").textContent).toBe("Submit this brief?");
  expect(asks.getByRole("row", { name: /^Cost/ }).textContent).toBe("CostEUR\u00a07,400EUR\u00a08,400EUR\u00a09,400");
  expect(asks.getByRole("row", { name: /^End/ }).textContent).toBe("End11 Jan 202715 Jan 202720 Jan 2027");
  expect(asks.getByText(/the build included/)).toBeTruthy();
  expect(asks.getByRole("row", { name: /^Engineering/ })).toBeTruthy();
  await press("Accept and submit");

  expect(figure.className).toBe("figure");
  expect(document.querySelector(".note.bad")).toBeNull();
  await waitFor(() => expect(sent(SUBMIT)).toEqual([{ accept_over_ceiling: false }]));
});

test("estimate over the ceiling is red, says so in the server's words, and is accepted by a tick", async () => {
  draft(OVER);

  expect((await screen.findByText("EUR 8,400", { selector: ".sum .figure" })).className).toBe("figure bad");
  expect(document.querySelector(".note.bad")!.textContent).toBe("The cost does not fit your ceiling.");
  await press("Submit brief");
  const asks = await dialog();
  expect(asks.getByText("The cost does not fit your ceiling.")).toBeTruthy();
  expect(document.activeElement).toBe(asks.getByRole("button", { name: "Not yet" }));
  await press("Accept and submit");
  expect(asks.getByRole("alert").textContent).toBe("Tick the box to submit above your ceiling.");
  expect(sent(SUBMIT)).toEqual([]);
  fireEvent.click(asks.getByLabelText("I accept a cost above my ceiling."));
  await press("Accept and submit");

  await waitFor(() => expect(sent(SUBMIT)).toEqual([{ accept_over_ceiling: true }]));
});

test("late estimate says so, and needs no tick", async () => {
  draft(LATE);

  await press("Submit brief");
  expect((await dialog()).getByText("Your deadline is unlikely to hold.")).toBeTruthy();
  await press("Accept and submit");

  await waitFor(() => expect(sent(SUBMIT)).toEqual([{ accept_over_ceiling: false }]));
});

test("estimate is its ends, its phases, and its lines once they are wanted", async () => {
  draft();
  const card = within(await screen.findByRole("complementary", { name: "Estimate" }));

  for (const said of ["EUR 7,400 – 9,400", "11 Jan – 20 Jan 2027", "14 days of work (12–16.5), 2 people at a time"]) expect(card.getByText(said)).toBeTruthy();
  expect(card.getByRole("row", { name: /^Engineering CTO/ }).textContent).toBe("Engineering CTO10 daysEUR\u00a06,400");
  const lines = card.getByText("Line by line").closest("details")!;
  expect(within(lines).queryByRole("table")).toBeNull();
  lines.open = true;
  fireEvent(lines, new Event("toggle"));

  expect((await within(lines).findByText(/Orders and checkout/)).closest("tr")!.textContent).toBe("R1 Orders and checkout3.5 daysEUR\u00a02,300");
});

/** A running project that the server changes as it is told. */
function running(given: Partial<ProjectDetail>): void {
  const now = detail(given);
  serve({
    "GET /projects/{project_id}": () => now,
    "GET /projects/{project_id}/escalation": () => ({ rule: null, planned: [] }) as never,
    [PATCH]: ({ body }: Asked) => {
      if (body.budget_ceiling?.amount === 0) throw new ApiError(400, "VALIDATION_ERROR", "No.", [{ field: "budget_ceiling.amount", message: "Must be 1 or more." }]);
      return Object.assign(now, { ...(body.name && { name: body.name }), ...(body.budget_ceiling !== undefined && { budget: { ...now.budget, ceiling: body.budget_ceiling?.amount ?? null } }) });
    },
  });
  render(<Project id="prj_1" />);
}

test("project says its cost and its end with their ends", async () => {
  running({});

  expect((await screen.findByText("Forecast")).parentElement!.textContent).toBe("ForecastEUR\u00a09,000EUR\u00a08,000 – 10,000 Set a ceiling");
  expect(screen.getByText("Likely end").parentElement!.textContent).toBe("Likely end15 Jan 202711 Jan – 20 Jan 2027 Set a deadline");
});

test("forecast over the ceiling is red", async () => {
  running({ budget: budget({ forecast: 9600, ceiling: 5000 }) });

  expect((await screen.findByText("EUR 9,600")).className).toBe("bad");
  expect(screen.getByText(/^EUR 4,600 over your ceiling of EUR 5,000/).className).toBe("line bad");
});

test("emptied ceiling is removed, and the button says so before", async () => {
  running({ budget: budget({ ceiling: 5000 }) });
  await press("Change ceiling");

  await type("Ceiling", "");
  await press("Remove ceiling");

  await waitFor(() => expect(sent(PATCH)).toEqual([{ budget_ceiling: null, was: { budget_ceiling: { amount: 5000, currency: "EUR" } } }]));
  expect(await screen.findByRole("button", { name: "Set a ceiling" })).toBeTruthy();
});

test("refused ceiling shows why at its field", async () => {
  running({ budget: budget({ ceiling: 5000 }) });
  await press("Change ceiling");
  await type("Ceiling", "0");

  fireEvent.submit(document.querySelector("dialog form")!);

  expect(await screen.findByText("Must be 1 or more.")).toBeTruthy();
  expect(screen.getByLabelText("Ceiling").getAttribute("aria-invalid")).toBe("true");
});

test("project is renamed in its header", async () => {
  running({});
  fireEvent.click(await screen.findByRole("menuitem", { name: "Rename…" }));
  await type("Name", "Bakery and café");

  fireEvent.submit(document.querySelector("dialog form")!);

  expect(await screen.findByRole("heading", { level: 1, name: "Bakery and café" })).toBeTruthy();
  expect(sent(PATCH)).toEqual([{ name: "Bakery and café" }]);
});

test("archive says that it is one, and goes on as a new project without the answers that no longer hold", async () => {
  const old = detail({ archived: true, eta: null, said: { ...detail().said, state: "The project is an archive." } });
  const question = intake({}).questions[0]!;
  const taken: object[] = [];
  serve({
    "GET /projects/{project_id}": () => old,
    "GET /projects/{project_id}/intake": () => ({ questions: [{ ...question, answer: "Bread" }, { ...question, id: "deadline", answer: "2020-01-01" }, { ...question, id: "tone", answer: null }], complete: true, missing: [] }),
    "POST /projects": () => project({ id: "prj_2" }),
    "POST /projects/{project_id}/intake": ({ path, body }) => {
      if (body.answers.deadline) throw new ApiError(400, "VALIDATION_ERROR", "No.", [{ field: "answers.deadline", message: "Must be after today." }]);
      taken.push({ path, ...body });
      return intake({});
    },
  });
  render(<Project id="prj_1" />);
  await press("Start a new project from it");

  await waitFor(() => expect(taken).toEqual([{ path: "/projects/prj_2/intake", answers: { goal: "Bread" } }]));
  expect(sent("POST /projects")).toEqual([{ name: "Bakery", description: null }]);
  expect(screen.getAllByRole("menuitem").map((one) => one.textContent)).toEqual(["Delete…"]);
  expect(screen.queryByRole("button", { name: "Set a ceiling" })).toBeNull();
});

test("list shows what each project comes to, in red what passes its ceiling", async () => {
  const projects = [
    project({ id: "1", name: "Over", budget: budget({ forecast: 5600, ceiling: 5000 }) }),
    project({ id: "2", name: "Fine" }),
    project({ id: "3", name: "Empty", budget: budget({ forecast: null, likely: null }) }),
  ];
  serve({ "GET /projects": () => ({ projects, has_more: false, next_cursor: null }), "GET /inbox": () => ({ items: [], has_more: false, next_cursor: null }) });
  render(<Projects />);

  await screen.findByText("Fine");

  expect([...document.querySelectorAll("[data-label=Forecast]")].map((one) => one.textContent)).toEqual(["EUR\u00a05,600Ceiling EUR\u00a05,000", "EUR\u00a09,000", "No cost yet"]);
  expect([...document.querySelectorAll(".of-limit.bad")].map((one) => one.textContent)).toEqual(["EUR\u00a05,600Ceiling EUR\u00a05,000"]);
});
