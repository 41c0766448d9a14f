import { useData, useSend } from "../api/data";
import { download } from "../lib/download";
import { moment } from "../lib/format";
import { to } from "../lib/router";
import { Linked } from "../ui/linked";
import { Button, Card, Head, Refusal, Show } from "../ui/parts";
import "../styles/talk.css";

/** A report: its projects lead to their pages. */
export function Report({ id }: { id: string }) {
  const path = { report_id: id };
  const report = useData("GET /pa/reports/{report_id}", { path });
  const projects = useData("GET /projects", { query: { limit: 100 } }).data?.projects ?? [];
  const pages = new Map(projects.map((one) => [one.name, to("projects", one.id)]));
  return (
    <>
      <Head title={report.data?.title ?? "Report"} back={[to("assistant", "reports"), "Reports"]} lead={report.data && moment(report.data.created_at)}>
        {report.data && <><ByMail task={report.data.task_id} /><Button icon="download" onClick={() => download(`${fileName(report.data!.title)}.md`, "text/markdown;charset=utf-8", report.data!.content)}>Markdown</Button></>}
      </Head>
      <Card>
        <Show of={report} lines={6}>
          {(data) => (
            <article class="paper" aria-label={data.title}><Linked text={data.content} pages={pages} /></article>
          )}
        </Show>
      </Card>
    </>
  );
}

/** Whether the reports of its task come by mail; a task that was deleted sends no more. */
function ByMail({ task }: { task: string }) {
  const path = { task_id: task };
  const found = useData("GET /pa/tasks/{task_id}", { path }).data;
  const change = useSend("PATCH /pa/tasks/{task_id}");
  if (!found || found.status === "done") return null;
  return (
    <>
      <Button kind="ghost" icon={found.mail ? "mail" : "mail-x"} aria-pressed={found.mail} busy={change.isPending} onClick={() => change.mutate({ path, body: { mail: !found.mail } })}>By mail<span class="sr">: reports of this task</span></Button>
      <Refusal error={change.error} />
    </>
  );
}

const fileName = (title: string): string => title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "").slice(0, 60) || "report";
