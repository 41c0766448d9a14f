import { useEffect, useState } from "preact/hooks";
import { type Sending, useSend } from "../api/data";
import type { EstimateView } from "../api/schema";
import { day, money } from "../lib/format";
import { go } from "../lib/router";
import { Dialog } from "../ui/dialog";
import { toast } from "../ui/toast";
import { isOver, Verdict } from "../ui/verdict";
import { submitting as words } from "../words/brief";
import { Phases } from "./estimate";

interface Props {
  path: { project_id: string };
  estimate: EstimateView;
  counting: boolean;
  close: () => void;
}

/** Accepted is the estimate on the screen: while it is computed anew, the press waits, and sends nothing if it turns out another. */
export function Submit({ path, estimate, counting, close }: Props) {
  const submit = useSend("POST /projects/{project_id}/submit", () => {
    toast(words.submitted);
    close();
    go("projects", path.project_id);
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
    if (accepted === terms) submit.mutate({ path, body: { accept_over_ceiling: over } });
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
      {over && <label class="check bad"><input type="checkbox" checked={ticked === terms} onChange={() => setTicked(isOpen ? terms : undefined)} />{words.acceptOver}</label>}
      {isRecounted && <p class="err" role="alert">{words.recounted}</p>}
      {isAsked && isOpen && <p class="err" role="alert">{words.tick}</p>}
    </Dialog>
  );
}
