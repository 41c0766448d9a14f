import { doubt } from "./reach";
import { sessionEnded } from "./session";
import { stepUpNeeded } from "./step-up";
import type { CardRequestView, Routes, SuggestionView } from "./schema";
import { trouble } from "../words/common";

export type Route = keyof Routes;
export type Data<R extends Route> = Routes[R]["data"];
type Given<T, Name extends string> = [T] extends [undefined] ? { [N in Name]?: undefined } : { [N in Name]: T };
type Optional<T, Name extends string> = { [N in Name]?: T };
/** Made for each route by itself: of any route at once there are more combinations than TypeScript counts. */
type Requests = {
  [R in Route]: Given<Routes[R]["path"], "path"> & Given<Routes[R]["body"], "body"> & Optional<Routes[R]["query"], "query"> & { idempotencyKey?: string };
};
export type Request<R extends Route> = Requests[R];

/** A refusal in the server's words; `fields` has what is wrong with each field, by its dotted name; `suggestion` what could be sent instead. */
export class ApiError extends Error {
  readonly fields: Record<string, string> = {};

  constructor(readonly status: number, readonly code: string, message: string, details?: unknown, readonly suggestion?: SuggestionView | null) {
    super(message);
    if (Array.isArray(details)) for (const { field, message } of details) this.fields[field] ??= message;
  }
}

// The pages lie one folder below the API, whatever stands before both.
const BASE = new URL("../", document.baseURI);
/** A 401 that is about what was typed, not about the session. */
const WRONG_PROOF = ["INVALID_CREDENTIALS", "CHALLENGE_OVER"];
const PATIENCE = 40_000; // milliseconds; the gateway itself gives up after 29 s

/** What a route is asked. */
export function call<R extends Route>(route: R, request: Request<R>): Promise<Data<R>> {
  const [method, template] = route.split(" ") as [string, string];
  const path = template.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent((request.path as any)[name]));
  const url = addressOf(path);
  for (const [name, value] of Object.entries(request.query ?? {})) {
    if (value !== undefined && value !== null) url.searchParams.set(name, String(value));
  }
  return ask(method, url, request.body, request.idempotencyKey) as Promise<Data<R>>;
}

/** Send a request that the API itself has prepared, exactly as it stands. With `keepalive` it outlives a page that closes. */
export const sendPrepared = ({ method, path, body, idempotency_key }: CardRequestView, keepalive = false): Promise<unknown> =>
  ask(method, addressOf(path), body ?? undefined, idempotency_key, { keepalive });

const addressOf = (path: string): URL => new URL(`.${path}`, BASE);

/**
 * Ask the API. A session that ended is renewed by the person at the screen, and the request then goes on; so is one that
 * wants a fresh proof of who they are, once.
 */
async function ask(method: string, url: URL, given: unknown, idempotencyKey?: string, { proved = false, keepalive = false } = {}): Promise<unknown> {
  const headers: Record<string, string> = { Accept: "application/json" };
  if (given !== undefined) headers["Content-Type"] = "application/json";
  if (idempotencyKey) headers["Idempotency-Key"] = idempotencyKey;
  const body = given === undefined ? undefined : JSON.stringify(given);

  const lost = (): never => {
    doubt();
    throw new ApiError(0, "OFFLINE", trouble.offline);
  };
  const response = await fetch(url, { method, headers, body, keepalive, signal: AbortSignal.timeout(PATIENCE) }).catch(lost);
  // An answer that broke off, or the page of a network that wants a sign-in of its own, is none of ours.
  const envelope = await response.json().catch(() => (response.ok ? lost() : null));
  if (envelope?.success) return envelope.data;
  const { code = "INTERNAL_ERROR", message = trouble.unknown(response.status), details, suggestion } = envelope?.error ?? {};
  if (response.status === 401 && !WRONG_PROOF.includes(code) && (await sessionEnded())) return ask(method, url, given, idempotencyKey, { proved, keepalive });
  if (code === "STEP_UP_REQUIRED" && !proved) {
    if (await stepUpNeeded()) return ask(method, url, given, idempotencyKey, { proved: true, keepalive });
    throw new ApiError(response.status, "NOT_PROVED", trouble.notProved);
  }
  throw new ApiError(response.status, code, message, details, suggestion);
}

/** A key for one intention: sent again with every retry of it, so that nothing is done twice. */
export const newIntention = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
