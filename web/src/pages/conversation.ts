import { useEffect, useRef, useState } from "preact/hooks";
import { ApiError, call } from "../api/call";
import { useData } from "../api/data";
import type { MessageView } from "../api/schema";

export const PAGE = 30;
const AROUND = 15; // messages on each side of one that was looked for
type Path = { project_id: string };
export const isOpen = (one: MessageView): boolean => one.run_status === "queued" || one.run_status === "answering";

/**
 * A project's conversation as far as it was read: the newest page, kept up to date, older ones, and the neighbours of
 * `target`. `gap` is the message after which some are missing, because a target lies far back. `unread` is the first that was new
 * when the conversation was opened, `isNew` tells it of each; what comes later is seen as it comes. `readAgain` reads an answer
 * again, for its cards.
 */
export function useConversation(path: Path, target: string) {
  const newest = useData("GET /agents/{project_id}/messages", { path, query: { limit: PAGE } }, (page) => (page.messages.some(isOpen) ? "fast" : "slow"));
  const unread = useRef<{ first: string; last: string } | null | undefined>(undefined);
  if (unread.current === undefined && newest.data && newest.isFetchedAfterMount) {
    const { first_unread, messages: [last] } = newest.data;
    unread.current = first_unread && last ? { first: first_unread, last: last.id } : null;
  }
  const seen = useRef(new Map<string, MessageView>()).current;
  const [reach, setReach] = useState<{ more?: boolean; gap: string | null }>({ gap: null });
  const [refused, setRefused] = useState<ApiError | null>(null);
  const add = (some: MessageView[]) => some.forEach((one) => seen.set(one.id, one));
  add(newest.data?.messages ?? []);
  const messages = [...seen.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  const [, redraw] = useState(0);
  const read = (query: { limit: number; before?: string; after?: string; reply_to?: string }) => call("GET /agents/{project_id}/messages", { path, query });

  const readOlder = async () => {
    if (!messages[0]) return;
    const page = await read({ limit: PAGE, before: messages[0].id });
    add(page.messages);
    setReach((before) => ({ ...before, more: page.has_more }));
  };
  const fillGap = async () => {
    const page = await read({ limit: PAGE, after: reach.gap! });
    const met = page.messages.some((one) => seen.has(one.id));
    add(page.messages);
    setReach((before) => ({ ...before, gap: page.has_more && !met ? page.messages.at(-1)!.id : null }));
  };
  const readAgain = async ({ reply_to }: MessageView) => {
    if (!reply_to) return;
    add((await read({ limit: PAGE, reply_to })).messages);
    redraw((n) => n + 1);
  };
  const isNew = ({ id, sender_type }: MessageView): boolean => sender_type === "agent" && !!unread.current && unread.current.first <= id && id <= unread.current.last;
  const toNewest = () => {
    seen.clear();
    setReach({ gap: null });
  };
  const isLoaded = newest.data !== undefined;
  useEffect(() => {
    setRefused(null);
    if (!target || !isLoaded || seen.has(target)) return;
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
  }, [target, isLoaded]);
  return { newest, messages, more: reach.more ?? newest.data?.has_more ?? false, gap: reach.gap, unread: unread.current?.first, isNew, refused, readOlder, readAgain, fillGap, toNewest };
}
