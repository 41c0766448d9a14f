import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { call } from "../api/call";
import { useAction, useSend } from "../api/data";
import type { ChangeLine, CommentView, DocumentView, LineView, PartView, Section } from "../api/schema";
import { useKeys } from "../lib/keys";
import { Markdown } from "../lib/markdown";
import { Opened, TextArea } from "../ui/fields";
import { Button, Refusal } from "../ui/parts";
import { toast } from "../ui/toast";
import { Choices } from "./choices";
import { type Edit, type Path, useEdits } from "./editing";
import { Remarks, Resolved } from "./remarks";

const MOST = 500; // characters of a line

interface Shown {
  path: Path;
  document: DocumentView;
  mayEdit: boolean;
  mayAnswer: boolean;
  /** Begins a comment about a line, while one can be sent. */
  begin?: (line: string) => void;
}
/** What the parts and lines share: the texts that are typed and not saved, and whose buttons the Tab key reaches. */
interface Desk extends Omit<Shown, "document"> {
  edit: Edit;
  typed: Record<string, string>;
  type: (line: string, text: string | undefined) => void;
  at: string | undefined;
  setAt: (line: string) => void;
}

/** A document part by part: its text, its lines, what is to be decided there, and the open comments beside what they name. */
export function Lines({ path, document, mayEdit, mayAnswer, begin }: Shown) {
  const edit = useEdits(path, document);
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [at, setAt] = useState<string>();
  const parts = document.lines.map((part) => ({ ...part, lines: part.lines.filter((line) => mayEdit || line.state !== "struck") }));
  const ids = parts.flatMap((part) => part.lines.map((line) => line.id));
  const open = document.comments.filter((one) => one.resolved_at === null);
  const loose = open.filter((one) => !one.about.some((id) => ids.includes(id)));
  const home = (one: CommentView) => parts.find((part) => one.about.some((id) => part.refs.includes(id) || part.choices.includes(id)));
  const type = (line: string, text: string | undefined) => setTyped(({ [line]: _, ...others }) => (text === undefined ? others : { ...others, [line]: text }));
  const still = ids.filter((id) => typed[id] === undefined); // a line that is a field has no buttons
  const desk: Desk = { path, mayEdit, mayAnswer, begin, edit, typed, type, at: at && still.includes(at) ? at : still[0], setAt };
  const canAdd = (section: Section | null): section is Section => mayEdit && section !== null && document.accepts.includes(section);
  useKeys("Text", mayEdit && ids.length ? { c: ["Go to the lines; the arrows lead on", () => window.document.querySelector<HTMLElement>("[data-act][tabindex='0']")?.focus()] } : {});
  return (
    <article class="paper lined" aria-label={document.title} onKeyDown={moveFocus}>
      <Remarks of={loose.filter((one) => !home(one))} path={path} edit={edit} mayEdit={mayEdit} />
      {Object.entries(typed).filter(([id]) => !ids.includes(id)).map(([id, text]) => (
        <p class="note" key={id} role="status"><span>{id} is no longer in this document. You typed: “{text}”</span><button type="button" class="link" onClick={() => type(id, undefined)}>Discard</button></p>
      ))}
      {parts.map((part, index) => (
        <OnePart key={part.lines[0]?.id ?? index} part={part} document={document} desk={desk} open={open} remarks={loose.filter((one) => home(one) === part)} canAdd={canAdd(part.section)} />
      ))}
      {canAdd("notes") && !parts.some((part) => part.section === "notes") && <AddLine path={path} section="notes" refs={[]} what="a note" />}
      <Resolved of={document.comments.filter((one) => one.resolved_at !== null)} />
    </article>
  );
}

/** Up and down lead from a line's button to the same one of the next line, as one reads. */
function moveFocus(event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const here = event.target as HTMLElement;
  if (!step || !here.dataset.act) return;
  event.preventDefault();
  const rows = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>("[data-line]")].filter((row) => row.querySelector("[data-act]"));
  const next = rows[rows.indexOf(here.closest<HTMLElement>("[data-line]")!) + step];
  (next?.querySelector<HTMLElement>(`[data-act="${here.dataset.act}"]`) ?? next?.querySelector<HTMLElement>("[data-act]"))?.focus();
}

interface Parted {
  part: PartView;
  document: DocumentView;
  desk: Desk;
  open: CommentView[];
  remarks: CommentView[];
  canAdd: boolean;
}

function OnePart({ part: { title, level, text, section, refs, lines, choices }, document, desk, open, remarks, canAdd }: Parted) {
  const asked = document.choices.filter((one) => choices.includes(one.id));
  if (!text && !lines.length && !asked.length && !canAdd) return null;
  const Tag = `h${Math.min(Math.max(level, 2), 6)}` as "h2";
  return (
    <section>
      <Tag dir="auto">{title}</Tag>
      <Remarks of={remarks} {...desk} />
      {text && <Markdown text={text} top={level + 1} />}
      {lines.length > 0 && <ul class="doc-lines" aria-label={title}>{lines.map((line) => <Line key={line.id} line={line} desk={desk} comments={open.filter((one) => one.about.includes(line.id))} />)}</ul>}
      {canAdd && section && <AddLine path={desk.path} section={section} refs={refs} what="a line" to={title} />}
      <Choices project={desk.path.project_id} choices={asked} mayAnswer={desk.mayAnswer} />
    </section>
  );
}

const markOf = ({ origin, state, why }: LineView): string =>
  [origin === "customer" && "yours", origin === "model" && (why ? `by a model: ${why}` : "by a model"), (state === "reworded" || (state === "kept" && origin !== "customer")) && state].filter(Boolean).join(", ");

function Line({ line, desk, comments }: { line: LineView; desk: Desk; comments: CommentView[] }) {
  const { id, text, state, origin } = line;
  const { path, mayEdit, edit, typed, type } = desk;
  const row = useRef<HTMLLIElement>(null);
  const isDone = useRef(false); // what was pressed leaves the row, whose next button then takes the focus
  const draft = mayEdit ? typed[id] : undefined;
  const change = useAction((body: Omit<ChangeLine, "content_hash">) => edit(async (content_hash) => {
    const after = await call("PATCH /projects/{project_id}/deliverables/{deliverable_id}/lines/{line_id}", { path: { ...path, line_id: id }, body: { ...body, content_hash } });
    isDone.current = true;
    type(id, undefined);
    return after;
  }));
  useLayoutEffect(() => {
    const here = document.activeElement;
    if (!isDone.current || draft !== undefined || row.current!.contains(here)) return;
    if (here === null || here === document.body) row.current!.querySelector("button")?.focus();
    isDone.current = false;
  });
  const leave = () => {
    isDone.current = true;
    type(id, undefined);
  };
  const isOwn = origin === "customer"; // nobody proposed it, so it is kept instead
  const acts: [string, () => void][] = state === "struck" ? [["Take back", () => change.mutate({ state: isOwn ? "kept" : "proposed" })]] : [
    ["Reword", () => type(id, text)],
    ...(state === "proposed" ? [["Keep", () => change.mutate({ state: "kept" })] as [string, () => void]] : []),
    ["Strike", () => change.mutate({ state: "struck" })],
    ...(state !== "proposed" && !isOwn ? [["Take back", () => change.mutate({ state: "proposed" })] as [string, () => void]] : []),
    ...(desk.begin ? [["Comment", () => desk.begin!(id)] as [string, () => void]] : []),
  ];
  const mark = markOf(line);
  return (
    <li ref={row} data-line={id} aria-busy={change.isPending}>
      <div class="doc-line">
        <span class="tag">{id}</span>
        {draft === undefined ? <span class="grow">{state === "struck" ? <del><span class="sr">Struck: </span>{text}</del> : text}{mark && <small>{mark}</small>}</span>
          : <Reword line={line} text={draft} set={(next) => type(id, next)} comments={comments} error={change.error?.fields.text} busy={change.isPending} leave={leave} save={(next, resolves) => change.mutate({ text: next, resolves })} />}
        {mayEdit && draft === undefined && (
          <span class="acts">
            {acts.map(([name, act]) => <button type="button" class="link" key={name} data-act={name} tabIndex={desk.at === id ? 0 : -1} onFocus={() => desk.setAt(id)} onClick={act}>{name}<span class="sr"> {id}</span></button>)}
          </span>
        )}
      </div>
      <Refusal error={change.error} />
      <Remarks of={comments} {...desk} />
    </li>
  );
}

interface Rewording {
  line: LineView;
  text: string;
  set: (text: string) => void;
  comments: CommentView[];
  error: string | undefined;
  busy: boolean;
  leave: () => void;
  save: (text: string, resolves: string[]) => void;
}

/** A line as a field: Enter saves it, Escape leaves it as it was. */
function Reword({ line, text, set, comments, error, busy, leave, save }: Rewording) {
  const [settles, setSettles] = useState(true);
  const submit = (event: Event) => {
    event.preventDefault();
    const words = text.trim();
    if (busy || !words) return;
    if (words === line.text) leave();
    else save(words, settles ? comments.map((one) => one.id) : []);
  };
  return (
    <form class="form grow" onSubmit={submit} onKeyDown={(event) => oneLine(event, submit, leave)} noValidate>
      <Opened><TextArea label={`Text of ${line.id}`} rows={2} maxLength={MOST} value={text} set={set} error={error} /></Opened>
      {comments.length > 0 && <label class="check"><input type="checkbox" checked={settles} onChange={() => setSettles(!settles)} />This settles {comments.length === 1 ? "the comment" : "the comments"} on it</label>}
      <span class="acts"><Button type="submit" kind="primary" busy={busy}>Save</Button><Button kind="ghost" onClick={leave}>Cancel</Button></span>
    </form>
  );
}

/** Enter sends a text of one line, unless it ends the choice of a sign; Escape leaves it. */
function oneLine(event: KeyboardEvent, send: (event: Event) => void, leave: () => void): void {
  if (event.isComposing) return;
  if (event.key === "Enter" && event.target instanceof HTMLTextAreaElement) send(event);
  if (event.key !== "Escape") return;
  event.preventDefault();
  leave();
}

function AddLine({ path, section, refs, what, to }: { path: Path; section: Section; refs: string[]; what: string; to?: string }) {
  const [text, setText] = useState<string>();
  const add = useSend("POST /projects/{project_id}/deliverables/{deliverable_id}/lines", ({ id }) => {
    setText("");
    toast(`${id} is added`);
  });
  const about = to && <span class="sr"> to {to}</span>;
  if (text === undefined) return <p class="add-line"><button type="button" class="link" onClick={() => setText("")}>Add {what}{about}</button></p>;
  const submit = (event: Event) => {
    event.preventDefault();
    if (text.trim()) add.mutate({ path, body: { section, text: text.trim(), refs } });
  };
  const leave = () => setText(undefined);
  return (
    <form class="form add-line" onSubmit={submit} onKeyDown={(event) => oneLine(event, submit, leave)} noValidate>
      <Opened><TextArea label={<>Text of the new line{about}</>} rows={2} maxLength={MOST} value={text} set={setText} error={add.error?.fields.text} /></Opened>
      <span class="acts"><Button type="submit" busy={add.isPending}>Add</Button><Button kind="ghost" onClick={leave}>Done</Button></span>
      <Refusal error={add.error} />
    </form>
  );
}
