import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "preact/hooks";
import { call } from "../api/call";
import { client, type Sending, useData, useSend } from "../api/data";
import type { AssignTask, ReadSchedule, ScheduleView, TaskKind, TaskView, UpdateTask } from "../api/schema";
import { moment, relative } from "../lib/format";
import { forget, remember, remembered } from "../lib/kept";
import { ownKey } from "../lib/review";
import { go } from "../lib/router";
import { ChangedSince, useWas } from "../ui/changed-since";
import { Dialog } from "../ui/dialog";
import { SelectField, TextArea, TextField } from "../ui/fields";
import { Button } from "../ui/parts";
import { sayAndClose, toast } from "../ui/toast";
import { common } from "../words/common";
import { form as words, KINDS, report, reports, task as said } from "../words/reports";

const USUAL_HOURS = "24";
const PAUSE = 400; // milliseconds without a key before the server reads a schedule

/** What is typed. An empty kind lets the server choose; `hours` count for a check alone. */
interface Given {
  task: string;
  when: string;
  kind: TaskKind | "";
  hours: string;
  project: string;
}
const NOTHING: Given = { task: "", when: "", kind: "", hours: USUAL_HOURS, project: "" };

interface Fields {
  given: Given;
  set: (changes: Partial<Given>) => void;
  sending: Sending;
  /** The task that is changed; a new one has no times yet. */
  of?: TaskView;
}

function TaskFields({ given, set, sending: { error }, of }: Fields) {
  const projects = (useData("GET /projects", { query: { limit: 100 } }).data?.projects ?? []).filter((one) => !one.example);
  const reading = useReading(given, of);
  const wrong = error?.fields ?? {};
  const kinds = Object.entries(KINDS) as [TaskKind, string][];
  const suggested = reading.data?.kind;
  return (
    <>
      <TextArea label={words.task} rows={2} placeholder={of ? undefined : words.example} value={given.task} set={(task) => set({ task })} error={wrong.task} />
      <div>
        <TextField label={words.when} autocomplete="off" maxLength={1000} placeholder={words.whenExample} value={given.when} set={(when) => set({ when })} error={wrong.when} hint={of ? words.whenKept : words.whenHint} />
        <Reading of={reading} isSaid={Boolean(wrong.when ?? wrong.task)} kept={of} set={set} />
      </div>
      <div class="pair">
        <SelectField label={words.kind} value={given.kind} set={(kind) => set({ kind: kind as Given["kind"] })} error={wrong.kind} options={of ? kinds : [["", words.automatic(suggested ? KINDS[suggested] : undefined)], ...kinds]} />
        <SelectField label={words.about} value={given.project} set={(project) => set({ project })} error={wrong.project_id} options={[["", said.all], ...projects.map((one): [string, string] => [one.id, one.name])]} />
      </div>
      {given.kind === "check" && <TextField label={words.hours} type="number" inputmode="numeric" min={1} step={1} value={given.hours} set={(hours) => set({ hours })} error={wrong.waiting_hours} />}
    </>
  );
}

/** How the server reads what is typed, once nobody types. Nothing is assigned by it. */
function useReading({ task, when }: Given, of: TaskView | undefined) {
  const isKept = of && (!when.trim() || when === of.schedule?.text);
  const now: ReadSchedule | null = isKept || !(when.trim() || task.trim()) ? null : { ...(!of && task.trim() && { task }), ...(when.trim() && { when }) };
  const sent = JSON.stringify(now);
  const [asked, ask] = useState(sent);
  useEffect(() => {
    const timer = setTimeout(() => ask(sent), PAUSE);
    return () => clearTimeout(timer);
  }, [sent]);
  const body: ReadSchedule | null = sent === "null" ? null : JSON.parse(asked);
  const read = useQuery({ queryKey: ["pa", "POST /pa/schedule", body], queryFn: () => call("POST /pa/schedule", { body: body! }), enabled: body !== null, placeholderData: keepPreviousData }, client);
  return { data: body ? read.data : undefined, error: body ? read.error : null, isBusy: body !== null && (sent !== asked || read.isFetching) };
}

/** When it would run: said at once, and again with every change of the words. */
function Reading({ of: { data, error, isBusy }, isSaid, kept, set }: { of: ReturnType<typeof useReading>; isSaid: boolean; kept: TaskView | undefined; set: Fields["set"] }) {
  const suggestion = error?.suggestion;
  const schedule = data ? data.schedule : kept?.schedule;
  return (
    <div class="reads" aria-live="polite" aria-busy={isBusy}>
      {error && !isSaid && <p class="hint">{error.message}</p>}
      {suggestion && <p><Button icon="calendar-clock" onClick={() => set({ when: suggestion.when, ...(suggestion.task && !kept && { task: suggestion.task }) })}>{words.use(suggestion.when)}</Button></p>}
      {!error && schedule && <><p><strong>{schedule.text}</strong></p><Next runs={schedule.next_runs} />{data?.note && <p class="hint">{data.note}</p>}</>}
      {!error && data && !schedule && <p>{words.now}</p>}
    </div>
  );
}

/** The dialog that adds a task. What is typed stays in this tab until it is sent. */
export function NewTask({ close }: { close: () => void }) {
  const key = ownKey("task");
  const [given, setGiven] = useState<Given>(() => ({ ...NOTHING, ...JSON.parse(remembered(key) ?? "{}") }));
  const set = (changes: Partial<Given>) => {
    const next = { ...given, ...changes };
    setGiven(next);
    remember(key, JSON.stringify(next));
  };
  const sending = useSend("POST /pa/task", ({ task_id, same_as }) => {
    forget(key);
    toast(same_as.length ? words.twice : words.added);
    go("reports", "tasks", task_id);
  });
  return (
    <Dialog title={reports.add} close={close} act={words.create} submit={() => sending.mutate({ body: bodyOf(given) })} sending={sending}>
      <TaskFields given={given} set={set} sending={sending} />
    </Dialog>
  );
}

function bodyOf({ task, when, kind, hours, project }: Given): AssignTask {
  return { task, project_id: project || null, ...(when.trim() && { when }), ...(kind && { kind }), ...(kind === "check" && { waiting_hours: Number(hours) }) };
}

/** The dialog that changes a task; its id and its reports stay. Only what was changed is sent. */
export function EditTask({ task, close }: { task: TaskView; close: () => void }) {
  const [opened] = useState<Given>(() => ({ task: task.task, when: task.schedule?.text ?? "", kind: task.kind, hours: String(task.waiting_hours ?? USUAL_HOURS), project: task.project_id ?? "" }));
  const [given, setGiven] = useState(opened);
  const change = useSend("PATCH /pa/tasks/{task_id}", sayAndClose(common.saved, close));
  const times = task.schedule?.text ?? null;
  const { was, isOther, sending } = useWas(times, change);
  const save = () => {
    const body = changesOf(opened, given, was);
    if (Object.keys(body).length) change.mutate({ path: { task_id: task.id }, body });
    else close();
  };
  return (
    <Dialog title={report.task} close={close} act={common.save} submit={save} sending={sending}>
      <TaskFields given={given} set={(changes) => setGiven({ ...given, ...changes })} sending={sending} of={task} />
      {isOther && <ChangedSince now={times ?? words.once} />}
    </Dialog>
  );
}

function changesOf(opened: Given, next: Given, was: string | null): UpdateTask {
  const isChanged = (name: keyof Given) => next[name].trim() !== opened[name];
  return {
    ...(isChanged("task") && { task: next.task }),
    ...(isChanged("when") && next.when.trim() && { when: next.when, was: { when: was } }),
    ...(isChanged("kind") && { kind: next.kind as TaskKind }),
    ...(next.kind === "check" && (isChanged("kind") || isChanged("hours")) && { waiting_hours: Number(next.hours) }),
    ...(isChanged("project") && { project_id: (next.project || null) as string }), // null means all projects; the API's description has no null here
  };
}

/** The next runs, on the clock of the account. */
const Next = ({ runs }: { runs: ScheduleView["next_runs"] }) => (
  <ol class="next" aria-label={said.next}>{runs.map((run) => <li key={run.utc}><time dateTime={run.utc}>{moment(run.utc)}</time><small>{relative(run.utc)}</small></li>)}</ol>
);
