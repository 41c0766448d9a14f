import { useState } from "preact/hooks";
import { useData, useSend } from "../api/data";
import type { CreateWorkItem, Role, UpdateWorkItem, WorkItemView } from "../api/schema";
import { go } from "../lib/router";
import { AmountField, amountOf, isWrong } from "../ui/amount";
import { Dialog } from "../ui/dialog";
import { Picks, SelectField, TextArea, TextField } from "../ui/fields";
import { sayAndClose, toast } from "../ui/toast";
import { common } from "../words/common";
import { item as names, edits as words } from "../words/work";
import { isOpen, named, useChange, useCurrency } from "./work";

const OWNERS: [Role, string][] = [["CTO", "CTO"], ["CPO", "CPO"], ["CDO", "CDO"], ["CMO", "CMO"]];
const byName = (texts: string): string[] => texts.split("\n").map((line) => line.trim()).filter(Boolean);

type Filled = Required<Omit<CreateWorkItem, "effort_days">> & { effort_days: string };

const filledFrom = (item?: WorkItemView): Filled => ({
  title: item?.title ?? "",
  what: item?.what ?? "",
  criteria: item?.criteria.map((one) => one.text) ?? [],
  depends_on: item?.depends_on ?? [],
  needs_access: item?.needs_access ?? [],
  effort_days: String(item?.effort_days?.likely ?? ""),
  owner: item?.owner ?? "CTO",
});

/** Make an item by hand, or change one that nobody works on. Only what was changed is sent: unchanged criteria keep their ids. */
export function EditWork({ project, item, all, close }: { project: string; item?: WorkItemView; all: WorkItemView[]; close: () => void }) {
  const [before] = useState(() => filledFrom(item));
  const [now, setNow] = useState(before);
  const [criteria, setCriteria] = useState(before.criteria.join("\n"));
  const set = (changes: Partial<Filled>) => setNow((last) => ({ ...last, ...changes }));
  const create = useSend("POST /projects/{project_id}/work-items", (made) => {
    toast(words.added(named(made)));
    close();
    go("projects", project, "work", made.id);
  });
  const update = useChange("PATCH /work-items/{work_id}", sayAndClose(common.saved, close));
  const sending = item ? update : create;
  const field = (name: string) => Object.entries(sending.error?.fields ?? {}).find(([key]) => key === name || key.startsWith(`${name}.`))?.[1];
  const submit = () => {
    const { effort_days, ...whole } = { ...now, criteria: byName(criteria) };
    const days = effort_days === "" ? null : Number(effort_days);
    if (!item) return create.mutate({ path: { project_id: project }, body: { ...whole, effort_days: days } });
    const all = { ...whole, ...(days !== null && effort_days !== before.effort_days && { effort_days: days }) };
    const changes = Object.fromEntries(Object.entries(all).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof Filled]))) as UpdateWorkItem;
    return Object.keys(changes).length ? update.mutate({ path: { work_id: item.id }, body: changes }) : close();
  };
  return (
    <Dialog title={item ? words.edit : words.add} lead={item ? undefined : words.addLead}
      close={close} act={item ? common.save : words.add} submit={submit} sending={sending}>
      <TextField label={words.title} value={now.title} set={(title) => set({ title })} maxLength={200} error={field("title")} data-first />
      <TextArea label={names.task} rows={4} value={now.what} set={(what) => set({ what })} maxLength={4000} error={field("what")} />
      <TextArea label={names.criteria} rows={3} value={criteria} set={setCriteria} error={field("criteria")}
        hint={item ? words.criteriaChanged : words.criteriaHint} />
      <div class="pair">
        <TextField label={words.days} type="number" inputmode="numeric" min={1} step={1} value={now.effort_days} set={(effort_days) => set({ effort_days })} error={field("effort_days")} hint={words.daysHint} />
        <SelectField label={words.owner} value={now.owner} set={(owner) => set({ owner: owner as Role })} options={OWNERS} error={field("owner")} />
      </div>
      <Picks label={words.after} chosen={now.depends_on} set={(depends_on) => set({ depends_on })} error={field("depends_on")}
        options={all.filter((one) => one.id !== item?.id && (isOpen(one) || now.depends_on.includes(one.id))).map((one) => [one.id, named(one)])} />
      <Access project={project} chosen={now.needs_access} set={(needs_access) => set({ needs_access })} error={field("needs_access")} />
    </Dialog>
  );
}

/** The open requests for access that the item can wait for; nothing without any. */
function Access({ project, ...rest }: { project: string; chosen: string[]; set: (ids: string[]) => void; error?: string }) {
  const asked = useData("GET /vault/requests", { query: { project_id: project, limit: 100 } }).data?.requests ?? [];
  return <Picks label={words.access} {...rest} options={asked.filter((one) => one.status === "pending" || rest.chosen.includes(one.id)).map((one) => [one.id, one.name])} />;
}

/** The last word on an item that nobody reviews: it is not to be done, or it was done elsewhere. */
export function EndWork({ item, how, close }: { item: WorkItemView; how: "cancel" | "close"; close: () => void }) {
  const [text, setText] = useState("");
  const [cost, setCost] = useState("");
  const currency = useCurrency(item);
  const cancelling = how === "cancel";
  const done = sayAndClose(cancelling ? words.cancelled : words.closed, close);
  const cancel = useChange("POST /work-items/{work_id}/cancel", done);
  const closeByHand = useChange("POST /work-items/{work_id}/close", done);
  const sending = cancelling ? cancel : closeByHand;
  const path = { work_id: item.id };
  const submit = () => (cancelling ? cancel.mutate({ path, body: { reason: text.trim() || null } }) : !isWrong(cost) && closeByHand.mutate({ path, body: { note: text.trim(), cost: amountOf(cost) } }));
  const held = item.state === "claimed" && item.claim ? ` ${words.held(item.claim.worker)}` : "";
  return (
    <Dialog title={cancelling ? words.cancel : words.close} danger={cancelling} close={close} dismiss={cancelling ? words.keep : common.cancel} act={cancelling ? names.cancel : names.close} submit={submit} sending={sending}
      lead={<bdi>{named(item)}</bdi>}>
      <p>{(cancelling ? words.cancelEffect : words.closeEffect) + held}</p>
      <TextArea label={cancelling ? words.cancelReason : words.closeReason} rows={3} value={text} set={setText} maxLength={2000} error={sending.error?.fields.reason ?? sending.error?.fields.note} />
      {!cancelling && <AmountField label={words.cost(currency)} hint={words.costHint} currency={currency} value={cost} set={setCost} error={sending.error?.fields.cost} />}
    </Dialog>
  );
}

/** What a submission lacks; the item goes back to be worked on. */
export function ReturnWork({ item, hash, doubts, sent, close, done }: { item: WorkItemView; hash: string; doubts: readonly string[]; sent?: () => void; close: () => void; done: () => void }) {
  const [comment, setComment] = useState("");
  const review = useChange("POST /work-items/{work_id}/review", () => {
    close();
    done();
  });
  const submit = () => {
    sent?.();
    review.mutate({ path: { work_id: item.id }, body: { decision: "return", comment: comment.trim() || null, submission_hash: hash } });
  };
  return (
    <Dialog title={words.return} lead={words.returnLead} close={close} act={words.returnAct} submit={submit} sending={review}>
      <TextArea label={words.missing} rows={6} value={comment} set={setComment} maxLength={2000} error={review.error?.fields.comment ?? review.error?.fields.body}
        aside={doubts.length > 0 && <button type="button" class="link" onClick={() => setComment([comment.trim(), ...doubts].filter(Boolean).join("\n"))}>{words.copyDoubts}</button>} />
    </Dialog>
  );
}
