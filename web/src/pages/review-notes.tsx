import { useEffect, useRef, useState } from "preact/hooks";
import { plural, shortened } from "../lib/format";
import type { Unit } from "../lib/markdown";
import type { Note, Review } from "../lib/review";
import { Dialog } from "../ui/dialog";
import { TextArea, TextField } from "../ui/fields";
import { Icon } from "../ui/icon";
import { Button, Card } from "../ui/parts";

const MOST_QUOTED = 300;

interface Notes {
  review: Review;
  change: (update: (before: Review) => Review) => void;
  edit: (note: Note) => void;
  request?: () => void;
}

/** The comments that are not sent yet, in the order of the text. */
export function Notes({ review, change, edit, request }: Notes) {
  const [sure, setSure] = useState(false);
  const notes = inOrder(review.notes);
  if (!notes.length) return null;
  const remove = (note: Note) => {
    change((before) => ({ ...before, notes: before.notes.filter(({ id }) => id !== note.id) }));
    document.querySelector<HTMLElement>(".notes .link")?.focus(); // the one beside, if there is one
  };
  return (
    <aside class="notes" aria-label="Your comments">
      <Card title={plural(notes.length, "comment")}>
        <ol>{notes.map((note) => <Entry note={note} edit={() => edit(note)} remove={() => remove(note)} key={note.id} />)}</ol>
        <div class="pad acts">
          {request ? <Button kind="primary" icon="send" onClick={request}>Request these changes</Button> : <p class="hint">They were not sent, and this revision is no longer in review.</p>}
          <Button kind="ghost" onClick={() => setSure(true)}>Discard all</Button>
        </div>
      </Card>
      {sure && <Dialog title={`Discard ${plural(notes.length, "comment")}?`} danger act="Discard" dismiss="Keep" close={() => setSure(false)} submit={() => { setSure(false); change(() => ({ notes: [], else: "" })); }}><p>They were not sent. They can’t be brought back.</p></Dialog>}
    </aside>
  );
}

export const inOrder = (notes: Note[]): Note[] => [...notes].sort((one, other) => one.index - other.index);

function Entry({ note, edit, remove }: { note: Note; edit: () => void; remove: () => void }) {
  const show = () => document.querySelector<HTMLElement>(`[data-unit="${note.index}"]`)?.focus();
  return (
    <li class="note-entry">
      <button type="button" class="place" onClick={show} dir="auto"><span class="sr">Show </span>{note.quote}</button>
      <p class="said-text" dir="auto">{note.text}</p>
      <span class="acts">
        <button type="button" class="link" onClick={edit}>Edit<span class="sr"> the comment on {note.quote}</span></button>
        <button type="button" class="link" onClick={remove}>Remove<span class="sr"> the comment on {note.quote}</span></button>
      </span>
    </li>
  );
}

/** Writes a comment. Whatever is typed is kept at once; a comment without words is none. */
export function EditNote({ note, change, close }: { note: Note; change: Notes["change"]; close: () => void }) {
  const [value, setValue] = useState(note);
  const set = (update: Partial<Note>) => {
    const after = { ...value, ...update };
    setValue(after);
    change((before) => ({ ...before, notes: [...before.notes.filter(({ id }) => id !== note.id), ...(after.text.trim() ? [after] : [])] }));
  };
  return (
    <Dialog title="Comment on this place" lead={<>Say what should change here. All comments together become one change request.</>} close={close} dismiss="Close" act="Keep the comment" submit={close}>
      <TextField label="About these words" value={value.quote} set={(quote) => set({ quote })} maxLength={MOST_QUOTED} />
      <TextArea label="What should change?" hint="Such as “change to Thursday”, “drop this”, “should also list the opening hours”." rows={4} value={value.text} set={(text) => set({ text })} data-first />
    </Dialog>
  );
}

type Begun = Omit<Note, "id" | "text">;

/** The button beside a unit of the text: one tab stop for all, the arrows go from one to the next. */
export function useBeside(notes: Note[], begin: (place: Begun) => void) {
  const [current, setCurrent] = useState(0);
  const units = useRef<Unit[]>([]);
  const move = (event: KeyboardEvent, index: number) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    document.querySelector<HTMLElement>(`[data-unit="${index + step}"]`)?.focus();
  };
  const beginAt = (index: number, quote?: string) => {
    const { text, heading } = units.current[index] ?? { text: quote ?? "", heading: "" };
    begin({ index, unit: text, heading, quote: quote ?? quoted(text) });
  };
  const beside = (unit: Unit) => {
    const { index, text } = unit;
    units.current[index] = unit;
    const count = notes.filter((note) => note.index === index).length;
    return (
      <button type="button" class={count ? "beside has" : "beside"} data-unit={index} tabIndex={index === current ? 0 : -1} onFocus={() => setCurrent(index)} onKeyDown={(event) => move(event, index)}
        onClick={() => beginAt(index)} aria-label={`Comment on “${quoted(text, 80)}”${count ? `, ${plural(count, "comment")}` : ""}`}>
        {count || <Icon name="plus" />}
      </button>
    );
  };
  return { beside, beginAt };
}

const quoted = (text: string, most = MOST_QUOTED): string => shortened(text.replace(/\s+/g, " ").trim(), most);

/** A button beside the words that were chosen in the text. */
export function Chosen({ within, begin }: { within: string; begin: (index: number, quote: string) => void }) {
  const [at, setAt] = useState<{ top: number; left: number; quote: string; index: number } | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const look = () => {
      const chosen = getSelection();
      const text = document.querySelector(within);
      if (!chosen || chosen.isCollapsed || !text?.contains(chosen.anchorNode) || !text.contains(chosen.focusNode)) return setAt(null);
      const range = chosen.getRangeAt(0);
      const quote = quoted(chosen.toString());
      const units = [...text.querySelectorAll<HTMLElement>("[data-unit]")];
      const unit = units.findLast((one) => one.compareDocumentPosition(range.startContainer) & Node.DOCUMENT_POSITION_FOLLOWING);
      const box = range.getBoundingClientRect();
      const index = Number(unit?.dataset.unit ?? 0);
      return setAt(quote ? { top: box.bottom + scrollY + 8, left: Math.max(8, Math.min(box.left + box.width / 2 + scrollX, innerWidth - 70)), quote, index } : null);
    };
    document.addEventListener("selectionchange", look);
    return () => document.removeEventListener("selectionchange", look);
  }, [within]);
  useEffect(() => {
    if (!at || !button.current) return;
    // Our policy allows no style in the text of a page; a script may set it.
    button.current.style.top = `${at.top}px`;
    button.current.style.left = `${at.left}px`;
  }, [at]);
  if (!at) return null;
  const open = () => {
    getSelection()?.removeAllRanges();
    setAt(null);
    begin(at.index, at.quote);
  };
  return <button type="button" class="btn primary comment-on" ref={button} onMouseDown={(event) => event.preventDefault()} onClick={open}><Icon name="message-square" />Comment</button>;
}
