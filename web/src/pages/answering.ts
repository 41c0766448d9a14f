import { useEffect, useRef, useState } from "preact/hooks";
import { ApiError, call } from "../api/call";
import { put, refresh } from "../api/data";
import { isLost, watchReach } from "../api/reach";
import type { IntakeView } from "../api/schema";
import type { Saving } from "./question";

const PAUSE = 700; // milliseconds after the last keystroke

/**
 * Saves answers shortly after they were given, one request at a time, so that none overtakes another. An answer that is
 * refused doesn't hold up the rest; one that could not be sent goes along with the next, or once the network is back.
 */
export function useAnswering(path: { project_id: string }, intake: IntakeView | undefined) {
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

export type Answering = ReturnType<typeof useAnswering>;
