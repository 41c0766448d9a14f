import { useState } from "preact/hooks";
import { call } from "../api/call";
import { useAction, useData } from "../api/data";
import type { UsageReport } from "../api/schema";
import { download } from "../lib/download";
import { number, plural, words } from "../lib/format";
import { to, useChoice } from "../lib/router";
import { DayChart } from "../ui/day-chart";
import { Button, Card, Empty, Head, Refusal, Show, Tabs } from "../ui/parts";
import { Developers } from "./developers";

const GROUPS = ["key", "area"] as const;
type Group = (typeof GROUPS)[number];
type Kind = "projects" | "usage" | "budget" | "messages";
const KINDS: [Kind, string, string][] = [
  ["usage", "Usage", "Requests and errors by day"],
  ["projects", "Projects", "Status, phase, progress, dates"],
  ["budget", "Budget", "Likely cost, spent, remaining and forecast by project"],
  ["messages", "Messages", "The conversations with the CEO"],
];
const RANGES = [["7", "7 days"], ["30", "30 days"], ["90", "90 days"]] as const;
/** A date, UTC, as the API takes it. */
export const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

export function Usage() {
  const [days, setDays] = useChoice("days", ["30", "7", "90"]);
  const [group, setGroup] = useChoice("by", GROUPS);
  const range = { from: daysAgo(Number(days) - 1), to: daysAgo(0) };
  const usage = useData("GET /dashboard/usage", { query: { ...range, group_by: group } }, "slow");
  return (
    <>
      <Head title="Usage" lead="What was asked of the API, by day. Days are UTC.">
        <div class="bar slim" role="group" aria-label="Range">
          {RANGES.map(([id, label]) => <button type="button" class="tab" aria-pressed={id === days} onClick={() => setDays(id)}>{label}</button>)}
        </div>
      </Head>
      <Developers here="usage" />
      <Show of={usage} lines={6}>{(data) => <Figures usage={data} />}</Show>
      <Card flush>
        <Tabs label="Group by" current={group} choose={setGroup} tabs={[["key", "By key"], ["area", "By area"]]} />
        <Show of={usage}>{(data) => <Groups usage={data} group={group} />}</Show>
      </Card>
      {usage.data && usage.data.models.length > 0 && <Models of={usage.data.models} />}
      <Card title="Export" flush><ul class="rows">{KINDS.map((kind) => <Export kind={kind} range={range} />)}</ul></Card>
    </>
  );
}

function Figures({ usage: { totals, buckets } }: { usage: UsageReport }) {
  return (
    <section class="card">
      <dl class="stats five plain">
        <div><dt>Requests</dt><dd>{number(totals.requests)}</dd></div>
        <div><dt>Errors</dt><dd class={totals.errors ? "bad" : ""}>{number(totals.errors)}</dd></div>
        <div><dt>Messages</dt><dd>{number(totals.messages)}</dd></div>
        <div><dt>Replies</dt><dd>{number(totals.replies)}</dd></div>
        <div><dt>Task runs</dt><dd>{number(totals.task_runs)}</dd></div>
      </dl>
      <div class="pad"><DayChart bars={buckets} label="Requests a day" /></div>
    </section>
  );
}

function Groups({ usage, group }: { usage: UsageReport; group: Group }) {
  const keys = useData("GET /api/account/api-keys", {}).data?.api_keys;
  const programs = useData("GET /api/account/connections", {}).data?.connections ?? [];
  const sums = new Map<string, { requests: number; errors: number }>();
  for (const one of usage.buckets.flatMap((bucket) => bucket.groups ?? [])) {
    const sum = sums.get(one.name) ?? { requests: 0, errors: 0 };
    sums.set(one.name, { requests: sum.requests + one.requests, errors: sum.errors + one.errors });
  }
  const label = (name: string) =>
    group === "area" ? words(name) : name === "session" ? "Dashboard (signed in)" : name === "team" ? "The team" : keys ? [...keys, ...programs].find((one) => one.id === name)?.name ?? name : "…";
  const isKey = (name: string) => group === "key" && keys?.some((key) => key.id === name);
  const rows = [...sums].filter(([, sum]) => sum.requests).sort((a, b) => b[1].requests - a[1].requests);
  if (!rows.length) return <Empty icon="activity" title="No requests in this time" text="Requests appear here within seconds, by the key that made them and the part of the API they asked." />;
  return (
    <table class="cards">
      <thead><tr><th scope="col">{group === "key" ? "Key" : "Area"}</th><th scope="col" class="num">Requests</th><th scope="col" class="num">Errors</th><th scope="col" class="num">Error rate</th></tr></thead>
      <tbody>
        {rows.map(([name, sum]) => (
          <tr key={name}>
            <th scope="row">{isKey(name) ? <a class="name" dir="auto" href={to("keys", name)}>{label(name)}</a> : <span class="name" dir="auto">{label(name)}</span>}</th>
            <td data-label="Requests" class="num">{number(sum.requests)}</td>
            <td data-label="Errors" class="num">{number(sum.errors)}</td>
            <td data-label="Error rate" class="num">{((100 * sum.errors) / sum.requests).toFixed(1)} %</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const Models = ({ of }: { of: UsageReport["models"] }) => (
  <Card title="Language models" flush>
    <table class="cards">
      <thead><tr><th scope="col">Model</th><th scope="col" class="num">Calls</th><th scope="col" class="num">Tokens read</th><th scope="col" class="num">Tokens written</th></tr></thead>
      <tbody>
        {of.map((one) => (
          <tr key={one.model}>
            <th scope="row"><span class="name">{one.model}</span></th>
            <td data-label="Calls" class="num">{number(one.calls)}</td>
            <td data-label="Tokens read" class="num">{number(one.tokens_read)}</td>
            <td data-label="Tokens written" class="num">{number(one.tokens_written)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </Card>
);

function Export({ kind: [kind, label, text], range }: { kind: [Kind, string, string]; range: { from: string; to: string } }) {
  const [rows, setRows] = useState<number | null>(null);
  const save = useAction(async (format: "csv" | "json") => {
    const file = await call("GET /dashboard/export/{kind}", { path: { kind }, query: { format, ...range } });
    download(file.filename, file.content_type, file.content);
    setRows(file.rows);
  });
  return (
    <li>
      <span class="grow"><span class="name">{label}</span><small role="status">{rows === null ? text : `Saved, ${plural(rows, "row")}`}</small></span>
      <Refusal error={save.error} />
      <span class="acts">
        <Button icon="download" busy={save.isPending} onClick={() => save.mutate("csv")}>CSV<span class="sr"> {label}</span></Button>
        <Button icon="download" busy={save.isPending} onClick={() => save.mutate("json")}>JSON<span class="sr"> {label}</span></Button>
      </span>
    </li>
  );
}
