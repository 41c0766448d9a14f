import type { FactView, MessageView, SentenceView } from "../api/schema";

import { blocksOf, plain, untitled, wordsOf } from "./markdown";

/** What is read of an answer. */
type Read = Pick<MessageView, "content" | "sentences" | "facts" | "draft">;

/*
 * Where the sentences of a Markdown answer end, so that each can show what it rests on. A sign goes behind a sentence before the
 * text is read as Markdown, and whoever draws the words finds the sign there (`MARK`). Signs that would change the text are left out.
 */

/** What the server writes behind a sentence that says something no record holds. */
export const NOT_FROM_RECORDS = "(not from your records)";
const PHRASE = NOT_FROM_RECORDS.replace(/[()]/g, "\\$&");
const SIGN = "\uFFFC"; // Unicode's placeholder for an object in a text
/** A sign with the number of its sentence, and the server's phrase behind it. */
export const MARK = new RegExp(` ?${SIGN}(\\d+)${SIGN}( ${PHRASE})?`);
const ALL_SIGNS = new RegExp(` ?${SIGN}\\d+${SIGN}`, "g");
const BETWEEN = new RegExp(`^\\s*(${PHRASE}\\s*)?$`);
const DRAFT = "**Draft**\n\n";

/** What a sentence rests on. `number` counts those of an answer that rest on facts, from 1; 0 where there are none. */
export interface Source {
  standing: SentenceView["standing"];
  facts: FactView[];
  number: number;
}

/** The Markdown of an answer with signs, and the sources by the numbers of their sentences. */
export interface Sourced {
  text: string;
  sources: Map<number, Source>;
}

/** A message without its draft, which is shown apart. */
function withoutDraft({ content, draft }: Read): string {
  const tail = `${DRAFT}${draft}`;
  return draft && content.endsWith(tail) ? content.slice(0, content.length - tail.length).trimEnd() : content;
}

/**
 * Where each sentence ends. They are looked for from the last to the first, because other words may stand before them. Null unless
 * all are there, one behind the other.
 */
function endsOf(content: string, sentences: SentenceView[]): number[] | null {
  const ends: number[] = [];
  let next = content.length;
  for (const { text } of sentences.toReversed()) {
    const words = text.trim();
    const at = words.length > next ? -1 : content.lastIndexOf(words, next - words.length);
    const end = at + words.length;
    if (at < 0 || (ends.length && !BETWEEN.test(content.slice(end, next)))) return null;
    ends.unshift(end);
    next = at;
  }
  return ends;
}

/** The text with a sign behind each of these sentences; in the row of a table it goes into the last cell. */
function signed(content: string, ends: number[], numbers: number[]): string {
  let from = 0;
  const parts = numbers.map((number) => {
    const part = content.slice(from, ends[number]);
    const before = part.endsWith("|") ? part.slice(0, -1).trimEnd() : part;
    from = ends[number]!;
    return `${before} ${SIGN}${number}${SIGN}${part.slice(before.length)}`;
  });
  return parts.join("") + content.slice(from);
}

/** The words of a text, block by block. */
const read = (text: string): string => blocksOf(text).map((block) => `${block.type}: ${plain(block)}`).join("\n");

/** A message's text with a sign behind each sentence that rests on facts or on no record. Without its signs it reads as before. */
export function sourcesOf(message: Read): Sourced {
  const content = withoutDraft(message);
  const none: Sourced = { text: content, sources: new Map() };
  const ends = endsOf(content, message.sentences);
  const factsOf = ({ facts }: SentenceView) => message.facts.filter((fact) => facts.includes(fact.id));
  const wanted = message.sentences.flatMap((one, number) => (one.standing === "not_on_record" || factsOf(one).length ? number : []));
  if (!ends || !wanted.length) return none;

  const words = blocksOf(untitled(signed(content, ends, wanted))).flatMap(wordsOf).join("\n");
  const drawn = wanted.filter((number) => words.includes(`${SIGN}${number}${SIGN}`));
  const text = signed(content, ends, drawn);
  if (read(text).replace(ALL_SIGNS, "") !== read(content)) return none;

  let last = 0;
  const sources = new Map(drawn.map((number) => {
    const { standing } = message.sentences[number]!;
    const facts = factsOf(message.sentences[number]!);
    return [number, { standing, facts, number: facts.length ? (last += 1) : 0 }];
  }));
  return { text, sources };
}
