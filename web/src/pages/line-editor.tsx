import { useState } from "preact/hooks";
import type { ApiError } from "../api/call";
import { useSend } from "../api/data";
import type { CommentView, LineView, Section } from "../api/schema";
import { tooLong } from "../lib/format";
import { Opened, TextArea } from "../ui/fields";
import { Icon } from "../ui/icon";
import { Button, Refusal } from "../ui/parts";
import { toast } from "../ui/toast";
import { lines as words } from "../words/document";
import type { Desk } from "./line";

const MOST = 500; // characters of a line

/** A text as a line can hold it. */
export const clean = (text: string): string => text.replace(/\s+/g, " ").trim();
/** Whether a text can be sent as it is typed. */
const fits = (text: string): boolean => clean(text) !== "" && !tooLong(text, MOST);

/** Enter sends a text of one line, unless it ends the choice of a sign; Escape leaves it. */
export function oneLine(event: KeyboardEvent, send: (event: Event) => void, leave: () => void): void {
  if (event.isComposing || !(event.target instanceof HTMLTextAreaElement) || (event.key !== "Enter" && event.key !== "Escape")) return;
  event.preventDefault();
  event.stopPropagation();
  if (event.key === "Enter") send(event);
  else leave();
}

interface Editing {
  line: LineView;
  desk: Desk;
  text: string;
  comments: CommentView[];
  error: ApiError | null;
  busy: boolean;
  close: () => void;
  save: (text: string, resolves: string[]) => void;
}

/** A line as a field, in its own place. */
export function LineEditor({ line, desk: { drafts, type }, text, comments, error, busy, close, save }: Editing) {
  const [settles, setSettles] = useState(true);
  const place = `text:${line.id}`;
  const was = drafts[`was:${line.id}`] ?? line.text;
  const isOther = was !== line.text;
  const leave = () => {
    close();
    if (text !== line.text) toast(words.discarded, () => type({ [place]: text, [`was:${line.id}`]: was }));
  };
  const submit = (event: Event) => {
    event.preventDefault();
    if (busy || !fits(text)) return;
    if (clean(text) === line.text) close();
    else {
      type({ [`was:${line.id}`]: line.text }); // whoever saves now has read what it says
      save(clean(text), settles ? comments.map((one) => one.id) : []);
    }
  };
  return (
    <form class="form in-place" onSubmit={submit} onKeyDown={(event) => oneLine(event, submit, leave)} noValidate>
      <Opened><TextArea label={<span class="sr">{words.text(line.id)}</span>} rows={1} maxLength={MOST} value={text} set={(next) => type({ [place]: next })} error={error?.fields.text} /></Opened>
      {isOther && <p class="note" role="alert"><span>{words.now} “<bdi>{line.text}</bdi>” {words.replaces}</span></p>}
      {comments.length > 0 && <label class="check"><input type="checkbox" checked={settles} onChange={() => setSettles(!settles)} />{words.settles(comments.length)}</label>}
      <span class="acts"><Button type="submit" kind="primary" busy={busy}>{words.save}</Button><Button kind="ghost" onClick={leave}>{words.cancel}</Button><small class="hint">{words.how}</small></span>
      <Refusal error={isOther && error?.code === "TEXT_CHANGED" ? null : error} />
    </form>
  );
}

interface Adding {
  desk: Desk;
  /** Where its text is kept: `new:` and the line that it follows, or else its section. */
  place: string;
  section: Section;
  refs: string[];
  after?: string;
  label: string;
  /** Takes back a line that was just added. */
  strike: (id: string) => void;
}

/** A line that is being added. The next one can be typed at once. */
export function LineAdder({ desk: { path, drafts, type }, place, section, refs, after, label, strike }: Adding) {
  const text = drafts[place] ?? "";
  const add = useSend("POST /projects/{project_id}/deliverables/{deliverable_id}/lines", ({ id }) => {
    type({ [place]: undefined, [`new:${id}`]: "" });
    toast(words.added(id), () => strike(id));
  });
  const leave = () => {
    type({ [place]: undefined });
    if (text.trim()) toast(words.discarded, () => type({ [place]: text }));
  };
  const submit = (event: Event) => {
    event.preventDefault();
    if (fits(text)) add.mutate({ path, body: { section, text: clean(text), refs, ...(after && { after }) } });
    else if (!text.trim()) leave();
  };
  return (
    <form class="form in-place" onSubmit={submit} onKeyDown={(event) => oneLine(event, submit, leave)} noValidate>
      <Opened><TextArea label={<span class="sr">{label}</span>} rows={1} maxLength={MOST} value={text} set={(next) => type({ [place]: next })} error={add.error?.fields.text} /></Opened>
      <span class="acts"><Button type="submit" kind="primary" busy={add.isPending}>{words.addLine}</Button><Button kind="ghost" onClick={leave}>{text.trim() ? words.cancel : words.done}</Button></span>
      <Refusal error={add.error} />
    </form>
  );
}

/** The quiet button that begins a line at the end of a part. */
export const AddButton = ({ note, to, begin }: { note?: boolean; to?: string; begin: () => void }) => (
  <button type="button" class="add-line" onClick={begin}><Icon name="plus" />{note ? words.addNote : words.addTo}{to && <span class="sr"> {words.to(to)}</span>}</button>
);
