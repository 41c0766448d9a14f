import { fireEvent, render, screen } from "@testing-library/preact";
import { expect, test } from "vitest";
import type { Data } from "../src/api/call";
import { device, SecurityLog } from "../src/pages/security-log";
import { asked, serve } from "./server";

type EntryView = Data<"GET /api/account/audit">["entries"][number];
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";
const CHROME = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
const HASH = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
const LIST = "GET /api/account/audit";
const HEAD = "GET /api/account/audit/head";
const entry = (given: Partial<EntryView> = {}): EntryView => ({
  sequence: 7, id: "aud_1", account_id: "acc_1", type: "key_created", at: "2026-11-09T09:00:00Z", actor: { kind: "user", id: "usr_1", name: null },
  actor_name: "me@example.org", subject: "Deploy (key_1)", address: "203.0.113.9", device: FIREFOX, request_id: "r", outcome: "done", unfamiliar: null, hash: HASH, ...given,
});
const head = { [HEAD]: () => ({ account_id: "acc_1", sequence: 7, hash: HASH, checkpoint: null, public_key: "MIIB" }) };
const logged = (...entries: EntryView[]) => ({ ...head, [LIST]: () => ({ entries, has_more: false, next_before: null }) });
const lists = () => asked.filter((one) => one.route === LIST).map((one) => one.query);

test("an entry says what, who, from where and with what", async () => {
  serve(logged(entry()));
  render(<SecurityLog />);

  const row = (await screen.findByText("Deploy (key_1)")).closest("tr")!;
  expect(row.textContent).toContain("API key created");
  for (const words of ["me@example.org", "203.0.113.9", "Firefox on Linux"]) expect(row.textContent).toContain(words);
});

test("a refused try from a new device is marked", async () => {
  serve(logged(entry({ type: "sign_in_failed", outcome: "refused", unfamiliar: true, actor: { kind: "nobody", id: null, name: null }, actor_name: null, subject: "" })));
  render(<SecurityLog />);

  expect(await screen.findByText("Refused")).toBeTruthy();
  expect(screen.getByText("New device or address")).toBeTruthy();
  expect(screen.getByText("Someone")).toBeTruthy();
});

test("what a client calls itself is shown as text and kept apart from the words around it", async () => {
  const named = '<img src=x onerror="alert(1)"> \u202egnp.exe';
  serve(logged(entry({ device: named })));
  render(<SecurityLog />);

  const shown = await screen.findByText(/<img src=x/);
  expect(shown.tagName).toBe("BDI");
  expect(document.querySelector("img")).toBeNull();
});

test("a type is asked of the API, from the newest on", async () => {
  serve({ ...head, [LIST]: ({ query }: { query: Record<string, string> }) => ({ entries: [entry({ type: (query.type ?? "key_created") as EntryView["type"] })], has_more: true, next_before: 7 }) });
  render(<SecurityLog />);
  fireEvent.click(await screen.findByRole("button", { name: "Older" }));
  await screen.findByRole("button", { name: "Newest" });
  const kinds = screen.getByLabelText<HTMLSelectElement>("Show");
  kinds.value = "sign_in";
  kinds.dispatchEvent(new Event("change", { bubbles: true }));

  await screen.findByText("Signed in", { selector: "th" });
  expect(lists()).toEqual([{ limit: "50" }, { limit: "50", before: "7" }, { limit: "50", type: "sign_in" }]);
});

test("an empty page of a type says that older entries may be of it", async () => {
  serve({ ...head, [LIST]: () => ({ entries: [], has_more: true, next_before: 40 }) });
  render(<SecurityLog />);

  expect(await screen.findByText("Older entries may match.")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Older" })).toBeTruthy();
});

test("the end of the log can be noted", async () => {
  serve(logged());
  render(<SecurityLog />);

  expect(await screen.findByText(HASH)).toBeTruthy();
  expect(screen.getByText(/^Entry 7:/)).toBeTruthy();
});

test.each([
  [FIREFOX, "Firefox on Linux"],
  [CHROME, "Chrome on Windows"],
  ["curl/8.5.0", "curl/8.5.0"],
  ["Firefox/1 my own words", "Firefox/1 my own words"],
])("%s is shown as %s", (agent, words) => expect(device(agent)).toBe(words));
