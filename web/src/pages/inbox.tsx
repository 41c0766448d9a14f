import { useState } from "preact/hooks";
import { useData, useSend } from "../api/data";
import type { InboxItem } from "../api/schema";
import { moment } from "../lib/format";
import { go } from "../lib/router";
import { Dialog } from "../ui/dialog";
import { Chips, TextField } from "../ui/fields";
import { Icon } from "../ui/icon";
import { Button, Card, Empty, Head, Pill, Refusal, Show, Tabs, When } from "../ui/parts";
import { toast } from "../ui/toast";
import { NEEDS, placeOf, screenAt } from "./needs";
import { Suggested } from "./suggested";

type State = InboxItem["state"];

const NOTHING: Record<State, [icon: string, title: string, text: string]> = {
  open: ["circle-check", "Nothing needs you", "What needs a decision, a credential or an answer appears here, once for each thing to do."],
  snoozed: ["clock", "Nothing is snoozed", "An item that you snooze waits here, and comes back at its time."],
  done: ["inbox", "Nothing has ended yet", "What was decided, or marked as done, stays here for 30 days."],
};

export function Inbox({ tab }: { tab: string | undefined }) {
  const state: State = tab === "snoozed" || tab === "done" ? tab : "open";
  const inbox = useData("GET /inbox", { query: { state, limit: 100 } }, state === "done" ? "fast" : "slow");
  const [snoozing, setSnoozing] = useState<InboxItem | null>(null);
  const [deciding, setDeciding] = useState<InboxItem | null>(null);
  return (
    <>
      <Head title="Inbox" lead="What needs you, one item for each thing to do, the most urgent first." />
      <Card flush>
        <Tabs label="Inbox" current={state} choose={(next) => go("inbox", ...(next === "open" ? [] : [next]))} tabs={[["open", "Open"], ["snoozed", "Snoozed"], ["done", "Done"]]} />
        <Show of={inbox} lines={5}>
          {({ items, has_more }) => {
            const [icon, title, text] = NOTHING[state];
            if (!items.length) return <Empty icon={icon} title={title} text={text} />;
            return (
              <>
                <ul class="rows needs">{items.map((item) => <Item key={item.id} item={item} snooze={() => setSnoozing(item)} decide={() => setDeciding(item)} />)}</ul>
                {has_more && <p class="quiet-line">These are the first 100.</p>}
              </>
            );
          }}
        </Show>
      </Card>
      {snoozing && <Snooze item={snoozing} close={() => setSnoozing(null)} />}
      {deciding && <Decide item={deciding} close={() => setDeciding(null)} />}
    </>
  );
}

function Item({ item, snooze, decide }: { item: InboxItem; snooze: () => void; decide: () => void }) {
  const finish = useSend("POST /inbox/{item_id}/done", () => {
    toast("Marked as done");
    document.querySelector<HTMLElement>("h1")?.focus(); // the row, and the button in it, are gone
  });
  const { icon, act } = NEEDS[item.kind];
  const about = <span class="sr"> {placeOf(item)}: {item.sentence}</span>;
  return (
    <li class="item">
      <span class={item.priority === "high" && item.state === "open" ? "disc small bad" : "disc small"}><Icon name={icon} /></span>
      <span class="grow">
        <span class="name">{placeOf(item)}</span>
        {item.priority === "high" && item.state === "open" && <Pill tone="bad">High</Pill>}
        <small>{item.sentence}</small>
        {item.snoozed_until && <small>Snoozed until <time dateTime={item.snoozed_until}>{moment(item.snoozed_until)}</time></small>}
        {item.ended_at && <small><When at={item.ended_at} /></small>}
        <Refusal error={finish.error} />
      </span>
      <span class="acts">
        {item.state !== "done" && (
          <>
            {!item.needs_decision && <Button kind="ghost" icon="check" busy={finish.isPending} onClick={() => finish.mutate({ path: { item_id: item.id } })}>Done{about}</Button>}
            <Button kind="ghost" icon="clock" onClick={snooze}>{item.state === "snoozed" ? "Change" : "Snooze"}{about}</Button>
          </>
        )}
        {item.kind !== "credential_use" && <a class="btn small" href={screenAt(item.path)}>{item.state === "done" ? "Look" : act}{about}</a>}
        {item.kind === "credential_use" && item.state !== "done" && <Button onClick={decide}>{act}{about}</Button>}
      </span>
    </li>
  );
}

type Word = "once" | "for_item" | "always" | "refuse";

const WORDS: [word: Word, label: string][] = [
  ["once", "This once"], ["for_item", "For this work item"], ["always", "Always"], ["refuse", "Refuse"],
];

/** Whether a key may call with a credential. “Always” is asked to be confirmed by a proof, as other things that open the account. */
function Decide({ item, close }: { item: InboxItem; close: () => void }) {
  const [word, setWord] = useState<Word>("once");
  const sending = useSend("POST /inbox/{item_id}/decide", () => {
    toast(word === "refuse" ? "Refused" : "Allowed");
    close();
  });
  const named = item.sentence.includes("(wrk_");
  return (
    <Dialog title="May it call?" lead={item.sentence} close={close} act="Decide" submit={() => sending.mutate({ path: { item_id: item.id }, body: { decision: word } })} sending={sending}>
      <Chips label="Your answer" options={WORDS.filter(([each]) => named || each !== "for_item")} chosen={[word]} toggle={(id) => setWord(id as Word)} />
    </Dialog>
  );
}

const PRESETS: [words: string, label: string][] = [
  ["in 3 hours", "In 3 hours"], ["tomorrow at 9am", "Tomorrow at 9"], ["next Monday at 9am", "Next Monday"],
];

function Snooze({ item, close }: { item: InboxItem; close: () => void }) {
  const [until, setUntil] = useState(PRESETS[1]![0]);
  const sending = useSend("POST /inbox/{item_id}/snooze", ({ snoozed_until }) => {
    toast(`Snoozed until ${moment(snoozed_until!)}`);
    close();
  });
  const send = (words: string) => {
    setUntil(words);
    if (!sending.isPending) sending.mutate({ path: { item_id: item.id }, body: { until: words } });
  };
  return (
    <Dialog title="Snooze this" lead={`${placeOf(item)}: ${item.sentence}`} close={close} act="Snooze" submit={() => send(until)} sending={sending}>
      <Chips label="Until" options={PRESETS} chosen={[until]} toggle={setUntil} />
      <TextField label="Or in words" value={until} set={setUntil} error={sending.error?.fields.until} maxLength={200} hint="“Thursday 5pm”, “in 2 hours”, “for 3 days”. Until then nothing shows it as needing you." data-first />
      {sending.error?.suggestion && <Suggested of={sending.error.suggestion} busy={sending.isPending} send={send} />}
    </Dialog>
  );
}
