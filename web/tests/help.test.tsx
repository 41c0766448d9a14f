import { fireEvent, render, screen, within } from "@testing-library/preact";
import { expect, test } from "vitest";
import { TEXTS } from "../src/pages/help";
import { topicOf } from "../src/ui/help";
import { Head } from "../src/ui/parts";

const at = (path: string) => topicOf(path.split("/"));

test("every page has a topic of its own, and each topic its text", () => {
  const topics = ["overview", "inbox", "projects", "projects/p", "projects/p/intake", "projects/p/brief", "projects/p/notes", "projects/p/deliverables/d", "projects/p/work", "projects/p/work/w", "projects/p/timeline",
    "projects/p/activity", "ceo/p", "assistant/tasks", "vault", "usage", "keys", "keys/k", "requests", "webhooks/e", "settings", "settings/connections", "settings/log"].map(at);

  expect(new Set(topics).size).toBe(topics.length);
  expect([...topics].sort()).toEqual(Object.keys(TEXTS).sort());
  expect(topicOf([])).toBe("overview");
});

test("where there is nothing, and where a mail led, there is no help", () => {
  location.hash = "#/nowhere";
  render(<Head title="There is nothing here" />);

  expect(screen.queryByRole("button", { name: "Help with this page" })).toBeNull();
  expect(at("decide/token")).toBeNull();
});

test("the button beside the heading says what the page is for, leads to the documentation, and gets the focus back", async () => {
  location.hash = "#/keys";
  render(<Head title="API keys" />);
  const button = screen.getByRole("button", { name: "Help with this page" });
  button.focus();
  fireEvent.click(button);

  const help = within(await screen.findByRole("dialog", { name: "API keys" }));
  expect(help.getByText(TEXTS.keys!.about)).toBeTruthy();
  expect(help.getAllByRole("listitem")).toHaveLength(TEXTS.keys!.can.length);
  expect(help.getByRole("link").getAttribute("href")).toBe("../docs/");
  fireEvent.click(help.getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(document.activeElement).toBe(button);
});
