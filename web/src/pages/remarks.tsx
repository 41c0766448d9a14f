import { useRef } from "preact/hooks";
import { call } from "../api/call";
import { useAction } from "../api/data";
import type { CommentView } from "../api/schema";
import { When } from "../ui/parts";
import { toast } from "../ui/toast";
import { comments as words, request } from "../words/document";
import { InPlace } from "./in-place";
import type { Desk } from "./line";
import { clean } from "./line-editor";

const MOST = 500; // characters of an answer

/** What is said about a line, beside it: the open comments, and what the customer is about to say. */
export function Margin({ line, of, desk }: { line: string; of: CommentView[]; desk: Desk }) {
  const said = desk.mayComment ? desk.drafts[`said:${line}`] : undefined;
  const typing = desk.mayComment ? desk.drafts[`say:${line}`] : undefined;
  if (!of.length && said === undefined && typing === undefined) return null;
  return (
    <div class="margin">
      <Remarks of={of} desk={desk} />
      {typing !== undefined ? <Composer line={line} text={typing} desk={desk} /> : said !== undefined && <Unsent line={line} text={said} desk={desk} />}
    </div>
  );
}

/** Focus the line again, once what had the focus beside it is gone. */
const backToLine = (line: string) => requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-line="${line}"]`)?.focus());

function Composer({ line, text, desk: { drafts, type } }: { line: string; text: string; desk: Desk }) {
  const before = drafts[`said:${line}`];
  const leave = () => {
    type({ [`say:${line}`]: undefined });
    if (text.trim() && text !== before) toast(words.removed, () => type({ [`say:${line}`]: text }));
    backToLine(line);
  };
  const add = () => {
    if (!text.trim()) return leave();
    type({ [`say:${line}`]: undefined, [`said:${line}`]: text.trim() });
    backToLine(line);
  };
  return (
    <div class="remark composing">
      <InPlace label={<span class="sr">{words.label(line)}</span>} text={text} set={(next) => type({ [`say:${line}`]: next })} most={request.most} send={add} leave={leave} act={words.add} dismiss={words.cancel} severalLines />
    </div>
  );
}

function Unsent({ line, text, desk: { type } }: { line: string; text: string; desk: Desk }) {
  const about = <span class="sr"> {words.on(line)}</span>;
  const edit = () => type({ [`say:${line}`]: text });
  /** The second click of two is still meant for the button that stood there at the first. */
  const pressed = (act: () => void) => ({ detail }: MouseEvent) => detail > 1 || act();
  const remove = () => {
    type({ [`said:${line}`]: undefined });
    toast(words.removed, () => type({ [`said:${line}`]: text }));
    backToLine(line);
  };
  return (
    <div class="remark unsent" data-unsent>
      <p dir="auto">{text}</p>
      <small>{words.unsent}</small>
      <span class="acts"><button type="button" class="link" onClick={pressed(edit)}>{words.edit}{about}</button><button type="button" class="link" onClick={pressed(remove)}>{words.remove}{about}</button></span>
    </div>
  );
}

/** The open comments on one place of a document. */
export const Remarks = ({ of, desk }: { of: CommentView[]; desk: Desk }) =>
  of.length ? <ul class="remarks" aria-label={words.open(of.length)}>{of.map((one) => <Remark key={one.id} desk={desk} comment={one} />)}</ul> : null;

function Remark({ comment: { id, text, at, about }, desk: { path, edit, mayEdit, drafts, type } }: { comment: CommentView; desk: Desk }) {
  const draft = `answer:${id}`;
  const answer = drafts[draft];
  const place = useRef<HTMLLIElement>(null);
  const send = useAction((given: string) => edit("", async () => {
    const line = place.current?.closest<HTMLElement>("[data-line]");
    const after = await call("PATCH /projects/{project_id}/deliverables/{deliverable_id}/comments/{comment_id}", { path: { ...path, comment_id: id }, body: { answer: given } });
    line?.focus(); // the comment leaves the page
    type({ [draft]: undefined });
    return after;
  }));
  return (
    <li class="remark" data-open ref={place}>
      <p dir="auto">{withoutLine(text, about)}</p>
      <small>{words.you} <When at={at} /></small>
      {mayEdit && answer === undefined && <button type="button" class="link" onClick={() => type({ [draft]: "" })}>{words.resolve}<span class="sr"> “{text}”</span></button>}
      {answer !== undefined && mayEdit && (
        <InPlace label={words.answer} text={answer} set={(next) => type({ [draft]: next })} most={MOST} send={() => answer.trim() && send.mutate(clean(answer))} leave={() => type({ [draft]: undefined })}
          act={words.resolve} dismiss={words.cancel} busy={send.isPending} error={send.error} field="answer" />
      )}
    </li>
  );
}

/** A comment beside its only line need not name it. */
const withoutLine = (text: string, [line, ...others]: string[]): string => (line && !others.length && text.startsWith(`${line}: `) ? text.slice(line.length + 2) : text);

/** What is settled, folded. */
export function Resolved({ of }: { of: CommentView[] }) {
  if (!of.length) return null;
  return (
    <details class="fold">
      <summary>{words.resolved(of.length)}</summary>
      <ul class="remarks">{of.map((one) => <li class="remark" key={one.id}><p dir="auto">{one.text}</p><small dir="auto">{one.answer ?? words.byEdit}</small></li>)}</ul>
    </details>
  );
}
