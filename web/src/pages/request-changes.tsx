import type { Sending } from "../api/data";
import { to } from "../lib/router";
import { Dialog } from "../ui/dialog";
import { TextArea } from "../ui/fields";
import { decision, request as words } from "../words/document";

interface Requested {
  project: string;
  /** The comments at lines, which are sent with this one. */
  comments: [line: string, text: string][];
  /** What is said of the document as a whole. */
  text: string;
  set: (text: string) => void;
  sending: Sending;
  close: () => void;
  send: () => void;
}

/** Asks what should change. All comments are kept word for word. */
export function RequestChanges({ project, comments, text, set, sending, close, send }: Requested) {
  const submit = () => (comments.length || text.trim() ? send() : document.querySelector<HTMLElement>("dialog textarea")?.focus());
  const [before, link, after] = words.brief;
  return (
    <Dialog title={decision.request} lead={words.lead} close={close} submit={submit} act={words.send} sending={sending}>
      {comments.length > 0 && <ul class="requested" aria-label={words.comments}>{comments.map(([line, said]) => <li key={line}><span class="ref">{line}</span><p dir="auto">{said}</p></li>)}</ul>}
      <TextArea label={comments.length ? words.else : words.what} rows={4} maxLength={words.most} value={text} set={set} error={sending.error?.fields.comment ?? sending.error?.fields.body} data-first />
      <p class="hint">{before}<a href={to("projects", project, "brief")}>{link}</a>{after}</p>
    </Dialog>
  );
}
