import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { useData } from "../api/data";
import type { CriterionView, EvidenceView, SubmissionView, WorkItemDetail, WorkItemView } from "../api/schema";
import { day, money, moment, relative } from "../lib/format";
import { Markdown } from "../lib/markdown";
import { to } from "../lib/router";
import "../styles/work.css";
import { Copy } from "../ui/copy";
import { Icon } from "../ui/icon";
import { Menu } from "../ui/menu";
import { Button, Card, Head, Pill, Progress, Refusal, Show, Status, When } from "../ui/parts";
import { toast } from "../ui/toast";
import { board, item as words, states } from "../words/work";
import { EditWork, EndWork, ReturnWork } from "./work-dialogs";
import { effort, effortEnds, endsSoon, isOpen, leaseOf, named, pageOf, useChange, useCurrency, useItems, useTicking } from "./work";

type Asking = "edit" | "cancel" | "close";

/** One work item: what is asked, what was handed in, the review, and all that was done to it. */
export function WorkItem({ id, project }: { id: string; project: string }) {
  const detail = useData("GET /work-items/{work_id}", { path: { work_id: id } }, ({ submissions }) => (submissions.at(-1)?.recommendation.opinion?.state === "pending" ? "fast" : "slow"));
  const [asking, setAsking] = useState<Asking | null>(null);
  const all = useItems(project).data ?? [];
  const item = detail.data?.item;
  const close = () => setAsking(null);
  return (
    <>
      <Head title={item ? named(item) : words.unnamed} lead={item && (item.package ? words.package : words.byHand)}>
        {item && (
          <>
            <Status of={item.state} label={states[item.state]} />
            {isOpen(item) && (
              <>
                {item.state !== "claimed" && item.state !== "in_review" && <Button icon="pencil" onClick={() => setAsking("edit")}>{words.edit}</Button>}
                <Menu label={words.actions} trigger={<Icon name="ellipsis" />} items={[
                  { label: words.close, icon: "check", act: () => setAsking("close") },
                  { label: words.cancel, icon: "ban", danger: true, act: () => setAsking("cancel") },
                ]} />
              </>
            )}
          </>
        )}
      </Head>
      <Show of={detail} lines={8}>{(found) => <Body detail={found} all={all} />}</Show>
      {item && asking === "edit" && <EditWork project={project} item={item} all={all} close={close} />}
      {item && (asking === "cancel" || asking === "close") && <EndWork item={item} how={asking} close={close} />}
    </>
  );
}

function Body({ detail, all }: { detail: WorkItemDetail; all: WorkItemView[] }) {
  const { item, submissions, brief } = detail;
  const latest = submissions.at(-1);
  const before = submissions.slice(0, -1).reverse();
  return (
    <div class="work-item">
      <div class="stack">
        {item.state === "in_review" && latest ? <Review item={item} submission={latest} /> : <Next item={item} all={all} />}
        {item.closing_note && <p class="note quiet" role="status"><Icon name={item.state === "done" ? "circle-check" : "ban"} /><span>{item.state === "done" ? words.closedBecause : words.cancelledBecause}<bdi>{item.closing_note}</bdi></span></p>}
        {latest && (
          <Card title={submissions.length > 1 ? words.submissionNumber(latest.number) : words.submission} aside={<Reviewed of={latest} />}>
            <Submission of={latest} item={item} />
          </Card>
        )}
        <Card title={words.task}>
          <div class="pad" dir="auto"><Markdown text={item.what} top={3} /></div>
          {!latest && <ol class="criteria" aria-label={words.criteria}>{item.criteria.map((one) => <li key={one.id}><Criterion of={one} /></li>)}</ol>}
          <details class="fold pad">
            <summary>{words.brief}</summary>
            <div class="brief"><Copy text={brief} /><pre tabIndex={0} dir="auto">{brief}</pre></div>
          </details>
        </Card>
        {before.map((one) => (
          <Card key={one.id}>
            <details class="fold earlier"><summary>{words.submissionNumber(one.number)} <Reviewed of={one} /></summary><Submission of={one} item={item} /></details>
          </Card>
        ))}
        <Card title={words.history}><History detail={detail} /></Card>
      </div>
      <Facts item={item} all={all} />
    </div>
  );
}

/** The decision about the very submission that is on the screen. */
function Review({ item, submission }: { item: WorkItemView; submission: SubmissionView }) {
  const [returning, setReturning] = useState(false);
  const accept = useChange("POST /work-items/{work_id}/review", () => toast(words.accepted(named(item))));
  const { decision, doubts, opinion } = submission.recommendation;
  const isDoubted = decision === "return";
  const send = () => accept.mutate({ path: { work_id: item.id }, body: { decision: "accept", comment: null, submission_hash: submission.submission_hash } });
  return (
    <section class={isDoubted ? "callout warn decide" : "callout decide"} aria-label={words.review}>
      <Icon name={isDoubted ? "triangle-alert" : decision ? "circle-check" : "circle-alert"} />
      <span>
        <strong><bdi>{submission.worker}</bdi> {words.submitted} <When at={submission.at} />.</strong>{" "}
        {words.verdicts[decision ?? "none"]}
        {doubts.length > 0 && <ul class="doubts">{doubts.map((one) => <li dir="auto">{one}</li>)}</ul>}
        {opinion && <small class="opinion">{opinion.says}</small>}
      </span>
      <div class="acts">
        <Button kind={isDoubted ? "primary" : "plain"} icon="undo-2" onClick={() => setReturning(true)}>{words.return}</Button>
        <Button kind={isDoubted ? "plain" : "primary"} icon="check" busy={accept.isPending} onClick={send}>{isDoubted ? words.acceptAnyway : words.accept}</Button>
      </div>
      <Refusal error={accept.error} />
      {returning && <ReturnWork item={item} hash={submission.submission_hash} doubts={doubts} close={() => setReturning(false)} done={() => toast(words.returned)} />}
    </section>
  );
}

/** Once this one is decided: the next that waits for a review. */
function Next({ item, all }: { item: WorkItemView; all: WorkItemView[] }) {
  const waiting = all.filter((one) => one.state === "in_review" && one.id !== item.id);
  const next = waiting.sort((one, other) => one.updated_at.localeCompare(other.updated_at))[0];
  return next ? <p><a class="leads" href={pageOf(next)}>{words.others(waiting.length)} <bdi>{named(next)}</bdi><Icon name="arrow-right" /></a></p> : null;
}

function Reviewed({ of: { review } }: { of: SubmissionView }) {
  if (!review) return null;
  return <Pill tone={review.decision === "accept" ? "good" : "warn"}>{words.reviews[review.decision]} {relative(review.at)}</Pill>;
}

function Submission({ of: { summary, links, evidence, cost, review, submission_hash }, item }: { of: SubmissionView; item: WorkItemView }) {
  return (
    <>
      <div class="pad">
        {review?.comment && <p class="note" dir="auto"><Icon name="message-square" /><span>{review.comment}</span></p>}
        <div dir="auto"><Markdown text={summary} top={3} /></div>
        {cost !== null && <Reported cost={cost} item={item} />}
        {links.length > 0 && <ul class="links" aria-label={words.links}>{links.map((link) => <li key={link}><Away to={link} /></li>)}</ul>}
      </div>
      <Proofs criteria={item.criteria} evidence={evidence} isAccepted={review?.decision === "accept"} />
      <p class="hint pad">{words.hash} <code class="hash">{submission_hash.slice(0, 12)}</code></p>
    </>
  );
}

/** What the worker says that it cost, beside what was expected. */
export function Reported({ cost, item }: { cost: number; item: WorkItemView }) {
  const currency = useCurrency(item);
  return currency ? <p class="muted">{words.reported(money(cost, currency), money(item.likely_cost, currency))}</p> : null;
}

/** Each criterion, and what was said to show it. */
export function Proofs({ criteria, evidence, isAccepted }: { criteria: readonly CriterionView[]; evidence: readonly EvidenceView[]; isAccepted: boolean }) {
  const asked = [...criteria, ...evidence.filter((one) => !criteria.some(({ id }) => id === one.criterion)).map((one) => ({ id: one.criterion, text: words.removed }))];
  return <ol class="criteria" aria-label={words.evidence}>{alike(asked, evidence).map(({ by, of }) => <Proof key={of[0]!.id} criteria={of} evidence={by} isAccepted={isAccepted} />)}</ol>;
}

/** What was said to show criteria, and which; those that the same evidence shows stand together. */
function alike(criteria: CriterionView[], evidence: readonly EvidenceView[]) {
  const groups: { by?: EvidenceView; of: CriterionView[] }[] = [];
  for (const one of criteria) {
    const by = evidence.find(({ criterion }) => criterion === one.id);
    const same = by && groups.find((group) => group.by?.text === by.text && group.by.link === by.link && group.by.met === by.met);
    if (same) same.of.push(one);
    else groups.push({ by, of: [one] });
  }
  return groups;
}

const Criterion = ({ of: { id, text } }: { of: CriterionView }) => <p><span class="tag">{id}</span> <span dir="auto">{text}</span></p>;

function Proof({ criteria, evidence, isAccepted }: { criteria: CriterionView[]; evidence?: EvidenceView; isAccepted: boolean }) {
  const isShared = criteria.length > 1;
  const shown = evidence && (
    <div class="evidence">
      <Claim of={evidence} isAccepted={isAccepted} />
      <span class="grow">{isShared && <small>{words.same(criteria.length)}</small>}<span dir="auto">{evidence.text}</span>{evidence.link && <Away to={evidence.link} />}</span>
    </div>
  );
  return <li class="proof">{isShared && shown}<div>{criteria.map((one) => <Criterion key={one.id} of={one} />)}</div>{!isShared && shown}</li>;
}

/** What the worker says of a criterion: a claim, until the submission is accepted. */
const Claim = ({ of: { met }, isAccepted }: { of: EvidenceView; isAccepted: boolean }) =>
  !met ? <Pill tone="bad">{words.notMet}</Pill> : isAccepted ? <Pill tone="good">{words.met}</Pill> : <Pill>{words.claimed}</Pill>;

/** A worker's link, spelled out: one sees where it leads. */
export const Away = ({ to: address }: { to: string }) => (/^https:\/\//.test(address) ? <a class="away" href={address} rel="noreferrer noopener" target="_blank">{address.slice("https://".length)}</a> : <span>{address}</span>);

function Facts({ item, all }: { item: WorkItemView; all: WorkItemView[] }) {
  useTicking();
  const { facts } = words;
  const { claim, documents, latest, depends_on, needs_access, returns } = item;
  const days = effort(item);
  const currency = useCurrency(item);
  return (
    <aside class="card facts-card" aria-label={words.about}>
      <dl>
        {item.ended_at && <Fact name={states[item.state]}><When at={item.ended_at} /></Fact>}
        {claim && <Fact name={facts.worker}><bdi>{claim.worker}</bdi><small>{words.since(moment(claim.claimed_at))}</small></Fact>}
        {claim && <Fact name={facts.lease}><span class={endsSoon(claim.lease_until) ? "bad" : ""}>{leaseOf(claim.lease_until)}</span><small>{words.leaseHint}</small></Fact>}
        {claim && claim.percent !== null && <Fact name={facts.progress}><span class="meter"><Progress percent={claim.percent} label={facts.progress} />{board.percent(claim.percent)}</span></Fact>}
        {!claim && item.state !== "ready" && latest?.worker && <Fact name={facts.worker}><bdi>{latest.worker}</bdi></Fact>}
        <Fact name={facts.owner}>{item.owner}</Fact>
        {days && <Fact name={facts.effort}>{days}{effortEnds(item) && <small>{effortEnds(item)}</small>}</Fact>}
        {currency && <Fact name={facts.likely}>{money(item.likely_cost, currency)}</Fact>}
        {currency && item.cost !== null && <Fact name={facts.cost}>{money(item.cost, currency)}</Fact>}
        {returns > 0 && <Fact name={facts.returned}>{words.times(returns)}</Fact>}
        {depends_on.length > 0 && <Fact name={facts.after}><ul>{depends_on.map((id) => <li key={id}><Before id={id} all={all} /></li>)}</ul></Fact>}
        {needs_access.length > 0 && <Fact name={facts.access}><NeededAccess item={item} /></Fact>}
        {documents.length > 0 && <Fact name={facts.documents}><ul>{documents.map((one) => <li key={one.id}><a href={to("projects", item.project_id, "deliverables", one.id)}>{one.title}</a> <small>{words.revision(one.revision)}</small></li>)}</ul></Fact>}
        <Fact name={facts.created}>{day(item.created_at)}</Fact>
      </dl>
    </aside>
  );
}

const Fact = ({ name, children }: { name: string; children: ComponentChildren }) => <div><dt>{name}</dt><dd>{children}</dd></div>;

function Before({ id, all }: { id: string; all: WorkItemView[] }) {
  const other = all.find((one) => one.id === id);
  if (!other) return <code>{id}</code>;
  return <><a href={pageOf(other)} dir="auto">{named(other)}</a> <Status of={other.state} label={states[other.state]} /></>;
}

function NeededAccess({ item }: { item: WorkItemView }) {
  const asked = useData("GET /vault/requests", { query: { project_id: item.project_id, limit: 100 } }).data?.requests ?? [];
  return (
    <ul>
      {item.needs_access.map((id) => {
        const request = asked.find((one) => one.id === id);
        return <li key={id}><a href={to("settings", "vault", id)}>{request?.name ?? words.request}</a>{request && <> <Status of={request.status} /></>}</li>;
      })}
    </ul>
  );
}

/** What was done to the item, the latest first. Notes are told in full; the history has only the latest of each claim. */
function History({ detail: { history, notes } }: { detail: WorkItemDetail }) {
  const told = [
    ...history.filter(({ kind }) => kind !== "reported" && kind !== "released").map(({ at, worker, kind, text }) => ({ at, who: worker, did: words.deeds[kind], text: kind === "submitted" ? null : text, percent: null })), // a submission stands above
    ...notes.map(({ at, worker, text, percent }) => ({ at, who: worker, did: RELEASED.test(text) ? words.deeds.released : words.deeds.reported, text: text.replace(RELEASED, ""), percent })),
  ].sort((one, other) => other.at.localeCompare(one.at));
  if (!told.length) return <p class="quiet-line">{words.untouched}</p>;
  return (
    <ol class="history">
      {told.map(({ at, who, did, text, percent }) => (
        <li key={at + did}>
          <strong>{who && <><bdi>{who}</bdi> </>}{did}</strong>{percent != null && <span class="muted"> {words.at(percent)}</span>} <time dateTime={at} title={moment(at)}>{relative(at)}</time>
          {text && <p class="quote" dir="auto">{text}</p>}
        </li>
      ))}
    </ol>
  );
}

const RELEASED = /^Released: /;
