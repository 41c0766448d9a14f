import { fireEvent, render, screen, within } from "@testing-library/preact";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../src/api/call";
import type { ApiKeyView, CredentialRequestView, CredentialUseView, CredentialView, GrantView, InboxItem, SessionView } from "../src/api/schema";
import { Access, Vault } from "../src/pages/vault";
import { Screen } from "../src/pages/screen";
import { setSession } from "../src/api/session";
import { usePath } from "../src/lib/router";
import { need, project } from "./records";
import { asked, serve } from "./server";

const AT = "2026-11-09T09:00:00Z";
const credential = (given: Partial<CredentialView> = {}): CredentialView => ({
  id: "crd_1", project_id: "prj_1", name: "Stripe", type: "token", username: null, note: null, repository_url: null, version: 1, created_at: AT, updated_at: AT,
  expires_at: null, last_used_at: null, uses: 0, allowed_hosts: ["api.example.com"], inject: { type: "bearer", name: null }, use_policy: "ask_first",
  allowed_methods: ["GET"], allowed_paths: ["/"], ...given,
});
const grant = (given: Partial<GrantView> = {}): GrantView => ({ id: "grt_1", key_id: "key_1", key_name: "Build worker", work_id: null, decided_at: AT, ...given });
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole("button", { name }));
const item = async (name: string) => fireEvent.click(await screen.findByRole("menuitem", { name }));
const shown = {
  "GET /projects": () => ({ projects: [project()], has_more: false, next_cursor: null }),
  "GET /vault/requests": () => ({ requests: [], has_more: false, next_cursor: null }),
  "GET /vault/credentials": () => ({ credentials: [credential()], has_more: false, next_cursor: null }),
  "GET /vault/credentials/{id}/uses": () => ({ uses: [], has_more: false, next_cursor: null }),
  "GET /vault/credentials/{id}/grants": () => ({ grants: [] }),
  "GET /api/account/api-keys": () => ({ api_keys: [{ id: "key_1", name: "Build worker" } as ApiKeyView] }) as never,
  "GET /inbox": () => ({ items: [], has_more: false, next_cursor: null }),
};

beforeEach(() => vi.spyOn(location, "hash", "set").mockReturnValue());
afterEach(() => vi.restoreAllMocks());

test("a project's access names the API keys that reach it, and those that reach every project", async () => {
  const key = (name: string, project_ids: string[] | null, status = "active") => ({ id: name, name, project_ids, status }) as ApiKeyView;
  serve({ ...shown, "GET /api/account/api-keys": () => ({ api_keys: [key("CI", null), key("Codex", ["prj_1"]), key("Other", ["prj_2"]), key("Old", null, "revoked")] }) as never });
  render(<Access project={project()} />);

  const line = await screen.findByText("API keys for this project: Codex. API keys for every project: CI.");
  expect(within(line.parentElement!).getByRole<HTMLAnchorElement>("link", { name: "Manage keys" }).hash).toBe("#/developers/keys");
});

test("who may call without asking stands in the dialog of uses, and revoking takes it out of there", async () => {
  let grants = [grant(), grant({ id: "grt_2", key_id: "key_2", key_name: null, work_id: "wrk_1" })];
  serve({
    ...shown,
    "GET /vault/credentials/{id}/grants": () => ({ grants }),
    "DELETE /vault/credentials/{id}/grants/{grant_id}": () => {
      grants = grants.slice(1);
      return { id: "grt_1", revoked_at: AT };
    },
  });
  render(<Vault request={undefined} link={null} />);
  await item("Show uses");

  const dialog = await screen.findByRole("dialog");
  const rows = await within(dialog).findAllByRole("listitem");
  expect(rows.map((row) => row.textContent)).toEqual([expect.stringMatching(/^Build workerAlways/), expect.stringMatching(/^key_2For wrk_1/)]);
  await press("Revoke Build worker");

  await vi.waitFor(() => expect(within(dialog).getAllByRole("listitem")).toHaveLength(1));
  expect(asked.filter(({ route }) => route.startsWith("DELETE")).map(({ path }) => path)).toEqual(["/vault/credentials/crd_1/grants/grt_1"]);
});

const request = (id: string, given: Partial<CredentialRequestView> = {}): CredentialRequestView => ({
  id, project_id: "prj_1", project_name: "Bakery", name: id, type: "api_key", reason: "We need it.", how_to_obtain: "Ask your host.", blocks: "test_plan", deliverable_id: "dlv_1",
  requested_by: "CTO", priority: "medium", status: "pending", created_at: AT, promised_for: null, fulfilled_at: null, declined_at: null, cancelled_at: null, decline_reason: null, credential_id: null, ...given,
});
const asking = (...requests: CredentialRequestView[]) => ({ "GET /vault/requests": () => ({ requests, has_more: false, next_cursor: null }) });

test("requests stand below the name of their project, which is said once, open ones and closed ones", async () => {
  const school = { project_id: "prj_2", project_name: "School" };
  const requests = [request("Hosting"), request("Maps", school), request("Domain"), request("Mail", { ...school, status: "fulfilled" })];
  serve({ ...shown, ...asking(...requests) });
  const { unmount } = render(<Vault request={undefined} link={null} />);

  await screen.findByRole("heading", { name: "Hosting", level: 4 });
  const groups = () => [...document.querySelectorAll(".group")].map((group) => [...group.querySelectorAll("h3, h4, .rows .name")].map((one) => one.textContent));
  expect(groups()).toEqual([["Bakery", "Hosting", "Domain"], ["School", "Maps"], ["School", "Mail"]]);
  expect([...document.querySelectorAll(".group li")].some(({ textContent }) => /Bakery|School/.test(textContent))).toBe(false);
  unmount();
  render(<Access project={project()} />);

  await screen.findByRole("heading", { name: "Hosting", level: 3 });
  expect(screen.queryByRole("heading", { name: "Bakery" })).toBeNull();
});

test.each([["W4 Stripe is waiting for it.", "“W4 Stripe”"], ["2 work items are waiting for it.", "the work"], [null, "the work"]])("what goes on without what is declined is named where it is one: %s", async (blocks, work) => {
  serve({ ...shown, ...asking(request("Hosting")), "GET /inbox": () => ({ items: [need({ kind: "credential", target_id: "Hosting", blocks })], has_more: false, next_cursor: null }) });
  render(<Access project={project()} />);

  expect(await screen.findByText(`If you decline, ${work} is done without it.`)).toBeTruthy();
  expect(document.querySelector(".ask-head .muted")!.textContent).toMatch(blocks ? `${blocks.slice(0, -1)} · asked by the CTO` : "Nothing waits for it yet · asked by the CTO");
  expect([...document.querySelectorAll(".facts dt")].map((one) => one.textContent)).toEqual(["Why", "Named in", "How to get it"]); // a document that names it does not wait for it
});

test("access is provided in the row that asks for it, below what it is for; a refusal stands at the field", async () => {
  let open = [request("Hosting"), request("Domain")];
  serve({
    ...shown, "GET /vault/requests": () => ({ requests: open, has_more: false, next_cursor: null }),
    "POST /vault/requests/{request_id}/fulfill": ({ body }) => {
      if (body.value === "no") throw new ApiError(400, "VALIDATION_ERROR", "Not valid.", [{ field: "value", message: "This is too short." }]);
      open = open.slice(0, 1);
      return {} as never;
    },
  });
  render(<Vault request={undefined} link={null} />);
  const row = within((await screen.findByRole("heading", { name: "Domain" })).closest("details")!);
  const provide = () => fireEvent.click(row.getByText(/^Provide access/, { selector: "button" }));
  provide();

  const field = await row.findByLabelText<HTMLInputElement>("Value");
  expect([field.type, field.autocomplete, screen.queryByRole("dialog")]).toEqual(["password", "new-password", null]); // what no browser fills in
  expect(document.activeElement).toBe(field);
  expect(row.getByText("Ask your host.")).toBeTruthy();
  fireEvent.input(field, { target: { value: "no" } });
  fireEvent.submit(field.form!);

  expect((await row.findByText("This is too short.")).id).toBe(field.getAttribute("aria-describedby"));
  expect(document.activeElement).toBe(field);
  fireEvent.keyDown(field, { key: "Escape" });
  await vi.waitFor(() => expect(row.queryByLabelText("Value")).toBeNull());
  expect(document.activeElement?.tagName).toBe("SUMMARY");
  provide();
  fireEvent.input(await row.findByLabelText("Value"), { target: { value: "sk_live_1" } });
  fireEvent.submit(row.getByLabelText<HTMLInputElement>("Value").form!);

  await vi.waitFor(() => expect(screen.queryByRole("heading", { name: "Domain" })).toBeNull());
  expect(asked.filter(({ route }) => route.startsWith("POST")).map(({ path, body }) => [path, body.value])).toEqual([["/vault/requests/Domain/fulfill", "no"], ["/vault/requests/Domain/fulfill", "sk_live_1"]]);
});

test("a request that is folded has its button beside it, which opens the form", async () => {
  serve({ ...shown, ...asking(request("Hosting"), request("Domain")) });
  render(<Vault request={undefined} link={null} />);
  const row = (await screen.findByRole("heading", { name: "Domain" })).closest("li")!;
  const beside = () => [...document.querySelectorAll(".asks > li > .btn")].map((one) => one.closest("li"));
  expect(beside()).toEqual([row]); // the first is unfolded
  fireEvent.click(row.querySelector(":scope > .btn")!);

  expect(document.activeElement).toBe(await within(row).findByLabelText("Value"));
  expect(row.querySelector("details")!.open).toBe(true);
  expect(beside()).toEqual([]);
});

test("a request says for which day its access was promised, and that the day is past", async () => {
  vi.useFakeTimers({ now: new Date(AT), toFake: ["Date"] });
  serve({ ...shown, ...asking(request("Hosting", { promised_for: "2026-11-09" }), request("Domain", { promised_for: "2026-11-06" }), request("Analytics")) });
  render(<Vault request={undefined} link={null} />);

  await screen.findByRole("heading", { name: "Hosting" });
  expect([...document.querySelectorAll<HTMLDetailsElement>(".ask")].map((one) => [one.open, one.querySelector(".btn.primary") !== null])).toEqual([[true, true], [false, false], [false, false]]);
  expect(screen.getAllByText("Promised for").map((term) => term.nextSibling!.textContent)).toEqual(["Monday 9 November", "Friday 6 November (overdue)"]);
  vi.useRealTimers();
});

test("where every key must ask, the dialog says nothing of grants", async () => {
  serve(shown);
  render(<Vault request={undefined} link={null} />);
  await item("Show uses");

  await screen.findByText("Not used yet");
  expect(screen.queryByText("Can use it without asking")).toBeNull();
});

test("the list says for which hosts, requests and paths a credential is, and who may call", async () => {
  serve({ ...shown, "GET /vault/credentials": () => ({ credentials: [credential({ allowed_paths: ["/v1"], use_policy: "workers" }), credential({ id: "crd_2", name: "Login", allowed_hosts: [] })], has_more: false, next_cursor: null }) });
  render(<Vault request={undefined} link={null} />);

  const [stripe, login] = (await screen.findAllByRole("row")).slice(1).map((row) => row.querySelector("[data-label='Allowed hosts']")!.textContent);
  expect(stripe).toBe("api.example.comGET /v1 · All workers");
  expect(login).toBe("None");
});

test("a use says what for, where, by which key, by whose word and with what end, and leads to its work item", async () => {
  const use: CredentialUseView = { id: "use_1", version: 2, role: null, by: { kind: "api_key", id: "key_1", name: null }, allowed_by: "for_item", purpose: "Read the orders", at: AT, method: "GET", host: "api.example.com", path: "/v1/orders", work_id: "wrk_1", status: "answered", http_status: 200, problem: null };
  const failed = { ...use, id: "use_2", by: { kind: "user", id: "usr_1", name: null } as const, allowed_by: "owner" as const, work_id: null, http_status: null, status: "failed" as const, problem: "The host did not answer." };
  serve({ ...shown, "GET /vault/credentials/{id}/uses": () => ({ uses: [use, failed], has_more: true, next_cursor: "c" }) });
  render(<Vault request={undefined} link={null} />);
  await item("Show uses");

  const dialog = within(await screen.findByRole("dialog"));
  await dialog.findByText(/Build worker/);
  const [first, second] = dialog.getAllByRole("listitem").map((row) => row.textContent);
  for (const part of ["Read the orders", "GET api.example.com/v1/orders", "Build worker", "you allowed it for this work item", "version 2", "200"]) expect(first).toContain(part);
  expect(dialog.getByRole("link", { name: "Open work item" }).getAttribute("href")).toBe("#/projects/prj_1/work/wrk_1");
  for (const part of ["You,", "The host did not answer."]) expect(second).toContain(part);
  expect(dialog.getByText("The last 100 uses, newest first.")).toBeTruthy();
});

test("replacing begins with all that the credential has but its value, and sends each of them again", async () => {
  const old = credential({ username: "mira", note: "The shop’s", allowed_methods: ["GET", "POST"], allowed_paths: ["/v1", "/v2"], inject: { type: "header", name: "X-Key" }, use_policy: "workers", version: 3 });
  serve({ ...shown, "GET /vault/credentials": () => ({ credentials: [old], has_more: false, next_cursor: null }), "POST /vault/credentials/{id}": () => ({ ...old, version: 4 }) });
  render(<Vault request={undefined} link={null} />);
  await item("Replace");

  const dialog = within(await screen.findByRole("dialog", { name: /^Replace.*Stripe/ }));
  expect(dialog.getByText(/becomes version 4/)).toBeTruthy();
  expect(dialog.queryByLabelText("Project")).toBeNull();
  fireEvent.input(dialog.getByLabelText("Value"), { target: { value: "new-secret-value" } });
  fireEvent.submit(dialog.getByRole("button", { name: "Replace" }).closest("form")!);

  await vi.waitFor(() => expect(asked.find(({ route }) => route.startsWith("POST"))?.body).toEqual({
    name: "Stripe", type: "token", value: "new-secret-value", username: "mira", note: "The shop’s", repository_url: null, expires_at: null, allowed_hosts: ["api.example.com"],
    allowed_methods: ["GET", "POST"], allowed_paths: ["/v1", "/v2"], use_policy: "workers", inject: { type: "header", name: "X-Key" },
  }));
  expect(asked.find(({ route }) => route.startsWith("POST"))!.path).toBe("/vault/credentials/prj_1");
});

test("what a key asks to call with leads to its item of the inbox", async () => {
  const item = { id: "itm_1", kind: "credential_use", state: "open", project_id: "prj_1", sentence: "Build worker wants to GET api.example.com/v1", since: AT, project_name: "Bakery", target_id: "crd_1", path: "/app/settings/vault" } as InboxItem;
  serve({ ...shown, "GET /inbox": () => ({ items: [item, { ...item, id: "itm_2", kind: "unread" }], has_more: false, next_cursor: null }) });
  render(<Vault request={undefined} link={null} />);

  expect((await screen.findAllByRole<HTMLAnchorElement>("link", { name: /^Decide/ })).map((one) => one.hash)).toEqual(["#/inbox?item=itm_1"]);
});

test("a credential of a project that has ended can’t be replaced, and no other be deposited", async () => {
  serve({ ...shown, "GET /projects": () => ({ projects: [project({ status: "cancelled" })], has_more: false, next_cursor: null }) });
  render(<Vault request={undefined} link={null} />);

  await screen.findByRole("menuitem", { name: "Delete" });
  expect(screen.queryByRole("menuitem", { name: "Replace" })).toBeNull();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Add credential" }).disabled).toBe(true);
});

test("a project's own view asks for its credentials and requests alone, and deposits into it", async () => {
  const call = { id: "itm_1", kind: "credential_use", project_id: "prj_2", sentence: "Of another project", since: AT } as InboxItem;
  serve({ ...shown, "GET /inbox": () => ({ items: [call], has_more: false, next_cursor: null }), "POST /vault/credentials/{id}": () => credential() });
  render(<Access project={project()} />);

  await screen.findByText("Stripe");
  expect(asked.filter(({ route }) => route.startsWith("GET /vault")).map(({ query }) => query.project_id)).toEqual(["prj_1", "prj_1"]);
  expect(screen.queryByRole("columnheader", { name: "Project" })).toBeNull();
  expect(screen.queryByText("Of another project")).toBeNull();
  await press("Add credential");
  const dialog = within(screen.getByRole("dialog"));
  expect(dialog.queryByLabelText("Project")).toBeNull();
  fireEvent.input(dialog.getByLabelText("Name"), { target: { value: "Host" } });
  fireEvent.input(dialog.getByLabelText("Value"), { target: { value: "secret" } });
  fireEvent.click(dialog.getByRole("button", { name: "Add" }));

  await vi.waitFor(() => expect(asked.find(({ route }) => route.startsWith("POST"))?.path).toBe("/vault/credentials/prj_1"));
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

const soon = String(Math.floor(Date.now() / 1000) + 600);
const followed = async (hash: string, answers = {}) => {
  vi.restoreAllMocks();
  history.replaceState(null, "", hash);
  setSession({ account: {}, user: {} } as SessionView);
  serve({ ...shown, ...answers });
  const Page = () => <Screen path={usePath()} />;
  render(<Page />);
};

test("an older link to a deposit moves to the settings, and opens the form with what it says", async () => {
  await followed(`#/vault/deposit/prj_1/token/Git%2Fhub/${soon}/once1`, { "POST /vault/credentials/{id}": () => credential() });

  const dialog = within(await screen.findByRole("dialog", {}, { timeout: 5000 }));
  expect(location.hash).toBe(`#/settings/vault/deposit/prj_1/token/Git%2Fhub/${soon}/once1`);
  expect([dialog.getByLabelText<HTMLInputElement>("Name").value, dialog.getByLabelText<HTMLSelectElement>("Type").value]).toEqual(["Git/hub", "token"]);
  fireEvent.input(dialog.getByLabelText("Value"), { target: { value: "secret" } });
  fireEvent.click(dialog.getByRole("button", { name: "Add" }));

  await vi.waitFor(() => expect(location.hash).toBe("#/settings/vault"));
  expect(asked.find(({ route }) => route.startsWith("POST"))).toMatchObject({ idempotencyKey: "once1", body: { name: "Git/hub" } });
});

test("a link to a request opens its row with the form, and its key makes the deposit happen once", async () => {
  let open = [request("crq_1"), request("crq_2")];
  await followed(`#/vault/fulfill/crq_2/${soon}/once1`, { "GET /vault/requests": () => ({ requests: open, has_more: false, next_cursor: null }), "POST /vault/requests/{request_id}/fulfill": () => ((open = open.slice(0, 1)), {}) as never });

  const field = await screen.findByLabelText<HTMLInputElement>("Value", {}, { timeout: 5000 });
  expect([...document.querySelectorAll<HTMLDetailsElement>(".ask")].map((one) => [one.open, one.contains(field)])).toEqual([[false, false], [true, true]]);
  fireEvent.input(field, { target: { value: "secret" } });
  fireEvent.submit(field.form!);

  await vi.waitFor(() => expect(location.hash).toBe("#/settings/vault"));
  expect(asked.find(({ route }) => route.startsWith("POST"))).toMatchObject({ path: "/vault/requests/crq_2/fulfill", idempotencyKey: "once1", body: { value: "secret" } });
});

test("a link to a request that nobody waits for says so, and one that is over, too", async () => {
  await followed(`#/vault/fulfill/crq_9/${soon}/once1`);
  expect(await screen.findByText("The team no longer waits for this.", {}, { timeout: 5000 })).toBeTruthy();

  history.replaceState(null, "", "#/settings/vault/fulfill/crq_9/1/once1");
  dispatchEvent(new Event("hashchange"));
  expect(await screen.findByText(/This link has expired/)).toBeTruthy();
});
