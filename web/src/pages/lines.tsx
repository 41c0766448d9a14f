import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { call } from "../api/call";
import type { CommentView, DocumentView, PartView, Section } from "../api/schema";
import { useKeys } from "../lib/keys";
import { Markdown } from "../lib/markdown";
import { type Drafts, type Type } from "../lib/review";
import { toastRefusal } from "../ui/toast";
import { lines as words } from "../words/document";
import { Choices } from "./choices";
import { type Path, useEdits } from "./editing";
import { type Desk, Line } from "./line";
import { AddButton, LineAdder } from "./line-editor";
import { Remarks, Resolved } from "./remarks";

interface Shown {
  path: Path;
  document: DocumentView;
  mayEdit: boolean;
  mayAnswer: boolean;
  mayComment: boolean;
  drafts: Drafts;
  type: Type;
}

/** A document part by part: its text, its lines, what is to be decided there, and the comments beside what they name. */
export function Lines({ path, document, mayEdit, mayAnswer, mayComment, drafts, type }: Shown) {
  const edit = useEdits(path, document);
  const [at, setAt] = useState<string>();
  const article = useRef<HTMLElement>(null);
  useMargin(article);
  const parts = document.lines.map((part) => ({ ...part, lines: part.lines.filter((line) => mayEdit || line.state !== "struck") }));
  const ids = parts.flatMap((part) => part.lines.map((line) => line.id));
  const open = document.comments.filter((one) => one.resolved_at === null);
  const loose = open.filter((one) => !one.about.some((id) => ids.includes(id)));
  const home = (one: CommentView) => parts.find((part) => one.about.some((id) => part.refs.includes(id) || part.choices.includes(id)));
  const desk: Desk = { path, mayEdit, mayComment, edit, drafts, type, at: at && ids.includes(at) ? at : ids[0], setAt };
  const strike = (id: string) => void edit(id, (content_hash) =>
    call("PATCH /projects/{project_id}/deliverables/{deliverable_id}/lines/{line_id}", { path: { ...path, line_id: id }, body: { state: "struck", content_hash } })).catch((problem: Error) => toastRefusal(problem.message));
  const canAdd = (section: Section | null): section is Section => mayEdit && section !== null && document.accepts.includes(section);
  const lost = Object.entries(drafts).filter(([place, text]) => /^(text|new|say|said):[A-Z]/.test(place) && text && !ids.includes(place.split(":")[1]!));
  useLineKeys(article, desk, ids.length > 0);
  return (
    <article ref={article} class={mayComment || open.length ? "paper lined with-margin" : "paper lined"} aria-label={document.title} onKeyDown={moveFocus}>
      <Remarks of={loose.filter((one) => !home(one))} desk={desk} />
      {lost.map(([place, text]) => (
        <p class="note" key={place} role="status"><span>{words.gone(place.split(":")[1]!)} “<bdi>{text}</bdi>”</span><button type="button" class="link" onClick={() => type({ [place]: undefined })}>{words.discard}</button></p>
      ))}
      {parts.map((part, index) => (
        <OnePart key={part.title} id={`part-${index}`} part={part} document={document} desk={desk} mayAnswer={mayAnswer} open={open}
          remarks={loose.filter((one) => home(one) === part)} canAdd={canAdd(part.section)} strike={strike} />
      ))}
      {canAdd("notes") && !parts.some((part) => part.section === "notes") && <Adder desk={desk} section="notes" refs={[]} strike={strike} />}
      <Resolved of={document.comments.filter((one) => one.resolved_at !== null)} />
    </article>
  );
}

interface Parted {
  id: string;
  part: PartView;
  document: DocumentView;
  desk: Desk;
  mayAnswer: boolean;
  open: CommentView[];
  remarks: CommentView[];
  canAdd: boolean;
  strike: (id: string) => void;
}

function OnePart({ id, part: { title, level, text, section, refs, lines, choices }, document, desk, mayAnswer, open, remarks, canAdd, strike }: Parted) {
  const asked = document.choices.filter((one) => choices.includes(one.id));
  if (!text && !lines.length && !asked.length && !canAdd) return null;
  const Tag = `h${Math.min(Math.max(level, 2), 6)}` as "h2";
  const ids = lines.map((line) => line.id);
  return (
    <section id={id}>
      <Tag dir="auto" tabIndex={-1}>{title}</Tag>
      <Remarks of={remarks} desk={desk} />
      {text && <Markdown text={text} top={level + 1} />}
      {lines.length > 0 && (
        <ul class="doc-lines" aria-label={title}>
          {lines.flatMap((line) => [
            <Line key={line.id} line={line} ids={ids} desk={desk} comments={open.filter((one) => one.about.includes(line.id))} canAdd={canAdd} />,
            canAdd && section && desk.drafts[`new:${line.id}`] !== undefined && (
              <li class="adding" key={`new:${line.id}`}><LineAdder desk={desk} place={`new:${line.id}`} section={section} refs={refs} after={line.id} label={words.newText(title)} strike={strike} /></li>
            ),
          ])}
        </ul>
      )}
      {canAdd && section && (lines.length ? <AddButton note={section === "notes"} to={title} begin={() => desk.type({ [`new:${ids.at(-1)}`]: desk.drafts[`new:${ids.at(-1)}`] ?? "" })} />
        : <Adder desk={desk} section={section} refs={refs} title={title} strike={strike} />)}
      <Choices project={desk.path.project_id} choices={asked} mayAnswer={mayAnswer} isSettled={document.state === "approved"} />
    </section>
  );
}

/** Adds the first line of a part. */
function Adder({ desk, section, refs, title, strike }: { desk: Desk; section: Section; refs: string[]; title?: string; strike: (id: string) => void }) {
  const place = `new:${[section, ...refs].join("/")}`;
  if (desk.drafts[place] === undefined) return <AddButton note={section === "notes"} to={title} begin={() => desk.type({ [place]: "" })} />;
  return <LineAdder desk={desk} place={place} section={section} refs={refs} label={title ? words.newText(title) : words.newNote} strike={strike} />;
}

const rowsIn = (article: HTMLElement) => [...article.querySelectorAll<HTMLElement>("[data-line]")];
const isRow = (target: Element | null): boolean => target instanceof HTMLElement && target.dataset.line !== undefined;

/** Go so many lines on from the one with the focus, or to where one was last. */
function step(article: HTMLElement, by: number, at?: string): void {
  const rows = rowsIn(article);
  const here = rows.findIndex((row) => row.contains(document.activeElement));
  const next = here < 0 ? rows.find((row) => row.dataset.line === at) : rows[here + by];
  next?.focus();
  next?.scrollIntoView?.({ block: "nearest" });
}

/** The arrows lead from line to line, along the buttons of a line, and with Alt they move it. */
function moveFocus(event: KeyboardEvent): void {
  const target = event.target as HTMLElement;
  const row = target.closest<HTMLElement>("[data-line]");
  if (!row || (!isRow(target) && !target.matches(".act"))) return;
  const up = event.key === "ArrowUp", down = event.key === "ArrowDown";
  if (!up && !down) return;
  event.preventDefault();
  if (event.altKey) row.querySelector<HTMLElement>(`[data-act=${up ? "up" : "down"}]`)?.click();
  else step(event.currentTarget as HTMLElement, up ? -1 : 1);
}

/** The keys do with the line that has the focus what its buttons do. */
function useLineKeys(article: { current: HTMLElement | null }, { mayEdit, mayComment, at }: Desk, hasLines: boolean): void {
  const press = (name: string) => () => {
    const row = document.activeElement?.closest<HTMLElement>("[data-line]");
    if (row) row.querySelector<HTMLElement>(`[data-act=${name}]`)?.click();
    else step(article.current!, 0, at);
  };
  const go = (by: number) => () => step(article.current!, by, at);
  useKeys(words.keys, mayEdit && hasLines ? {
    j: [words.next, go(1)], k: [words.previous, go(-1)],
    Enter: [words.edit, () => isRow(document.activeElement) && press("edit")()],
    y: [words.keep, press("keep")], x: [words.strikeOrRestore, press("strike")], n: [words.add, press("add")],
    ...(mayComment && { c: [words.comment, press("comment")] as [string, () => void] }),
    "Alt ↑": [words.up], "Alt ↓": [words.down],
  } : {});
}

const GAP = 10;

/** Puts what stands in the margin beside its line, and below what stands there already. Narrow pages have it in the text. */
function useMargin(article: { current: HTMLElement | null }): void {
  useLayoutEffect(() => {
    const page = article.current!;
    const settle = () => {
      const top = page.getBoundingClientRect().top;
      let free = 0;
      for (const note of page.querySelectorAll<HTMLElement>(".margin")) {
        const beside = note.parentElement!.getBoundingClientRect().top - top;
        const place = Math.max(beside, free);
        note.style.setProperty("top", `${place}px`);
        free = place + note.offsetHeight + GAP;
      }
      page.style.setProperty("--margin-end", `${free}px`);
    };
    settle();
    const watch = new ResizeObserver(settle);
    for (const one of [page, ...page.querySelectorAll(".margin")]) watch.observe(one);
    return () => watch.disconnect();
  });
}
