import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { ApiError, call } from "../api/call";
import { changed, useAction, useData } from "../api/data";
import type { DecideApproval, DocumentView } from "../api/schema";
import { words } from "../lib/format";
import { useKeys } from "../lib/keys";
import { forget, remember, remembered } from "../lib/kept";
import { ownKey } from "../lib/review";
import { Icon } from "../ui/icon";
import { Button, Refusal } from "../ui/parts";
import { toast } from "../ui/toast";
import { screenAt } from "./needs";
import { RequestChanges } from "./request-changes";

const SECONDS = 10;
const MUCH_LATER = 60_000; // a device that slept: nobody waits any more, so nothing is sent

interface Deciding {
  project: string;
  document: DocumentView;
  /** What should change, as far as it is typed. */
  comment: string;
  setComment: (comment: string) => void;
  asking: boolean;
  setAsking: (asking: boolean) => void;
  decided: () => void;
}

/** Asks for the decision on a revision. An approval is sent after ten seconds, and can be cancelled till then. */
export function Decide({ project, document: { id, kind, revision, title, state, content_hash }, comment, setComment, asking, setAsking, decided }: Deciding) {
  const [handing, setHanding] = useState(true);
  const decide = useAction(async (body: DecideApproval) => {
    const path = { project_id: project };
    const { approvals } = await call("GET /projects/{project_id}/approvals", { path });
    // The decision belongs to the revision that was read, an approval to its very text.
    const approval = approvals.find((one) => one.deliverable_id === id && one.revision === revision);
    try {
      if (approval) await call("POST /projects/{project_id}/approvals/{approval_id}", { path: { ...path, approval_id: approval.id }, body });
    } finally {
      await changed("POST /projects/{project_id}/approvals/{approval_id}");  // it may have been decided elsewhere
    }
    if (!approval) throw new ApiError(409, "CONFLICT", "This revision is no longer the one in review. Read the present one first.");
    toast(body.decision === "approve" ? `${title} is approved` : "Your comment stands in the document");
    setAsking(false);
    decided();
  });
  const approve = useSoon(ownKey("approving", id, revision), state === "in_review", () => decide.mutate({ decision: "approve", comment: null, content_hash, ...(kind === "delivery_plan" && !handing && { hand_out_work: false }) }));
  useLayoutEffect(() => {
    if (approve.left !== null) approve.stop("Your approval was not sent: the text was edited meanwhile. Read it, then approve.");
  }, [content_hash]);
  useKeys("Decision", state === "in_review" && approve.left === null && !decide.isPending ? {
    a: ["Approve, in ten seconds", approve.begin],
    r: ["Request changes", () => setAsking(true)],
  } : {});
  if (state !== "in_review") return null;
  if (approve.left !== null) {
    return (
      <section class="callout decide" aria-label="Your decision" onKeyDown={(event) => event.key === "Escape" && approve.cancel()}>
        <Countdown left={approve.left} />
        <span><strong role="status">You approve {words(title)} in {SECONDS} seconds.</strong> Leaving this page cancels it.</span>
        <Button onClick={approve.now} kind="ghost">Approve now</Button>
        <Focused onClick={approve.cancel}>Cancel</Focused>
      </section>
    );
  }
  return (
    <section class="callout decide" aria-label="Your decision">
      <Icon name="circle-check" />
      <span><strong>Revision {revision} waits for your decision.</strong> Once the documents of a phase are approved, the next one begins.</span>
      {kind === "delivery_plan" && (
        <label class="chip"><input type="checkbox" checked={handing} onChange={() => setHanding(!handing)} />Hand its work out</label>
      )}
      <Button onClick={() => setAsking(true)} icon="pencil">Request changes</Button>
      <Button kind="primary" icon="check" busy={decide.isPending && !asking} onClick={approve.begin} data-approve>Approve</Button>
      {approve.told && <p class="note" role="status"><Icon name="circle-alert" /><span>{approve.told}</span></p>}
      {comment && <p class="hint">You have begun a comment. It stays here until you send it.</p>}
      {!asking && <Refusal error={decide.error} />}
      {asking && <RequestChanges project={project} title={words(title)} comment={comment} setComment={setComment} sending={decide} close={() => setAsking(false)}
        send={() => decide.mutate({ decision: "request_changes", comment: comment.trim() }, { onSuccess: () => setComment("") })} />}
    </section>
  );
}

/** Does something once after ten seconds, unless it is cancelled, the page is left, or `open` ends. */
function useSoon(key: string, open: boolean, act: () => void) {
  const [until, setUntil] = useState<number | null>(null);
  const [now, setNow] = useState(0);
  const [told, setTold] = useState("");
  const run = useRef(act);
  run.current = act;
  const waiting = useRef(false); // told by what happens, not by what is drawn: two ticks may come between two drawings
  const may = useRef(open);
  may.current = open;
  const end = (said: string) => {
    waiting.current = false;
    forget(key);
    setUntil(null);
    setTold(said);
    if (said) requestAnimationFrame(() => document.querySelector<HTMLElement>("[data-approve]")?.focus());
  };
  const send = () => {
    if (!waiting.current) return;
    end("");
    run.current();
  };
  useLayoutEffect(() => {
    // What a page that is gone left behind: it never got to send it.
    if (remembered(key)) end("Your approval was not sent: the page was left before the ten seconds were over.");
    const hidden = () => {
      if (waiting.current) setUntil(null);
      waiting.current = false;
    };
    addEventListener("pagehide", hidden);
    return () => {
      removeEventListener("pagehide", hidden);
      if (!waiting.current) return;
      waiting.current = false;
      forget(key);
      toast("Nothing is approved: you left the page before");
    };
  }, []);
  useEffect(() => {
    if (until === null) return undefined;
    const timer = setInterval(() => {
      if (!waiting.current) return;
      const late = Date.now() - until;
      if (!may.current) end("");
      else if (late > MUCH_LATER) end("Your approval was not sent: this device slept in between.");
      else if (late >= 0) send();
      else setNow(Date.now());
    }, 250);
    return () => clearInterval(timer);
  }, [until]);
  const begin = () => {
    waiting.current = true;
    remember(key, "1");
    setTold("");
    setNow(Date.now());
    setUntil(Date.now() + SECONDS * 1000);
  };
  return { left: until === null ? null : Math.max(0, Math.ceil((until - now) / 1000)), told, begin, stop: end, cancel: () => end("Cancelled. Nothing was sent."), now: send };
}

/** The seconds are for the eyes; a screen reader hears of them once. */
const Countdown = ({ left }: { left: number }) => (
  <span class="countdown" aria-hidden="true">
    <svg viewBox="0 0 32 32"><circle cx="16" cy="16" r="14" pathLength={SECONDS} stroke-dasharray={`${left} ${SECONDS}`} /></svg>{left}
  </span>
);

function Focused({ onClick, children }: { onClick: () => void; children: ComponentChildren }) {
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => place.current?.querySelector("button")?.focus(), []);
  return <span class="acts" ref={place}><Button onClick={onClick} icon="x">{children}</Button></span>;
}

/** The most urgent other document that waits for a decision, of this project if it has one. Whoever has just decided goes on from it. */
export function NextToDecide({ project, id, decided }: { project: string; id: string; decided: boolean }) {
  const link = useRef<HTMLAnchorElement>(null);
  const items = useData("GET /inbox", { query: { state: "open", limit: 100 } }).data?.items ?? [];
  const waiting = items.filter((item) => item.kind === "approval" && !item.path.endsWith(`/${id}`));
  const next = waiting.find((item) => item.project_id === project) ?? waiting[0];
  useEffect(() => {
    if (decided && ["H1", "BODY"].includes(document.activeElement!.tagName)) link.current?.focus();
  }, [decided, !next]);
  if (!next) return null;
  return <p class="next-one"><a class="btn" href={screenAt(next.path)} ref={link}><Icon name="arrow-right" />Next to decide: {next.project_id === project ? "" : `${next.project_name}: `}{next.sentence}</a></p>;
}
