import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/preact";
import { expect, test } from "vitest";
import { ApiError } from "../src/api/call";
import { refresh } from "../src/api/data";
import type { BriefView, ProjectDetail } from "../src/api/schema";
import { Brief } from "../src/pages/brief";
import { Project } from "../src/pages/project";
import { brief, detail, entry } from "./records";
import { asked, serve } from "./server";

const REWORD = "PATCH /projects/{project_id}/brief/entries/{entry_id}";
const CHOICE = "PATCH /projects/{project_id}/choices/{choice_id}";
const PROJECT = "PATCH /projects/{project_id}";
const OTHER = new ApiError(409, "CHANGED_SINCE", "This was changed since you read it, so nothing was done. Read it again.");
const choice = (answer: string | null): BriefView["choices"][number] => ({ id: "D4", ask: "How late can one cancel?", proposed: "24 hours", answer }) as BriefView["choices"][number];
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole("button", { name }));
const type = (label: string | RegExp, value: string) => fireEvent.input(screen.getByLabelText(label), { target: { value } });
const bodies = (route: string) => asked.filter((one) => one.route === route).map(({ body }) => body);
/** What the page says instead of the server's words. */
async function told(now: string) {
  await waitFor(() => expect(screen.getByRole("alert").textContent).toBe(`This was changed since you read it, so nothing was saved. Now it says: ${now}. Save again to put yours in its place.`));
}

/** A project whose records somebody else changes between reading and saving. */
function showBrief(read: () => Partial<BriefView>) {
  serve({
    "GET /projects/{project_id}/brief": () => brief(read()),
    "GET /projects/{project_id}/notes": () => ({ notes: [], has_more: false }), "GET /agents/{project_id}/cards": () => ({ cards: [], has_more: false }),
    [REWORD]: ({ body }) => { const now = brief(read()).entries[0]!; if (body.was !== now.text) throw OTHER; return now; },
    [CHOICE]: ({ body }) => { const now = brief(read()).choices[0]!; if (body.was !== now.answer) throw OTHER; return now; },
  });
  render(<Brief project={detail()} />);
}

test("an entry that somebody else has reworded is not overwritten unseen: what is there now is shown, and yours can be saved again", async () => {
  let text = "Order bread";
  showBrief(() => ({ entries: [entry({ text })] }));
  await press(/^Reword R1/);
  type("R1 in your words", "Order rolls");
  text = "Order cake";
  await press("Save");

  await told("Order cake");
  expect(screen.getByLabelText("R1 in your words")).toHaveProperty("value", "Order rolls");
  await press("Save");
  await waitFor(() => expect(screen.queryByLabelText("R1 in your words")).toBeNull());
  expect(bodies(REWORD)).toEqual([{ text: "Order rolls", was: "Order bread" }, { text: "Order rolls", was: "Order cake" }]);
});

test("an entry is saved with what was read when its dialog opened, also where the page has read it anew", async () => {
  let text = "Order bread";
  showBrief(() => ({ entries: [entry({ text })] }));
  await press(/^Reword R1/);
  text = "Order cake";
  await act(() => refresh("GET /projects/{project_id}/brief", { path: { project_id: "prj_1" } }));
  type("R1 in your words", "Order rolls");
  await press("Save");

  await told("Order cake");
  expect(bodies(REWORD)).toEqual([{ text: "Order rolls", was: "Order bread" }]);
});

test("a choice that somebody else has answered is not overwritten unseen", async () => {
  let answer: string | null = null;
  showBrief(() => ({ choices: [choice(answer)] }));
  await press(/^Change the answer to D4/);
  type("Your answer to D4", "48 hours");
  answer = "36 hours";
  await press("Save for D4");

  await told("36 hours");
  expect(screen.getByLabelText("Your answer to D4")).toHaveProperty("value", "48 hours");
  await press("Save for D4");
  await waitFor(() => expect(bodies(CHOICE)).toEqual([{ answer: "48 hours", was: null }, { answer: "48 hours", was: "36 hours" }]));
});

function showProject(read: () => Partial<ProjectDetail>) {
  let refuse = true;
  serve({
    "GET /projects/{project_id}": () => detail(read()),
    "GET /projects/{project_id}/escalation": () => ({ rule: null, planned: [] }) as never,
    [PROJECT]: () => { if (refuse) { refuse = false; throw OTHER; } return detail(read()); },
  });
  render(<Project id="prj_1" />);
}

test("a deadline that somebody else has set is shown before yours takes its place", async () => {
  let deadline: string | null = null;
  showProject(() => ({ deadline }));
  await press("Set a deadline");
  await screen.findByRole("dialog");
  type("Finish by", "2027-03-01");
  deadline = "2027-02-01";
  fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Set deadline" }));

  await told("1 Feb 2027");
  fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Set deadline" }));
  await waitFor(() => expect(bodies(PROJECT)).toEqual([{ deadline: "2027-03-01", was: { deadline: null } }, { deadline: "2027-03-01", was: { deadline: "2027-02-01" } }]));
});

test("a ceiling that somebody else has set is shown before yours takes its place", async () => {
  let ceiling: number | null = 5000;
  showProject(() => ({ budget: { ...detail().budget, ceiling } }));
  await press("Change ceiling");
  await screen.findByRole("dialog");
  type("Ceiling", "7000");
  ceiling = null;
  fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Set ceiling" }));

  await told("no ceiling");
  fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Set ceiling" }));
  const wanted = { amount: 7000, currency: "EUR" };
  await waitFor(() => expect(bodies(PROJECT)).toEqual([{ budget_ceiling: wanted, was: { budget_ceiling: { amount: 5000, currency: "EUR" } } }, { budget_ceiling: wanted, was: { budget_ceiling: null } }]));
});
