import { useEffect, useState } from "preact/hooks";
import { type Sending, useSend } from "../api/data";
import type { EstimateView } from "../api/schema";
import { day, money } from "../lib/format";
import { go, to } from "../lib/router";
import { Dialog } from "../ui/dialog";
import { Button } from "../ui/parts";
import { toast } from "../ui/toast";
import { isOver, Verdict } from "../ui/verdict";
import { estimate as asks, submitting as words } from "../words/brief";
import { risks } from "../words/project";
import { type Estimated, Phases } from "./estimate";

type Asked = Pick<Estimated, "brief" | "counting" | "intake" | "settle">;

/** Asks to submit a brief, once all its answers are saved. */
export function SubmitBrief({ intake, settle, ...rest }: Asked) {
  const { estimate } = rest.brief;
  const [isSaved, setSaved] = useState<boolean>(); // since the button was pressed
  const ask = async () => setSaved(settle ? await settle() : true);
  return (
    <>
      <Button kind="primary" icon="send" disabled={!intake?.complete || !estimate} onClick={ask}>{asks.submit}</Button>
      {isSaved === false && <p class="err" role="alert">{asks.unsaved}</p>}
      {isSaved && estimate && <Submit estimate={estimate} close={() => setSaved(undefined)} {...rest} />}
    </>
  );
}

/** Accepted is the estimate on the screen: while it is computed anew, the press waits, and sends nothing if it turns out another. */
function Submit({ brief, estimate, counting, close }: Asked & { estimate: EstimateView; close: () => void }) {
  const open = brief.choices.filter(({ answer }) => answer === null).length;
  const submit = useSend("POST /projects/{project_id}/submit", () => {
    toast(words.submitted);
    close();
    go("projects", brief.project_id);
  });
  const { currency, low, likely, high, dates, said } = estimate;
  const over = isOver(estimate.ceiling);
  const terms = JSON.stringify([currency, low, likely, high, dates, said.ceiling, said.deadline]);
  const [ticked, setTicked] = useState<string>(); // a tick is for the very estimate beside it: another wants another
  const [isAsked, setAsked] = useState(false);
  const [accepted, setAccepted] = useState<string>(); // the terms that were pressed for, until they are computed
  const [isRecounted, setRecounted] = useState(false);
  const isOpen = over && ticked !== terms;
  const sending: Sending = { isPending: submit.isPending || accepted !== undefined, error: submit.error };
  const send = () => {
    setAsked(true);
    if (!isOpen) setAccepted(terms);
  };
  useEffect(() => {
    if (accepted === undefined || counting) return;
    setAccepted(undefined);
    setRecounted(accepted !== terms);
    if (accepted === terms) submit.mutate({ path: { project_id: brief.project_id }, body: { accept_over_ceiling: over } });
  }, [accepted, counting, terms]);
  return (
    <Dialog title={over ? words.titleOver : words.title} lead={words.lead} danger={over} close={close} dismiss={words.dismiss} act={words.submit} submit={send} sending={sending}>
      <table class="offer">
        <thead><tr><td /><th scope="col">{words.low}</th><th scope="col">{words.likely}</th><th scope="col">{words.high}</th></tr></thead>
        <tbody>
          <tr><th scope="row">{words.cost}</th>{[low, likely, high].map((amount, index) => <td key={index}>{money(amount, currency)}</td>)}</tr>
          <tr><th scope="row">{words.done}</th>{[dates.early, dates.likely, dates.late].map((date, index) => <td key={index}>{day(date)}</td>)}</tr>
        </tbody>
      </table>
      {said.ceiling && <Verdict isBad={over} said={said.ceiling} />}
      {said.deadline && <Verdict isBad={isOver(estimate.deadline)} said={said.deadline} />}
      <p class="hint">{words.includes}</p>
      <div class="sum" role="group" tabIndex={0} aria-label={words.includes}><Phases of={estimate} /></div>
      {open > 0 && <p><a href={`${to("projects", brief.project_id, "brief")}?show=decisions`} onClick={close}>{risks.choices(open)}</a></p>}
      {over && <label class="check bad"><input type="checkbox" checked={ticked === terms} onChange={() => setTicked(isOpen ? terms : undefined)} />{words.acceptOver}</label>}
      {isRecounted && <p class="err" role="alert">{words.recounted}</p>}
      {isAsked && isOpen && <p class="err" role="alert">{words.tick}</p>}
    </Dialog>
  );
}
