import { useEffect, useState } from "preact/hooks";
import { ApiError, call } from "../api/call";
import { useAction } from "../api/data";
import type { Decidable } from "../api/schema";
import { words } from "../lib/format";
import { Markdown } from "../lib/markdown";
import logo from "../icon.svg";
import { TextArea } from "../ui/fields";
import { Icon } from "../ui/icon";
import { Button, Card, Head, Refusal, Skeleton } from "../ui/parts";

/** Where the link of a mail leads that asks for a decision: the document, and the question. Opening it decides nothing. */
export function DecideLink({ token }: { token: string }) {
  const read = useAction(() => call("POST /api/decisions/read", { body: { token } }));
  useEffect(() => read.mutate(), []);
  return (
    <main class="public">
      <div class="enter-brand"><img src={logo} alt="" width="36" height="36" /><span>Atrium</span></div>
      {!read.data && <Head title="Your decision" />}
      {read.data ? <Document token={token} of={read.data} /> : read.error ? <Refusal error={read.error} retry={gone(read.error) ? undefined : () => read.mutate()} /> : <Skeleton lines={8} />}
      {gone(read.error) && <p class="sub">If the document still waits, a newer mail has a link that works; or sign in and decide there.</p>}
    </main>
  );
}

const gone = (error: ApiError | null) => error?.code === "INVALID_TOKEN";

function Document({ token, of }: { token: string; of: Decidable }) {
  const [decided, setDecided] = useState(of.decided);
  return (
    <>
      <Head title={`${of.project_name}: ${of.title}`} lead={`Revision ${of.revision}`} />
      {decided ? <p class="note good" role="status"><Icon name="circle-check" /><span>{decided}</span></p> : <Ask token={token} of={of} done={setDecided} />}
      {of.content && <Card><article class="paper" aria-label={of.title}><Markdown text={of.content} /></article></Card>}
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
  const send = (event: Event) => {
    event.preventDefault();
    decide.mutate("request_changes");
  };
  return (
    <section class="callout decide" aria-label="Your decision">
      <Icon name="circle-check" />
      <span><strong>Do you approve {words(of.title)}?</strong> You decide as {of.deciding_as}. The first decision counts.</span>
      {!changing && <Button icon="pencil" onClick={() => setChanging(true)}>Request changes</Button>}
      {!changing && <Button kind="primary" icon="check" busy={decide.isPending} onClick={() => decide.mutate("approve")}>Approve</Button>}
      {changing && (
        <form class="form" onSubmit={send} noValidate>
          <TextArea label="What should change?" hint="Each paragraph is kept word for word, beside the lines that it names, such as “R1.2: …”." rows={5} value={comment} set={setComment} error={decide.error?.fields.comment ?? decide.error?.fields.body} />
          <div class="acts">
            <Button onClick={() => setChanging(false)}>Back</Button>
            <Button type="submit" kind="primary" busy={decide.isPending}>Send</Button>
          </div>
        </form>
      )}
      <Refusal error={decide.error} />
    </section>
  );
}
