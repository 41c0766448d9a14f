import type { ComponentChildren } from "preact";
import { useData } from "../api/data";
import { isHeld } from "../api/held";
import type { InboxItem, ProjectDetail, WorkItemView } from "../api/schema";
import { age } from "../lib/format";
import { to } from "../lib/router";
import { Icon } from "../ui/icon";
import { later } from "../ui/later";
import { Button, Card, Progress, Skeleton } from "../ui/parts";
import { inbox } from "../words/inbox";
import { overview as words } from "../words/project";
import { moves, standing } from "../words/projects";
import { board, states } from "../words/work";
import { Escalation } from "./escalation";
import { CostStat, EndStat } from "./health";
import type { Changing } from "./project-dialogs";
import { useOutdated, useRisks } from "./risks";
import { NEEDS } from "./needs";
import { hasEnded } from "./project-order";
import { buildOf, type Meter, type Move, moveOn, nextMove, percentOf, planOf, useWaiting, waitsSince } from "./standing";
import { named, pageOf, useItems, waitsFor } from "./work";

const Archived = later(() => import("./archived").then((page) => page.Archived), null);
const ExampleNote = later(() => import("./example").then((page) => page.ExampleNote), null);

const UPCOMING = 3;
const PHASES = Object.keys(standing.phase) as ProjectDetail["phase"][];
type Ask = (what: Changing | "resume") => void;

/** How a project stands: its figures, who has the next move, what comes then, and what may go wrong. */
export function Overview({ project, ask }: { project: ProjectDetail; ask: Ask }) {
  const isOver = hasEnded(project);
  const isDraft = project.status === "draft";
  return (
    <div class="stack">
      {project.archived && <Archived project={project} />}
      {project.example && <ExampleNote project={project} />}
      {isDraft && !isOver && <Callout icon="file-text" strong={words.briefOpen} text={words.briefOpenWhy}><a class="btn primary" href={to("projects", project.id, "intake")}>{words.continue}</a></Callout>}
      {project.status === "on_hold" && !isOver && <Callout icon="pause" strong={words.paused} text={words.pausedWhy}><Button kind="primary" icon="play" onClick={() => ask("resume")}>{words.resume}</Button></Callout>}
      {project.description && <p class="about"><bdi>{project.description}</bdi></p>}
      {project.status === "active" && !isOver && <Now project={project} />}
      {(!isDraft || project.budget.likely !== null || project.budget.ceiling !== null || project.deadline) && <Figures project={project} ask={isOver ? undefined : ask} />}
      {!isOver && !isDraft && <Running project={project} />}
      {isDraft && !isOver && <Card title={words.goesOn} flush><ol class="rows goes-on">{words.steps.map((step) => <li key={step}>{step}</li>)}</ol></Card>}
    </div>
  );
}

const Callout = ({ icon, strong, text, children }: { icon: string; strong: string; text: string; children: ComponentChildren }) => (
  <p class="callout"><Icon name={icon} /><span><strong>{strong}</strong> {text}</span>{children}</p>
);

/** Its figures; of a draft its estimate alone, for nothing of it is planned or built. */
function Figures({ project, ask }: { project: ProjectDetail; ask?: Ask }) {
  const outdated = useOutdated(project)?.length ?? 0;
  if (project.status === "draft") return <dl class="card stats plain"><CostStat project={project} ask={ask} /><EndStat project={project} ask={ask} /></dl>;
  return (
    <dl class="card stats four">
      <Amount name={words.plan} of={planOf(project)} said={words.planned(outdated)} />
      <Amount name={words.build} of={buildOf(project)} said={words.built} none={words.notBuilt} />
      <CostStat project={project} ask={ask} />
      <EndStat project={project} ask={ask} />
    </dl>
  );
}

const Amount = ({ name, of, said, none }: { name: string; of: Meter | null; said: string; none?: string }) => (
  <div>
    <dt>{name}</dt><dd>{of ? standing.of(of.done, of.of) : words.notStarted}</dd>
    {of && <dd class="line"><Progress percent={percentOf(of)} label={name} /></dd>}
    {(of || none) && <dd class="line">{of ? said : none}</dd>}
  </div>
);

/** What the team does now, in one line. */
function Now({ project }: { project: ProjectDetail }) {
  const items = useItems(project.id);
  const waiting = useWaiting();
  if (!waiting || !items.isFetched) return null;
  const next = project.documents?.next;
  const said = next ? words.writesNow(next) : waitsSince(project, items.data ?? [], waiting) && words.waitsNow;
  return said ? <p class="headline">{said}</p> : null;
}

function Running({ project }: { project: ProjectDetail }) {
  const items = useItems(project.id);
  const waiting = useWaiting();
  const backup = useData("GET /projects/{project_id}/escalation", { path: { project_id: project.id } });
  const isKnown = waiting && items.isFetched && backup.isFetched; // shown at once, so that nothing moves
  return (
    <div class="pair-of">
      <div class="stack">
        {isKnown ? <><Waiting project={project} items={items.data ?? []} waiting={waiting} /><Worked items={items.data ?? []} /></> : <Card title={words.yours(0)} flush><Skeleton /></Card>}
      </div>
      <div class="stack">
        {isKnown ? <Upcoming project={project} items={items.data ?? []} /> : <Card title={words.next} flush><Skeleton /></Card>}
        <Risks project={project} />
      </div>
    </div>
  );
}

/** What waits for the customer in an example, of which the inbox has nothing: going on with it, or what is to be decided in it. */
function openIn(project: ProjectDetail, items: WorkItemView[]): (Move & { icon: string; blocks?: string | null })[] {
  const next = nextMove(project, []);
  const move = (kind: "approval" | "work_submitted", said: string, href: string, since: string) => ({ by: "you" as const, said, href, since, icon: NEEDS[kind].icon, more: 0 });
  return next ? [{ ...next, icon: "play" }] : [
    ...project.deliverables.filter(({ state }) => state === "in_review").map((one) => move("approval", words.approve(one.title), to("projects", project.id, "deliverables", one.id), one.updated_at)),
    ...items.filter(({ state, id }) => state === "in_review" && !isHeld(id)).map((one) => move("work_submitted", words.review(named(one)), pageOf(one), one.updated_at)),
  ];
}

/** What waits for the customer, and who decides when they are silent. What was sent back stands document by document. */
function Waiting({ project, items, waiting }: { project: ProjectDetail; items: WorkItemView[]; waiting: InboxItem[] }) {
  const own = waiting.filter((one) => one.project_id === project.id).flatMap((one) => {
    const move = { ...moveOn(one), icon: NEEDS[one.kind].icon, blocks: inbox.blocks(one.blocks) };
    if (one.kind !== "revision") return [move];
    return project.deliverables.filter(({ state }) => state === "changes_requested")
      .map(({ id, title }) => ({ ...move, said: words.revise(title), href: to("projects", project.id, "deliverables", id) }));
  });
  const yours = project.example ? openIn(project, items) : own;
  const count = yours.filter(({ by }) => by === "you").length; // without what is snoozed
  const rows = yours.map(({ said, href, since, note, icon, blocks }) => <Row key={href} icon={icon} href={href} said={said} aside={note ?? ([blocks, since && age(since)].filter(Boolean).join(" · "))} />);
  return <Card title={words.yours(count)} flush>{rows.length ? <ul class="rows moves">{rows}</ul> : <p class="quiet-line">{words.nobody}</p>}<Escalation project={project.id} /></Card>;
}

/** The items that workers hold, and how far they are. */
function Worked({ items }: { items: WorkItemView[] }) {
  const claimed = items.filter(({ claim }) => claim);
  return claimed.length > 0 && (
    <Card title={words.inProgress} flush>
      <ul class="rows moves">{claimed.map((one) => <Row key={one.id} href={pageOf(one)} said={named(one)} aside={[one.claim!.percent !== null && board.percent(one.claim!.percent), one.claim!.worker].filter(Boolean).join(" · ")} />)}</ul>
    </Card>
  );
}

const Row = ({ icon, who, said, href, aside }: { icon?: string; who?: string; said: string; href?: string; aside?: string }) => (
  <li>
    {icon && <Icon name={icon} />}
    {who && <span class="whose"><bdi>{who}</bdi></span>}
    <span class="grow">{href ? <a class="name" href={href} dir="auto">{said}</a> : <span dir="auto">{said}</span>}</span>
    {aside && <small title={aside}><bdi>{aside}</bdi></small>}
  </li>
);

/** The next things that nobody has begun: documents of this phase, then open work, then later documents. */
function Upcoming({ project, items }: { project: ProjectDetail; items: WorkItemView[] }) {
  const waitsOf = (one: WorkItemView) => (one.state === "blocked" && waitsFor(one, items) ? board.waitsFor(waitsFor(one, items)) : states[one.state]);
  const unwritten = project.deliverables.filter((one) => one.revision === 0 && one.title !== project.documents?.next);
  const documents = (isNow: boolean) => unwritten.filter((one) => (one.phase === project.phase) === isNow)
    .map((one) => ({ id: one.id, who: one.owner, said: one.title, aside: isNow ? words.thisPhase : words.after(PHASES[PHASES.indexOf(one.phase) - 1]!), href: undefined }));
  const work = items.filter(({ state }) => state === "ready" || state === "changes_requested" || state === "blocked")
    .map((one) => ({ id: one.id, who: one.owner, said: named(one), aside: waitsOf(one), href: pageOf(one) }));
  const every = [...documents(true), ...work, ...documents(false)];
  const all = every.slice(0, UPCOMING);
  const more = every.length > UPCOMING && <a class="leads" href={to("projects", project.id, "timeline")}>{moves.more(every.length - UPCOMING)}<Icon name="arrow-right" /></a>;
  return (
    <Card title={words.next} aside={more} flush>
      {all.length ? <ul class="rows moves">{all.map(({ id, who, said, aside, href }) => <Row key={id} {...{ who, said, aside, href }} />)}</ul> : <p class="quiet-line">{words.noNext}</p>}
    </Card>
  );
}

function Risks({ project }: { project: ProjectDetail }) {
  const found = useRisks(project);
  if (!found) return <Card title={words.risks}><Skeleton lines={2} /></Card>;
  return (
    <Card title={words.risks} flush>
      {found.length ? <ul class="rows risks">{found.map(({ said, href, isCertain, tone }) => <li class={tone} key={said}><Icon name={isCertain ? "triangle-alert" : "circle-alert"} /><a class="name grow" href={href}>{said}</a><Icon name="chevron-right" /></li>)}</ul>
        : <p class="quiet-line">{words.noRisks}</p>}
    </Card>
  );
}
