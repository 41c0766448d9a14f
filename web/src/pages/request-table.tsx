import type { LoggedRequest } from "../api/schema";
import { exact } from "../lib/format";
import { to } from "../lib/router";
import { Copy } from "../ui/copy";
import { Pill } from "../ui/parts";

/** What to do about the commonest answers. */
const ADVICE: Record<string, string> = {
  UNAUTHORIZED: "This place takes another kind of credential.",
  API_KEY_EXPIRED: "The key’s time is over. Rotate it before that, or make a new one.",
  API_KEY_REVOKED: "The key was revoked. Whatever still uses it needs a new one.",
  FORBIDDEN: "It lacks a scope, or this is for people who are signed in.",
  ADDRESS_NOT_ALLOWED: "The key is limited to other addresses.",
  KEY_LIMITED_TO_PROJECTS: "The key is limited to some projects, and this concerns all.",
  NOT_FOUND: "There is no such thing, or this key may not see it.",
  VALIDATION_ERROR: "A field is wrong. The answer named it.",
  RATE_LIMITED: "Too many requests. The answer said how long to wait. One a minute is listed.",
  CONFLICT: "It was changed meanwhile, or its state forbids this.",
  PAYLOAD_TOO_LARGE: "The body is too large.",
  INTERNAL_ERROR: "Our fault. Tell us the request id.",
  UNAVAILABLE: "A part of the service was down. Nothing was done; try again.",
};
const KINDS = { api_key: "An API key", connection: "A connected program", session: "The dashboard" } as const;

/** Refused requests, newest first; on a key's own page nobody need be told whose they are. */
export const RequestTable = ({ of, anonymous }: { of: LoggedRequest[]; anonymous?: boolean }) => (
  <table class="cards entries refused">
    <thead>
      <tr><th scope="col">Request</th>{!anonymous && <th scope="col">From</th>}<th scope="col">Answer</th><th scope="col">When</th><th scope="col">Request id</th></tr>
    </thead>
    <tbody>
      {of.map((one) => (
        <tr key={one.at + one.request_id}>
          <th scope="row"><code>{one.method} {one.route}</code>{one.tool && <small>Tool <code>{one.tool}</code></small>}</th>
          {!anonymous && <td data-label="From"><Caller of={one.caller} /></td>}
          <td data-label="Answer"><span><Pill tone={one.status < 500 ? "warn" : "bad"}>{one.status}</Pill> <code>{one.code}</code>{ADVICE[one.code] && <small>{ADVICE[one.code]}</small>}</span></td>
          <td data-label="When"><time dateTime={one.at}>{exact(one.at)}</time></td>
          <td data-label="Request id">{one.request_id ? <span class="id"><code>{one.request_id}</code><Copy text={one.request_id} label="" about={`Copy request id ${one.request_id}`} /></span> : "—"}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

function Caller({ of: { kind, id, name, prefix } }: { of: LoggedRequest["caller"] }) {
  const called = <bdi>{name ?? id ?? KINDS[kind]}</bdi>;
  return (
    <span>
      {kind === "api_key" && id && name ? <a class="name" href={to("keys", id)}>{called}</a> : <span class="name">{called}</span>}
      {prefix ? <small><code>{prefix}…</code></small> : id && name && <small>{KINDS[kind]}</small>}
    </span>
  );
}
