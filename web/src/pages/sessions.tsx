import { call } from "../api/call";
import { useAction, useData, useSend } from "../api/data";
import type { SessionSummary } from "../api/schema";
import { beginAnew, session } from "../api/session";
import { moment, plural } from "../lib/format";
import { Button, Card, Pill, Refusal, Show } from "../ui/parts";
import { toast } from "../ui/toast";

/** In the settings: where the account is signed in, with a button to end each. */
export function Sessions() {
  const current = session()!;
  const sessions = useData("GET /api/account/sessions", {});
  const others = useSend("DELETE /api/account/sessions", ({ ended_sessions }) => toast(`${plural(ended_sessions, "session")} ended`));
  const leave = useAction(async () => {
    await call("POST /api/auth/logout", {});
    beginAnew();
  });
  return (
    <Card title="Where you are signed in">
      <div class="form">
        <p class="hint">A session ends after two hours without use, and after a day; this one at {moment(current.expires_at)}. If you don’t know one, end it and change your password.</p>
        <Show of={sessions} lines={1}>{({ sessions: all }) => <ul class="rows">{all.map((one) => <Row of={one} key={one.id} />)}</ul>}</Show>
        <Refusal error={leave.error ?? others.error} />
        <div class="acts">
          <Button icon="log-out" onClick={() => leave.mutate()} busy={leave.isPending}>Sign out</Button>
          {(sessions.data?.sessions.length ?? 0) > 1 && <Button kind="danger" onClick={() => others.mutate({})} busy={others.isPending}>End all others</Button>}
        </div>
      </div>
    </Card>
  );
}

function Row({ of }: { of: SessionSummary }) {
  const end = useSend("DELETE /api/account/sessions/{session_id}", () => toast("The session has ended"));
  const device = of.device[0]!.toUpperCase() + of.device.slice(1);
  return (
    <li class="row">
      <span class="grow name">
        {device}
        <small>{of.address ? `${of.address}, since` : "Since"} {moment(of.created_at)}{of.current ? "" : `, last seen ${moment(of.last_seen_at)}`}</small>
      </span>
      {of.current ? <Pill tone="good">This session</Pill> : <Button kind="ghost" icon="trash-2" aria-label={`End the session of ${of.device}`} busy={end.isPending} onClick={() => end.mutate({ path: { session_id: of.id } })} />}
      <Refusal error={end.error} />
    </li>
  );
}
