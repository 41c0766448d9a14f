import { useData } from "../api/data";
import type { AttentionItem, DashboardSummary } from "../api/schema";
import { session } from "../api/session";
import { day, money, moment, number, plural, relative } from "../lib/format";
import { to } from "../lib/router";
import { Chart } from "../ui/chart";
import { Icon } from "../ui/icon";
import { Card, Empty, Head, Pill, Progress, Show } from "../ui/parts";
import { type Kind, NEEDS, placeOf } from "./needs";

/** Where each need is met. */
const TARGETS: Record<Kind, (item: AttentionItem) => string> = {
  credential: (item) => to("vault", ...item.ids.slice(0, 1)),
  credential_use: () => to("inbox"),
  approval: (item) => to("projects", item.project_id!),
  over_budget: (item) => to("projects", item.project_id!),
  deadline_missed: (item) => to("projects", item.project_id!),
  blocked: (item) => to("projects", item.project_id!),
  work_submitted: (item) => workOf(item),
  work_returned: (item) => workOf(item),
  question: (item) => to("projects", item.project_id!, "intake"),
  webhook_disabled: (item) => to("webhooks", ...item.ids),
  webhook_failing: (item) => to("webhooks", ...item.ids),
  task_failed: () => to("assistant", "tasks"),
  undelivered: (item) => to("projects", item.project_id!),
  still: (item) => to("ceo", item.project_id!),
  unread: (item) => to("ceo", item.project_id!),
};

/** The work item, or the board where there are several. */
const workOf = ({ project_id, ids }: AttentionItem) => to("projects", project_id!, "work", ...(ids.length === 1 ? ids : []));

export function Overview() {
  const summary = useData("GET /dashboard/summary", {}, "slow");
  const projects = useData("GET /pa/projects", {}, "slow");
  const hello = session()!.user.name.split(" ")[0];
  return (
    <>
      <Head title="Overview" lead={summary.data ? greeting(hello, summary.data) : `Hello, ${hello}.`} />
      <div class="split">
        <div class="stack">
          <Card title="Needs you" aside={summary.data && summary.data.attention.length > 0 && <a href={to("inbox")}>Open the inbox</a>} flush>
            <Show of={summary} lines={5}>{(data) => <Needs summary={data} />}</Show>
          </Card>
          <Card title="On track" flush>
            <Show of={projects}>
              {({ on_track }) => on_track.length ? (
                <ul class="rows">
                  {on_track.map((one) => (
                    <li>
                      <span class="grow"><a class="name" href={to("projects", one.id)}>{one.name}</a><small>{one.eta ? `Done by ${day(one.eta)}` : "Not started yet"}{one.hours_waited_on_you > 0 && `, waited ${one.hours_waited_on_you} h for you`}</small></span>
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
                    <span class="grow"><a class="name" href={to("projects", one.id)}>{one.name}</a></span>
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

function greeting(name: string | undefined, { attention, projects_by_status }: DashboardSummary): string {
  const active = projects_by_status.active ?? 0;
  const work = active ? `${plural(active, "project is", "projects are")} under way` : "No project is under way";
  return `Hello, ${name}. ${work}, and ${attention.length ? plural(attention.length, "thing needs", "things need") + " you" : "nothing needs you"}.`;
}

function Needs({ summary: { attention, projects_by_status } }: { summary: DashboardSummary }) {
  if (!attention.length && !Object.keys(projects_by_status).length) {
    return (
      <Empty icon="folder-kanban" title="Start your first project" text="Answer a few questions, accept the estimate, and the team begins with the plan.">
        <a class="btn primary" href={to("projects")}>Go to projects</a>
      </Empty>
    );
  }
  if (!attention.length) return <Empty icon="circle-check" title="Nothing needs you" text="The team is at work. What needs a decision, a credential or an answer appears here." />;
  return (
    <ul class="rows needs">
      {attention.map((item) => {
        const { icon, act } = NEEDS[item.kind];
        return (
          <li>
            <span class={item.priority === "high" ? "disc small bad" : "disc small"}><Icon name={icon} /></span>
            <span class="grow"><span class="name">{placeOf(item)}</span>{item.priority === "high" && <Pill tone="bad">High</Pill>}<small>{item.reason[0]?.toUpperCase() + item.reason.slice(1)}</small></span>
            <a class="btn small" href={TARGETS[item.kind](item)}>{act}<span class="sr"> {placeOf(item)}</span></a>
          </li>
        );
      })}
    </ul>
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
        <li><span class="grow"><a class="name clip" href={to("assistant", "tasks")}>{run.task}</a><small><time dateTime={run.at}>{moment(run.at)}</time>, {relative(run.at)}</small></span></li>
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
          <span class="grow"><span class="name">{money(one.spent, one.currency)} spent</span><small>of {money(one.estimated, one.currency)}, {money(one.remaining, one.currency)} left</small></span>
          <Progress percent={(100 * one.spent) / Math.max(1, one.estimated)} label={`Spent in ${one.currency}`} />
        </li>
      ))}
    </ul>
  );
}
