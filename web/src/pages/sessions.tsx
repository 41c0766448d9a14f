import { useAction, useData, useSend } from "../api/data";
import type { SessionSummary } from "../api/schema";
import { plural, relative } from "../lib/format";
import { signOut } from "../shell";
import { Button, Card, Pill, Refusal, Show } from "../ui/parts";
import { toast } from "../ui/toast";
import { sessions as words } from "../words/settings";

/** Where the account is signed in, with a button to end each. */
export function Sessions() {
  const sessions = useData("GET /api/account/sessions", {});
  const others = useSend("DELETE /api/account/sessions", ({ ended_sessions }) => toast(words.allEnded(plural(ended_sessions, "session"))));
  const leave = useAction(signOut);
  return (
    <Card title={words.title}>
      <div class="form">
        <p>{words.lead}</p>
        <Show of={sessions} lines={1}>{({ sessions: all }) => <ul class="rows">{[...all].sort((a, b) => Number(b.current) - Number(a.current)).map((one) => <Row of={one} key={one.id} />)}</ul>}</Show>
        <Refusal error={others.error} />
        <div class="acts">
          <Button icon="log-out" onClick={() => leave.mutate()} busy={leave.isPending}>{words.signOut}</Button>
          {(sessions.data?.sessions.length ?? 0) > 1 && <Button kind="risky" onClick={() => others.mutate({})} busy={others.isPending}>{words.endOthers}</Button>}
        </div>
      </div>
    </Card>
  );
}

function Row({ of }: { of: SessionSummary }) {
  const end = useSend("DELETE /api/account/sessions/{session_id}", () => toast(words.ended));
  return (
    <li class="row">
      <span class="grow">
        <span class="name device">{of.device}</span>
        <small>{words.row(/^(127\.|::1$|::ffff:127\.)/.test(of.address) ? words.here : of.address, relative(of.created_at))}{!of.current && words.lastSeen(relative(of.last_seen_at))}</small>
      </span>
      <Refusal error={end.error} />
      {of.current ? <Pill tone="good">{words.current}</Pill> : <Button busy={end.isPending} onClick={() => end.mutate({ path: { session_id: of.id } })}>{words.end}<span class="sr">{words.endOf(of.device)}</span></Button>}
    </li>
  );
}
