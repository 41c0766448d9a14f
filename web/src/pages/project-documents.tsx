import { call } from "../api/call";
import { useAction, useData } from "../api/data";
import type { ApprovalView, DeliverableSummary, ProjectDetail } from "../api/schema";
import { download, fromBase64 } from "../lib/download";
import { nearDay } from "../lib/format";
import { to } from "../lib/router";
import "../styles/work.css";
import { Button, Card, Empty, Progress, Refusal, Skeleton, Status } from "../ui/parts";
import { documents as words } from "../words/project";
import { moves, standing } from "../words/projects";
import { PHASES } from "./likely";
import { hasEnded } from "./project-order";
import { useShownState } from "./risks";
import { percentOf, planOf } from "./standing";

/** All documents of a project: those that wait for the customer, those that the brief left behind, then the others by phase. */
export function Documents({ project }: { project: ProjectDetail }) {
  const { deliverables } = project;
  const shown = useShownState(project);
  const approvals = useData("GET /projects/{project_id}/approvals", { path: { project_id: project.id } }, "slow").data?.approvals ?? [];
  if (deliverables.some((one) => !shown(one))) return <Card flush><Skeleton lines={10} /></Card>;
  if (!deliverables.length) return <Card><Empty icon="file-text" title={words.none} text={words.noneWhy} /></Card>;
  const waits = ({ state }: DeliverableSummary) => state === "in_review" && !hasEnded(project);
  const plan = planOf(project);
  const left = deliverables.filter((one) => shown(one) === "outdated");
  const first = [{ title: moves.waiting, own: deliverables.filter(waits) }, { title: words.outdated, own: left }].map((group) => ({ ...group, note: group.own.length }));
  const phases = PHASES.map((phase) => {
    const all = deliverables.filter((one) => one.phase === phase);
    const own = all.filter((one) => !waits(one) && !left.includes(one));
    return { title: standing.phase[phase], note: all[0] && words.head(all[0].owner, own.length, all.length - own.length), own };
  });
  return (
    <>
      <div class="work-head">
        {plan && <p class="meter"><Progress percent={percentOf(plan)} label={words.approvedLabel} />{words.approved(plan.done, plan.of, left.length)}</p>}
        {deliverables.some((one) => one.revision > 0) && <Archive id={project.id} />}
      </div>
      <Card flush>
        {[...first, ...phases].filter(({ note }) => note).map(({ title, note, own }) => (
          <section class="group" aria-label={title} key={title}>
            <div class="group-head"><h2>{title} <span>· {note}</span></h2></div>
            <ul class="rows">{own.map((one) => <Row key={one.id} project={project.id} document={one} waits={waits(one)} shown={shown(one)!} approval={approvals.find((other) => other.deliverable_id === one.id && other.revision === one.revision)} />)}</ul>
          </section>
        ))}
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
    <span class="acts">
      <Refusal error={fetching.error} />
      <Button icon="download" busy={fetching.isPending} onClick={() => fetching.mutate()}>{words.download[0]}<span class="sr"> {words.download[1]}</span></Button>
    </span>
  );
}

/** One of them; `approval` is that of its newest revision. */
function Row({ project, document: { id, title, revision }, waits, shown, approval }: { project: string; document: DeliverableSummary; waits: boolean; shown: string; approval: ApprovalView | undefined }) {
  const written = revision > 0;
  const page = to("projects", project, "deliverables", id);
  const isAsked = waits || shown === "outdated"; // as the head of its group says
  const label = shown === "blocked" ? words.blocked : written || shown !== "waiting" ? undefined : words.unwritten;
  return (
    <li>
      {written ? <a class="name" href={page}>{title}</a> : <span class="name muted">{title}</span>}
      <small>{written && words.revision(revision, approval && nearDay(approval.decided_at ?? approval.created_at))}</small>
      <span class="states">{!isAsked && <Status of={shown} label={label} />}</span>
      {isAsked && <a class="btn small" href={page}>{waits ? words.review : words.seeChange}<span class="sr"> {title}</span></a>}
    </li>
  );
}
