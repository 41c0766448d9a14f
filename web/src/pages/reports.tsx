import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ComponentChildren } from "preact";
import type { ApiError } from "../api/call";
import { useData, usePages } from "../api/data";
import type { ReportSummary, TaskView } from "../api/schema";
import { near, words as readable } from "../lib/format";
import { to, useParam } from "../lib/router";
import { Icon } from "../ui/icon";
import { Button, Card, Empty, Head, Pill, Show, Status } from "../ui/parts";
import { reports as words, task as said, titleOf } from "../words/reports";
import { NewTask } from "./task-form";
import { useUnconfirmed } from "./unverified";

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

/** A card of rows, and what shows more of them. */
const Listed = <P,>({ title, of, more, children }: { title: string; of: UseInfiniteQueryResult<InfiniteData<P>, ApiError>; more: string; children: (pages: P[]) => ComponentChildren }) => (
  <Card title={title} flush>
    <Show of={of}>{({ pages }) => children(pages)}</Show>
    {of.hasNextPage && <p class="pad"><Button kind="ghost" busy={of.isFetchingNextPage} onClick={() => of.fetchNextPage()}>{more}</Button></p>}
  </Card>
);

/** One that is done is found by its reports. */
function Tasks() {
  const tasks = usePages("GET /pa/tasks", { limit: 100 });
  const projects = useData("GET /projects", { query: { limit: 100 } }).data?.projects ?? [];
  const nameOf = ({ project_id }: TaskView) => (project_id ? projects.find((one) => one.id === project_id)?.name ?? said.project : said.all);
  return (
    <Listed title={words.tasks} of={tasks} more={words.moreTasks}>
      {(pages) => {
        const live = pages.flatMap((page) => page.tasks).filter((one) => one.status !== "done").sort((a, b) => (a.next_run_at ?? "9").localeCompare(b.next_run_at ?? "9"));
        return live.length ? <ul class="rows">{live.map((task) => <Task of={task} about={nameOf(task)} key={task.id} />)}</ul> : <Empty icon="calendar-clock" title={words.noTasks} text={words.noTasksWhy} />;
      }}
    </Listed>
  );
}

const Task = ({ of: task, about }: { of: TaskView; about: string }) => {
  const { id, schedule, next_run_at, last_run_at, status, failures } = task;
  const held = useUnconfirmed();
  return (
    <li class="linked">
      <span class="grow">
        <a class="name" dir="auto" href={to("reports", "tasks", id)}>{titleOf(task)}</a>
        <small>{schedule && `${readable(schedule.text)} · `}<bdi>{about}</bdi></small>
      </span>
      <span class="beside-name">
        {next_run_at ? <time dateTime={next_run_at}>{words.next(near(next_run_at))}</time> : <span>{words.noRun}</span>}
        <small>{words.mailed(task.mail, held)} · {last_run_at ? words.last(near(last_run_at)) : words.neverRan}</small>
      </span>
      {failures > 0 && <Pill tone="bad">{words.failed}</Pill>}
      {status !== "active" && !failures && <Status of={status} />}
      <Icon name="chevron-right" />
    </li>
  );
};

function Results() {
  const reports = usePages("GET /pa/reports", { limit: 30 }, "before");
  return (
    <Listed title={words.results} of={reports} more={words.more}>
      {(pages) => {
        const all = pages.flatMap((page) => page.reports);
        return all.length ? <ul class="rows">{all.map((one) => <Result of={one} key={one.id} />)}</ul> : <Empty icon="file-text" title={words.noResults} text={words.noResultsWhy} />;
      }}
    </Listed>
  );
}

const Result = ({ of: { id, title, summary, succeeded, created_at } }: { of: ReportSummary }) => (
  <li class="linked">
    <span class="grow">
      <a class="name" dir="auto" href={to("reports", id)}>{title}</a>
      {summary && <small dir="auto">{summary}</small>}
    </span>
    <time class="beside-name" dateTime={created_at}>{readable(near(created_at))}</time>
    {!succeeded && <Pill tone="bad">{words.failed}</Pill>}
    <Icon name="chevron-right" />
  </li>
);
