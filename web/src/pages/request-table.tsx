import type { LoggedRequest } from "../api/schema";
import { session } from "../api/session";
import { exact, number } from "../lib/format";
import { to } from "../lib/router";
import { Copy } from "../ui/copy";
import { Icon } from "../ui/icon";
import { Pill } from "../ui/parts";
import { ADVICE, developers, logs as words } from "../words/developers";

/** What a request is told from others by; an id may be missing. */
export const placeOf = ({ at, request_id }: LoggedRequest): string => request_id || at;

/** Its status; only what failed stands out. */
const Answer = ({ of: { status } }: { of: LoggedRequest }) => (status < 400 ? <>{status}</> : <Pill tone={status < 500 ? "warn" : "bad"}>{status}</Pill>);
/** `GET /projects`, or the tool that was called; a narrow table cuts its end off. */
export const askedOf = ({ method, tool, route }: LoggedRequest): string => `${method} ${tool ?? route}`;
const took = ({ duration_ms }: LoggedRequest): string => (duration_ms === null ? words.notMeasured : words.ms(number(duration_ms)));
const time = (): string => words.time(session()?.account.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone);
export const SHORT = 8; // characters of an id, which tell it from those around it
const callerOf = ({ kind, id, name }: LoggedRequest["caller"]): string => name ?? id ?? words.kinds[kind];

interface Props {
  of: LoggedRequest[];
  /** Where a request is told whole. */
  at: (request: string) => string;
  chosen?: string;
  /** On a key's own page nobody need be told whose they are. */
  anonymous?: boolean;
}

/** Requests, the newest first. */
export const RequestTable = ({ of, at, chosen, anonymous }: Props) => (
  <table class="log">
    <thead>
      <tr><th scope="col">{words.request}</th><th scope="col">{words.status}</th>{!anonymous && <th scope="col">{words.caller}</th>}<th scope="col">{words.shortId}</th><th scope="col" class="num">{words.duration}</th><th scope="col" colSpan={2}>{time()}</th></tr>
    </thead>
    <tbody>
      {of.map((one) => (
        <tr key={one.at + one.request_id} class={placeOf(one) === chosen ? "linked chosen" : "linked"}>
          <th scope="row"><a class="name" href={at(placeOf(one))} title={askedOf(one)} aria-current={placeOf(one) === chosen ? "true" : undefined}><code><span class="method">{one.method}</span> {one.tool ?? one.route}</code></a></th>
          <td><Answer of={one} /></td>
          {!anonymous && <td><bdi>{callerOf(one.caller)}</bdi></td>}
          <td><code title={one.request_id}>{one.request_id.slice(0, SHORT)}</code></td>
          <td class="num">{took(one)}</td>
          <td><time dateTime={one.at}>{exact(one.at)}</time></td>
          <td class="leads-in"><Icon name="chevron-right" /></td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** One request, told whole. */
export const RequestDetail = ({ of }: { of: LoggedRequest }) => (
  <dl class="facts">
    <div><dt>{words.status}</dt><dd><Answer of={of} /> {of.code && <code>{of.code}</code>}{ADVICE[of.code] && <small>{ADVICE[of.code]}</small>}</dd></div>
    <div><dt>{words.request}</dt><dd><code>{of.method} {of.route}</code></dd></div>
    {of.tool && <div><dt>{words.tool}</dt><dd><code>{of.tool}</code></dd></div>}
    <div><dt>{words.caller}</dt><dd><Caller of={of.caller} /></dd></div>
    <div><dt>{time()}</dt><dd><time dateTime={of.at}>{exact(of.at)}</time></dd></div>
    <div><dt>{words.duration}</dt><dd>{took(of)}</dd></div>
    {of.request_id && <div><dt>{words.id}</dt><dd class="copied"><code>{of.request_id}</code><Copy text={of.request_id} about={developers.copyId(of.request_id)} label="" /></dd></div>}
  </dl>
);

function Caller({ of }: { of: LoggedRequest["caller"] }) {
  const { kind, id, name, prefix } = of;
  const called = <bdi>{callerOf(of)}</bdi>;
  return (
    <>
      {kind === "api_key" && id && name ? <a href={to("developers", "keys", id)}>{called}</a> : called}
      {(prefix ?? (id && name)) && <small>{prefix ? <code>{prefix}…</code> : words.kinds[kind]}</small>}
    </>
  );
}
