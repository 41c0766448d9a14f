import { useData } from "../api/data";
import { moment } from "../lib/format";
import { Markdown } from "../lib/markdown";
import { to } from "../lib/router";
import { Card, Head, Show } from "../ui/parts";

export function Report({ id }: { id: string }) {
  const report = useData("GET /pa/reports/{report_id}", { path: { report_id: id } });
  return (
    <>
      <Head title={report.data?.title ?? "Report"} back={[to("assistant", "reports"), "Reports"]} lead={report.data && moment(report.data.created_at)} />
      <Card><Show of={report} lines={6}>{(data) => <article class="paper" aria-label={data.title}><Markdown text={data.content.replace(/^# .*\n/, "")} /></article>}</Show></Card>
    </>
  );
}
