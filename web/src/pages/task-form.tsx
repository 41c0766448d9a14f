import { useEffect, useRef, useState } from "preact/hooks";
import type { ApiError } from "../api/call";
import { useData, useSend } from "../api/data";
import type { AssignTask, ScheduleView, TaskAccepted, TaskKind, TaskView, UpdateTask } from "../api/schema";
import { moment, relative } from "../lib/format";
import { useParam } from "../lib/router";
import { ChangedSince, useWas } from "../ui/changed-since";
import { Dialog } from "../ui/dialog";
import { SelectField, TextArea, TextField } from "../ui/fields";
import { Icon } from "../ui/icon";
import { Button, Refusal } from "../ui/parts";
import { toast } from "../ui/toast";
import { Suggested } from "./suggested";

/** What a task tells of. */
export const KINDS: Record<TaskKind, string> = {
  summary: "How projects stand", needs_me: "What needs you", money: "Money", dates: "Dates", work: "Work",
  reminder: "A reminder and nothing else", check: "A check: only what waits too long",
};
const USUAL_HOURS = "24";

/** What is typed. An empty kind lets the server choose; `hours` count for a check alone. */
interface Given {
  task: string;
  when: string;
  kind: TaskKind | "";
  hours: string;
  project: string;
}
const NOTHING: Given = { task: "", when: "", kind: "", hours: USUAL_HOURS, project: "" };
const hoursOf = ({ hours }: Given): number => Number(hours);

interface Fields {
  given: Given;
  set: (changes: Partial<Given>) => void;
  error: ApiError | null;
  isNew?: boolean;
  /** Sends what was typed with these changes. */
  send: (changes: Partial<Given>) => void;
  busy: boolean;
}

function TaskFields({ given, set, error, isNew, send, busy }: Fields) {
  const projects = (useData("GET /projects", { query: { limit: 100 } }).data?.projects ?? []).filter((one) => !one.example);
  const unclear = error?.code === "SCHEDULE_UNCLEAR" ? error.message : undefined;
  const wrong = unclear ? { [given.when.trim() ? "when" : "task"]: unclear } : error?.fields ?? {};
  const kinds = Object.entries(KINDS) as [TaskKind, string][];
  return (
    <>
      <TextArea label={isNew ? "What should the assistant do, and when?" : "What should the assistant do?"} rows={2} placeholder={isNew ? "Every Monday at 9am, report progress and blockers" : undefined}
        value={given.task} set={(task) => set({ task })} error={wrong.task} hint={isNew && "Say when at the beginning or at the end, or in the field below. Without a time it is done at once."} />
      <TextField label={isNew ? "When, if not said above" : "When"} autocomplete="off" maxLength={1000} value={given.when} set={(when) => set({ when })} error={wrong.when}
        hint={isNew ? "“every Monday at 9am”, “first business day of the month”, “tomorrow at 9”, “now”." : "“every Monday at 9am”, “tomorrow at 9”. Empty leaves its times as they are."} />
      {error?.suggestion && <Suggested of={error.suggestion} busy={busy} send={(when, task) => send({ when, ...(task && { task }) })} />}
      <div class="pair">
        <SelectField label="Tells of" value={given.kind} set={(kind) => set({ kind: kind as Given["kind"] })} error={wrong.kind} options={isNew ? [["", "As the words say"], ...kinds] : kinds} />
        <SelectField label="About" value={given.project} set={(project) => set({ project })} error={wrong.project_id} options={[["", "All projects"], ...projects.map((one): [string, string] => [one.id, one.name])]} />
      </div>
      {given.kind === "check" && (
        <TextField label="Tell me of what has waited longer than so many hours" type="number" inputmode="numeric" min={1} step={1} value={given.hours} set={(hours) => set({ hours })} error={wrong.waiting_hours} hint="Where nothing has, it says nothing." />
      )}
    </>
  );
}

/** The form that adds a task. */
export function Assign() {
  const [given, setGiven] = useState(NOTHING);
  const form = useRef<HTMLFormElement>(null);
  const [asked] = useParam("new");
  useEffect(() => {
    if (asked) form.current?.querySelector("textarea")?.focus();
  }, [asked]);
  const [accepted, setAccepted] = useState<TaskAccepted | null>(null);
  const sending = useSend("POST /pa/task", (answer, { body }) => {
    setAccepted(answer);
    setGiven((now) => (now.task === body.task ? NOTHING : now)); // the next one may be on its way already
  });
  const send = (changes: Partial<Given>) => {
    const next = { ...given, ...changes };
    setGiven(next);
    sending.mutate({ body: bodyOf(next) });
  };
  const submit = (event: Event) => {
    event.preventDefault();
    if (!sending.isPending) send({});
  };
  return (
    <form ref={form} class="form assign" onSubmit={submit} noValidate>
      <TaskFields isNew given={given} set={(changes) => setGiven((now) => ({ ...now, ...changes }))} error={sending.error} send={send} busy={sending.isPending} />
      <span class="acts"><Button type="submit" kind="primary" icon="plus" busy={sending.isPending}>Assign</Button></span>
      {sending.error?.code !== "SCHEDULE_UNCLEAR" && <Refusal error={sending.error} />}
      {accepted && <div class="note good" role="status"><Icon name="circle-check" /><div><p>{accepted.message}</p>{accepted.schedule && <Next runs={accepted.schedule.next_runs} />}</div></div>}
    </form>
  );
}

function bodyOf(given: Given): AssignTask {
  const { task, when, kind, project } = given;
  return { task, project_id: project || null, ...(when.trim() && { when }), ...(kind && { kind }), ...(kind === "check" && { waiting_hours: hoursOf(given) }) };
}

/** The dialog that changes a task; its id and its reports stay. Only what was changed is sent. */
export function EditTask({ task, close }: { task: TaskView; close: () => void }) {
  const [opened] = useState<Given>(() => ({ task: task.task, when: task.schedule?.text ?? "", kind: task.kind, hours: String(task.waiting_hours ?? USUAL_HOURS), project: task.project_id ?? "" }));
  const [given, setGiven] = useState(opened);
  const change = useSend("PATCH /pa/tasks/{task_id}", () => {
    toast("The task is changed");
    close();
  });
  const times = task.schedule?.text ?? null;
  const { was, isOther, sending } = useWas(times, change);
  const send = (changes: Partial<Given>) => {
    const next = { ...given, ...changes };
    setGiven(next);
    const body = changesOf(opened, next, was);
    if (Object.keys(body).length) change.mutate({ path: { task_id: task.id }, body });
    else close();
  };
  return (
    <Dialog title="Change the task" close={close} act="Save" submit={() => send({})} sending={sending}>
      <TaskFields given={given} set={(changes) => setGiven((now) => ({ ...now, ...changes }))} error={sending.error} send={send} busy={change.isPending} />
      {isOther && <ChangedSince now={times ?? "once, at once"} />}
    </Dialog>
  );
}

function changesOf(opened: Given, next: Given, was: string | null): UpdateTask {
  const isChanged = (name: keyof Given) => next[name].trim() !== opened[name];
  return {
    ...(isChanged("task") && { task: next.task }),
    ...(isChanged("when") && next.when.trim() && { when: next.when, was: { when: was } }),
    ...(isChanged("kind") && { kind: next.kind as TaskKind }),
    ...(next.kind === "check" && (isChanged("kind") || isChanged("hours")) && { waiting_hours: hoursOf(next) }),
    ...(isChanged("project") && { project_id: (next.project || null) as string }), // null means all projects; the API's description has no null here
  };
}

/** The next runs, on the clock of the account. */
export const Next = ({ runs }: { runs: ScheduleView["next_runs"] }) => (
  <ol class="next" aria-label="Next runs">{runs.map((run) => <li key={run.utc}><time dateTime={run.utc}>{moment(run.utc)}</time><small>{relative(run.utc)}</small></li>)}</ol>
);
