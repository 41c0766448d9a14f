import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { useSend } from "../api/data";
import type { ChoiceView } from "../api/schema";
import { tooLong } from "../lib/format";
import { useDrafts } from "../lib/review";
import "../styles/choices.css";
import { ChangedSince, useWas } from "../ui/changed-since";
import { Opened, TextField } from "../ui/fields";
import { Icon } from "../ui/icon";
import { Button, Refusal } from "../ui/parts";
import { toast } from "../ui/toast";
import { common } from "../words/common";
import { choices as words } from "../words/document";

const MOST = 200; // characters of an answer

interface Asked {
  project: string;
  choices: ChoiceView[];
  mayAnswer: boolean;
  /** Whether they stand in what is approved: they can be changed still, and ask for nothing. */
  isSettled?: boolean;
}

/** Questions that are answered once for the whole project, each with the answer that holds. */
export function Choices({ project, choices, mayAnswer, isSettled }: Asked) {
  const [isEditing, setEditing] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => {
    if (isEditing) list.current?.querySelector("button")?.focus(); // the button that had the focus is gone
  }, [isEditing]);
  if (!choices.length) return null;
  const isClosed = isSettled && !isEditing;
  const applied = choices.filter((one) => one.answer === null).length;
  return (
    <>
      {isClosed && <p class="settled">{applied > 0 && words.apply(applied)} {mayAnswer && <Button kind="ghost" icon="pencil" onClick={() => setEditing(true)}>{words.edit}<span class="sr"> {words.editWhat}</span></Button>}</p>}
      <ul class="choices" aria-label={words.list} ref={list}>{choices.map((choice) => <Choice key={choice.id} project={project} choice={choice} mayAnswer={mayAnswer && !isClosed} />)}</ul>
    </>
  );
}

function Choice({ project, choice: { id, ask, proposed, answer }, mayAnswer }: { project: string; choice: ChoiceView; mayAnswer: boolean }) {
  const [drafts, type] = useDrafts(project);
  const place = useRef<HTMLLIElement>(null);
  const isDone = useRef(false); // the field leaves, and the answer takes the focus
  const typed = mayAnswer ? drafts[id] : undefined;
  const latest = useRef(typed);
  latest.current = typed;
  const undo = useSend("PATCH /projects/{project_id}/choices/{choice_id}");
  const send = useSend("PATCH /projects/{project_id}/choices/{choice_id}", (after, { body }) => {
    if (latest.current === undefined || latest.current.trim() === after.answer || after.answer === null) close(); // else typed on meanwhile
    toast(after.answer === null ? words.back(id) : words.answered(id), () => undo.mutate({ path: { project_id: project, choice_id: id }, body: { answer: body.was ?? null, was: after.answer } }));
  });
  const begun = useRef(answer); // what stood there when typing began
  if (typed === undefined) begun.current = answer;
  const { isOther, sending } = useWas(answer, send);
  if (isOther) begun.current = answer;
  const close = () => {
    isDone.current = true;
    type({ [id]: undefined });
  };
  useLayoutEffect(() => {
    if (!isDone.current || typed !== undefined) return;
    isDone.current = false;
    if (document.activeElement === document.body) place.current?.querySelector("button")?.focus();
  });
  const give = (after: string | null) => send.mutate({ path: { project_id: project, choice_id: id }, body: { answer: after, was: begun.current } });
  const submit = (event: Event) => {
    event.preventDefault();
    const text = typed?.trim();
    if (!text || tooLong(text, MOST)) return;
    if (text === answer) close();
    else give(text);
  };
  const escape = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.isComposing) return;
    event.preventDefault();
    close();
  };
  const about = <span class="sr"> {words.to(id)}</span>;
  const shown = <><bdi>{answer ?? proposed}</bdi>{answer === null && <small>{words.suggested}</small>}</>;
  return (
    <li ref={place} data-open-choice={answer === null || undefined}>
      <span class="ref">{id}</span>
      <div class="grow">
        <p class="ask" dir="auto">{ask}</p>
        {typed === undefined ? (
          <div class="acts">
            {mayAnswer ? <button type="button" class="answer" onClick={() => type({ [id]: answer ?? proposed })}><span class="sr">{words.change(id)} </span>{shown}<Icon name="pencil" /></button> : <span class="answer">{shown}</span>}
            {mayAnswer && answer === null && <Button kind="ghost" icon="check" busy={send.isPending} onClick={() => give(proposed)}>{words.accept}{about}</Button>}
          </div>
        ) : (
          <form class="answering" onSubmit={submit} onKeyDown={escape} noValidate>
            <Opened><TextField label={<span class="sr">{words.label(id)}</span>} value={typed} set={(next) => type({ [id]: next })} maxLength={MOST} autocomplete="off" error={send.error?.fields.answer} /></Opened>
            <span class="acts">
              <Button type="submit" kind="primary" busy={send.isPending}>{common.save}{about}</Button>
              {answer !== null && <Button kind="ghost" onClick={() => give(null)}>{words.useSuggested}{about}</Button>}
              <Button kind="ghost" onClick={close}>{common.cancel}{about}</Button>
            </span>
            {isOther && <ChangedSince now={answer ?? words.suggestion(proposed)} />}
          </form>
        )}
        <Refusal error={sending.error ?? undo.error} />
      </div>
    </li>
  );
}
