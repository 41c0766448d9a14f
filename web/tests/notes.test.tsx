import { fireEvent, render, screen, waitFor, within } from "@testing-library/preact";
import axe from "axe-core";
import { expect, test } from "vitest";
import { ApiError } from "../src/api/call";
import type { CardView, NoteList } from "../src/api/schema";
import { Notes } from "../src/pages/notes";
import { card, detail, message, page } from "./records";
import { asked, serve } from "./server";

const AT = "2026-11-09T09:00:00Z";
const ADD = "POST /projects/{project_id}/brief/entries";
const add = (id: string, given: Partial<CardView> = {}): CardView => card({
  id, kind: "add_entry", message_id: "msg_2", summary: "Make it a must-have.", request: { method: "POST", path: "/projects/prj_1/brief/entries", body: { type: "must_have", text: "Bread for dogs" }, idempotency_key: id }, ...given,
});

/** A project with these notes; the cards are as they are when they are read. */
function show(notes: NoteList["notes"], cards: () => CardView[], answers: Parameters<typeof serve>[0] = {}) {
  serve({
    "GET /projects/{project_id}/notes": () => ({ notes, has_more: false }),
    "GET /agents/{project_id}/cards": () => ({ cards: cards().filter((one) => one.state === "open"), has_more: false }),
    "GET /agents/{project_id}/messages": ({ query }) => page([message({ reply_to: query.reply_to ?? null, cards: cards() })]),
    ...answers,
  });
  return render(<Notes project={detail()} />);
}
const note = (id: string, text: string, message_id: string) => ({ id, text, message_id, at: AT });

test("notes are told word for word, each leads to where it was said, and has the cards that were made of it", async () => {
  const { container } = show([note("note_2", "Bread for dogs", "msg_2"), note("note_1", "Our baker\nis Ada", "msg_1")], () => [add("crd_a"), add("crd_b", { message_id: "msg_9" })]);

  const [first, second] = within(await screen.findByRole("list", { name: "Notes" })).getAllByRole("listitem").filter((one) => one.id.startsWith("note"));
  expect(within(first!).getByText("Bread for dogs")).toBeTruthy();
  expect(within(first!).getByRole("link").getAttribute("href")).toBe("#/projects/prj_1/chat?message=msg_2");
  await within(first!).findByRole("button", { name: /^Add entry/ });
  expect(second!.querySelector("p")!.textContent).toBe("Our baker\nis Ada");
  expect(within(second!).queryByRole("button")).toBeNull();
  expect((await axe.run(container, { rules: { "color-contrast": { enabled: false }, region: { enabled: false } } })).violations.map((one) => one.id)).toEqual([]);
});

test("a card of a note is done there, and says so although the list has open ones alone", async () => {
  let state: CardView["state"] = "open";
  show([note("note_1", "Bread for dogs", "msg_2")], () => [add("crd_c", { state })], { [ADD]: () => { state = "done"; return {} as never; } });
  fireEvent.click(await screen.findByRole("button", { name: /^Add entry/ }));

  await screen.findByText("Done");
  expect(asked.filter(({ route }) => route === ADD)).toMatchObject([{ body: { type: "must_have", text: "Bread for dogs" }, idempotencyKey: "crd_c" }]);
});

test("a card that is outdated says why", async () => {
  let state: CardView["state"] = "open";
  show([note("note_1", "Bread for dogs", "msg_2")], () => [add("crd_d", { state })], { [ADD]: () => { state = "outdated"; throw new ApiError(409, "CONFLICT", "The project has ended."); } });
  fireEvent.click(await screen.findByRole("button", { name: /^Add entry/ }));

  const said = await screen.findByText(/^Outdated/);
  await waitFor(() => expect(said.textContent).toContain("The project has ended."));
});

test("where nothing was noted, nothing is said", async () => {
  const { container } = show([], () => []);

  await waitFor(() => expect(asked.some(({ route }) => route.endsWith("/notes"))).toBe(true));
  expect(container.textContent).toBe("");
});
