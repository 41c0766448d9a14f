import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { call } from "../api/call";
import { type Sending, useAction, useData, useSend } from "../api/data";
import type { ChangeQuote, QuotedPoint } from "../api/schema";
import { money, plural } from "../lib/format";
import { Dialog } from "../ui/dialog";
import { TextArea } from "../ui/fields";
import { Icon } from "../ui/icon";
import { Button, Refusal, Skeleton } from "../ui/parts";
import { toast } from "../ui/toast";

const PAUSE = 400; // after the last keystroke
interface Reviewed {
  project_id: string;
  deliverable_id: string;
  revision: number;
}

interface Requested {
  of: Reviewed;
  title: string;
  /** The comments at places, as they will be said; not `settled`: it is being asked how. */
  lines: string[];
  settled: boolean;
  rest: string;
  setRest: (rest: string) => void;
  sending: Sending;
  close: () => void;
  send: (comment: string, points: QuotedPoint[]) => void;
}

/** Asks what should change. What it costs and what can be done is on the screen before anything is sent. */
export function RequestChanges({ of, title, lines, settled, rest, setRest, sending, close, send }: Requested) {
  const text = [...lines, rest.trim()].filter(Boolean).join("\n");
  const { quote, fresh, error, again } = useQuote(of, text);
  const rephrase = fresh && quote?.nothing_to_apply;
  const submit = () => (rephrase || !text ? document.querySelector<HTMLElement>("dialog textarea")?.focus() : fresh && settled && send(text, quote?.points ?? []));
  const wish = useSend("POST /agents/{project_id}/ask", () => {
    toast("The CEO answers your wish in the conversation");
    close();
  });
  const tellAsWish = <p><Button icon="message-square" busy={wish.isPending} onClick={() => wish.mutate({ path: { project_id: of.project_id }, body: { message: `Change request: ${text}` } })}>Tell the CEO as a wish</Button></p>;
  const refused = sending.error?.fields.comment ?? sending.error?.fields.body ?? error?.fields.comment;
  return (
    <Dialog title="Request changes" lead={`Say what ${title} should say instead, one change for each line. The next revision answers you.`} close={close} submit={submit}
      act={rephrase ? "Rephrase" : quote && fresh && text ? (quote.cost ? `Send for ${money(quote.cost, quote.currency)}` : "Send, included") : "Send"}
      sending={{ isPending: sending.isPending || !settled || (!fresh && !error), error: sending.error }}>
      {lines.length > 0 && <div class="lines"><h3>{plural(lines.length, "comment")}, as the team reads {lines.length === 1 ? "it" : "them"}</h3><ol>{lines.map((line) => <li dir="auto">{line}</li>)}</ol></div>}
      <TextArea label={lines.length ? "What else should change?" : "What should change?"} rows={lines.length ? 3 : 6} value={rest} set={setRest} error={refused} data-first />
      <div class="quote-box" role="status" aria-busy={!fresh}>
        {quote ? <Quote quote={quote} asked={text !== ""} wish={rephrase && tellAsWish} /> : !error && <Skeleton lines={1} />}
        <Refusal error={wish.error} />
      </div>
      {error && !error.fields.comment && <Refusal error={error} retry={again} />}
    </Dialog>
  );
}

/** The newest quote. `fresh`: it is for the very text on the screen. */
function useQuote({ project_id, deliverable_id, revision }: Reviewed, text: string) {
  const approvals = useData("GET /projects/{project_id}/approvals", { path: { project_id } });
  const approval = approvals.data?.approvals.find((one) => one.deliverable_id === deliverable_id && one.revision === revision && one.status === "pending")?.id;
  const [quote, setQuote] = useState<{ of: string; data: ChangeQuote }>();
  const latest = useRef(text);
  latest.current = text;
  const ask = useAction(async (comment: string) => {
    const path = { project_id, approval_id: approval! };
    const data = await call("POST /projects/{project_id}/approvals/{approval_id}/quote", { path, body: { comment: comment || null } });
    if (comment === latest.current) setQuote({ of: comment, data }); // an answer may be overtaken by a newer one
  });
  const again = () => (approval ? ask.mutate(text) : approvals.refetch());
  useEffect(() => {
    if (!approval) return undefined;
    const timer = setTimeout(() => ask.mutate(text), text ? PAUSE : 0);
    return () => clearTimeout(timer);
  }, [approval, text]);
  return { quote: quote?.data, fresh: quote?.of === text, error: (approval ? null : approvals.error) ?? ask.error, again };
}

function Quote({ quote: { cost, currency, included, revision, points, nothing_to_apply, over_ceiling, read_by_model, examples }, asked, wish }: { quote: ChangeQuote; asked: boolean; wish: ComponentChildren }) {
  if (asked && nothing_to_apply) {
    return (
      <>
        <p class="note"><Icon name="circle-alert" /><span><strong>Nothing would change, and nothing is charged.</strong> Say it as one change for each point{examples.length > 0 && `, such as ${examples.map((one) => `“${one}”`).join(", ")}`}.</span></p>
        {wish}
        <Points points={points} />
      </>
    );
  }
  return (
    <>
      <p><strong>{included ? "Included" : money(cost, currency)}</strong> {included ? "The first revision of each document costs nothing." : `is what revision ${revision} costs.`}</p>
      {over_ceiling && <p class="note bad"><Icon name="triangle-alert" /><span>{cost ? "That is more than your ceiling allows: the team would stop and ask you before it writes." : "The team has stopped at its ceiling: it writes nothing until you change that."}</span></p>}
      {asked && read_by_model && <p class="note"><Icon name="circle-alert" /><span>The rules do not read all of this. Once you request the changes, the model reads your whole comment; if nothing can be applied, nothing is charged.</span></p>}
      {asked && points.length > 0 && <Points points={points} />}
    </>
  );
}

export function Points({ points }: Pick<ChangeQuote, "points">) {
  const applied = points.filter((point) => point.applied).length;
  return (
    <>
      <p class="hint">{applied} of {plural(points.length, "point")} can be applied.</p>
      <ul class="points">
        {points.map((point) => (
          <li class={point.applied ? "good" : "bad"}>
            <Icon name={point.applied ? "check" : "x"} />
            <span><span class="sr">{point.applied ? "Can be applied: " : "Can’t be applied: "}</span><bdi>{point.text}</bdi>{point.note && <small>{point.note}</small>}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
