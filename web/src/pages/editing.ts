import { useRef } from "preact/hooks";
import { ApiError, call } from "../api/call";
import { put, useData } from "../api/data";
import type { DocumentView, LineView } from "../api/schema";
import { lines as words } from "../words/document";

export const DOCUMENT = "GET /projects/{project_id}/deliverables/{deliverable_id}";
const TRIES = 3;

export type Path = { project_id: string; deliverable_id: string };
/** Sends an edit of the text with this hash; `line` is what the edit is about. The answer is the document after it. */
export type Edit = (line: string, send: (hash: string) => Promise<DocumentView>) => Promise<DocumentView>;

/** Whether a language model revises what is sent back, which it does in no example; undefined until it is known. */
export function useReviser(project_id: string): boolean | undefined {
  const model = useData("GET /dashboard/summary", {}).data?.model;
  const project = useData("GET /projects/{project_id}", { path: { project_id } }).data;
  return model && project && model.by === "model" && !project.example;
}

/** Whether no line of it can be edited, but notes that were added: another text needs another brief. */
export const isComputed = ({ lines }: DocumentView): boolean => lines.length > 0 && !lines.some((part) => part.section !== "notes" && part.lines.length > 0);

const saysNow = (document: DocumentView, id: string): string => {
  const line = document.lines.flatMap((part) => part.lines).find((one) => one.id === id);
  return JSON.stringify([line?.text, line?.state]);
};

/**
 * Edits of a document, one after the other: each names the text that the one before has left. When somebody else was
 * faster, the document is read again. The edit is sent once more if its line still says the same; otherwise it is refused,
 * as are those that were begun before that.
 */
export function useEdits(path: Path, document: DocumentView): Edit {
  const newest = useRef(document);
  const read = useRef(document);
  if (read.current !== document) newest.current = read.current = document; // a drawing of the same may come after an answer
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const conflicts = useRef(0);
  const show = (after: DocumentView): DocumentView => {
    put(DOCUMENT, { path }, after);
    return (newest.current = after);
  };
  const attempt = async (line: string, send: (hash: string) => Promise<DocumentView>, tries: number): Promise<DocumentView> => {
    const before = newest.current;
    try {
      return show(await send(before.content_hash ?? ""));
    } catch (problem) {
      if (!(problem instanceof ApiError) || problem.status !== 409) throw problem;
      const fresh = show(await call(DOCUMENT, { path })); // or it is no longer in review
      if (problem.code !== "TEXT_CHANGED") throw problem;
      if (saysNow(fresh, line) === saysNow(before, line) && tries > 1) return attempt(line, send, tries - 1);
      conflicts.current += 1;
      throw new ApiError(409, problem.code, words.conflict);
    }
  };
  return (line, send) => {
    const begun = conflicts.current;
    const sent = last.current.then(() => {
      if (begun !== conflicts.current) throw new ApiError(409, "TEXT_CHANGED", words.conflict);
      return attempt(line, send, TRIES);
    });
    last.current = sent.catch(() => undefined);
    return sent;
  };
}

type Change = { text: string } | { state: "proposed" | "kept" | "struck" };

/** The edits that bring a line from what it is `now` back to what it was. */
export function backTo(was: LineView, now: LineView | undefined): Change[] {
  const isSame = was.text === now?.text;
  if (was.state === "struck") return [{ state: "struck" }];
  if (was.state === "reworded" || (was.origin === "customer" && !isSame)) return [{ text: was.text }];
  if (was.state === "kept") return isSame || was.origin === "customer" ? [{ state: "kept" }] : [{ state: "proposed" }, { state: "kept" }];
  return [{ state: "proposed" }];
}
