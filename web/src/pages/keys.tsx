import { useState } from "preact/hooks";
import { useData } from "../api/data";
import type { ApiKeyView } from "../api/schema";
import { day, number, plural, words } from "../lib/format";
import { to, useChoice, useParam } from "../lib/router";
import { Chart } from "../ui/chart";
import { Button, Card, Empty, Head, Pill, Show, Tabs, When } from "../ui/parts";
import { Developers } from "./developers";
import { CreateKey, RevealKey, RevokeKey, RotateKey } from "./key-dialogs";
import { inWords } from "./key-limits";

const TABS = ["active", "expired", "revoked", "all"] as const;
type Tab = (typeof TABS)[number];
type Open = { what: "revoke" | "rotate"; key: ApiKeyView } | null;

const WEEK = 7 * 86_400_000;
const endsSoon = (key: ApiKeyView): boolean =>
  key.status === "active" && key.expires_at !== null && Date.parse(key.expires_at) - Date.now() < WEEK;

export function Keys() {
  const keys = useData("GET /api/account/api-keys", {}, "slow");
  const [tab, setTab] = useChoice("tab", TABS);
  const [creating, setCreating] = useParam("new");
  const [open, setOpen] = useState<Open>(null);
  const [made, setMade] = useState<{ name: string; secret: string } | null>(null);
  const all = keys.data?.api_keys ?? [];
  const count = (status: Tab) => (status === "all" ? all : all.filter((key) => key.status === status)).length;
  const shown = tab === "all" ? all : all.filter((key) => key.status === tab);
  const close = () => setOpen(null);
  const reveal = (name: string, secret: string) => {
    setOpen(null);
    setCreating("", true);
    setMade({ name, secret });
  };
  return (
    <>
      <Head title="API keys" lead="Keys let your scripts and AI assistants act for you through the HTTP API and the MCP server. Treat them like passwords.">
        <Button kind="primary" icon="plus" onClick={() => setCreating("1", true)}>Create key</Button>
      </Head>
      <Developers here="keys" />
      <Figures active={count("active")} soon={all.filter(endsSoon).length} />
      <Card flush>
        <Tabs label="Show keys" current={tab} choose={setTab} tabs={[
          ["active", "Active", count("active")], ["expired", "Expired", count("expired")],
          ["revoked", "Revoked", count("revoked")], ["all", "All", all.length],
        ]} />
        <Show of={keys} lines={4}>
          {() => shown.length ? <Table keys={shown} open={setOpen} /> : all.length ? (
            <Empty icon="key-round" title={`No ${tab} keys`} text="Choose another tab to see the rest." />
          ) : (
            <Empty icon="key-round" title="No keys yet" text="Give each script or assistant a key of its own, so that you can revoke one without breaking the others.">
              <Button kind="primary" icon="plus" onClick={() => setCreating("1", true)}>Create your first key</Button>
            </Empty>
          )}
        </Show>
      </Card>
      {creating && <CreateKey close={() => setCreating("", true)} made={reveal} />}
      {open?.what === "rotate" && <RotateKey of={open.key} close={close} made={reveal} />}
      {open?.what === "revoke" && <RevokeKey of={open.key} close={close} />}
      {made && <RevealKey {...made} close={() => setMade(null)} />}
    </>
  );
}

function Figures({ active, soon }: { active: number; soon: number }) {
  const usage = useData("GET /dashboard/usage", {}).data;
  return (
    <dl class="card stats">
      <div><dt>Active keys</dt><dd>{active}</dd></div>
      <div><dt>Expiring this week</dt><dd>{soon}</dd></div>
      <div>
        <dt>Requests, last 30 days{usage && ` · ${number(usage.totals.requests)}`}</dt>
        <dd>{usage ? <Chart bars={usage.buckets} label="Requests a day" /> : <span class="chart" />}</dd>
      </div>
    </dl>
  );
}

function Table({ keys, open }: { keys: ApiKeyView[]; open: (open: Open) => void }) {
  const presets = useData("GET /api/account/scopes", {}).data?.presets;
  const access = ({ preset, scopes }: ApiKeyView) =>
    preset ? presets?.find((one) => one.preset === preset)?.name ?? words(preset) : plural(scopes.length, "scope");
  return (
    <table class="cards">
      <thead>
        <tr>
          <th scope="col">Name</th><th scope="col">Key</th><th scope="col">Access</th><th scope="col">Status</th>
          <th scope="col">Last used</th><th scope="col">Expires</th><th><span class="sr">Actions</span></th>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <tr key={key.id}>
            <th scope="row"><a class="name" dir="auto" href={to("keys", key.id)}>{key.name}</a><small>Created {day(key.created_at)}</small></th>
            <td data-label="Key"><code>{key.prefix}…</code></td>
            <td data-label="Access"><span class="tag" title={key.scopes.join(", ")}>{access(key)}</span>{inWords(key) && <small class="limit" title={limitsOf(key)}>{inWords(key)}</small>}</td>
            <td data-label="Status"><KeyStatus of={key} /></td>
            <td data-label="Last used"><When at={key.last_used_at} /></td>
            <td data-label="Expires"><When at={key.status === "revoked" ? null : key.expires_at} none={key.status === "revoked" ? "—" : "Never"} />{key.over_max_lifetime && <small class="limit">Over your limit</small>}</td>
            <td class="row-acts">
              {key.status === "active" && (
                <>
                  <Button kind="ghost" icon="rotate-cw" aria-label={`Rotate ${key.name}`} title="Rotate" onClick={() => open({ what: "rotate", key })} />
                  <Button kind="ghost" icon="ban" aria-label={`Revoke ${key.name}`} onClick={() => open({ what: "revoke", key })}>Revoke</Button>
                </>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const limitsOf = (key: ApiKeyView): string => [...(key.allowed_ips ?? []), ...(key.project_ids ?? [])].join(", ");

export function KeyStatus({ of: key }: { of: ApiKeyView }) {
  if (endsSoon(key)) return <Pill tone="warn">Expires soon</Pill>;
  if (key.status === "active") return <Pill tone="good">Active</Pill>;
  return <Pill tone="hollow">{key.status === "revoked" ? "Revoked" : "Expired"}</Pill>;
}
