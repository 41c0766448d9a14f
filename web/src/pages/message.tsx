import { useMemo } from "preact/hooks";
import type { CostView, InboxItem, MessageView, ProjectDetail } from "../api/schema";
import { clock, plural } from "../lib/format";
import { to } from "../lib/router";
import { sourcesOf } from "../lib/sources";
import { Icon } from "../ui/icon";
import { Linked } from "../ui/linked";
import { Cards } from "./cards";
import { Facts } from "./facts";
import { NEEDS, screenAt } from "./needs";
import { Answer, Draft } from "./sources";

interface Props {
  message: MessageView;
  project_id: string;
  project: ProjectDetail | undefined;
  /** What waits for the customer in this project, and what of it is named here and in no later message. */
  needs: InboxItem[];
  named: InboxItem[];
  isLit: boolean;
  /** Whether it was new when the conversation was opened. */
  isNew: boolean;
  readAgain: () => Promise<unknown>;
}

export function Message({ message, project_id, project, needs, named, isLit, isNew, readAgain }: Props) {
  const mine = message.sender_type === "customer";
  const who = mine ? message.sender?.name ?? "You" : "CEO";
  const pages = pagesOf(project);
  const sourced = useMemo(() => sourcesOf(message), [message]);
  return (
    <article class={`msg${mine ? " mine" : ""}${isLit ? " lit" : ""}`} aria-label={mine ? who : "The CEO"} id={message.id} tabIndex={-1}>
      {!mine && <span class="ava" aria-hidden="true">A</span>}
      <div class="said">
        <div class="bubble">{mine ? <p dir="auto">{message.content}</p> : <Answer of={sourced} id={message.id} pages={pages} project={project_id} needs={needs} />}</div>
        {message.draft && <Draft text={message.draft} />}
        <Cards of={message.cards} talk={{ project_id }} again={readAgain} />
        <Waiting of={named} />
        {message.contributions.length > 0 && (
          <details class="team">
            <summary><Icon name="users" />{[...new Set(message.contributions.map((one) => one.role))].join(", ")} consulted</summary>
            <dl>{message.contributions.map((one) => <><dt>{one.role}{one.opinion && " · opinion"}</dt><dd>{<Linked text={one.summary} pages={pages} top={3} />}</dd></>)}</dl>
          </details>
        )}
        <Facts of={sourced.rest} project={project_id} needs={needs} />
        <footer>{isNew && <strong class="new-mark">New · </strong>}{who}{message.sender?.worker && " · worker"}{message.by === "model" && <ByModel cost={message.cost} />} · <time dateTime={message.created_at}>{clock(message.created_at)}</time>{message.run_status === "failed" && <span class="bad"> · could not be answered yet</span>}</footer>
      </div>
    </article>
  );
}

/** The mark of an answer that a model worded, with what it took; which model is one hover away. */
const ByModel = ({ cost }: { cost: CostView | null }) => (
  <> · <span class="by-model" title={cost?.model}>by model{cost && `, ${plural(cost.input_tokens + cost.output_tokens, "token")}`}</span></>
);

/** The project's documents by their titles. */
const pagesOf = (project: ProjectDetail | undefined): Map<string, string> =>
  new Map(project?.deliverables.map((one) => [one.title, to("projects", project.id, "deliverables", one.id)]));

/**
 * What waits for the customer, each beside the last of the CEO's messages that names it: a document by its title,
 * anything else by the records that the message rests on.
 */
export function namedIn(messages: MessageView[], needs: InboxItem[], project: ProjectDetail | undefined): Map<string, InboxItem[]> {
  const documents = [...pagesOf(project)];
  const found = new Map<string, InboxItem[]>();
  let left = needs.filter((one) => one.kind !== "unread");
  for (const { id, sender_type, content, contributions } of [...messages].reverse()) {
    if (sender_type === "customer" || !left.length) continue;
    const pages = new Set(documents.filter(([title]) => content.includes(title)).map(([, page]) => page));
    const evidence = new Set(contributions.flatMap((one) => one.evidence));
    const own = left.filter((one) => (one.kind === "approval" ? pages.has(screenAt(one.path)) : evidence.has(one.target_id)));
    left = left.filter((one) => !own.includes(one));
    found.set(id, own);
  }
  return found;
}

/** Each leads to where the thing itself is done. */
const Waiting = ({ of }: { of: InboxItem[] }) =>
  of.length ? (
    <ul class="cards-of" aria-label="Waits for you">
      {of.map((one) => (
        <li key={one.id}>
          <Icon name={NEEDS[one.kind].icon} />
          <span class="grow" dir="auto">{one.sentence}{one.revision !== null && <small>Revision {one.revision}</small>}</span>
          <a class="btn small" href={screenAt(one.path)}>{NEEDS[one.kind].act}<span class="sr">: {one.sentence}</span></a>
        </li>
      ))}
    </ul>
  ) : null;
