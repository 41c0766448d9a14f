import { render, screen } from "@testing-library/preact";
import { expect, test } from "vitest";
import { Thread } from "../src/pages/thread";
import { message, project } from "./records";
import { serve } from "./server";

const cost = { input_tokens: 1200, output_tokens: 34, model: "openai:qwen3" };

async function footerOf(given: Parameters<typeof message>[0]): Promise<HTMLElement> {
  serve({
    "GET /agents/{project_id}/messages": () => ({ conversation_id: "prj_1", messages: [message(given)], has_more: false }),
    "GET /pa/status": () => new Promise(() => undefined),
    "GET /agents/{project_id}": () => new Promise(() => undefined),
  });
  render(<Thread project={project()} />);
  const said = await screen.findByRole("article", { name: given?.sender_type === "customer" ? "You" : "The CEO" });
  return said.querySelector("footer")!;
}

test("an answer of a model is marked, with its tokens, and names the model in a tooltip", async () => {
  const footer = await footerOf({ by: "model", cost });

  expect(footer.textContent).toMatch(/^CEO · by model, 1,234 tokens · /);
  expect(footer.querySelector(".by-model")!.getAttribute("title")).toBe("openai:qwen3");
});

test.each([
  { by: "rules" as const, cost: null },
  { by: "rules" as const, cost }, // the model was asked, and what it said could not be used
  { sender_type: "customer" as const, sender_agent_type: null, by: null },
])("no other message has the mark: %o", async (given) => {
  const footer = await footerOf(given);

  expect(footer.textContent).not.toContain("by model");
  expect(footer.querySelector(".by-model")).toBeNull();
});
