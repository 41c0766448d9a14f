import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/preact";
import { expect, test, vi } from "vitest";
import { client } from "../src/api/data";
import { Intake } from "../src/pages/intake";
import { brief, detail, estimate, intake, project } from "./records";
import { asked, serve } from "./server";

/** A draft whose only missing answer is the approver; each price is the number of letters answered, in thousands. */
function draft(): void {
  const answers: Record<string, string> = { goal: "Bread before noon" };
  serve({
    "GET /projects/{project_id}": () => detail({ status: "draft", phase: "intake" }),
    "GET /projects/{project_id}/intake": () => intake(answers),
    "POST /projects/{project_id}/intake": ({ body }) => intake(Object.assign(answers, body.answers)),
    "GET /projects/{project_id}/brief": () => brief({ estimate: answers.approver ? estimate(1000 * answers.approver.length) : null }),
  });
}

const type = async (text: string) => fireEvent.input(await screen.findByLabelText("Who approves?"), { target: { value: text } });
const sent = (route: string) => asked.filter((one) => one.route === route);
const card = () => within(screen.getByRole("complementary", { name: "Estimate" }));

test("estimate appears as soon as the server has one, and Submit shows its ends", async () => {
  draft();
  render(<Intake id="prj_1" />);
  await screen.findByText(/1 of 2 required answers/);

  await type("Mira");
  expect(await card().findByText("EUR 4,000", {}, { timeout: 3000 })).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Submit the brief" }));

  const asks = await screen.findByRole("dialog");
  for (const end of ["EUR 3,000", "EUR 4,000", "EUR 5,000"]) expect(within(asks).getByText(end)).toBeTruthy();
});

test("choice just made is not undone by an older answer that comes late", async () => {
  const tone = { ...intake({}).questions[0]!, id: "tone", type: "choice" as const, prompt: "Which tone?", options: ["plain", "warm"] };
  const view = { questions: [tone], complete: false, missing: ["tone"] };
  const late: (() => void)[] = [];
  serve({
    "GET /projects/{project_id}": () => detail({ status: "draft" }),
    "GET /projects/{project_id}/brief": () => brief({ estimate: null }),
    "GET /projects/{project_id}/intake": () => (asked.filter(({ route }) => route.endsWith("/intake")).length < 2 ? view : new Promise((answer) => late.push(() => answer(view)))),
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

/** Brief whose price, EUR 4,000 on the screen, is being counted anew after the last answer; `count` ends that. */
async function counting(answer: string): Promise<{ accept: HTMLElement; count: () => void }> {
  const counts: (() => void)[] = [];
  let name = "Mira";
  const price = () => brief({ estimate: estimate(1000 * name.length) });
  serve({
    "GET /projects/{project_id}": () => detail({ status: "draft", phase: "intake" }),
    "GET /projects/{project_id}/intake": () => intake({ goal: "Bread before noon", approver: name }),
    "POST /projects/{project_id}/intake": ({ body }) => {
      name = body.answers.approver;
      return intake({ goal: "Bread before noon", approver: name });
    },
    "GET /projects/{project_id}/brief": () => (name === "Mira" ? price() : new Promise((tell) => counts.push(() => tell(price())))),
    "POST /projects/{project_id}/submit": () => project(),
  });
  render(<Intake id="prj_1" />);
  await within(await screen.findByRole("complementary", { name: "Estimate" })).findByText("EUR 4,000");
  await type(answer);
  fireEvent.click(screen.getByRole("button", { name: "Submit the brief" }));
  const accept = await within(await screen.findByRole("dialog")).findByRole("button", { name: "Submit and accept" });
  fireEvent.click(accept);
  await waitFor(() => expect(accept.getAttribute("aria-disabled")).toBe("true"));
  await waitFor(() => expect(counts.length).toBeGreaterThan(0));
  return { accept, count: () => counts.forEach((tell) => tell()) };
}

test("price that is accepted counts the very last word", async () => {
  const { accept, count } = await counting("Miranda");

  count();

  expect((await within(screen.getByRole("dialog")).findByRole("alert")).textContent).toContain("made another estimate");
  expect(screen.getByRole("dialog").textContent).toContain("EUR 7,000");
  expect(sent("POST /projects/{project_id}/submit")).toEqual([]);
  fireEvent.click(accept);
  await waitFor(() => expect(sent("POST /projects/{project_id}/submit")).toHaveLength(1));
});

test("press that comes while the price is counted is carried out if the price stays", async () => {
  const { count } = await counting("Mara");
  expect(sent("POST /projects/{project_id}/submit")).toEqual([]);

  count();

  await waitFor(() => expect(sent("POST /projects/{project_id}/submit")).toHaveLength(1));
});

test("estimate follows every answer that is changed afterwards", async () => {
  draft();
  render(<Intake id="prj_1" />);
  await type("Mira");
  await screen.findByText("EUR 4,000", { selector: ".sum .figure" }, { timeout: 3000 });

  await type("Miranda");

  expect(await card().findByText("EUR 7,000", {}, { timeout: 3000 })).toBeTruthy();
  expect(asked.filter(({ route }) => route.startsWith("POST")).map(({ body }) => body.answers)).toEqual([{ approver: "Mira" }, { approver: "Miranda" }]);
});

test("what the estimate needs comes first, each with an example, and the rest is optional", async () => {
  const tone = { ...intake({}).questions[0]!, id: "integrations", section: "Technology", type: "list" as const, prompt: "Which other systems?", required: false };
  const [goal, approver] = intake({}).questions as [(typeof tone), (typeof tone)];
  serve({
    "GET /projects/{project_id}": () => detail({ status: "draft" }),
    "GET /projects/{project_id}/brief": () => brief({ estimate: null }),
    "GET /projects/{project_id}/intake": () => ({ questions: [goal, tone, approver] as never, complete: false, missing: ["goal", "approver"] }),
  });
  render(<Intake id="prj_1" />);

  expect((await screen.findByText(/^2 questions, about/)).textContent).toBe("2 questions, about 1 minute. With them you can submit the brief.");
  const cards = [...document.querySelectorAll<HTMLElement>(".stack .card")].map((one) => [within(one).getByRole("heading").textContent, ...[...one.querySelectorAll("label")].map((label) => label.textContent)]);
  expect(cards).toEqual([["What we need first", "What should exist at the end?", "Who approves?"], ["Technology", "Which other systems?"]]);
  const field = screen.getByLabelText("Which other systems?");
  expect(document.getElementById(field.getAttribute("aria-describedby")!)!.textContent).toContain("For example: Stripe");
});

test("brief that was submitted is changed on the project's page", async () => {
  const replaced = vi.spyOn(location, "replace").mockReturnValue();
  serve({ "GET /projects/{project_id}": () => detail({ status: "active" }), "GET /projects/{project_id}/intake": () => intake({ goal: "Bread", approver: "Mira" }) });
  render(<Intake id="prj_1" />);

  await waitFor(() => expect(replaced).toHaveBeenCalledWith("#/projects/prj_1/brief"));
  replaced.mockRestore();
});

test.each([
  [{}, "EUR 9,00015 Jan 2027", "price-bar"],
  [{ ceiling: { amount: 5000, fits: "no" as const } }, "EUR 9,00015 Jan 2027", "price-bar bad"],
])("price stays in view on a small screen: %o", async (given, says, looks) => {
  serve({
    "GET /projects/{project_id}": () => detail({ status: "draft" }),
    "GET /projects/{project_id}/intake": () => intake({ goal: "Bread", approver: "Mira" }),
    "GET /projects/{project_id}/brief": () => brief({ estimate: estimate(9000, given) }),
  });
  render(<Intake id="prj_1" />);

  await waitFor(() => expect(document.querySelector(".price-bar")!.textContent).toBe(says));
  expect(document.querySelector(".price-bar")!.className).toBe(looks);
});
