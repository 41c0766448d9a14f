import { render, screen, waitFor, within } from "@testing-library/preact";
import axe from "axe-core";
import { beforeEach, expect, test, vi } from "vitest";
import type { ConversationView } from "../src/api/schema";
import { Ask } from "../src/pages/ask";
import { detail, message, need, page, project } from "./records";
import { asked, serve } from "./server";

const talked = (project_id: string, unread: number, last_reply_at: string): ConversationView => ({ project_id, project_name: project_id, unread, last_reply_at, last_reply: `Said in ${project_id}.` });
const projects = ["prj_1", "prj_2", "prj_3", "prj_4"].map((id) => project({ id, name: `Name of ${id}`, status: id === "prj_4" ? "cancelled" : "active" }));

function open(id: string | undefined, all = projects) {
  serve({
    "GET /projects": () => ({ projects: all, has_more: false, next_cursor: null }),
    "GET /pa/conversations": () => ({ conversations: [talked("prj_2", 0, "2026-11-09T09:00:00Z"), talked("prj_3", 2, "2026-11-08T09:00:00Z")] }),
    "GET /pa/messages": () => ({ messages: [], has_more: false }),
    "GET /inbox": () => ({ items: ["prj_3", "prj_2"].map((project_id) => need({ id: project_id, project_id })), has_more: false, next_cursor: null }),
    "GET /projects/{project_id}": () => detail(),
    "GET /agents/{project_id}/messages": () => page([message({ content: "All is well." })], { first_unread: "msg_1" }),
  });
  return render(<Ask project={id} />);
}
const conversations = () => within(screen.getByRole("navigation", { name: "Conversations" }));

beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn();
});

test("without a project the assistant answers about all, and no project's conversation is opened or read", async () => {
  const { container } = open(undefined);

  expect(await screen.findByLabelText("Message to the assistant")).toBeTruthy();
  await screen.findByText("Ask about any of your projects. The conversation stays here for 30 days.");
  expect(conversations().getAllByRole("link", { current: "page" }).map((one) => one.textContent)).toEqual(["All projectsAssistant"]);
  expect(asked.filter(({ path }) => path.startsWith("/agents"))).toEqual([]);
  expect((await axe.run(container, { rules: { "color-contrast": { enabled: false }, region: { enabled: false } } })).violations.map((one) => one.id)).toEqual([]);
});

test("conversations are listed with their last message, in the order of the menu, and a dot where something is new", async () => {
  open("prj_2");
  await waitFor(() => expect(conversations().getAllByRole("link").map((one) => one.getAttribute("href"))).toEqual(["#/ask", "#/ask/prj_3", "#/ask/prj_2", "#/ask/prj_1"]));

  const [, first, second] = conversations().getAllByRole("link");
  expect(within(first!).getByText("Said in prj_3.")).toBeTruthy();
  expect(within(first!).getByText("2 new")).toBeTruthy();
  expect(within(second!).queryByText(/new/)).toBeNull();
  expect(second!.getAttribute("aria-current")).toBe("page");
  expect(await screen.findByLabelText("Message to the CEO")).toBeTruthy();
  await screen.findByText("All is well.");
  expect(asked.filter(({ route }) => route.startsWith("POST"))).toEqual([]);
});

test("on a small screen a menu chooses what the conversation is about", async () => {
  open("prj_2");
  const button = await screen.findByRole("button", { name: "Ask about: Name of prj_2" });
  const menu = document.getElementById(button.getAttribute("popovertarget")!)!;

  await waitFor(() => expect([...menu.querySelectorAll("[role=menuitemradio]")].map((one) => [one.textContent, one.getAttribute("href"), one.getAttribute("aria-checked")])).toEqual([
    ["All projects", "#/ask", "false"], ["Name of prj_3 · 2 new", "#/ask/prj_3", "false"], ["Name of prj_2", "#/ask/prj_2", "true"], ["Name of prj_1", "#/ask/prj_1", "false"],
  ]));
});

test("a cancelled project is listed only where it is open, and one that is not there is said", async () => {
  const { unmount } = open("prj_4");
  await waitFor(() => expect(conversations().getAllByRole("link", { current: "page" }).map((one) => one.textContent)).toEqual(["Name of prj_4"]));
  unmount();
  open("prj_9");

  expect(await screen.findByText("Project not found")).toBeTruthy();
});
