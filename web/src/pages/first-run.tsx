import { useData } from "../api/data";
import type { DashboardSummary, InboxItem, ProjectView } from "../api/schema";
import { to } from "../lib/router";
import "../styles/first-run.css";
import { Icon } from "../ui/icon";
import { Card } from "../ui/parts";
import { firstRun as words } from "../words/first-run";
import { LookAtExample } from "./example";
import { screenAt, useOpenItems } from "./needs";

/** What the account's own data says of the first four steps; nothing of it is stored here. */
function steps(own: ProjectView[], waiting: InboxItem[], connected: boolean) {
  const submitted = own.filter((one) => one.submitted_at !== null);
  const draft = own.find((one) => one.status === "draft");
  const document = waiting.find((one) => one.kind === "approval" && own.some(({ id }) => id === one.project_id));
  const at = submitted[0];
  return [
    { ...words.project, href: `${to("projects")}?new=1`, done: own.length > 0 },
    { ...words.brief, href: draft ? to("projects", draft.id, "intake") : to("projects"), done: submitted.length > 0 },
    { ...words.document, ...(document && { text: words.document.ready }), href: document ? screenAt(document.path) : at ? to("projects", at.id, "documents") : to("projects"), done: own.some(({ documents }) => documents !== null && documents.approved > 0) },
    { ...words.assistant, href: `${to("developers", "keys")}?new=1`, done: connected },
  ];
}

/** The first four steps of a new account, each ticked once it is so; gone when all are. */
export function FirstRun({ summary }: { summary: DashboardSummary }) {
  const hasKey = summary.keys_active > 0;
  const projects = useData("GET /projects", { query: { limit: 100 } }, "slow").data?.projects;
  const connections = useData("GET /api/account/connections", hasKey ? null : {}).data?.connections;
  const waiting = useOpenItems().items ?? [];
  if (!projects || !(hasKey || connections)) return null;
  const own = projects.filter((one) => !one.example);
  const all = steps(own, waiting, hasKey || connections!.length > 0);
  const done = all.filter((one) => one.done).length;
  const next = all.find((one) => !one.done);
  if (!next) return null;
  const example = projects.find((one) => one.example);
  return (
    <Card title={words.title} aside={<span class="muted">{words.count(done)}</span>} flush>
      <ol class={done === all.length - 1 ? "first-steps last-step" : "first-steps"}>
        {all.map((one) => (
          <li class={one.done ? "done" : one === next ? "now" : ""} aria-current={one === next ? "step" : undefined}>
            <span class="dot">{one.done && <Icon name="check" />}</span>
            <h3>{one.title}{one.done && <span class="sr">{words.done}</span>}</h3>
            <p>{one.text}</p>
            {one === next && <a class="btn primary" href={one.href}>{one.act}</a>}
            {one !== next && !one.done && one === all[3] && <a href={one.href}>{one.act}</a>}
          </li>
        ))}
      </ol>
      <div class="first-example">
        {example ? <span>{words.has}<a href={to("projects", example.id)}>{words.hasLink}</a>.</span> : !own.length && (
          <><span>{words.offer}</span><LookAtExample /></>
        )}
      </div>
    </Card>
  );
}
