import { useEffect, useRef, useState } from "preact/hooks";
import { useData, useSend } from "../api/data";
import type { ScheduleView, TaskAccepted, TaskView } from "../api/schema";
import { moment, relative } from "../lib/format";
import { to, useParam } from "../lib/router";
import { Dialog } from "../ui/dialog";
import { SelectField, TextArea } from "../ui/fields";
import { Icon } from "../ui/icon";
import { Button, Empty, Pill, Refusal, Show, Status, When } from "../ui/parts";
import { toast } from "../ui/toast";
import { Suggested } from "./suggested";

export function Tasks() {
  const tasks = useData("GET /pa/tasks", { query: { limit: 100 } }, "fast");
  const [doomed, setDoomed] = useState<TaskView | null>(null);
  return (
    <>
      <Assign />
      <Show of={tasks}>
        {({ tasks: list }) => list.length ? (
          <ul class="tasks">{list.map((task) => <Task key={task.id} task={task} remove={() => setDoomed(task)} />)}</ul>
        ) : <Empty icon="calendar-clock" title="No tasks yet" text="Say what you want and when, as you would to a person. Reports arrive under Reports." />}
      </Show>
      {doomed && <DeleteTask task={doomed} close={() => setDoomed(null)} />}
    </>
  );
}

function Assign() {
  const projects = useData("GET /projects", { query: { limit: 100 } }).data?.projects ?? [];
  const [task, setTask] = useState("");
  const [project, setProject] = useState("");
  const form = useRef<HTMLFormElement>(null);
  const [asked] = useParam("new");
  useEffect(() => {
    if (asked) form.current?.querySelector("textarea")?.focus();
  }, [asked]);
  const [accepted, setAccepted] = useState<TaskAccepted | null>(null);
  const sending = useSend("POST /pa/task", (answer, { body }) => {
    setAccepted(answer);
    setTask((now) => (now === body.task ? "" : now)); // the next one may be on its way already
  });
  const assign = (text: string, when?: string) => {
    setTask(text);
    sending.mutate({ body: { task: text, ...(when && { when }), project_id: project || null } });
  };
  const submit = (event: Event) => {
    event.preventDefault();
    assign(task);
  };
  const unclear = sending.error?.code === "SCHEDULE_UNCLEAR" ? sending.error.message : undefined;
  return (
    <form ref={form} class="form assign" onSubmit={submit} noValidate>
      <TextArea label="What should the assistant do, and when?" rows={2} placeholder="Every Monday at 9am, report progress and blockers" value={task} set={setTask}
        error={sending.error?.fields.task ?? unclear} hint="Daily, weekly, “first business day of the month”, “tomorrow at 9”. Without a time it is done at once." />
      {sending.error?.suggestion && <Suggested of={sending.error.suggestion} busy={sending.isPending} send={(when, text) => assign(text, when)} />}
      <div class="row">
        <SelectField label="About" value={project} set={setProject} options={[["", "All projects"], ...projects.map((one): [string, string] => [one.id, one.name])]} />
        <Button type="submit" kind="primary" icon="plus" busy={sending.isPending}>Assign</Button>
      </div>
      {!unclear && <Refusal error={sending.error} />}
      {accepted && <div class="note good" role="status"><Icon name="circle-check" /><div><p>{accepted.message}</p>{accepted.schedule && <Next schedule={accepted.schedule} />}</div></div>}
    </form>
  );
}

/** The next three runs, on the clock of the schedule. */
const Next = ({ schedule }: { schedule: ScheduleView }) => (
  <ol class="next" aria-label="Next runs">{schedule.next_runs.map((run) => <li><time dateTime={run.utc}>{moment(run.utc)}</time><small>{relative(run.utc)}</small></li>)}</ol>
);

function Task({ task, remove }: { task: TaskView; remove: () => void }) {
  const path = { task_id: task.id };
  const change = useSend("PATCH /pa/tasks/{task_id}");
  const run = useSend("POST /pa/tasks/{task_id}/run", () => toast("The report will be under Reports in a moment"));
  const recurring = task.schedule?.kind === "recurring";
  return (
    <li class="task-card">
      <div class="task-head">
        <h2 dir="auto">{task.text}</h2>
        {task.status === "active" ? <Pill tone="good">{recurring ? "Scheduled" : "Active"}</Pill> : <Status of={task.status} />}
      </div>
      {task.schedule && <p class="sub"><Icon name="calendar-clock" />{task.schedule.text}</p>}
      {task.schedule && task.status === "active" && <Next schedule={task.schedule} />}
      {task.failures > 0 && <p class="bad"><Icon name="triangle-alert" />Failed {task.failures} times in a row.</p>}
      <div class="task-foot">
        <span class="muted">{task.last_run_at ? <>Last run <When at={task.last_run_at} /></> : "Has not run yet"} · <a href={to("assistant", "reports")}>Reports</a></span>
        <span class="acts">
          <Button kind="ghost" icon="zap" busy={run.isPending} onClick={() => run.mutate({ path })}>Run now<span class="sr"> {task.text}</span></Button>
          {recurring && task.status === "active" && <Button kind="ghost" icon="pause" busy={change.isPending} onClick={() => change.mutate({ path, body: { status: "paused" } })}>Pause<span class="sr"> {task.text}</span></Button>}
          {task.status !== "active" && task.status !== "done" && <Button kind="ghost" icon="play" busy={change.isPending} onClick={() => change.mutate({ path, body: { status: "active" } })}>Resume<span class="sr"> {task.text}</span></Button>}
          {task.status !== "done" && <Button kind="ghost" icon={task.mail ? "mail" : "mail-x"} aria-pressed={task.mail} busy={change.isPending} onClick={() => change.mutate({ path, body: { mail: !task.mail } })}>By mail<span class="sr">: reports of {task.text}</span></Button>}
          <Button kind="ghost" icon="trash-2" onClick={remove}>Delete<span class="sr"> {task.text}</span></Button>
        </span>
      </div>
      <Refusal error={(run.submittedAt > change.submittedAt ? run : change).error} />
    </li>
  );
}

function DeleteTask({ task, close }: { task: TaskView; close: () => void }) {
  const remove = useSend("DELETE /pa/tasks/{task_id}", close);
  return (
    <Dialog title="Delete this task?" danger close={close} dismiss="Keep it" act="Delete" submit={() => remove.mutate({ path: { task_id: task.id } })} sending={remove}>
      <p>“<bdi>{task.text}</bdi>” will not run again. Its reports stay.</p>
    </Dialog>
  );
}

export function Reports() {
  const reports = useData("GET /pa/reports", { query: { limit: 50 } }, "fast");
  return (
    <Show of={reports}>
      {({ reports: list }) => list.length ? (
        <ul class="rows">
          {list.map((report) => (
            <li>
              <span class="grow"><a class="name" dir="auto" href={to("assistant", "reports", report.id)}>{report.title}</a><small><time dateTime={report.created_at}>{moment(report.created_at)}</time></small></span>
              {!report.succeeded && <Pill tone="bad">Failed</Pill>}
              <Icon name="chevron-right" />
            </li>
          ))}
        </ul>
      ) : (
        <Empty icon="file-text" title="No reports yet" text="Every run of a task leaves one here, also when it fails.">
          <a class="btn primary" href={to("assistant", "tasks")}>Assign a task</a>
        </Empty>
      )}
    </Show>
  );
}
