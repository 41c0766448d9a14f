import { fireEvent, render, screen, waitFor, within } from "@testing-library/preact";
import { beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../src/api/call";
import type { LoggedRequest, SessionView } from "../src/api/schema";
import { setSession } from "../src/api/session";
import { Requests } from "../src/pages/requests";
import "./popover";
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
  fireEvent.input(screen.getByLabelText("Request ID"), { target: { value: id } });
  fireEvent.submit(screen.getByRole("search"));
};

beforeEach(() => {
  location.hash = "#/developers/logs";
});

const detail = () => within(screen.getByRole("complementary"));
const press = async (request: string) => {
  const link = await screen.findByRole<HTMLAnchorElement>("link", { name: request });
  location.hash = link.hash; // as a browser does
  return link;
};

test("a row says what, how it ended, whose, how long and when; it opens the whole at its side", async () => {
  serve({ ...LISTS, [LOG]: () => page([request(), request({ request_id: "req-2", method: "GET", status: 200, code: "" })]) });
  render(<Requests />);

  expect((await screen.findAllByRole("row"))[1]!.textContent).toBe("POST /projects403CIreq-17 ms9 Nov, 09:00:07");
  expect(screen.getByRole("columnheader", { name: /^Time/ }).textContent).toMatch(/^Time \(.+\)$/); // of the zone
  expect(screen.queryByRole("complementary")).toBeNull();
  await press("POST /projects");

  await screen.findByRole("complementary", { name: "POST /projects" });
  expect(location.hash).toBe("#/developers/logs?open=req-1");
  for (const said of ["FORBIDDEN", "The key lacks a permission, or only a signed-in person may do this.", "req-1", "7 ms", "atr_12345678…"]) expect(detail().getByText(said)).toBeTruthy();
  expect(detail().getByRole<HTMLAnchorElement>("link", { name: "CI" }).hash).toBe("#/developers/keys/key_1");
  expect(detail().getByText("9 Nov, 09:00:07").getAttribute("datetime")).toBe("2026-11-09T09:00:07Z");
});

test("a long path stands in one line; its row has the whole as its title, and tells it when it is opened", async () => {
  const route = "/projects/{project_id}/deliverables/{deliverable_id}/revisions/{revision}/lines/{line_id}";
  serve({ ...LISTS, [LOG]: () => page([request({ route })]) });
  render(<Requests />);

  expect((await press(`POST ${route}`)).title).toBe(`POST ${route}`);
  await screen.findByRole("complementary", { name: `POST ${route}` });
  expect(detail().getAllByRole("definition")[1]!.textContent).toBe(`POST ${route}`);
});

test("a success has no code and no advice", async () => {
  location.hash = "#/developers/logs?open=req-2";
  serve({ ...LISTS, [LOG]: () => page([request({ request_id: "req-2", method: "GET", status: 200, code: "", duration_ms: null })]) });
  render(<Requests />);

  await screen.findByRole("complementary");
  expect(detail().getAllByRole("definition").slice(0, 2).map((one) => one.textContent!.trim())).toEqual(["200", "GET /projects"]);
  expect(detail().getByText("—")).toBeTruthy();
});

test("the detail takes the focus, and closing it gives the focus back to its row", async () => {
  serve({ ...LISTS, [LOG]: () => page([request()]) });
  render(<Requests />);
  const row = await press("POST /projects");
  await waitFor(() => expect(document.activeElement?.textContent).toBe("POST /projects"));

  fireEvent.keyDown(document.activeElement!, { key: "Escape" });

  await waitFor(() => expect(screen.queryByRole("complementary")).toBeNull());
  expect(document.activeElement).toBe(row);
  expect(location.hash).toBe("#/developers/logs");
});

test("a call of a tool is told by its tool", async () => {
  location.hash = "#/developers/logs?open=req-1";
  serve({ ...LISTS, [LOG]: () => page([request({ route: "/mcp", tool: "ask_ceo_agent" })]) });
  render(<Requests />);

  expect(await screen.findByRole("complementary", { name: "POST ask_ceo_agent" })).toBeTruthy();
  expect(detail().getByText("POST /mcp")).toBeTruthy();
});

test.each<[string, Partial<LoggedRequest>, string]>([
  ["a program", { caller: { kind: "connection", id: "con_1", name: "Claude", prefix: null } }, "Claude"],
  ["a key that is not known any more", { caller: { kind: "api_key", id: "key_9", name: null, prefix: null } }, "key_9"],
  ["the dashboard", { caller: { kind: "session", id: null, name: null, prefix: null } }, "Dashboard"],
])("%s is told by name", async (_, given, expected) => {
  serve({ ...LISTS, [LOG]: () => page([request(given)]) });
  render(<Requests />);

  expect((await screen.findByRole("link", { name: "POST /projects" })).closest("tr")!.querySelector("bdi")!.textContent).toBe(expected);
});

test("the id is copied", async () => {
  location.hash = "#/developers/logs?open=req-1";
  const write = vi.fn(() => Promise.resolve());
  vi.stubGlobal("navigator", { ...navigator, clipboard: { writeText: write } });
  serve({ ...LISTS, [LOG]: () => page([request()]) });
  render(<Requests />);

  fireEvent.click(await screen.findByRole("button", { name: "Copy ID req-1" }));

  expect(await screen.findByText("Copied")).toBeTruthy();
  expect(write).toHaveBeenCalledWith("req-1");
});

test("a range of days is asked for in the account's time zone", async () => {
  setSession({ account: { timezone: "Europe/Berlin" } } as SessionView);
  location.hash = "#/developers/logs?from=2026-10-25&to=2026-10-25"; // the day on which the clocks go back
  serve({ ...LISTS, [LOG]: () => page([]) });
  render(<Requests />);

  await waitFor(() => expect(queries()).toEqual([{ caller: "keys", from: "2026-10-25T00:00:00+02:00", to: "2026-10-25T23:59:59+01:00" }]));
  setSession(null);
});

test("what is no day in the address asks for nothing", async () => {
  location.hash = "#/developers/logs?from=yesterday";
  serve({ ...LISTS, [LOG]: () => page([]) });
  render(<Requests />);

  await waitFor(() => expect(queries()).toEqual([{ caller: "keys" }]));
});

test("at first keys and programs are shown, not the dashboard's own requests", async () => {
  serve({ ...LISTS, [LOG]: () => page([]) });
  render(<Requests />);

  expect(await screen.findByText("No requests yet")).toBeTruthy();
  expect(queries()).toEqual([{ caller: "keys" }]);
});

test("filters are asked for and stand in the address", async () => {
  serve({ ...LISTS, [LOG]: () => page([]) });
  render(<Requests />);

  await choose("Caller", "key_1");
  await choose("Status", "4xx");
  await screen.findByText("No matching requests");

  await waitFor(() => expect(queries().at(-1)).toEqual({ caller: "key_1", status: "4xx" }));
  expect(location.hash).toBe("#/developers/logs?whose=key_1&status=4xx");
  await choose("Caller", "session");
  await waitFor(() => expect(queries().at(-1)).toEqual({ caller: "session", status: "4xx" }));
});

test("an address with filters shows what it says, of a key that is gone too", async () => {
  location.hash = "#/developers/logs?whose=key_gone&status=404";
  serve({ ...LISTS, [LOG]: () => page([]) });
  render(<Requests />);

  await waitFor(() => expect(queries()).toEqual([{ caller: "key_gone", status: "404" }]));
  expect(screen.getByLabelText<HTMLSelectElement>("Caller").value).toBe("key_gone");
  expect(screen.getByLabelText<HTMLSelectElement>("Status").value).toBe("404");
});

test("an id is looked for in all of them, page after page, whatever the filters say", async () => {
  location.hash = "#/developers/logs?whose=session";
  const pages: Record<string, ReturnType<typeof page>> = { "": page([], "a"), a: page([], "b"), b: page([request({ request_id: "req-7" })]) };
  serve({ ...LISTS, [LOG]: ({ query }) => (query.request_id ? pages[query.cursor ?? ""]! : page([])) });
  render(<Requests />);
  await screen.findByText("No matching requests");

  await find("  req-7 ");

  expect(await screen.findByRole("link", { name: "POST /projects" })).toBeTruthy();
  expect(location.hash).toContain("id=req-7");
  expect(queries().filter((one) => one.request_id)).toEqual([{ request_id: "req-7" }, { request_id: "req-7", cursor: "a" }, { request_id: "req-7", cursor: "b" }]);
});

test("an id that is not there is said so, and all are shown again", async () => {
  serve({ ...LISTS, [LOG]: ({ query }) => (query.request_id ? page([]) : page([request()])) });
  render(<Requests />);
  await screen.findByRole("link", { name: "POST /projects" });

  await find("req-404");
  expect(await screen.findByText("No request with this ID")).toBeTruthy();
  fireEvent.input(screen.getByLabelText("Request ID"), { target: { value: "" } });

  expect(await screen.findByRole("link", { name: "POST /projects" })).toBeTruthy();
  expect(location.hash).toBe("#/developers/logs");
});

test("the beginning of a listed id opens its row, and asks for no other list", async () => {
  serve({ ...LISTS, [LOG]: () => page([request({ request_id: "e44058ef-2ab4-45c0-b86a-e6d6727e297f" }), request({ request_id: "f44058ef-2ab4-45c0-b86a-e6d6727e297f", route: "/search" })]) });
  render(<Requests />);
  await screen.findByRole("link", { name: "POST /projects" });

  await find("f44058ef");

  expect(await screen.findByRole("complementary", { name: "POST /search" })).toBeTruthy();
  expect(queries().every((one) => !one.request_id)).toBe(true);
});

test("what is shorter than the shown beginning of an id, or begins none that is listed, is looked for", async () => {
  serve({ ...LISTS, [LOG]: ({ query }) => (query.request_id ? page([]) : page([request({ request_id: "e44058ef-2ab4-45c0-b86a-e6d6727e297f" })])) });
  render(<Requests />);
  await screen.findByRole("link", { name: "POST /projects" });
  await find("e44058e");
  expect(await screen.findByText(/no key of yours, or have gone to no route of ours/)).toBeTruthy();

  await find("abcdef12");
  await waitFor(() => expect(queries().flatMap((one) => one.request_id ?? [])).toEqual(["e44058e", "abcdef12"]));
});

test("a whole id is looked for as soon as it is pasted, and the field keeps the focus", async () => {
  const id = "e44058ef-2ab4-45c0-b86a-e6d6727e297f";
  serve({ ...LISTS, [LOG]: ({ query }) => page(query.request_id ? [request({ request_id: id })] : []) });
  render(<Requests />);
  const field = await screen.findByLabelText("Request ID");
  field.focus();
  fireEvent.input(field, { target: { value: "e44058ef" } });
  fireEvent.input(field, { target: { value: id } });

  expect(await screen.findByText("e44058ef")).toBeTruthy();
  expect(queries().flatMap((one) => one.request_id ?? [])).toEqual([id]);
  expect(document.activeElement).toBe(screen.getByLabelText("Request ID"));
});

test("days of one's own are chosen behind the range, which then says them", async () => {
  serve({ ...LISTS, [LOG]: () => page([]) });
  render(<Requests />);
  fireEvent.click(await screen.findByRole("button", { name: "Custom" }));
  fireEvent.input(screen.getByLabelText("From"), { target: { value: "2026-11-03" } });
  fireEvent.input(screen.getByLabelText("To"), { target: { value: "2026-11-05" } });

  expect((await screen.findByRole("button", { name: /^Custom: / })).textContent).toMatch(/^3\s*–\s*5 Nov 2026$/);
  fireEvent.click(screen.getByRole("button", { name: "All" }));
  await waitFor(() => expect(location.hash).toBe("#/developers/logs"));
});

test("a filter ends the search for an id", async () => {
  location.hash = "#/developers/logs?id=req-1";
  serve({ ...LISTS, [LOG]: () => page([]) });
  render(<Requests />);

  await choose("Caller", "con_1");

  await waitFor(() => expect(queries().at(-1)).toEqual({ caller: "con_1" }));
  expect(location.hash).toBe("#/developers/logs?whose=con_1");
});

test("older ones come when they are asked for", async () => {
  serve({ ...LISTS, [LOG]: ({ query }) => (query.cursor ? page([request({ request_id: "req-2" })]) : page([request()], "c")) });
  render(<Requests />);

  fireEvent.click(await screen.findByRole("button", { name: "Older" }));

  await waitFor(() => expect(screen.getAllByRole("row")).toHaveLength(3));
  expect(screen.queryByRole("button", { name: "Older" })).toBeNull();
});

test("an empty page that is not the last says that older ones may be", async () => {
  serve({ ...LISTS, [LOG]: () => page([], "c") });
  render(<Requests />);

  expect(await screen.findByText("Nothing in the latest requests")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Older" })).toBeTruthy();
});

test("a log that cannot be read says why and is asked for again", async () => {
  let down = true;
  serve({ ...LISTS, [LOG]: () => { if (down) throw new ApiError(503, "UNAVAILABLE", "Later, please"); return page([]); } });
  render(<Requests />);

  expect(await screen.findByText("Later, please")).toBeTruthy();
  down = false;
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));

  expect(await screen.findByText("No requests yet")).toBeTruthy();
});
