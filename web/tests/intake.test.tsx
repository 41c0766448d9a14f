import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/preact";
import { expect, test } from "vitest";
import { client } from "../src/api/data";
import { Intake } from "../src/pages/intake";
import { detail, estimate, intake } from "./records";
import { asked, serve } from "./server";

/** A draft whose only missing answer is the approver; each price is the number of letters answered, in thousands. */
function draft(): void {
  const answers: Record<string, string> = { goal: "Bread before noon" };
  serve({
    "GET /projects/{project_id}": () => detail({ status: "draft", phase: "intake" }),
    "GET /projects/{project_id}/intake": () => intake(answers),
    "POST /projects/{project_id}/intake": ({ body }) => intake(Object.assign(answers, body.answers)),
    "GET /projects/{project_id}/estimate": () => estimate(1000 * answers.approver!.length),
  });
}

const type = async (text: string) => fireEvent.input(await screen.findByLabelText("Who approves?"), { target: { value: text } });
const card = () => within(screen.getByRole("complementary", { name: "Estimate" }));

test("estimate appears after the last required answer, and Submit names its price", async () => {
  draft();
  render(<Intake id="prj_1" />);
  await screen.findByText(/1 of 2 required answers/);

  await type("Mira");
  expect(await card().findByText("€4,000", {}, { timeout: 3000 })).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Submit the brief" }));

  expect((await screen.findByRole("dialog")).textContent).toContain("you accept the estimate of €4,000");
});

test("choice just made is not undone by an older answer that comes late", async () => {
  const tone = { ...intake({}).questions[0]!, id: "tone", type: "choice" as const, prompt: "Which tone?", options: ["plain", "warm"] };
  const view = { questions: [tone], complete: false, missing: ["tone"] };
  const late: (() => void)[] = [];
  serve({
    "GET /projects/{project_id}": () => detail({ status: "draft" }),
    "GET /projects/{project_id}/intake": () => (asked.length < 3 ? view : new Promise((answer) => late.push(() => answer(view)))),
    "POST /projects/{project_id}/intake": () => new Promise(() => undefined),
  });
  render(<Intake id="prj_1" />).unmount();
  await waitFor(() => expect(client.isFetching()).toBe(0));
  render(<Intake id="prj_1" />);
  await waitFor(() => expect(late).toHaveLength(1));

  fireEvent.click(await screen.findByLabelText("Warm"));
  late.forEach((answer) => answer());
  await act(() => new Promise((done) => setTimeout(done, 20)));

  expect(screen.getByLabelText("Warm")).toHaveProperty("checked", true);
});

test("price that is accepted counts the very last word", async () => {
  draft();
  render(<Intake id="prj_1" />);
  await type("Mira");
  await card().findByText("€4,000", {}, { timeout: 3000 });

  await type("Miranda");
  fireEvent.click(screen.getByRole("button", { name: "Submit the brief" }));

  const accept = await within(await screen.findByRole("dialog")).findByRole("button", { name: "Submit and accept" });
  await waitFor(() => expect(accept.getAttribute("aria-disabled")).toBeNull());
  expect(screen.getByRole("dialog").textContent).toContain("€7,000");
});

test("estimate follows every answer that is changed afterwards", async () => {
  draft();
  render(<Intake id="prj_1" />);
  await type("Mira");
  await card().findByText("€4,000", {}, { timeout: 3000 });

  await type("Miranda");

  expect(await card().findByText("€7,000", {}, { timeout: 3000 })).toBeTruthy();
  expect(asked.filter(({ route }) => route.startsWith("POST")).map(({ body }) => body.answers)).toEqual([{ approver: "Mira" }, { approver: "Miranda" }]);
});
