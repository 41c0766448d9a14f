import type { Sending } from "../api/data";
import { plural } from "../lib/format";
import { to } from "../lib/router";
import { Dialog } from "../ui/dialog";
import { TextArea } from "../ui/fields";

interface Requested {
  project: string;
  title: string;
  /** The comments at places, as they will be said. */
  lines: string[];
  rest: string;
  setRest: (rest: string) => void;
  sending: Sending;
  close: () => void;
  send: (comment: string) => void;
}

/** Asks what should change. The comment is kept word for word. */
export function RequestChanges({ project, title, lines, rest, setRest, sending, close, send }: Requested) {
  const text = [...lines, rest.trim()].filter(Boolean).join("\n");
  const submit = () => (text ? send(text) : document.querySelector<HTMLElement>("dialog textarea")?.focus());
  return (
    <Dialog title="Request changes" lead={`Say what ${title} should say instead. The next revision is written from the brief as it stands, and shows your comment as an open point.`}
      close={close} submit={submit} act="Send" sending={sending}>
      {lines.length > 0 && <div class="lines"><h3>{plural(lines.length, "comment")}</h3><ol>{lines.map((line) => <li dir="auto">{line}</li>)}</ol></div>}
      <TextArea label={lines.length ? "What else should change?" : "What should change?"} rows={lines.length ? 3 : 6} value={rest} set={setRest} error={sending.error?.fields.comment ?? sending.error?.fields.body} data-first />
      <p class="hint">What the product has to do is changed in <a href={to("projects", project, "brief")}>the brief</a>.</p>
    </Dialog>
  );
}
