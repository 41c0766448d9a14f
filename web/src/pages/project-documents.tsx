import { call } from "../api/call";
import { useAction, useData } from "../api/data";
import type { ApprovalView, DeliverableSummary, ProjectDetail } from "../api/schema";
import { download, fromBase64 } from "../lib/download";
import { nearDay } from "../lib/format";
import { to } from "../lib/router";
import "../styles/work.css";
import { Icon } from "../ui/icon";
import { Button, Card, Empty, Progress, Refusal, Skeleton, Status } from "../ui/parts";
import { documents as words } from "../words/project";
import { moves, standing } from "../words/projects";
import { PHASES } from "./likely";
import { hasEnded } from "./project-order";
import { useOutdated, useShownState } from "./risks";
import { percentOf, planOf } from "./standing";

/** All documents of a project, in the order in which they are written; the way on leads to the first that waits for the customer. */
export function Documents({ project }: { project: ProjectDetail }) {
  const { deliverables } = project;
  const shown = useShownState(project);
  const outdated = useOutdated(project);
  const approvals = useData("GET /projects/{project_id}/approvals", { path: { project_id: project.id } }, "slow").data?.approvals ?? [];
  if (deliverables.some((one) => !shown(one))) return <Card flush><Skeleton lines={10} /></Card>;
  if (!deliverables.length) return <Card><Empty icon="file-text" title={words.none} text={words.noneWhy} /></Card>;
  const isRunning = project.status === "active" && !hasEnded(project);
  const waiting = hasEnded(project) ? [] : deliverables.filter(({ state }) => state === "in_review");
  const plan = planOf(project);
  return (
    <>
      <div class="work-head">
        {plan && <p class="meter"><Progress percent={percentOf(plan)} label={words.approvedLabel} />{words.approved(plan.done, plan.of, outdated?.length ?? 0)}</p>}
        <span class="acts">
          {isRunning && waiting[0] && <a class="btn primary" href={to("projects", project.id, "deliverables", waiting[0].id)}>{words.review(waiting.length)}<Icon name="arrow-right" /></a>}
          {deliverables.some((one) => one.revision > 0) && <Archive id={project.id} />}
        </span>
      </div>
      <Card flush>
        {PHASES.map((phase) => {
          const own = deliverables.filter((one) => one.phase === phase);
          return own[0] && (
            <section class="group" aria-label={standing.phase[phase]} key={phase}>
              <div class="group-head"><h2>{standing.phase[phase]} <span>· {own[0].owner}</span></h2></div>
              <ul class="rows">{own.map((one) => <Row key={one.id} project={project.id} document={one} waits={waiting.includes(one)} isRunning={isRunning} shown={shown(one)!} isOutdated={outdated?.includes(one)} approval={approvals.find((other) => other.deliverable_id === one.id && other.revision === one.revision)} />)}</ul>
            </section>
          );
        })}
      </Card>
    </>
  );
}

/** All documents in one file. */
function Archive({ id }: { id: string }) {
  const fetching = useAction(async () => {
    const { filename, content_type, content } = await call("GET /projects/{project_id}/archive", { path: { project_id: id } });
    download(filename, content_type, fromBase64(content));
  });
  return (
    <>
      <Refusal error={fetching.error} />
      <Button icon="download" busy={fetching.isPending} onClick={() => fetching.mutate()}>{words.download[0]}<span class="sr"> {words.download[1]}</span></Button>
    </>
  );
}

interface Listed {
  project: string;
  document: DeliverableSummary;
  waits: boolean;
  isRunning: boolean;
  shown: string;
  /** Whether the brief has left it behind, in whatever state it is. */
  isOutdated: boolean | undefined;
  /** That of its newest revision. */
  approval: ApprovalView | undefined;
}

function Row({ project, document: { id, title, revision }, waits, isRunning, shown, isOutdated, approval }: Listed) {
  const written = revision > 0;
  const page = to("projects", project, "deliverables", id);
  const label = waits ? moves.waiting : shown === "blocked" ? words.blocked : written || shown !== "waiting" ? undefined : words.unwritten;
  const act = waits && isRunning ? words.read : shown === "outdated" ? words.seeChange : shown === "changes_requested" && isRunning && words.revise;
  return (
    <li>
      {written ? <a class="name" href={page}>{title}</a> : <span class="name muted">{title}</span>}
      <small>{written && words.revision(revision, approval && nearDay(approval.decided_at ?? approval.created_at))}</small>
      <span class="states"><Status of={shown} label={label} />{isOutdated && shown !== "outdated" && <Status of="outdated" />}</span>
      {act && <a class="btn small" href={page}>{act}<span class="sr"> {title}</span></a>}
    </li>
  );
}
