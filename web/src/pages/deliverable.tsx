import { useState } from "preact/hooks";
import { ApiError, call } from "../api/call";
import { changed, useAction, useData, useSend } from "../api/data";
import type { DecideApproval, DeliverableView } from "../api/schema";
import { moment, words } from "../lib/format";
import { Markdown } from "../lib/markdown";
import { to } from "../lib/router";
import { Icon } from "../ui/icon";
import { Button, Card, Head, Refusal, Show, Status } from "../ui/parts";
import { toast } from "../ui/toast";
import { Stopped } from "./ceiling";
import { RequestChanges } from "./request-changes";

const SETTLED = ["approved", "in_review"];

export function Deliverable({ id, project }: { id: string; project: string }) {
  const document = useData("GET /projects/{project_id}/deliverables/{deliverable_id}", { path: { project_id: project, deliverable_id: id } }, (one) => (SETTLED.includes(one.state) && one.delivery?.state !== "pending" ? "slow" : "fast"));
  const data = document.data;
  return (
    <>
      <Head title={data?.title ?? "Document"} back={[to("projects", project), "Project"]}
        lead={data && <>By the {data.owner} · revision {data.revision} · {moment(data.updated_at)}</>}>
        {data && <Status of={data.state} label={data.state === "in_review" ? "Needs your decision" : undefined} />}
      </Head>
      {data?.state === "in_review" && <Decide project={project} document={data} />}
      {data && data.state !== "in_review" && <Decided project={project} document={data} />}
      {data?.delivery && <Delivery project={project} id={id} delivery={data.delivery} />}
      {data?.state === "changes_requested" && <Working project={project} owner={data.owner} />}
      <Show of={document} lines={8}>{(one) => <Text document={one} />}</Show>
    </>
  );
}

/** Who decided this revision, and where: it may have been somebody else, or in another place. */
function Decided({ project, document: { id, revision } }: { project: string; document: DeliverableView }) {
  const approvals = useData("GET /projects/{project_id}/approvals", { path: { project_id: project } }).data?.approvals;
  const decided = approvals?.find((one) => one.deliverable_id === id && one.revision === revision)?.decided;
  return decided ? <p class="note quiet" role="status"><Icon name="circle-check" /><span>{decided}</span></p> : null;
}

/** How far the document is on its way into the repository; what was given up there can be tried again. */
function Delivery({ project, id, delivery }: { project: string; id: string; delivery: NonNullable<DeliverableView["delivery"]> }) {
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

/** The team works on the comment, or has stopped because the next revision costs more than it may. */
function Working({ project, owner }: { project: string; owner: string }) {
  const found = useData("GET /projects/{project_id}", { path: { project_id: project } }, ({ budget }) => (budget.stopped_at_ceiling ? "slow" : "fast")).data;
  if (found?.budget.stopped_at_ceiling) return <Stopped project={found} />;
  return <p class="callout"><span class="spin" /><span><strong>The {owner} is working on your comment.</strong> The next revision appears here by itself.</span></p>;
}

function Text({ document }: { document: DeliverableView }) {
  return (
    <>
      <Card><article class="paper" aria-label={document.title}>{document.content ? <Markdown text={withoutTitle(document)} /> : <p class="muted">Nothing is written yet.</p>}</article></Card>
      {document.history.length > 1 && (
        <Card title="History">
          <ol class="history">
            {[...document.history].reverse().map((one) => (
              <li>
                <strong>Revision {one.revision}</strong> <time dateTime={one.at}>{moment(one.at)}</time>
                {one.comment && <p class="quote">Answers your comment: “{one.comment}”</p>}
              </li>
            ))}
          </ol>
        </Card>
      )}
    </>
  );
}

/** The page has the title already. */
const withoutTitle = ({ content, title }: DeliverableView): string => {
  const [first = "", ...rest] = content.split("\n");
  return /^#\s/.test(first) && first.toLowerCase().includes(title.toLowerCase().split(" ")[0]!) ? rest.join("\n") : content;
};

function Decide({ project, document: { id, kind, revision, title } }: { project: string; document: DeliverableView }) {
  const [asking, setAsking] = useState(false);
  const [handing, setHanding] = useState(false);
  const decide = useAction(async (body: DecideApproval) => {
    const path = { project_id: project };
    const { approvals } = await call("GET /projects/{project_id}/approvals", { path });
    // The decision belongs to the very text that was read.
    const approval = approvals.find((one) => one.deliverable_id === id && one.revision === revision);
    try {
      if (approval) await call("POST /projects/{project_id}/approvals/{approval_id}", { path: { ...path, approval_id: approval.id }, body });
    } finally {
      await changed("POST /projects/{project_id}/approvals/{approval_id}");  // it may have been decided elsewhere
    }
    if (!approval) throw new ApiError(409, "CONFLICT", "This revision is no longer the one in review. Read the present one first.");
    toast(body.decision === "approve" ? `${title} is approved` : "The team got your comment");
    setAsking(false);
  });
  return (
    <section class="callout decide" aria-label="Your decision">
      <Icon name="circle-check" />
      <span><strong>Revision {revision} waits for your decision.</strong> Once the documents of a phase are approved, the next one begins.</span>
      {kind === "delivery_plan" && (
        <label class="chip"><input type="checkbox" checked={handing} onChange={() => setHanding(!handing)} />Hand out the work to my own workers</label>
      )}
      <Button onClick={() => setAsking(true)} icon="pencil">Request changes</Button>
      <Button kind="primary" icon="check" busy={decide.isPending && !asking} onClick={() => decide.mutate({ decision: "approve", comment: null, ...(handing && { hand_out_work: true }) })}>Approve</Button>
      {!asking && <Refusal error={decide.error} />}
      {asking && <RequestChanges of={{ project_id: project, deliverable_id: id, revision }} title={words(title)} sending={decide} close={() => setAsking(false)} send={(comment) => decide.mutate({ decision: "request_changes", comment })} />}
    </section>
  );
}
