import { useState } from "preact/hooks";
import { useData, useSend } from "../api/data";
import type { KeyPolicy } from "../api/schema";
import { plural } from "../lib/format";
import { Dialog } from "../ui/dialog";
import { Chips } from "../ui/fields";
import { sayAndClose } from "../ui/toast";
import { common } from "../words/common";
import { lifetime as words } from "../words/developers";

/** How long an API key may live, in a line, and its change. */
export function LifetimeLimit() {
  const policy = useData("GET /api/account/key-policy", {}).data;
  const [open, setOpen] = useState(false);
  if (!policy) return null;
  const most = policy.max_lifetime_days;
  return (
    <p class="hint below">
      {most === null ? words.unlimited : words.limited(plural(most, "day"))} <button type="button" class="link" onClick={() => setOpen(true)}>{most === null ? words.set : words.change}</button>
      {open && <Change of={policy} close={() => setOpen(false)} />}
    </p>
  );
}

function Change({ of, close }: { of: KeyPolicy; close: () => void }) {
  const kept = String(of.max_lifetime_days ?? "");
  const [days, setDays] = useState(kept);
  const save = useSend("PATCH /api/account/key-policy", sayAndClose(common.saved, close));
  const options = words.options.some(([value]) => value === kept) ? words.options : [...words.options, [kept, plural(Number(kept), "day")] as [string, string]];
  return (
    <Dialog title={words.title} lead={words.lead} close={close} act={words.save} sending={save} submit={() => save.mutate({ body: { max_lifetime_days: days ? Number(days) : null } })}>
      <Chips label={words.longest} chosen={[days]} toggle={setDays} options={options} error={save.error?.fields.max_lifetime_days} />
    </Dialog>
  );
}
