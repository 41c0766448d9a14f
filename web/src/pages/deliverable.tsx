import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { useData, useSend } from "../api/data";
import type { DocumentView, RevisionView } from "../api/schema";
import { download } from "../lib/download";
import { day, moment } from "../lib/format";
import { useKeys } from "../lib/keys";
import { Markdown } from "../lib/markdown";
import { begunOn, useComment } from "../lib/review";
import { to, useParam } from "../lib/router";
import "../styles/document.css";
import { Icon } from "../ui/icon";
import { later } from "../ui/later";
import { Button, Head, Refusal, Show, Status } from "../ui/parts";
import { toast } from "../ui/toast";
import { Decide, NextToDecide } from "./decide";
import { DOCUMENT, type Path } from "./editing";
import { Lines } from "./lines";
import type { Layout } from "./revision-diff";

const RevisionDiff = later(() => import("./revision-diff").then((page) => page.RevisionDiff));

export function Deliverable({ id, project }: { id: string; project: string }) {
  const document = useData(DOCUMENT, { path: { project_id: project, deliverable_id: id } }, (one) => (one.state === "waiting" || one.delivery?.state === "pending" ? "fast" : "slow"));
  const data = document.data;
  return (
    <>
      <Head title={data?.title ?? "Document"} back={[to("projects", project), "Project"]}
        lead={data && <>By the {data.owner} · revision {data.revision} · {moment(data.updated_at)}</>}>
        {data && <Status of={data.state} label={data.state === "in_review" ? "Needs your decision" : undefined} />}
      </Head>
      {data && <Reviewed project={project} document={data} key={data.id} />}
      {!data && <Show of={document} lines={8}>{() => null}</Show>}
      {data && <Refusal error={document.error} retry={document.refetch} />}
    </>
  );
}

/** The document with what is said about it and what can be done with it. */
function Reviewed({ project, document }: { project: string; document: DocumentView }) {
  const { id, revision, state } = document;
  const path = { project_id: project, deliverable_id: id };
  const about = useData("GET /projects/{project_id}", { path }).data;
  // Nothing of an archive is decided any more.
  const isArchived = about?.archived === true;
  const inReview = state === "in_review" && !isArchived;
  const isRunning = about?.status === "active" && !isArchived;
  const mayEdit = isRunning && (inReview || state === "changes_requested");
  const [comment, setComment] = useComment(id);
  const [asking, setAsking] = useState(false);
  const [decidedHere, setDecidedHere] = useState(false);
  const approvals = useData("GET /projects/{project_id}/approvals", { path }).data?.approvals;
  const own = approvals?.filter((one) => one.deliverable_id === id && one.revision === revision);
  const decided = inReview ? null : own?.find((one) => one.decided)?.decided;
  const begin = (line: string) => {
    setComment(begunOn(line, comment));
    setAsking(true);
  };
  return (
    <>
      {!isArchived && <Decide project={project} document={document} comment={comment} setComment={setComment} asking={asking} setAsking={setAsking} decided={() => setDecidedHere(true)} key={revision} />}
      {mayEdit && state === "changes_requested" && <YourMove path={path} />}
      {document.outdated.length > 0 && <Outdated path={path} why={document.outdated} mayRewrite={isRunning && REWRITTEN.includes(state)} />}
      {/* Who decided, and where: it may have been somebody else, or in another place. */}
      {decided && <p class="note quiet" role="status"><Icon name="circle-check" /><span>{decided}</span></p>}
      {document.delivery && <Delivery project={project} id={id} delivery={document.delivery} />}
      {!inReview && <NextToDecide project={project} id={id} decided={decidedHere} />}
      <Reading project={project} document={document}>
        {document.lines.length
          ? <Lines path={path} document={document} mayEdit={mayEdit} mayAnswer={isRunning} {...(inReview && mayEdit && { begin })} />
          : <Whole document={document} />}
      </Reading>
    </>
  );
}

const REWRITTEN = ["in_review", "approved", "changes_requested"];

/** A document that was sent back waits for the customer: an edit, or a word on each comment, and then their decision anew. */
function YourMove({ path }: { path: Path }) {
  const present = useSend("POST /projects/{project_id}/deliverables/{deliverable_id}/present", () => toast("It waits for your decision again"));
  return (
    <section class="callout" aria-label="Your move">
      <Icon name="pencil" />
      <span><strong>Your move: edit it, then present it again.</strong> Comments that you leave open stay in it.</span>
      <Button kind="primary" icon="send" busy={present.isPending} onClick={() => present.mutate({ path })}>Present it again</Button>
      <Refusal error={present.error} />
    </section>
  );
}

/** Why the document would be another text by now, and how it becomes that. */
function Outdated({ path, why, mayRewrite }: { path: Path; why: string[]; mayRewrite: boolean }) {
  const rewrite = useSend("POST /projects/{project_id}/deliverables/{deliverable_id}/rewrite", ({ revision }) => toast(`Revision ${revision} is written`));
  return (
    <section class="callout warn" aria-label="Outdated">
      <Icon name="triangle-alert" />
      <span><strong>The brief has moved on since this was written.</strong> {why.join(" ")}{mayRewrite && " Lines that you edited stay."}</span>
      {mayRewrite && <Button icon="rotate-cw" busy={rewrite.isPending} onClick={() => rewrite.mutate({ path })}>Write it anew from the brief</Button>}
      <Refusal error={rewrite.error} />
    </section>
  );
}

/** How far the document is on its way into the repository; what was given up there can be tried again. */
function Delivery({ project, id, delivery }: { project: string; id: string; delivery: NonNullable<DocumentView["delivery"]> }) {
  const again = useSend("POST /projects/{project_id}/deliverables/{deliverable_id}/deliver", () => toast("It is on its way again"));
  const ended = delivery.state === "failed" || delivery.state === "conflict";
  return (
    <>
      <div class="note quiet">
        <Icon name="file-text" /><span>{delivery.said}</span>
        {ended && <Button busy={again.isPending} onClick={() => again.mutate({ path: { project_id: project, deliverable_id: id } })}>Try again</Button>}
      </div>
      <Refusal error={again.error} />
    </>
  );
}

/** The number of a revision in the address; null without one, or for one that isn't there. */
function useRevision(name: string, newest: number): [revision: number | null, set: (revision: number | null) => void] {
  const [said, set] = useParam(name);
  const revision = Number(said);
  return [Number.isInteger(revision) && revision >= 1 && revision <= newest ? revision : null, (next) => set(next === null ? "" : `${next}`, true)];
}

/** One of the revisions, or what one says differently from another; `children` is the newest. */
function Reading({ project, document, children }: { project: string; document: DocumentView; children: ComponentChildren }) {
  const [shown, setShown] = useRevision("revision", document.revision);
  const [other, setAgainst] = useRevision("with", document.revision);
  const [layout, setLayout] = useState<Layout>("inline");
  const revision = shown ?? document.revision;
  const against = other === revision ? null : other;
  const isNewest = revision === document.revision;
  const tools = useRef<HTMLDivElement>(null);
  const asked = useRef(false); // by the button, which makes place for how to lay it out
  const compare = () => setAgainst(revision - 1);
  useLayoutEffect(() => {
    if (against !== null && asked.current) tools.current!.querySelector<HTMLElement>(".tab")?.focus();
    asked.current = false;
  }, [against]);
  useKeys("Document", revision > 1 ? { d: against === null ? ["See what changed", compare] : ["Read it as a whole", () => setAgainst(null)] } : {});
  return (
    <section class="card flush document">
      <div class="bar tools" ref={tools}>
        {document.history.length > 1 && (
          <>
            <Choice label="Revision" value={revision} set={(next) => { setShown(next); if (next === against) setAgainst(null); }} of={document.history} newest={document.revision} />
            <Choice label="Compare with" value={against} set={setAgainst} none="nothing" of={document.history.filter((one) => one.revision !== revision)} newest={document.revision} />
            {against === null && revision > 1 && <Button kind="ghost" icon="file-diff" onClick={() => { asked.current = true; compare(); }}>What changed</Button>}
            {against !== null && (
              <div class="bar slim" role="group" aria-label="Layout">
                <button type="button" class="tab" aria-pressed={layout === "inline"} onClick={() => setLayout("inline")}>Inline</button>
                <button type="button" class="tab" aria-pressed={layout === "two"} onClick={() => setLayout("two")}>Side by side</button>
              </div>
            )}
          </>
        )}
        <Take document={document} />
      </div>
      {against !== null ? <RevisionDiff project={project} id={document.id} before={Math.min(revision, against)} after={Math.max(revision, against)} layout={layout} />
        : isNewest ? children
        : <Older project={project} id={document.id} revision={revision} title={document.title} back={() => setShown(null)} />}
      {document.history.length > 1 && <History of={document.history} />}
    </section>
  );
}

function Choice({ label, value, set, of, none, newest }: { label: string; value: number | null; set: (revision: number | null) => void; of: RevisionView[]; none?: string; newest: number }) {
  return (
    <label class="choice">{label}
      <select class="in" value={value ?? ""} onChange={(event) => set(event.currentTarget.value ? Number(event.currentTarget.value) : null)}>
        {none && <option value="" selected={value === null}>{none}</option>}
        {[...of].reverse().map((one) => <option value={one.revision} selected={one.revision === value}>{one.revision}{one.revision === newest ? " (newest)" : ""}, {day(one.at)}</option>)}
      </select>
    </label>
  );
}

/** A text without lines, as an earlier edition wrote it. */
function Whole({ document }: { document: DocumentView }) {
  const text = withoutTitle(document);
  return <article class="paper" aria-label={document.title}>{text ? <Markdown text={text} /> : <p class="muted">Nothing is written yet.</p>}</article>;
}

function Older({ project, id, revision, title, back }: { project: string; id: string; revision: number; title: string; back: () => void }) {
  const text = useData("GET /projects/{project_id}/deliverables/{deliverable_id}/revisions/{revision}", { path: { project_id: project, deliverable_id: id, revision } });
  return (
    <>
      <p class="note quiet old"><Icon name="clock" /><span>You are reading revision {revision}, which a newer one has replaced.</span><button type="button" class="link" onClick={back}>Read the newest</button></p>
      <Show of={text} lines={8}>{({ content }) => <article class="paper" aria-label={`${title}, revision ${revision}`}><Markdown text={withoutTitle({ content, title })} /></article>}</Show>
    </>
  );
}

/** The newest revision to take away: as Markdown, or as the browser prints it. */
function Take({ document: { title, working_revision, content } }: { document: DocumentView }) {
  if (!content) return null;
  const name = `${title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "")}-revision-${working_revision}.md`;
  return (
    <span class="acts take">
      <Button kind="ghost" icon="download" onClick={() => download(name, "text/markdown", content)}>Markdown</Button>
      <Button kind="ghost" icon="printer" onClick={() => print()}>PDF<span class="sr"> or print</span></Button>
    </span>
  );
}

function History({ of }: { of: RevisionView[] }) {
  return (
    <details class="revisions">
      <summary>History</summary>
      <ol class="history">
        {[...of].reverse().map((one) => (
          <li>
            <strong>Revision {one.revision}</strong> <time dateTime={one.at}>{moment(one.at)}</time>
            {one.comment && <p class="quote" dir="auto">Answers your comment: “{one.comment}”</p>}
          </li>
        ))}
      </ol>
    </details>
  );
}

/** The page has the title already. */
const withoutTitle = ({ content, title }: Pick<DocumentView, "content" | "title">): string => {
  const [first = "", ...rest] = content.split("\n");
  return /^#\s/.test(first) && first.toLowerCase().includes(title.toLowerCase().split(" ")[0]!) ? rest.join("\n") : content;
};
