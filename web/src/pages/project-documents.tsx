import { call } from "../api/call";
import { useAction } from "../api/data";
import type { DeliverableSummary, ProjectDetail } from "../api/schema";
import { download, fromBase64 } from "../lib/download";
import { relative } from "../lib/format";
import { to } from "../lib/router";
import { Button, Card, Empty, Pill, Refusal, Status } from "../ui/parts";
import { documents as words, project as names } from "../words/project";
import { standing } from "../words/projects";
import { useOutdated } from "./risks";
import { hasEnded } from "./project-order";

const PHASES = ["planning", "design", "development", "launch"] as const;

/** All documents of a project, phase by phase. */
export function Documents({ project }: { project: ProjectDetail }) {
  const { deliverables } = project;
  const outdated = useOutdated(project);
  if (!deliverables.length) return <Card><Empty icon="file-text" title={words.none} text={words.noneWhy} /></Card>;
  return (
    <Card title={names.tabs.documents} aside={deliverables.some((one) => one.revision > 0) && <Archive id={project.id} />} flush>
      {PHASES.map((phase) => {
        const own = deliverables.filter((one) => one.phase === phase);
        return own.length > 0 && (
          <section class="group" aria-label={standing.phase[phase]} key={phase}>
            <h3>{standing.phase[phase]} <span>{own[0]!.owner}</span></h3>
            <ul class="rows">{own.map((one) => <Row project={project} document={one} isOutdated={outdated.some(({ id }) => id === one.id)} key={one.id} />)}</ul>
          </section>
        );
      })}
    </Card>
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
      <Button kind="ghost" icon="download" busy={fetching.isPending} onClick={() => fetching.mutate()}>{words.download[0]}<span class="sr"> {words.download[1]}</span></Button>
    </span>
  );
}

function Row({ project, document: { id, title, state, revision, updated_at }, isOutdated }: { project: ProjectDetail; document: DeliverableSummary; isOutdated: boolean }) {
  const written = revision > 0;
  const waits = state === "in_review" && !hasEnded(project);
  const page = to("projects", project.id, "deliverables", id);
  return (
    <li>
      {written ? <a class="name" href={page}>{title}</a> : <span class="name muted">{title}</span>}
      <small>{written ? words.revision(revision, relative(updated_at)) : state === "blocked" ? words.blocked : words.unwritten}</small>
      <span class="states">
        {(written || state !== "waiting") && <Status of={state} label={waits ? words.decide : undefined} />}
        {isOutdated && <Pill tone="warn">{words.outdated}</Pill>}
      </span>
      {waits && <a class="btn small" href={page}>{words.review}<span class="sr"> {title}</span></a>}
    </li>
  );
}
