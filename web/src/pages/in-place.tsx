import type { ComponentChildren } from "preact";
import type { ApiError } from "../api/call";
import { tooLong } from "../lib/format";
import { isTouched } from "../lib/keys";
import { Opened, TextArea } from "../ui/fields";
import { Button, Refusal } from "../ui/parts";

interface Typing {
  label: ComponentChildren;
  text: string;
  set: (text: string) => void;
  /** As many characters as can be sent. */
  most: number;
  send: () => void;
  leave: () => void;
  act: string;
  dismiss: string;
  busy?: boolean;
  error?: ApiError | null;
  /** What the server calls the text. */
  field?: string;
  /** Shift and Enter make a new line. */
  severalLines?: boolean;
  hint?: string;
  /** Stands between the field and its buttons. */
  children?: ComponentChildren;
}

/** A field that opens where its text will stand: Enter sends it, unless it ends the choice of a sign; Escape leaves it. */
export function InPlace({ label, text, set, most, send, leave, act, dismiss, busy, error, field = "text", severalLines, hint, children }: Typing) {
  const submit = (event: Event) => {
    event.preventDefault();
    (event.currentTarget as HTMLElement).querySelector("textarea")!.focus(); // a click on the button took the focus, and what is refused is mended here
    if (!busy && !tooLong(text, most)) send();
  };
  const press = (event: KeyboardEvent) => {
    const sends = event.key === "Enter" && !(severalLines && event.shiftKey) && event.target instanceof HTMLTextAreaElement;
    if (event.isComposing || (!sends && event.key !== "Escape")) return;
    event.stopPropagation();
    if (sends) return submit(event);
    event.preventDefault();
    leave();
  };
  return (
    <form class="form in-place" onSubmit={submit} onKeyDown={press} noValidate>
      <Opened><TextArea label={label} rows={1} maxLength={most} value={text} set={set} error={error?.fields[field]} /></Opened>
      {children}
      <span class="acts"><Button type="submit" kind="primary" busy={busy}>{act}</Button><Button kind="ghost" onClick={leave}>{dismiss}</Button>{hint && !isTouched() && <small class="hint">{hint}</small>}</span>
      <Refusal error={error} />
    </form>
  );
}
