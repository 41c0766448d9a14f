import type { JSX } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { moved } from "../lib/addresses";
import { pathOf, replacePath, to } from "../lib/router";
import { later } from "../ui/later";
import { Head } from "../ui/parts";
import { shell } from "../words/shell";
import { Inbox } from "./inbox";

const Ask = later(() => import("./ask").then((page) => page.Ask));
const Deliverable = later(() => import("./deliverable").then((page) => page.Deliverable));
const Intake = later(() => import("./intake").then((page) => page.Intake));
const Key = later(() => import("./key").then((page) => page.Key));
const Keys = later(() => import("./keys").then((page) => page.Keys));
const Requests = later(() => import("./requests").then((page) => page.Requests));
const Project = later(() => import("./project").then((page) => page.Project));
const Projects = later(() => import("./projects").then((page) => page.Projects));
const Report = later(() => import("./report").then((page) => page.Report));
const Connections = later(() => import("./connections").then((page) => page.Connections));
const Reports = later(() => import("./reports").then((page) => page.Reports));
const Task = later(() => import("./task").then((page) => page.Task));
const Settings = later(() => import("./settings").then((page) => page.Settings));
const Usage = later(() => import("./usage").then((page) => page.Usage));
const WorkItem = later(() => import("./work-item").then((page) => page.WorkItem));
const Webhooks = later(() => import("./webhooks").then((page) => page.Webhooks));
const Deliveries = later(() => import("./webhook-deliveries").then((page) => page.Deliveries));

/** The screen a path names; an older address leads to the one of today. */
export function Screen({ path }: { path: string[] }) {
  const today = moved(path);
  useLayoutEffect(() => {
    if (today) replacePath(today);
  });
  return today ? null : screenAt(path);
}

/** Whoever points at a link will most likely press it: its screen's script is fetched before. */
function fetchAhead({ target }: Event) {
  const href = (target as Element).closest?.("a")?.getAttribute("href");
  const screen = href?.startsWith("#/") && screenAt(pathOf(href));
  for (const one of screen ? [screen, screen.props.children] : []) one?.type.load?.().catch(() => undefined);
}
for (const event of ["pointerover", "focusin"]) addEventListener(event, fetchAhead);

function screenAt(path: string[]): JSX.Element {
  const [place, id, part, partId] = path;
  switch (place) {
    case "inbox": return <Inbox tab={id} />;
    case "projects": return id ? <Project id={id} part={part} key={id}>{pageIn(id, part, partId)}</Project> : <Projects />;
    case "ask": return <Ask project={id} />;
    case "reports": return id === "tasks" && part ? <Task id={part} key={part} /> : id ? <Report id={id} key={id} /> : <Reports />;
    case "developers": return forDevelopers(id, part);
    case "settings": return <Settings path={path} />;
    default: return <NotFound />;
  }
}

/** A page in a project that has a heading of its own. */
function pageIn(id: string, part?: string, partId?: string) {
  if (part === "intake") return <Intake id={id} />;
  if (part === "deliverables" && partId) return <Deliverable id={partId} project={id} key={partId} />;
  if (part === "work" && partId) return <WorkItem id={partId} project={id} key={partId} />;
  return undefined;
}

function forDevelopers(tab = "keys", id?: string) {
  switch (tab) {
    case "keys": return id ? <Key id={id} key={id} /> : <Keys />;
    case "connections": return <Connections />;
    case "webhooks": return id ? <Deliveries id={id} key={id} /> : <Webhooks />;
    case "logs": return <Requests />;
    case "usage": return <Usage />;
    default: return <NotFound />;
  }
}

const NotFound = () => <Head title={shell.noPage} lead={shell.noPageWhy}><a class="btn primary" href={to("inbox")}>{shell.toInbox}</a></Head>;
