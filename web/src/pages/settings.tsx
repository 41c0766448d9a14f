import type { ComponentChildren } from "preact";
import { to } from "../lib/router";
import { vaultLink } from "../lib/vault-link";
import "../styles/settings.css";
import { later } from "../ui/later";
import { Head } from "../ui/parts";
import { Sections } from "../ui/sections";
import { approvers, data, notifications, settings as words } from "../words/settings";
import { Address } from "./address";
import { Approvers } from "./approvers";
import { Leave } from "./leave";
import { Notifications } from "./notifications";
import { Profile } from "./profile";
import { Security } from "./security";
import { Sessions } from "./sessions";

const SecurityLog = later(() => import("./security-log").then((page) => page.SecurityLog));
const Vault = later(() => import("./vault").then((page) => page.Vault));

type Section = keyof typeof words.sections;
const SECTIONS = Object.keys(words.sections) as Section[];
const LINKS = SECTIONS.map((section) => [section, words.sections[section], to("settings", section)] as const);

/** `settings/<section>`: each section is a page, beside the list of all. */
export function Settings({ path: [, section = "profile", ...rest] }: { path: string[] }) {
  const here = section === "log" ? "security" : SECTIONS.find((one) => one === section) ?? "profile";
  return (
    <div class="settings">
      <div class="places"><p>{words.title}</p><Sections label={words.title} kind="listed" sections={LINKS} here={here} /></div>
      <div>{section === "log" ? <SecurityLog /> : PAGES[here](rest)}</div>
    </div>
  );
}

const Form = ({ section, lead, acts, children }: { section: Section; lead?: string; acts?: ComponentChildren; children: ComponentChildren }) => <><Head title={words.sections[section]} lead={lead}>{acts}</Head><div class="stack narrow">{children}</div></>;

const PAGES: Record<Section, (rest: string[]) => ComponentChildren> = {
  profile: () => <Form section="profile"><Profile /><Address /></Form>,
  notifications: () => <Form section="notifications" lead={notifications.lead}><Notifications /></Form>,
  security: () => <Form section="security" acts={<a class="btn" href={to("settings", "log")}>{words.log}</a>}><Security /><Sessions /></Form>,
  approvers: () => <Form section="approvers" lead={approvers.lead}><Approvers /></Form>,
  vault: (rest) => <Vault request={rest[0]} link={vaultLink(["vault", ...rest])} key={rest.join("/")} />,
  data: () => <Form section="data" lead={data.lead}><Leave /></Form>,
};
