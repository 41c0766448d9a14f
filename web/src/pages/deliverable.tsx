import { useState } from "preact/hooks";
import { useData, useKeyNames, useSend } from "../api/data";
import { useHeld } from "../api/held";
import type { ApprovalList, ApprovalView, DocumentView } from "../api/schema";
import { download } from "../lib/download";
import { Markdown, untitled } from "../lib/markdown";
import { useDrafts } from "../lib/review";
import "../styles/document.css";
import { Icon } from "../ui/icon";
import { Menu } from "../ui/menu";
import { Button, Head, Refusal, Show, Status, When } from "../ui/parts";
import { toast } from "../ui/toast";
import { common } from "../words/common";
import { decision, document as words } from "../words/document";
import { Decide, Next, Open, YourMove } from "./decide";
import { DOCUMENT, type Path } from "./editing";
import { Lines } from "./lines";
import { Outline } from "./outline";
import { Reading } from "./revisions";

export function Deliverable({ id, project }: { id: string; project: string }) {
  const path = { project_id: project, deliverable_id: id };
  const document = useData(DOCUMENT, { path }, (one) => (one.state === "waiting" || one.delivery?.state === "pending" ? "fast" : "slow"));
  useData("GET /projects/{project_id}", { path }); // begun beside the document, so that it can be edited as soon as it is shown
  const data = document.data;
  return (
    <div class="doc-page">
      {data ? <Reviewed path={path} document={data} key={data.id} /> : <><Head title={words.title} /><Show of={document} lines={8}>{() => null}</Show></>}
      {data && <Refusal error={document.error} retry={document.refetch} />}
    </div>
  );
}

/** The document with what is said about it and what can be done with it. */
function Reviewed({ path, document }: { path: Path; document: DocumentView }) {
  const { id, revision, title, owner, updated_at } = document;
  const project = path.project_id;
  const about = useData("GET /projects/{project_id}", { path }).data;
  const isOwn = (one: ApprovalView) => one.deliverable_id === id && one.revision === revision;
  // A document that was decided on elsewhere may be read anew before its approval is.
  const lags = ({ approvals }: ApprovalList) => document.state !== "in_review" && approvals.some((one) => isOwn(one) && one.status === "pending");
  const all = useData("GET /projects/{project_id}/approvals", { path }, (data) => (lags(data) ? "fast" : "off"));
  const approvals = all.data?.approvals ?? [];
  const own = approvals.filter(isOwn);
  const approval = own.find((one) => one.status === "pending");
  const isHeld = useHeld()(approval?.id ?? "");
  const state = isHeld ? "approved" : document.state;
  const isArchived = about?.archived === true; // of which nothing is decided any more
  const isRunning = about?.status === "active" && !isArchived;
  const inReview = state === "in_review" && !isArchived;
  const sentBack = state === "changes_requested" && isRunning;
  const [drafts, type] = useDrafts(id);
  const [here, setHere] = useState(false);
  const decided = own.find((one) => one.decided_at);
  const keys = useKeyNames([decided?.decided_by]);
  const isSettled = state === "approved"; // by whom is said at once, or not yet
  const applied = isSettled ? document.choices.filter((one) => one.answer === null).length : 0;
  const said = isHeld ? decision.isApproved : decided ? decision.decided(decided, keys) : null;
  const next = (atEnd?: boolean) => !inReview && !sentBack && !isArchived && <Next project={about} id={id} approvals={approvals} here={here} atEnd={atEnd} />;
  return (
    <>
      <Head title={title} lead={revision === 0 ? words.by(owner) : <>
        {words.by(owner)}&nbsp;· {said && isSettled ? <span class="settled-by" role="status"><Icon name="circle-check" />{said}</span> : <>{words.updated} <When at={updated_at} /></>}
        {applied > 0 && <>&nbsp;· </>}<Open count={applied} said={decision.applies} label={decision.toDecision} of=".settled" />
      </>}>
        {!(isSettled && (said || !all.isFetched)) && <Status of={state} label={inReview ? words.waits : undefined} />}
        {!here && next()}
        <Take document={document} />
      </Head>
      {inReview ? <Decide project={project} document={document} approval={approval} drafts={drafts} type={type} decided={() => setHere(true)} />
        : sentBack ? <YourMove project={project} document={document} />
        : here && next()}
      {document.outdated.length > 0 && <Outdated path={path} why={document.outdated} mayRewrite={isRunning && !isHeld && REWRITTEN.includes(state)} isApproved={isSettled} />}
      {document.delivery && <Delivery path={path} delivery={document.delivery} />}
      <div class="doc">
        <Outline parts={document.lines.flatMap((part, index) => (part.text || part.lines.length || part.choices.length ? [{ id: `part-${index}`, title: part.title }] : []))} />
        <div class="doc-body">
          <Reading project={project} document={document}>
            {document.lines.length
              ? <Lines path={path} document={document} mayEdit={isRunning && (inReview || sentBack)} mayAnswer={isRunning && !isHeld} mayComment={inReview && isRunning} drafts={drafts} type={type} />
              : <Whole document={document} />}
          </Reading>
          {revision > 0 && next(true)}
        </div>
      </div>
    </>
  );
}

const REWRITTEN = ["in_review", "approved", "changes_requested"];

/** Why the document would be another text by now, and how it becomes that. */
function Outdated({ path, why, mayRewrite, isApproved }: { path: Path; why: string[]; mayRewrite: boolean; isApproved: boolean }) {
  const rewrite = useSend("POST /projects/{project_id}/deliverables/{deliverable_id}/rewrite", ({ revision }) => toast(words.rewritten(revision)));
  return (
    <section class="callout warn" aria-label={words.outdatedRegion}>
      <Icon name="triangle-alert" />
      <span><strong>{words.outdated}</strong> {why.join(" ")}{mayRewrite && ` ${words.keepsEdits}`}{mayRewrite && isApproved && ` ${words.approveAgain}`}</span>
      {mayRewrite && <Button icon="rotate-cw" busy={rewrite.isPending} onClick={() => rewrite.mutate({ path })}>{words.rewrite}</Button>}
      <Refusal error={rewrite.error} />
    </section>
  );
}

/** How far the document is on its way into the repository; what was given up there can be tried again. */
function Delivery({ path, delivery }: { path: Path; delivery: NonNullable<DocumentView["delivery"]> }) {
  const again = useSend("POST /projects/{project_id}/deliverables/{deliverable_id}/deliver", () => toast(words.sendAgain));
  const ended = delivery.state === "failed" || delivery.state === "conflict";
  return (
    <>
      <div class="note quiet">
        <Icon name="file-text" /><span>{delivery.said}</span>
        {ended && <Button busy={again.isPending} onClick={() => again.mutate({ path })}>{common.tryAgain}</Button>}
      </div>
      <Refusal error={again.error} />
    </>
  );
}

/** A text without lines, as an earlier edition wrote it. */
const Whole = ({ document: { title, content } }: { document: DocumentView }) => (
  <article class="paper" aria-label={title}>{untitled(content) ? <Markdown text={untitled(content)} /> : <p class="muted">{words.nothing}</p>}</article>
);

/** The newest revision to take away: as Markdown, or as the browser prints it. */
function Take({ document: { title, working_revision, content } }: { document: DocumentView }) {
  if (!content) return null;
  const name = `${title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "")}-revision-${working_revision}.md`;
  return <Menu label={words.more} trigger={<Icon name="ellipsis" />} items={[{ label: words.markdown, icon: "download", act: () => download(name, "text/markdown", content) }, { label: words.print, icon: "printer", act: () => print() }]} />;
}
