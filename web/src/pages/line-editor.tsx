import { useRef, useState } from "preact/hooks";
import type { ApiError } from "../api/call";
import { useSend } from "../api/data";
import type { CommentView, LineView, Section } from "../api/schema";
import { Icon } from "../ui/icon";
import { toast } from "../ui/toast";
import { common } from "../words/common";
import { lines as words } from "../words/document";
import { InPlace } from "./in-place";
import type { Desk } from "./line";

const MOST = 500; // characters of a line

/** A text as a line can hold it. */
export const clean = (text: string): string => text.replace(/\s+/g, " ").trim();

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
  const send = () => {
    if (!clean(text)) return;
    if (clean(text) === line.text) return close();
    type({ [`was:${line.id}`]: line.text }); // whoever saves now has read what it says
    save(clean(text), settles ? comments.map((one) => one.id) : []);
  };
  return (
    <InPlace label={<span class="sr">{words.text(line.id)}</span>} text={text} set={(next) => type({ [place]: next })} most={MOST} send={send} leave={leave}
      act={common.save} dismiss={common.cancel} hint={words.how} busy={busy} error={isOther && error?.code === "TEXT_CHANGED" ? null : error}>
      {isOther && <p class="note" role="alert"><span>{words.now} “<bdi>{line.text}</bdi>” {words.replaces}</span></p>}
      {comments.length > 0 && <label class="check"><input type="checkbox" checked={settles} onChange={() => setSettles(!settles)} />{words.settles(comments.length)}</label>}
    </InPlace>
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
  const typed = useRef(text);
  typed.current = text;
  const add = useSend("POST /projects/{project_id}/deliverables/{deliverable_id}/lines", ({ id, text: saved }) => {
    type({ [place]: undefined, [`new:${id}`]: clean(typed.current) === saved ? "" : typed.current }); // what was typed since then
    toast(words.added(id), () => strike(id));
  });
  const leave = () => {
    type({ [place]: undefined });
    if (text.trim()) toast(words.discarded, () => type({ [place]: text }));
  };
  const send = () => (text.trim() ? add.mutate({ path, body: { section, text: clean(text), refs, ...(after && { after }) } }) : leave());
  return (
    <InPlace label={<span class="sr">{label}</span>} text={text} set={(next) => type({ [place]: next })} most={MOST} send={send} leave={leave}
      act={words.addLine} dismiss={text.trim() ? common.cancel : words.done} busy={add.isPending} error={add.error} />
  );
}

/** The quiet button that begins a line at the end of a part. */
export const AddButton = ({ note, to, begin }: { note?: boolean; to?: string; begin: () => void }) => (
  <button type="button" class="add-line" onClick={begin}><Icon name="plus" />{note ? words.addNote : words.addTo}{to && <span class="sr"> {words.to(to)}</span>}</button>
);
