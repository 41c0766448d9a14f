import type { TargetedEvent } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { ApiError, call, newIntention } from "../api/call";
import { refresh, useData } from "../api/data";
import type { CostView, MessagePage, MessageView, ProjectView } from "../api/schema";
import { clock, day, plural } from "../lib/format";
import { Markdown } from "../lib/markdown";
import { Icon } from "../ui/icon";
import { Button, Refusal, Skeleton } from "../ui/parts";

interface Draft {
  intention: string;
  text: string;
  at: string;
  id?: string;
  error?: string;
}

/** What is being typed or sent, by project: walking away and coming back loses nothing. */
const drafts = new Map<string, { text: string; sending: Draft[] }>();
const NEAR_END = 80;
const PAGE = 30;
const isOpen = (one: MessageView): boolean => one.run_status === "queued" || one.run_status === "answering";

export function Thread({ project }: { project: ProjectView }) {
  const path = { project_id: project.id };
  const newest = useData("GET /agents/{project_id}/messages", { path, query: { limit: PAGE } }, (page) => (page.messages.some(isOpen) ? "fast" : "slow"));
  const latest = newest.data?.messages[0]?.id;
  useEffect(() => {
    if (latest) void refresh("GET /pa/status", {}); // being shown, it no longer counts as unread
  }, [latest]);
  const [older, setOlder] = useState<MessagePage | null>(null);
  const [kept] = useState(() => drafts.get(project.id) ?? { text: "", sending: [] });
  const [, redraw] = useState(0);
  drafts.set(project.id, kept);
  const messages = merged(older?.messages ?? [], newest.data?.messages ?? []);
  const sending = kept.sending.filter((draft) => !messages.some((one) => one.id === draft.id));
  const asked = messages.findLast(isOpen);
  const more = (older ?? newest.data)?.has_more ?? false;

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
    if (!kept.text) kept.text = draft.text;
    redraw((n) => n + 1);
  };
  const readOlder = async () => {
    const first = messages[0];
    if (first) {
      const page = await call("GET /agents/{project_id}/messages", { path, query: { limit: PAGE, before: first.id } });
      setOlder((before) => ({ ...page, messages: [...page.messages, ...(before?.messages ?? [])] }));
    }
  };
  return (
    <section class="card thread" aria-label={`Conversation about ${project.name}`}>
      <Log messages={messages} sending={sending} more={more} readOlder={readOlder} loading={!newest.data && !newest.error} retry={send} discard={discard} />
      <Refusal error={newest.error} retry={newest.refetch} />
      {asked ? <Consulting since={asked.created_at} path={path} /> : sending.some((one) => !one.error) && <Consulting since={new Date().toISOString()} />}
      <Composer text={kept.text} keep={(text) => (kept.text = text)} send={(text) => send({ intention: newIntention(), text, at: new Date().toISOString() })} key={String(kept.sending.length)} />
    </section>
  );
}

/** Oldest first, each once; what was read later wins. */
function merged(older: MessageView[], newest: MessageView[]): MessageView[] {
  const byId = new Map([...older, ...newest].map((one) => [one.id, one]));
  return [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

interface LogProps {
  messages: MessageView[];
  sending: Draft[];
  more: boolean;
  loading: boolean;
  readOlder: () => Promise<void>;
  retry: (draft: Draft) => void;
  discard: (draft: Draft) => void;
}

function Log({ messages, sending, more, loading, readOlder, retry, discard }: LogProps) {
  const box = useRef<HTMLDivElement>(null);
  const state = useRef({ atEnd: true, height: 0, first: "", reading: false });
  const first = messages[0]?.id ?? "";
  useLayoutEffect(() => {
    const log = box.current!;
    const before = state.current;
    if (before.first && first !== before.first) log.scrollTop += log.scrollHeight - before.height; // older ones came in above
    else if (before.atEnd) log.scrollTop = log.scrollHeight;
    state.current = { ...before, height: log.scrollHeight, first };
  });
  const read = async () => {
    if (state.current.reading) return;
    state.current.reading = true;
    await readOlder().catch(() => undefined);
    state.current.reading = false;
  };
  const onScroll = ({ currentTarget: log }: TargetedEvent<HTMLDivElement>) => {
    state.current.atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < NEAR_END;
    if (more && log.scrollTop < NEAR_END) void read();
  };
  let lastDay = "";
  return (
    <div class="log" ref={box} role="log" aria-label="Messages" aria-live="polite" tabIndex={0} onScroll={onScroll}>
      {loading && <Skeleton />}
      {more && <p class="older"><Button kind="ghost" onClick={read}>Show older messages</Button></p>}
      {!loading && !messages.length && !sending.length && <p class="begin">Nothing said yet. Ask what the team needs from you, or what it would cost.</p>}
      {messages.map((one) => {
        const today = day(one.created_at);
        const separator = today !== lastDay && <h2 class="day">{today}</h2>;
        lastDay = today;
        return <>{separator}<Message message={one} key={one.id} /></>;
      })}
      {sending.map((draft) => (
        <article class={draft.error ? "msg mine failed" : "msg mine sending"} key={draft.intention}>
          <div class="bubble"><p>{draft.text}</p></div>
          {draft.error ? (
            <p class="foot-line" role="alert"><Icon name="circle-alert" />{draft.error} <button type="button" class="link" onClick={() => retry(draft)}>Send again</button> <button type="button" class="link" onClick={() => discard(draft)}>Take back</button></p>
          ) : <footer>Sending…</footer>}
        </article>
      ))}
    </div>
  );
}

function Message({ message }: { message: MessageView }) {
  const mine = message.sender_type === "customer";
  return (
    <article class={mine ? "msg mine" : "msg"} aria-label={mine ? "You" : "The CEO"}>
      {!mine && <span class="ava" aria-hidden="true">A</span>}
      <div class="said">
        <div class="bubble">{mine ? <p>{message.content}</p> : <Markdown text={message.content} top={3} />}</div>
        {message.contributions.length > 0 && (
          <details class="team">
            <summary><Icon name="users" />{[...new Set(message.contributions.map((one) => one.role))].join(", ")} consulted</summary>
            <dl>{message.contributions.map((one) => <><dt>{one.role}{one.opinion && " · opinion"}</dt><dd><Markdown text={one.summary} top={3} /></dd></>)}</dl>
          </details>
        )}
        <footer>{mine ? "You" : "CEO"}{message.by === "model" && <ByModel cost={message.cost} />} · <time dateTime={message.created_at}>{clock(message.created_at)}</time>{message.run_status === "failed" && <span class="bad"> · could not be answered yet</span>}</footer>
      </div>
    </article>
  );
}

/** The mark of an answer that a model worded, with what it took; which model is one hover away. */
const ByModel = ({ cost }: { cost: CostView | null }) => (
  <> · <span class="by-model" title={cost?.model}>by model{cost && `, ${plural(cost.input_tokens + cost.output_tokens, "token")}`}</span></>
);

const THINKING = "Thinking about your question"; // the focus of a role that a model speaks for

/** Who is asked, and how long the team has been at it. The seconds are for the eyes; a screen reader hears it once. */
function Consulting({ since, path }: { since: string; path?: { project_id: string } }) {
  const agents = useData("GET /agents/{project_id}", path ? { path } : null, "fast");
  const asked = agents.data?.team.filter((one) => one.state === "working" && one.focus === THINKING).map((one) => one.role) ?? [];
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.floor((now - Date.parse(since)) / 1000));
  return (
    <p class="consulting" role="status">
      <span class="dots" aria-hidden="true"><i /><i /><i /></span>The CEO is consulting {asked.length ? `the ${asked.join(", ")}` : "the team"}
      <span aria-hidden="true"> · {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, "0")}</span>
    </p>
  );
}

function Composer({ text, keep, send }: { text: string; keep: (text: string) => void; send: (text: string) => void }) {
  const [value, setValue] = useState(text);
  const set = (next: string) => {
    setValue(next);
    keep(next);
  };
  const submit = (event: Event) => {
    event.preventDefault();
    const message = value.trim();
    if (!message) return;
    set("");
    send(message);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) submit(event);
  };
  return (
    <form class="composer" onSubmit={submit}>
      <label class="sr" for="message">Message to the CEO</label>
      <textarea id="message" class="in" rows={1} maxLength={10000} placeholder="Ask the CEO…" value={value} onInput={(event) => set(event.currentTarget.value)} onKeyDown={onKeyDown} aria-describedby="message-hint" />
      <Button type="submit" kind="primary" icon="send" aria-label="Send" disabled={!value.trim()} />
      <p class="hint sr" id="message-hint">Enter sends, Shift and Enter makes a new line.</p>
    </form>
  );
}
