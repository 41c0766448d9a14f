import { useState } from "preact/hooks";
import { call } from "../api/call";
import { useAction, useData, useSend } from "../api/data";
import type { DeliverableSummary, ProjectDetail } from "../api/schema";
import { download, fromBase64 } from "../lib/download";
import { day, money, plural, relative, words } from "../lib/format";
import { to } from "../lib/router";
import { Dialog } from "../ui/dialog";
import { Icon } from "../ui/icon";
import { later } from "../ui/later";
import { Button, Card, Head, Pill, Progress, Refusal, Show, Status } from "../ui/parts";
import { toast } from "../ui/toast";
import { Escalation } from "./escalation";
import type { Changing } from "./project-dialogs";

const Activity = later(() => import("./activity").then((page) => page.Activity));
const Archived = later(() => import("./archived").then((page) => page.Archived), null);
const Board = later(() => import("./board").then((page) => page.Board));
const Brief = later(() => import("./brief").then((page) => page.Brief));
const ChangeProject = later(() => import("./project-dialogs").then((page) => page.ChangeProject), null);
const ExampleNote = later(() => import("./example").then((page) => page.ExampleNote), null);
const Timeline = later(() => import("./timeline").then((page) => page.Timeline));
const DeleteProject = later(() => import("./deleted-projects").then((page) => page.DeleteProject));

type Action = "pause" | "resume" | "cancel" | "complete";
const PHASES = ["intake", "planning", "design", "development", "launch"] as const;
const WORKING = PHASES.slice(1);

/** Fast while the team is at work, which is while nothing is the customer's move: a document may come at any moment. */
const pace = ({ status, archived, deliverables, pending_approvals }: ProjectDetail) => {
  const any = (state: DeliverableSummary["state"]) => deliverables.some((one) => one.state === state);
  return status === "active" && !archived && !pending_approvals && any("waiting") && !any("changes_requested") ? "fast" : "slow";
};

const PARTS = { brief: Brief, work: Board, timeline: Timeline, activity: Activity };

/** A project: its overview, or the `part` of it that the address names. */
export function Project({ id, part }: { id: string; part?: string }) {
  const project = useData("GET /projects/{project_id}", { path: { project_id: id } }, pace);
  const [asking, setAsking] = useState<Action | null>(null);
  const [renaming, setRenaming] = useState(false);
  const status = project.data?.status;
  const Part = part && Object.hasOwn(PARTS, part) ? PARTS[part as keyof typeof PARTS] : undefined;
  return (
    <>
      <Head title={project.data?.name ?? "Project"} back={[to("projects"), "Projects"]} lead={project.data?.description && <bdi>{project.data.description}</bdi>}>
        {status && (
          <>
            {project.data?.example && <Pill>Example</Pill>}
            {isOpen(project.data!) && <Button icon="pencil" onClick={() => setRenaming(true)}>Rename</Button>}
            <a class="btn" href={to("ceo", id)}><Icon name="message-square" />Ask the CEO</a>
            {status === "active" && isOpen(project.data!) && <Button icon="pause" onClick={() => setAsking("pause")}>Pause</Button>}
            {status === "on_hold" && isOpen(project.data!) && <Button kind="primary" icon="play" onClick={() => setAsking("resume")}>Resume</Button>}
          </>
        )}
      </Head>
      {project.data?.archived && <Archived project={project.data} />}
      {project.data?.example && !Part && <ExampleNote project={project.data} />}
      <Tabs id={id} part={Part && part} work={project.data?.work} />
      <Show of={project} lines={6}>{(data) => (Part ? <Part project={data} /> : <Body project={data} ask={setAsking} />)}</Show>
      {renaming && project.data && <ChangeProject what="name" project={project.data} close={() => setRenaming(false)} />}
      {asking && <ChangeStatus id={id} action={asking} close={() => setAsking(null)} />}
    </>
  );
}

function Tabs({ id, part, work }: { id: string; part?: string; work?: ProjectDetail["work"] }) {
  const tab = (name: string | undefined, text: string, count?: string) => (
    <a class="tab" href={to("projects", id, ...(name ? [name] : []))} aria-current={name === part ? "page" : undefined}>{text}{count && <span>{count}</span>}</a>
  );
  return (
    <nav class="bar tabs" aria-label="Project">
      {tab(undefined, "Overview")}{tab("brief", "Brief")}{tab("work", "Work", work ? `${work.done}/${work.items}` : undefined)}{tab("timeline", "Timeline")}{tab("activity", "Activity")}
    </nav>
  );
}

function Body({ project, ask }: { project: ProjectDetail; ask: (action: Action) => void }) {
  const [deleting, setDeleting] = useState(false);
  return (
    <>
      <Phases project={project} />
      {project.status === "draft" && (
        <p class="callout">
          <Icon name="file-text" /><span><strong>The brief is not finished.</strong> Answer the questions, look at the estimate, then submit it.</span>
          <a class="btn primary" href={to("projects", project.id, "intake")}>Continue the intake</a>
        </p>
      )}
      {project.open_credential_requests > 0 && (
        <p class="callout warn">
          <Icon name="lock" /><span><strong>{plural(project.open_credential_requests, "credential")} asked for.</strong> Work that needs it waits.</span>
          <a class="btn" href={to("vault")}>Go to the vault</a>
        </p>
      )}
      <Figures project={project} />
      <Documents project={project} />
      {isOpen(project) && project.status !== "draft" && <Escalation project={project.id} />}
      <p class="foot">
        {isOpen(project) && project.status !== "draft" && <button type="button" class="link" onClick={() => ask("complete")}>Say that it is complete</button>}
        {isOpen(project) && <button type="button" class="link bad" onClick={() => ask("cancel")}>Cancel this project</button>}
        <button type="button" class="link bad" onClick={() => setDeleting(true)}>Delete this project</button>
      </p>
      {deleting && <DeleteProject project={project} close={() => setDeleting(false)} />}
    </>
  );
}

/** Whether anything about it can still change. */
const isOpen = ({ status, archived }: ProjectDetail) => !archived && status !== "completed" && status !== "cancelled";

function Phases({ project }: { project: ProjectDetail }) {
  const at = project.phase === "complete" ? PHASES.length : PHASES.indexOf(project.phase);
  return (
    <ol class="phases" aria-label="Phases">
      {PHASES.map((phase, index) => (
        <li class={index < at ? "past" : index === at ? "now" : ""} aria-current={index === at ? "step" : undefined}>
          <span class="dot">{index < at && <Icon name="check" />}</span>{words(phase)}
          {index < at && <span class="sr">, done</span>}
        </li>
      ))}
    </ol>
  );
}

/** How it stands, in the server's words and figures. */
function Figures({ project }: { project: ProjectDetail }) {
  const { status, progress, budget, eta, deadline, pending_approvals, said, archived } = project;
  const [changing, setChanging] = useState<Changing | null>(null);
  const over = budget.ceiling !== null && budget.forecast !== null && budget.forecast > budget.ceiling;
  const late = eta !== null && deadline !== null && eta > deadline;
  const change = (what: Changing, isSet: boolean) => isOpen(project) && <dd class="line"><button type="button" class="link" onClick={() => setChanging(what)}>{isSet ? "Change" : "Set"} the {what}</button></dd>;
  const line = (text: string, isBad = false) => text && <dd class={isBad ? "line bad" : "line"}>{text}</dd>;
  const [name, amount] = archived ? ["Spent", budget.spent] : budget.forecast === null || status === "draft" ? ["Likely cost", budget.likely] : ["Forecast", budget.forecast];
  return (
    <>
      <dl class="card stats four">
        <div><dt>Status</dt><dd class="text"><Status of={status} /></dd>{line(said.state)}<dd class="line">{pending_approvals ? `${plural(pending_approvals, "document")} to decide` : "Nothing to decide"}</dd></div>
        <div><dt>Progress</dt><dd>{progress} %</dd><dd class="line"><Progress percent={progress} label="Progress" /></dd>{line(said.progress)}</div>
        <div>
          <dt>{name}</dt><dd class={over ? "bad" : ""}>{money(amount, budget.currency)}</dd>
          {line(said.forecast || said.cost)}{line(said.ceiling, over)}{line(said.spent)}{change("ceiling", budget.ceiling !== null)}
        </div>
        <div><dt>Expected</dt><dd>{eta ? day(eta) : "—"}</dd>{line(said.expected)}{line(said.deadline || (deadline ? `Deadline ${day(deadline)}` : ""), late)}{change("deadline", deadline !== null)}</div>
      </dl>
      {changing && <ChangeProject what={changing} project={project} close={() => setChanging(null)} />}
    </>
  );
}

function Documents({ project }: { project: ProjectDetail }) {
  if (!project.deliverables.length) return null;
  return (
    <Card title="Documents" aside={project.deliverables.some((one) => one.revision > 0) && <Archive id={project.id} />} flush>
      {WORKING.map((phase) => {
        const own = project.deliverables.filter((one) => one.phase === phase);
        return own.length > 0 && (
          <section class="group" aria-label={words(phase)}>
            <h3>{words(phase)} <span>{own[0]?.owner}</span></h3>
            <ul class="rows">{own.map((one) => <Row project={project} document={one} />)}</ul>
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
      <Button kind="ghost" icon="download" busy={fetching.isPending} onClick={() => fetching.mutate()}>Download all<span class="sr"> documents</span></Button>
    </span>
  );
}

function Row({ project: { id: project, archived }, document }: { project: ProjectDetail; document: DeliverableSummary }) {
  const written = document.revision > 0;
  const waits = document.state === "in_review" && !archived;
  return (
    <li>
      <span class="grow">
        {written ? <a class="name" href={to("projects", project, "deliverables", document.id)}>{document.title}</a> : <span class="name muted">{document.title}</span>}
        <small>{written ? `Revision ${document.revision}, ${relative(document.updated_at)}` : document.state === "blocked" ? "Waits for a credential" : "Not written yet"}</small>
      </span>
      <Status of={document.state} label={waits ? "Needs your decision" : undefined} />
      {waits && <a class="btn small primary" href={to("projects", project, "deliverables", document.id)}>Review<span class="sr"> {document.title}</span></a>}
    </li>
  );
}

const QUESTIONS: Record<Action, [string, string, string, string]> = {
  pause: ["Pause this project?", "The team stops where it is. You can resume at any time.", "Pause", "Keep going"],
  resume: ["Resume this project?", "The team goes on where it stopped.", "Resume", "Not yet"],
  cancel: ["Cancel this project?", "The work ends for good. What was written stays readable, and a cancelled project can’t be resumed.", "Cancel project", "Keep project"],
  complete: ["Is this project complete?", "It ends here, whatever is still open in it: nothing waits for your decision any more, and it can’t be resumed. What was written stays readable.", "It is complete", "Not yet"],
};

function ChangeStatus({ id, action, close }: { id: string; action: Action; close: () => void }) {
  const [title, text, act, dismiss] = QUESTIONS[action];
  const change = useSend("POST /projects/{project_id}/status", () => {
    toast({ pause: "Paused", resume: "The team is at work again", cancel: "Cancelled", complete: "The project is complete" }[action]);
    close();
  });
  return <Dialog title={title} danger={action === "cancel" || action === "complete"} close={close} dismiss={dismiss} act={act} submit={() => change.mutate({ path: { project_id: id }, body: { action } })} sending={change}><p>{text}</p></Dialog>;
}
