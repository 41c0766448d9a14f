import { useState } from "preact/hooks";
import { useSend } from "../api/data";
import type { InboxItem } from "../api/schema";
import { moment } from "../lib/format";
import { Dialog } from "../ui/dialog";
import { Chips, TextField } from "../ui/fields";
import { toast } from "../ui/toast";
import { placeOf } from "./needs";
import { Suggested } from "./suggested";

type Word = "once" | "for_item" | "always" | "refuse";

const WORDS: [word: Word, label: string][] = [
  ["once", "This once"], ["for_item", "For this work item"], ["always", "Always"], ["refuse", "Refuse"],
];

/** Whether a key may call with a credential. “Always” is asked to be confirmed by a proof, as other things that open the account. */
export function Decide({ item, handled, close }: { item: InboxItem; handled: () => void; close: () => void }) {
  const [word, setWord] = useState<Word>("once");
  const sending = useSend("POST /inbox/{item_id}/decide", () => {
    toast(word === "refuse" ? "Refused" : "Allowed");
    close();
  });
  const named = item.sentence.includes("wrk_");
  return (
    <Dialog title="May it call?" lead={item.sentence} close={close} act="Decide" submit={() => { handled(); sending.mutate({ path: { item_id: item.id }, body: { decision: word } }); }} sending={sending}>
      <Chips label="Your answer" options={WORDS.filter(([each]) => named || each !== "for_item")} chosen={[word]} toggle={(id) => setWord(id as Word)} />
    </Dialog>
  );
}

const PRESETS: [words: string, label: string][] = [
  ["in 3 hours", "In 3 hours"], ["tomorrow at 9am", "Tomorrow at 9"], ["next Monday at 9am", "Next Monday"],
];

export function Snooze({ item, handled, back, close }: { item: InboxItem; handled: () => void; back: () => void; close: () => void }) {
  const [until, setUntil] = useState(PRESETS[1]![0]);
  const sending = useSend("POST /inbox/{item_id}/snooze", ({ snoozed_until }) => {
    toast(`Snoozed until ${moment(snoozed_until!)}`, back);
    close();
  });
  const send = (words: string) => {
    setUntil(words);
    handled();
    sending.mutate({ path: { item_id: item.id }, body: { until: words } });
  };
  return (
    <Dialog title="Snooze this" lead={<><bdi>{placeOf(item)}</bdi>: {item.sentence}</>} close={close} act="Snooze" submit={() => send(until)} sending={sending}>
      <Chips label="Until" options={PRESETS} chosen={[until]} toggle={setUntil} />
      <TextField label="Or in words" value={until} set={setUntil} error={sending.error?.fields.until} maxLength={200} hint="“Thursday 5pm”, “in 2 hours”, “for 3 days”. Until then nothing shows it as needing you." data-first />
      {sending.error?.suggestion && <Suggested of={sending.error.suggestion} busy={sending.isPending} send={send} />}
    </Dialog>
  );
}
