import { fireEvent, render, screen, waitFor, within } from "@testing-library/preact";
import { beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../src/api/call";
import type { LoggedRequest } from "../src/api/schema";
import { Requests } from "../src/pages/requests";
import { asked, serve } from "./server";

const LOG = "GET /api/account/requests";
const request = (given: Partial<LoggedRequest> = {}): LoggedRequest => ({
  request_id: "req-1", at: "2026-11-09T09:00:07Z", caller: { kind: "api_key", id: "key_1", name: "CI", prefix: "atr_12345678" },
  method: "POST", route: "/projects", tool: null, status: 403, code: "FORBIDDEN", duration_ms: 7, ...given,
});
const page = (requests: LoggedRequest[], next_cursor: string | null = null) => ({ requests, has_more: next_cursor !== null, next_cursor });
const LISTS = {
  "GET /api/account/api-keys": () => ({ api_keys: [{ id: "key_1", name: "CI", prefix: "atr_12345678" }] as never, has_more: false, next_cursor: null }),
  "GET /api/account/connections": () => ({ connections: [{ id: "con_1", name: "Claude" }] as never }),
};
const queries = () => asked.filter((one) => one.route === LOG).map(({ query }) => query);
const choose = async (label: string, value: string) => {
  const select = await screen.findByLabelText<HTMLSelectElement>(label);
  await waitFor(() => expect([...select.options].map((one) => one.value)).toContain(value));
  select.value = value;
  select.dispatchEvent(new Event("change", { bubbles: true }));
};
const find = async (id: string) => {
  fireEvent.input(screen.getByLabelText("Request id"), { target: { value: id } });
  fireEvent.submit(screen.getByRole("search"));
};

beforeEach(() => {
  location.hash = "#/requests";
});

test("a refused request is told whole: what, whose, why, when, its id", async () => {
  serve({ ...LISTS, [LOG]: () => page([request({ tool: "ask_ceo_agent" })]) });
  render(<Requests />);

  const row = (await screen.findByText("POST /projects")).closest("tr")!;

  expect(within(row).getByText("ask_ceo_agent")).toBeTruthy();
  expect(within(row).getByRole<HTMLAnchorElement>("link", { name: "CI" }).hash).toBe("#/keys/key_1");
  expect(within(row).getByText("atr_12345678…")).toBeTruthy();
  expect(within(row).getByText("403")).toBeTruthy();
  expect(within(row).getByText("It lacks a scope, or this is for people who are signed in.")).toBeTruthy();
  expect(row.querySelector("time")?.dateTime).toBe("2026-11-09T09:00:07Z");
  expect(within(row).getByText("req-1")).toBeTruthy();
});

test.each<[string, Partial<LoggedRequest>, string]>([
  ["a program", { caller: { kind: "connection", id: "con_1", name: "Claude", prefix: null } }, "ClaudeA connected program"],
  ["a key that is not known any more", { caller: { kind: "api_key", id: "key_9", name: null, prefix: null } }, "key_9"],
  ["the dashboard", { caller: { kind: "session", id: null, name: null, prefix: null } }, "The dashboard"],
])("%s is told by name", async (_, given, expected) => {
  serve({ ...LISTS, [LOG]: () => page([request(given)]) });
  render(<Requests />);

  expect((await screen.findByText("POST /projects")).closest("tr")!.querySelector("[data-label=From]")!.textContent).toBe(expected);
});

test("the id is copied", async () => {
  const write = vi.fn(() => Promise.resolve());
  vi.stubGlobal("navigator", { ...navigator, clipboard: { writeText: write } });
  serve({ ...LISTS, [LOG]: () => page([request()]) });
  render(<Requests />);

  fireEvent.click(await screen.findByRole("button", { name: /Copy.*req-1/ }));

  expect(await screen.findByText("Copied")).toBeTruthy();
  expect(write).toHaveBeenCalledWith("req-1");
});

test("at first keys and programs are shown, not the dashboard's own requests", async () => {
  serve({ ...LISTS, [LOG]: () => page([]) });
  render(<Requests />);

  expect(await screen.findByText("Nothing was refused")).toBeTruthy();
  expect(queries()).toEqual([{ caller: "keys" }]);
});

test("filters are asked for and stand in the address", async () => {
  serve({ ...LISTS, [LOG]: () => page([]) });
  render(<Requests />);

  await choose("From", "key_1");
  await choose("Answer", "4xx");
  await screen.findByText("None of this kind");

  await waitFor(() => expect(queries().at(-1)).toEqual({ caller: "key_1", status: "4xx" }));
  expect(location.hash).toBe("#/requests?whose=key_1&status=4xx");
  await choose("From", "session");
  await waitFor(() => expect(queries().at(-1)).toEqual({ caller: "session", status: "4xx" }));
});

test("an address with filters shows what it says, of a key that is gone too", async () => {
  location.hash = "#/requests?whose=key_gone&status=404";
  serve({ ...LISTS, [LOG]: () => page([]) });
  render(<Requests />);

  await waitFor(() => expect(queries()).toEqual([{ caller: "key_gone", status: "404" }]));
  expect(screen.getByLabelText<HTMLSelectElement>("From").value).toBe("key_gone");
  expect(screen.getByLabelText<HTMLSelectElement>("Answer").value).toBe("404");
});

test("an id is looked for in all of them, page after page, whatever the filters say", async () => {
  location.hash = "#/requests?whose=session";
  const pages: Record<string, ReturnType<typeof page>> = { "": page([], "a"), a: page([], "b"), b: page([request({ request_id: "req-7" })]) };
  serve({ ...LISTS, [LOG]: ({ query }) => (query.request_id ? pages[query.cursor ?? ""]! : page([])) });
  render(<Requests />);
  await screen.findByText("None of this kind");

  await find("  req-7 ");

  expect(await screen.findByText("POST /projects")).toBeTruthy();
  expect(location.hash).toContain("id=req-7");
  expect(queries().filter((one) => one.request_id)).toEqual([{ request_id: "req-7" }, { request_id: "req-7", cursor: "a" }, { request_id: "req-7", cursor: "b" }]);
});

test("an id that is not there is said so, and all are shown again", async () => {
  serve({ ...LISTS, [LOG]: ({ query }) => (query.request_id ? page([]) : page([request()])) });
  render(<Requests />);
  await screen.findByText("POST /projects");

  await find("req-404");
  expect(await screen.findByText("No request with this id")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Show all" }));

  expect(await screen.findByText("POST /projects")).toBeTruthy();
  expect(location.hash).toBe("#/requests");
});

test("a filter ends the search for an id", async () => {
  location.hash = "#/requests?id=req-1";
  serve({ ...LISTS, [LOG]: () => page([]) });
  render(<Requests />);

  await choose("From", "con_1");

  await waitFor(() => expect(queries().at(-1)).toEqual({ caller: "con_1" }));
  expect(location.hash).toBe("#/requests?whose=con_1");
});

test("older ones come when they are asked for", async () => {
  serve({ ...LISTS, [LOG]: ({ query }) => (query.cursor ? page([request({ request_id: "req-2" })]) : page([request()], "c")) });
  render(<Requests />);

  fireEvent.click(await screen.findByRole("button", { name: "Older" }));

  expect(await screen.findByText("req-2")).toBeTruthy();
  expect(screen.getByText("req-1")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Older" })).toBeNull();
});

test("an empty page that is not the last says that older ones may be", async () => {
  serve({ ...LISTS, [LOG]: () => page([], "c") });
  render(<Requests />);

  expect(await screen.findByText("None among the latest")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Older" })).toBeTruthy();
});

test("a log that cannot be read says why and is asked for again", async () => {
  let down = true;
  serve({ ...LISTS, [LOG]: () => { if (down) throw new ApiError(503, "UNAVAILABLE", "Later, please"); return page([]); } });
  render(<Requests />);

  expect(await screen.findByText("Later, please")).toBeTruthy();
  down = false;
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));

  expect(await screen.findByText("Nothing was refused")).toBeTruthy();
});
