import { useMemo, useRef, useState } from "preact/hooks";
import { call } from "../api/call";
import { useData, useSend } from "../api/data";
import type { ActionView, AskedView, InboxItem, ProjectView } from "../api/schema";
import { clock, day, plural } from "../lib/format";
import { to } from "../lib/router";
import { sourcesOf } from "../lib/sources";
import { Icon } from "../ui/icon";
import { Refusal } from "../ui/parts";
import { Composer, Log, Questions } from "../ui/talk";
import { Cards, pressedByYes } from "./cards";
import { Facts } from "./facts";
import { NEEDS, screenAt } from "./needs";
import { Answer, Draft } from "./sources";

const PAGE = 30;
const IDEAS = ["What needs me first?", "How is everything going?", "What will it cost?", "What is scheduled?"];
const MOST_SHOWN = 5;
/** What is being typed stays as long as the page. */
const draft = { text: "" };

const WORDS: Record<ActionView["type"], [string, string]> = {
  approval: ["document to decide", "documents to decide"], review: ["thing to look at", "things to look at"],
  credential: ["credential asked for", "credentials asked for"], intake: ["brief to finish", "briefs to finish"],
  resume: ["project on hold", "projects on hold"], message: ["unread message", "unread messages"], task: ["task", "tasks"],
  webhook: ["webhook to look at", "webhooks to look at"],
};

/** Where an action is taken that the inbox does not list; none where only its item knows the place. */
function pageOf({ type, ids: [id = ""] }: ActionView): string | undefined {
  if (type === "task") return to("assistant", "tasks");
  if (type === "webhook") return to("webhooks", id);
  if (!id.startsWith("prj_")) return undefined;
  return type === "message" ? to("ceo", id) : type === "intake" ? to("projects", id, "intake") : to("projects", id);
}

export function Ask() {
  const newest = useData("GET /pa/messages", { query: { limit: PAGE } }, "slow");
  const inbox = useData("GET /inbox", { query: { limit: 100 } }).data?.items;
  const projects = useData("GET /projects", { query: { limit: 100 } }).data?.projects ?? [];
  const seen = useRef(new Map<number, AskedView>()).current;
  const [more, setMore] = useState<boolean>();
  const [version, replace] = useState(0);
  const [, redraw] = useState(0);
  for (const one of newest.data?.messages ?? []) seen.set(one.sequence, one);
  const said = [...seen.values()].sort((a, b) => a.sequence - b.sequence);
  const sending = useSend("POST /pa/ask");
  const ask = (message: string) => {
    if (sending.isPending) return;
    sending.mutate({ body: { message } }, {
      onError: () => {
        draft.text = [message, draft.text].filter(Boolean).join("\n"); // beside what was begun meanwhile
        replace((n) => n + 1);
      },
    });
  };
  const send = (message: string) => {
    if (!sending.isPending) return pressedByYes(message, said.at(-1)?.answer.cards ?? []) || ask(message);
    draft.text = message; // the one before is still on its way
    replace((n) => n + 1);
  };
  const readAgain = async ({ sequence }: AskedView) => {
    const page = await call("GET /pa/messages", { query: { limit: 1, before: sequence + 1 } });
    for (const one of page.messages) seen.set(one.sequence, one);
    redraw((n) => n + 1);
  };
  const readOlder = async () => {
    const page = await call("GET /pa/messages", { query: { limit: PAGE, before: said[0]!.sequence } });
    for (const one of page.messages) seen.set(one.sequence, one);
    setMore(page.has_more);
  };
  let lastDay = "";
  return (
    <div class="ask-pa">
      <Log label="Questions and answers" first={String(said[0]?.sequence ?? "")} more={more ?? newest.data?.has_more ?? false} loading={!newest.data && !newest.error} readOlder={readOlder}>
        {newest.data && !said.length && !sending.isPending && <p class="begin"><Icon name="sparkles" />Ask about your projects, in your own words. What was said stays here for 30 days.</p>}
        {said.map((one) => {
          const today = day(one.asked_at);
          const separator = today !== lastDay && <h2 class="on-day">{today}</h2>;
          lastDay = today;
          return <>{separator}<Exchange key={one.sequence} of={one} inbox={inbox} projects={projects} readAgain={() => readAgain(one)} /></>;
        })}
        {sending.isPending && <article class="msg mine sending" aria-label="You"><div class="bubble"><p dir="auto">{sending.variables.body.message}</p></div><footer>Looking it up…</footer></article>}
        {newest.data && !sending.isPending && <Questions label="You could ask" of={IDEAS.filter((idea) => idea !== said.at(-1)?.message)} ask={ask} />}
      </Log>
      <Refusal error={sending.error} />
      <Refusal error={newest.error} retry={newest.refetch} />
      <Composer id="question" label="Question to the assistant" placeholder="Ask the assistant…" act="Ask" text={draft.text} version={version} keep={(text) => (draft.text = text)} send={send} />
    </div>
  );
}

interface Exchanged {
  of: AskedView;
  inbox: InboxItem[] | undefined;
  projects: ProjectView[];
  readAgain: () => Promise<unknown>;
}

function Exchange({ of: { sequence, message, answer, asked_at }, inbox, projects, readAgain }: Exchanged) {
  const sourced = useMemo(() => sourcesOf({ ...answer, content: answer.response }), [answer]);
  const time = <time dateTime={asked_at}>{clock(asked_at)}</time>;
  return (
    <>
      <article class="msg mine" aria-label="You"><div class="said"><div class="bubble"><p dir="auto">{message}</p></div><footer>You · {time}</footer></div></article>
      <article class="msg" aria-label="The assistant">
        <span class="ava" aria-hidden="true"><Icon name="sparkles" /></span>
        <div class="said">
          <div class="bubble"><Answer of={sourced} id={`asked-${sequence}`} pages={pagesOf(projects)} project={null} needs={inbox ?? []} /></div>
          {answer.draft && <Draft text={answer.draft} />}
          <Cards of={answer.cards} talk="pa" again={readAgain} />
          {inbox && answer.actions.length > 0 && <div class="actions">{answer.actions.map((action) => <Action key={action.type + action.ids[0]} of={action} inbox={inbox} />)}</div>}
          <Facts of={sourced.rest} project={null} needs={inbox ?? []} />
        </div>
      </article>
    </>
  );
}

const pagesOf = (projects: ProjectView[]): Map<string, string> => new Map(projects.map((one) => [one.name, to("projects", one.id)]));

/** One button for each thing that still waits, leading to the thing itself. */
function Action({ of: action, inbox }: { of: ActionView; inbox: InboxItem[] }) {
  const items = inbox.filter((one) => action.ids.includes(one.target_id) && (!action.project || one.project_name === action.project));
  const page = pageOf(action);
  const what = `${action.project && `${action.project}: `}${plural(action.count, ...WORDS[action.type])}`;
  if (items.length && !(page && action.type === "message")) {
    return (
      <>
        {items.slice(0, MOST_SHOWN).map((one) => <a class="btn small" key={one.id} href={screenAt(one.path)}><Icon name={NEEDS[one.kind].icon} />{NEEDS[one.kind].act}: {one.sentence}</a>)}
        {items.length > MOST_SHOWN && <a class="btn small" href={to("inbox")}>{items.length - MOST_SHOWN} more in the inbox</a>}
      </>
    );
  }
  if (page) return <a class="btn small" href={page}>{action.type === "task" ? "See the task" : what}</a>;
  return <small class="muted">{what}: no longer open in your <a href={to("inbox")}>inbox</a></small>;
}
