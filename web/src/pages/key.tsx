import { useState } from "preact/hooks";
import { useData } from "../api/data";
import type { ApiKeyCreated, ApiKeyDetail } from "../api/schema";
import { DAY, dayOf } from "../lib/days";
import { day, moment } from "../lib/format";
import { to } from "../lib/router";
import { DayChart } from "../ui/day-chart";
import { Button, Card, Empty, Head, Show, When } from "../ui/parts";
import { developers, keys as words, PRESETS } from "../words/developers";
import { RenameKey, RevealKey, RevokeKey, RotateKey } from "./key-dialogs";
import { KeyStatus } from "./keys";
import { RequestTable } from "./request-table";

const SHOWN = 10;
const MONTH = 29 * DAY;

/** One key: what it may do and where, and what it did. */
export function Key({ id }: { id: string }) {
  const key = useData("GET /api/account/api-keys/{key_id}", { path: { key_id: id } }, "slow");
  const [open, setOpen] = useState<"rename" | "rotate" | "revoke" | null>(null);
  const [made, setMade] = useState<ApiKeyCreated | null>(null);
  const close = () => setOpen(null);
  const of = key.data;
  return (
    <>
      <Head title={of?.name ?? words.key} back={[to("developers", "keys"), developers.tabs.keys]} lead={of && <><code>{of.prefix}…</code> <KeyStatus of={of} /></>}>
        {of?.status === "active" && (
          <>
            <Button icon="pencil" onClick={() => setOpen("rename")}>{words.rename}</Button>
            <Button icon="rotate-cw" onClick={() => setOpen("rotate")}>{words.rotate}</Button>
            <Button kind="risky" icon="ban" onClick={() => setOpen("revoke")}>{words.revoke}</Button>
          </>
        )}
      </Head>
      <div class="stack">
        <Card title={words.details}><Show of={key} lines={5}>{(data) => <Facts of={data} />}</Show></Card>
        {of && <Use id={id} />}
        {of && <Latest id={id} />}
      </div>
      {of && open === "rename" && <RenameKey of={of} close={close} />}
      {of && open === "rotate" && <RotateKey of={of} close={close} made={(fresh) => { close(); setMade(fresh); }} />}
      {of && open === "revoke" && <RevokeKey of={of} close={close} />}
      {made && <RevealKey of={made} close={() => setMade(null)} />}
    </>
  );
}

function Facts({ of }: { of: ApiKeyDetail }) {
  const projects = useData("GET /projects", of.project_ids ? { query: { limit: 100 } } : null).data?.projects ?? [];
  return (
    <dl class="facts padded">
      <div><dt>{words.created}</dt><dd>{moment(of.created_at)}</dd></div>
      <div><dt>{words.lastUsed}</dt><dd><When at={of.last_used_at} /></dd></div>
      <div><dt>{words.usedFrom}</dt><dd>{of.used_from.length ? <Codes of={of.used_from} /> : <span class="muted">{words.notUsed}</span>}{of.used_from.length > 1 && <small>{words.oldestFirst}</small>}</dd></div>
      <div><dt>{words.expires}</dt><dd>{of.revoked_at ? words.revokedOn(day(of.revoked_at)) : <When at={of.expires_at} none={words.never} />}{of.over_max_lifetime && <small>{words.pastLimit}</small>}</dd></div>
      {of.successor_id && <div><dt>{words.replacedBy}</dt><dd><a href={to("developers", "keys", of.successor_id)}>{words.successor}</a></dd></div>}
      <div><dt>{words.permissions}</dt><dd>{of.preset && <p>{PRESETS[of.preset][0]}</p>}<Codes of={of.scopes} /></dd></div>
      <div><dt>{words.ips}</dt><dd>{of.allowed_ips ? <Codes of={of.allowed_ips} /> : words.any}</dd></div>
      <div><dt>{words.projects}</dt><dd>{of.project_ids?.map((id, index) => <>{index > 0 && ", "}<bdi>{projects.find((one) => one.id === id)?.name ?? id}</bdi></>) ?? words.all}</dd></div>
    </dl>
  );
}

const Codes = ({ of }: { of: string[] }) => <span class="code-list">{of.map((one) => <code key={one}>{one}</code>)}</span>;

function Use({ id }: { id: string }) {
  const usage = useData("GET /dashboard/usage", { query: { from: dayOf(Date.now() - MONTH), to: dayOf(Date.now()), group_by: "key" } }, "slow");
  return (
    <Card title={words.month}>
      <Show of={usage} lines={4}>
        {({ buckets }) => <div class="pad"><DayChart label={words.requests} bars={buckets.map(({ date, groups }) => ({ date, requests: 0, errors: 0, ...groups?.find((one) => one.name === id) }))} /></div>}
      </Show>
    </Card>
  );
}

function Latest({ id }: { id: string }) {
  const log = useData("GET /api/account/requests", { query: { caller: id, limit: SHOWN } }, "slow");
  const all = `${to("developers", "logs")}?whose=${encodeURIComponent(id)}`;
  return (
    <Card title={words.latest} flush aside={log.data?.requests.length || log.data?.has_more ? <a href={all}>{words.viewAll}</a> : undefined}>
      <Show of={log} lines={3}>
        {({ requests }) => requests.length > 0 ? <RequestTable of={requests} anonymous at={(request) => `${all}&open=${encodeURIComponent(request)}`} />
          : <Empty icon="activity" title={words.noRequests} text={words.noRequestsWhy} />}
      </Show>
    </Card>
  );
}
