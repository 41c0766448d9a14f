import { useEffect, useRef, useState } from "preact/hooks";
import { ApiError, call } from "../api/call";
import { put, refresh, useData } from "../api/data";
import { isLost, watchReach } from "../api/reach";
import type { IntakeView } from "../api/schema";
import { plural } from "../lib/format";
import { to } from "../lib/router";
import { Card, Head, Show } from "../ui/parts";
import { Estimate } from "./estimate";
import { Question, type Saving } from "./question";

type Path = { project_id: string };

const PAUSE = 700; // after the last keystroke

/** The first filling of a brief. Once it is submitted, its entries are changed one by one, on the project's page. */
export function Intake({ id }: { id: string }) {
  const path = { project_id: id };
  const project = useData("GET /projects/{project_id}", { path }).data;
  const isDraft = project?.status === "draft";
  const isOver = project !== undefined && !isDraft;
  const intake = useData("GET /projects/{project_id}/intake", isOver ? null : { path });
  const brief = useData("GET /projects/{project_id}/brief", isDraft ? { path } : null);
  const answer = useAnswering(path, intake.data);
  useEffect(() => {
    if (isOver) location.replace(to("projects", id, "brief"));
  }, [isOver]);
  return (
    <>
      <Head title={project?.name ?? "Project"} back={[to("projects"), "Projects"]} lead="Every answer is saved as you go, so you can leave and come back.">
        {brief.data?.estimate && <a class="btn" href={to("projects", id, "brief")}>Read the brief</a>}
      </Head>
      <div class="split">
        <Show of={intake} lines={10}>
          {(data) => (
            <div class="stack">
              {sections(data).map(([section, questions, lead]) => (
                <Card title={section} key={section}>
                  {lead && <p class="lead">{lead}</p>}
                  <div class="form">
                    {questions.map((question) => <Question key={question.id} question={question} saving={answer.states[question.id]} change={(value, at) => answer.give(question.id, value, at)} />)}
                  </div>
                </Card>
              ))}
            </div>
          )}
        </Show>
        {isDraft && brief.data && intake.data && <Estimate project={project} brief={brief.data} counting={brief.isFetching} intake={intake.data} show={focusQuestion} settle={answer.settle} />}
      </div>
    </>
  );
}

function focusQuestion(id: string): void {
  const target = document.getElementById(`q-${id}`);
  target?.scrollIntoView({ block: "center", behavior: "smooth" });
  target?.querySelector<HTMLElement>("input, textarea")?.focus({ preventScroll: true });
}

type Section = [title: string, questions: IntakeView["questions"], lead?: string];
const PER_QUESTION = 0.5; // minutes, for a few words each

/** What is required comes first; the rest follows by its sections. */
function sections({ questions }: IntakeView): Section[] {
  const needed = questions.filter((one) => one.required);
  const found = new Map<string, IntakeView["questions"]>();
  for (const question of questions) if (!question.required) found.set(question.section, [...(found.get(question.section) ?? []), question]);
  const first: Section = ["What we need first", needed, `${needed.length} questions, about ${plural(Math.ceil(needed.length * PER_QUESTION), "minute")}. With them you can submit the brief.`];
  return [first, ...[...found].map(([title, own], index): Section => [title, own, index === 0 ? "All that follows is optional. Each answer makes the estimate and the documents fit better." : undefined])];
}

/**
 * Saves answers shortly after they were given, one request at a time, so that none overtakes another. An answer that is
 * refused doesn't hold up the rest; one that could not be sent goes along with the next, or once the network is back.
 */
function useAnswering(path: Path, intake: IntakeView | undefined) {
  const [states, setStates] = useState<Record<string, Saving>>({});
  const unsent = useRef<Record<string, unknown>>({});
  const timer = useRef(0);
  const queue = useRef(Promise.resolve());
  const latest = useRef(states);
  const mark = (questions: string[], saving: Saving) =>
    setStates((latest.current = { ...latest.current, ...Object.fromEntries(questions.map((question) => [question, saving])) }));
  const show = (view: IntakeView) => {
    const answered = (one: IntakeView["questions"][number]) => (one.id in unsent.current ? { ...one, answer: unsent.current[one.id] } : one);
    put("GET /projects/{project_id}/intake", { path }, { ...view, questions: view.questions.map(answered) });
  };

  const send = async (): Promise<void> => {
    const answers = unsent.current;
    const given = Object.keys(answers);
    if (!given.length) return;
    unsent.current = {};
    mark(given, { state: "saving" });
    try {
      show(await call("POST /projects/{project_id}/intake", { path, body: { answers: answers as never } }));
      mark(given.filter((question) => !(question in unsent.current)), { state: "saved" });
      void refresh("GET /projects/{project_id}/brief", { path });
      void refresh("GET /projects/{project_id}", { path });
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem;
      const refused = given.filter((question) => problem.fields[`answers.${question}`]);
      for (const question of refused) mark([question], { state: "refused", message: problem.fields[`answers.${question}`] });
      const rest = given.filter((question) => !refused.includes(question));
      unsent.current = { ...Object.fromEntries(rest.map((question) => [question, answers[question]])), ...unsent.current };
      if (refused.length) return send();
      mark(rest, { state: "refused", message: problem.message });
    }
  };
  /** Send what was not sent; whether every answer on the screen is saved then. */
  const settle = async (): Promise<boolean> => {
    clearTimeout(timer.current);
    await (queue.current = queue.current.then(send));
    return Object.values(latest.current).every(({ state }) => state === "saved");
  };
  const give = (question: string, value: unknown, at: "now" | "soon") => {
    unsent.current[question] = value;
    mark([question], { state: "typing" });
    show(intake!);
    clearTimeout(timer.current);
    timer.current = window.setTimeout(settle, at === "now" ? 0 : PAUSE);
  };
  useEffect(() => {
    // Leaving by a link keeps the last words; closing the tab too early asks first.
    const warn = (event: BeforeUnloadEvent) => Object.keys(unsent.current).length && event.preventDefault();
    addEventListener("beforeunload", warn);
    const unwatch = watchReach(() => !isLost() && settle());
    return () => {
      unwatch();
      removeEventListener("beforeunload", warn);
      void settle();
    };
  }, []);
  return { states, give, settle };
}
