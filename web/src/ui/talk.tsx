import type { ComponentChildren, TargetedEvent } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { tooLong } from "../lib/format";
import { useKeys } from "../lib/keys";
import "../styles/talk.css";
import { ask } from "../words/ask";
import { Button, Skeleton } from "./parts";

const NEAR_END = 80;
const ABOVE = 16; // pixels, so that neither the name nor the picture is cut
const MOST = 10_000; // characters of a message
const isAtEnd = (log: HTMLElement) => log.scrollHeight - log.scrollTop - log.clientHeight < NEAR_END;

/**
 * What was said, oldest first. It stays at its end while it grows, at the top of an exchange that is longer than it, and where it is when older messages come in above;
 * `target` is the id of an element to be led to. Whoever sends something, `sent`, is led to the end.
 */
export function Log({ label, first, more, loading, readOlder, toNewest, target, sent, children }: {
  label: string; first: string; more: boolean; loading: boolean; readOlder: () => Promise<unknown>; toNewest: () => void; target?: string; sent?: string; children: ComponentChildren;
}) {
  const box = useRef<HTMLDivElement>(null);
  const state = useRef({ atEnd: true, height: 0, first: "", reading: false, sent });
  const [isAway, setAway] = useState(false);
  const look = (log: HTMLElement) => {
    state.current.atEnd = isAtEnd(log);
    setAway((log.querySelector<HTMLElement>(".msg:last-of-type")?.offsetTop ?? 0) > log.scrollTop + log.clientHeight);
  };
  useLayoutEffect(() => {
    const log = box.current!;
    const before = state.current;
    if (before.first && first !== before.first) log.scrollTop += log.scrollHeight - before.height; // older ones came in above
    else if (before.atEnd || (sent && sent !== before.sent)) log.scrollTop = Math.min(log.scrollHeight, (lastOf(log)?.offsetTop ?? Infinity) - ABOVE);
    state.current = { ...before, height: log.scrollHeight, first, sent: sent ?? before.sent };
    look(log);
  });
  useEffect(() => {
    const found = target ? document.getElementById(target) : null;
    if (!found) return;
    const log = box.current!; // it alone scrolls: what stands above it stays in view
    log.scrollTop = ((found.matches("h2 + *") ? found.previousElementSibling : found) as HTMLElement).offsetTop - ABOVE; // with its day
    look(log);
    found.focus({ preventScroll: true });
  }, [target]);
  const read = async () => {
    if (state.current.reading) return;
    state.current.reading = true;
    await readOlder().catch(() => undefined);
    state.current.reading = false;
  };
  const onScroll = ({ currentTarget: log }: TargetedEvent<HTMLDivElement>) => {
    look(log);
    if (more && log.scrollTop < NEAR_END) void read();
  };
  const toEnd = () => {
    toNewest();
    box.current!.scrollTop = box.current!.scrollHeight;
    box.current!.focus({ preventScroll: true }); // the button goes
  };
  return (
    <>
      <div class="talk-log" ref={box} role="log" aria-label={label} aria-live="polite" tabIndex={0} onScroll={onScroll}>
        {loading && <Skeleton />}
        {more && <p class="older"><Button kind="ghost" onClick={read}>{ask.older}</Button></p>}
        {children}
      </div>
      {isAway && <p class="latest"><Button icon="arrow-down" onClick={toEnd}>{ask.latest}</Button></p>}
    </>
  );
}

/** The last message; an answer with the question before it. */
function lastOf(log: HTMLElement): HTMLElement | undefined {
  const [question, last] = [...log.querySelectorAll<HTMLElement>(".msg")].slice(-2);
  return question?.matches(".mine") ? question : (last ?? question);
}

/** Where one writes; it stays in view. Enter sends, and `keep` is told of every letter. A new `version` puts `text` in the place of what is there. */
export function Composer({ id, label, placeholder, text, version, keep, send }: {
  id: string; label: string; placeholder: string; text: string; version: number; keep: (text: string) => void; send: (text: string) => void;
}) {
  const [value, setValue] = useState(text);
  const field = useRef<HTMLTextAreaElement>(null);
  useKeys(ask.keys, { r: [ask.write, () => field.current!.focus()] });
  useLayoutEffect(() => setValue(text), [version]);
  const wrong = tooLong(value, MOST);
  const set = (next: string) => {
    setValue(next);
    keep(next);
  };
  const submit = (event: Event) => {
    event.preventDefault();
    const message = value.trim();
    if (!message || wrong) return;
    set("");
    send(message);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) submit(event);
  };
  return (
    <form class="composer" onSubmit={submit}>
      <label class="sr" for={id}>{label}</label>
      <textarea ref={field} id={id} class="in" rows={1} dir="auto" placeholder={placeholder} value={value} onInput={(event) => set(event.currentTarget.value)} onKeyDown={onKeyDown} aria-describedby={`${id}-hint`} aria-invalid={wrong ? true : undefined} />
      <Button type="submit" kind="primary" icon="send" aria-label={ask.send} disabled={!value.trim() || wrong !== undefined} />
      <p class={wrong ? "err" : "hint sr"} id={`${id}-hint`} role="status">{wrong ?? ask.how}</p>
    </form>
  );
}

/** Questions that one press asks. */
export const Questions = ({ label, of, ask }: { label: string; of: string[]; ask: (question: string) => void }) =>
  of.length ? <div class="chips ideas" role="group" aria-label={label}>{of.map((one) => <button type="button" class="chip" key={one} onClick={() => ask(one)}>{one}</button>)}</div> : null;
