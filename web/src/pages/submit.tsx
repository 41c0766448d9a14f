import { useEffect, useState } from "preact/hooks";
import { type Sending, useSend } from "../api/data";
import type { EstimateView } from "../api/schema";
import { day, money } from "../lib/format";
import { go } from "../lib/router";
import { Dialog } from "../ui/dialog";
import { toast } from "../ui/toast";
import { isOver, Verdict } from "../ui/verdict";

interface Props {
  path: { project_id: string };
  estimate: EstimateView;
  counting: boolean;
  close: () => void;
}

/** Accepted is the estimate on the screen: while it is computed anew, the press waits, and sends nothing if it turns out another. */
export function Submit({ path, estimate, counting, close }: Props) {
  const submit = useSend("POST /projects/{project_id}/submit", () => {
    toast("The team is at work");
    close();
    go("projects", path.project_id);
  });
  const { currency, low, likely, high, eta, said } = estimate;
  const over = isOver(estimate.ceiling);
  const terms = JSON.stringify([currency, low, likely, high, eta, said.ceiling, said.deadline]);
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
  const ends: [string, string][] = [["Low", money(low, currency)], ["Likely", money(likely, currency)], ["High", money(high, currency)], ["Likely done", day(eta)]];
  return (
    <Dialog title={over ? "Submit although it is over your ceiling?" : "Submit the brief?"} danger={over} close={close} dismiss="Not yet" act="Submit and accept" submit={send} sending={sending}>
      <p>You accept this estimate, and the team starts planning at once. You can go on changing the brief.</p>
      <dl class="facts price">{ends.map(([name, value]) => <div key={name}><dt>{name}</dt><dd class={name === "Likely" ? "figure" : undefined}>{value}</dd></div>)}</dl>
      {said.ceiling && <Verdict isBad={over} said={said.ceiling} />}
      {said.deadline && <Verdict isBad={isOver(estimate.deadline)} said={said.deadline} />}
      {over && <label class="check bad"><input type="checkbox" checked={ticked === terms} onChange={() => setTicked(isOpen ? terms : undefined)} />I accept it although it is over my ceiling.</label>}
      {isRecounted && <p class="err" role="alert">The last change made another estimate. Look at it once more, then submit.</p>}
      {isAsked && isOpen && <p class="err" role="alert">Tick the box to submit all the same.</p>}
    </Dialog>
  );
}
