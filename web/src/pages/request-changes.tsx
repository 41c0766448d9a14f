import type { Sending } from "../api/data";
import type { DocumentView } from "../api/schema";
import { to } from "../lib/router";
import { Dialog } from "../ui/dialog";
import { TextArea } from "../ui/fields";
import { decision, request as words } from "../words/document";
import { isComputed, useReviser } from "./editing";

interface Requested {
  project: string;
  document: DocumentView;
  /** The comments at lines, which are sent with this one. */
  comments: [line: string, text: string][];
  /** What is said of the document as a whole. */
  text: string;
  set: (text: string) => void;
  sending: Sending;
  close: () => void;
  send: () => void;
}

/** What comes of a request for changes; undefined for a document that is not read yet, or follows its brief. */
export function useOutcome(project: string, document: DocumentView | undefined): string | undefined {
  const revises = useReviser(project);
  if (!document || isComputed(document)) return undefined;
  const next = document.revision + 1;
  return `${words.kept} ${revises === undefined ? words.then(next) : revises ? words.teamRevises(next) : words.nobodyRevises(next)}`;
}

/** Asks what should change. All comments are kept word for word. */
export function RequestChanges({ project, document: shown, comments, text, set, sending, close, send }: Requested) {
  const submit = () => (comments.length || text.trim() ? send() : document.querySelector<HTMLElement>("dialog textarea")?.focus());
  const outcome = useOutcome(project, shown);
  const [before, link, after] = isComputed(shown) ? decision.computed : decision.fromBrief;
  return (
    <Dialog title={decision.request} lead={outcome} close={close} submit={submit} act={words.send} sending={sending}>
      {comments.length > 0 && <ul class="requested" tabIndex={0} aria-label={words.comments}>{comments.map(([line, said]) => <li key={line}><span class="ref">{line}</span><p dir="auto">{said}</p></li>)}</ul>}
      <TextArea label={comments.length ? words.else : words.what} rows={4} maxLength={words.most} value={text} set={set} error={sending.error?.fields.comment ?? sending.error?.fields.body} data-first />
      <p class="hint">{before}<a href={to("projects", project, "brief")}>{link}</a>{after}</p>
    </Dialog>
  );
}
