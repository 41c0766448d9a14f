import { useEffect, useRef, useState } from "preact/hooks";
import { ApiError, call } from "../api/call";
import { useData } from "../api/data";
import type { ActionView, AskedView, MessageView } from "../api/schema";

export const PAGE = 30;
const AROUND = 15; // messages on each side of one that was looked for

/** A message of any conversation; an answer of the assistant's may lead to things that wait. */
export type Said = MessageView & { actions?: ActionView[] };
interface Page {
  messages: Said[];
  has_more: boolean;
  first_unread?: string | null;
}
interface Asked {
  limit: number;
  before?: string;
  after?: string;
  reply_to?: string;
}
export const isOpen = (one: Said): boolean => one.run_status === "queued" || one.run_status === "answering";

/** A question to the assistant and its answer, as two messages. Their ids sort by time, as those of the CEO's conversation do. */
function exchange({ sequence, message, answer, asked_at, sender }: AskedView): [Said, Said] {
  const place = String(sequence).padStart(12, "0");
  const none = { created_at: asked_at, conversation_id: "pa", sender_agent_type: null, contributions: [], run_status: null, progress: null };
  const { response: content, actions, by, cost, facts, cards, sentences, draft } = answer;
  return [
    { ...none, id: `pa-${place}-asked`, sender_type: "customer", sender, content: message, reply_to: null, by: null, cost: null, facts: [], cards: [], sentences: [], draft: null },
    { ...none, id: `pa-${place}-told`, sender_type: "agent", sender: null, content, reply_to: `pa-${place}-asked`, by, cost, facts, cards, sentences, draft, actions },
  ];
}
const sequenceOf = (id: string): number => Number(id.split("-")[1]);

async function readAssistant({ limit, before, reply_to }: Asked): Promise<Page> {
  const query = reply_to ? { limit: 1, before: sequenceOf(reply_to) + 1 } : { limit, before: before && sequenceOf(before) };
  const page = await call("GET /pa/messages", { query: query as { limit: number; before?: number } });
  return { messages: page.messages.flatMap(exchange), has_more: page.has_more };
}

/** The newest page of the conversation about a project, or of the one about all of them. */
function useNewest(project_id: string | null) {
  const ceo = useData("GET /agents/{project_id}/messages", project_id ? { path: { project_id }, query: { limit: PAGE } } : null, (page) => (page.messages.some(isOpen) ? "fast" : "slow"));
  const assistant = useData("GET /pa/messages", project_id ? null : { query: { limit: PAGE } }, "slow");
  const { data, error, refetch, isFetchedAfterMount } = project_id ? ceo : assistant;
  const page: Page | undefined = project_id ? ceo.data : assistant.data && { messages: assistant.data.messages.flatMap(exchange), has_more: assistant.data.has_more };
  return { page, isLoaded: data !== undefined, error, refetch, isFresh: isFetchedAfterMount };
}

/**
 * A conversation as far as it was read: the newest page, kept up to date, older ones, and the neighbours of `target`. `gap` is
 * the message after which some are missing, because a target lies far back. `unread` is the first that was new when the
 * conversation was opened; `firstUnread` is the first that is unread now. `readAgain` reads an answer again, for its cards.
 * Without a project it is the conversation with the assistant.
 */
export function useConversation(project_id: string | null, target: string) {
  const newest = useNewest(project_id);
  const { page, isFresh } = newest;
  const opened = useRef<string | null | undefined>(undefined);
  if (opened.current === undefined && page && isFresh) opened.current = page.first_unread ?? null;
  const seen = useRef(new Map<string, Said>()).current;
  const [reach, setReach] = useState<{ more?: boolean; gap: string | null }>({ gap: null });
  const [refused, setRefused] = useState<ApiError | null>(null);
  const add = (some: Said[]) => some.forEach((one) => seen.set(one.id, one));
  add(page?.messages ?? []);
  const messages = [...seen.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  const [, redraw] = useState(0);
  const read = (query: Asked): Promise<Page> => (project_id ? call("GET /agents/{project_id}/messages", { path: { project_id }, query }) : readAssistant(query));

  const readOlder = async () => {
    if (!messages[0]) return;
    const older = await read({ limit: PAGE, before: messages[0].id });
    add(older.messages);
    setReach((before) => ({ ...before, more: older.has_more }));
  };
  const fillGap = async () => {
    const next = await read({ limit: PAGE, after: reach.gap! });
    const met = next.messages.some((one) => seen.has(one.id));
    add(next.messages);
    setReach((before) => ({ ...before, gap: next.has_more && !met ? next.messages.at(-1)!.id : null }));
  };
  const readAgain = async ({ reply_to }: Said) => {
    if (!reply_to) return;
    add((await read({ limit: PAGE, reply_to })).messages);
    redraw((n) => n + 1);
  };
  const toNewest = () => {
    seen.clear();
    setReach({ gap: null });
  };
  useEffect(() => {
    setRefused(null);
    if (!target || !newest.isLoaded || seen.has(target)) return;
    const lookAround = async () => {
      const later = await read({ limit: AROUND, after: target });
      const next = later.messages[0];
      const earlier = await read(next ? { limit: AROUND + 1, before: next.id } : { limit: AROUND + 1 });
      const met = !later.has_more || later.messages.some((one) => seen.has(one.id));
      if (!met) seen.clear();
      add([...earlier.messages, ...later.messages]);
      setReach({ more: earlier.has_more, gap: met ? null : later.messages.at(-1)!.id });
    };
    lookAround().catch((problem) => {
      if (!(problem instanceof ApiError)) throw problem;
      setRefused(problem);
    });
  }, [target, newest.isLoaded]);
  return {
    newest, messages, more: reach.more ?? page?.has_more ?? false, gap: reach.gap, unread: opened.current ?? undefined, refused, readOlder, readAgain, fillGap, toNewest,
    firstUnread: isFresh ? page?.first_unread : undefined,
  };
}
