import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useData, useProjects, useSend } from "../api/data";
import type { DeliverableSummary, ProjectDetail } from "../api/schema";
import { to } from "../lib/router";
import "../styles/projects.css";
import { Dialog } from "../ui/dialog";
import { Icon } from "../ui/icon";
import { later } from "../ui/later";
import { Menu } from "../ui/menu";
import { Pill, Show, Status } from "../ui/parts";
import { Sections } from "../ui/sections";
import { sayAndClose } from "../ui/toast";
import { project as words, statusChanges } from "../words/project";
import { standing } from "../words/projects";
import { PLACE } from "../words/shell";
import { Overview } from "./project-overview";
import type { Changing } from "./project-dialogs";
import { hasEnded } from "./project-order";
import { buildOf, planOf, stateOf } from "./standing";

const Access = later(() => import("./vault").then((page) => page.Access));
const Board = later(() => import("./board").then((page) => page.Board));
const Chat = later(() => import("./chat").then((page) => page.Chat));
const Brief = later(() => import("./brief").then((page) => page.Brief));
const ChangeProject = later(() => import("./project-dialogs").then((page) => page.ChangeProject), null);
const DeleteProject = later(() => import("./deleted-projects").then((page) => page.DeleteProject));
const Documents = later(() => import("./project-documents").then((page) => page.Documents));
const Timeline = later(() => import("./timeline").then((page) => page.Timeline));

type Action = keyof typeof statusChanges;
type Asking = Action | Changing | "delete";

const PARTS = { brief: Brief, documents: Documents, work: Board, timeline: Timeline, chat: Chat, access: Access };
type Tab = keyof typeof words.tabs;
/** The tab that a page of its own belongs to. */
const TAB_OF: Record<string, Tab> = { intake: "brief", deliverables: "documents" };

/** Fast while the team is at work, which is while nothing is the customer's move: a document may come at any moment. */
const pace = ({ status, archived, deliverables, pending_approvals }: ProjectDetail) => {
  const any = (state: DeliverableSummary["state"]) => deliverables.some((one) => one.state === state);
  return status === "active" && !archived && !pending_approvals && any("waiting") && !any("changes_requested") ? "fast" : "slow";
};

/** A project: one head and one row of tabs above the `part` that the address names, or above `children`; all of these but the intake have a heading of their own. */
export function Project({ id, part, children }: { id: string; part?: string; children?: ComponentChildren }) {
  const project = useData("GET /projects/{project_id}", { path: { project_id: id } }, pace);
  const [asking, setAsking] = useState<Asking | null>(null);
  const tab = TAB_OF[part ?? ""] ?? (part && Object.hasOwn(words.tabs, part) ? (part as Tab) : "overview");
  const Part = Object.hasOwn(PARTS, tab) ? PARTS[tab as keyof typeof PARTS] : null;
  const isTitle = !children || part === "intake";
  return (
    <div class={isTitle ? "project" : "project inner"}>
      <ProjectHead id={id} project={project.data} tab={tab} isTitle={isTitle} ask={setAsking} />
      <Tabs id={id} project={project.data} current={tab} />
      {children ?? <Show of={project} lines={6}>{(data) => (Part ? <Part project={data} /> : <Overview project={data} ask={setAsking} />)}</Show>}
      {asking && project.data && <Asked what={asking} project={project.data} close={() => setAsking(null)} />}
    </div>
  );
}

/** Where one is: the same on every page of the project. `isTitle`: its name is the heading of the page. */
function ProjectHead({ id, project, tab, isTitle, ask }: { id: string; project?: ProjectDetail; tab: Tab; isTitle: boolean; ask: (asking: Asking) => void }) {
  const listed = useProjects().data?.pages[0]?.projects; // as in the menu
  const name = project?.name ?? listed?.find((one) => one.id === id)?.name ?? words.project;
  useEffect(() => {
    if (isTitle) document.title = `${[...(tab === "overview" ? [] : [words.tabs[tab]]), name].join(" · ")} · Atrium`;
  }, [isTitle, tab, name]);
  return (
    <>
      {!isTitle && <a class="back" href={to("projects", id, tab)}><Icon name="chevron-right" /><span class="clip" dir="auto">{name}</span> / {words.tabs[tab]}</a>}
      <header class="project-head">
        <a class="root" href={to("projects")}>{PLACE.projects}<Icon name="chevron-right" /></a>
        {isTitle ? <h1 tabIndex={-1} dir="auto">{name}</h1> : <a class="title" href={to("projects", id)} dir="auto">{name}</a>}
        {project && <><Status of={project.archived ? "" : project.status} label={stateOf(project)} />{project.example && <Pill>{standing.example}</Pill>}</>}
        {project && <Menu label={words.menu} trigger={<Icon name="ellipsis" />} items={choices(project, ask)} />}
      </header>
    </>
  );
}

/** What can be done with the project as a whole. */
function choices(project: ProjectDetail, ask: (asking: Asking) => void) {
  const { status, budget, deadline } = project;
  const remove = { label: words.delete, icon: "trash-2", danger: true, act: () => ask("delete") };
  if (hasEnded(project)) return [remove];
  const isDraft = status === "draft";
  return [
    { label: words.rename, icon: "pencil", act: () => ask("name") },
    { label: words.ceiling(budget.ceiling !== null), icon: "chart-column", act: () => ask("ceiling") },
    { label: words.deadline(deadline !== null), icon: "calendar-clock", act: () => ask("deadline") },
    null,
    ...(status === "active" ? [{ label: words.pause, icon: "pause", act: () => ask("pause") }] : []),
    ...(status === "on_hold" ? [{ label: words.resume, icon: "play", act: () => ask("resume") }] : []),
    ...(isDraft ? [] : [{ label: words.complete, icon: "circle-check", act: () => ask("complete") }]),
    { label: words.cancel, icon: "ban", danger: true, act: () => ask("cancel") },
    remove,
  ];
}

function Tabs({ id, project, current }: { id: string; project?: ProjectDetail; current: Tab }) {
  const counts: Partial<Record<Tab, ReturnType<typeof planOf>>> = project ? { documents: planOf(project), work: buildOf(project) } : {};
  const sections = (Object.keys(words.tabs) as Tab[]).map((tab) => {
    const count = counts[tab];
    const path = tab === "overview" ? [] : [tab === "brief" && project?.status === "draft" ? "intake" : tab];
    return [tab, <>{words.tabs[tab]}{count && <span>{count.done}/{count.of}</span>}</>, to("projects", id, ...path)] as const;
  });
  return <Sections label={words.project} kind="tabbed" sections={sections} here={current} />;
}

/** The dialog for what was chosen. */
function Asked({ what, project, close }: { what: Asking; project: ProjectDetail; close: () => void }) {
  if (what === "delete") return <DeleteProject project={project} close={close} />;
  return Object.hasOwn(statusChanges, what) ? <ChangeStatus id={project.id} action={what as Action} close={close} /> : <ChangeProject what={what as Changing} project={project} close={close} />;
}

function ChangeStatus({ id, action, close }: { id: string; action: Action; close: () => void }) {
  const [title, text, act, dismiss, done] = statusChanges[action];
  const change = useSend("POST /projects/{project_id}/status", sayAndClose(done, close));
  return <Dialog title={title} danger={action === "cancel" || action === "complete"} close={close} dismiss={dismiss} act={act} submit={() => change.mutate({ path: { project_id: id }, body: { action } })} sending={change}><p>{text}</p></Dialog>;
}
