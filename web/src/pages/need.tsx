import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { type ApiError, call } from "../api/call";
import { changed, useAction, useData, useSend } from "../api/data";
import type { DecideUse, DocumentView, InboxItem, SubmissionView, WorkItemDetail } from "../api/schema";
import { Markdown } from "../lib/markdown";
import { useDrafts } from "../lib/review";
import { to } from "../lib/router";
import { Opened, TextArea } from "../ui/fields";
import { Icon } from "../ui/icon";
import { Button, Form, Refusal, Show, Steps } from "../ui/parts";
import { toast } from "../ui/toast";
import { decision } from "../words/document";
import { answers, deeds, leaveOut, preview as words } from "../words/inbox";
import { vault } from "../words/vault";
import { useReviser } from "./editing";
import { CostStat, EndStat } from "./health";
import { accept, NEEDS, screenAt } from "./needs";
import { useOutcome } from "./request-changes";
import { Decline } from "./vault-dialogs";
import { ReturnWork } from "./work-dialogs";
import { Away, Proofs, Reported } from "./work-item";

interface Shown {
  item: InboxItem;
  /** Says that the item leaves the list by what is done here. */
  handled: () => void;
  approve: () => void;
}

/** What an item is about, as far as one needs it to answer, and the answers. */
export function Need(props: Shown) {
  const { item } = props;
  if (item.state === "done") return <Plain item={item} />;
  switch (item.kind) {
    case "approval": return <Approval {...props} />;
    case "credential": return <Access {...props} />;
    case "credential_use": return <Call {...props} />;
    case "work_submitted": return <Submitted {...props} />;
    case "blocked": return <Paused {...props} />;
    case "over_budget":
    case "deadline_missed": return <Broken {...props} />;
    default: return <Plain item={item} />;
  }
}

const Body = ({ children, acts }: { children: ComponentChildren; acts: ComponentChildren }) => (
  <>
    <div class="body" tabIndex={0} role="group" aria-label={words.about}>{children}</div>
    <div class="acts answers">{acts}</div>
  </>
);

/** Leads to the page of the item. */
const Page = ({ item, label, kind = "btn" }: { item: InboxItem; label: string; kind?: string }) => <a class={kind} href={screenAt(item.path)} data-page>{label}</a>;

/** What needs the person, in a sentence. */
const Said = ({ item, acts, error }: { item: InboxItem; acts: ComponentChildren; error?: ApiError | null }) => <Body acts={acts}><p dir="auto">{item.sentence}</p><Refusal error={error} /></Body>;

const Plain = ({ item }: { item: InboxItem }) => (
  <Said item={item} acts={<Page item={item} label={item.state === "done" ? deeds.open : NEEDS[item.kind].act} kind={item.state === "done" ? "btn" : "btn primary"} />} />
);

/** A limit that is broken, beside the figures that break it. */
function Broken({ item }: Shown) {
  const project = useData("GET /projects/{project_id}", { path: { project_id: item.project_id! } }, "slow");
  return (
    <Body acts={<Page item={item} label={item.path.endsWith("/brief") ? leaveOut : NEEDS[item.kind].act} kind="btn primary" />}>
      {item.kind === "deadline_missed" && <p dir="auto">{item.sentence}</p>}
      <Show of={project} lines={3}>{(data) => <dl class="stats plain"><CostStat project={data} /><EndStat project={data} /></dl>}</Show>
    </Body>
  );
}

/** Asks what should change in a document; what was typed is kept where its own page keeps it too. */
function Requesting({ item, document, handled, leave }: Pick<Shown, "item" | "handled"> & { document: DocumentView | undefined; leave: () => void }) {
  const project = item.project_id!;
  const [drafts, type] = useDrafts(item.path.split("/").at(-1)!);
  const comment = drafts["said:"] ?? "";
  const setComment = (text: string) => type({ "said:": text || undefined });
  const revises = useReviser(project);
  const outcome = useOutcome(project, document);
  const ask = useAction(async () => {
    await call("POST /projects/{project_id}/approvals/{approval_id}", { path: { project_id: project, approval_id: item.target_id }, body: { decision: "request_changes", comment: comment.trim() } });
    handled();
    setComment("");
    leave();
    toast(revises === false ? deeds.askedOfYou : deeds.asked);
    await changed("POST /projects/{project_id}/approvals/{approval_id}");
  });
  return (
    <Form act={deeds.send} sending={ask} submit={() => comment.trim() && ask.mutate()} cancel={leave}>
      <Opened><TextArea label={words.change} hint={document && (outcome ?? decision.computed.join(""))} rows={3} value={comment} set={setComment} error={ask.error?.fields.comment} /></Opened>
    </Form>
  );
}

/** The document that waits, to be read here. */
function Approval({ item, handled, approve }: Shown) {
  const path = { project_id: item.project_id!, deliverable_id: item.path.split("/").at(-1)! };
  const document = useData("GET /projects/{project_id}/deliverables/{deliverable_id}", { path }, "slow");
  const [asking, setAsking] = useState(false);
  const leave = () => {
    window.document.querySelector<HTMLElement>(".preview h2")?.focus(); // what has the focus is about to go
    setAsking(false);
  };
  const undecided = document.data?.choices.filter((one) => one.answer === null).length ?? 0;
  const acts = asking ? <Requesting item={item} document={document.data} handled={handled} leave={leave} /> : (
    <>
      <Button kind="primary" icon="check" onClick={approve}>{deeds.approve}</Button>
      <Button icon="pencil" onClick={() => setAsking(true)}>{deeds.requestChanges}</Button>
      <Page item={item} label={deeds.open} />
      {undecided > 0 && <span class="muted">{words.undecided(undecided)}</span>}
    </>
  );
  return (
    <Body acts={acts}>
      {document.data?.kind === "delivery_plan" && <p class="note quiet">{words.handsOut}</p>}
      {document.data && document.data.outdated.length > 0 && <p class="note"><Icon name="triangle-alert" /><span>{words.outdated}</span></p>}
      <Show of={document} lines={8}>{(data) => <Reading of={data} />}</Show>
    </Body>
  );
}

/** A document to be read: its parts with their lines. */
const Reading = ({ of: { title, content, lines } }: { of: DocumentView }) => (
  <article aria-label={title}>
    {lines.length ? lines.map((part, index) => {
      const kept = part.lines.filter((line) => line.state !== "struck");
      return (part.text || kept.length > 0) && (
        <section key={index}>
          <h3 dir="auto">{part.title}</h3>
          {part.text && <Markdown text={part.text} top={4} />}
          {kept.length > 0 && <ul>{kept.map((line) => <li key={line.id}><span class="tag">{line.id}</span> <span dir="auto">{line.text}</span></li>)}</ul>}
        </section>
      );
    }) : <Markdown text={content} top={3} />}
  </article>
);

/** What the team asks for, why, and where it is found. */
function Access({ item, handled }: Shown) {
  const requests = useData("GET /vault/requests", { query: { project_id: item.project_id!, status: "pending", limit: 100 } });
  const asked = requests.data?.requests.find((one) => one.id === item.target_id);
  const [declining, setDeclining] = useState(false);
  const provide = <a class="btn primary" href={to("settings", "vault", item.target_id)} data-page>{NEEDS.credential.act}</a>;
  return (
    <Body acts={<>{provide}{asked && <Button onClick={() => setDeclining(true)}>{vault.decline}</Button>}{declining && asked && <Decline request={asked} sent={handled} close={() => setDeclining(false)} />}</>}>
      <Show of={requests} lines={3}>
        {() => asked ? <dl><dt>{words.why}</dt><dd dir="auto">{asked.reason}</dd><dt>{words.obtain}</dt><dd dir="auto"><Steps of={asked.how_to_obtain} /></dd></dl> : <p>{vault.notNeeded}</p>}
      </Show>
    </Body>
  );
}

const WORDS: DecideUse["decision"][] = ["once", "for_item", "always", "refuse"];

/** Whether a key may call with a credential. */
function Call({ item, handled }: Shown) {
  const answer = useSend("POST /inbox/{item_id}/decide", ({ decision }) => toast(decision === "refuse" ? answers.refused : answers.allowed));
  const send = (decision: DecideUse["decision"]) => {
    handled();
    answer.mutate({ path: { item_id: item.id }, body: { decision } });
  };
  const isForItem = item.sentence.includes("wrk_");
  return <Said item={item} error={answer.error} acts={WORDS.filter((one) => isForItem || one !== "for_item").map((one) => <Button key={one} kind={one === "once" ? "primary" : "plain"} busy={answer.isPending} onClick={() => send(one)}>{answers[one]}</Button>)} />;
}

/** What was handed in, its evidence, and what the CTO says of it. */
function Submitted({ item, handled }: Shown) {
  const detail = useData("GET /work-items/{work_id}", { path: { work_id: item.target_id } }, "slow");
  const submission = detail.data?.submissions.at(-1);
  const [returning, setReturning] = useState(false);
  const work = detail.data?.item;
  const isDoubted = submission?.recommendation.decision === "return";
  const acts = submission && work?.state === "in_review" && (
    <>
      <Button kind={isDoubted ? "primary" : "plain"} icon="undo-2" onClick={() => setReturning(true)}>{deeds.return}</Button>
      <Button kind={isDoubted ? "plain" : "primary"} icon="check" onClick={() => accept(item, submission.submission_hash)}>{isDoubted ? deeds.acceptAnyway : deeds.accept}</Button>
      {returning && <ReturnWork item={work} hash={submission.submission_hash} doubts={submission.recommendation.doubts} sent={handled} close={() => setReturning(false)} done={() => toast(deeds.returned)} />}
    </>
  );
  return (
    <Body acts={<>{acts}<Page item={item} label={deeds.open} /></>}>
      <Show of={detail}>{(data) => submission ? <Evidence of={submission} item={data.item} /> : <p dir="auto">{item.sentence}</p>}</Show>
    </Body>
  );
}

function Evidence({ of: { worker, summary, links, evidence, cost, recommendation }, item }: { of: SubmissionView; item: WorkItemDetail["item"] }) {
  const { decision, doubts } = recommendation;
  return (
    <>
      <p class={decision === "return" ? "note" : "note quiet"}>
        {decision === "return" && <Icon name="triangle-alert" />}<span>{decision === null ? words.unchecked : decision === "accept" ? words.noDoubts : words.doubts}{doubts.length > 0 && <ul>{doubts.map((one) => <li dir="auto">{one}</li>)}</ul>}</span>
      </p>
      <p class="muted" dir="auto">{words.by(worker)}</p>
      <div dir="auto"><Markdown text={summary} top={3} /></div>
      {cost !== null && <Reported cost={cost} item={item} />}
      {links.length > 0 && <ul class="links">{links.map((link) => <li key={link}><Away to={link} /></li>)}</ul>}
      <Proofs criteria={item.criteria} evidence={evidence} isAccepted={false} />
    </>
  );
}

function Paused({ item, handled }: Shown) {
  const resume = useSend("POST /projects/{project_id}/status", () => toast(deeds.resumed));
  const send = () => {
    handled();
    resume.mutate({ path: { project_id: item.project_id! }, body: { action: "resume" } });
  };
  return <Said item={item} error={resume.error} acts={<><Button kind="primary" icon="play" busy={resume.isPending} onClick={send}>{NEEDS.blocked.act}</Button><Page item={item} label={deeds.open} /></>} />;
}
