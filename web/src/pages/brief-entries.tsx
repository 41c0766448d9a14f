import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { useSend } from "../api/data";
import type { BriefEntryType, BriefView } from "../api/schema";
import { useDrafts } from "../lib/review";
import { ChangedSince, useWas } from "../ui/changed-since";
import { Opened, TextArea, TextField } from "../ui/fields";
import { Icon } from "../ui/icon";
import { Menu } from "../ui/menu";
import { Button, Card, Pill, Refusal } from "../ui/parts";
import { sayAndClose, toast } from "../ui/toast";
import { brief as words, entries as types } from "../words/brief";
import { common } from "../words/common";
import { CHANGE, type Entry, Reading, Takes } from "./entry-reading";
import type { Trial } from "./trial";

export const TYPES = Object.keys(types) as BriefEntryType[];

interface Listed {
  type: BriefEntryType;
  brief: BriefView;
  mayChange: boolean;
  trial: Trial;
}

/** The entries of one type, the most important first, and a place to add one. */
export function Entries({ type, brief, mayChange, trial }: Listed) {
  const own = brief.entries.filter((one) => one.type === type && one.state !== "dropped");
  const active = own.filter((one) => one.state === "active");
  return (
    <Card title={types[type].title} flush>
      <ol class="entries-of" aria-label={types[type].title}>
        {own.map((entry) => <EntryRow key={entry.id} entry={entry} place={active.indexOf(entry) + 1} last={active.length} brief={brief} mayChange={mayChange} trial={trial} />)}
      </ol>
      {mayChange && <Add type={type} project={brief.project_id} />}
    </Card>
  );
}

let left: BriefEntryType | undefined; // whose field had the focus when it went

/** The first entry of a type moves this into a card of its own, and the focus goes along. */
export function Add({ type, project }: { type: BriefEntryType; project: string }) {
  const [drafts, keep] = useDrafts(`${project}/entries`);
  const text = drafts[type] ?? "";
  const setText = (said: string) => keep({ [type]: said || undefined });
  const form = useRef<HTMLFormElement>(null);
  const { title, add: label } = types[type];
  const add = useSend("POST /projects/{project_id}/brief/entries", ({ id }) => {
    setText("");
    toast(words.added(id));
    form.current?.querySelector("input")!.focus(); // the button goes
  });
  useLayoutEffect(() => {
    if (left === type) form.current!.querySelector("input")!.focus();
    return () => {
      if (form.current!.contains(document.activeElement)) left = type;
      requestAnimationFrame(() => (left = undefined));
    };
  }, []);
  const send = (event: Event) => {
    event.preventDefault();
    if (text.trim()) add.mutate({ path: { project_id: project }, body: { type, text } });
  };
  return (
    <form class="add-entry" onSubmit={send} noValidate ref={form}>
      <Icon name="plus" />
      <TextField label={<span class="sr">{label}</span>} placeholder={label} autocomplete="off" value={text} set={setText} error={add.error?.fields.text} />
      {text.trim() && <Button type="submit" busy={add.isPending}>{words.add}<span class="sr">: {title}</span></Button>}
      <Refusal error={add.error} />
    </form>
  );
}

interface Row extends Omit<Listed, "type"> {
  entry: Entry;
  /** Among those that count; 0 for one that does not yet. */
  place: number;
  last: number;
}

function EntryRow({ entry, place, last, brief, mayChange, trial }: Row) {
  const { id, text } = entry;
  const [rewording, setRewording] = useState(false);
  const row = useRef<HTMLLIElement>(null);
  const change = useSend(CHANGE, (_, { body }) => toast(words.moved(id, body.position!)));
  const path = { project_id: brief.project_id, entry_id: id };
  const moved = useRef(false);
  const move = (to: number) => {
    moved.current = true;
    change.mutate({ path, body: { position: to } });
  };
  useLayoutEffect(() => {
    // What has moved is drawn elsewhere, and its menu has lost the focus.
    if (moved.current) row.current?.querySelector<HTMLElement>("[aria-haspopup=menu][aria-label^=Actions]")?.focus();
    moved.current = false;
  }, [place]);
  const close = () => {
    setRewording(false);
    requestAnimationFrame(() => row.current?.querySelector<HTMLElement>(".entry-text")?.focus());
  };
  const isOut = trial.out.includes(id);
  return (
    <li ref={row} class={isOut ? "out" : undefined}>
      <span class="tag">{id}</span>
      <div class="grow">
        {rewording ? <Reword entry={entry} path={path} close={close} />
          : mayChange ? <button type="button" class="entry-text" aria-label={words.rewordOf(id, text)} onClick={() => setRewording(true)} dir="auto">{text}</button>
          : <p class="entry-text" dir="auto">{text}</p>}
        {entry.state === "proposed" && <Pill tone="warn">{words.proposed}</Pill>}
        <Reading entry={entry} brief={brief} mayChange={mayChange} />
        <Refusal error={change.error} />
      </div>
      <Takes entry={entry} brief={brief} />
      {mayChange && last > 1 && place > 0 && entry.type === "must_have" && brief.estimate && <input type="checkbox" role="switch" aria-label={words.include(id, text)} title={words.leaveOut} checked={!isOut} onChange={() => trial.toggle(id)} />}
      {mayChange && (
        <Menu label={words.actions(id)} trigger={<Icon name="ellipsis" />} items={[
          { label: words.reword, icon: "pencil", act: () => setRewording(true) },
          ...(place > 1 ? [{ label: words.up, icon: "arrow-up", act: () => move(place - 1) }] : []),
          ...(place && place < last ? [{ label: words.down, icon: "arrow-down", act: () => move(place + 1) }] : []),
          { label: isOut ? words.keep : words.leaveOut, icon: isOut ? "rotate-ccw" : "trash-2", act: () => trial.toggle(id) },
        ]} />
      )}
    </li>
  );
}

/** The words of an entry, changed in their place: Enter saves, Escape leaves them as they are. */
function Reword({ entry, path, close }: { entry: Entry; path: { project_id: string; entry_id: string }; close: () => void }) {
  const [text, setText] = useState(entry.text);
  const change = useSend(CHANGE, sayAndClose(words.reworded(entry.id), close));
  const { was, isOther, sending } = useWas(entry.text, change);
  const send = (event: Event) => {
    event.preventDefault();
    if (text.trim() === was) close();
    else if (text.trim()) change.mutate({ path, body: { text, was } });
  };
  const keys = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLTextAreaElement) || event.isComposing) return;
    if (event.key === "Enter") send(event);
    if (event.key === "Escape") close();
  };
  return (
    <form class="rewording" onSubmit={send} onKeyDown={keys} noValidate>
      <Opened><TextArea label={<span class="sr">{words.inYourWords(entry.id)}</span>} rows={1} maxLength={300} value={text} set={setText} error={change.error?.fields.text} /></Opened>
      {isOther && <ChangedSince now={entry.text} />}
      <Refusal error={sending.error} />
      <div class="acts"><Button type="submit" kind="primary" busy={change.isPending}>{common.save}</Button><Button onClick={close}>{common.cancel}</Button></div>
    </form>
  );
}
