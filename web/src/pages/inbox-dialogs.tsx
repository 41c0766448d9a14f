import { useState } from "preact/hooks";
import { call } from "../api/call";
import { changed, useAction } from "../api/data";
import type { InboxItem } from "../api/schema";
import { moment } from "../lib/format";
import { Dialog } from "../ui/dialog";
import { Chips, TextField } from "../ui/fields";
import { toast } from "../ui/toast";
import { deeds, inbox as words, snooze } from "../words/inbox";
import { placeOf } from "./needs";
import { Suggested } from "./suggested";

/** Puts items off, all until the same time. */
export function Snooze({ items, handled, back, close }: { items: InboxItem[]; handled: () => void; back: () => void; close: () => void }) {
  const [until, setUntil] = useState(snooze.presets[1]![0]);
  const sending = useAction(async (until: string) => {
    handled();
    const put = (id: string) => call("POST /inbox/{item_id}/snooze", { path: { item_id: id }, body: { until } });
    const [first] = await Promise.all(items.map(({ id }) => put(id))).finally(() => changed("POST /inbox/{item_id}/snooze"));
    toast(words.until(moment(first!.snoozed_until!)), back);
    close();
  });
  const send = (until: string) => {
    setUntil(until);
    sending.mutate(until);
  };
  const only = items.length === 1 && items[0]!;
  return (
    <Dialog title={snooze.title(items.length)} lead={only && <bdi>{words.needs(only.title, placeOf(only))}</bdi>} close={close} act={deeds.snooze} submit={() => send(until)} sending={sending}>
      <Chips label={snooze.until} options={snooze.presets} chosen={[until]} toggle={setUntil} />
      <TextField label={snooze.words} value={until} set={setUntil} error={sending.error?.fields.until} maxLength={200} hint={snooze.hint} data-first />
      {sending.error?.suggestion && <Suggested of={sending.error.suggestion} busy={sending.isPending} send={send} />}
    </Dialog>
  );
}
