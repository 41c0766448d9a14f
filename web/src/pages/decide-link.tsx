import { useEffect, useState } from "preact/hooks";
import { ApiError, call } from "../api/call";
import { useAction } from "../api/data";
import type { Decidable } from "../api/schema";
import { Markdown } from "../lib/markdown";
import logo from "../icon.svg";
import { TextArea } from "../ui/fields";
import { Icon } from "../ui/icon";
import { Button, Form, Head, Refusal, Skeleton } from "../ui/parts";
import "../styles/document.css";
import { decision, mail as say, request } from "../words/document";

/** Where the link of a mail leads that asks for a decision: the document, and the question. Opening it decides nothing. */
export function DecideLink({ token }: { token: string }) {
  const read = useAction(() => call("POST /api/decisions/read", { body: { token } }));
  useEffect(() => read.mutate(), []);
  return (
    <main class="public">
      <div class="enter-brand"><img src={logo} alt="" width="36" height="36" /><span>Atrium</span></div>
      {!read.data && <Head title={say.title} />}
      {read.data ? <Document token={token} of={read.data} /> : read.error ? <Refusal error={read.error} retry={gone(read.error) ? undefined : () => read.mutate()} /> : <Skeleton lines={8} />}
      {gone(read.error) && <p class="sub">{say.gone}</p>}
    </main>
  );
}

const gone = (error: ApiError | null) => error?.code === "INVALID_TOKEN";

function Document({ token, of }: { token: string; of: Decidable }) {
  const [decided, setDecided] = useState(of.decided);
  return (
    <>
      <Head title={`${of.project_name}: ${of.title}`} lead={decision.revision(of.revision)} />
      {decided ? <p class="note good" role="status"><Icon name="circle-check" /><span>{decided}</span></p> : <Ask token={token} of={of} done={setDecided} />}
      {of.content && <article class="paper" aria-label={of.title}><Markdown text={of.content} /></article>}
    </>
  );
}

function Ask({ token, of, done }: { token: string; of: Decidable; done: (decided: string) => void }) {
  const [changing, setChanging] = useState(false);
  const [comment, setComment] = useState("");
  const decide = useAction(async (decision: "approve" | "request_changes") => {
    const { decided } = await call("POST /api/decisions", { body: { token, decision, comment: decision === "approve" ? null : comment.trim() } });
    done(decided);
  });
  return (
    <section class="decision" aria-label={decision.region}>
      <span class="grow"><strong>{say.question(of.title)}</strong> {say.as(of.deciding_as)}</span>
      {!changing && (
        <span class="acts">
          <Button onClick={() => setChanging(true)}>{decision.request}</Button>
          <Button kind="primary" icon="check" busy={decide.isPending} onClick={() => decide.mutate("approve")}>{decision.approve}</Button>
        </span>
      )}
      {changing && (
        <Form act={request.send} sending={decide} submit={() => decide.mutate("request_changes")} cancel={() => setChanging(false)}>
          <TextArea label={request.what} hint={say.hint} rows={4} maxLength={request.most} value={comment} set={setComment} error={decide.error?.fields.comment ?? decide.error?.fields.body} />
        </Form>
      )}
      {!changing && <Refusal error={decide.error} />}
    </section>
  );
}
