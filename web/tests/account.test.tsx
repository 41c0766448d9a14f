import { fireEvent, render, screen, waitFor } from "@testing-library/preact";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ApiError } from "../src/api/call";
import type { SessionSummary, SessionView } from "../src/api/schema";
import { session, setSession } from "../src/api/session";
import { Address } from "../src/pages/address";
import { Enter } from "../src/pages/enter";
import { MailLink } from "../src/pages/mail-links";
import { Sessions } from "../src/pages/sessions";
import { asked, serve } from "./server";

const signedIn: SessionView = {
  user: { id: "usr_1", email: "mira@example.com", name: "Mira", email_verified: true },
  account: { id: "acc_1", name: "Mira", timezone: "UTC", created_at: "2026-11-09T09:00:00Z", gone_at: null },
  scopes: [], expires_at: "2026-11-09T19:00:00Z", proved_at: new Date().toISOString(),
};
const one = (id: string, given: Partial<SessionSummary> = {}): SessionSummary => ({
  id, device: "Firefox on Linux", address: "192.0.2.10", created_at: "2026-11-09T09:00:00Z", last_seen_at: "2026-11-09T09:30:00Z", current: false, ...given,
});
const INVALID = () => { throw new ApiError(404, "INVALID_TOKEN", "This link is not valid any more."); };
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole("button", { name }));
const fill = async (label: string | RegExp, value: string) => fireEvent.input(await screen.findByLabelText(label), { target: { value } });
const sent = (route: string) => asked.filter((request) => request.route === route);

beforeEach(() => setSession(signedIn));
afterEach(() => setSession(null));

test("a forgotten password is asked for with the address that was typed, and the answer does not say whether it is known", async () => {
  setSession(null);
  serve({ "POST /api/auth/password/forgot": ({ body }) => ({ email: body.email }) });
  render(<Enter />);
  await fill("Email", "mira@example.com");
  await press("Forgot your password?");
  await press("Send link");

  expect((await screen.findByRole("status")).textContent).toContain("If mira@example.com has an account, we sent it a link.");
  expect(sent("POST /api/auth/password/forgot").map(({ body }) => body)).toEqual([{ email: "mira@example.com" }]);
  await press("Back to sign-in");
  expect(await screen.findByRole("button", { name: "Sign in" })).toBeTruthy();
});

test("an installation without mail says so", async () => {
  setSession(null);
  serve({ "POST /api/auth/password/forgot": () => { throw new ApiError(409, "MAIL_OFF", "This installation sends no mail."); } });
  render(<Enter />);
  await press("Forgot your password?");
  await fill("Email", "mira@example.com");
  await press("Send link");

  expect((await screen.findByRole("alert")).textContent).toContain("sends no mail");
});

test("a reset link sets the password that is typed, and whoever was signed in here is no more", async () => {
  serve({ "POST /api/auth/password/reset": () => ({ email: "mira@example.com", ended_sessions: 2 }) });
  render(<MailLink path={["reset", "tok"]} />);

  expect(asked).toHaveLength(0);
  await fill("New password", "some walnut staple");
  await press("Set password");

  expect((await screen.findByRole("status")).textContent).toContain("mira@example.com");
  expect(sent("POST /api/auth/password/reset").map(({ body }) => body)).toEqual([{ token: "tok", password: "some walnut staple" }]);
  expect(session()).toBeNull();
});

test("a weak password is refused beside its field and the link is still there", async () => {
  serve({ "POST /api/auth/password/reset": () => { throw new ApiError(400, "VALIDATION_ERROR", "Not valid", [{ field: "password", message: "This password is easy to guess." }]); } });
  render(<MailLink path={["reset", "tok"]} />);
  await fill("New password", "passwordpassword1");
  await press("Set password");

  expect(await screen.findByText("This password is easy to guess.")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Set password" })).toBeTruthy();
});

test("a reset link that is over says where a new one comes from", async () => {
  serve({ "POST /api/auth/password/reset": INVALID });
  render(<MailLink path={["reset", "old"]} />);
  await fill("New password", "some walnut staple");
  await press("Set password");

  expect(await screen.findByText(/Forgot your password\?” on the sign-in page/)).toBeTruthy();
});

test("a new address is confirmed by the button, not by opening the link", async () => {
  const moved = { ...signedIn, user: { ...signedIn.user, email: "mira@new.example" } };
  serve({ "POST /api/auth/email/confirm": () => ({ email: "mira@new.example" }), "GET /api/auth/session": () => moved });
  render(<MailLink path={["new-address", "tok"]} />);

  expect(asked).toHaveLength(0);
  await press("Confirm address");

  expect((await screen.findByRole("status")).textContent).toContain("mira@new.example");
  expect(session()!.user.email).toBe("mira@new.example");
});

test("taking an address back signs out and says that a password is needed", async () => {
  serve({ "POST /api/auth/email/undo": () => ({ email: "mira@example.com", password_needed: true }) });
  render(<MailLink path={["undo-address", "tok"]} />);

  expect(asked).toHaveLength(0);
  await press("Undo the change");

  expect((await screen.findByRole("status")).textContent).toContain("We sent a link to mira@example.com. Set a new password with it.");
  expect(session()).toBeNull();
});

test("a change of address says that nothing changes before it is confirmed", async () => {
  serve({ "PATCH /api/account/email": ({ body }) => ({ email: body.email, confirmed: false }) });
  render(<Address />);
  await press("Change Email address");
  await fill("New email address", "mira@new.example");
  await press("Change address");

  expect((await screen.findByText(/We sent a link to/)).textContent).toContain("mira@new.example");
  expect(screen.getByText("mira@example.com")).toBeTruthy();
});

test("each session but the present one has a button that ends it", async () => {
  let all = [one("ses_1", { current: true }), one("ses_2", { device: "Safari on an iPhone" })];
  serve({
    "GET /api/account/sessions": () => ({ sessions: all }),
    "DELETE /api/account/sessions/{session_id}": () => { all = all.slice(0, 1); return { ended_sessions: 1 }; },
  });
  render(<Sessions />);

  expect(await screen.findByText("This session")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "End the session of Firefox on Linux" })).toBeNull();
  await press("End the session of Safari on an iPhone");

  await waitFor(() => expect(screen.queryByText(/Safari on an iPhone/)).toBeNull());
  expect(sent("DELETE /api/account/sessions/{session_id}").map(({ path }) => path)).toEqual(["/api/account/sessions/ses_2"]);
});

test("all others end at once where there are any", async () => {
  let all = [one("ses_1", { current: true })];
  serve({ "GET /api/account/sessions": () => ({ sessions: all }), "DELETE /api/account/sessions": () => { all = all.slice(0, 1); return { ended_sessions: 1 }; } });
  const { unmount } = render(<Sessions />);
  await screen.findByText("This session");
  expect(screen.queryByRole("button", { name: "End all others" })).toBeNull();
  unmount();

  all = [...all, one("ses_2")];
  const { client } = await import("../src/api/data");
  client.clear();
  render(<Sessions />);
  await press("End all others");

  await waitFor(() => expect(sent("DELETE /api/account/sessions")).toHaveLength(1));
});
