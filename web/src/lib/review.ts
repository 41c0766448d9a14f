import { useState } from "preact/hooks";
import { session } from "../api/session";
import { forget, remember, remembered } from "./kept";

/** A key of whoever is signed in: nobody else at this browser is shown what it holds. */
export const ownKey = (...parts: (string | number)[]): string => ["atrium", session()?.user.id ?? "", ...parts].join("/");

/** The comment on a document that is not sent yet, kept in this tab over a reload; setting it to nothing forgets it. */
export function useComment(deliverable: string): [comment: string, set: (comment: string) => void] {
  const key = ownKey("comment", deliverable);
  const [, redraw] = useState(0);
  const set = (comment: string) => {
    if (comment) remember(key, comment);
    else forget(key);
    redraw((n) => n + 1);
  };
  return [remembered(key) ?? "", set];
}

const BEGUN = /^\S+:\s*$/; // a paragraph that only names its line

/** The comment with a paragraph begun about a line. */
export const begunOn = (line: string, comment: string): string =>
  [...comment.split("\n").filter((paragraph) => paragraph.trim() && !BEGUN.test(paragraph)), `${line}: `].join("\n");
