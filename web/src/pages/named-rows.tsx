import type { ComponentChildren } from "preact";
import { isHeld } from "../api/held";
import type { ActionView, DeliverableSummary, InboxItem, ProjectDetail } from "../api/schema";
import { age, moment } from "../lib/format";
import { to } from "../lib/router";
import { Icon } from "../ui/icon";
import { Status } from "../ui/parts";
import { LEADS, said as words } from "../words/ask";
import type { Said } from "./conversation";
import { NEEDS, screenAt } from "./needs";
import type { Around } from "./sources";

const MOST_SHOWN = 5; // things that wait, beside one answer

/** What a message may name: a document or a request for access, as it is now. */
export interface Thing {
  page: string;
  icon: string;
  revision?: number; // the newest of a document
  /** Undefined while it is not known yet. */
  state: string | undefined;
}
type Named = { title: string; about: string };

const NAMED = /^- \*\*(.+?)\*\*(.*)$/;
const plain = (text: string): string => text.replace(/\\(.)|\*\*/g, "$1");

/** Whether lines of the message begin with a name, perhaps that of a thing. */
export const namesThings = ({ content }: Said): boolean => content.split("\n").some((line) => NAMED.test(line));

/**
 * The text without the lines that rows stand for: those that begin with the name of a thing, and those that count what waits
 * (`listed`). A row keeps what its line says besides.
 */
export function withoutRows(text: string, things: Map<string, Thing>, listed: Set<string>): { text: string; named: Named[] } {
  const named: Named[] = [];
  const kept = text.split("\n").filter((line) => {
    const [, name = "", about = ""] = NAMED.exec(line) ?? [];
    if (things.has(plain(name))) named.push({ title: plain(name), about: plain(about).replace(/^\W+/, "") });
    return !things.has(plain(name)) && !listed.has(plain(line.slice(2)));
  });
  return { text: kept.join("\n"), named };
}

export const documentThings = (project: ProjectDetail | undefined, shown: (document: DeliverableSummary) => string | undefined): [string, Thing][] =>
  (project?.deliverables ?? []).map((one) => [one.title, { page: to("projects", project!.id, "deliverables", one.id), icon: "file-text", revision: one.revision, state: shown(one) }]);

/**
 * What waits for the customer, each beside the last of the answers that names it: a document by its title, anything else by
 * the records that the answer rests on or leads to, in the order of the inbox.
 */
export function namedIn(messages: Said[], needs: InboxItem[], things: Map<string, Thing>): Map<string, InboxItem[]> {
  const found = new Map<string, InboxItem[]>();
  let left = needs.filter((one) => one.kind !== "unread");
  for (const { id, sender_type, content, contributions, actions, cards } of [...messages].reverse()) {
    if (sender_type === "customer" || !left.length) continue;
    const pages = new Set([...things].filter(([title]) => plain(content).includes(title)).map(([, { page }]) => page));
    const records = [...contributions.flatMap((one) => one.evidence), ...(actions ?? []).flatMap((one) => one.ids)];
    const own = left.filter((one) => records.includes(one.target_id) || pages.has(screenAt(one.path)));
    left = left.filter((one) => !own.includes(one));
    found.set(id, own.filter((one) => !cards.some(({ request }) => request.path.endsWith(one.target_id)))); // a card does it here
  }
  return found;
}

/** What of an answer's counts the rows beside it say one by one. */
export const countedIn = ({ facts, actions = [] }: Said, waits: InboxItem[], leads: Lead[]): Set<string> =>
  new Set(facts.filter(({ id, record }) => {
    const ids = actions.find((one) => one.ids.includes(record))?.ids ?? [];
    return id.startsWith("needs.") && (waits.some((one) => ids.includes(one.target_id)) || leads.some(([, , page]) => page.includes(record)));
  }).map(({ text }) => text));

type Lead = [project: string, act: string, page: string];

/** What an answer of the assistant's leads to besides what the inbox lists: each with its project, its words and its page. */
export function leadsOf({ actions = [] }: Said, needs: InboxItem[]): Lead[] {
  return actions.flatMap(({ type, ids, count, project }: ActionView): Lead[] => {
    const [id = ""] = ids;
    const act = LEADS[type];
    if (!act || needs.some((one) => ids.includes(one.target_id) && one.kind !== "unread")) return [];
    if (type === "task") return [[project, act(count), count === 1 ? to("reports", "tasks", id) : to("reports")]];
    if (type === "webhook") return [[project, act(count), to("developers", "webhooks", id)]];
    const part = type === "message" ? ["chat"] : type === "intake" ? ["intake"] : [];
    return id.startsWith("prj_") ? [[project, act(count), to("projects", id, ...part)]] : [];
  });
}

/** What a message names or leads to, in one list: each with its present state, or with what is to be done about it. */
export function NamedRows({ named, waits, leads, around }: { named: Named[]; waits: InboxItem[]; leads: Lead[]; around: Around }) {
  const things = named.map(({ title, about }) => {
    const thing = around.things.get(title)!;
    const [, number, by] = /^revision (\d+)(, by [^,]*)?/.exec(about) ?? [];
    const now = number && Number(number) !== thing.revision ? `revision ${thing.revision}${by ?? ""}` : about; // the rest is said of the other one
    return { title, about: now, ...thing, item: waits.find((one) => screenAt(one.path) === thing.page) };
  });
  const others = waits.filter((one) => !isHeld(one.target_id) && things.every(({ item }) => item !== one));
  if (!things.length && !others.length && !leads.length) return null;
  return (
    <ul class="cards-of" aria-label={things.length ? words.named : words.waits}>
      {things.map(({ title, about, page, icon, state, item }) => (
        <Row key={page} icon={icon} href={page} said={title} about={about}>
          {!item ? state && <Status of={state} label={state === "in_review" ? words.waits : undefined} /> : isHeld(item.target_id) ? <Status of="approved" /> : <span class="leads">{NEEDS[item.kind].act}</span>}
        </Row>
      ))}
      {others.slice(0, MOST_SHOWN).map((one) => (
        <Row key={one.id} icon={NEEDS[one.kind].icon} href={screenAt(one.path)} said={one.title}>
          <small>{!around.project && <><bdi>{one.project_name}</bdi> · </>}<time dateTime={one.since} title={moment(one.since)}>{age(one.since)}</time></small>
        </Row>
      ))}
      {leads.map(([project, act, page]) => <Row key={page} icon="arrow-right" href={page} said={act}><small dir="auto">{project}</small></Row>)}
      {others.length > MOST_SHOWN && <Row icon="inbox" href={to("inbox")} said={words.more(others.length - MOST_SHOWN)} />}
    </ul>
  );
}

const Row = ({ icon, href, said, about, children }: { icon: string; href: string; said: string; about?: string; children?: ComponentChildren }) => (
  <li>
    <Icon name={icon} />
    <span class="grow"><a class="name" dir="auto" href={href}>{said}</a>{about && <small class="clip" title={about}>{about}</small>}</span>
    {children}
    <Icon name="chevron-right" />
  </li>
);
