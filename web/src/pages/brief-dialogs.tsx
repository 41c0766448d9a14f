import { useState } from "preact/hooks";
import { useSend } from "../api/data";
import type { BriefView, ChangeBrief, ChangeEntry } from "../api/schema";
import { label } from "../lib/format";
import { ChangedSince, useWas } from "../ui/changed-since";
import { Dialog } from "../ui/dialog";
import { Chips, Picks, TextArea, TextField } from "../ui/fields";
import { toast } from "../ui/toast";
import type { Entry } from "./brief-entries";

const PLATFORMS = ["web", "ios", "android", "mobile", "desktop", "api", "internal_tool", "data_pipeline"];
const EXISTING = ["source_repository", "hosting", "brand", "analytics", "domain"];
const TONES = ["plain", "warm", "playful", "formal", "expert"];
const named = (ids: string[]): [string, string][] => ids.map((id) => [id, label(id)]);

/** Changes what is said once for the whole product; only what was changed is sent. */
export function ChangeWhole({ brief, close }: { brief: BriefView; close: () => void }) {
  const [now, setNow] = useState<ChangeBrief>(() => ({ goal: brief.goal, platforms: brief.platforms as ChangeBrief["platforms"], existing: brief.existing, personal_data: brief.personal_data, tone: brief.tone, approver: brief.approver }));
  const set = (changes: ChangeBrief) => setNow((last) => ({ ...last, ...changes }));
  const change = useSend("PATCH /projects/{project_id}/brief", () => {
    toast("The brief is changed");
    close();
  });
  const wrong = (name: string) => Object.entries(change.error?.fields ?? {}).find(([key]) => key === name || key.startsWith(`${name}.`))?.[1];
  const toggled = <T extends string>(all: readonly T[] | null | undefined, id: string): T[] => (all?.includes(id as T) ? all.filter((one) => one !== id) : [...(all ?? []), id as T]);
  const submit = () => {
    const body = Object.fromEntries(Object.entries(now).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(brief[name as keyof BriefView]))) as ChangeBrief;
    return Object.keys(body).length ? change.mutate({ path: { project_id: brief.project_id }, body }) : close();
  };
  return (
    <Dialog title="The whole product" close={close} act="Save" submit={submit} sending={change}>
      <TextArea label="Goal" rows={3} maxLength={2000} value={now.goal ?? ""} set={(goal) => set({ goal: goal.trim() ? goal : null })} error={wrong("goal")} />
      <Chips label="Runs on" many options={named(PLATFORMS)} chosen={now.platforms ?? []} toggle={(id) => set({ platforms: toggled(now.platforms, id) })} error={wrong("platforms")} />
      <Chips label="There already" many options={named(EXISTING)} chosen={now.existing ?? []} toggle={(id) => set({ existing: toggled(now.existing, id) })} error={wrong("existing")} />
      <Chips label="Personal data" options={[["yes", "Yes"], ["no", "No"]]} chosen={now.personal_data == null ? [] : [now.personal_data ? "yes" : "no"]} toggle={(id) => set({ personal_data: id === "yes" })} error={wrong("personal_data")} />
      <Chips label="Tone" options={named(TONES)} chosen={now.tone ? [now.tone] : []} toggle={(id) => set({ tone: id as ChangeBrief["tone"] })} error={wrong("tone")} />
      <TextField label="Approver" maxLength={200} value={now.approver ?? ""} set={(approver) => set({ approver: approver.trim() ? approver : null })} error={wrong("approver")} />
    </Dialog>
  );
}

interface Of {
  entry: Entry;
  path: { project_id: string; entry_id: string };
  close: () => void;
}

function useChange({ path, close }: Of, said: string) {
  const change = useSend("PATCH /projects/{project_id}/brief/entries/{entry_id}", () => {
    toast(said);
    close();
  });
  return { change, give: (body: ChangeEntry) => (Object.keys(body).length ? change.mutate({ path, body }) : close()) };
}

export function Reword(props: Of) {
  const { entry, close } = props;
  const [text, setText] = useState(entry.text);
  const { change, give } = useChange(props, `${entry.id} is reworded`);
  const { was, isOther, sending } = useWas(entry.text, change);
  return (
    <Dialog title={`Reword ${entry.id}`} lead="Unless you have set its kind, that is read from the new words." close={close} act="Save" submit={() => give(text.trim() === was ? {} : { text, was })} sending={sending}>
      <TextArea label="In your words" rows={3} value={text} set={setText} error={change.error?.fields.text} />
      {isOther && <ChangedSince now={entry.text} />}
    </Dialog>
  );
}

export function DropEntry({ entry, path, close }: Of) {
  const drop = useSend("DELETE /projects/{project_id}/brief/entries/{entry_id}", () => {
    toast(`${entry.id} is dropped`);
    close();
  });
  return (
    <Dialog title={`Drop ${entry.id}?`} lead={<bdi>{entry.text}</bdi>} danger close={close} dismiss="Keep it" act="Drop" submit={() => drop.mutate({ path })} sending={drop}>
      <p>It no longer counts. You can add it again later, as a new entry.</p>
    </Dialog>
  );
}

export function LinkEntry({ brief, ...props }: Of & { brief: BriefView }) {
  const { entry, close } = props;
  const [now, setNow] = useState({ audiences: entry.audiences, systems: entry.systems, rules: entry.rules });
  const { change, give } = useChange(props, `${entry.id} is changed`);
  const options = (type: Entry["type"]) => brief.entries.filter((one) => one.type === type && one.state === "active").map(({ id, text }): [string, string] => [id, `${id} ${text}`]);
  const submit = () => give(Object.fromEntries(Object.entries(now).filter(([name, ids]) => String(ids) !== String(entry[name as keyof typeof now]))));
  const wrong = change.error?.fields ?? {};
  return (
    <Dialog title={`What ${entry.id} goes with`} lead={<bdi>{entry.text}</bdi>} close={close} act="Save" submit={submit} sending={change}>
      <Picks label="For" options={options("audience")} chosen={now.audiences} set={(audiences) => setNow({ ...now, audiences })} error={wrong.audiences} />
      <Picks label="Uses" options={options("other_system")} chosen={now.systems} set={(systems) => setNow({ ...now, systems })} error={wrong.systems} />
      <Picks label="Bound by" options={options("rule")} chosen={now.rules} set={(rules) => setNow({ ...now, rules })} error={wrong.rules} />
    </Dialog>
  );
}
