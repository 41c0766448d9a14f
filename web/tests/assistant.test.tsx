import { fireEvent, render, screen, waitFor, within } from "@testing-library/preact";
import { beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../src/api/call";
import type { AskedView, AssistantAnswer } from "../src/api/schema";
import { Conversation } from "../src/pages/chat";
import { need, project } from "./records";
import { asked, serve } from "./server";

const AT = "2026-11-09T09:00:00Z";
const answered = (response: string, given: Partial<AssistantAnswer> = {}): AssistantAnswer => ({ response, actions: [], intents: ["summary"], facts: [], cards: [], by: "rules", sentences: [], draft: null, cost: null, ...given });
const type = async (text: string) => fireEvent.input(await screen.findByLabelText("Message to the assistant"), { target: { value: text } });
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole("button", { name }));

/** An assistant that keeps what it is asked, as the API does. */
function assistant(kept: AskedView[], answer: (message: string) => AssistantAnswer = (message) => answered(`You said: ${message}`), items = [need()], more: Parameters<typeof serve>[0] = {}) {
  const tell = (message: string) => {
    const given = answer(message);
    kept.push({ sequence: kept.length + 1, message, answer: given, asked_at: AT, sender: null });
    return given;
  };
  serve({
    "GET /pa/messages": ({ query: { limit = "20", before } }) => {
      const some = kept.filter((one) => !before || one.sequence < Number(before)).reverse();
      return { messages: some.slice(0, Number(limit)), has_more: some.length > Number(limit) };
    },
    "POST /pa/ask": ({ body }) => tell(body.message),
    "GET /inbox": () => ({ items, has_more: false, next_cursor: null }),
    ...more,
  });
  return render(<Conversation project={null} />);
}
const said = (count: number): AskedView[] => Array.from({ length: count }, (_, index) => ({ sequence: index + 1, message: `Question ${index + 1}`, answer: answered(`Answer ${index + 1}`), asked_at: AT, sender: null }));

beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn();
});

test("what was said is there again after a reload, and older pages on demand", async () => {
  assistant(said(40));

  await screen.findByText("Answer 40");
  expect(screen.queryByText("Answer 10")).toBeNull();
  await press("Show older messages");

  await screen.findByText("Answer 1");
  expect(screen.queryByRole("button", { name: "Show older messages" })).toBeNull();
  expect(screen.getAllByRole("article", { name: "The assistant" }).map((one) => within(one).getByText(/^Answer/).textContent)).toEqual(said(40).map(({ sequence }) => `Answer ${sequence}`));
});

test("question and answer join what was said, and the ideas follow below", async () => {
  assistant(said(1));
  await press("What needs me first?");

  await screen.findByText("You said: What needs me first?");
  expect(screen.getByText("Answer 1")).toBeTruthy();
  const ideas = within(screen.getByRole("group", { name: "Suggested questions" })).getAllByRole("button");
  expect(ideas.map((one) => one.textContent)).not.toContain("What needs me first?");
});

test("a question that was refused can be sent again, and goes back to where it was written", async () => {
  assistant([], () => {
    throw new ApiError(503, "UNAVAILABLE", "Try again later.");
  });
  await type("How is everything?");
  await press("Send");

  await screen.findByText("Try again later.");
  await press("Send again");
  await waitFor(() => expect(asked.filter(({ route }) => route === "POST /pa/ask").map(({ idempotencyKey }) => idempotencyKey)).toEqual(Array(2).fill(asked.find(({ route }) => route === "POST /pa/ask")!.idempotencyKey)));
  await press("Edit");
  expect(screen.getByLabelText("Message to the assistant")).toHaveProperty("value", "How is everything?");
});

test("an answer leads to the very thing that waits, and to nothing that is over", async () => {
  const action = (given: Partial<AssistantAnswer["actions"][number]>) => ({ type: "approval" as const, project: "Bakery", count: 1, ids: ["apr_1"], ...given });
  const actions = [action({}), action({ ids: ["apr_9"], count: 2 }), action({ type: "intake", ids: ["prj_7"] }), action({ type: "message", ids: ["prj_1"] }), action({ type: "task", project: "", ids: ["tsk_1"] })];
  assistant([{ sequence: 1, message: "What needs me?", answer: answered("Much.", { actions }), asked_at: AT, sender: null }]);

  const answer = within(await screen.findByRole("article", { name: "The assistant" }));

  await waitFor(() => expect(answer.getAllByRole("link").map((one) => [one.textContent, one.getAttribute("href")])).toEqual([
    ["Approve Product brief", "#/projects/prj_1/deliverables/dlv_1"],
    ["Finish the brief", "#/projects/prj_7/intake"],
    ["Read 1 new message", "#/projects/prj_1/chat"],
    ["See the task", "#/reports/tasks/tsk_1"],
  ]));
});

test("what the rows say one by one is not counted above them", async () => {
  const fact = (record: string, text: string) => ({ id: `needs.${record}`, text, record, path: "inbox" });
  const counts = [fact("apr_1", "Bakery: 1 document waits for your approval."), fact("apr_9", "Harbour: 2 documents wait for your approval.")];
  const actions = [{ type: "approval" as const, project: "Bakery", count: 1, ids: ["apr_1"] }, { type: "approval" as const, project: "Harbour", count: 2, ids: ["apr_9"] }];
  assistant([{ sequence: 1, message: "What needs me?", answer: answered(`3 items need you.\n\n${counts.map(({ text }) => `- ${text}`).join("\n")}`, { actions, facts: counts }), asked_at: AT, sender: null }]);

  await screen.findByRole("link", { name: "Approve Product brief" });
  expect(screen.getByRole("article", { name: "The assistant" }).querySelector(".bubble")!.textContent).toBe("3 items need you.Harbour: 2 documents wait for your approval.");
});

test("a question names the key that asked it", async () => {
  const sender = { kind: "api_key" as const, id: "key_1", name: "Standup bot", worker: false };
  assistant([{ sequence: 1, message: "What is late?", answer: answered("Nothing."), asked_at: AT, sender }, { sequence: 2, message: "And now?", answer: answered("Nothing."), asked_at: AT, sender: null }]);

  expect((await screen.findByRole("article", { name: "API key Standup bot" })).textContent).toContain("What is late?");
  expect(screen.getByRole("article", { name: "You" }).textContent).toContain("And now?");
});

test("an answer leads to the projects that it names", async () => {
  const kept: AskedView[] = [{ sequence: 1, message: "Money?", answer: answered("**Bakery** has spent EUR 2,000."), asked_at: AT, sender: null }];
  assistant(kept, undefined, [], { "GET /projects": () => ({ projects: [project()], has_more: false, next_cursor: null }) });

  expect((await screen.findByRole("link", { name: "Bakery" })).getAttribute("href")).toBe("#/projects/prj_1");
});
