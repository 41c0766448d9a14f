import { session } from "../api/session";
import { forget, remember, remembered } from "./kept";
import { useWatched, watched } from "./watched";

/** A key of whoever is signed in: nobody else at this browser is shown what it holds. */
export const ownKey = (...parts: string[]): string => ["atrium", session()?.user.id ?? "", ...parts].join("/");

/** Texts by the place where they are typed, such as `text:R1.2`. */
export type Drafts = Readonly<Record<string, string>>;
/** Keeps texts, and forgets those that are undefined. */
export type Type = (texts: Record<string, string | undefined>) => void;

const { tell, watch } = watched();

/** What somebody typed about a document or a project and has not sent yet, kept in this tab over a reload. */
export const draftsOf = (of: string): Drafts => JSON.parse(remembered(ownKey("drafts", of)) ?? "{}");

export function keepDrafts(of: string, texts: Parameters<Type>[0]): void {
  const key = ownKey("drafts", of);
  const kept = Object.entries({ ...draftsOf(of), ...texts }).filter(([, text]) => text !== undefined);
  if (kept.length) remember(key, JSON.stringify(Object.fromEntries(kept)));
  else forget(key);
  tell();
}

/** The same on the screen. */
export function useDrafts(of: string): [Drafts, Type] {
  useWatched(watch);
  return [draftsOf(of), (texts) => keepDrafts(of, texts)];
}

/** The comments that wait to be sent, by the line that each is about; the last, of "", is about the whole document. */
export function commentsOf(drafts: Drafts): [line: string, text: string][] {
  const found = new Map<string, string>();
  for (const kind of ["said", "say"]) {
    for (const [place, text] of Object.entries(drafts)) {
      const [own, line = ""] = place.split(":");
      if (own === kind && text.trim()) found.set(line, text);
    }
  }
  return [...found].sort(([one], [other]) => Number(!one) - Number(!other));
}

/** They as one change request: each paragraph begins with the line that it is about. */
export const requestOf = (comments: [line: string, text: string][]): string =>
  comments.flatMap(([line, text]) => text.split("\n").filter((one) => one.trim()).map((one) => (line ? `${line}: ${one.trim()}` : one.trim()))).join("\n");

/** Nothing of these comments is typed any more. */
export const cleared = (comments: [line: string, text: string][]): Record<string, undefined> =>
  Object.fromEntries(comments.flatMap(([line]) => [[`said:${line}`, undefined], [`say:${line}`, undefined]]));
