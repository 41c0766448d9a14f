import { render, screen, waitFor } from "@testing-library/preact";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { SessionView } from "../src/api/schema";
import { setSession } from "../src/api/session";
import { usePath } from "../src/lib/router";
import { Screen } from "../src/pages/screen";
import { Sections } from "../src/ui/sections";
import { serve } from "./server";

const SESSION = { user: { email: "mira@example.com" }, account: { name: "Mira", timezone: "UTC" }, expires_at: "2027-02-07T09:00:00Z" } as SessionView;
const list = <T extends string>(name: T) => () => ({ [name]: [], has_more: false, next_cursor: null }) as never;
const ANSWERS = {
  "GET /api/account/api-keys": list("api_keys"), "GET /api/account/key-policy": () => ({ max_lifetime_days: null }), "GET /api/account/connections": list("connections"), "GET /api/account/webhooks": list("webhooks"),
  "GET /api/account/requests": list("requests"), "GET /dashboard/usage": () => ({ buckets: [], models: [], totals: { requests: 0, errors: 0, messages: 0, replies: 0, task_runs: 0 } }) as never,
  "GET /api/account/approvers": list("approvers"), "GET /api/account/passkeys": list("passkeys"), "GET /api/account/totp": () => ({ confirmed_at: null, recovery_codes_left: 0 }), "GET /api/account/sessions": list("sessions"),
  "GET /api/account/notifications": () => ({ needs_you: "daily", reports: "on", decide_by_mail: false, mail: { configured: true } }) as never, "GET /vault/requests": list("requests"), "GET /vault/credentials": list("credentials"),
  "GET /inbox": list("items"), "GET /projects": list("projects"), "GET /api/account/exports/{export_id}": () => ({ status: "failed" }) as never, "GET /api/account/audit": list("entries"), "GET /api/account/audit/head": () => ({ sequence: 1, hash: "h" }) as never,
};
const Page = () => <Screen path={usePath()} />;
const here = async (nav: string) => (await screen.findByRole("navigation", { name: nav }, { timeout: 5000 })).querySelector("[aria-current=page]")?.textContent;

beforeEach(() => {
  setSession(SESSION);
  serve(ANSWERS);
});
afterEach(() => setSession(null));

test.each([["keys", "Keys"], ["connections", "Connections"], ["webhooks", "Webhooks"], ["logs", "Logs"], ["usage", "Usage"]])("developers/%s stands under the one head, and is the tab that is open", async (tab, label) => {
  history.replaceState(null, "", `#/developers/${tab}`);
  render(<Page />);

  expect(await here("Developers")).toBe(label);
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Developers");
  await waitFor(() => expect(document.title).toBe(`${label} · Developers · Atrium`));
});

test.each([
  ["settings", "Profile", "Profile"], ["settings/profile", "Profile", "Profile"], ["settings/notifications", "Notifications", "Notifications"], ["settings/security", "Security", "Security"], ["settings/approvers", "Approvers", "Approvers"],
  ["settings/vault", "Vault", "Vault"], ["settings/data", "Data", "Data"], ["settings/leave", "Data", "Data"], ["settings/log", "Security", "Security log"], ["settings/nonsense", "Profile", "Profile"], ["vault", "Vault", "Vault"],
])("%s is a page beside the list of sections", async (path, section, heading) => {
  history.replaceState(null, "", `#/${path}`);
  render(<Page />);

  expect(await here("Settings")).toBe(section);
  expect(await screen.findByRole("heading", { level: 1, name: heading }, { timeout: 5000 })).toBeTruthy();
});

test("an older address of the connections leads to the developers", async () => {
  history.replaceState(null, "", "#/settings/connections");
  render(<Page />);

  expect(await here("Developers")).toBe("Connections");
  expect(location.hash).toBe("#/developers/connections");
});

test("without a backup approver it is said, beside the form that adds one", async () => {
  history.replaceState(null, "", "#/settings/approvers");
  render(<Page />);

  expect(await screen.findByRole("heading", { name: "No backup approver" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Add approver" })).toBeTruthy();
});

test("how long a session lasts is said as a rule, since each visit moves its end", async () => {
  history.replaceState(null, "", "#/settings/security");
  render(<Page />);

  expect(await screen.findByText(/A session ends after 14 days without a visit, and 90 days after you signed in at the latest\./)).toBeTruthy();
});

test.each([["the middle of a narrow row", 900, 400 - (300 - 80) / 2], ["its end, where only a little would be cut there", 620, 620 - 300]])("the part that is open is scrolled to %s", (_, scrollWidth, left) => {
  const widths = { clientWidth: 300, offsetWidth: 80, offsetLeft: 400, scrollWidth };
  for (const [name, value] of Object.entries(widths)) Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value });
  render(<Sections label="Parts" kind="tabbed" here="b" sections={[["a", "A", "#/a"], ["b", "B", "#/b"]]} />);

  expect(screen.getByRole("navigation").scrollLeft).toBe(left);
  for (const name of Object.keys(widths)) delete (HTMLElement.prototype as never)[name];
});
