import { fireEvent, render, screen, waitFor, within } from "@testing-library/preact";
import { expect, test } from "vitest";
import { ApiError } from "../src/api/call";
import type { ApiKeyView } from "../src/api/schema";
import { LifetimeLimit } from "../src/pages/key-lifetime";
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

  expect((await screen.findByText("1 IP, 2 projects")).title).toBe("203.0.113.9/32, prj_1, prj_2");
  expect(screen.getByText("Over your limit")).toBeTruthy();
});

test("a key without limits is shown without them", async () => {
  serve(page([key()]));
  render(<Keys />);

  expect(await screen.findByText("1 permission")).toBeTruthy();
  expect(screen.getByRole("link", { name: "API reference" }).getAttribute("href")).toBe("https://atrium.example/docs");
  expect(screen.queryByText(/\d IP|Over your limit/)).toBeNull();
});

test("addresses and projects are sent as they were chosen", async () => {
  serve({ ...page([key()]), [CREATE]: ({ body }) => ({ ...key(body), key: "atr_secret" }) });
  render(<Keys />);
  await create();
  expect(dialog().getByText("every project")).toBeTruthy(); // beside the fold of its limits
  fireEvent.input(dialog().getByLabelText("Allowed IPs"), { target: { value: " 203.0.113.9\n2001:db8::/32, " } });
  fireEvent.click(await dialog().findByRole("checkbox", { name: "Amsel" }));
  fireEvent.click(dialog().getByRole("checkbox", { name: "Biber" }));
  fireEvent.click(dialog().getByRole("checkbox", { name: "Biber" }));

  expect(dialog().getByText("2 IPs, 1 project")).toBeTruthy();
  fireEvent.click(dialog().getByRole("button", { name: "Create key" }));
  await screen.findByText(/is ready/);
  expect(screen.queryByText(/It reaches every project/)).toBeNull();
  expect(sent(CREATE)).toMatchObject([{ allowed_ips: ["203.0.113.9", "2001:db8::/32"], project_ids: ["prj_1"] }]);
});

test("a key without a project says that it reaches every one", async () => {
  serve({ ...page([key()]), [CREATE]: () => ({ ...key(), project_ids: null, key: "atr_secret" }) });
  render(<Keys />);
  await create();
  fireEvent.click(dialog().getByRole("button", { name: "Create key" }));

  expect(await screen.findByText(/It reaches every project, including new ones\./)).toBeTruthy();
});

test.each([["full_access", true], ["vault_only", false]] as const)("a key with %s is said to lose what needs all projects, once one is chosen: %s", async (preset, isSaid) => {
  const presets = [{ preset: "full_access", name: "", scopes: ["projects:read", "pa:access"] }, { preset: "vault_only", name: "", scopes: ["vault:write"] }];
  serve({ ...page([key()]), "GET /api/account/scopes": () => ({ scopes: [], presets }) as never });
  location.hash = `#/developers/keys?new=${preset}`;
  render(<Keys />);
  const box = await screen.findByRole("checkbox", { name: "Amsel", hidden: true });
  expect(screen.queryByText(/can’t use your assistant/)).toBeNull();
  fireEvent.click(box);

  expect((await screen.findByText(/^The key sees nothing outside the selected projects\./)).textContent!.includes("It can’t use your assistant")).toBe(isSaid);
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
  expect(dialog().getByLabelText("Allowed IPs").closest("details")!.open).toBe(true);
});

test("where the account limits lifetimes, no longer one is offered", async () => {
  serve({ ...page([key()], 60), [CREATE]: ({ body }) => ({ ...key(body), key: "atr_secret" }) });
  render(<Keys />);
  await create();

  expect((await dialog().findByRole<HTMLInputElement>("radio", { name: "60 days (your limit)" })).checked).toBe(true);
  expect(dialog().queryByRole("radio", { name: /Never|90 days|1 year/ })).toBeNull();
  expect(dialog().getByRole("radio", { name: "30 days" })).toBeTruthy();
});

test.each([["30 days", 30], ["No limit", null]] as const)("the longest lifetime is changed to: %s", async (name, max_lifetime_days) => {
  serve({ "GET /api/account/key-policy": () => ({ max_lifetime_days: 45 }), [POLICY]: ({ body }) => body });
  render(<LifetimeLimit />);

  await screen.findByText("New keys last 45 days at most.", { exact: false });
  await press("Change the limit");
  expect(dialog().getByRole<HTMLInputElement>("radio", { name: "45 days" }).checked).toBe(true);
  fireEvent.click(dialog().getByRole("radio", { name }));
  await press("Save limit");

  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent(POLICY)).toEqual([{ max_lifetime_days }]);
});

test("without a limit it is said that there is none", async () => {
  serve({ "GET /api/account/key-policy": () => ({ max_lifetime_days: null }) });
  render(<LifetimeLimit />);

  expect(await screen.findByText("No maximum lifetime.", { exact: false })).toBeTruthy();
});

test("the keys and their longest lifetime are shown together", async () => {
  let answer = (_: unknown) => {};
  serve({ ...page([key()]), "GET /api/account/key-policy": () => new Promise((resolve) => (answer = resolve as typeof answer)) });
  render(<Keys />);
  await waitFor(() => expect(asked).toHaveLength(2));

  expect(screen.queryByText("1 permission")).toBeNull();
  answer({ max_lifetime_days: null });
  await screen.findByText("1 permission");
  expect(screen.getByText("No maximum lifetime.", { exact: false })).toBeTruthy();
});

test("a link opens the form of a worker's key with its project chosen, and leaving it clears the address", async () => {
  history.replaceState(null, "", "#/developers/keys?new=worker&project=prj_2");
  serve({ ...page([key()]), [CREATE]: ({ body }) => ({ ...key(body), key: "atr_secret" }) });
  render(<Keys />);

  const biber = await screen.findByRole<HTMLInputElement>("checkbox", { name: "Biber" });
  expect([biber.checked, biber.closest("details")]).toEqual([true, null]); // in sight, not in a fold
  expect(dialog().getByRole<HTMLInputElement>("radio", { name: /^Worker/ }).checked).toBe(true);
  fireEvent.input(dialog().getByLabelText("Name"), { target: { value: "Builder" } });
  fireEvent.click(dialog().getByRole("button", { name: "Create key" }));

  await screen.findByText(/is ready/);
  expect(sent(CREATE)).toMatchObject([{ preset: "worker", project_ids: ["prj_2"], allowed_ips: null }]);
  expect(location.hash).toBe("#/developers/keys");
});

test("a project that the list does not have is shown by its id, and can be left out", async () => {
  history.replaceState(null, "", "#/developers/keys?new=worker&project=prj_9");
  serve(page([key()]));
  render(<Keys />);

  const unknown = await screen.findByRole<HTMLInputElement>("checkbox", { name: "prj_9" });
  fireEvent.click(unknown);

  await waitFor(() => expect(screen.queryByRole("checkbox", { name: "prj_9" })).toBeNull());
  expect(await screen.findByText("If you select none, the key sees every project.")).toBeTruthy();
});

test("a key is rotated and revoked from the menu of its row", async () => {
  serve({ ...page([key()]), "DELETE /api/account/api-keys/{key_id}": () => ({ id: "key_1", status: "revoked", revoked_at: AT }) as never });
  render(<Keys />);
  await screen.findByRole("button", { name: "Actions for CI" });
  fireEvent.click(screen.getByRole("menuitem", { name: "Rotate" }));
  expect(await screen.findByRole("dialog", { name: /^Rotate.*CI/ })).toBeTruthy();
  await press("Cancel");
  fireEvent.click(screen.getByRole("menuitem", { name: "Revoke" }));
  await press("Revoke key");

  await waitFor(() => expect(asked.some(({ route }) => route.startsWith("DELETE"))).toBe(true));
});
