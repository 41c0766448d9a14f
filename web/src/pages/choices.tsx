import { useRef, useState } from "preact/hooks";
import { useSend } from "../api/data";
import type { ChoiceView } from "../api/schema";
import { ChangedSince, useWas } from "../ui/changed-since";
import { TextField } from "../ui/fields";
import { Button, Refusal } from "../ui/parts";
import { toast } from "../ui/toast";

const MOST = 200; // characters of an answer

interface Asked {
  project: string;
  choices: ChoiceView[];
  mayAnswer: boolean;
}

/** Questions that are answered once for the whole project, each with the answer that holds. */
export const Choices = ({ choices, ...rest }: Asked) =>
  choices.length ? <ul class="choices" aria-label="Choices">{choices.map((choice) => <Choice key={choice.id} {...rest} choice={choice} />)}</ul> : null;

function Choice({ project, choice: { id, ask, proposed, answer }, mayAnswer }: Omit<Asked, "choices"> & { choice: ChoiceView }) {
  const [typed, setTyped] = useState<string>();
  const text = typed ?? answer ?? "";
  const send = useSend("PATCH /projects/{project_id}/choices/{choice_id}", (after) => {
    setTyped(undefined);
    toast(after.answer === null ? `${id}: the proposed answer holds` : `${id} is answered`);
  });
  const begun = useRef(answer); // what stood there when typing began
  if (typed === undefined) begun.current = answer;
  const { isOther, sending } = useWas(answer, send);
  if (isOther) begun.current = answer;
  const give = (after: string | null) => send.mutate({ path: { project_id: project, choice_id: id }, body: { answer: after, was: begun.current } });
  const submit = (event: Event) => {
    event.preventDefault();
    if (text.trim() && text !== answer) give(text);
  };
  const about = <span class="sr"> for {id}</span>;
  return (
    <li>
      <p><span class="tag">{id}</span> <bdi>{ask}</bdi></p>
      <p class="muted">Proposed: <bdi>{proposed}</bdi>{answer === null && " (it holds until you answer)"}</p>
      {answer !== null && !mayAnswer && <p>Your answer: <bdi>{answer}</bdi></p>}
      {mayAnswer && (
        <form class="answering" onSubmit={submit} noValidate>
          <TextField label={<>Your answer{about}</>} value={text} set={setTyped} maxLength={MOST} autocomplete="off" error={send.error?.fields.answer} />
          <Button type="submit" busy={send.isPending}>Answer{about}</Button>
          {answer !== null && <Button kind="ghost" onClick={() => give(null)}>Use the proposed answer{about}</Button>}
          {isOther && <ChangedSince now={answer ?? `the proposed answer, ${proposed}`} />}
          <Refusal error={sending.error} />
        </form>
      )}
    </li>
  );
}
