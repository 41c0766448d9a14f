import { useState } from "preact/hooks";
import { useData } from "../api/data";
import type { ApiKeyDetail } from "../api/schema";
import { day, moment, words } from "../lib/format";
import { to } from "../lib/router";
import { DayChart } from "../ui/day-chart";
import { Button, Card, Empty, Head, Show, When } from "../ui/parts";
import { Developers } from "./developers";
import { RenameKey, RevealKey, RevokeKey, RotateKey } from "./key-dialogs";
import { KeyStatus } from "./keys";
import { RequestTable } from "./request-table";
import { daysAgo } from "./usage";

const SHOWN = 10;

/** One key: what it may do and where, what it did, and what it was refused. */
export function Key({ id }: { id: string }) {
  const key = useData("GET /api/account/api-keys/{key_id}", { path: { key_id: id } }, "slow");
  const [open, setOpen] = useState<"rename" | "rotate" | "revoke" | null>(null);
  const [made, setMade] = useState<{ name: string; secret: string } | null>(null);
  const close = () => setOpen(null);
  const of = key.data;
  const active = of?.status === "active";
  return (
    <>
      <Head title={of?.name ?? "API key"} back={[to("keys"), "API keys"]} lead={of && <><code>{of.prefix}…</code> <KeyStatus of={of} /></>}>
        {active && (
          <>
            <Button icon="pencil" onClick={() => setOpen("rename")}>Rename</Button>
            <Button icon="rotate-cw" onClick={() => setOpen("rotate")}>Rotate</Button>
            <Button icon="ban" onClick={() => setOpen("revoke")}>Revoke</Button>
          </>
        )}
      </Head>
      <Developers here="keys" />
      <div class="stack">
        <Card title="About this key"><Show of={key} lines={5}>{(data) => <Facts of={data} />}</Show></Card>
        {of && <Use id={id} />}
        {of && <Refused id={id} />}
      </div>
      {of && open === "rename" && <RenameKey of={of} close={close} />}
      {of && open === "rotate" && <RotateKey of={of} close={close} made={(name, secret) => { close(); setMade({ name, secret }); }} />}
      {of && open === "revoke" && <RevokeKey of={of} close={close} />}
      {made && <RevealKey {...made} close={() => setMade(null)} />}
    </>
  );
}

function Facts({ of }: { of: ApiKeyDetail }) {
  const presets = useData("GET /api/account/scopes", {}).data?.presets;
  const projects = useData("GET /projects", of.project_ids ? { query: { limit: 100 } } : null).data?.projects ?? [];
  const preset = of.preset && (presets?.find((one) => one.preset === of.preset)?.name ?? words(of.preset));
  const last = of.used_from.at(-1);
  return (
    <dl class="facts key-facts">
      <div><dt>Made</dt><dd>{moment(of.created_at)}</dd></div>
      <div><dt>Last used</dt><dd><When at={of.last_used_at} /></dd></div>
      <div><dt>Used from</dt><dd>{last ? <><Codes of={of.used_from} />{of.used_from.length > 1 && <small>In the order in which they came up, the newest last.</small>}</> : <span class="muted">Nowhere yet</span>}</dd></div>
      <div><dt>Ends</dt><dd>{of.revoked_at ? `Revoked on ${day(of.revoked_at)}` : <When at={of.expires_at} none="Never" />}{of.over_max_lifetime && <small>Later than your account allows new keys to.</small>}</dd></div>
      {of.successor_id && <div><dt>Rotated to</dt><dd><a href={to("keys", of.successor_id)}>Its successor</a></dd></div>}
      <div><dt>May</dt><dd>{preset && <>{preset}: </>}<Codes of={of.scopes} /></dd></div>
      <div><dt>Works from</dt><dd>{of.allowed_ips ? <Codes of={of.allowed_ips} /> : "Everywhere"}</dd></div>
      <div><dt>Sees</dt><dd>{of.project_ids?.map((id, index) => <>{index > 0 && ", "}<bdi>{projects.find((one) => one.id === id)?.name ?? id}</bdi></>) ?? "Every project"}</dd></div>
    </dl>
  );
}

const Codes = ({ of }: { of: string[] }) => <span class="code-list">{of.map((one) => <code key={one}>{one}</code>)}</span>;

function Use({ id }: { id: string }) {
  const usage = useData("GET /dashboard/usage", { query: { from: daysAgo(29), to: daysAgo(0), group_by: "key" } }, "slow");
  return (
    <Card title="Requests, last 30 days">
      <Show of={usage} lines={4}>
        {({ buckets }) => <div class="pad"><DayChart label="Requests" bars={buckets.map(({ date, groups }) => ({ date, requests: 0, errors: 0, ...groups?.find((one) => one.name === id) }))} /></div>}
      </Show>
    </Card>
  );
}

function Refused({ id }: { id: string }) {
  const log = useData("GET /api/account/requests", { query: { caller: id, limit: SHOWN } }, "slow");
  const all = `${to("requests")}?whose=${encodeURIComponent(id)}`;
  return (
    <Card title="Refused, last 7 days" flush aside={log.data?.requests.length ? <a href={all}>All of them</a> : undefined}>
      <Show of={log} lines={3}>
        {({ requests, has_more }) => requests.length > 0 ? <RequestTable of={requests} anonymous />
          : has_more ? <p class="quiet-line">None among the latest. <a href={all}>Look at all</a></p>
            : <Empty icon="check" title="Nothing was refused" text="What this key is refused is listed here at once, for seven days." />}
      </Show>
    </Card>
  );
}
