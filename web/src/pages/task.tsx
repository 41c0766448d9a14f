import { useState } from "preact/hooks";
import type { ApiError } from "../api/call";
import { useData, useSend } from "../api/data";
import type { RunView, TaskView } from "../api/schema";
import { moment, relative } from "../lib/format";
import { go, to } from "../lib/router";
import { Dialog } from "../ui/dialog";
import { Icon } from "../ui/icon";
import { Menu } from "../ui/menu";
import { Button, Card, Head, Refusal, Show, Status } from "../ui/parts";
import { toast } from "../ui/toast";
import { reports, RUNS, task as words, titleOf, TRIGGERS } from "../words/reports";
import { EditTask } from "./task-form";
import { useUnconfirmed } from "./unverified";

/** A task: what it tells, when it runs next, and what its runs left. */
export function Task({ id }: { id: string }) {
  const path = { task_id: id };
  const task = useData("GET /pa/tasks/{task_id}", { path }, "slow");
  const name = useData("GET /projects", { query: { limit: 100 } }).data?.projects.find((one) => one.id === task.data?.project_id)?.name;
  const [asking, setAsking] = useState<"edit" | "delete" | null>(null);
  const close = () => setAsking(null);
  return (
    <>
      <Head title={task.data ? titleOf(task.data) : words.title} back={[to("reports"), reports.title]} lead={task.data && <>{task.data.kind !== "reminder" && <bdi>“{task.data.task}”</bdi>}{task.data.schedule && ` · ${task.data.schedule.text}`} · <bdi>{task.data.project_id ? name ?? words.project : words.all}</bdi></>}>
        {task.data && <Acts task={task.data} ask={setAsking} />}
      </Head>
      <Show of={task} lines={6}>{(data) => <><NextRuns task={data} /><PastRuns task={data} />{data.status !== "done" && <Delivery task={data} />}</>}</Show>
      {task.data && asking === "edit" && <EditTask task={task.data} close={close} />}
      {task.data && asking === "delete" && <DeleteTask task={task.data} close={close} />}
    </>
  );
}

function Acts({ task, ask }: { task: TaskView; ask: (what: "edit" | "delete") => void }) {
  const path = { task_id: task.id };
  const change = useSend("PATCH /pa/tasks/{task_id}");
  const run = useSend("POST /pa/tasks/{task_id}/run", () => toast(words.started));
  const isActive = task.status === "active";
  const canPause = isActive && task.schedule?.kind === "recurring";
  return (
    <>
      {task.status !== "active" && <Status of={task.status} />}
      <Button icon="zap" busy={run.isPending} onClick={() => run.mutate({ path })}>{words.run}</Button>
      {canPause && <Button icon="pause" busy={change.isPending} onClick={() => change.mutate({ path, body: { status: "paused" } })}>{words.pause}</Button>}
      {!isActive && task.status !== "done" && <Button kind="primary" icon="play" busy={change.isPending} onClick={() => change.mutate({ path, body: { status: "active" } })}>{words.resume}</Button>}
      <Menu label={words.more} kind="btn" trigger={<Icon name="ellipsis" />} items={[{ label: words.edit, icon: "pencil", act: () => ask("edit") }, { label: words.delete, icon: "trash-2", danger: true, act: () => ask("delete") }]} />
      <Refusal error={run.error ?? change.error} />
    </>
  );
}

/** The runs that are still to come; one that was skipped is not among them. */
const runsOf = ({ schedule, next_run_at }: TaskView) => (schedule?.next_runs ?? []).filter((run) => !next_run_at || Date.parse(run.utc) >= Date.parse(next_run_at));

function NextRuns({ task }: { task: TaskView }) {
  const skip = useSend("POST /pa/tasks/{task_id}/skip", (_, { body }) => toast(words.skipped(moment(body.due_at))));
  const runs = task.status === "active" ? runsOf(task) : [];
  if (!runs.length && task.status !== "paused" && !task.failures) return null;
  const canSkip = task.schedule?.kind === "recurring" && task.next_run_at !== null;
  return (
    <Card title={words.next} flush>
      {task.failures > 0 && <p class="note bad"><Icon name="triangle-alert" /><span>{words.failures(task.failures)}</span></p>}
      <ul class="rows">
        {runs.map((run, index) => (
          <li key={run.utc}>
            <span class="grow"><time dateTime={run.utc}>{moment(run.utc)}</time><span class="muted"> · {relative(run.utc)}</span></span>
            {index === 0 && canSkip && <Button kind="ghost" busy={skip.isPending} onClick={() => skip.mutate({ path: { task_id: task.id }, body: { due_at: task.next_run_at! } })}>{words.skip}<span class="sr"> {moment(run.utc)}</span></Button>}
          </li>
        ))}
        {!runs.length && <li class="muted">{task.status === "paused" ? words.paused : words.over}</li>}
      </ul>
      <Refused error={skip.error} task={task} />
    </Card>
  );
}

/** A run that was to be skipped, and is not the next any more, is said with the one that is. */
function Refused({ error, task: { next_run_at } }: { error: ApiError | null; task: TaskView }) {
  if (error?.code !== "CHANGED_SINCE") return <Refusal error={error} />;
  return <div class="note" role="alert"><Icon name="triangle-alert" /><span>{words.changed(next_run_at && moment(next_run_at))}</span></div>;
}

function Delivery({ task: { id, mail } }: { task: TaskView }) {
  const change = useSend("PATCH /pa/tasks/{task_id}");
  const held = useUnconfirmed() && mail;
  return (
    <Card title={words.delivery}>
      <div class="pad">
        <label class="check"><input type="checkbox" role="switch" checked={mail} onChange={() => change.mutate({ path: { task_id: id }, body: { mail: !mail } })} />{words.mail}</label>
        {held && <p class="muted">{words.held}</p>}
        <Refusal error={change.error} />
      </div>
    </Card>
  );
}

function PastRuns({ task: { id } }: { task: TaskView }) {
  const runs = useData("GET /pa/tasks/{task_id}/runs", { path: { task_id: id }, query: { limit: 50 } }, "slow");
  const left = useData("GET /pa/reports", { query: { task_id: id, limit: 50 } }, "slow").data?.reports;
  return (
    <Card title={words.past} flush>
      <Show of={runs}>{({ runs: all }) => <ul class="rows">{all.length ? all.map((run) => <Run of={run} left={left?.find((one) => one.run_id === run.id)?.summary} key={run.id} />) : <li class="muted">{words.noRuns}</li>}</ul>}</Show>
    </Card>
  );
}

/** When it ran, with what result, and what it left. */
const Run = ({ of: { due_at, status, trigger, report_id, note }, left }: { of: RunView; left: string | undefined }) => (
  <li class={report_id ? "linked" : undefined}>
    <span class="beside-name">
      {report_id ? <a class="name" href={to("reports", report_id)}>{moment(due_at)}</a> : <span class="name muted">{moment(due_at)}</span>}
      {TRIGGERS[trigger] && <small>{TRIGGERS[trigger]}</small>}
    </span>
    <span class="grow">
      <span class="states"><Status of={status} label={RUNS[status]} /></span>
      {[...new Set([left, note])].map((text) => text && <small dir="auto" key={text}>{text}</small>)}
    </span>
    {report_id && <Icon name="chevron-right" />}
  </li>
);

export function DeleteTask({ task, close }: { task: TaskView; close: () => void }) {
  const remove = useSend("DELETE /pa/tasks/{task_id}", () => {
    close();
    go("reports");
  });
  return (
    <Dialog title={words.deleting} danger close={close} dismiss={words.keep} act={words.delete} submit={() => remove.mutate({ path: { task_id: task.id } })} sending={remove}>
      <p dir="auto">{words.deletes(task.task)}</p>
    </Dialog>
  );
}
