import { useRef } from "preact/hooks";
import { ApiError } from "../api/call";
import { put, refresh } from "../api/data";
import type { DocumentView } from "../api/schema";

export const DOCUMENT = "GET /projects/{project_id}/deliverables/{deliverable_id}";
const CHANGED = "Somebody has changed this text since you read it. It is read again: this is how it stands now, and what you typed is still here.";

export type Path = { project_id: string; deliverable_id: string };
/** Sends an edit of the text with this hash; the answer is the document after it. */
export type Edit = (send: (hash: string) => Promise<DocumentView>) => Promise<DocumentView>;

/**
 * Edits of a document, one after the other: each names the text that the one before has left. When somebody else was
 * faster, the document is read again, and what was begun before that is not sent.
 */
export function useEdits(path: Path, document: DocumentView): Edit {
  const newest = useRef(document);
  newest.current = document;
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const rereads = useRef(0);
  return (send) => {
    const begun = rereads.current;
    const sent = last.current.then(async () => {
      try {
        if (begun !== rereads.current) throw new ApiError(409, "TEXT_CHANGED", CHANGED);
        const after = await send(newest.current.content_hash ?? "");
        newest.current = after;
        put(DOCUMENT, { path }, after);
        return after;
      } catch (problem) {
        if (!(problem instanceof ApiError) || problem.status !== 409) throw problem;
        const isOther = problem.code === "TEXT_CHANGED";
        if (isOther) rereads.current += 1;
        await refresh(DOCUMENT, { path }); // or it is no longer in review
        throw isOther ? new ApiError(409, problem.code, CHANGED) : problem;
      }
    });
    last.current = sent.catch(() => undefined);
    return sent;
  };
}
