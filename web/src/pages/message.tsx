import { useMemo } from "preact/hooks";
import type { CostView, InboxItem } from "../api/schema";
import { clock } from "../lib/format";
import { sourcesOf } from "../lib/sources";
import { Icon } from "../ui/icon";
import { Linked } from "../ui/linked";
import { ASSISTANT, CEO, said as words } from "../words/ask";
import { common } from "../words/common";
import { Cards } from "./cards";
import type { Said } from "./conversation";
import { countedIn, leadsOf, NamedRows, withoutRows } from "./named-rows";
import { type Around, Answer, Draft, Sources } from "./sources";

interface Props {
  message: Said;
  around: Around;
  /** What waits for the customer and is named here, and in no later message. */
  named: InboxItem[];
  /** Goes on with what the same person said a moment before. */
  follows?: boolean;
  isLit: boolean;
  readAgain: () => Promise<unknown>;
}

export function Message({ message, around, named, follows = false, isLit, readAgain }: Props) {
  const { id, content, sender, draft, contributions } = message;
  const mine = message.sender_type === "customer";
  const answers = around.project ? CEO : ASSISTANT;
  const who = mine ? (sender?.name && sender.kind === "api_key" ? common.keyNamed(sender.name) : sender?.name) ?? words.you : answers.name;
  const sourced = useMemo(() => sourcesOf(message), [message]);
  const leads = leadsOf(message, around.needs);
  const rows = sourced.sources.size || mine ? { text: sourced.text, named: [] } : withoutRows(sourced.text, around.things, countedIn(message, named, leads));
  const isPast = rows.named.length > 0 && rows.named.every(({ title }) => (around.things.get(title)!.state ?? "in_review") !== "in_review");
  const text = isPast ? words.past(rows.text) : rows.text;
  return (
    <article class={`msg${mine ? " mine" : ""}${follows ? " follows" : ""}${isLit ? " lit" : ""}`} aria-label={mine ? who : answers.label} id={id} tabIndex={-1}>
      {!mine && !follows && <span class="ava" aria-hidden="true">{answers.mark}</span>}
      <div class="said">
        {!follows && <p class="by">
          <bdi>{who}</bdi>{sender?.worker && ` · ${words.worker}`}{message.by === "model" && <ByModel cost={message.cost} />}
          {" · "}<time dateTime={message.created_at}>{clock(message.created_at)}</time>{message.run_status === "failed" && <span class="bad"> · {words.failed}</span>}
        </p>}
        <div class={text === rows.text ? "bubble" : "bubble past"}>{mine ? <p dir="auto">{content}</p> : <Answer of={{ ...sourced, text }} id={id} around={around} />}</div>
        {draft && <Draft text={draft} />}
        <Cards of={message.cards} talk={around.project ? { project_id: around.project } : "pa"} again={readAgain} />
        <NamedRows named={rows.named} waits={named} leads={leads} around={around} />
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
