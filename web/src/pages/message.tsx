import { useState } from "preact/hooks";
import { call } from "../api/call";
import type { CostView, InboxItem, MessageView, ProjectDetail } from "../api/schema";
import { clock, plural } from "../lib/format";
import { Markdown, Wording } from "../lib/markdown";
import { marked, type Source, sourcesOf } from "../lib/receipt";
import { to } from "../lib/router";
import { Icon } from "../ui/icon";
import { NEEDS, screenAt } from "./needs";
import { namingOf, SourceList, useReceipt, wordingOf } from "./sources";

interface Props {
  message: MessageView;
  project_id: string;
  project: ProjectDetail | undefined;
  /** What waits in the project. */
  needs: InboxItem[];
  isNewest: boolean;
  isLit: boolean;
}

export function Message({ message, project_id, project, needs, isNewest, isLit }: Props) {
  const mine = message.sender_type === "customer";
  const [wanted, want] = useState(isNewest && !mine);
  const found = useReceipt(() => call("GET /agents/{project_id}/messages/{message_id}/receipt", { path: { project_id, message_id: message.id } }), wanted && !mine);
  const naming = namingOf(project);
  const sources = found.receipt ? sourcesOf(found.receipt, naming) : [];
  const name = (id: string): string => naming(id, found.receipt?.records?.find((one) => one.id === id)?.type ?? "record");
  const documents = new Map(project?.deliverables.map((one) => [one.title, to("projects", project.id, "deliverables", one.id)]));
  const of = (text: string): Source[] => sources.filter((one) => one.text === text);
  const said = (text: string, content: string) => (
    <Wording.Provider value={wordingOf(documents, of(text), name)}><Markdown text={marked(content, of(text))} top={3} /></Wording.Provider>
  );
  const ask = () => want(true);
  return (
    <article class={`msg${mine ? " mine" : ""}${isLit ? " lit" : ""}`} aria-label={mine ? "You" : "The CEO"} id={message.id} tabIndex={-1} onPointerEnter={ask} onFocusCapture={ask}>
      {!mine && <span class="ava" aria-hidden="true">A</span>}
      <div class="said">
        <div class="bubble">{mine ? <p dir="auto">{message.content}</p> : said("content", message.content)}</div>
        {!mine && (isNewest || !message.reply_to) && <Cards of={namedIn(message, needs, documents)} />}
        {message.contributions.length > 0 && (
          <details class="team">
            <summary><Icon name="users" />{[...new Set(message.contributions.map((one) => one.role))].join(", ")} consulted</summary>
            <dl>{message.contributions.map((one, index) => <><dt>{one.role}{one.opinion && " · opinion"}</dt><dd>{said(`contributions.${index}`, one.summary)}</dd></>)}</dl>
          </details>
        )}
        {!mine && (
          <details class="team rests" onToggle={ask}>
            <summary><Icon name="search" />What this rests on</summary>
            {wanted && <div class="rests-on"><SourceList project={project_id} sources={sources} naming={name} found={found} /></div>}
          </details>
        )}
        <footer>{mine ? "You" : "CEO"}{message.by === "model" && <ByModel cost={message.cost} />} · <time dateTime={message.created_at}>{clock(message.created_at)}</time>{message.run_status === "failed" && <span class="bad"> · could not be answered yet</span>}</footer>
      </div>
    </article>
  );
}

/** The mark of an answer that a model worded, with what it took; which model is one hover away. */
const ByModel = ({ cost }: { cost: CostView | null }) => (
  <> · <span class="by-model" title={cost?.model}>by model{cost && `, ${plural(cost.input_tokens + cost.output_tokens, "token")}`}</span></>
);

/** What waits for the customer and is named in a message: a document by its title, anything else by the records it rests on. */
function namedIn({ content, contributions }: MessageView, needs: InboxItem[], documents: Map<string, string>): InboxItem[] {
  const pages = new Set([...documents].filter(([title]) => content.includes(title)).map(([, page]) => page));
  const evidence = new Set(contributions.flatMap((one) => one.evidence));
  return needs.filter((one) => (one.kind === "approval" ? pages.has(screenAt(one.path)) : one.kind !== "unread" && evidence.has(one.target_id)));
}

/** Each leads to where the thing itself is done. */
const Cards = ({ of }: { of: InboxItem[] }) =>
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
