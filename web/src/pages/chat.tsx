import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { call } from "../api/call";
import { useData } from "../api/data";
import { isHeld } from "../api/held";
import type { ProjectView } from "../api/schema";
import { day } from "../lib/format";
import { nextQuestions } from "../lib/next-questions";
import { to, useParam } from "../lib/router";
import { Icon } from "../ui/icon";
import { Button, Refusal } from "../ui/parts";
import { Composer, Log, Questions } from "../ui/talk";
import { ask as words, ASSISTANT, CEO, IDEAS } from "../words/ask";
import { pressedByYes } from "./cards";
import { isOpen, type Said, useConversation } from "./conversation";
import { type Draft, useComposer } from "./composer";
import { Message } from "./message";
import { documentThings, namedIn, namesThings, type Thing } from "./named-rows";
import { byPlace, useOpenItems } from "./needs";
import { useShownState } from "./risks";
import { useSeen } from "./seen";
import { TalkSearch } from "./talk-search";

const NEW = "-new"; // the line above a message
const MOMENT = 5 * 60_000; // in which messages of one person are said in one breath
const LATELY = 6; // messages whose questions are not suggested once more

/** The conversation about a project, which the CEO answers. */
export const Chat = ({ project }: { project: ProjectView }) => <Conversation project={project} key={project.id} />;

/** A conversation: with the CEO about a project, or with the assistant about all of them; `scope` chooses another on a small screen. */
export function Conversation({ project, scope }: { project: ProjectView | null; scope?: ComponentChildren }) {
  const id = project?.id ?? null;
  const answers = project ? CEO : ASSISTANT;
  const [target, setTarget] = useParam("message");
  const [searched, setSearched] = useParam("find");
  const talk = useConversation(id, target);
  const { newest, messages, gap } = talk;
  useSeen(id, talk.firstUnread, messages);
  const about = useAbout(project, messages);
  const drafts = useComposer(id ?? "all", async (message, idempotencyKey) => {
    if (id) await call("POST /agents/{project_id}/ask", { path: { project_id: id }, body: { message }, idempotencyKey });
    else await call("POST /pa/ask", { body: { message }, idempotencyKey });
    await newest.refetch();
  });
  const asked = messages.findLast(isOpen);
  const isWaiting = asked !== undefined || drafts.sending.length > 0;

  const toNewest = () => {
    if (target) setTarget("");
    if (gap) talk.toNewest();
  };
  const ask = (text: string) => {
    toNewest();
    void drafts.say(text);
  };
  /** A yes to the one thing that the last answer on the screen has prepared does it. */
  const say = (text: string) => {
    const last = messages.at(-1);
    if (isWaiting || last?.sender_type !== "agent" || !pressedByYes(text, last.cards)) ask(text);
  };
  const begins = talk.unread === messages[0]?.id && !talk.more ? undefined : talk.unread; // where all is new, no line is needed
  const firstNew = begins ? begins + NEW : talk.unread;
  let lastDay = "";
  let before: Said | undefined;
  return (
    <section class="card thread" aria-label={words.chat(project?.name ?? words.all)}>
      {!id && scope && <div class="talk-find alone">{scope}</div>}
      {id && <TalkSearch project_id={id} words={searched} look={(next) => next !== searched && setSearched(next, true)} shown={target} show={(found) => (found ? setTarget(found) : toNewest())}>{scope}</TalkSearch>}
      <Log label={words.messages} first={messages[0]?.id ?? ""} more={talk.more} readOlder={talk.readOlder} toNewest={() => gap && talk.toNewest()} loading={!newest.isLoaded && !newest.error} target={messages.some((one) => one.id === target) ? target : firstNew} sent={drafts.sending.at(-1)?.intention}>
        {newest.isLoaded && !messages.length && !drafts.sending.length && <p class="begin"><Icon name={project ? "message-square" : "sparkles"} />{answers.begin}</p>}
        {messages.map((one) => {
          const today = day(one.created_at);
          const separator = today !== lastDay && <h2 class="on-day">{today}</h2>;
          const follows = !separator && one.id !== begins && isGoingOn(one, before);
          lastDay = today;
          before = one.id === gap ? undefined : one;
          return (
            <>
              {separator}
              {one.id === begins && <h2 class="new-from" id={begins + NEW}>{words.newFrom}</h2>}
              <Message message={one} around={about.around} named={about.named.get(one.id) ?? []} follows={follows} isLit={one.id === target} readAgain={() => talk.readAgain(one)} key={one.id} />
              {one.id === gap && <p class="older"><Button kind="ghost" onClick={talk.fillGap}>{words.between}</Button></p>}
            </>
          );
        })}
        {drafts.sending.map((draft) => <Sending of={draft} send={drafts.send} edit={drafts.edit} key={draft.intention} />)}
        {(asked || drafts.sending.some((one) => !one.error)) && <Progress since={asked?.created_at ?? new Date().toISOString()} step={messages.find((one) => one.progress)?.progress} starts={answers.starts} />}
        {newest.isLoaded && !isWaiting && <Questions label={words.next} of={about.questions} ask={ask} />}
      </Log>
      <Refusal error={newest.error} retry={newest.refetch} />
      {talk.refused && <Refusal error={talk.refused} retry={() => setTarget("")} />}
      <Composer id="message" label={answers.message} placeholder={words.placeholder(project?.name ?? words.all.toLowerCase())} text={drafts.text} version={drafts.version} keep={drafts.type} send={say} />
    </section>
  );
}

/** Whether the same person says it, and shortly after; where an answer's maker is named, its name stands there. */
const isGoingOn = (one: Said, before: Said | undefined): boolean =>
  before?.sender_type === one.sender_type && before.sender?.name === one.sender?.name && one.by !== "model" && one.run_status !== "failed" && Date.parse(one.created_at) - Date.parse(before.created_at) < MOMENT;

/** What the answers are about: the pages that they may name, what waits of it, and what one may ask next. */
function useAbout(project: ProjectView | null, messages: Said[]) {
  const path = project && { project_id: project.id };
  const detail = useData("GET /projects/{project_id}", path && { path }).data;
  const projects = useData("GET /projects", project ? null : { query: { limit: 100 } }).data?.projects ?? [];
  const inbox = useOpenItems().inbox.data?.items ?? [];
  const missing = useData("GET /projects/{project_id}/intake", path && detail?.status === "draft" ? { path } : null).data?.missing;
  const needs = byPlace(inbox).flatMap(({ some }) => some).filter((one) => !project || one.project_id === project.id);
  const isNamed = messages.some(namesThings);
  const documents = documentThings(detail, useShownState(isNamed ? detail : undefined));
  const requests = useData("GET /vault/requests", path && isNamed ? { query: { ...path, limit: 100 } } : null).data?.requests ?? [];
  const things = new Map([...requests.map((one): [string, Thing] => [one.name, { page: to("settings", "vault", one.id), icon: "lock", state: one.status }]), ...documents]);
  const pages = new Map(project ? documents.map(([title, { page }]) => [title, page]) : projects.map((one) => [one.name, to("projects", one.id)]));
  const lately = messages.slice(-LATELY).filter((one) => one.sender_type === "customer").map((one) => one.content);
  const questions = detail ? nextQuestions(detail, needs.filter((one) => !isHeld(one.target_id)), missing, lately) : project ? [] : IDEAS.filter((idea) => idea !== lately.at(-1));
  return { around: { project: project?.id ?? null, needs, pages, things }, named: namedIn(messages, needs, things), questions };
}

/** A message that is on its way, or that could not be sent. */
const Sending = ({ of, send, edit }: { of: Draft; send: (draft: Draft) => unknown; edit: (draft: Draft) => void }) => (
  <article class={of.error ? "msg mine failed" : "msg mine sending"}>
    {!of.error && <p class="by">{words.sending}</p>}
    <div class="bubble"><p dir="auto">{of.text}</p></div>
    {of.error && (
      <p class="foot-line" role="alert"><Icon name="circle-alert" />{of.error} <button type="button" class="link" onClick={() => send(of)}>{words.again}</button> <button type="button" class="link" onClick={() => edit(of)}>{words.edit}</button></p>
    )}
  </article>
);

/** What is being done about a question. The seconds are for the eyes; a screen reader hears each step once. */
function Progress({ since, step, starts }: { since: string; step: string | null | undefined; starts: string }) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.floor((now - Date.parse(since)) / 1000));
  return (
    <div class="consulting">
      <span class="dots" aria-hidden="true"><i /><i /><i /></span>
      <p role="status" dir="auto">{step ? `${step}…` : starts}</p>
      <span aria-hidden="true">{Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, "0")}</span>
    </div>
  );
}
