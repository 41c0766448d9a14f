import { useState } from "preact/hooks";
import type { ApiError } from "../api/call";
import { useData, useSend } from "../api/data";
import type { ProjectView, TaskView } from "../api/schema";
import { moment, plural } from "../lib/format";
import { to } from "../lib/router";
import { Dialog } from "../ui/dialog";
import { Icon } from "../ui/icon";
import { Button, Empty, Pill, Refusal, Show, Status, When } from "../ui/parts";
import { toast } from "../ui/toast";
import { Assign, EditTask, KINDS, Next } from "./task-form";

type Asking = { what: "edit" | "delete"; id: string };

export function Tasks() {
  const tasks = useData("GET /pa/tasks", { query: { limit: 100 } }, "fast");
  const projects = useData("GET /projects", { query: { limit: 100 } }).data?.projects ?? [];
  const [asking, setAsking] = useState<Asking | null>(null);
  const asked = tasks.data?.tasks.find((one) => one.id === asking?.id);
  const close = () => setAsking(null);
  return (
    <>
      <Assign />
      <Show of={tasks}>
        {({ tasks: list }) => list.length ? (
          <ul class="tasks">{list.map((task) => <Task key={task.id} task={task} projects={projects} ask={(what) => setAsking({ what, id: task.id })} />)}</ul>
        ) : <Empty icon="calendar-clock" title="No tasks yet" text="Say what you want and when, as you would to a person. Reports arrive under Reports." />}
      </Show>
      {asked && asking!.what === "edit" && <EditTask task={asked} close={close} />}
      {asked && asking!.what === "delete" && <DeleteTask task={asked} close={close} />}
    </>
  );
}

interface Row {
  task: TaskView;
  projects: ProjectView[];
  ask: (what: Asking["what"]) => void;
}

function Task({ task, projects, ask }: Row) {
  const path = { task_id: task.id };
  const change = useSend("PATCH /pa/tasks/{task_id}");
  const run = useSend("POST /pa/tasks/{task_id}/run", () => toast("The report will be under Reports in a moment"));
  const skip = useSend("POST /pa/tasks/{task_id}/skip", (_, { body }) => toast(`Left out: ${moment(body.due_at)}`));
  const recurring = task.schedule?.kind === "recurring";
  const isActive = task.status === "active";
  const latest = [change, run, skip].reduce((one, other) => (other.submittedAt > one.submittedAt ? other : one));
  const of = <span class="sr"> {task.text}</span>;
  return (
    <li class="task-card">
      <div class="task-head">
        <h2 dir="auto">{task.text}</h2>
        {isActive ? <Pill tone="good">{recurring ? "Scheduled" : "Active"}</Pill> : <Status of={task.status} />}
      </div>
      {task.schedule && <p class="sub"><Icon name="calendar-clock" />{task.schedule.text}</p>}
      <p class="tells">{tellsOf(task)} · <bdi>{projects.find((one) => one.id === task.project_id)?.name ?? (task.project_id ? "One project" : "All projects")}</bdi></p>
      {task.schedule && isActive && <Next runs={runsOf(task)} />}
      {task.failures > 0 && <p class="bad"><Icon name="triangle-alert" />Failed {task.failures} times in a row.</p>}
      <div class="task-foot">
        <span class="muted">{task.last_run_at ? <>Last run <When at={task.last_run_at} /></> : "Has not run yet"} · <a href={to("assistant", "reports")}>Reports</a></span>
        <span class="acts">
          <Button kind="ghost" icon="zap" busy={run.isPending} onClick={() => run.mutate({ path })}>Run now{of}</Button>
          {recurring && isActive && task.next_run_at && <Button kind="ghost" icon="chevron-right" busy={skip.isPending} onClick={() => skip.mutate({ path, body: { due_at: task.next_run_at! } })}>Skip the next run<span class="sr"> of {task.text}</span></Button>}
          {recurring && isActive && <Button kind="ghost" icon="pause" busy={change.isPending} onClick={() => change.mutate({ path, body: { status: "paused" } })}>Pause{of}</Button>}
          {!isActive && task.status !== "done" && <Button kind="ghost" icon="play" busy={change.isPending} onClick={() => change.mutate({ path, body: { status: "active" } })}>Resume{of}</Button>}
          {task.status !== "done" && <Button kind="ghost" icon={task.mail ? "mail" : "mail-x"} aria-pressed={task.mail} busy={change.isPending} onClick={() => change.mutate({ path, body: { mail: !task.mail } })}>By mail<span class="sr">: reports of {task.text}</span></Button>}
          <Button kind="ghost" icon="pencil" onClick={() => ask("edit")}>Change{of}</Button>
          <Button kind="ghost" icon="trash-2" onClick={() => ask("delete")}>Delete{of}</Button>
        </span>
      </div>
      <Refused error={latest.error} task={task} />
    </li>
  );
}

/** The runs that are still to come: one that was left out is not among them. */
const runsOf = ({ schedule, next_run_at }: TaskView) => schedule!.next_runs.filter((run) => !next_run_at || Date.parse(run.utc) >= Date.parse(next_run_at));

const tellsOf = ({ kind, waiting_hours }: TaskView): string => (kind === "check" && waiting_hours ? `A check: only what has waited longer than ${plural(waiting_hours, "hour")}` : KINDS[kind]);

/** A run that was to be left out, and is not the next any more, is said with the one that is. */
function Refused({ error, task: { next_run_at } }: { error: ApiError | null; task: TaskView }) {
  if (error?.code !== "CHANGED_SINCE") return <Refusal error={error} />;
  return <div class="note" role="alert"><Icon name="triangle-alert" /><span>The task was changed since you read it, so no run was left out. {next_run_at ? `The next run is now ${moment(next_run_at)}.` : "Now no run is planned."}</span></div>;
}

function DeleteTask({ task, close }: { task: TaskView; close: () => void }) {
  const remove = useSend("DELETE /pa/tasks/{task_id}", close);
  return (
    <Dialog title="Delete this task?" danger close={close} dismiss="Keep it" act="Delete" submit={() => remove.mutate({ path: { task_id: task.id } })} sending={remove}>
      <p>“<bdi>{task.text}</bdi>” will not run again. Its reports stay.</p>
    </Dialog>
  );
}
