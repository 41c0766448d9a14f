import type { ComponentChildren, JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { ApiError } from "../api/call";
import type { Loaded, Sending } from "../api/data";
import { isLost, watchReach } from "../api/reach";
import { moment, relative, words } from "../lib/format";
import { visited } from "../lib/recent";
import { common } from "../words/common";
import { Icon } from "./icon";

type Children = { children?: ComponentChildren };

/** The head of a screen; it names the tab too. */
export function Head({ title, lead, back, children }: { title: string; lead?: ComponentChildren; back?: [string, string] } & Children) {
  useEffect(() => {
    document.title = `${title} · Atrium`;
    visited(title);
  }, [title]);
  return (
    <header class="head">
      <div>
        {back && <a class="back" href={back[0]}>{back[1]}<Icon name="chevron-right" /></a>}
        <h1 tabIndex={-1} dir="auto">{title}</h1>
        {lead && <p>{lead}</p>}
      </div>
      {children && <div class="acts">{children}</div>}
    </header>
  );
}

type ButtonProps = { icon?: string; kind?: "primary" | "danger" | "risky" | "ghost" | "plain"; busy?: boolean } & JSX.IntrinsicElements["button"];

export function Button({ icon, kind = "plain", busy, children, ...rest }: ButtonProps) {
  return (
    <button type="button" {...rest} class={`btn ${kind}`} aria-disabled={busy || rest["aria-disabled"] || undefined} onClick={busy ? undefined : rest.onClick}>
      {busy ? <span class="spin" role="status" aria-label={common.working} /> : icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

export const Card = ({ title, aside, children, flush }: { title?: string; aside?: ComponentChildren; flush?: boolean } & Children) => (
  <section class={flush ? "card flush" : "card"}>
    {title && <div class="card-head"><h2>{title}</h2>{aside}</div>}
    {children}
  </section>
);

/** A status in words, with a colour that says the same. */
export const Pill = ({ tone = "quiet", children }: { tone?: "good" | "warn" | "bad" | "quiet" | "hollow" } & Children) => (
  <span class={`pill ${tone}`}>{children}</span>
);

const TONES: Record<string, "good" | "warn" | "bad" | "quiet" | "hollow"> = {
  active: "good", approved: "good", completed: "good", done: "good", fulfilled: "good", succeeded: "good",
  in_review: "warn", on_hold: "warn", paused: "warn", pending: "warn", changes_requested: "warn", missed: "warn",
  blocked: "bad", failed: "bad", cancelled: "hollow", revoked: "hollow", declined: "hollow", outdated: "hollow", expired: "hollow", replaced: "hollow",
};

export const Status = ({ of, label }: { of: string; label?: string }) => <Pill tone={TONES[of] ?? "quiet"}>{label ?? words(of)}</Pill>;

/** An email address; where it does not fit it breaks before its host. */
export const Email = ({ of }: { of: string }) => <>{of.split(/(?=@)/).map((part, index) => <>{index > 0 && <wbr />}{part}</>)}</>;

/** A moment, told by its distance; the exact time is one hover or one focus away. */
export const When = ({ at, none = common.never }: { at: string | null; none?: string }) =>
  at ? <time dateTime={at} title={moment(at)}>{relative(at)}</time> : <span class="muted">{none}</span>;

export const Empty = ({ icon, title, text, children }: { icon: string; title: string; text: ComponentChildren } & Children) => (
  <div class="empty">
    <span class="disc"><Icon name={icon} /></span>
    <h2>{title}</h2>
    <p>{text}</p>
    {children}
  </div>
);

export const Skeleton = ({ lines = 3 }: { lines?: number }) => (
  <div class="skeleton" role="status" aria-label={common.loading}>
    {Array.from({ length: lines }, () => <i />)}
  </div>
);

/** A refusal in the server's words. What is wrong with a field is said there; here only if its form shows no such field. */
export function Refusal({ error, retry }: { error: ApiError | null | undefined; retry?: () => unknown }) {
  const place = useRef<HTMLDivElement>(null);
  const [isSaid, setSaid] = useState(false);
  const [healed, setHealed] = useState<ApiError>();
  useEffect(() => (error?.code !== "OFFLINE" ? undefined : watchReach(() => {
    if (isLost()) return;
    setHealed(error); // it is said no more that the network is gone, once it is there
    retry?.();
  })), [error]);
  const wrong = Object.values(error?.fields ?? {});
  useLayoutEffect(() => setSaid(wrong.length > 0 && Boolean((place.current?.closest("form") ?? place.current?.parentElement)?.querySelector(".err"))), [error]);
  if (!error || error === healed) return null;
  if (isSaid) return <div ref={place} hidden />;
  return (
    <div ref={place} class="note bad" role="alert">
      <Icon name="circle-alert" />
      <span>{wrong.join(" ") || error.message}</span>
      {retry && <button type="button" class="link" onClick={() => retry()}>{common.tryAgain}</button>}
    </div>
  );
}

type FormProps = { label?: string; act: string; icon?: string; kind?: ButtonProps["kind"]; sending: Sending; submit: () => void; cancel?: () => void; unchanged?: boolean } & Children;

/** Fields in a page, why they were refused, and the button that sends them; `unchanged`: there is nothing to send, and the button keeps the focus. One with `cancel` was opened here, and can be left. */
export function Form({ label, act, icon, kind = "primary", sending: { isPending, error }, submit, cancel, unchanged, children }: FormProps) {
  const send = (event: Event) => {
    event.preventDefault();
    if (!unchanged && !isPending) submit();
  };
  const press = (event: KeyboardEvent) => (event.key === "Escape" && !event.isComposing ? cancel?.() : event.key === "Enter" && (event.ctrlKey || event.metaKey) && send(event));
  return (
    <form class="form" aria-label={label} noValidate onSubmit={send} onKeyDown={press}>
      {children}
      <Refusal error={error} />
      <div class="acts"><Button type="submit" kind={unchanged ? "plain" : kind} icon={icon} busy={isPending} aria-disabled={unchanged}>{act}</Button>{cancel && <Button kind="ghost" onClick={cancel}>{common.cancel}</Button>}</div>
    </form>
  );
}

/** From a page of a list to older ones, and back to the newest; nothing where there is neither. */
export const Pager = ({ newest, older }: { newest: (() => void) | false; older: (() => void) | false }) => (newest || older) && (
  <div class="pad acts">{newest && <Button onClick={newest}>{common.newest}</Button>}{older && <Button onClick={older}>{common.older}</Button>}</div>
);

/** What was loaded, a skeleton before it is there, and the reason when it can't be had. A lost network is said once for all, by the shell. */
export function Show<T>({ of, lines, children }: { of: Loaded<T>; lines?: number; children: (data: T) => ComponentChildren }) {
  if (of.data === undefined) return of.error ? <div class="pad"><Refusal error={of.error} retry={of.refetch} /></div> : <Skeleton lines={lines} />;
  return (
    <>
      {of.error && !isLost() && <div class="pad"><Refusal error={of.error} retry={of.refetch} /></div>}
      {children(of.data)}
    </>
  );
}

export function Tabs<T extends string>({ label, tabs, current, choose }: { label: string; tabs: [T, string, number?][]; current: T; choose: (tab: T) => void }) {
  return (
    <div class="bar" role="group" aria-label={label}>
      {tabs.map(([id, text, count]) => (
        <button type="button" class="tab" aria-pressed={id === current} onClick={() => choose(id)}>
          {text}{count !== undefined && <span>{count}</span>}
        </button>
      ))}
    </div>
  );
}

export const Progress = ({ percent, label }: { percent: number; label: string }) => (
  <progress class="progress" max={100} value={percent} aria-label={label}>{percent} %</progress>
);

/** How to get something: a step a line; what a step lists after a colon, each by itself. */
export function Steps({ of }: { of: string }) {
  const steps = of.split("\n");
  if (steps.length === 1) return <>{of}</>;
  return (
    <ol class="how">{steps.map((step) => {
      const [, lead, parts = ""] = /^(.+?: )?(.+)$/.exec(step) ?? [];
      return <li key={step}>{lead && parts.includes("; ") ? <>{lead}<ul>{parts.split("; ").map((one) => <li key={one}>{one}</li>)}</ul></> : step}</li>;
    })}</ol>
  );
}
