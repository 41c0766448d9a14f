import { useEffect, useState } from "preact/hooks";
import { ApiError, call, newIntention } from "../api/call";
import { refresh, useData } from "../api/data";
import type { ProjectView } from "../api/schema";
import { day } from "../lib/format";
import { nextQuestions } from "../lib/next-questions";
import { useParam } from "../lib/router";
import { Icon } from "../ui/icon";
import { Button, Refusal } from "../ui/parts";
import { Composer, Log, Questions } from "../ui/talk";
import { pressedByYes } from "./cards";
import { isOpen, useConversation } from "./conversation";
import { Message, namedIn } from "./message";
import { TalkSearch } from "./talk-search";

interface Draft {
  intention: string;
  text: string;
  at: string;
  id?: string;
  error?: string;
}

/** What is being typed or sent, by project: walking away and coming back loses nothing. */
const drafts = new Map<string, { text: string; sending: Draft[] }>();
const NEW = "-new"; // the line above a message
const LATELY = 6; // messages whose questions are not suggested once more
const BEFORE_STEPS = "The CEO is consulting the team";

export function Thread({ project }: { project: ProjectView }) {
  const path = { project_id: project.id };
  const [target, setTarget] = useParam("message");
  const [words, setWords] = useParam("find");
  const { newest, messages, more, gap, unread, isNew, refused, readOlder, readAgain, fillGap, toNewest } = useConversation(path, target);
  const detail = useData("GET /projects/{project_id}", { path }).data;
  const needs = (useData("GET /inbox", { query: { limit: 100 } }).data?.items ?? []).filter((one) => one.project_id === project.id);
  const missing = useData("GET /projects/{project_id}/intake", detail?.status === "draft" ? { path } : null).data?.missing;
  const latest = newest.data?.messages[0]?.id;
  useEffect(() => {
    if (latest) void refresh("GET /pa/status", {}); // being shown, it needs nobody any more
  }, [latest]);
  const [kept] = useState(() => drafts.get(project.id) ?? { text: "", sending: [] });
  const [, redraw] = useState(0);
  const [version, replace] = useState(0); // of what stands in the composer
  drafts.set(project.id, kept);
  const sending = kept.sending.filter((draft) => !messages.some((one) => one.id === draft.id));
  const asked = messages.findLast(isOpen);
  const named = namedIn(messages, needs, detail);
  const isWaiting = asked !== undefined || sending.length > 0;
  const questions = detail && newest.data && !isWaiting ? nextQuestions(detail, needs, missing, messages.slice(-LATELY).filter((one) => one.sender_type === "customer").map((one) => one.content)) : [];

  const send = async (draft: Draft) => {
    delete draft.error;
    if (!kept.sending.includes(draft)) kept.sending.push(draft);
    redraw((n) => n + 1);
    try {
      draft.id = (await call("POST /agents/{project_id}/ask", { path, body: { message: draft.text }, idempotencyKey: draft.intention })).message_id;
      await newest.refetch();
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem;
      draft.error = Object.values(problem.fields)[0] ?? problem.message;
    }
    redraw((n) => n + 1);
  };
  const discard = (draft: Draft) => {
    kept.sending = kept.sending.filter((one) => one !== draft);
    kept.text = [draft.text, kept.text].filter(Boolean).join("\n"); // beside what was begun meanwhile
    replace((n) => n + 1);
  };
  const ask = (text: string) => {
    backToNewest();
    void send({ intention: newIntention(), text, at: new Date().toISOString() });
  };
  /** A yes to the one thing that the last answer on the screen has prepared does it. */
  const say = (text: string) => {
    const last = messages.at(-1);
    if (!isWaiting && last?.sender_type === "agent" && pressedByYes(text, last.cards)) return;
    ask(text);
  };
  const backToNewest = () => {
    if (target) setTarget("");
    if (gap) toNewest();
  };
  const begins = unread === messages[0]?.id && !more ? undefined : unread; // where all is new, no line is needed
  let lastDay = "";
  return (
    <section class="card thread" aria-label={`Conversation about ${project.name}`}>
      <TalkSearch project_id={project.id} words={words} look={(next) => next !== words && setWords(next, true)} shown={target} show={(id) => (id ? setTarget(id) : backToNewest())} />
      <Log label="Messages" first={messages[0]?.id ?? ""} more={more} readOlder={readOlder} loading={!newest.data && !newest.error} target={messages.some((one) => one.id === target) ? target : begins && begins + NEW}>
        {newest.data && !messages.length && !sending.length && <p class="begin">Nothing said yet. Ask what the team needs from you, or what it would cost.</p>}
        {messages.map((one) => {
          const today = day(one.created_at);
          const separator = today !== lastDay && <h2 class="on-day">{today}</h2>;
          lastDay = today;
          return (
            <>
              {separator}
              {one.id === begins && <h2 class="new-from" id={begins + NEW}>New</h2>}
              <Message message={one} project_id={project.id} project={detail} needs={needs} named={named.get(one.id) ?? []} isLit={one.id === target} isNew={isNew(one)} readAgain={() => readAgain(one)} key={one.id} />
              {one.id === gap && <p class="older"><Button kind="ghost" onClick={fillGap}>Show what came after</Button> <Button kind="ghost" onClick={backToNewest}>Go to the newest</Button></p>}
            </>
          );
        })}
        {sending.map((draft) => (
          <article class={draft.error ? "msg mine failed" : "msg mine sending"} key={draft.intention}>
            <div class="bubble"><p dir="auto">{draft.text}</p></div>
            {draft.error ? (
              <p class="foot-line" role="alert"><Icon name="circle-alert" />{draft.error} <button type="button" class="link" onClick={() => send(draft)}>Send again</button> <button type="button" class="link" onClick={() => discard(draft)}>Take back</button></p>
            ) : <footer>Sending…</footer>}
          </article>
        ))}
        {(asked || sending.some((one) => !one.error)) && <Progress since={asked?.created_at ?? new Date().toISOString()} step={messages.find((one) => one.progress)?.progress} />}
        <Questions label="You could ask next" of={questions} ask={ask} />
      </Log>
      <Refusal error={newest.error} retry={newest.refetch} />
      {refused && <Refusal error={refused} retry={() => setTarget("")} />}
      <Composer id="message" label="Message to the CEO" placeholder="Ask the CEO…" text={kept.text} version={version} keep={(text) => (kept.text = text)} send={say} />
    </section>
  );
}

/** What is being done about a question. The seconds are for the eyes; a screen reader hears each step once. */
function Progress({ since, step }: { since: string; step: string | null | undefined }) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.floor((now - Date.parse(since)) / 1000));
  return (
    <div class="consulting">
      <span class="dots" aria-hidden="true"><i /><i /><i /></span>
      <p role="status" dir="auto">{step ? `${step}…` : BEFORE_STEPS}</p>
      <span aria-hidden="true">{Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, "0")}</span>
    </div>
  );
}
