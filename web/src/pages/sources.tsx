import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Markdown } from "../lib/markdown";
import { MARK, NOT_FROM_RECORDS, type Source, type Sourced } from "../lib/sources";
import { Copy } from "../ui/copy";
import { Linked } from "../ui/linked";
import { Record, type Told } from "./facts";

type Shown = Omit<Told, "of">;

/** What an answer says, with a mark behind each sentence that rests on facts or on no record. `id` is its message's. */
export function Answer({ of: { text, sources }, id, pages, ...rest }: Shown & { of: Sourced; id: string; pages: Map<string, string> }) {
  const mark = (number: number) => {
    const source = sources.get(number);
    return source && <Mark of={source} id={`${id}-${number}`} {...rest} />;
  };
  // A part of the text, a sentence's number and the server's phrase follow each other.
  const around = (draw: (words: string) => ComponentChildren) => (words: string) =>
    words.split(MARK).map((part, index) => [draw, (number: string) => mark(Number(number)), () => null][index % 3]!(part));
  return <Linked text={text} pages={pages} top={3} around={sources.size ? around : undefined} />;
}

/** The words where no record says so, and a button that shows what the records say. */
function Mark({ of: { standing, facts, number }, id, ...rest }: Shown & { of: Source; id: string }) {
  const [isOpen, setOpen] = useState(false);
  const isUnsourced = standing === "not_on_record";
  return (
    <>
      {isUnsourced && <> <span class="unsourced">{NOT_FROM_RECORDS}</span></>}
      {number > 0 && <button type="button" class="source" aria-label={`Source ${number}`} aria-expanded={isOpen} aria-controls={isOpen ? id : undefined} onClick={() => setOpen(!isOpen)}>{number}</button>}
      {isOpen && (
        <span class="source-note" role="note" id={id}>
          <small>{isUnsourced ? "What your records say of this:" : "From your records:"}</small>
          {facts.map((fact) => <span key={fact.id}><bdi>{fact.text}</bdi> <Record of={fact} {...rest} /></span>)}
        </span>
      )}
    </>
  );
}

/** A text for use elsewhere, as it stands: with its lines, to be copied. */
export const Draft = ({ text }: { text: string }) => (
  <figure class="draft" aria-label="Draft">
    <figcaption><strong>Draft</strong><small>Not compared with your records</small><Copy text={text} about="the draft" /></figcaption>
    <Markdown text={text} top={4} />
  </figure>
);
