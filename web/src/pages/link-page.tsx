import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import type { ApiError } from "../api/call";
import { to } from "../lib/router";
import logo from "../icon.svg";
import { Icon } from "../ui/icon";
import { Refusal } from "../ui/parts";

/** A page without the shell: what a mail's link leads to. Once it is done, it says what was done. */
export function Page({ title, lead, done, error, hint, end = <a href={to("overview")}>Go to Atrium</a>, children }: {
  title: string; lead: string; done: ComponentChildren; error: ApiError | null; hint: string; end?: ComponentChildren; children: ComponentChildren;
}) {
  useEffect(() => {
    document.title = `${title} · Atrium`;
  }, [title]);
  return (
    <main class="enter">
      <div class="enter-brand"><img src={logo} alt="" width="36" height="36" /><span>Atrium</span></div>
      <div class="card">
        <div>
          <h1>{title}</h1>
          <p class="sub">{lead}</p>
        </div>
        {done ? <div class="note good" role="status"><Icon name="circle-check" /><span>{done}</span></div> : children}
        <Refusal error={error} />
        {error?.code === "INVALID_TOKEN" && <p class="sub">{hint}</p>}
        <p class="swap">{end}</p>
      </div>
    </main>
  );
}
