import { useMemo } from "preact/hooks";
import type { CostView, InboxItem, ProjectDetail } from "../api/schema";
import { clock, relative } from "../lib/format";
import { to } from "../lib/router";
import { sourcesOf } from "../lib/sources";
import { Icon } from "../ui/icon";
import { Linked } from "../ui/linked";
import { ASSISTANT, CEO, LEADS, said as words } from "../words/ask";
import { Cards } from "./cards";
import type { Said } from "./conversation";
import { NEEDS, screenAt } from "./needs";
import { type Around, Answer, Draft, Sources } from "./sources";

const MOST_SHOWN = 5; // things that wait, beside one answer

type Lead = [project: string, act: string, page: string];

interface Props {
  message: Said;
  around: Around;
  /** What waits for the customer and is named here, and in no later message. */
  named: InboxItem[];
  isLit: boolean;
  readAgain: () => Promise<unknown>;
}

export function Message({ message, around, named, isLit, readAgain }: Props) {
  const { id, content, sender, draft, contributions } = message;
  const mine = message.sender_type === "customer";
  const answers = around.project ? CEO : ASSISTANT;
  const who = mine ? sender?.name ?? words.you : answers.name;
  const sourced = useMemo(() => sourcesOf(message), [message]);
  return (
    <article class={`msg${mine ? " mine" : ""}${isLit ? " lit" : ""}`} aria-label={mine ? who : answers.label} id={id} tabIndex={-1}>
      {!mine && <span class="ava" aria-hidden="true">{answers.mark}</span>}
      <div class="said">
        <p class="by">
          <bdi>{who}</bdi>{sender?.worker && ` · ${words.worker}`}{message.by === "model" && <ByModel cost={message.cost} />}
          {" · "}<time dateTime={message.created_at}>{clock(message.created_at)}</time>{message.run_status === "failed" && <span class="bad"> · {words.failed}</span>}
        </p>
        <div class="bubble">{mine ? <p dir="auto">{content}</p> : <Answer of={sourced} id={id} around={around} />}</div>
        {draft && <Draft text={draft} />}
        <Cards of={message.cards} talk={around.project ? { project_id: around.project } : "pa"} again={readAgain} />
        <Waiting of={named} leads={leadsOf(message, around.needs)} isOfProject={around.project !== null} />
        {contributions.length > 0 && (
          <details class="team">
            <summary><Icon name="chevron-right" />{words.team([...new Set(contributions.map((one) => one.role))].join(", "))}</summary>
            <dl>{contributions.map((one) => <><dt>{one.role}{one.opinion && ` · ${words.opinion}`}</dt><dd><Linked text={one.summary} pages={around.pages} top={3} /></dd></>)}</dl>
          </details>
        )}
        <Sources of={message.facts} at={message.created_at} around={around} />
        <i class="end" />
      </div>
    </article>
  );
}

/** The mark of an answer that a model worded, with what it took; which model is one hover away. */
const ByModel = ({ cost }: { cost: CostView | null }) => (
  <> · <span class="by-model" title={cost?.model}>{words.byModel}{cost && `, ${words.tokens(cost.input_tokens + cost.output_tokens)}`}{cost?.price_microdollars != null && `, ${words.price(cost.price_microdollars)}`}</span></>
);

/** The project's documents by their titles. */
export const documentsOf = (project: ProjectDetail | undefined): Map<string, string> =>
  new Map(project?.deliverables.map((one) => [one.title, to("projects", project.id, "deliverables", one.id)]));

/**
 * What waits for the customer, each beside the last of the answers that names it: a document by its title, anything else by
 * the records that the answer rests on or leads to.
 */
export function namedIn(messages: Said[], needs: InboxItem[], documents: Map<string, string>): Map<string, InboxItem[]> {
  const found = new Map<string, InboxItem[]>();
  let left = needs.filter((one) => one.kind !== "unread");
  for (const { id, sender_type, content, contributions, actions, cards } of [...messages].reverse()) {
    if (sender_type === "customer" || !left.length) continue;
    const pages = new Set([...documents].filter(([title]) => content.includes(title)).map(([, page]) => page));
    const records = new Set([...contributions.flatMap((one) => one.evidence), ...(actions ?? []).flatMap((one) => one.ids)]);
    const own = left.filter((one) => records.has(one.target_id) || (one.kind === "approval" && pages.has(screenAt(one.path))));
    left = left.filter((one) => !own.includes(one));
    found.set(id, own.filter((one) => !cards.some(({ request }) => request.path.endsWith(one.target_id)))); // a card does it here
  }
  return found;
}

/** What an answer of the assistant's leads to besides what the inbox lists: each with its project, its words and its page. */
function leadsOf({ actions = [] }: Said, needs: InboxItem[]): Lead[] {
  return actions.flatMap(({ type, ids, count, project }): Lead[] => {
    const [id = ""] = ids;
    const act = LEADS[type];
    if (!act || needs.some((one) => ids.includes(one.target_id) && one.kind !== "unread")) return [];
    if (type === "task") return [[project, act(count), count === 1 ? to("reports", "tasks", id) : to("reports")]];
    if (type === "webhook") return [[project, act(count), to("developers", "webhooks", id)]];
    const part = type === "message" ? ["chat"] : type === "intake" ? ["intake"] : [];
    return id.startsWith("prj_") ? [[project, act(count), to("projects", id, ...part)]] : [];
  });
}

/** Each leads to where the thing itself is done. */
function Waiting({ of, leads, isOfProject }: { of: InboxItem[]; leads: Lead[]; isOfProject: boolean }) {
  if (!of.length && !leads.length) return null;
  return (
    <ul class="cards-of" aria-label={words.waits}>
      {of.slice(0, MOST_SHOWN).map((one) => (
        <li key={one.id}>
          <Icon name={NEEDS[one.kind].icon} />
          <a class="name grow" dir="auto" href={screenAt(one.path)}>{one.title}</a>
          <small>{!isOfProject && <><bdi>{one.project_name}</bdi> · </>}<time dateTime={one.since}>{relative(one.since)}</time></small>
        </li>
      ))}
      {leads.map(([project, act, page]) => <li key={page}><Icon name="arrow-right" /><a class="name grow" href={page}>{act}</a><small dir="auto">{project}</small></li>)}
      {of.length > MOST_SHOWN && <li><a class="grow" href={to("inbox")}>{words.more(of.length - MOST_SHOWN)}</a></li>}
    </ul>
  );
}
