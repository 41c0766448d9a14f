import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useData } from "../api/data";
import type { BriefEntryType, BriefView, IntakeView, ProjectDetail } from "../api/schema";
import { to, useParam } from "../lib/router";
import "../styles/brief.css";
import { Icon } from "../ui/icon";
import { Button, Card, Show, Skeleton } from "../ui/parts";
import { Sections } from "../ui/sections";
import { isOver } from "../ui/verdict";
import { intake as words } from "../words/intake";
import { type Answering, useAnswering } from "./answering";
import { Reading, Takes } from "./entry-reading";
import { Estimate } from "./estimate";
import { Proposed, useDays } from "./proposed";
import { Question } from "./question";
import { SubmitBrief } from "./submit";

/** The first filling of a brief, question by question. Once it is submitted, its entries are changed on the project's page. */
export function Intake({ id }: { id: string }) {
  const path = { project_id: id };
  const project = useData("GET /projects/{project_id}", { path }).data;
  const isDraft = project?.status === "draft";
  const isOver = project !== undefined && !isDraft;
  const intake = useData("GET /projects/{project_id}/intake", isOver ? null : { path });
  const brief = useData("GET /projects/{project_id}/brief", isDraft ? { path } : null);
  const answering = useAnswering(path, intake.data);
  useEffect(() => {
    if (isOver) location.replace(to("projects", id)); // where submitting leads too
  }, [isOver]);
  return (
    <>
      <p class="hint intake-lead">{words.lead} {brief.data?.estimate && <a class="link" href={to("projects", id, "brief")}>{words.readBrief}</a>}</p>
      <div class="split">
        <Show of={intake} lines={10}>{(data) => isDraft && brief.data ? <Steps project={project} intake={answering.answered(data)} brief={brief.data} counting={brief.isFetching} answering={answering} /> : <Skeleton lines={10} />}</Show>
      </div>
    </>
  );
}

interface Props {
  project: ProjectDetail;
  intake: IntakeView;
  brief: BriefView;
  counting: boolean;
  answering: Answering;
}
const PROPOSED = "proposed";
const REST = "rest";

/** One needed question after the other, then all the others on one page. The address says which, so back and reload keep it. */
function Steps({ project, intake, brief, counting, answering }: Props) {
  const { days } = useDays(project, brief, false);
  const needed = intake.questions.filter((one) => one.required);
  const steps = [...needed.map(({ id }) => id), REST];
  const [named, show] = useParam("step");
  const isMissing = (id: string) => intake.missing.includes(id);
  const [first] = useState(() => (isMissing("must_haves") && project.description ? PROPOSED : intake.missing[0] ?? REST)); // where one comes in
  const step = steps.includes(named) ? named : first;
  const at = steps.indexOf(step); // -1 before the first
  const place = useRef<HTMLDivElement>(null);
  const moved = useRef(false);
  const goTo = (next: string, replaces = false) => {
    moved.current = true;
    show(next, replaces);
  };
  /** To the next question that is not answered yet. */
  const goOn = (replaces = false) => goTo(steps.slice(at + 1).find((one) => one === REST || isMissing(one)) ?? REST, replaces);
  useLayoutEffect(() => {
    if (moved.current) (place.current?.querySelector<HTMLElement>("input, textarea") ?? document.querySelector<HTMLElement>("h1"))?.focus();
    moved.current = false;
  }, [step]);
  const question = needed[at];
  const others = intake.questions.filter((one) => !one.required).map(({ id }) => id);
  const isUnsaved = (id: string) => (id === REST ? others : [id]).some((one) => answering.states[one]?.state === "refused");
  return (
    <>
      <div class="stack" ref={place}>
        <Sections label={words.steps} kind="steps" here={step === PROPOSED ? "must_haves" : step}
          sections={steps.map((one) => [one, <NameOf step={one} isDone={one === REST ? null : !isMissing(one)} isUnsaved={isUnsaved(one)} key={one} />, `${to("projects", project.id, "intake")}?step=${one}`])} />
        {step === PROPOSED ? <Proposed project={project} brief={brief} answering={answering} goOn={goOn} back={() => goTo(steps[Math.max(steps.indexOf("must_haves") - 1, 0)]!)} />
          : question ? <Step key={question.id} number={at + 1} of={needed.length} question={question} brief={brief} answering={answering} back={at > 0 ? () => goTo(steps[at - 1]!) : undefined} goOn={() => goOn()} />
          : <Rest project={project} intake={intake} brief={brief} counting={counting} answering={answering} back={() => goTo(steps[at - 1]!)} />}
      </div>
      <Estimate project={project} brief={brief} counting={counting} intake={intake} settle={answering.settle} isSubmittedElsewhere={step === REST} soFar={days} />
    </>
  );
}

/** `isDone`: null of what nobody has to answer. */
function NameOf({ step, isDone, isUnsaved }: { step: string; isDone: boolean | null; isUnsaved: boolean }) {
  const [kind, icon, said] = isUnsaved ? ["bad", "triangle-alert", words.unsaved] : isDone ? ["done", "check", words.done] : isDone === false ? ["todo", "", words.open] : [];
  return <span class={kind}>{icon && <Icon name={icon} />}{words.names[step] ?? step}{said && <span class="sr">{said}</span>}</span>;
}

interface Asked {
  number: number;
  of: number;
  question: IntakeView["questions"][number];
  brief: BriefView;
  answering: Answering;
  back?: () => void;
  goOn: () => void;
}

function Step({ number, of, question, brief, answering, back, goOn }: Asked) {
  const { states, give, settle } = answering;
  const saving = states[question.id];
  const next = async (event: Event) => {
    event.preventDefault();
    // An answer that was refused is mended here; one that only waits for the network goes along later.
    if ((await settle()) || states[question.id]?.state !== "refused") goOn();
  };
  const sendAtOnce = (event: KeyboardEvent) => event.key === "Enter" && (event.ctrlKey || event.metaKey) && next(event);
  return (
    <Card>
      <form class="step form" onSubmit={next} onKeyDown={sendAtOnce} noValidate>
        <p class="muted">{words.question(number, of)}</p>
        <Question question={question} saving={saving} change={(value, when) => give(question.id, value, when)} />
        <ReadAs question={question.id} brief={brief} />
        <div class="acts">
          {back && <Button icon="arrow-left" onClick={back}>{words.back}</Button>}
          <Button type="submit" kind={question.answer === null ? "plain" : "primary"}>{question.answer === null ? words.skip : words.next}</Button>
        </div>
      </form>
    </Card>
  );
}

const READ: Record<string, BriefEntryType> = { must_haves: "must_have", integrations: "other_system", constraints: "rule" };

/** What the answers are taken to be, to be corrected at once. */
function ReadAs({ question, brief }: { question: string; brief: BriefView }) {
  const entries = brief.entries.filter((one) => one.type === READ[question] && one.state === "active");
  if (!entries.length) return null;
  return (
    <section aria-label={words.readAs}>
      <h2>{words.readAs}</h2>
      <ol class="entries-of read-as">
        {entries.map((entry) => (
          <li key={entry.id}><span class="tag">{entry.id}</span><div class="grow"><p class="entry-text" dir="auto">{entry.text}</p><Reading entry={entry} brief={brief} mayChange /></div><Takes entry={entry} brief={brief} /></li>
        ))}
      </ol>
    </section>
  );
}

function Rest({ project, intake, brief, counting, answering: { states, give, settle }, back }: Props & { back: () => void }) {
  const next = intake.missing[0];
  return (
    <Card title={words.rest}>
      <div class="lead acts">
        {intake.complete && <><strong>{isOver(brief.estimate?.ceiling) || isOver(brief.estimate?.deadline) ? words.restOver : words.restReady}</strong><SubmitBrief brief={brief} counting={counting} intake={intake} settle={settle} /></>}
        <span>{words.restLead}</span>
      </div>
      <div class="form">
        {intake.questions.filter((one) => !one.required).map((question) => (
          <Question key={question.id} question={question} saving={states[question.id]} change={(value, when) => give(question.id, value, when)} />
        ))}
        <div class="acts">
          <Button icon="arrow-left" onClick={back}>{words.back}</Button>
          {next ? <a class="btn primary" href={`${to("projects", project.id, "intake")}?step=${next}`}>{words.missing(words.names[next] ?? next)}</a> : <a class="btn" href={to("projects", project.id, "brief")}>{words.toBrief}</a>}
        </div>
      </div>
    </Card>
  );
}
