import { fireEvent, render, screen, waitFor } from "@testing-library/preact";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ApiError } from "../src/api/call";
import type { NotificationsView, SessionView } from "../src/api/schema";
import { setSession } from "../src/api/session";
import { isMailLink } from "../src/lib/router";
import { MailLink } from "../src/pages/mail-links";
import { Notifications } from "../src/pages/notifications";
import { UnverifiedBanner } from "../src/pages/unverified";
import { asked, serve } from "./server";

const signedIn = (email_verified: boolean): SessionView => ({
  user: { id: "usr_1", email: "mira@example.com", name: "Mira", email_verified },
  account: { id: "acc_1", name: "Mira", timezone: "UTC", created_at: "2026-11-09T09:00:00Z", gone_at: null },
  scopes: [], expires_at: "2026-11-09T19:00:00Z", proved_at: new Date().toISOString(),
});
const notifications = (given: Partial<NotificationsView["mail"]> = {}): NotificationsView => ({
  needs_you: "immediate", reports: "on", decide_by_mail: false,
  mail: { configured: true, note: null, address: "mira@example.com", verified: true, suppressed: false, can_be_freed: false, ...given },
});
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole("button", { name }));
const sent = (route: string) => asked.filter((one) => one.route === route);

beforeEach(() => setSession(signedIn(false)));
afterEach(() => setSession(null));

test("a verification link does nothing until its button is pressed", async () => {
  serve({ "POST /api/auth/verify": () => ({ email: "mira@example.com", verified: true }), "GET /api/auth/session": () => signedIn(true) });
  render(<MailLink path={["verify", "tok"]} />);

  expect(asked).toHaveLength(0);
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Confirm your email address");
  await press("Confirm address");

  expect((await screen.findByRole("status")).textContent).toBe("mira@example.com is confirmed.");
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Email address confirmed");
  expect(screen.queryByText(/^We can then email you/)).toBeNull();
  expect(sent("POST /api/auth/verify").map(({ body }) => body)).toEqual([{ token: "tok" }]);
  expect(screen.queryByRole("button", { name: "Confirm address" })).toBeNull();
});

test("a link verifies in a browser where nobody is signed in", async () => {
  setSession(null);
  serve({ "POST /api/auth/verify": () => ({ email: "mira@example.com", verified: true }) });
  render(<MailLink path={["verify", "tok"]} />);
  await press("Confirm address");

  expect((await screen.findByRole("status")).textContent).toContain("is confirmed");
});

test("a link that is over says so and where a new one comes from", async () => {
  serve({ "POST /api/auth/verify": () => { throw new ApiError(404, "INVALID_TOKEN", "This link is not valid any more."); } });
  render(<MailLink path={["verify", "old"]} />);
  await press("Confirm address");

  expect((await screen.findByRole("alert")).textContent).toContain("not valid any more");
  expect(screen.getByText("Sign in and open Settings to get a new email.")).toBeTruthy();
});

test("mails stop by the button, not by opening the link", async () => {
  serve({ "POST /unsubscribe": () => ({ unsubscribed: "reports" }) });
  render(<MailLink path={["unsubscribe", "tok"]} />);

  expect(asked).toHaveLength(0);
  await press("Stop these emails");

  expect((await screen.findByRole("status")).textContent).toBe("We no longer email you reports.");
  expect(sent("POST /unsubscribe").map(({ query }) => query)).toEqual([{ token: "tok" }]);
});

test("an address that bounced can be proved anew from the settings", async () => {
  serve({
    "GET /api/account/notifications": () => notifications({ suppressed: true, can_be_freed: true, note: "Mail to your address came back." }),
    "POST /api/auth/verification": () => ({ email: "mira@example.com", sent: true }),
  });
  render(<Notifications />);
  await press("Resend link");

  await waitFor(() => expect(sent("POST /api/auth/verification")).toHaveLength(1));
});

test("only links with a token are a mail's", () => {
  expect([["verify", "t"], ["unsubscribe", "t"], ["verify"], ["settings"], []].map(isMailLink)).toEqual([true, true, false, false, false]);
});

test("the settings show what comes by mail and change it", async () => {
  let stored = notifications();
  serve({
    "GET /api/account/notifications": () => stored,
    "PATCH /api/account/notifications": ({ body }) => (stored = { ...stored, ...body }),
  });
  render(<Notifications />);
  expect(await screen.findByText(/^If you allow it, the link in the email .* lets anyone who has it decide/)).toBeTruthy();
  for (const choice of ["One email a day, at 08:00", "Show them here only", "Allow from the email"]) {
    fireEvent.click(await screen.findByRole("radio", { name: choice }));
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>("radio", { name: choice }).checked).toBe(true));
  }

  await waitFor(() => expect(sent("PATCH /api/account/notifications").map(({ body }) => body)).toEqual([{ needs_you: "daily" }, { reports: "off" }, { decide_by_mail: true }]));
});

test("a choice that is refused is taken back, with the reason", async () => {
  serve({ "GET /api/account/notifications": () => notifications(), "PATCH /api/account/notifications": () => { throw new ApiError(429, "RATE_LIMITED", "Wait a minute."); } });
  render(<Notifications />);
  const kept = (await screen.findAllByRole<HTMLInputElement>("radio")).filter((one) => one.checked);
  fireEvent.click(screen.getByRole("radio", { name: "No email" }));

  expect((await screen.findByRole("alert")).textContent).toContain("Wait a minute.");
  expect(kept.map((one) => one.checked)).toEqual([true, true, true]);
});

test("an installation that sends no mail says so in the settings and asks nobody to confirm", async () => {
  const note = "This installation sends no mail. Its operator can set the sender (MailFrom).";
  serve({ "GET /api/account/notifications": () => notifications({ configured: false, note }) });
  render(<><UnverifiedBanner /><Notifications /></>);

  expect(await screen.findByText(note)).toBeTruthy();
  expect(screen.queryByRole("region")).toBeNull();
});

test("the banner asks to confirm the address, sends the mail again, and shows a refusal", async () => {
  let refused = false;
  serve({
    "GET /api/account/notifications": () => notifications({ verified: false }),
    "POST /api/auth/verification": () => {
      if (refused) throw new ApiError(429, "RATE_LIMITED", "A mail is on its way. Ask again in 60 s.");
      return { email: "mira@example.com", sent: true };
    },
  });
  render(<UnverifiedBanner />);
  await press("Resend link");
  await waitFor(() => expect(sent("POST /api/auth/verification")).toHaveLength(1));
  refused = true;
  await press("Resend link");

  expect((await screen.findByRole("alert")).textContent).toBe("A mail is on its way. Ask again in 60 s.");
});

test("the banner can be hidden until the tab is closed", async () => {
  serve({ "GET /api/account/notifications": () => notifications({ verified: false }) });
  const { unmount } = render(<UnverifiedBanner />);
  await press("Hide this for now");
  expect(screen.queryByRole("region")).toBeNull();
  unmount();
  const { container } = render(<UnverifiedBanner />);

  await waitFor(() => expect(sent("GET /api/account/notifications").length).toBeGreaterThan(0));
  expect(container.textContent).toBe("");
  sessionStorage.clear();
});

test("on the page of notifications the banner stays, although it was hidden, and nothing says the same again", async () => {
  location.hash = "#/settings/notifications";
  sessionStorage.setItem("atrium/unverified", "");
  serve({ "GET /api/account/notifications": () => notifications({ verified: false, note: "Confirm your address first." }) });
  render(<><UnverifiedBanner /><Notifications /></>);

  expect(await screen.findByRole("button", { name: "Resend link" })).toBeTruthy();
  await screen.findAllByRole("radio");
  expect(screen.queryByRole("button", { name: "Hide this for now" })).toBeNull();
  expect(screen.queryByText("Confirm your address first.")).toBeNull();
  location.hash = "";
});

test("whoever confirmed the address sees no banner, and nothing is asked for it", async () => {
  setSession(signedIn(true));
  serve({});
  const { container } = render(<UnverifiedBanner />);

  expect(container.textContent).toBe("");
  expect(asked).toHaveLength(0);
});
