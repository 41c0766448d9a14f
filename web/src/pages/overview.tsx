import type { ComponentChildren } from "preact";
import { useData } from "../api/data";
import type { DashboardSummary, InboxItem } from "../api/schema";
import { session } from "../api/session";
import { day, money, moment, number, plural, relative } from "../lib/format";
import { to } from "../lib/router";
import { Chart } from "../ui/chart";
import { Icon } from "../ui/icon";
import { later } from "../ui/later";
import { Card, Empty, Head, Pill, Progress, Show } from "../ui/parts";
import { NEEDS, placeOf, screenAt } from "./needs";

const FirstRun = later(() => import("./first-run").then((page) => page.FirstRun), null);

const SHOWN = 6;
const NEW = 30 * 86_400_000; // whoever has been here for a month has found their way

export function Overview() {
  const summary = useData("GET /dashboard/summary", {}, "slow");
  const inbox = useData("GET /inbox", { query: { state: "open", limit: 100 } }, "slow");
  const projects = useData("GET /pa/projects", {}, "slow");
  const hello = <bdi>{session()!.user.name.split(" ")[0]}</bdi>;
  return (
    <>
      <Head title="Overview" lead={summary.data && inbox.data ? greeting(hello, summary.data, inbox.data.items.length) : <>Hello, {hello}.</>} />
      {Date.now() - Date.parse(session()!.account.created_at) < NEW && summary.data && <FirstRun summary={summary.data} />}
      <div class="split">
        <div class="stack">
          <Card title="Needs you" aside={inbox.data && inbox.data.items.length > 0 && <a href={to("inbox")}>Open the inbox</a>} flush>
            <Show of={inbox} lines={5}>{({ items }) => <Needs items={items} />}</Show>
          </Card>
          <Card title="On track" flush>
            <Show of={projects}>
              {({ on_track }) => on_track.length ? (
                <ul class="rows">
                  {on_track.map((one) => (
                    <li>
                      <span class="grow"><a class="name" dir="auto" href={to("projects", one.id)}>{one.name}</a><small>{one.eta ? `Done by ${day(one.eta)}` : "Not started yet"}{one.hours_waited_on_you > 0 && `, waited ${one.hours_waited_on_you} h for you`}</small></span>
                      <span class="meter"><Progress percent={one.progress} label={`Progress of ${one.name}`} />{one.progress} %</span>
                    </li>
                  ))}
                </ul>
              ) : <p class="quiet-line">No project runs without you at the moment.</p>}
            </Show>
          </Card>
          {projects.data && projects.data.drafts.length > 0 && (
            <Card title="Not submitted yet" flush>
              <ul class="rows">
                {projects.data.drafts.map((one) => (
                  <li key={one.id}>
                    <span class="grow"><a class="name" dir="auto" href={to("projects", one.id)}>{one.name}</a></span>
                    <a class="btn small" href={to("projects", one.id, "intake")}>Continue the intake<span class="sr"> of {one.name}</span></a>
                  </li>
                ))}
              </ul>
            </Card>
          )}
        </div>
        <div class="stack">
          <Card title="Requests, last 30 days" aside={summary.data && <a href={to("usage")}>{number(summary.data.requests_30d)}<span class="sr"> in detail</span></a>}><Usage /></Card>
          <Card title="Next reports" flush><Show of={summary} lines={2}>{(data) => <Runs summary={data} />}</Show></Card>
          <Card title="Budgets" flush><Show of={summary} lines={2}>{(data) => <Budgets summary={data} />}</Show></Card>
        </div>
      </div>
    </>
  );
}

function greeting(name: ComponentChildren, { projects_by_status }: DashboardSummary, needs: number): ComponentChildren {
  const active = projects_by_status.active ?? 0;
  const work = active ? `${plural(active, "project is", "projects are")} under way` : "No project is under way";
  return <>Hello, {name}. {work}, and {needs ? `${plural(needs, "thing needs", "things need")} you` : "nothing needs you"}.</>;
}

function Needs({ items }: { items: InboxItem[] }) {
  if (!items.length) return <Empty icon="circle-check" title="Nothing needs you" text="What needs a decision, a credential or an answer appears here." />;
  return (
    <>
      <ul class="rows needs">
        {items.slice(0, SHOWN).map((item) => {
          const { icon, act } = NEEDS[item.kind];
          return (
            <li key={item.id}>
              <span class={item.priority === "high" ? "disc small bad" : "disc small"}><Icon name={icon} /></span>
              <span class="grow"><span class="name" dir="auto">{placeOf(item)}</span>{item.priority === "high" && <Pill tone="bad">High</Pill>}<small>{item.sentence}</small></span>
              <a class="btn small" href={screenAt(item.path)}>{act}<span class="sr"> {placeOf(item)}: {item.sentence}</span></a>
            </li>
          );
        })}
      </ul>
      {items.length > SHOWN && <p class="quiet-line"><a href={to("inbox")}>{items.length - SHOWN} more in the inbox</a></p>}
    </>
  );
}

function Usage() {
  const usage = useData("GET /dashboard/usage", {});
  return <Show of={usage} lines={1}>{(data) => <div class="pad"><Chart bars={data.buckets} label="Requests a day" height={72} /></div>}</Show>;
}

function Runs({ summary: { next_runs } }: { summary: DashboardSummary }) {
  if (!next_runs.length) return <p class="quiet-line">Nothing is scheduled. <a href={to("assistant", "tasks")}>Ask for a weekly report.</a></p>;
  return (
    <ul class="rows">
      {next_runs.map((run) => (
        <li><span class="grow"><a class="name clip" dir="auto" href={to("assistant", "tasks")}>{run.task}</a><small><time dateTime={run.at}>{moment(run.at)}</time>, {relative(run.at)}</small></span></li>
      ))}
    </ul>
  );
}

function Budgets({ summary: { budgets } }: { summary: DashboardSummary }) {
  if (!budgets.length) return <p class="quiet-line">No estimate has been accepted yet.</p>;
  return (
    <ul class="rows">
      {budgets.map((one) => (
        <li>
          <span class="grow"><span class="name">{money(one.forecast, one.currency)} forecast</span><small>{money(one.spent, one.currency)} spent, {money(one.likely, one.currency)} likely by the briefs</small></span>
          <Progress percent={(100 * one.spent) / Math.max(1, one.forecast)} label={`Spent in ${one.currency}`} />
        </li>
      ))}
    </ul>
  );
}
