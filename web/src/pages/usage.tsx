import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { call } from "../api/call";
import { useAction, useData } from "../api/data";
import { session } from "../api/session";
import type { UsageReport } from "../api/schema";
import { DAY, dayOf, isDay } from "../lib/days";
import { download } from "../lib/download";
import { dayRange, number, plural, words as readable } from "../lib/format";
import { to, useChoice, useParam } from "../lib/router";
import { DayChart } from "../ui/day-chart";
import { Button, Card, Empty, Refusal, Show, Tabs } from "../ui/parts";
import { usage as words } from "../words/developers";
import { DateRange, Developers } from "./developers";

const GROUPS = ["key", "area"] as const;
const SUMS = ["requests", "errors"] as const;
const ACTIVITY = ["messages", "replies", "task_runs"] as const;
const RANGES = ["30", "7", "90"] as const; // the first unless another is chosen
const OF_A_NEW_ACCOUNT = ["7", "30", "90"] as const;
type Group = (typeof GROUPS)[number];
type Range = { from: string; to: string };

const daysAgo = (days: number): string => dayOf(Date.now() - days * DAY);

/** What keys and apps asked for, day by day; what the dashboard itself asks for is left out. */
export function Usage() {
  const [days, setDays] = useChoice("days", Date.parse(session()!.account.created_at) > Date.now() - 7 * DAY ? OF_A_NEW_ACCOUNT : RANGES);
  const [first, setFirst] = useParam("from");
  const [last, setLast] = useParam("to");
  const [group, setGroup] = useChoice("by", GROUPS);
  const range = { from: isDay(first) ? first : daysAgo(Number(days) - 1), to: isDay(last) ? last : daysAgo(0) };
  const usage = useData("GET /dashboard/usage", { query: { ...range, group_by: group, callers: "keys" } }, "slow");
  const choose = (next: string) => {
    for (const end of [setFirst, setLast]) end("", true);
    setDays(next as (typeof RANGES)[number]);
  };
  return (
    <Developers here="usage" lead={words.lead}>
      <div class="seek">
        <DateRange presets={words.ranges} chosen={days} choose={choose} from={first} to={last} setFrom={setFirst} setTo={setLast} />
        <span class="muted">{dayRange(range.from, range.to)}</span>
      </div>
      <Show of={usage} lines={6}>{({ totals, buckets }) => <section class="card"><Sums of={SUMS} totals={totals} /><div class="pad"><DayChart bars={buckets} label={words.perDay} summed /></div></section>}</Show>
      <Card flush>
        <Tabs label={words.group} current={group} choose={setGroup} tabs={GROUPS.map((one) => [one, words.groups[one]])} />
        <Show of={usage}>{(data) => <Groups usage={data} group={group} />}</Show>
      </Card>
      {usage.data && <Card title={words.activity} flush><Sums of={ACTIVITY} totals={usage.data.totals} /></Card>}
      {usage.data && usage.data.models.length > 0 && <Models of={usage.data.models} />}
      <Card title={words.export} flush><ul class="rows">{words.exports.map((kind) => <Export kind={kind} range={range} key={kind[0]} />)}</ul></Card>
    </Developers>
  );
}

const Sums = ({ of, totals }: { of: readonly (typeof SUMS | typeof ACTIVITY)[number][]; totals: UsageReport["totals"] }) => (
  <dl class="stats plain">{of.map((one) => <div key={one}><dt>{words[one]}</dt><dd class={one === "errors" && totals.errors ? "bad" : ""}>{number(totals[one])}</dd></div>)}</dl>
);

function Groups({ usage, group }: { usage: UsageReport; group: Group }) {
  const keys = useData("GET /api/account/api-keys", {}).data?.api_keys;
  const apps = useData("GET /api/account/connections", {}).data?.connections ?? [];
  const sums = new Map<string, { requests: number; errors: number }>();
  for (const one of usage.buckets.flatMap((bucket) => bucket.groups ?? [])) {
    const sum = sums.get(one.name) ?? { requests: 0, errors: 0 };
    sums.set(one.name, { requests: sum.requests + one.requests, errors: sum.errors + one.errors });
  }
  const label = (name: string) =>
    group === "area" ? readable(name) : name === "team" ? words.team : keys ? [...keys, ...apps].find((one) => one.id === name)?.name ?? name : "…";
  const isKey = (name: string) => group === "key" && keys?.some((key) => key.id === name);
  const rows = [...sums].filter(([, sum]) => sum.requests).sort((a, b) => b[1].requests - a[1].requests);
  if (!rows.length) return <Empty icon="activity" title={words.none} text={words.noneWhy} />;
  return <Numbers head={[words.columns[group], words.requests, words.errors, words.errorRate]} rows={rows.map(([name, { requests, errors }]) => [
    isKey(name) ? <a class="name" dir="auto" href={to("developers", "keys", name)}>{label(name)}</a> : <span class="name" dir="auto">{label(name)}</span>,
    number(requests), number(errors), `${number(Math.round((1000 * errors) / requests) / 10)} %`,
  ])} />;
}

const Models = ({ of }: { of: UsageReport["models"] }) => (
  <Card title={words.models} flush>
    <Numbers head={[words.model, words.calls, words.read, words.written]}
      rows={of.map((one) => [<span class="name">{one.model}</span>, number(one.calls), number(one.tokens_read), number(one.tokens_written)])} />
  </Card>
);

/** Rows of a name and its figures. */
const Numbers = ({ head: [first, ...labels], rows }: { head: string[]; rows: ComponentChildren[][] }) => (
  <table class="cards">
    <thead><tr><th scope="col">{first}</th>{labels.map((label) => <th scope="col" class="num" key={label}>{label}</th>)}</tr></thead>
    <tbody>{rows.map(([name, ...figures], row) => <tr key={row}><th scope="row">{name}</th>{figures.map((one, index) => <td data-label={labels[index]} class="num" key={index}>{one}</td>)}</tr>)}</tbody>
  </table>
);

function Export({ kind: [kind, label, text], range }: { kind: (typeof words.exports)[number]; range: Range }) {
  const [rows, setRows] = useState<number | null>(null);
  const save = useAction(async (format: "csv" | "json") => {
    const file = await call("GET /dashboard/export/{kind}", { path: { kind }, query: { format, ...range } });
    download(file.filename, file.content_type, file.content);
    setRows(file.rows);
  });
  const as = (format: "csv" | "json") => <Button icon="download" busy={save.isPending} onClick={() => save.mutate(format)}>{format.toUpperCase()}<span class="sr"> {label}</span></Button>;
  return (
    <li>
      <span class="grow"><span class="name">{label}</span><small role="status">{rows === null ? text : words.saved(plural(rows, "row"))}</small></span>
      <Refusal error={save.error} />
      <span class="acts">{as("csv")}{as("json")}</span>
    </li>
  );
}
