import { fireEvent, render, screen, waitFor, within } from "@testing-library/preact";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../src/api/call";
import type { ConnectionView, ConnectRequestView, SessionView } from "../src/api/schema";
import { setSession } from "../src/api/session";
import { Connect } from "../src/pages/connect";
import { Connections } from "../src/pages/connections";
import { Password } from "../src/pages/password";
import { asked, serve } from "./server";

const signedIn: SessionView = {
  user: { id: "usr_1", email: "mira@example.com", name: "Mira", email_verified: true },
  account: { id: "acc_1", name: "Kovac Studio", timezone: "UTC", created_at: "2026-11-09T09:00:00Z", gone_at: null },
  scopes: [], expires_at: "2026-11-09T19:00:00Z", proved_at: new Date().toISOString(),
};
const REQUEST: ConnectRequestView = {
  id: "req", name: "Helper", domain: null, redirect_host: "helper.example", address: null, is_here: null, asked_at: "2026-11-09T09:00:00Z", expires_at: "2026-11-09T09:10:00Z",
  scopes: [
    { scope: "projects:read", description: "View projects", preset: true },
    { scope: "projects:write", description: "Create projects", preset: false },
    { scope: "vault:write", description: "Deposit credentials", preset: false },
  ],
};
const connection = (id: string, given: Partial<ConnectionView> = {}): ConnectionView => ({
  id, name: "Helper", domain: null, redirect_host: "helper.example", scopes: ["projects:read"], granted_at: "2026-11-09T09:00:00Z",
  last_used_at: null, expires_at: "2026-12-09T09:00:00Z", ...given,
});
const GET = "GET /api/oauth/requests/{connect_id}";
const POST = "POST /api/oauth/requests/{connect_id}";
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole("button", { name }));
const box = (name: RegExp) => screen.getByRole<HTMLInputElement>("checkbox", { name });
const sent = (route: string) => asked.filter((request) => request.route === route);

beforeEach(() => setSession(signedIn));
afterEach(() => setSession(null));

test("consent says who asks, for which account and where the browser goes, and ticks the preset alone", async () => {
  serve({ [GET]: () => REQUEST });
  render(<Connect id="req" leave={vi.fn()} />);

  await screen.findByRole("button", { name: "Allow" });
  const page = within(screen.getByRole("main"));
  expect(await page.findByRole("heading")).toHaveProperty("textContent", "Connect Helper?");
  for (const text of ["Kovac Studio", "helper.example", "Unverified"]) expect(page.getByText(text)).toBeTruthy();
  expect([box(/projects:read/).checked, box(/projects:write/).checked, box(/vault:write/).checked]).toEqual([true, false, false]);
});

test("what is ticked is sent, and the browser goes where the server says", async () => {
  const leave = vi.fn();
  serve({ [GET]: () => REQUEST, [POST]: () => ({ redirect_to: "https://helper.example/cb?code=c" }) });
  render(<Connect id="req" leave={leave} />);
  await screen.findByRole("button", { name: "Allow" });
  fireEvent.click(box(/projects:write/));
  fireEvent.click(box(/projects:read/));
  await press("Allow");

  await waitFor(() => expect(leave).toHaveBeenCalledWith("https://helper.example/cb?code=c"));
  expect(sent(POST).map(({ body }) => body)).toEqual([{ allow: true, scopes: ["projects:write"] }]);
});

test("with nothing ticked it can only be denied, and a denial grants nothing", async () => {
  const leave = vi.fn();
  serve({ [GET]: () => REQUEST, [POST]: () => ({ redirect_to: "https://helper.example/cb?error=access_denied" }) });
  render(<Connect id="req" leave={leave} />);
  await screen.findByRole("button", { name: "Allow" });
  fireEvent.click(box(/projects:read/));

  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Allow" }).disabled).toBe(true);
  await press("Deny");
  await waitFor(() => expect(leave).toHaveBeenCalled());
  expect(sent(POST).map(({ body }) => body)).toEqual([{ allow: false, scopes: [] }]);
});

test("a program with a metadata document is shown by its domain", async () => {
  serve({ [GET]: () => ({ ...REQUEST, domain: "claude.ai" }) });
  render(<Connect id="req" leave={vi.fn()} />);

  expect(await screen.findByText("claude.ai")).toBeTruthy();
  expect(screen.queryByText("Unverified")).toBeNull();
});

test("a request that has expired says so and asks nothing", async () => {
  serve({ [GET]: () => { throw new ApiError(404, "NOT_FOUND", "No such request."); } });
  render(<Connect id="old" leave={vi.fn()} />);

  expect((await screen.findByRole("alert")).textContent).toContain("No such request");
  expect(screen.queryByRole("button", { name: "Allow" })).toBeNull();
});

test("the page lists what is connected, and revoke one or all", async () => {
  let all = [connection("con_1"), connection("con_2", { name: "Claude", domain: "claude.ai" })];
  serve({
    "GET /api/account/connections": () => ({ connections: all }),
    "DELETE /api/account/connections/{connection_id}": ({ path }) => {
      all = all.filter((one) => !path.endsWith(one.id));
      return { id: "con_1", revoked_at: "2026-11-09T09:00:00Z" };
    },
  });
  render(<Connections />);

  expect(await screen.findByRole("button", { name: "Disconnect all" })).toBeTruthy();
  await press("Disconnect Helper");
  await waitFor(() => expect(screen.queryByText("Helper")).toBeNull());
  expect(sent("DELETE /api/account/connections/{connection_id}").map(({ path }) => path)).toEqual(["/api/account/connections/con_1"]);
});

test("a single program has no button for all, and where nothing is connected it is said how to", async () => {
  let all = [connection("con_1")];
  serve({ "GET /api/account/connections": () => ({ connections: all }), "DELETE /api/account/connections/{connection_id}": () => { all = []; return { id: "con_1", revoked_at: "2026-11-09T09:00:00Z" }; } });
  render(<Connections />);
  await screen.findByRole("button", { name: "Disconnect Helper" });
  expect(await screen.findByText(/disconnect it here and connect it again/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Disconnect all" })).toBeNull();
  await press("Disconnect Helper");

  expect(await screen.findByText(/^No connected apps/)).toBeTruthy();
  expect(screen.getByText(/Add custom connector/)).toBeTruthy();
  await press("ChatGPT");
  expect(screen.getByText(/developer mode/)).toBeTruthy();
  expect(screen.getByLabelText("MCP address").textContent).toMatch(/\/mcp$/);
  expect(screen.getByRole("button", { name: "Copy MCP address" })).toBeTruthy();
});

test("a new password offers to revoke every connection", async () => {
  serve({
    "GET /api/account/connections": () => ({ connections: [connection("con_1")] }),
    "POST /api/account/password": () => ({ ended_sessions: 0 }),
    "DELETE /api/account/connections": () => ({ revoked: 1 }),
  });
  render(<Password />);
  expect(screen.queryByRole("button", { name: "Disconnect all" })).toBeNull();
  await press("Change password");
  await press("Save password");
  await press("Disconnect all");

  await waitFor(() => expect(sent("DELETE /api/account/connections")).toHaveLength(1));
});
