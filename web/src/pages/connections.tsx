import { useState } from "preact/hooks";
import { useData, useSend } from "../api/data";
import type { ConnectionView } from "../api/schema";
import { base } from "../lib/addresses";
import { plural, relative } from "../lib/format";
import { Copy } from "../ui/copy";
import { Button, Card, Pill, Refusal, Show, Tabs } from "../ui/parts";
import { toast } from "../ui/toast";
import { connections as words } from "../words/developers";
import { Developers } from "./developers";

/** The apps that were connected by signing in: what each may do, and ending it. Refusals of tools lead here, too. */
export function Connections() {
  const connections = useData("GET /api/account/connections", {});
  const address = `${base()}/mcp`;
  const count = connections.data?.connections.length ?? 0;
  return (
    <Developers here="connections" lead={connections.data && !count ? words.none : words.lead} acts={count > 0 && <Copy text={address} label={words.copyAddress} />}>
      <Card flush>
        <Show of={connections} lines={2}>
          {({ connections: all }) => all.length > 0 ? <ul class="rows">{all.map((one) => <Row of={one} key={one.id} />)}</ul> : <HowTo address={address} />}
        </Show>
      </Card>
      {count > 1 && <div class="below"><RevokeAll /></div>}
    </Developers>
  );
}

/** Where an app takes the address, by the menus that its maker tells of. */
function HowTo({ address }: { address: string }) {
  const [app, setApp] = useState<keyof typeof words.where>("Claude");
  return (
    <>
      <Tabs label={words.app} current={app} choose={setApp} tabs={(Object.keys(words.where) as (typeof app)[]).map((one) => [one, one])} />
      <ol class="how pad">
        <li>{words.where[app]}</li>
        <li>{words.paste}<span class="copied"><code aria-label={words.address}>{address}</code><Copy text={address} about={words.address} /></span></li>
        <li>{words.allow}</li>
      </ol>
    </>
  );
}

/** Ends all of them; offered after a new password, too. */
export function RevokeAll({ done }: { done?: () => void }) {
  const revoke = useSend("DELETE /api/account/connections", ({ revoked }) => {
    toast(words.allRevoked(plural(revoked, "app")));
    done?.();
  });
  return (
    <>
      <Refusal error={revoke.error} />
      <div class="acts"><Button kind="risky" busy={revoke.isPending} onClick={() => revoke.mutate({})}>{words.revokeAll}</Button></div>
    </>
  );
}

function Row({ of }: { of: ConnectionView }) {
  const revoke = useSend("DELETE /api/account/connections/{connection_id}", () => toast(words.revoked(of.name)));
  return (
    <li class="row">
      <span class="grow">
        <span class="name"><bdi>{of.name}</bdi></span> {!of.domain && <Pill tone="warn">{words.unverified}</Pill>}
        <small>{of.domain ?? words.redirects(of.redirect_host)} · {words.since(relative(of.granted_at))} · {of.last_used_at ? words.lastUsed(relative(of.last_used_at)) : words.neverUsed}</small>
        <small class="code-list">{of.scopes.map((scope) => <code key={scope}>{scope}</code>)}</small>
      </span>
      <Refusal error={revoke.error} />
      <Button busy={revoke.isPending} onClick={() => revoke.mutate({ path: { connection_id: of.id } })}>{words.revoke}<span class="sr"> {of.name}</span></Button>
    </li>
  );
}
