import { useLayoutEffect } from "preact/hooks";
import { moved } from "../lib/addresses";
import { replacePath, to } from "../lib/router";
import { vaultLink } from "../lib/vault-link";
import { later } from "../ui/later";
import { Head } from "../ui/parts";
import { shell } from "../words/shell";
import { Inbox } from "./inbox";
import { Project } from "./project";
import { Projects } from "./projects";

const Assistant = later(() => import("./assistant").then((page) => page.Assistant));
const Ceo = later(() => import("./ceo").then((page) => page.Ceo));
const Deliverable = later(() => import("./deliverable").then((page) => page.Deliverable));
const Intake = later(() => import("./intake").then((page) => page.Intake));
const Key = later(() => import("./key").then((page) => page.Key));
const Keys = later(() => import("./keys").then((page) => page.Keys));
const Requests = later(() => import("./requests").then((page) => page.Requests));
const Report = later(() => import("./report").then((page) => page.Report));
const SecurityLog = later(() => import("./security-log").then((page) => page.SecurityLog));
const ConnectionsPage = later(() => import("./connections").then((page) => page.ConnectionsPage));
const Settings = later(() => import("./settings").then((page) => page.Settings));
const Usage = later(() => import("./usage").then((page) => page.Usage));
const Vault = later(() => import("./vault").then((page) => page.Vault));
const WorkItem = later(() => import("./work-item").then((page) => page.WorkItem));
const Webhooks = later(() => import("./webhooks").then((page) => page.Webhooks));
const Deliveries = later(() => import("./webhook-deliveries").then((page) => page.Deliveries));

/** The screen a path names; an older address leads to the one of today. */
export function Screen({ path }: { path: string[] }) {
  const today = moved(path);
  useLayoutEffect(() => {
    if (today) replacePath(today);
  });
  if (today) return null;
  const [place, id, part, partId] = path;
  switch (place) {
    case "inbox": return <Inbox tab={id} />;
    case "projects": return id ? <InProject id={id} part={part} partId={partId} /> : <Projects />;
    case "ask": return id ? <Ceo id={id} /> : <Assistant tab={undefined} />;
    case "reports": return id ? <Report id={id} key={id} /> : <Assistant tab="tasks" />;
    case "developers": return <ForDevelopers tab={id} id={part} />;
    case "settings": return <OfAccount path={path} />;
    default: return <NotFound />;
  }
}

function InProject({ id, part, partId }: { id: string; part?: string; partId?: string }) {
  return <Project id={id} part={part} key={id}>{pageIn(id, part, partId)}</Project>;
}

/** A page in a project that has a heading of its own. */
function pageIn(id: string, part?: string, partId?: string) {
  if (part === "intake") return <Intake id={id} />;
  if (part === "deliverables" && partId) return <Deliverable id={partId} project={id} key={partId} />;
  if (part === "work" && partId) return <WorkItem id={partId} project={id} key={partId} />;
  return part === "chat" ? <Ceo id={id} /> : undefined;
}

function ForDevelopers({ tab = "keys", id }: { tab?: string; id?: string }) {
  switch (tab) {
    case "keys": return id ? <Key id={id} key={id} /> : <Keys />;
    case "connections": return <ConnectionsPage />;
    case "webhooks": return id ? <Deliveries id={id} key={id} /> : <Webhooks />;
    case "logs": return <Requests />;
    case "usage": return <Usage />;
    default: return <NotFound />;
  }
}

function OfAccount({ path }: { path: string[] }) {
  const [, section, id] = path;
  if (section === "vault") return <Vault request={id} link={vaultLink(path.slice(1))} key={path.join("/")} />;
  if (section === "log") return <SecurityLog />;
  return <Settings />;
}

const NotFound = () => <Head title={shell.noPage} lead={shell.noPageWhy}><a class="btn primary" href={to("inbox")}>{shell.toInbox}</a></Head>;
