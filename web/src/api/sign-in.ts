import { call } from "./call";

/** Sign in by password; returns the challenge of the code that has to follow, or null when nobody has to type one. */
export async function byPassword(email: string, password: string): Promise<string | null> {
  const answer = await call("POST /api/auth/login", { body: { email, password } });
  return "challenge" in answer ? answer.challenge : null;
}

/** The second step, by a code of the app or a recovery code; returns how many of those are left after using one. */
export const byCode = (challenge: string, code: string): Promise<number | null> =>
  call("POST /api/auth/login/totp", { body: { challenge, code: code.trim() } }).then((answer) => answer.recovery_codes_left);

export async function byPasskey(): Promise<void> {
  const { signWithPasskey } = await import("./webauthn");
  const { public_key } = await call("POST /api/auth/passkey/options", {});
  await call("POST /api/auth/passkey", { body: { credential: await signWithPasskey(public_key) } });
}
