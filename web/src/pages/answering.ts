import { useEffect, useRef, useState } from "preact/hooks";
import { ApiError, call } from "../api/call";
import { put, refresh } from "../api/data";
import { isLost, watchReach } from "../api/reach";
import type { IntakeView } from "../api/schema";
import { draftsOf, keepDrafts } from "../lib/review";
import type { Saving } from "./question";

const PAUSE = 700; // milliseconds after the last keystroke

/**
 * Saves answers shortly after they were given, one request at a time, so that none overtakes another. An answer that is
 * refused doesn't hold up the rest; one that could not be sent goes along with the next, or once the network is back.
 * Until it is saved this tab keeps it, and sends it when the page is opened again.
 */
export function useAnswering(path: { project_id: string }, intake: IntakeView | undefined) {
  const [states, setStates] = useState<Record<string, Saving>>({});
  const place = `answers/${path.project_id}`;
  const [found] = useState(() => Object.fromEntries(Object.entries(draftsOf(place)).map(([question, answer]) => [question, JSON.parse(answer)])));
  const unsent = useRef<Record<string, unknown>>(found);
  const timer = useRef(0);
  const queue = useRef(Promise.resolve());
  const latest = useRef(states);
  const mark = (questions: string[], saving: Saving) =>
    setStates((latest.current = { ...latest.current, ...Object.fromEntries(questions.map((question) => [question, saving])) }));
  /** The questions with what is not sent yet. */
  const answered = (view: IntakeView): IntakeView => ({ ...view, questions: view.questions.map((one) => (one.id in unsent.current ? { ...one, answer: unsent.current[one.id] as typeof one.answer } : one)) });
  const show = (view: IntakeView) => put("GET /projects/{project_id}/intake", { path }, answered(view));

  const send = async (): Promise<void> => {
    const answers = unsent.current;
    const given = Object.keys(answers);
    if (!given.length) return;
    unsent.current = {};
    mark(given, { state: "saving" });
    try {
      show(await call("POST /projects/{project_id}/intake", { path, body: { answers: answers as never } }));
      const saved = given.filter((question) => !(question in unsent.current));
      mark(saved, { state: "saved" });
      keepDrafts(place, Object.fromEntries(saved.map((question) => [question, undefined])));
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
    keepDrafts(place, { [question]: JSON.stringify(value) });
    if (value === undefined) {
      delete unsent.current[question];
      return mark([question], { state: "refused" });
    }
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
  const isRead = intake !== undefined;
  useEffect(() => {
    if (isRead && Object.keys(unsent.current).length) void settle();
  }, [isRead]);
  return { states, give, settle, answered };
}

export type Answering = ReturnType<typeof useAnswering>;
