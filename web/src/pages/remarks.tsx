import { useRef, useState } from "preact/hooks";
import { call } from "../api/call";
import { useAction } from "../api/data";
import type { CommentView } from "../api/schema";
import { plural } from "../lib/format";
import { Opened, TextField } from "../ui/fields";
import { Button, Refusal, When } from "../ui/parts";
import type { Edit, Path } from "./editing";

interface Answering {
  path: Path;
  edit: Edit;
  mayEdit: boolean;
}

/** The open comments on one place of a document. */
export const Remarks = ({ of, ...rest }: Answering & { of: CommentView[] }) =>
  of.length ? <ul class="remarks" aria-label={plural(of.length, "open comment")}>{of.map((one) => <Remark key={one.id} {...rest} comment={one} />)}</ul> : null;

function Remark({ comment: { id, text, at }, path, edit, mayEdit }: Answering & { comment: CommentView }) {
  const [answer, setAnswer] = useState<string>();
  const place = useRef<HTMLLIElement>(null);
  const send = useAction((words: string) => edit(async () => {
    const after = await call("PATCH /projects/{project_id}/deliverables/{deliverable_id}/comments/{comment_id}", { path: { ...path, comment_id: id }, body: { answer: words } });
    place.current?.closest("[data-line]")?.querySelector("button")?.focus(); // the comment leaves the page
    return after;
  }));
  const submit = (event: Event) => {
    event.preventDefault();
    if (answer?.trim()) send.mutate(answer);
  };
  return (
    <li ref={place}>
      <p dir="auto">{text}</p>
      <small>You, <When at={at} /></small>
      {mayEdit && answer === undefined && <button type="button" class="link" onClick={() => setAnswer("")}>Answer<span class="sr"> “{text}”</span></button>}
      {answer !== undefined && (
        <form class="form" onSubmit={submit} onKeyDown={(event) => { if (event.key === "Escape") { event.preventDefault(); setAnswer(undefined); } }} noValidate>
          <Opened><TextField label="What became of it" hint="It is no open point any more." maxLength={500} value={answer} set={setAnswer} error={send.error?.fields.answer} /></Opened>
          <span class="acts"><Button type="submit" busy={send.isPending}>Save the answer</Button><Button kind="ghost" onClick={() => setAnswer(undefined)}>Cancel</Button></span>
          <Refusal error={send.error} />
        </form>
      )}
    </li>
  );
}

/** What is settled, folded. */
export function Resolved({ of }: { of: CommentView[] }) {
  if (!of.length) return null;
  return (
    <details class="fold">
      <summary>Resolved comments ({of.length})</summary>
      <ul class="remarks">{of.map((one) => <li key={one.id}><p dir="auto">{one.text}</p><small dir="auto">{one.answer ?? "An edit settled it."}</small></li>)}</ul>
    </details>
  );
}
