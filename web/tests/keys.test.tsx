import { fireEvent, render, screen, within } from "@testing-library/preact";
import { expect, test } from "vitest";
import { ApiError } from "../src/api/call";
import type { ApiKeyView } from "../src/api/schema";
import { KeyLifetime } from "../src/pages/key-limits";
import { Keys } from "../src/pages/keys";
import { asked, serve } from "./server";

const AT = "2026-11-09T09:00:00Z";
const CREATE = "POST /api/account/api-keys";
const POLICY = "PATCH /api/account/key-policy";
const key = (given: Partial<ApiKeyView> = {}): ApiKeyView => ({
  id: "key_1", name: "CI", prefix: "atr_12345678", scopes: ["pa:access"], preset: null, allowed_ips: null, project_ids: null, status: "active",
  over_max_lifetime: false, expires_at: null, created_at: AT, last_used_at: null, revoked_at: null, successor_id: null, ...given,
});
const page = (keys: ApiKeyView[], days: number | null = null) => ({
  "GET /api/account/api-keys": () => ({ api_keys: keys, has_more: false, next_cursor: null }),
  "GET /api/account/scopes": () => ({ scopes: [], presets: [] }),
  "GET /api/account/key-policy": () => ({ max_lifetime_days: days }),
  "GET /projects": () => ({ projects: [{ id: "prj_1", name: "Amsel" }, { id: "prj_2", name: "Biber" }] as never, has_more: false, next_cursor: null }),
  "GET /dashboard/usage": () => { throw new ApiError(503, "UNAVAILABLE", "Later"); },
});
const sent = (route: string) => asked.filter((one) => one.route === route).map(({ body }) => body);
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole("button", { name }));
const dialog = () => within(screen.getByRole("dialog"));
const create = async () => {
  await press("Create key");
  fireEvent.input(dialog().getByLabelText("Name"), { target: { value: "CI" } });
};

test("the list says where a key works, how many projects it sees, and that it lives too long", async () => {
  serve(page([key({ allowed_ips: ["203.0.113.9/32"], project_ids: ["prj_1", "prj_2"], over_max_lifetime: true })]));
  render(<Keys />);

  expect((await screen.findByText("1 address, 2 projects")).title).toBe("203.0.113.9/32, prj_1, prj_2");
  expect(screen.getByText("Over your limit")).toBeTruthy();
});

test("a key without limits is shown without them", async () => {
  serve(page([key()]));
  render(<Keys />);

  expect(await screen.findByText("1 scope")).toBeTruthy();
  expect(screen.queryByText(/address|Over your limit/)).toBeNull();
});

test("addresses and projects are sent as they were chosen", async () => {
  serve({ ...page([key()]), [CREATE]: ({ body }) => ({ ...key(body), key: "atr_secret" }) });
  render(<Keys />);
  await create();
  fireEvent.input(dialog().getByLabelText("Allowed addresses"), { target: { value: " 203.0.113.9\n2001:db8::/32, " } });
  fireEvent.click(await dialog().findByRole("checkbox", { name: "Amsel" }));
  fireEvent.click(dialog().getByRole("checkbox", { name: "Biber" }));
  fireEvent.click(dialog().getByRole("checkbox", { name: "Biber" }));

  expect(dialog().getByText("2 addresses, 1 project")).toBeTruthy();
  fireEvent.click(dialog().getByRole("button", { name: "Create key" }));
  await screen.findByText(/is ready/);
  expect(sent(CREATE)).toMatchObject([{ allowed_ips: ["203.0.113.9", "2001:db8::/32"], project_ids: ["prj_1"] }]);
});

test("nothing chosen is no limit", async () => {
  serve({ ...page([key()]), [CREATE]: ({ body }) => ({ ...key(body), key: "atr_secret" }) });
  render(<Keys />);
  await create();
  fireEvent.click(dialog().getByRole("button", { name: "Create key" }));

  await screen.findByText(/is ready/);
  expect(sent(CREATE)).toMatchObject([{ allowed_ips: null, project_ids: null }]);
});

test("a range that is refused is said at its field, and the fold opens", async () => {
  const refusal = new ApiError(400, "VALIDATION_ERROR", "Wrong", [{ field: "allowed_ips.0", message: "Write the range, 203.0.113.0/24" }]);
  serve({ ...page([key()]), [CREATE]: () => { throw refusal; } });
  render(<Keys />);
  await create();
  fireEvent.click(dialog().getByRole("button", { name: "Create key" }));

  expect(await dialog().findByText("Write the range, 203.0.113.0/24")).toBeTruthy();
  expect(dialog().getByLabelText("Allowed addresses").closest("details")!.open).toBe(true);
});

test("where the account limits lifetimes, no longer one is offered", async () => {
  serve({ ...page([key()], 60), [CREATE]: ({ body }) => ({ ...key(body), key: "atr_secret" }) });
  render(<Keys />);
  await create();

  expect((await dialog().findByRole<HTMLInputElement>("radio", { name: "60 days (your limit)" })).checked).toBe(true);
  expect(dialog().queryByRole("radio", { name: /Never|90 days|1 year/ })).toBeNull();
  expect(dialog().getByRole("radio", { name: "30 days" })).toBeTruthy();
});

test.each([["30 days", 30], ["No limit", null]] as const)("the longest lifetime is saved: %s", async (name, max_lifetime_days) => {
  serve({ "GET /api/account/key-policy": () => ({ max_lifetime_days: 45 }), [POLICY]: ({ body }) => body });
  render(<KeyLifetime />);

  expect((await screen.findByRole<HTMLInputElement>("radio", { name: "45 days" })).checked).toBe(true);
  fireEvent.click(screen.getByRole("radio", { name }));
  await press("Save");
  expect(sent(POLICY)).toEqual([{ max_lifetime_days }]);
});
