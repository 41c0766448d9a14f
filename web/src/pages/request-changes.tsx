import type { Sending } from "../api/data";
import { to } from "../lib/router";
import { Dialog } from "../ui/dialog";
import { TextArea } from "../ui/fields";

interface Requested {
  project: string;
  title: string;
  comment: string;
  setComment: (comment: string) => void;
  sending: Sending;
  close: () => void;
  send: () => void;
}

/** Asks what should change. The comment is kept word for word. */
export function RequestChanges({ project, title, comment, setComment, sending, close, send }: Requested) {
  const submit = () => (comment.trim() ? send() : document.querySelector<HTMLElement>("dialog textarea")?.focus());
  return (
    <Dialog title="Request changes" lead={`Each paragraph is kept word for word. It stands in ${title} beside the lines that it names, such as “R1.2: …”, until an edit or an answer settles it.`}
      close={close} submit={submit} act="Send" sending={sending}>
      <TextArea label="What should change?" rows={6} value={comment} set={setComment} error={sending.error?.fields.comment ?? sending.error?.fields.body} data-first />
      <p class="hint">Without a language model, you edit the lines, then present the document again; with one, the team does. What the product has to do is changed in <a href={to("projects", project, "brief")}>the brief</a>.</p>
    </Dialog>
  );
}
