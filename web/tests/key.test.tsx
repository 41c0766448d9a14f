import { fireEvent, render, screen, waitFor, within } from "@testing-library/preact";
import { expect, test } from "vitest";
import { ApiError } from "../src/api/call";
import type { ApiKeyDetail, LoggedRequest } from "../src/api/schema";
import { Key } from "../src/pages/key";
import { asked, serve } from "./server";

const AT = "2026-11-09T09:00:00Z";
const ONE = "GET /api/account/api-keys/{key_id}";
const RENAME = "PATCH /api/account/api-keys/{key_id}";
const key = (given: Partial<ApiKeyDetail> = {}): ApiKeyDetail => ({
  id: "key_1", name: "CI", prefix: "atr_12345678", scopes: ["pa:access", "projects:read"], preset: null, allowed_ips: null, project_ids: null,
  status: "active", over_max_lifetime: false, expires_at: null, created_at: AT, last_used_at: AT, revoked_at: null, successor_id: null, used_from: [], ...given,
});
const refused: LoggedRequest = {
  request_id: "req-1", at: AT, caller: { kind: "api_key", id: "key_1", name: "CI", prefix: "atr_12345678" }, method: "GET", route: "/projects/{project_id}",
  tool: null, status: 404, code: "NOT_FOUND", duration_ms: 7,
};
const buckets = [
  { date: "2026-11-08", requests: 90, errors: 9, groups: [{ name: "session", requests: 90, errors: 9 }] },
  { date: "2026-11-09", requests: 50, errors: 2, groups: [{ name: "key_1", requests: 40, errors: 2 }, { name: "key_2", requests: 10, errors: 0 }] },
];
const page = (of: ApiKeyDetail, requests: LoggedRequest[] = [], has_more = false) => ({
  [ONE]: () => of,
  "GET /projects": () => ({ projects: [{ id: "prj_1", name: "Amsel" }] as never, has_more: false, next_cursor: null }),
  "GET /dashboard/usage": () => ({ buckets }) as never,
  "GET /api/account/requests": () => ({ requests, has_more, next_cursor: has_more ? "c" : null }),
});
const fact = async (term: string) => (await screen.findByText(term, { selector: "dt" })).nextElementSibling?.textContent;

test("the page says what a key may do, where, since when, and from where it was used last", async () => {
  serve(page(key({ preset: "pa_only", used_from: ["203.0.113.9", "198.51.100.7"], allowed_ips: ["203.0.113.0/24"], project_ids: ["prj_1", "prj_9"] })));
  render(<Key id="key_1" />);

  expect(await screen.findByRole("heading", { name: "CI" })).toBeTruthy();
  expect(await fact("Permissions")).toBe("Assistant onlypa:accessprojects:read");
  expect(await fact("Used from")).toBe("203.0.113.9198.51.100.7The newest comes last.");
  expect(await fact("Allowed IPs")).toBe("203.0.113.0/24");
  await waitFor(async () => expect(await fact("Projects")).toBe("Amsel, prj_9"));
  expect(await fact("Expires")).toBe("Never");
});

test("a key without limits that was never used says so", async () => {
  serve(page(key({ last_used_at: null })));
  render(<Key id="key_1" />);

  expect(await fact("Last used")).toBe("Never");
  expect([await fact("Used from"), await fact("Allowed IPs"), await fact("Projects")]).toEqual(["Not used yet", "Any", "All"]);
});

test("the chart counts this key's requests alone", async () => {
  serve(page(key()));
  render(<Key id="key_1" />);

  expect(await screen.findByText("40 requests in 2 days, 2 failed. Most on 9 Nov 2026: 40.")).toBeTruthy();
});

test("the latest requests of the key lead to each of them and to all", async () => {
  serve(page(key(), [refused]));
  render(<Key id="key_1" />);

  expect((await screen.findByRole<HTMLAnchorElement>("link", { name: "GET /projects/{project_id}" })).hash).toBe("#/developers/logs?whose=key_1&open=req-1");
  expect(asked.find((one) => one.route === "GET /api/account/requests")?.query).toEqual({ caller: "key_1", limit: "10" });
  expect(screen.getByRole<HTMLAnchorElement>("link", { name: "View all" }).hash).toBe("#/developers/logs?whose=key_1");
  expect(screen.queryByRole("columnheader", { name: "Caller" })).toBeNull();
});

test.each([[false, false], [true, true]])("without requests it says so, and leads to older ones where there are any: %s", async (more, leads) => {
  serve(page(key(), [], more));
  render(<Key id="key_1" />);

  expect(await screen.findByText("No requests yet")).toBeTruthy();
  expect(screen.queryByRole("link", { name: "View all" }) !== null).toBe(leads);
});

test("a key is renamed, and the page shows the new name", async () => {
  let name = "CI";
  serve({ ...page(key()), [ONE]: () => key({ name }), [RENAME]: ({ body }) => key({ name: name = body.name }) });
  render(<Key id="key_1" />);
  fireEvent.click(await screen.findByRole("button", { name: "Rename" }));
  const dialog = within(screen.getByRole("dialog"));

  fireEvent.input(dialog.getByLabelText("Name"), { target: { value: "Nightly" } });
  fireEvent.click(dialog.getByRole("button", { name: "Rename" }));

  expect(await screen.findByRole("heading", { name: "Nightly", level: 1 })).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(asked.find((one) => one.route === RENAME)?.body).toEqual({ name: "Nightly" });
});

test("a name that is refused is said at its field", async () => {
  serve({ ...page(key()), [RENAME]: () => { throw new ApiError(400, "VALIDATION_ERROR", "Wrong", [{ field: "name", message: "This must not be empty." }]); } });
  render(<Key id="key_1" />);
  fireEvent.click(await screen.findByRole("button", { name: "Rename" }));
  fireEvent.input(screen.getByLabelText("Name"), { target: { value: "" } });
  fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Rename" }));

  expect(await screen.findByText("This must not be empty.")).toBeTruthy();
});

test("a key is rotated and revoked from its page", async () => {
  serve({
    ...page(key()),
    "POST /api/account/api-keys/{key_id}/rotate": () => ({ ...key({ id: "key_2" }), key: "atr_secret" }),
    "DELETE /api/account/api-keys/{key_id}": () => ({ id: "key_1", status: "revoked", revoked_at: AT }) as never,
  });
  render(<Key id="key_1" />);

  fireEvent.click(await screen.findByRole("button", { name: "Rotate" }));
  fireEvent.click(screen.getByRole("button", { name: "Rotate key" }));
  expect(await screen.findByRole("dialog", { name: /CI.*is ready/ })).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "I’ve saved it" }));
  fireEvent.click(screen.getByRole("button", { name: "Revoke" }));
  fireEvent.click(screen.getByRole("button", { name: "Revoke key" }));

  await waitFor(() => expect(asked.some((one) => one.route === "DELETE /api/account/api-keys/{key_id}")).toBe(true));
});

test("an ended key can only be looked at", async () => {
  serve(page(key({ status: "revoked", revoked_at: AT, successor_id: "key_2" })));
  render(<Key id="key_1" />);

  expect(await fact("Expires")).toBe("Revoked on 9 Nov 2026");
  expect(screen.getByRole<HTMLAnchorElement>("link", { name: "A newer key" }).hash).toBe("#/developers/keys/key_2");
  expect(screen.queryByRole("button", { name: /Rename|Rotate|Revoke/ })).toBeNull();
});

test("a key that there is not is said so", async () => {
  serve({ ...page(key()), [ONE]: () => { throw new ApiError(404, "NOT_FOUND", "No such API key."); } });
  render(<Key id="key_9" />);

  expect(await screen.findByText("No such API key.")).toBeTruthy();
});
