import { ApiError } from "./call";
import type { AddedCredential, UsedCredential } from "./schema";
import { trouble } from "../words/common";

// The browser's own `parse…FromJSON` and `toJSON` are younger than passkeys; these few lines do the same everywhere.
const bytes = (text: string): ArrayBuffer => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0)).buffer;
const text = (buffer: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
const named = (list: any[] = []) => list.map((one) => ({ ...one, id: bytes(one.id) }));

export const canUsePasskeys = (): boolean => "PublicKeyCredential" in window && "credentials" in navigator;

/** Make a passkey from the server's options. */
export async function makePasskey(options: any): Promise<AddedCredential> {
  const { id, rawId, response } = await asked(() => navigator.credentials.create({
    publicKey: {
      ...options, challenge: bytes(options.challenge), user: { ...options.user, id: bytes(options.user.id) },
      excludeCredentials: named(options.excludeCredentials),
    },
  }));
  const { clientDataJSON, attestationObject } = response as AuthenticatorAttestationResponse;
  return { id, rawId: text(rawId), type: "public-key", response: { clientDataJSON: text(clientDataJSON), attestationObject: text(attestationObject) } };
}

/** Sign the challenge in the server's options with a passkey that the person chooses. */
export async function signWithPasskey(options: any): Promise<UsedCredential> {
  const { id, rawId, response } = await asked(() => navigator.credentials.get({
    publicKey: { ...options, challenge: bytes(options.challenge), allowCredentials: named(options.allowCredentials) },
  }));
  const { clientDataJSON, authenticatorData, signature, userHandle } = response as AuthenticatorAssertionResponse;
  return {
    id, rawId: text(rawId), type: "public-key",
    response: {
      clientDataJSON: text(clientDataJSON), authenticatorData: text(authenticatorData), signature: text(signature),
      userHandle: userHandle && text(userHandle),
    },
  };
}

/** Browsers say little of why no passkey came: the person may have closed the dialog, or have none. */
async function asked(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    return (await ask()) as PublicKeyCredential;
  } catch (problem) {
    if (!(problem instanceof DOMException)) throw problem;
    if (problem.name === "InvalidStateError") throw new ApiError(0, "PASSKEY_KNOWN", trouble.passkeyKnown);
    throw new ApiError(0, "NO_PASSKEY", trouble.noPasskey);
  }
}
