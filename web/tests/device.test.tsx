import { fireEvent, render, screen, waitFor } from "@testing-library/preact";
import { afterEach, beforeEach, expect, test } from "vitest";
import { App } from "../src/app";
import { ApiError } from "../src/api/call";
import type { ConnectRequestView, SessionView } from "../src/api/schema";
import { setSession } from "../src/api/session";
import { Device } from "../src/pages/device";
import { asked, serve } from "./server";

const signedIn: SessionView = {
  user: { id: "usr_1", email: "mira@example.com", name: "Mira", email_verified: true },
  account: { id: "acc_1", name: "Kovac Studio", timezone: "UTC", created_at: "2026-11-09T09:00:00Z", gone_at: null },
  scopes: [], expires_at: "2026-11-09T19:00:00Z", proved_at: new Date().toISOString(),
};
const FOUND: ConnectRequestView = {
  id: "req", name: "atrium on build-7", domain: null, redirect_host: null, address: "203.0.113.66", is_here: false,
  asked_at: new Date(Date.now() - 3 * 60_000).toISOString(), expires_at: new Date(Date.now() + 7 * 60_000).toISOString(),
  scopes: [{ scope: "projects:read", description: "View projects", preset: true }, { scope: "vault:write", description: "Deposit credentials", preset: false }],
};
const FIND = "POST /api/oauth/requests";
const DECIDE = "POST /api/oauth/requests/{connect_id}";
const press = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));
const field = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Code" });
const bodies = (route: string) => asked.filter((request) => request.route === route).map(({ body }) => body);

beforeEach(() => setSession(signedIn));
afterEach(() => {
  setSession(null);
  history.replaceState(null, "", "#/");
});

test("the code is typed in, and the page says who asks, from where, when, and that nobody verified the name", async () => {
  serve({ [FIND]: () => FOUND });
  render(<Device code="" />);
  expect(document.activeElement).toBe(field());
  fireEvent.input(field(), { target: { value: "bcdf ghjk" } });
  fireEvent.submit(field().form!);

  await screen.findByRole("button", { name: "Allow" });
  expect(screen.getByRole("heading").textContent).toBe("Connect atrium on build-7?");
  expect(bodies(FIND)).toEqual([{ user_code: "bcdf ghjk" }]);
  const page = screen.getByRole("main").textContent;
  for (const said of ["It asked from 203.0.113.66, 3 min ago", "Not your address", "Unverified", "Kovac Studio", "API key"]) expect(page).toContain(said);
  expect(page).not.toContain("You then return to");
});

test("a code that a link fills in is looked up only when the person says that they see it", async () => {
  serve({ [FIND]: () => ({ ...FOUND, is_here: true }) });
  render(<Device code="BCDF-GHJK" />);

  expect(field().value).toBe("BCDF-GHJK");
  expect(screen.getByText(/Check that your program shows this code/)).toBeTruthy();
  expect(asked).toEqual([]);
  await press("Continue");
  expect(await screen.findByText("Your address")).toBeTruthy();
  expect(bodies(FIND)).toEqual([{ user_code: "BCDF-GHJK" }]);
});

test("where the addresses cannot be compared, it is not said that they differ", async () => {
  serve({ [FIND]: () => ({ ...FOUND, is_here: null }) });
  render(<Device code="BCDF-GHJK" />);
  await press("Continue");

  expect(await screen.findByText("203.0.113.66")).toBeTruthy();
  expect(screen.queryByText(/address$/)).toBeNull();
});

test.each([["Allow", true, ["projects:read"], /^Done\. Go back to atrium on build-7/], ["Deny", false, [], /^Denied: atrium on build-7 gets no access/]])("%s is sent, and the page stays", async (button, allow, scopes, said) => {
  serve({ [FIND]: () => FOUND, [DECIDE]: () => ({ redirect_to: null }) });
  render(<Device code="BCDF-GHJK" />);
  await press("Continue");
  await press(button);

  expect((await screen.findByRole("status")).textContent).toMatch(said);
  expect(bodies(DECIDE)).toEqual([{ allow, scopes }]);
  expect(screen.queryByRole("button", { name: "Allow" })).toBeNull();
});

test("a wrong code is said at its field, which keeps it and the focus", async () => {
  serve({ [FIND]: () => { throw new ApiError(400, "VALIDATION_ERROR", "Something in this request is wrong.", [{ field: "user_code", message: "A code has eight letters." }]); } });
  render(<Device code="" />);
  fireEvent.input(field(), { target: { value: "BCD" } });
  await press("Continue");

  expect(await screen.findByText("A code has eight letters.")).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(field()));
  expect(field().value).toBe("BCD");
});

test("an account full of keys is told so, and the device may be denied", async () => {
  serve({ [FIND]: () => FOUND, [DECIDE]: ({ body }) => {
    if (body.allow) throw new ApiError(409, "LIMIT_REACHED", "An account has at most 50 active API keys. Revoke one first.");
    return { redirect_to: null };
  } });
  render(<Device code="BCDF-GHJK" />);
  await press("Continue");
  await press("Allow");

  expect((await screen.findByRole("alert")).textContent).toContain("Revoke one first");
  await press("Deny");
  expect(await screen.findByRole("status")).toBeTruthy();
});

test("the address leads to the page once somebody is signed in, and keeps the code", async () => {
  setSession(null);
  let session: SessionView | null = null;
  serve({
    "GET /api/auth/session": () => {
      if (!session) throw new ApiError(401, "UNAUTHORIZED", "Sign in.");
      return session;
    },
    "POST /api/auth/login": () => { session = signedIn; return { user: signedIn.user, account: signedIn.account }; },
  });
  history.replaceState(null, "", "#/device/BCDF-GHJK");
  render(<App />);
  fireEvent.input(await screen.findByLabelText("Email"), { target: { value: "mira@example.com" } });
  await press("Sign in");

  await waitFor(() => expect(field().value).toBe("BCDF-GHJK"), { timeout: 5000 });
});
