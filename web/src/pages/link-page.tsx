import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import type { ApiError } from "../api/call";
import { to } from "../lib/router";
import logo from "../icon.svg";
import { Icon } from "../ui/icon";
import { Refusal } from "../ui/parts";
import { enter as words } from "../words/enter";

interface Sheet {
  title: string;
  /** Of the card, where it is another than that of the tab. */
  heading?: ComponentChildren;
  lead?: ComponentChildren;
  /** What Enter sends, where the page is a form. */
  submit?: () => void;
  children: ComponentChildren;
}

/** A page without the shell: one card below the name. */
export function Bare({ title, heading = title, lead, submit, children }: Sheet) {
  useEffect(() => {
    document.title = `${title} · ${words.brand}`;
  }, [title]);
  const send = (event: Event) => {
    event.preventDefault();
    submit!();
  };
  const body = <><div><h1>{heading}</h1>{lead && <p class="sub">{lead}</p>}</div>{children}</>;
  return (
    <main class="enter" id="main">
      <div class="enter-brand"><img src={logo} alt="" width="36" height="36" /><span>{words.brand}</span></div>
      {submit ? <form class="card" onSubmit={send} noValidate>{body}</form> : <div class="card">{body}</div>}
    </main>
  );
}

interface LinkPage extends Sheet {
  done: ComponentChildren;
  error: ApiError | null;
  /** What to do about a link that is over. */
  over: string;
  end?: ComponentChildren;
}

/** What a mail's link leads to. Once it is done, it says what was done. */
export const Page = ({ done, error, over, end = <a href={to("inbox")}>{words.toAtrium}</a>, submit, children, ...rest }: LinkPage) => (
  <Bare {...rest} {...(!done && submit && { submit })}>
    {done ? <div class="note good" role="status"><Icon name="circle-check" /><span>{done}</span></div> : children}
    <Refusal error={error} />
    {error?.code === "INVALID_TOKEN" && <p class="sub">{over}</p>}
    <p class="swap">{end}</p>
  </Bare>
);
