import { useData } from "../api/data";
import { download } from "../lib/download";
import { moment } from "../lib/format";
import { to } from "../lib/router";
import { Linked } from "../ui/linked";
import { Button, Head, Pill, Show } from "../ui/parts";
import { report as words, reports } from "../words/reports";

/** A report to read, by the words of its schedule as in the list; its projects lead to their pages. */
export function Report({ id }: { id: string }) {
  const report = useData("GET /pa/reports/{report_id}", { path: { report_id: id } });
  const { data: task, error } = useData("GET /pa/tasks/{task_id}", report.data ? { path: { task_id: report.data.task_id } } : null); // none where it was deleted
  const projects = useData("GET /projects", { query: { limit: 100 } }).data?.projects ?? [];
  const pages = new Map(projects.map((one) => [one.name, to("projects", one.id)]));
  const save = ({ title, content }: { title: string; content: string }) => download(`${fileName(title)}.md`, "text/markdown;charset=utf-8", content);
  return (
    <>
      <Head title={task?.task ?? (error && report.data?.title) ?? words.title} back={[to("reports"), reports.title]} lead={report.data && <><bdi>{report.data.title}</bdi> · {moment(report.data.created_at)}</>}>
        {report.data && (
          <>
            {!report.data.succeeded && <Pill tone="bad">{reports.failed}</Pill>}
            {task && <a class="btn" href={to("reports", "tasks", task.id)}>{words.task}</a>}
            <Button icon="download" onClick={() => save(report.data!)}>{words.download}</Button>
          </>
        )}
      </Head>
      <Show of={report} lines={6}>{(data) => <article class="paper" aria-label={data.title}><Linked text={data.content} pages={pages} /></article>}</Show>
    </>
  );
}

const fileName = (title: string): string => title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "").slice(0, 60) || "report";
