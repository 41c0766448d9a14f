import { useState } from "preact/hooks";
import { useSend } from "../api/data";
import type { BriefView, ChangeBrief } from "../api/schema";
import { label } from "../lib/format";
import { ChangedSince, useWas } from "../ui/changed-since";
import { Dialog } from "../ui/dialog";
import { Chips, TextArea, TextField } from "../ui/fields";
import { sayAndClose } from "../ui/toast";
import { whole as words } from "../words/brief";
import { common } from "../words/common";
import { answer } from "../words/intake";

const PLATFORMS = ["web", "ios", "android", "mobile", "desktop", "api", "internal_tool", "data_pipeline"];
const EXISTING = ["source_repository", "hosting", "brand", "analytics", "domain"];
const TONES = ["plain", "warm", "playful", "formal", "expert"];
const named = (ids: string[]): [string, string][] => ids.map((id) => [id, label(id)]);
type Said = Omit<ChangeBrief, "was">;
const saidOf = ({ goal, platforms, existing, personal_data, tone, approver }: BriefView): Said => ({ goal, platforms: platforms as Said["platforms"], existing, personal_data, tone, approver });

/** Changes what is said once for the whole product; only what was changed is sent, with what was read of it. */
export function ChangeWhole({ brief, close }: { brief: BriefView; close: () => void }) {
  const change = useSend("PATCH /projects/{project_id}/brief", sayAndClose(words.changed, close));
  const { was, isOther, sending } = useWas(saidOf(brief), change);
  const [edits, setEdits] = useState<Said>({}); // the rest is as it stands, also when somebody else changes it
  const now = { ...saidOf(brief), ...edits };
  const set = (changes: Said) => setEdits((last) => ({ ...last, ...changes }));
  const wrong = (name: string) => Object.entries(change.error?.fields ?? {}).find(([key]) => key === name || key.startsWith(`${name}.`))?.[1];
  const toggled = <T extends string>(all: readonly T[] | null | undefined, id: string): T[] => (all?.includes(id as T) ? all.filter((one) => one !== id) : [...(all ?? []), id as T]);
  const submit = () => {
    const names = (Object.keys(edits) as (keyof Said)[]).filter((name) => JSON.stringify(edits[name]) !== JSON.stringify(was[name]));
    const of = (all: Said) => Object.fromEntries(names.map((name) => [name, all[name]]));
    // A list without entries and no answer are stored as one for platforms.
    const read = { ...of(was), ...(names.includes("platforms") && { platforms: was.platforms?.length ? was.platforms : null }) };
    return names.length ? change.mutate({ path: { project_id: brief.project_id }, body: { ...of(edits), was: read } }) : close();
  };
  return (
    <Dialog title={words.title} close={close} act={common.save} submit={submit} sending={sending}>
      <TextArea label={words.goal} rows={3} maxLength={2000} value={now.goal ?? ""} set={(goal) => set({ goal: goal.trim() ? goal : null })} error={wrong("goal")} />
      <Chips label={words.platforms} many options={named(PLATFORMS)} chosen={now.platforms ?? []} toggle={(id) => set({ platforms: toggled(now.platforms, id) })} error={wrong("platforms")} />
      <Chips label={words.existing} many options={named(EXISTING)} chosen={now.existing ?? []} toggle={(id) => set({ existing: toggled(now.existing, id) })} error={wrong("existing")} />
      <Chips label={words.personal} options={[["yes", answer.yes], ["no", answer.no]]} chosen={now.personal_data == null ? [] : [now.personal_data ? "yes" : "no"]} toggle={(id) => set({ personal_data: id === "yes" })} error={wrong("personal_data")} />
      <Chips label={words.tone} options={named(TONES)} chosen={now.tone ? [now.tone] : []} toggle={(id) => set({ tone: id as Said["tone"] })} error={wrong("tone")} />
      <TextField label={words.approver} maxLength={200} value={now.approver ?? ""} set={(approver) => set({ approver: approver.trim() ? approver : null })} error={wrong("approver")} />
      {isOther && <ChangedSince now={Object.keys(edits).map((name) => saidWords(brief, name as keyof Said)).join(" · ")} />}
    </Dialog>
  );
}

/** What stands there now, of what the person has changed. */
function saidWords(brief: BriefView, name: keyof Said): string {
  const value = saidOf(brief)[name];
  if (typeof value === "boolean") return value ? answer.yes : answer.no;
  return Array.isArray(value) ? value.map(label).join(", ") || words.empty : value === null || value === undefined ? words.empty : String(value);
}
