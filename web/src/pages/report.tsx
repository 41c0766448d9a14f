import { useData } from "../api/data";
import type { ReportView } from "../api/schema";
import { download } from "../lib/download";
import { moment } from "../lib/format";
import { to } from "../lib/router";
import { Linked } from "../ui/linked";
import { Button, Head, Pill, Show } from "../ui/parts";
import { report as words, reports } from "../words/reports";

type Need = { project_id: string | null; ids: string[] };

/** Where a project's needs are met, by the kind of their records. */
const PLACES: Record<string, string[]> = { apr: ["documents"], crq: ["access"], wrk: ["work"] };
const NEEDS = /^## Needs you\n(?:(?!## ).*\n?)*/m;

/** Its text, in which the needs lead to where they are met: one line for each, those of a project together, at the place of the first. */
function linked({ content, data }: ReportView): string {
  const needs = (data.needs_attention ?? []) as Need[];
  const ahead = [...new Set(needs.map((one) => one.project_id))].flatMap((id) => needs.filter((one) => one.project_id === id));
  return content.replace(NEEDS, (section) => section.replace(/^- (?!\*\*)(.*)$/gm, (line, said: string) => {
    const { project_id, ids } = ahead.shift() ?? { project_id: null, ids: [] };
    return project_id ? `- [${said}](${to("projects", project_id, ...(PLACES[ids[0]?.slice(0, 3) ?? ""] ?? []))})` : line;
  }));
}

/** A report to read; its projects and what they need lead to their pages. */
export function Report({ id }: { id: string }) {
  const report = useData("GET /pa/reports/{report_id}", { path: { report_id: id } });
  const task = useData("GET /pa/tasks/{task_id}", report.data ? { path: { task_id: report.data.task_id } } : null).data; // none where it was deleted
  const projects = useData("GET /projects", { query: { limit: 100 } }).data?.projects ?? [];
  const pages = new Map(projects.map((one) => [one.name, to("projects", one.id)]));
  const save = ({ title, content, created_at }: ReportView) => download(`${fileName(`${title} ${created_at.slice(0, 10)}`)}.md`, "text/markdown;charset=utf-8", content);
  return (
    <>
      <Head title={report.data?.title ?? words.title} back={[to("reports"), reports.title]} lead={report.data && <>{moment(report.data.created_at)}{task && <> · <bdi>“{task.task}”</bdi></>}</>}>
        {report.data && (
          <>
            {!report.data.succeeded && <Pill tone="bad">{reports.failed}</Pill>}
            {task && <a class="btn" href={to("reports", "tasks", task.id)}>{task.status === "done" ? words.runs : words.task}</a>}
            <Button icon="download" onClick={() => save(report.data!)}>{words.download}</Button>
          </>
        )}
      </Head>
      <Show of={report} lines={6}>{(data) => <article class="paper" aria-label={data.title}><Linked text={linked(data)} pages={pages} /></article>}</Show>
    </>
  );
}

const fileName = (title: string): string => title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "").slice(0, 60) || "report";
