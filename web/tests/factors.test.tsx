import { fireEvent, render, screen, waitFor } from "@testing-library/preact";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../src/api/call";
import type { SessionView, StepUpOptions } from "../src/api/schema";
import { setSession, watchSession, session } from "../src/api/session";
import { isAsked, stepUpEnds, watchStepUp } from "../src/api/step-up";
import { makePasskey, signWithPasskey } from "../src/api/webauthn";
import { Approvers } from "../src/pages/approvers";
import { Enter } from "../src/pages/enter";
import { Security } from "../src/pages/security";
import { StepUp } from "../src/pages/step-up";
import { asked, serve } from "./server";
import { useEffect, useState } from "preact/hooks";

const AT = "2026-11-09T09:00:00Z";
const signedIn: SessionView = {
  user: { id: "usr_1", email: "mira@example.com", name: "Mira", email_verified: true },
  account: { id: "acc_1", name: "Mira", timezone: "UTC", created_at: AT, gone_at: null }, scopes: [], expires_at: "2026-11-09T19:00:00Z", proved_at: new Date().toISOString(),
};
const { account, user } = signedIn;
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole("button", { name }));
const type = async (label: string | RegExp, value: string) => fireEvent.input(await screen.findByLabelText(label), { target: { value } });
const sent = (route: string) => asked.filter((one) => one.route === route);
const buffer = (text: string) => new TextEncoder().encode(text).buffer as ArrayBuffer;

/** The approvers with the dialog over them, as the app shows it. */
function Page() {
  const [, redraw] = useState(0);
  useEffect(() => watchStepUp(() => redraw((n) => n + 1)), []);
  return <><Approvers />{isAsked() && <StepUp />}</>;
}

function stale(options: StepUpOptions, wrong = 0) {
  let proved = false;
  serve({
    "GET /api/account/approvers": () => ({ approvers: [] }),
    "POST /api/account/approvers": () => {
      if (!proved) throw new ApiError(403, "STEP_UP_REQUIRED", "Confirm that it is you");
      return { id: "apv_1", email: "anna@example.com", status: "invited", invited_at: AT, confirmed_at: null, withdrawn_at: null };
    },
    "POST /api/auth/step-up/options": () => options,
    "POST /api/auth/step-up": () => {
      if (wrong-- > 0) throw new ApiError(401, "INVALID_CREDENTIALS", "The password is wrong.");
      proved = true;
      return { proved_until: AT };
    },
  });
}

/** The browser's part: what it was asked, and a signature. */
function browser(answer: "signs" | "is closed") {
  const get = vi.fn(async ({ publicKey }: any) => {
    if (answer === "is closed") throw new DOMException("closed", "NotAllowedError");
    return {
      id: "abc", rawId: buffer("key"), type: "public-key", asked: publicKey,
      response: { clientDataJSON: buffer("{}"), authenticatorData: buffer("data"), signature: buffer("sig"), userHandle: buffer("usr_1") },
    };
  });
  const create = vi.fn(async () => ({ id: "abc", rawId: buffer("key"), type: "public-key", response: { clientDataJSON: buffer("{}"), attestationObject: buffer("att") } }));
  vi.stubGlobal("PublicKeyCredential", class {});
  Object.defineProperty(navigator, "credentials", { configurable: true, value: { get, create } });
  return { get, create };
}

beforeEach(() => setSession(signedIn));
afterEach(() => {
  stepUpEnds(false);
  setSession(null);
});

test("a refused request goes on after the password, once, with the same body and key", async () => {
  stale({ accepted: ["password"], public_key: null });
  render(<Page />);
  await type("Email address", "anna@example.com");
  await press("Add approver");

  await type("Password", "four random words walk");
  await press("Confirm");

  await waitFor(() => expect(sent("POST /api/account/approvers")).toHaveLength(2));
  const [first, second] = sent("POST /api/account/approvers");
  expect(second).toEqual(first);
  expect(second!.idempotencyKey).toMatch(/^[0-9a-f]{32}$/);
  expect(sent("POST /api/auth/step-up").map(({ body }) => body)).toEqual([{ password: "four random words walk" }]);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("a wrong password stays in the dialog, and the request waits", async () => {
  stale({ accepted: ["password"], public_key: null }, 1);
  render(<Page />);
  await type("Email address", "anna@example.com");
  await press("Add approver");
  await type("Password", "wrong");
  await press("Confirm");

  expect((await screen.findByRole("alert")).textContent).toContain("The password is wrong.");
  expect(sent("POST /api/account/approvers")).toHaveLength(1);
  await press("Confirm");

  await waitFor(() => expect(sent("POST /api/account/approvers")).toHaveLength(2));
});

test("cancelling leaves the form as it was and sends nothing more", async () => {
  stale({ accepted: ["password"], public_key: null });
  render(<Page />);
  await type("Email address", "anna@example.com");
  await press("Add approver");
  await press("Cancel");

  expect((await screen.findByRole("alert")).textContent).toContain("nothing changed");
  expect((screen.getByLabelText("Email address") as HTMLInputElement).value).toBe("anna@example.com");
  expect(sent("POST /api/account/approvers")).toHaveLength(1);
});

test("who has a passkey and an app is offered both and no password", async () => {
  const { get } = browser("signs");
  stale({ accepted: ["passkey", "code"], public_key: { challenge: "AAEC", rpId: "localhost", allowCredentials: [{ id: "AAEC", type: "public-key" }] } });
  render(<Page />);
  await type("Email address", "anna@example.com");
  await press("Add approver");

  expect(await screen.findByLabelText("Or a code from your app")).toBeTruthy();
  expect(screen.queryByLabelText("Password")).toBeNull();
  await press("Use a passkey");

  await waitFor(() => expect(sent("POST /api/account/approvers")).toHaveLength(2));
  expect(new Uint8Array(get.mock.calls[0]![0].publicKey.challenge)).toEqual(new Uint8Array([0, 1, 2]));
  expect(sent("POST /api/auth/step-up")[0]!.body.passkey).toEqual({
    id: "abc", rawId: "a2V5", type: "public-key",
    response: { clientDataJSON: "e30", authenticatorData: "ZGF0YQ", signature: "c2ln", userHandle: "dXNyXzE" },
  });
});

test("a passkey that is not used is said, and a code will do", async () => {
  browser("is closed");
  stale({ accepted: ["passkey", "code"], public_key: { challenge: "AAEC" } });
  render(<Page />);
  await type("Email address", "anna@example.com");
  await press("Add approver");
  await press("Use a passkey");

  expect((await screen.findByRole("alert")).textContent).toContain("No passkey was used");
  await type("Or a code from your app", " 123456 ");
  await press("Confirm");

  await waitFor(() => expect(sent("POST /api/account/approvers")).toHaveLength(2));
  expect(sent("POST /api/auth/step-up").map(({ body }) => body)).toEqual([{ code: "123456" }]);
});

test("signing in asks for the code after the password, and tells what is left of the recovery codes", async () => {
  setSession(null);
  serve({
    "POST /api/auth/login": () => ({ mfa_required: true, challenge: "chl", expires_at: AT }),
    "POST /api/auth/login/totp": () => ({ account, user, recovery_codes_left: 9 }),
    "GET /api/auth/session": () => signedIn,
  });
  const entered = new Promise<void>((resolve) => watchSession(() => session() && resolve()));
  render(<Enter />);
  await type("Email", "mira@example.com");
  await type("Password", "four random words walk");
  await press("Sign in");
  await type("Code", "k3mz-07qp-x8vt-2hnc");
  await press("Sign in");

  await entered;
  expect(sent("POST /api/auth/login/totp").map(({ body }) => body)).toEqual([{ challenge: "chl", code: "k3mz-07qp-x8vt-2hnc" }]);
});

test("a wrong code is said beside the code, and one can begin again", async () => {
  setSession(null);
  serve({
    "POST /api/auth/login": () => ({ mfa_required: true, challenge: "chl", expires_at: AT }),
    "POST /api/auth/login/totp": () => { throw new ApiError(401, "INVALID_CREDENTIALS", "This code is wrong, or was used before."); },
  });
  render(<Enter />);
  await press("Sign in");
  await type("Code", "000000");
  await press("Sign in");

  expect((await screen.findByRole("alert")).textContent).toContain("This code is wrong");
  await press("Back to sign-in");
  expect(await screen.findByLabelText("Password")).toBeTruthy();
});

test("recovery codes are shown once, after the first code", async () => {
  serve({
    "GET /api/account/passkeys": () => ({ passkeys: [{ id: "psk_1", name: "Laptop", synced: true, created_at: AT, last_used_at: null }] }),
    "GET /api/account/totp": () => ({ confirmed_at: null, recovery_codes_left: 0 }),
    "POST /api/account/totp": () => ({ secret: "JBSWY3DP", url: "otpauth://totp/x", qr: '<svg viewBox="0 0 37 37" class="segno"><path fill="#fff" d="M0 0"/><path stroke="#000" d="M4 4.5h7"/></svg>' }),
    "POST /api/account/totp/confirm": () => ({ confirmed_at: AT, recovery_codes: ["aaaa-bbbb", "cccc-dddd"] }),
    "DELETE /api/account/passkeys/{passkey_id}": () => ({ removed: "psk_1" }),
  });
  render(<Security />);
  expect(await screen.findByText("Synced")).toBeTruthy();
  await press("Set up app");
  expect(await screen.findByText("JBSWY3DP")).toBeTruthy();
  expect([...screen.getByRole("img").querySelectorAll("path")].map((path) => path.getAttribute("d"))).toEqual(["M0 0", "M4 4.5h7"]);
  await type("Code", "123456");
  await press("Confirm");

  expect(await screen.findByText("aaaa-bbbb")).toBeTruthy();
  await press("I’ve saved them");
  expect(screen.queryByText("aaaa-bbbb")).toBeNull();

  await press("Remove Laptop");
  await waitFor(() => expect(sent("DELETE /api/account/passkeys/{passkey_id}").map(({ path }) => path)).toEqual(["/api/account/passkeys/psk_1"]));
});

test("a passkey is made of the server's options and sent as the browser gives it", async () => {
  const { create } = browser("signs");

  const made = await makePasskey({ challenge: "-_8", user: { id: "dXNy", name: "mira" }, excludeCredentials: [{ id: "AAEC", type: "public-key" }] });

  const { publicKey } = (create.mock.calls as any)[0][0];
  expect(new Uint8Array(publicKey.challenge)).toEqual(new Uint8Array([251, 255]));
  expect(new TextDecoder().decode(publicKey.user.id)).toBe("usr");
  expect(made.response.attestationObject).toBe("YXR0");
});

test("closing the browser's dialog is a refusal in words", async () => {
  browser("is closed");

  await expect(signWithPasskey({ challenge: "AAEC" })).rejects.toMatchObject({ code: "NO_PASSKEY" });
});
