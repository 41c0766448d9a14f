import { type Change, diffArrays, diffWords } from "diff";
import type { MarkedToken, Tokens } from "marked";
import { blocksOf, cellText, plain, rowText } from "./markdown";

/** What is compared as a whole: a block, an entry of a list, a row of a table. */
export interface Piece {
  token: MarkedToken;
  text: string;
  /** An entry stands in a list, a row below the head of its table. */
  item?: Tokens.ListItem;
  list?: Tokens.List;
  row?: Tokens.TableCell[];
  head?: Tokens.TableCell[];
}
/** A piece of both texts, of one of them, or of both in different words. */
export type Part =
  | { how: "same" | "changed"; before: Piece; after: Piece }
  | { how: "removed"; before: Piece }
  | { how: "added"; after: Piece };

const MOST_MS = 200;
const MOST_PAIRS = 10_000;
const ALIKE = 0.5; // shares half of its words, or more

export const piecesOf = (text: string): Piece[] =>
  blocksOf(text).flatMap((token): Piece[] => {
    if (token.type === "list") return token.items.map((item) => ({ token, list: token, item, text: plain(item as MarkedToken) }));
    if (token.type === "table") return token.rows.map((row) => ({ token, row, head: token.header, text: rowText(row) }));
    return [{ token, text: plain(token) }];
  });

const kind = ({ token }: Piece): string => (token.type === "heading" ? `heading ${token.depth}` : token.type);
const raw = ({ token, item, row }: Piece): string => (row ? row.map(cellText).join("|") : (item ?? token).raw).trim();
const same = (one: Piece, other: Piece): boolean => kind(one) === kind(other) && raw(one) === raw(other);

/** How much of the words of two texts is the same, from 0 to 1. */
function likeness(one: string, other: string): number {
  const words = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const left = words(one), right = words(other);
  const counts = new Map<string, number>();
  for (const word of left) counts.set(word, (counts.get(word) ?? 0) + 1);
  let both = 0;
  for (const word of right) {
    const count = counts.get(word) ?? 0;
    if (count) both += 1;
    counts.set(word, count - 1);
  }
  return left.length + right.length ? (2 * both) / (left.length + right.length) : 0;
}

/** Removed and added pieces in one place: those that are alike are one piece in other words. */
function paired(removed: Piece[], added: Piece[]): Part[] {
  const found: Part[] = [];
  const alike = (before: Piece, after: Piece) => removed.length * added.length <= MOST_PAIRS && kind(after) === kind(before) && likeness(before.text, after.text) >= ALIKE;
  let next = 0;
  for (const before of removed) {
    const match = added.findIndex((after, index) => index >= next && alike(before, after));
    if (match < 0) found.push({ how: "removed", before });
    else {
      found.push(...added.slice(next, match).map((after): Part => ({ how: "added", after })), { how: "changed", before, after: added[match]! });
      next = match + 1;
    }
  }
  return [...found, ...added.slice(next).map((after): Part => ({ how: "added", after }))];
}

/** The pieces of two texts, in the order of reading. */
export function compared(before: string, after: string): Part[] {
  const left = piecesOf(before), right = piecesOf(after);
  const changes = diffArrays(left, right, { comparator: same, timeout: 5 * MOST_MS }) ?? [
    { removed: true, added: false, value: left, count: left.length }, { removed: false, added: true, value: right, count: right.length },
  ];
  const found: Part[] = [];
  let at = 0, removed: Piece[] = [];
  changes.forEach(({ value, ...change }, index) => {
    if (change.removed) {
      removed = value;
      at += value.length;
      if (!changes[index + 1]?.added) found.push(...paired(removed, []));
    } else if (change.added) {
      found.push(...paired(removed, value));
    } else found.push(...value.map((piece, offset): Part => ({ how: "same", before: left[at + offset]!, after: piece })));
    if (!change.removed) {
      if (!change.added) at += value.length;
      removed = [];
    }
  });
  return found;
}

// Words by the rules of each script, where the browser has them.
const intlSegmenter = "Segmenter" in Intl ? new Intl.Segmenter(undefined, { granularity: "word" }) : undefined;

/** The words of two texts; null where comparing them would take too long. */
export const words = (before: string, after: string): Change[] | null => diffWords(before, after, { timeout: MOST_MS, ...(intlSegmenter && { intlSegmenter }) }) ?? null;
