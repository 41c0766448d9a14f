import { useState } from "preact/hooks";
import { session } from "../api/session";
import { forget, remember, remembered } from "./kept";

/** A place in a document: the words chosen, and the unit and heading that they stand in. */
export interface Place {
  quote: string;
  unit: string;
  heading: string;
}
/** What somebody wants changed at a place; `index` says which unit of the text it is. */
export interface Note extends Place {
  id: string;
  index: number;
  text: string;
}
/** A comment at a place as a line that stands by itself: the place first, then the words as they are. */
export const lineOf = ({ quote, text }: Note): string => `“${quote.replace(/[“”"]/g, "").replace(/\s+/g, " ").trim()}”: ${text.trim()}`;
/** The comments on one revision that are not sent yet, and what else should change. */
export interface Review {
  notes: Note[];
  else: string;
}

const NOTHING: Review = { notes: [], else: "" };
/** A key of whoever is signed in: nobody else at this browser is shown what it holds. */
export const ownKey = (...parts: (string | number)[]): string => ["atrium", session()?.user.id ?? "", ...parts].join("/");

/** The review of a revision, kept in this tab over a reload until it is sent or discarded. */
export function useReview(deliverable: string, revision: number) {
  const key = ownKey("review", deliverable, revision);
  const read = (): Review => {
    const found = remembered(key);
    return found ? (JSON.parse(found) as Review) : NOTHING;
  };
  const [, redraw] = useState(0);
  const change = (update: (before: Review) => Review) => {
    const after = update(read());
    if (after.notes.length || after.else) remember(key, JSON.stringify(after));
    else forget(key);
    redraw((n) => n + 1);
  };
  return { review: read(), change };
}
