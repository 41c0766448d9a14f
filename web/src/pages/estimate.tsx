import { useEffect, useState } from "preact/hooks";
import { type Sending, useData, useSend } from "../api/data";
import type { BuildOutlookView, DaysView, EstimateView, IntakeView } from "../api/schema";
import { day, days, money, number, plural, words } from "../lib/format";
import { go } from "../lib/router";
import { Dialog } from "../ui/dialog";
import { Icon } from "../ui/icon";
import { Button, Card, Progress, Show } from "../ui/parts";
import { toast } from "../ui/toast";

type Path = { project_id: string };

/** The price beside the brief. `settle` waits for the last answer, and tells whether all are saved. */
export function Estimate({ path, intake, final, settle }: { path: Path; intake: IntakeView; final: boolean; settle: () => Promise<boolean> }) {
  const required = intake.questions.filter((question) => question.required);
  const done = required.length - intake.missing.length;
  const estimate = useData("GET /projects/{project_id}/estimate", intake.complete ? { path } : null);
  const [asking, setAsking] = useState(false);
  const [isUnsaved, setUnsaved] = useState(false);
  const ask = () => settle().then((isSaved) => {
    setUnsaved(!isSaved);
    setAsking(isSaved);
  });
  return (
    <>
    {!final && <PriceBar done={done} of={required.length} estimate={intake.complete ? estimate.data : undefined} counting={estimate.isFetching} />}
    <aside class="estimate" id="estimate" tabIndex={-1} aria-label="Estimate">
      <Card title="Estimate">
        {!intake.complete ? (
          <div class="pad">
            <Progress percent={(100 * done) / required.length} label="Required answers given" />
            <p class="hint">{done} of {required.length} required answers. The estimate appears when they are all there.</p>
            <ul class="missing">{intake.missing.map((question) => <li><a href={`#q-${question}`} onClick={focusQuestion(question)}>{words(question)}</a></li>)}</ul>
          </div>
        ) : (
          <Show of={estimate}>{(data) => <><Sum estimate={data} final={final} /><Build build={data.build} /></>}</Show>
        )}
        {!final && (
          <div class="pad">
            <Button kind="primary" icon="send" disabled={!intake.complete || !estimate.data} onClick={ask}>Submit the brief</Button>
            {isUnsaved && <p class="err" role="alert">An answer on this page is not saved, so the price would not count it. Look for “Not saved”, then submit.</p>}
          </div>
        )}
      </Card>
      {asking && estimate.data && <Submit path={path} estimate={estimate.data} counting={estimate.isFetching} close={() => setAsking(false)} />}
    </aside>
    </>
  );
}

/** The price where the estimate does not fit beside the questions: it stays in view, and leads there. */
function PriceBar({ done, of, estimate, counting }: { done: number; of: number; estimate: EstimateView | undefined; counting: boolean }) {
  const show = (event: Event) => {
    event.preventDefault();
    const card = document.getElementById("estimate");
    card?.scrollIntoView({ block: "start" });
    card?.focus({ preventScroll: true });
  };
  const isBad = Boolean(estimate?.over_ceiling || estimate?.late);
  return (
    <a class={isBad ? "price-bar bad" : "price-bar"} href="#estimate" onClick={show} aria-busy={counting}>
      {!estimate ? <span>The price comes with {plural(of - done, "more answer")}</span> : (
        <>
          <strong>{money(estimate.total, estimate.currency)}</strong>
          <span>{isBad && <Icon name="triangle-alert" />}{[estimate.over_ceiling && "over your ceiling", estimate.late && "after your deadline"].filter(Boolean).join(", ") || `by ${day(estimate.eta)}`}</span>
        </>
      )}
      <Icon name="chevron-right" />
    </a>
  );
}

const focusQuestion = (id: string) => (event: Event) => {
  event.preventDefault();
  const target = document.getElementById(`q-${id}`);
  target?.scrollIntoView({ block: "center", behavior: "smooth" });
  target?.querySelector<HTMLElement>("input, textarea")?.focus({ preventScroll: true });
};

function Sum({ estimate, final }: { estimate: EstimateView; final: boolean }) {
  const { currency, low, high, total, phases, working_days, eta, over_ceiling, late } = estimate;
  return (
    <div class="pad sum">
      <p class={over_ceiling ? "figure bad" : "figure"}>{money(total, currency)}</p>
      <p class="hint">Planning and documents, between {money(low, currency)} and {money(high, currency)}</p>
      {over_ceiling && <Warning>{overCeiling(estimate)}</Warning>}
      <table>
        <thead class="sr"><tr><th scope="col">Phase</th><th scope="col">Effort</th><th scope="col">Cost</th></tr></thead>
        <tbody>{phases.map((one) => <tr><th scope="row">{words(one.phase)} <small>{one.role}</small></th><td>{days(one.days)}</td><td>{money(one.cost, currency)}</td></tr>)}</tbody>
      </table>
      <p class="hint"><Icon name="clock" /> {plural(working_days, "working day")}{!final && `, done by ${day(eta)} if it starts now`}</p>
      {late && <Warning>{lateBy(late)}</Warning>}
    </div>
  );
}

const Warning = ({ children }: { children: string | undefined }) => <p class="note bad"><Icon name="triangle-alert" /><span>{children}</span></p>;

const overCeiling = ({ over_ceiling: over, currency }: EstimateView) => over ? `${money(over.over, currency)} over your ceiling of ${money(over.ceiling, currency)}` : undefined;
const lateBy = (late: NonNullable<EstimateView["late"]>) => `${plural(late.working_days, "working day")} after your deadline, ${day(late.deadline)}`;
const range = ({ low, high }: DaysView, unit: string) => (low === high ? plural(high, unit) : `${number(low)}–${plural(high, unit)}`);

/** What comes after the documents. Nobody has planned it yet, so it stands apart from the price. */
function Build({ build: { currency, low, high, working_days, rule, basis } }: { build: BuildOutlookView }) {
  return (
    <section class="pad sum build" aria-label="Building it">
      <h3>Building it is not in this price</h3>
      <p>About {money(low, currency)}–{money(high, currency)}, {range(working_days, "working day")}.</p>
      <details class="fold">
        <summary>How this is reckoned</summary>
        <table>
          <thead class="sr"><tr><th scope="col">Part</th><th scope="col">Effort</th></tr></thead>
          <tbody>{basis.map((line) => <tr><th scope="row"><bdi>{line.text}</bdi> <small>{words(line.kind)}</small></th><td>{range(line.days, "day")}</td></tr>)}</tbody>
        </table>
        <p class="hint">Days of effort at the CTO’s day rate, done by two developers at once (rule {rule}). It is a first look, and nothing of it is charged.</p>
      </details>
    </section>
  );
}

/** Accepted is the price on the screen: while it is counted anew, the press waits, and sends nothing if the price turns out another. */
function Submit({ path, estimate, counting, close }: { path: Path; estimate: EstimateView; counting: boolean; close: () => void }) {
  const submit = useSend("POST /projects/{project_id}/submit", () => {
    toast("The team is at work");
    close();
    go("projects", path.project_id);
  });
  const over = overCeiling(estimate);
  const total = money(estimate.total, estimate.currency);
  const reasons = [over && `I accept ${total}, which is ${over}.`, estimate.late && `I accept that it would be done ${lateBy(estimate.late)}.`].filter((one) => typeof one === "string");
  const [ticked, setTicked] = useState<string[]>([]); // a tick is for the very words beside it: another price wants another
  const [isAsked, setAsked] = useState(false);
  const open = reasons.filter((one) => !ticked.includes(one));
  const terms = [total, ...reasons].join();
  const [accepted, setAccepted] = useState<string>(); // the terms that were pressed for, until they are counted
  const [isRecounted, setRecounted] = useState(false);
  const sending: Sending = { isPending: submit.isPending || accepted !== undefined, error: submit.error };
  const send = () => {
    setAsked(true);
    if (!open.length) setAccepted(terms);
  };
  useEffect(() => {
    if (accepted === undefined || counting) return;
    setAccepted(undefined);
    setRecounted(accepted !== terms);
    if (accepted === terms) submit.mutate({ path, body: { accept_over_ceiling: over !== undefined } });
  }, [accepted, counting, terms]);
  return (
    <Dialog title={over ? `${over} — submit all the same?` : "Submit the brief?"} danger={over !== undefined} close={close} dismiss="Not yet"
      act={over ? `Submit and accept ${total}` : "Submit and accept"} submit={send} sending={sending}>
      <p>The brief becomes final, and you accept the estimate of <strong>{total}</strong>. {over && "That much may then be spent, although it is over your ceiling. "}The team starts planning at once; later changes go through the CEO.</p>
      <dl class="facts price"><div><dt>Price</dt><dd class={over ? "figure bad" : "figure"}>{total}</dd></div><div><dt>Done by</dt><dd class={estimate.late ? "bad" : undefined}>{day(estimate.eta)}</dd></div></dl>
      {reasons.map((one) => <label class="check bad" key={one}><input type="checkbox" checked={ticked.includes(one)} onChange={() => setTicked(open.includes(one) ? [...ticked, one] : ticked.filter((other) => other !== one))} />{one}</label>)}
      {isRecounted && <p class="err" role="alert">The last answer changed the estimate. Look at it once more, then submit.</p>}
      {isAsked && open.length > 0 && <p class="err" role="alert">Tick {reasons.length > 1 ? "both" : "the box"} to submit all the same.</p>}
    </Dialog>
  );
}
