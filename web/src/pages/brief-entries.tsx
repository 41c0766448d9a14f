import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { useSend } from "../api/data";
import type { BriefView, ChangeEntry, BriefEntryType, Size } from "../api/schema";
import { days, money, number } from "../lib/format";
import { SelectField, TextField } from "../ui/fields";
import { Button, Card, Pill, Refusal } from "../ui/parts";
import { toast } from "../ui/toast";
import { DropEntry, LinkEntry, Reword } from "./brief-dialogs";

export type Entry = BriefView["entries"][number];
interface Type {
  id: BriefEntryType;
  title: string;
  /** What the field says that adds one. */
  add: string;
}
export const TYPES: Type[] = [
  { id: "must_have", title: "Must-haves", add: "Add a must-have" },
  { id: "audience", title: "Audiences", add: "Add an audience" },
  { id: "measure", title: "Measures of success", add: "Add a measure" },
  { id: "other_system", title: "Other systems", add: "Add another system" },
  { id: "rule", title: "Rules", add: "Add a rule" },
  { id: "out_of_scope", title: "Out of scope", add: "Add what is out of scope" },
];
const SIZES: [Size, string][] = [["small", "Small"], ["usual", "Usual"], ["large", "Large"]];
const CHANGE = "PATCH /projects/{project_id}/brief/entries/{entry_id}";

interface Listed {
  type: Type;
  brief: BriefView;
  isOpen: boolean;
}

/** The entries of one type, the most important first, and a way to add one. */
export function Entries({ type, brief, isOpen }: Listed) {
  const own = brief.entries.filter((one) => one.type === type.id && one.state !== "dropped");
  const active = own.filter((one) => one.state === "active");
  return (
    <Card title={type.title} flush>
      {own.length > 0
        ? <ol class="entries-of" aria-label={type.title}>{own.map((entry) => <EntryRow key={entry.id} entry={entry} place={active.indexOf(entry) + 1} last={active.length} brief={brief} isOpen={isOpen} />)}</ol>
        : <p class="quiet-line">None.</p>}
      {isOpen && <Add type={type} project={brief.project_id} />}
    </Card>
  );
}

function Add({ type, project }: { type: Type; project: string }) {
  const [text, setText] = useState("");
  const add = useSend("POST /projects/{project_id}/brief/entries", ({ id }) => {
    setText("");
    toast(`${id} is in the brief`);
  });
  const send = (event: Event) => {
    event.preventDefault();
    add.mutate({ path: { project_id: project }, body: { type: type.id, text } });
  };
  return (
    <form class="add-entry" onSubmit={send} noValidate>
      <TextField label={type.add} value={text} set={setText} error={add.error?.fields.text} />
      <Button type="submit" icon="plus" busy={add.isPending} disabled={!text.trim()}>Add<span class="sr"> to {type.title}</span></Button>
      <Refusal error={add.error} />
    </form>
  );
}

interface Row {
  entry: Entry;
  /** Among those that count; 0 for one that does not yet. */
  place: number;
  last: number;
  brief: BriefView;
  isOpen: boolean;
}
type Asking = "reword" | "drop" | "link";

function EntryRow({ entry, place, last, brief, isOpen }: Row) {
  const [asking, setAsking] = useState<Asking | null>(null);
  const row = useRef<HTMLLIElement>(null);
  const path = { project_id: brief.project_id, entry_id: entry.id };
  const change = useSend(CHANGE);
  const give = (body: ChangeEntry) => change.mutate({ path, body });
  const moved = useRef<1 | -1 | null>(null);
  const move = (by: 1 | -1) => {
    moved.current = by;
    change.mutate({ path, body: { position: place + by } }, { onSuccess: () => toast(`${entry.id} is number ${place + by}`), onError: () => (moved.current = null) });
  };
  useLayoutEffect(() => {
    // What has moved is drawn elsewhere, and its button has lost the focus; at the end of the list it cannot go on.
    const [up, down] = row.current?.querySelectorAll<HTMLButtonElement>("[data-move]") ?? [];
    if (moved.current) (moved.current < 0 ? [up, down] : [down, up]).find((one) => one && !one.disabled)?.focus();
    moved.current = null;
  }, [place]);
  const close = () => setAsking(null);
  return (
    <li ref={row}>
      <div class="entry-head">
        <span class="tag">{entry.id}</span>
        <span class="grow"><span class="name" dir="auto">{entry.text}</span>{entry.state === "proposed" && <Pill tone="warn">Proposed</Pill>}<Takes entry={entry} brief={brief} /></span>
        {isOpen && (
          <span class="acts">
            <Button kind="ghost" icon="arrow-up" data-move aria-label={`Move ${entry.id} up`} disabled={place <= 1} onClick={() => move(-1)} />
            <Button kind="ghost" icon="arrow-down" data-move aria-label={`Move ${entry.id} down`} disabled={!place || place === last} onClick={() => move(1)} />
            <Button kind="ghost" icon="pencil" aria-label={`Reword ${entry.id}`} onClick={() => setAsking("reword")} />
            <Button kind="ghost" icon="trash-2" aria-label={`Drop ${entry.id}`} onClick={() => setAsking("drop")} />
          </span>
        )}
      </div>
      <Reading entry={entry} brief={brief} {...(isOpen && { give })} sent={change.isPending ? change.variables.body : {}} fields={change.error?.fields ?? {}} />
      {entry.type === "must_have" && <Links entry={entry} brief={brief} {...(isOpen && { change: () => setAsking("link") })} />}
      <Refusal error={change.error} />
      {asking === "reword" && <Reword entry={entry} path={path} close={close} />}
      {asking === "drop" && <DropEntry entry={entry} path={path} close={close} />}
      {asking === "link" && <LinkEntry entry={entry} brief={brief} path={path} close={close} />}
    </li>
  );
}

/** The days of an entry and its cost: its lines of the estimate. */
function Takes({ entry, brief }: { entry: Entry; brief: BriefView }) {
  const lines = brief.estimate?.basis.filter((line) => line.entry === entry.id) ?? [];
  if (!entry.effort_days || !lines.length) return null;
  const { low, likely, high } = entry.effort_days;
  const cost = lines.reduce((sum, line) => sum + line.cost, 0);
  return <small>{days(likely)} ({number(low)}–{number(high)}) · {money(cost, brief.estimate!.currency)}</small>;
}

interface Read {
  entry: Entry;
  brief: BriefView;
  give?: (body: ChangeEntry) => void;
  /** What is on its way: shown at once. */
  sent: ChangeEntry;
  fields: Record<string, string>;
}

/** What an entry is taken to be, as menus. A guess that the words bear out too weakly is a question. */
function Reading({ entry, brief, give, sent, fields }: Read) {
  const place = useRef<HTMLDivElement>(null);
  const menu = { must_have: brief.kinds, other_system: brief.systems, rule: brief.rules }[entry.type as string];
  if (!menu) return null;
  const titles = entry.kinds.map((kind) => kind.title).join(" and ");
  if (!give) return <p class="muted reading-said">{[titles, SIZES.find(([id]) => id === entry.size)![1]].filter(Boolean).join(" · ")}</p>;
  const [first = "", second = ""] = sent.kinds ?? entry.kinds.map((kind) => kind.id);
  const options = menu.map(({ id, title }): [string, string] => [id, title]);
  const of = <span class="sr"> of {entry.id}</span>;
  const { asked } = entry;
  return (
    <>
      {asked && !sent.kinds && (
        <div class="asked" role="group" aria-label={`A question about ${entry.id}`}>
          <span>Is this “{asked.title}”?</span>
          <button type="button" class="btn small" onClick={() => give({ kinds: [asked.id] })}>Yes</button>
          <button type="button" class="btn small" onClick={() => place.current?.querySelector("select")?.focus()}>Choose</button>
        </div>
      )}
      <div class="reading-of" ref={place}>
        <SelectField label={<>Kind{of}</>} value={first} options={first ? options : [["", "Not known yet"], ...options]} error={fields.kinds}
          set={(kind) => kind && give({ kinds: [kind, second].filter((one, index) => one && (index === 0 || one !== kind)) })} />
        {entry.type === "must_have" && first && (
          <SelectField label={<>Second kind{of}</>} value={second} options={[["", "None"], ...options.filter(([id]) => id !== first)]} set={(kind) => give({ kinds: [first, kind].filter(Boolean) })} />
        )}
        <SelectField label={<>Size{of}</>} value={sent.size ?? entry.size} options={SIZES} error={fields.size} set={(size) => give({ size: size as Size })} />
      </div>
    </>
  );
}

/** The entries that a must-have is for, uses, and is bound by: their ids with their words. */
function Links({ entry, brief, change }: { entry: Entry; brief: BriefView; change?: () => void }) {
  const groups: [string, readonly string[]][] = [["For", entry.audiences], ["Uses", entry.systems], ["Bound by", entry.rules]];
  const textOf = (id: string) => brief.entries.find((one) => one.id === id)?.text;
  const isNone = groups.every(([, ids]) => !ids.length);
  const canLink = brief.entries.some((one) => one.state === "active" && ["audience", "other_system", "rule"].includes(one.type));
  if (isNone && !(change && canLink)) return null;
  return (
    <div class="links-of">
      {groups.map(([name, ids]) => ids.length > 0 && <p key={name}><span class="muted">{name}</span> {ids.map((id) => <span class="link-of" key={id}><span class="tag">{id}</span> <bdi>{textOf(id)}</bdi></span>)}</p>)}
      {change && canLink && <button type="button" class="link" onClick={change}>{isNone ? "Say whom it is for" : "Change"}<span class="sr">: what {entry.id} is for, uses and is bound by</span></button>}
    </div>
  );
}
