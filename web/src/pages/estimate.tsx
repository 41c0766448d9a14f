import { useState } from "preact/hooks";
import type { BriefView, EstimateView, IntakeView, ProjectDetail } from "../api/schema";
import { day, days, money, words } from "../lib/format";
import { to } from "../lib/router";
import { Icon } from "../ui/icon";
import { later } from "../ui/later";
import { Button, Card, Progress } from "../ui/parts";
import { isOver, Verdict } from "../ui/verdict";
import type { Changing } from "./project-dialogs";
import { Submit } from "./submit";

const ChangeProject = later(() => import("./project-dialogs").then((page) => page.ChangeProject), null);

interface Props {
  project: ProjectDetail;
  brief: BriefView;
  /** Whether the estimate is being computed anew. */
  counting: boolean;
  /** Of a draft: what is still unanswered. */
  intake?: IntakeView;
  /** Leads to an unanswered question of this page; without it they are on the intake's. */
  show?: (question: string) => void;
  /** Waits for the last answer, and tells whether all are saved. */
  settle?: () => Promise<boolean>;
}

/** What getting the product built costs and takes, beside its brief. */
export function Estimate({ project, brief, counting, intake, show, settle }: Props) {
  const { estimate } = brief;
  const [changing, setChanging] = useState<Changing | null>(null);
  const [asking, setAsking] = useState(false);
  const [isUnsaved, setUnsaved] = useState(false);
  const isDraft = project.status === "draft";
  const isOpen = isDraft || project.status === "active" || project.status === "on_hold";
  const ask = async () => {
    const isSaved = settle ? await settle() : true;
    setUnsaved(!isSaved);
    setAsking(isSaved);
  };
  return (
    <>
      {isDraft && <PriceBar estimate={estimate} counting={counting} />}
      <aside class="estimate" id="estimate" tabIndex={-1} aria-label="Estimate">
        <Card title="Estimate">
          {intake && !intake.complete && <Missing project={project.id} intake={intake} show={show} />}
          {estimate ? <Figures estimate={estimate} {...(isOpen && { change: setChanging })} /> : <p class="pad hint">{project.said.cost}</p>}
          {isDraft && (
            <div class="pad">
              <Button kind="primary" icon="send" disabled={!intake?.complete || !estimate} onClick={ask}>Submit the brief</Button>
              {isUnsaved && <p class="err" role="alert">An answer on this page is not saved, so the estimate would not count it. Look for “Not saved”, then submit.</p>}
            </div>
          )}
        </Card>
        {asking && estimate && <Submit path={{ project_id: project.id }} estimate={estimate} counting={counting} close={() => setAsking(false)} />}
        {changing && <ChangeProject what={changing} project={project} estimate={estimate} close={() => setChanging(null)} />}
      </aside>
    </>
  );
}

/** The likely cost where the estimate does not fit beside the brief: it stays in view, and leads there. */
function PriceBar({ estimate, counting }: { estimate: EstimateView | null; counting: boolean }) {
  const toCard = (event: Event) => {
    event.preventDefault();
    const card = document.getElementById("estimate");
    card?.scrollIntoView({ block: "start" });
    card?.focus({ preventScroll: true });
  };
  const isBad = estimate !== null && (isOver(estimate.ceiling) || isOver(estimate.deadline));
  return (
    <a class={isBad ? "price-bar bad" : "price-bar"} href="#estimate" onClick={toCard} aria-busy={counting}>
      {!estimate ? <span>Estimate</span> : <><strong>{money(estimate.likely, estimate.currency)}</strong><span>{isBad && <Icon name="triangle-alert" />}{day(estimate.eta)}</span></>}
      <Icon name="chevron-right" />
    </a>
  );
}

function Missing({ project, intake: { questions, missing }, show }: { project: string; intake: IntakeView; show?: (question: string) => void }) {
  const required = questions.filter((question) => question.required).length;
  const done = required - missing.length;
  const go = (question: string) => (event: Event) => {
    if (!show) return;
    event.preventDefault();
    show(question);
  };
  return (
    <div class="pad">
      <Progress percent={(100 * done) / required} label="Required answers given" />
      <p class="hint">{done} of {required} required answers. You can submit the brief when they are all there.</p>
      <ul class="missing">{missing.map((question) => <li key={question}><a href={show ? `#q-${question}` : to("projects", project, "intake")} onClick={go(question)}>{words(question)}</a></li>)}</ul>
    </div>
  );
}

function Figures({ estimate, change }: { estimate: EstimateView; change?: (what: Changing) => void }) {
  const { currency, likely, said, phases, ceiling, deadline } = estimate;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <div class="pad sum">
        <p class={isOver(ceiling) ? "figure bad" : "figure"}>{money(likely, currency)}</p>
        <p>{said.cost}</p>
        {said.accepted && <p class="hint">{said.accepted}</p>}
        <Limit name="ceiling" said={said.ceiling} limit={ceiling} change={change} />
        <p>{said.effort}</p>
        <p>{said.dates}</p>
        <Limit name="deadline" said={said.deadline} limit={deadline} change={change} />
        <table>
          <caption class="sr">Days and cost of each phase</caption>
          <thead class="sr"><tr><th scope="col">Phase</th><th scope="col">Days</th><th scope="col">Cost</th></tr></thead>
          <tbody>{phases.map((one) => <tr key={one.phase}><th scope="row">{words(one.phase)} <small>{one.role}</small></th><td>{days(one.days)}</td><td>{money(one.cost, currency)}</td></tr>)}</tbody>
        </table>
        <p class="hint">{said.day_rates} {change && <button type="button" class="link" onClick={() => change("rates")}>Change<span class="sr"> the team and the day rates</span></button>}</p>
      </div>
      <details class="fold pad sum" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>Line by line</summary>
        {isOpen && <Basis estimate={estimate} />}
      </details>
    </>
  );
}

/** Whether a limit is kept, in the server's words, and a way to another limit. */
function Limit({ name, said, limit, change }: { name: "ceiling" | "deadline"; said: string; limit: { fits: string } | null; change?: (what: Changing) => void }) {
  return (
    <>
      {said && <Verdict isBad={isOver(limit)} said={said} />}
      {change && <p class="hint"><button type="button" class="link" onClick={() => change(name)}>{limit ? "Change" : "Set"} the {name}</button></p>}
    </>
  );
}

/** The lines that the estimate is the sum of. */
const Basis = ({ estimate: { basis, currency } }: { estimate: EstimateView }) => (
  <table>
    <thead class="sr"><tr><th scope="col">Line</th><th scope="col">Days</th><th scope="col">Cost</th></tr></thead>
    <tbody>
      {basis.map((line, index) => (
        <tr key={index}><th scope="row">{line.entry && <span class="tag">{line.entry}</span>} {line.kind}</th><td>{days(line.days)}</td><td>{money(line.cost, currency)}</td></tr>
      ))}
    </tbody>
  </table>
);
