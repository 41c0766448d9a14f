import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { useData } from "../api/data";
import type { DocumentView, RevisionView } from "../api/schema";
import { day, moment } from "../lib/format";
import { useKeys } from "../lib/keys";
import { Markdown, untitled } from "../lib/markdown";
import { useParam } from "../lib/router";
import { Select } from "../ui/fields";
import { Icon } from "../ui/icon";
import { later } from "../ui/later";
import { Button, Show } from "../ui/parts";
import { revisions as words } from "../words/document";
import type { Layout } from "./revision-diff";

const RevisionDiff = later(() => import("./revision-diff").then((page) => page.RevisionDiff));

/** The number of a revision in the address; null without one, or for one that isn't there. */
function useRevision(name: string, newest: number): [revision: number | null, set: (revision: number | null) => void] {
  const [said, set] = useParam(name);
  const revision = Number(said);
  return [Number.isInteger(revision) && revision >= 1 && revision <= newest ? revision : null, (next) => set(next === null ? "" : `${next}`, true)];
}

/** One of the revisions, or what one says differently from another; `children` is the newest. */
export function Reading({ project, document, children }: { project: string; document: DocumentView; children: ComponentChildren }) {
  const [shown, setShown] = useRevision("revision", document.revision);
  const [other, setAgainst] = useRevision("with", document.revision);
  const [layout, setLayout] = useState<Layout>("inline");
  const revision = shown ?? document.revision;
  const against = other === revision ? null : other;
  const tools = useRef<HTMLDivElement>(null);
  const asked = useRef(false); // by the button, which makes place for how to lay it out
  const compare = () => setAgainst(revision - 1);
  useLayoutEffect(() => {
    if (against !== null && asked.current) tools.current!.querySelector<HTMLElement>(".tab")?.focus();
    asked.current = false;
  }, [against]);
  useKeys(words.keys, revision > 1 ? { d: against === null ? [words.seeChanges, compare] : [words.whole, () => setAgainst(null)] } : {});
  return (
    <>
      {document.history.length > 1 && (
        <div class="bar tools" ref={tools}>
          <Choice label={words.revision} value={revision} set={(next) => { setShown(next); if (next === against) setAgainst(null); }} of={document.history} newest={document.revision} />
          <Choice label={words.compare} value={against} set={setAgainst} none={words.nothing} of={document.history.filter((one) => one.revision !== revision)} newest={document.revision} />
          {against === null && revision > 1 && <Button kind="ghost" icon="file-diff" onClick={() => { asked.current = true; compare(); }}>{words.changes}</Button>}
          {against !== null && (
            <div class="bar slim" role="group" aria-label={words.layout}>
              <button type="button" class="tab" aria-pressed={layout === "inline"} onClick={() => setLayout("inline")}>{words.inline}</button>
              <button type="button" class="tab" aria-pressed={layout === "two"} onClick={() => setLayout("two")}>{words.two}</button>
            </div>
          )}
        </div>
      )}
      {against !== null ? <RevisionDiff project={project} id={document.id} before={Math.min(revision, against)} after={Math.max(revision, against)} layout={layout} />
        : revision === document.revision ? children
        : <Older project={project} id={document.id} revision={revision} title={document.title} back={() => setShown(null)} />}
      {document.history.length > 1 && <History of={document.history} />}
    </>
  );
}

function Choice({ label, value, set, of, none, newest }: { label: string; value: number | null; set: (revision: number | null) => void; of: RevisionView[]; none?: string; newest: number }) {
  return (
    <label class="choice">{label}
      <Select value={value ?? ""} onChange={(event) => set(event.currentTarget.value ? Number(event.currentTarget.value) : null)}>
        {none && <option value="" selected={value === null}>{none}</option>}
        {[...of].reverse().map((one) => <option value={one.revision} selected={one.revision === value}>{one.revision}{one.revision === newest ? ` (${words.newest})` : ""}, {day(one.at)}</option>)}
      </Select>
    </label>
  );
}

function Older({ project, id, revision, title, back }: { project: string; id: string; revision: number; title: string; back: () => void }) {
  const text = useData("GET /projects/{project_id}/deliverables/{deliverable_id}/revisions/{revision}", { path: { project_id: project, deliverable_id: id, revision } });
  return (
    <>
      <p class="note quiet"><Icon name="clock" /><span>{words.old(revision)}</span><button type="button" class="link" onClick={back}>{words.readNewest}</button></p>
      <Show of={text} lines={8}>{({ content }) => <article class="paper" aria-label={words.oldLabel(title, revision)}><Markdown text={untitled(content)} /></article>}</Show>
    </>
  );
}

function History({ of }: { of: RevisionView[] }) {
  return (
    <details class="fold revisions">
      <summary>{words.history}</summary>
      <ol class="history">
        {[...of].reverse().map((one) => (
          <li key={one.revision}>
            <strong>{words.revision} {one.revision}</strong> <time dateTime={one.at}>{moment(one.at)}</time>
            {one.comment && <p class="quote" dir="auto">{words.answers} “{one.comment}”</p>}
          </li>
        ))}
      </ol>
    </details>
  );
}
