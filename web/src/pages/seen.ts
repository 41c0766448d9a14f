import { useEffect, useRef } from "preact/hooks";
import { ApiError, call } from "../api/call";
import { renew } from "../api/data";
import type { Said } from "./conversation";

/**
 * Marks the CEO's new messages as read once their ends have been on the screen, one after the other: what was not seen stays
 * new. `firstUnread` is the oldest that is unread.
 */
export function useSeen(project_id: string | null, firstUnread: string | null | undefined, messages: Said[]): void {
  const seen = useRef(new Set<string>()).current;
  const marked = useRef("");
  const fresh = messages.filter(({ id, sender_type }) => firstUnread && id >= firstUnread && id > marked.current && sender_type === "agent").map(({ id }) => id);
  useEffect(() => {
    if (!project_id || !fresh.length) return;
    const mark = async () => {
      const next = fresh.findIndex((id) => !seen.has(id)); // the first that was not seen
      const upTo = (next < 0 ? fresh : fresh.slice(0, next)).at(-1);
      if (!upTo || upTo <= marked.current) return;
      marked.current = upTo;
      await call("POST /agents/{project_id}/messages/{message_id}/read", { path: { project_id, message_id: upTo } });
      renew(["pa"]); // the dots beside the conversations
    };
    const watcher = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) seen.add(target.closest("article")!.id);
      mark().catch((problem) => {
        if (!(problem instanceof ApiError)) throw problem; // it stays new, and is marked when it is seen again
      });
    });
    for (const id of fresh) {
      const end = document.getElementById(id)?.querySelector(".said > .end");
      if (end) watcher.observe(end);
    }
    return () => watcher.disconnect();
  }, [project_id, fresh.join()]);
}
