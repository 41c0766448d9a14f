import type { ComponentChildren } from "preact";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { ApiError } from "../api/call";
import type { ProjectDetail, ProjectView, Receipt } from "../api/schema";
import { moment, words } from "../lib/format";
import { Markdown, swatched, Wording } from "../lib/markdown";
import { type Basis, marked, type Naming, partsOf, type Source, sourcesOf } from "../lib/receipt";
import { to } from "../lib/router";
import { Icon } from "../ui/icon";
import { Refusal, Skeleton } from "../ui/parts";

const NONE = 404;
const MOST = 5; // records that are named beside a figure; the list has all

/** A receipt once it is wanted. It never changes, so it is read once; `null`: what was said has none. */
function useReceipt(read: () => Promise<Receipt>, wanted: boolean) {
  const [receipt, setReceipt] = useState<Receipt | null>();
  const [error, setError] = useState<ApiError | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (!wanted || receipt !== undefined) return;
    setError(null);
    read().then(setReceipt, (problem) => {
      if (!(problem instanceof ApiError)) throw problem;
      if (problem.status === NONE) setReceipt(null);
      else setError(problem);
    });
  }, [wanted, attempt]);
  return { receipt, error, again: () => setAttempt((n) => n + 1) };
}

/**
 * What an answer rests on, and its words drawn with it.
 * `pages`: what leads to its page where the answer names it.
 */
export function useSources(read: () => Promise<Receipt>, wanted: boolean, naming: Naming, pages: Map<string, string>) {
  const found = useReceipt(read, wanted);
  const sources = found.receipt ? sourcesOf(found.receipt, naming) : [];
  const name = (id: string): string => naming(id, found.receipt?.records?.find((one) => one.id === id)?.type ?? "record");
  return {
    /** One of the answer's texts, without its own title: that stands above it. */
    draw: (text: string, content: string, top?: number) => {
      const own = sources.filter((one) => one.text === text);
      return <OneStop><Wording.Provider value={wordingOf(pages, own, name)}><Markdown text={marked(content, own).replace(/^# .*\n/, "")} top={top} /></Wording.Provider></OneStop>;
    },
    list: (project?: string) => <div class="rests-on"><SourceList project={project} sources={sources} naming={name} found={found} /></div>,
  };
}

/** Records by their names, as far as the project's page knows them. */
export const namingOf = (project: ProjectDetail | undefined): Naming => (id, type) => {
  if (id === project?.id) return project.name;
  const title = project?.deliverables.find((one) => one.id === id)?.title;
  return title ? `“${title}”` : `the ${words(type).toLowerCase()}`;
};

/** The same in what is said of all projects, and where each project's name leads. */
export const acrossProjects = (projects: ProjectView[]): [Naming, Map<string, string>] => [
  (id, type) => projects.find((one) => one.id === id)?.name ?? `the ${words(type).toLowerCase()}`,
  new Map(projects.map((one) => [one.name, to("projects", one.id)])),
];

/** The page of a record, where it has one. */
function pageOf(project_id: string, id: string): string | undefined {
  const pages: Record<string, string> = {
    prj: to("projects", project_id), dlv: to("projects", project_id, "deliverables", id), crq: to("vault", id), wrk: to("projects", project_id, "work", id),
  };
  return pages[id.split("_")[0]!];
}

const Bases = ({ of, project, naming }: { of: Basis[]; project?: string; naming: (id: string) => string }) => (
  <>{of.map(({ record, field, value }) => {
    const page = project && pageOf(project, record);
    const name = naming(record);
    return <li key={record + field}>{page ? <a href={page}>{name}</a> : name}{field && `, ${field}`}{value && `: ${value}`}</li>;
  })}</>
);

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** The figures of a text are one stop for Tab; the arrows go from one to the next. */
function OneStop({ children }: { children: ComponentChildren }) {
  const box = useRef<HTMLDivElement>(null);
  const figures = () => [...box.current!.querySelectorAll<HTMLElement>(".figure-of")];
  const stopAt = (chosen: EventTarget | null | undefined) => figures().forEach((one) => (one.tabIndex = one === chosen ? 0 : -1));
  useLayoutEffect(() => {
    const all = figures(); // only what is drawn counts: a link's words, for one, have no figures
    if (!all.some((one) => one.tabIndex === 0)) stopAt(all[0]);
  });
  const move = (event: KeyboardEvent) => {
    const all = figures();
    const at = all.indexOf(event.target as HTMLElement), step = STEPS[event.key];
    if (at < 0 || !step) return;
    event.preventDefault();
    all[at + step]?.focus();
  };
  return <div ref={box} onKeyDown={move} onFocusIn={({ target }) => figures().includes(target as HTMLElement) && stopAt(target)}>{children}</div>;
}

/** A figure that says what it rests on: under the pointer, with the focus, or pressed. */
function Figure({ source, naming, children }: { source: Source; naming: (id: string) => string; children: ComponentChildren }) {
  const id = useId();
  const [place, setPlace] = useState<{ left: number; top: number } | null>(null);
  const show = ({ currentTarget }: { currentTarget: EventTarget | null }) => {
    const box = (currentTarget as HTMLElement).getBoundingClientRect();
    setPlace({ left: Math.max(8, Math.min(box.left, innerWidth - 328)), top: box.bottom });
  };
  const hide = () => setPlace(null);
  useEffect(() => {
    if (!place) return;
    const leave = (event: Event) => (!(event instanceof KeyboardEvent) || event.key === "Escape") && hide();
    document.addEventListener("keydown", leave);
    document.addEventListener("scroll", leave, true);
    return () => {
      document.removeEventListener("keydown", leave);
      document.removeEventListener("scroll", leave, true);
    };
  }, [place]);
  return (
    <span class="fig" onPointerEnter={show} onPointerLeave={hide}>
      {/* a span, because a button would break the line beside it */}
      <span class="figure-of" role="button" tabIndex={-1} aria-describedby={place ? id : undefined} onFocus={show} onBlur={hide} onClick={show} onKeyDown={(event) => event.key === "Enter" && show(event)}>{children}</span>
      {place && (
        <span class="tip" role="tooltip" id={id} style={place}>
          <span class="tip-card">{source.how}
            {source.bases.length > 0 && <small>{source.bases.slice(0, MOST).map(({ record, field, value }) => <span key={record + field}>{naming(record)}{field && `, ${field}`}{value && `: ${value}`}</span>)}{source.bases.length > MOST && <span>and {source.bases.length - MOST} more</span>}</small>}
          </span>
        </span>
      )}
    </span>
  );
}

/** Draws the words of an answer: what its receipt explains can be asked, and documents lead to their pages. */
function wordingOf(documents: Map<string, string>, sources: Source[], naming: (id: string) => string) {
  const titles = [...documents.keys()].sort((a, b) => b.length - a.length).map((one) => one.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const named = titles.length ? new RegExp(`(?<![\\p{L}\\p{N}])(${titles.join("|")})(?![\\p{L}\\p{N}])`, "u") : null;
  const linked = (text: string): ComponentChildren =>
    named ? text.split(named).map((part, index) => (index % 2 ? <a href={documents.get(part)}>{part}</a> : swatched(part))) : swatched(text);
  return (text: string): ComponentChildren =>
    partsOf(text).map(([number, part]) => {
      const source = number === null ? undefined : sources[number];
      return source ? <Figure source={source} naming={naming}>{part}</Figure> : linked(part);
    });
}

/** All that an answer rests on, with the records as links. */
function SourceList({ project, sources, naming, found: { receipt, error, again } }: {
  project?: string; sources: Source[]; naming: (id: string) => string; found: ReturnType<typeof useReceipt>;
}) {
  if (error) return <Refusal error={error} retry={again} />;
  if (receipt === undefined) return <Skeleton lines={2} />;
  if (receipt === null) return <p class="hint">No receipt was kept of it.</p>;
  if (!sources.length) return <p class="hint">{receipt.open?.length ? "Its figures are of a case that is in no record: they were computed for this answer." : "There is no figure in this answer."}</p>;
  return (
    <>
      <ul class="sources">{sources.map((one) => <li key={one.text + one.start}><strong>{one.shown}</strong> <span>{one.how}</span><ul><Bases of={one.bases} project={project} naming={naming} /></ul></li>)}</ul>
      <p class="hint"><Icon name="clock" /> As the records were on {moment(receipt.at)}.</p>
    </>
  );
}
