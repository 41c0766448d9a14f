import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { call } from "../api/call";
import { useAction } from "../api/data";
import type { ChangeLine, CommentView, DocumentView, LineView } from "../api/schema";
import { type Drafts, type Type } from "../lib/review";
import { Icon } from "../ui/icon";
import { Menu } from "../ui/menu";
import { Refusal } from "../ui/parts";
import { toast, toastRefusal } from "../ui/toast";
import { lines as words } from "../words/document";
import { type Edit, type Path, backTo } from "./editing";
import { clean, LineEditor } from "./line-editor";
import { Margin } from "./remarks";

/** What the lines share. */
export interface Desk {
  path: Path;
  mayEdit: boolean;
  mayComment: boolean;
  edit: Edit;
  drafts: Drafts;
  type: Type;
  /** The line that Tab reaches. */
  at: string | undefined;
  setAt: (line: string) => void;
}

interface Lined {
  line: LineView;
  /** The ids of all lines of its part, in their order. */
  ids: string[];
  desk: Desk;
  comments: CommentView[];
  canAdd: boolean;
}

/** Sends an edit of a line, says so, and offers to undo it. The focus stays with the line. */
function useChange({ line, desk: { path, edit }, ids }: Lined, done: (text: string) => void) {
  const { id } = line;
  const patch = (body: Omit<ChangeLine, "content_hash">) => edit(id, (content_hash) =>
    call("PATCH /projects/{project_id}/deliverables/{deliverable_id}/lines/{line_id}", { path: { ...path, line_id: id }, body: { ...body, content_hash } }));
  const lineOf = (document: DocumentView) => document.lines.flatMap((part) => part.lines).find((one) => one.id === id);
  return useAction(async ({ said, ...body }: Omit<ChangeLine, "content_hash"> & { said: string }) => {
    const after = await patch(body);
    done(body.text ?? line.text);
    const undo = async () => {
      const steps = body.after ? [{ after: ids[ids.indexOf(id) - 1] ?? "start" }] : backTo(line, lineOf(after));
      for (const step of steps) await patch(step);
    };
    toast(said, () => void undo().catch((problem: Error) => toastRefusal(problem.message)));
  });
}

export function Line(props: Lined) {
  const { line, ids, desk, comments, canAdd } = props;
  const { id, text, state, origin } = line;
  const { mayEdit, drafts, type } = desk;
  const row = useRef<HTMLLIElement>(null);
  const isDone = useRef(false); // what was pressed leaves the row, which then takes the focus
  const [isOver, setOver] = useState(false);
  const draft = mayEdit ? drafts[`text:${id}`] : undefined;
  const close = () => {
    isDone.current = true;
    type({ [`text:${id}`]: undefined, [`was:${id}`]: undefined });
  };
  const typed = useRef(draft);
  typed.current = draft;
  const change = useChange(props, (saved) => {
    // What was typed since then stays.
    if (typed.current !== undefined && clean(typed.current) !== saved) type({ [`was:${id}`]: saved });
    else close();
  });
  const at = ids.indexOf(id);
  const takeFocus = () => {
    if (document.activeElement === document.body) row.current!.focus();
  };
  useLayoutEffect(() => {
    if (!isDone.current || draft !== undefined) return;
    isDone.current = false;
    takeFocus();
  });
  const place = useRef(at);
  useLayoutEffect(() => {
    if (place.current !== at && desk.at === id) takeFocus(); // a row that moves loses it
    place.current = at;
  }, [at]);
  useLayoutEffect(() => {
    // Another tab has saved the very same, or the answer to this one got lost.
    if (draft !== undefined && drafts[`was:${id}`] !== text && clean(draft) === text) close();
  }, [text]);
  const open = () => {
    if (mayEdit && state !== "struck" && draft === undefined) type({ [`text:${id}`]: text, [`was:${id}`]: text });
  };
  const clicked = () => {
    if (getSelection()?.isCollapsed ?? true) open();
  };
  const say = (body: Omit<ChangeLine, "content_hash">, said: string) => () => change.mutate({ ...body, said });
  const comment = () => {
    if (draft === text) close();
    type({ [`say:${id}`]: drafts[`say:${id}`] ?? drafts[`said:${id}`] ?? "" });
  };
  const isChanged = origin !== "customer" && (state === "reworded" || state === "kept");
  const deeds: Deed[] = [
    ...(state === "struck" ? [{ name: "strike", icon: "rotate-ccw", label: words.restore, act: say({ state: origin === "customer" ? "kept" : "proposed" }, words.restored(id)) }] : [
      { name: "strike", icon: "strikethrough", label: words.strike, act: say({ state: "struck" }, words.struckOut(id)) },
      ...(desk.mayComment ? [{ name: "comment", icon: "message-square", label: words.comment, act: comment }] : []),
      ...(draft === undefined ? [{ name: "edit", icon: "pencil", label: words.edit, act: open }] : []),
      ...(state === "proposed" ? [{ name: "keep", icon: "check", label: words.keep, act: say({ state: "kept" }, words.kept(id)) }] : []),
      ...(isChanged ? [{ name: "original", icon: "rotate-ccw", label: words.original, act: say({ state: "proposed" }, words.restored(id)) }] : []),
    ]),
    ...(at > 0 ? [{ name: "up", icon: "arrow-up", label: words.up, act: say({ after: ids[at - 2] ?? "start" }, words.moved(id)) }] : []),
    ...(at < ids.length - 1 ? [{ name: "down", icon: "arrow-down", label: words.down, act: say({ after: ids[at + 1] }, words.moved(id)) }] : []),
    ...(canAdd ? [{ name: "add", icon: "plus", label: words.add, act: () => type({ [`new:${id}`]: drafts[`new:${id}`] ?? "" }) }] : []),
  ];
  const isHere = mayEdit && (isOver || desk.at === id);
  return (
    <li ref={row} data-line={id} class={draft === undefined ? undefined : "open"} tabIndex={mayEdit ? (desk.at === id ? 0 : -1) : undefined} aria-busy={change.isPending}
      onFocusIn={() => desk.at !== id && desk.setAt(id)} onPointerEnter={() => setOver(true)} onPointerLeave={() => setOver(false)}>
      <div class="doc-line">
        <span class="ref">{id}</span>
        {draft === undefined ? <p class="says" dir="auto" onClick={clicked}>{state === "struck" ? <del><span class="sr">{words.struck} </span>{text}</del> : text}<Marks of={line} /></p>
          : <LineEditor line={line} desk={desk} text={draft} comments={comments} error={change.error} busy={change.isPending} close={close}
              save={(next, resolves) => change.mutate({ text: next, resolves, said: words.changed(id) })} />}
        {isHere && <Acts of={id} deeds={deeds} />}
      </div>
      {draft === undefined && <Refusal error={change.error} />}
      <Margin line={id} of={comments} desk={desk} />
    </li>
  );
}

interface Deed {
  name: string;
  icon: string;
  label: string;
  act: () => void;
}

/** What can be done with a line: the usual as buttons, the rest in a menu. The keys press what has a name (`useLineKeys`). */
function Acts({ of, deeds }: { of: string; deeds: Deed[] }) {
  const isUsual = ({ name }: Deed) => name === "strike" || name === "comment";
  const rest = deeds.filter((deed) => !isUsual(deed));
  const add = rest.find(({ name }) => name === "add");
  return (
    <>
      <span class="line-acts">
        {deeds.filter(isUsual).map(({ name, icon, label, act }) => <button type="button" class="act" key={name} data-act={name} title={label} aria-label={`${label} ${of}`} onClick={act}><Icon name={icon} /></button>)}
        {rest.length > 0 && <Menu label={`${words.more} ${of}`} kind="act" trigger={<Icon name="ellipsis" />} items={rest} />}
        {rest.map(({ name, label, act }) => <button type="button" hidden key={name} data-act={name} aria-label={label} onClick={act} />)}
      </span>
      {add && <button type="button" class="between" tabIndex={-1} title={words.add} aria-label={`${words.add}: ${of}`} onClick={add.act}><Icon name="plus" /></button>}
    </>
  );
}

/** Who wrote a line and what became of it, each as a small sign. */
function Marks({ of: { origin, state, why } }: { of: LineView }) {
  const marks = [
    origin === "customer" ? ["user-round", words.yours] : origin === "model" ? ["sparkles", words.suggested(why)] : null,
    state === "reworded" ? ["pencil", words.reworded] : state === "kept" && origin !== "customer" ? ["check", words.isKept] : null,
  ].filter((one) => one !== null);
  return <>{marks.map(([icon, said]) => <span class="origin" title={said} key={icon}><Icon name={icon!} /><span class="sr"> ({said})</span></span>)}</>;
}
