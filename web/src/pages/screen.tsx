import { to } from "../lib/router";
import { vaultLink } from "../lib/vault-link";
import { later } from "../ui/later";
import { Head } from "../ui/parts";
import { Inbox } from "./inbox";
import { Overview } from "./overview";
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

/** The screen a path names. */
export function Screen({ path }: { path: string[] }) {
  const [place = "overview", id, part, partId] = path;
  if (place === "overview") return <Overview />;
  if (place === "inbox") return <Inbox tab={id} />;
  if (place === "projects" && id && part === "intake") return <Intake id={id} key={id} />;
  if (place === "projects" && id && part === "deliverables" && partId) return <Deliverable id={partId} project={id} key={partId} />;
  if (place === "projects" && id && part === "work" && partId) return <WorkItem id={partId} project={id} key={partId} />;
  if (place === "projects" && id) return <Project id={id} part={part} key={id} />;
  if (place === "projects") return <Projects />;
  if (place === "ceo") return <Ceo id={id} />;
  if (place === "assistant" && id === "reports" && part) return <Report id={part} key={part} />;
  if (place === "assistant") return <Assistant tab={id} />;
  if (place === "vault") return <Vault request={id} link={vaultLink(path)} key={path.join("/")} />;
  if (place === "usage") return <Usage />;
  if (place === "keys" && id) return <Key id={id} key={id} />;
  if (place === "requests") return <Requests />;
  if (place === "keys") return <Keys />;
  if (place === "webhooks" && id) return <Deliveries id={id} key={id} />;
  if (place === "webhooks") return <Webhooks />;
  if (place === "settings" && id === "connections") return <ConnectionsPage />;
  if (place === "settings" && id === "log") return <SecurityLog />;
  if (place === "settings") return <Settings />;
  return (
    <Head title="There is nothing here" lead="The address may be old, or mistyped.">
      <a class="btn primary" href={to("overview")}>Go to the overview</a>
    </Head>
  );
}
