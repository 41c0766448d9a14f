import type { MarkedToken, Tokens } from "marked";
import type { ComponentChildren } from "preact";
import { useMemo, useState } from "preact/hooks";
import { useData } from "../api/data";
import type { RevisionTextView } from "../api/schema";
import { plural } from "../lib/format";
import { Blocks, Cell, cellText, Table, untitled } from "../lib/markdown";
import { compared, type Part, type Piece, words } from "../lib/compare";
import { Icon } from "../ui/icon";
import { Show } from "../ui/parts";
import { revisions as say } from "../words/document";

export type Layout = "inline" | "two";
interface Between {
  project: string;
  id: string;
  before: number;
  after: number;
  layout: Layout;
}
type How = Part["how"];

const SIGNS: Record<How, string> = { same: "", added: "+", removed: "−", changed: "±" };
const AROUND = 1; // unchanged pieces shown before and after a change
const FOLDED = 4; // as many, or more, are folded

/** What another revision says differently. */
export function RevisionDiff({ project, id, before, after, layout }: Between) {
  const of = (revision: number) => useData("GET /projects/{project_id}/deliverables/{deliverable_id}/revisions/{revision}", { path: { project_id: project, deliverable_id: id, revision: revision } });
  const old = of(before), fresh = of(after);
  return <Show of={old} lines={8}>{(one) => <Show of={fresh} lines={8}>{(other) => <Compared before={one} after={other} layout={layout} key={`${before}-${after}`} />}</Show>}</Show>;
}

function Compared({ before, after, layout }: { before: RevisionTextView; after: RevisionTextView; layout: Layout }) {
  const parts = useMemo(() => compared(untitled(before.content), untitled(after.content)), [before.content, after.content]);
  const [open, setOpen] = useState<number[]>([]);
  const count = (how: How) => parts.filter((part) => part.how === how).length;
  const told = (["changed", "added", "removed"] as const).flatMap((how) => (count(how) ? `${plural(count(how), say.part)} ${say.counts[how]}` : []));
  return (
    <div class={layout === "two" ? "diff two" : "diff"}>
      <p class="diff-sum" role="status">{told.length ? say.sum(before.revision, after.revision, told.join(", ")) : say.same}</p>
      {layout === "two" && <p class="sides" aria-hidden="true"><span>{say.revision} {before.revision}</span><span>{say.revision} {after.revision}</span></p>}
      {folded(parts).map((run) => (run.folded && !open.includes(run.start)
        ? <button type="button" class="unfold" onClick={() => setOpen([...open, run.start])}><Icon name="ellipsis" />{plural(run.parts.length, say.unchanged)}</button>
        : grouped(run.parts, layout).map((group) => (layout === "inline" && newest(group[0]!).row ? <Rows parts={group} /> : <Group parts={group} layout={layout} />))))}
    </div>
  );
}

/** Runs of parts; a long run of unchanged ones is folded but for its edges. */
function folded(parts: Part[]): { start: number; parts: Part[]; folded: boolean }[] {
  const near = parts.map((_, index) => parts.slice(Math.max(0, index - AROUND), index + AROUND + 1).some(({ how }) => how !== "same"));
  const runs: { start: number; parts: Part[]; folded: boolean }[] = [];
  parts.forEach((part, index) => {
    const far = !near[index];
    if (runs.at(-1)?.folded === far) runs.at(-1)!.parts.push(part);
    else runs.push({ start: index, parts: [part], folded: far });
  });
  const shown: typeof runs = [];
  for (const run of runs) {
    const fold = run.folded && run.parts.length >= FOLDED;
    if (!fold && shown.at(-1)?.folded === false) shown.at(-1)!.parts.push(...run.parts);
    else shown.push({ ...run, folded: fold });
  }
  return shown;
}

const newest = (part: Part): Piece => (part.how === "removed" ? part.before : part.after);

const heads = (part: Part): string => newest(part).head?.map(cellText).join("|") ?? "";

/** Neighbours that are drawn together: the rows of one table, unchanged parts, entries of one list that fared alike. */
function grouped(parts: Part[], layout: Layout): Part[][] {
  const groups: Part[][] = [];
  for (const part of parts) {
    const last = groups.at(-1)?.at(-1);
    const alike = last?.how === part.how && part.how !== "changed" && (part.how === "same" || newest(last).token === newest(part).token);
    const rows = last && newest(last).row && newest(part).row;
    if (last && (layout === "inline" && (newest(last).row || newest(part).row) ? rows && heads(last) === heads(part) : alike)) groups.at(-1)!.push(part);
    else groups.push([part]);
  }
  return groups;
}

/** The rows of a table, each with what became of it. */
const Rows = ({ parts }: { parts: Part[] }) => (
  <div class="rows-diff"><div class="prose"><div class="table-scroll" tabIndex={0} role="group" aria-label={say.table}>
    <table>
      <thead><tr><td class="sign" />{newest(parts[0]!).head!.map((cell) => (cell.text ? <th scope="col">{cellText(cell)}</th> : <td />))}</tr></thead>
      <tbody>{parts.map((part) => <Row part={part} />)}</tbody>
    </table>
  </div></div></div>
);

function Row({ part }: { part: Part }) {
  const sign = SIGNS[part.how], said = say.signs[part.how];
  const row = newest(part).row!;
  const before = part.how === "changed" && part.before.row!.length === row.length ? part.before.row! : null;
  return (
    <tr class={`part-row ${part.how}`}>
      <td class="sign">{said && <span class="sr">{said}</span>}<span aria-hidden="true">{sign}</span></td>
      {row.map((cell, index) => <td>{before ? <Words before={cellText(before[index]!)} after={cellText(cell)} /> : <Cell of={cell} />}</td>)}
    </tr>
  );
}

function Group({ parts, layout }: { parts: Part[]; layout: Layout }) {
  const [first] = parts;
  const how = first!.how;
  const sign = SIGNS[how], said = say.signs[how];
  const before = parts.flatMap((part) => ("before" in part ? part.before : []));
  const after = parts.flatMap((part) => ("after" in part ? part.after : []));
  const side = (pieces: Piece[], own: "removed" | "added") => (
    <div class={pieces.length ? `prose half ${how === "same" ? "" : own}` : "half none"}>
      {how === "changed" && pieces[0] ? <Changed before={before[0]!} after={after[0]!} only={own} /> : <Pieces of={pieces} />}
    </div>
  );
  return (
    <div class={`part ${how}`}>
      {said && <span class="sr">{said}: </span>}
      {sign && <span class="sign" aria-hidden="true">{sign}</span>}
      {layout === "two" ? <>{side(before, "removed")}{side(after, "added")}</> : (
        <div class="prose">{how === "changed" ? <Changed before={before[0]!} after={after[0]!} /> : <Pieces of={how === "removed" ? before : after} />}</div>
      )}
    </div>
  );
}

/** Pieces as they stand in the text: entries in their list, rows below their head. */
function Pieces({ of }: { of: Piece[] }) {
  const drawn: ComponentChildren[] = [];
  for (let at = 0; at < of.length; ) {
    const piece = of[at]!;
    const run = of.slice(at).findIndex((one) => one.token !== piece.token);
    const own = run < 0 ? of.slice(at) : of.slice(at, at + run);
    if (piece.row) drawn.push(<Table head={piece.head!} rows={own.map((one) => one.row!)} />);
    else if (piece.list) drawn.push(<Blocks of={[{ ...piece.list, items: own.map((one) => one.item!) } as MarkedToken]} />);
    else drawn.push(<Blocks of={[piece.token]} />);
    at += piece.row || piece.list ? own.length : 1;
  }
  return <>{drawn}</>;
}

type Only = "removed" | "added" | undefined;

/** A piece in other words: what went is struck, what came is underlined, and both are said. */
function Changed({ before, after, only }: { before: Piece; after: Piece; only?: Only }) {
  if (before.row && after.row && before.row.length === after.row.length) {
    const shown: Tokens.TableCell[] = only === "removed" ? before.head! : after.head!;
    return (
      <div class="table-scroll" tabIndex={0} role="group" aria-label={say.table}>
        <table>
          <thead><tr>{shown.map((cell) => (cell.text ? <th scope="col">{cellText(cell)}</th> : <td />))}</tr></thead>
          <tbody><tr>{after.row.map((cell, index) => <td><Words before={cellText(before.row![index]!)} after={cellText(cell)} only={only} /></td>)}</tr></tbody>
        </table>
      </div>
    );
  }
  const body = <Words before={before.text} after={after.text} only={only} />;
  if (after.list) return after.list.ordered ? <ol><li>{body}</li></ol> : <ul><li>{body}</li></ul>;
  if (after.token.type === "heading") {
    const Tag = `h${Math.max(after.token.depth, 2)}` as "h2";
    return <Tag>{body}</Tag>;
  }
  return after.token.type === "code" ? <pre tabIndex={0}><code>{body}</code></pre> : <p>{body}</p>;
}

function Words({ before, after, only }: { before: string; after: string; only?: Only }) {
  const found = useMemo(() => words(before, after), [before, after]);
  const gone = (text: string) => only !== "added" && <del><span class="sr">{say.removedWord}</span>{text}</del>;
  const come = (text: string) => only !== "removed" && <ins><span class="sr">{say.addedWord}</span>{text}</ins>;
  if (!found) return <>{gone(before)} {come(after)}</>;
  return <>{found.map(({ value, added, removed }) => (added ? come(value) : removed ? gone(value) : value))}</>;
}
