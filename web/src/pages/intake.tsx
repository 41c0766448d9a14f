import { useEffect, useRef, useState } from "preact/hooks";
import { ApiError, call } from "../api/call";
import { put, refresh, type Sending, useData, useSend } from "../api/data";
import type { EstimateView, IntakeView } from "../api/schema";
import { day, days, money, plural, words } from "../lib/format";
import { go, to } from "../lib/router";
import { Dialog } from "../ui/dialog";
import { Icon } from "../ui/icon";
import { Button, Card, Head, Progress, Show } from "../ui/parts";
import { toast } from "../ui/toast";
import { Question, type Saving } from "./question";

type Path = { project_id: string };

const PAUSE = 700; // after the last keystroke

export function Intake({ id }: { id: string }) {
  const path = { project_id: id };
  const project = useData("GET /projects/{project_id}", { path }).data;
  const intake = useData("GET /projects/{project_id}/intake", { path });
  const final = project !== undefined && project.status !== "draft";
  const answer = useAnswering(path, intake.data);
  return (
    <>
      <Head title={project?.name ?? "Project"} back={final ? [to("projects", id), "Project"] : [to("projects"), "Projects"]}
        lead={final ? "The brief as it was submitted." : "Answer in any order. Every answer is saved as you go, so you can leave and come back."} />
      <div class="split">
        <Show of={intake} lines={10}>
          {(data) => (
            <div class="stack">
              {sections(data).map(([section, questions]) => (
                <Card title={section}>
                  <div class="form">
                    {questions.map((question) => (
                      <Question question={question} saving={answer.states[question.id]} readOnly={final} change={(value, at) => answer.give(question.id, value, at)} />
                    ))}
                  </div>
                </Card>
              ))}
            </div>
          )}
        </Show>
        {intake.data && <Estimate path={path} intake={intake.data} final={final} settle={answer.settle} />}
      </div>
    </>
  );
}

function sections({ questions }: IntakeView): [string, IntakeView["questions"]][] {
  const found = new Map<string, IntakeView["questions"]>();
  for (const question of questions) found.set(question.section, [...(found.get(question.section) ?? []), question]);
  return [...found];
}

/**
 * Saves answers shortly after they were given, one request at a time, so that none overtakes another. An answer that is
 * refused doesn't hold up the rest; one that could not be sent goes along with the next.
 */
function useAnswering(path: Path, intake: IntakeView | undefined) {
  const [states, setStates] = useState<Record<string, Saving>>({});
  const unsent = useRef<Record<string, unknown>>({});
  const timer = useRef(0);
  const queue = useRef(Promise.resolve());
  const mark = (questions: string[], saving: Saving) =>
    setStates((before) => ({ ...before, ...Object.fromEntries(questions.map((question) => [question, saving])) }));
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
      void refresh("GET /projects/{project_id}/estimate", { path });
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem;
      const refused = given.filter((question) => problem.fields[`answers.${question}`]);
      for (const question of refused) mark([question], { state: "refused", message: problem.fields[`answers.${question}`] });
      const rest = given.filter((question) => !refused.includes(question));
      for (const question of rest) unsent.current[question] ??= answers[question];
      if (refused.length) return send();
      mark(rest, { state: "refused", message: problem.message });
    }
  };
  const settle = (): Promise<void> => {
    clearTimeout(timer.current);
    return (queue.current = queue.current.then(send));
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
    return () => {
      removeEventListener("beforeunload", warn);
      void settle();
    };
  }, []);
  return { states, give, settle };
}

function Estimate({ path, intake, final, settle }: { path: Path; intake: IntakeView; final: boolean; settle: () => Promise<void> }) {
  const required = intake.questions.filter((question) => question.required);
  const done = required.length - intake.missing.length;
  const estimate = useData("GET /projects/{project_id}/estimate", intake.complete ? { path } : null);
  const [asking, setAsking] = useState(false);
  return (
    <aside class="estimate" aria-label="Estimate">
      <Card title="Estimate">
        {!intake.complete ? (
          <div class="pad">
            <Progress percent={(100 * done) / required.length} label="Required answers given" />
            <p class="hint">{done} of {required.length} required answers. The estimate appears when they are all there.</p>
            <ul class="missing">{intake.missing.map((question) => <li><a href={`#q-${question}`} onClick={focusQuestion(question)}>{words(question)}</a></li>)}</ul>
          </div>
        ) : (
          <Show of={estimate}>{(data) => <Sum estimate={data} final={final} />}</Show>
        )}
        {!final && (
          <div class="pad">
            <Button kind="primary" icon="send" disabled={!intake.complete || !estimate.data} onClick={() => settle().then(() => setAsking(true))}>Submit the brief</Button>
          </div>
        )}
      </Card>
      {asking && estimate.data && <Submit path={path} estimate={estimate.data} counting={estimate.isFetching} close={() => setAsking(false)} />}
    </aside>
  );
}

const focusQuestion = (id: string) => (event: Event) => {
  event.preventDefault();
  const target = document.getElementById(`q-${id}`);
  target?.scrollIntoView({ block: "center", behavior: "smooth" });
  target?.querySelector<HTMLElement>("input, textarea")?.focus({ preventScroll: true });
};

function Sum({ estimate: { currency, low, high, total, phases, working_days, eta }, final }: { estimate: EstimateView; final: boolean }) {
  return (
    <div class="pad sum">
      <p class="figure">{money(total, currency)}</p>
      <p class="hint">Between {money(low, currency)} and {money(high, currency)}</p>
      <table>
        <thead class="sr"><tr><th scope="col">Phase</th><th scope="col">Effort</th><th scope="col">Cost</th></tr></thead>
        <tbody>{phases.map((one) => <tr><th scope="row">{words(one.phase)} <small>{one.role}</small></th><td>{days(one.days)}</td><td>{money(one.cost, currency)}</td></tr>)}</tbody>
      </table>
      <p class="hint"><Icon name="clock" /> {plural(working_days, "working day")}{!final && `, done by ${day(eta)} if it starts now`}</p>
    </div>
  );
}

/** Accepted is the price on the screen: while it is counted anew, nothing can be sent. */
function Submit({ path, estimate, counting, close }: { path: Path; estimate: EstimateView; counting: boolean; close: () => void }) {
  const submit = useSend("POST /projects/{project_id}/submit", () => {
    toast("The team is at work");
    close();
    go("projects", path.project_id);
  });
  const sending: Sending = { isPending: submit.isPending || counting, error: submit.error };
  return (
    <Dialog title="Submit the brief?" close={close} dismiss="Not yet" act="Submit and accept" submit={() => submit.mutate({ path })} sending={sending}>
      <p>The brief becomes final, and you accept the estimate of <strong>{money(estimate.total, estimate.currency)}</strong>. The team starts planning at once; later changes go through the CEO.</p>
    </Dialog>
  );
}
