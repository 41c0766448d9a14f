import { useData } from "../api/data";
import { moment } from "../lib/format";
import { to } from "../lib/router";
import { Icon } from "../ui/icon";
import { Empty, Pill, Show } from "../ui/parts";

export function Reports() {
  const reports = useData("GET /pa/reports", { query: { limit: 50 } }, "fast");
  return (
    <Show of={reports}>
      {({ reports: list }) => list.length ? (
        <ul class="rows">
          {list.map((report) => (
            <li key={report.id}>
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
