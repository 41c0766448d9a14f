import { useInfiniteQuery } from "@tanstack/react-query";
import { call } from "../api/call";
import { client, SLOW, useData } from "../api/data";
import type { ReportSummary, TaskView } from "../api/schema";
import { moment } from "../lib/format";
import { to, useParam } from "../lib/router";
import { Button, Card, Empty, Head, Pill, Show, Status } from "../ui/parts";
import { reports as words, task as said, tells } from "../words/reports";
import { NewTask } from "./task-form";

/** Tasks, the next to run first, and what their runs left, the latest first. */
export function Reports() {
  const [isNew, setNew] = useParam("new");
  return (
    <>
      <Head title={words.title}><Button kind="primary" icon="plus" onClick={() => setNew("1")}>{words.add}</Button></Head>
      <Tasks />
      <Results />
      {isNew && <NewTask close={() => setNew("", true)} />}
    </>
  );
}

const useTasks = () =>
  useInfiniteQuery({
    queryKey: ["pa", "GET /pa/tasks", "pages"], queryFn: ({ pageParam: cursor }) => call("GET /pa/tasks", { query: { limit: 100, cursor } }), initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined, refetchInterval: SLOW,
  }, client);

const useReports = () =>
  useInfiniteQuery({
    queryKey: ["pa", "GET /pa/reports", "pages"], queryFn: ({ pageParam: before }) => call("GET /pa/reports", { query: { limit: 30, before } }), initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined, refetchInterval: SLOW,
  }, client);

/** One that is done is found by its reports. */
function Tasks() {
  const tasks = useTasks();
  const projects = useData("GET /projects", { query: { limit: 100 } }).data?.projects ?? [];
  const nameOf = ({ project_id }: TaskView) => (project_id ? projects.find((one) => one.id === project_id)?.name ?? said.project : said.all);
  return (
    <Card title={words.tasks} flush>
      <Show of={tasks}>
        {({ pages }) => {
          const live = pages.flatMap((page) => page.tasks).filter((one) => one.status !== "done").sort((a, b) => (a.next_run_at ?? "9").localeCompare(b.next_run_at ?? "9"));
          return live.length ? <ul class="rows">{live.map((task) => <Task of={task} about={nameOf(task)} key={task.id} />)}</ul> : <Empty icon="calendar-clock" title={words.noTasks} text={words.noTasksWhy} />;
        }}
      </Show>
      {tasks.hasNextPage && <p class="pad"><Button kind="ghost" busy={tasks.isFetchingNextPage} onClick={() => tasks.fetchNextPage()}>{words.moreTasks}</Button></p>}
    </Card>
  );
}

const Task = ({ of: { id, task, schedule, kind, waiting_hours, next_run_at, status, failures }, about }: { of: TaskView; about: string }) => (
  <li>
    <span class="grow">
      <a class="name" dir="auto" href={to("reports", "tasks", id)}>{task}</a>
      <small>{tells(kind, waiting_hours)}{schedule && ` · ${schedule.text}`} · <bdi>{about}</bdi></small>
    </span>
    {failures > 0 && <Pill tone="bad">{words.failed}</Pill>}
    {status !== "active" && !failures && <Status of={status} />}
    {next_run_at && <time class="muted" dateTime={next_run_at}>{words.next(moment(next_run_at))}</time>}
  </li>
);

function Results() {
  const reports = useReports();
  const tasks = useTasks().data?.pages.flatMap((page) => page.tasks) ?? [];
  return (
    <Card title={words.results} flush>
      <Show of={reports}>
        {({ pages }) => {
          const all = pages.flatMap((page) => page.reports);
          return all.length ? <ul class="rows">{all.map((one) => <Result of={one} task={tasks.find(({ id }) => id === one.task_id)?.task} key={one.id} />)}</ul> : <Empty icon="file-text" title={words.noResults} text={words.noResultsWhy} />;
        }}
      </Show>
      {reports.hasNextPage && <p class="pad"><Button kind="ghost" busy={reports.isFetchingNextPage} onClick={() => reports.fetchNextPage()}>{words.more}</Button></p>}
    </Card>
  );
}

/** A report by the words of its schedule; by its own title where that was deleted. */
const Result = ({ of: { id, title, succeeded, created_at }, task = title }: { of: ReportSummary; task?: string }) => (
  <li>
    <span class="grow">
      <a class="name" dir="auto" href={to("reports", id)}>{task}</a>
      {task !== title && <small dir="auto">{title}</small>}
    </span>
    {!succeeded && <Pill tone="bad">{words.failed}</Pill>}
    <time class="muted" dateTime={created_at}>{moment(created_at)}</time>
  </li>
);
