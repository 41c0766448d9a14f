import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { ApiError, call } from "../api/call";
import { changed, useAction, useData, useSend } from "../api/data";
import { hold, isHeld, useHeld } from "../api/held";
import type { ApprovalView, DecideApproval, DocumentView, ProjectDetail } from "../api/schema";
import { useKeys } from "../lib/keys";
import { cleared, commentsOf, type Drafts, requestOf, type Type } from "../lib/review";
import { to, useParam } from "../lib/router";
import { Icon } from "../ui/icon";
import { Button, Refusal } from "../ui/parts";
import { toast } from "../ui/toast";
import { comments as remarks, decision as words } from "../words/document";
import { isComputed, useReviser } from "./editing";
import { decisionOn, screenAt, useOpenItems } from "./needs";
import { RequestChanges } from "./request-changes";
import { Unsent } from "./unsent-comments";

interface Deciding {
  project: string;
  document: DocumentView;
  /** What the decision is about; undefined until it is read. */
  approval: ApprovalView | undefined;
  drafts: Drafts;
  type: Type;
  /** Called as soon as the decision shows. */
  decided: () => void;
}

/** The bar that asks for the decision on a revision. It stays in view while one reads. */
export function Decide({ project, document, approval, drafts, type, decided }: Deciding) {
  const { kind, revision, title, content_hash } = document;
  const [handing, setHanding] = useState(true);
  const [isLed, setLed] = useParam("request"); // by the inbox
  const [asking, setAsking] = useState(isLed !== "");
  useEffect(() => {
    if (isLed) setLed("", true);
  }, []);
  const [leaving, setLeaving] = useState(false);
  const comments = commentsOf(drafts);
  const request = useRequest(project, document, () => {
    type(cleared(comments));
    setAsking(false);
    decided();
  });
  const approve = useAction(async () => {
    setLeaving(false);
    const found = approval ?? (await approvalOf(project, document));
    if (!found) {
      toast(words.replaced);
      return changed("POST /projects/{project_id}/approvals/{approval_id}");
    }
    const body: DecideApproval = { decision: "approve", comment: null, content_hash, ...(kind === "delivery_plan" && !handing && { hand_out_work: false }) };
    await hold([{ id: found.id, said: words.approved(title), request: decisionOn(`/projects/${project}/approvals/${found.id}`, body), sent: () => type(cleared(comments)) }]);
    if (isHeld(found.id)) decided();
  });
  const press = () => (comments.length ? setLeaving(true) : approve.mutate());
  useKeys(words.keys, { a: [words.approve, press], r: [words.request, () => setAsking(true)] });
  return (
    <Bar>
      <span class="undecided">
        <strong>{words.revision(revision)}</strong>
        {kind === "product_brief" && <InScope project={project} />}
        <Open count={document.choices.filter((one) => one.answer === null).length} said={words.applies} label={words.toDecision} of="[data-open-choice]" />
        <Open count={document.comments.filter((one) => one.resolved_at === null).length} said={remarks.open} label={words.toComment} of=".remarks > [data-open]" />
        <Open count={comments.length} said={words.comments} label={words.toComment} of="[data-unsent]" />
      </span>
      <span class="acts">
        {kind === "delivery_plan" && <label class="check"><input type="checkbox" checked={handing} onChange={() => setHanding(!handing)} />{words.handOut}</label>}
        <Button onClick={() => setAsking(true)}>{words.request}</Button>
        <Button kind="primary" icon="check" busy={approve.isPending} onClick={press}>{words.approve}</Button>
      </span>
      <Refusal error={approve.error} />
      {leaving && comments.length > 0 && <Unsent count={comments.length} request={() => { setLeaving(false); setAsking(true); }} approve={() => approve.mutate()} close={() => setLeaving(false)} />}
      {asking && <RequestChanges project={project} document={document} comments={comments.filter(([line]) => line)} text={drafts["said:"] ?? ""} set={(text) => type({ "said:": text || undefined })}
        sending={request} close={() => setAsking(false)} send={() => request.mutate(requestOf(comments))} />}
    </Bar>
  );
}

/** The approval of the revision that is on the page. */
const approvalOf = async (project: string, { id, revision }: DocumentView): Promise<ApprovalView | undefined> =>
  (await call("GET /projects/{project_id}/approvals", { path: { project_id: project } })).approvals.find((one) => one.deliverable_id === id && one.revision === revision);

/** Sends the comments as one change request. */
function useRequest(project: string, document: DocumentView, done: () => void) {
  return useAction(async (comment: string) => {
    const approval = await approvalOf(project, document);
    try {
      if (approval) {
        await call("POST /projects/{project_id}/approvals/{approval_id}", { path: { project_id: project, approval_id: approval.id }, body: { decision: "request_changes", comment } });
        done(); // before the page shows what follows: what was sent is no draft any more
      }
    } finally {
      await changed("POST /projects/{project_id}/approvals/{approval_id}"); // it may have been decided elsewhere
    }
    if (!approval) throw new ApiError(409, "CONFLICT", words.replaced);
    toast(words.requested);
  });
}

export const Bar = ({ kind = "decision", children }: { kind?: string; children: ComponentChildren }) => <section class={kind} aria-label={words.region}>{children}</section>;

/** What holds unless the customer decides otherwise, and where they do: a product brief names it, and the scope asks it. */
function InScope({ project }: { project: string }) {
  const count = useData("GET /projects/{project_id}/brief", { path: { project_id: project } }).data?.choices.filter((one) => one.answer === null).length;
  return count ? <a class="link quiet" href={`${to("projects", project, "brief")}?show=decisions`}>{words.appliesInScope(count)}</a> : null;
}

/** How much of something is open; a press leads to the next of it. */
export function Open({ count, said, label, of }: { count: number; said: (count: number) => string; label: string; of: string }) {
  const last = useRef<HTMLElement | undefined>(undefined);
  const go = () => {
    const all = [...document.querySelectorAll<HTMLElement>(of)];
    const next = all.find((one) => last.current && last.current.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) ?? all[0];
    last.current = next;
    next?.querySelector<HTMLElement>("button, input, textarea")?.focus();
    next?.scrollIntoView?.({ block: "center" });
  };
  return count ? <button type="button" class="link quiet" title={label} onClick={go}>{said(count)}</button> : null;
}

/** A document that was sent back waits for the customer: an edit, or a word on each comment, and then their decision anew. */
export function YourMove({ project, document }: { project: string; document: DocumentView }) {
  const { id, working_revision, updated_at } = document;
  const revises = useReviser(project);
  const computed = isComputed(document);
  const [before, link, after] = computed ? words.computed : words.fromBrief;
  const open = document.comments.filter((one) => one.resolved_at === null);
  const isUntouched = open.some(({ at }) => Date.parse(at) >= Date.parse(updated_at)); // each edit and each answer moves it on
  const present = useSend("POST /projects/{project_id}/deliverables/{deliverable_id}/present", ({ revision }) => toast(words.submitted(revision)));
  return (
    <Bar>
      <span class="grow"><strong>{words.yourMove}</strong> {!computed && (revises === undefined ? words.yourMoveHow : revises ? words.teamRevises : words.nobodyRevises)}
        {(computed || revises === false) && <> {before}<a href={to("projects", project, "brief")}>{link}</a>{after}</>}</span>
      {isUntouched && <span>{words.untouched(open.length)}</span>}
      <span class="acts"><Button kind="primary" busy={present.isPending} onClick={() => present.mutate({ path: { project_id: project, deliverable_id: id } })}>{words.submitAs(working_revision)}</Button></span>
      <Refusal error={present.error} />
    </Bar>
  );
}

interface Past {
  project: ProjectDetail | undefined;
  id: string;
  approvals: ApprovalView[];
  /** Whether it was decided on this page, which then leads on. */
  here: boolean;
  /** Whether this stands below the document; what was decided here leads on from the top alone. */
  atEnd: boolean | undefined;
}

/** The document that waits next: of this project, else the most urgent of another. It takes the focus from what was decided here. */
export function Next({ project, id, approvals, here, atEnd }: Past) {
  const link = useRef<HTMLAnchorElement>(null);
  const isHeld = useHeld();
  const items = useOpenItems().items ?? [];
  const all = project?.deliverables ?? [];
  const at = all.findIndex((one) => one.id === id);
  const isOpen = (one: { id: string; revision: number }) => !approvals.some((other) => other.deliverable_id === one.id && other.revision === one.revision && isHeld(other.id));
  const next = [...all.slice(at + 1), ...all.slice(0, Math.max(at, 0))].find((one) => one.state === "in_review" && isOpen(one));
  const other = items.find((item) => item.kind === "approval" && item.project_id !== project?.id);
  const leadsOn = next !== undefined || other !== undefined;
  useEffect(() => {
    if (here && ["H1", "BODY"].includes(document.activeElement!.tagName)) link.current?.focus();
  }, [here, leadsOn]);
  if (!leadsOn || (here && atEnd)) return null;
  const leading = (
    <a class={here ? "btn primary" : atEnd ? "btn" : "leads"} ref={link} href={next ? to("projects", project!.id, "deliverables", next.id) : screenAt(other!.path)}>
      {next ? words.next : words.nextIn(other!.project_name ?? "")} {(next ?? other)!.title}<Icon name="arrow-right" />
    </a>
  );
  return here ? <Bar><strong>{words.isApproved}</strong><span class="acts">{leading}</span></Bar> : leading;
}
