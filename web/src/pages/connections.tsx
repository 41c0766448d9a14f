import { useData, useSend } from "../api/data";
import type { ConnectionView } from "../api/schema";
import { moment, plural } from "../lib/format";
import { to } from "../lib/router";
import { Button, Card, Head, Pill, Refusal, Show } from "../ui/parts";
import { toast } from "../ui/toast";
import { Developers } from "./developers";

/** In the settings: the programs that were connected by signing in, what each may do, and ending them. */
export function Connections() {
  return <Card title="Connections"><List /></Card>;
}

/** The same on a page of its own, where the refusals of tools lead: a program gets more by being connected anew. */
export function ConnectionsPage() {
  return (
    <>
      <Head
        title="Connections"
        back={[to("settings"), "Settings"]}
        lead="To let a program do more, revoke it here. It then asks to be connected anew, and you tick what it may do."
      />
      <Developers here="connections" />
      <Card><List /></Card>
    </>
  );
}

function List() {
  const connections = useData("GET /api/account/connections", {});
  return (
    <div class="form">
      <p class="hint">Programs that you let use your account by signing in. Revoke what you don’t know.</p>
      <Show of={connections} lines={1}>
        {({ connections: all }) => all.length > 0
          ? <><ul class="rows">{all.map((one) => <Row of={one} key={one.id} />)}</ul>{all.length > 1 && <RevokeAll />}</>
          : <p>Nothing is connected.</p>}
      </Show>
    </div>
  );
}

/** Ends all of them; offered after a new password, too. */
export function RevokeAll({ done }: { done?: () => void }) {
  const revoke = useSend("DELETE /api/account/connections", ({ revoked }) => {
    toast(`${plural(revoked, "connection")} revoked`);
    done?.();
  });
  return (
    <>
      <Refusal error={revoke.error} />
      <div class="acts"><Button kind="danger" busy={revoke.isPending} onClick={() => revoke.mutate({})}>Revoke all connections</Button></div>
    </>
  );
}

function Row({ of }: { of: ConnectionView }) {
  const revoke = useSend("DELETE /api/account/connections/{connection_id}", () => toast(`${of.name} is not connected any more`));
  return (
    <li class="row">
      <span class="grow name">
        <bdi>{of.name}</bdi> {!of.domain && <Pill tone="warn">Unverified</Pill>}
        <small>{of.domain ?? `goes to ${of.redirect_host}`}, since {moment(of.granted_at)}, {of.last_used_at ? `last used ${moment(of.last_used_at)}` : "never used"}</small>
        <small>{of.scopes.join(", ")}</small>
      </span>
      <Button kind="ghost" icon="trash-2" aria-label={`Revoke ${of.name}`} busy={revoke.isPending} onClick={() => revoke.mutate({ path: { connection_id: of.id } })} />
      <Refusal error={revoke.error} />
    </li>
  );
}
