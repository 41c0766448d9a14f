import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { FactView, InboxItem } from "../api/schema";
import { moment } from "../lib/format";
import { Markdown } from "../lib/markdown";
import { to } from "../lib/router";
import { MARK, NOT_FROM_RECORDS, type Source, type Sourced } from "../lib/sources";
import { Copy } from "../ui/copy";
import { Icon } from "../ui/icon";
import { Linked } from "../ui/linked";
import { said, sources as words } from "../words/ask";
import type { Thing } from "./named-rows";
import { screenAt } from "./needs";

/** Where an answer stands, and the pages of what it may name. */
export interface Around {
  /** The project that the answer is about; null for all of them. */
  project: string | null;
  /** What waits for the customer: it knows the pages of its own records. */
  needs: InboxItem[];
  /** Titles of documents and names of projects, each with its page. */
  pages: Map<string, string>;
  /** The documents and the requests for access that it may name. */
  things: Map<string, Thing>;
}

/** What an answer says, with a mark behind each sentence that rests on facts or on no record. `id` is its message's. */
export function Answer({ of: { text, sources }, id, around }: { of: Sourced; id: string; around: Around }) {
  const mark = (number: number) => {
    const source = sources.get(number);
    return source && <Mark of={source} id={`${id}-${number}`} around={around} />;
  };
  // A part of the text, a sentence's number and the server's phrase follow each other.
  const draw = (part: (words: string) => ComponentChildren) => (text: string) =>
    text.split(MARK).map((words, index) => [part, (number: string) => mark(Number(number)), () => null][index % 3]!(words));
  return <Linked text={text} pages={around.pages} top={3} around={sources.size ? draw : undefined} />;
}

/** The words where no record says so, and a button that shows what the records say. */
function Mark({ of: { standing, facts, number }, id, around }: { of: Source; id: string; around: Around }) {
  const [isOpen, setOpen] = useState(false);
  const isUnsourced = standing === "not_on_record";
  return (
    <>
      {isUnsourced && <> <span class="unsourced">{NOT_FROM_RECORDS}</span></>}
      {number > 0 && <button type="button" class="source" aria-label={words.one(number)} aria-expanded={isOpen} aria-controls={isOpen ? id : undefined} onClick={() => setOpen(!isOpen)}>{number}</button>}
      {isOpen && (
        <span class="source-note" role="note" id={id}>
          {isUnsourced && <small>{words.says}</small>}
          {facts.map((fact) => <span key={fact.id}><bdi>{fact.text}</bdi> <Record of={fact} around={around} /></span>)}
        </span>
      )}
    </>
  );
}

/** The records that an answer rests on, folded: each with what it says. `at` is when they were read. */
export function Sources({ of, at, around }: { of: FactView[]; at: string; around: Around }) {
  if (!of.length) return null;
  const records = of.filter((fact, index) => index === of.findIndex((one) => isSame(one, fact)));
  return (
    <details class="team records">
      <summary><Icon name="chevron-right" />{words.count(records.length)}</summary>
      <dl>
        {records.map((record) => <><dt><Record of={record} around={around} /></dt>{of.filter((fact) => isSame(fact, record)).map((fact) => <dd dir="auto" key={fact.id}>{fact.text}</dd>)}</>)}
      </dl>
      <small>{words.asOf(moment(at))}</small>
    </details>
  );
}

/** A record by its name, which leads to its page where there is one. */
function Record({ of, around }: { of: FactView; around: Around }) {
  const page = pageOf(of, around);
  const named = [...around.pages].find(([, href]) => href === page)?.[0];
  const title = named ?? words.kinds[isOfBrief(of) ? "brief" : of.record.split("_")[0]!] ?? of.record;
  return page ? <a href={page} dir="auto">{title}</a> : <span dir="auto">{title}</span>;
}

const isOfBrief = ({ record, path }: FactView): boolean => record.startsWith("prj_") && (path.startsWith("brief") || path.startsWith("choices"));
const isSame = (one: FactView, other: FactView): boolean => one.record === other.record && isOfBrief(one) === isOfBrief(other);

/** Where a record is shown; records of other kinds have no page. */
function pageOf(fact: FactView, { project, needs }: Around): string | undefined {
  const { record } = fact;
  const waits = needs.find((one) => one.target_id === record);
  if (waits) return screenAt(waits.path);
  const [kind] = record.split("_");
  if (kind === "prj") return to("projects", record, ...(isOfBrief(fact) ? ["brief"] : []));
  if (kind === "tsk") return to("reports", "tasks", record);
  if (kind === "crq") return to("settings", "vault", record);
  if (kind === "crd") return to("settings", "vault"); // a credential
  if (!project) return undefined;
  if (kind === "dlv") return to("projects", project, "deliverables", record);
  if (kind === "wrk") return to("projects", project, "work", record);
  if (kind === "msg") return `${to("projects", project, "chat")}?message=${record}`;
  return kind === "note" ? to("projects", project, "brief") : undefined;
}

/** A text for use elsewhere, as it stands: with its lines, to be copied. */
export const Draft = ({ text }: { text: string }) => (
  <figure class="draft" aria-label={said.draft}>
    <figcaption><strong>{said.draft}</strong><small>{said.draftWhy}</small><Copy text={text} about={said.theDraft} /></figcaption>
    <Markdown text={text} top={4} />
  </figure>
);
