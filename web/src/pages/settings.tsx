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
import { Password } from "./password";
import { Profile } from "./profile";
import { LinkToLog, Security } from "./security";
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
      <Sections label={words.title} kind="listed" sections={LINKS} here={here} />
      <div>{section === "log" ? <SecurityLog /> : PAGES[here](rest)}</div>
    </div>
  );
}

const Form = ({ section, lead, children }: { section: Section; lead?: string; children: ComponentChildren }) => <><Head title={words.sections[section]} lead={lead} /><div class="stack narrow">{children}</div></>;

const PAGES: Record<Section, (rest: string[]) => ComponentChildren> = {
  profile: () => <Form section="profile"><Profile /><Address /></Form>,
  notifications: () => <Form section="notifications" lead={notifications.lead}><Notifications /></Form>,
  security: () => <Form section="security"><Password /><Security /><Sessions /><LinkToLog /></Form>,
  approvers: () => <Form section="approvers" lead={approvers.lead}><Approvers /></Form>,
  vault: (rest) => <Vault request={rest[0]} link={vaultLink(["vault", ...rest])} key={rest.join("/")} />,
  data: () => <Form section="data" lead={data.lead}><Leave /></Form>,
};
