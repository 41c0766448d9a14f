import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { common } from "../words/common";
import { Icon } from "./icon";
import { Button } from "./parts";

interface Detail {
  id: string;
  title: ComponentChildren;
  body: ComponentChildren;
}

/** A list, and at its side what was chosen from it; on a narrow screen that lies over the list. Escape closes it. */
export function Beside({ detail, close, children }: { detail: Detail | null; close: () => void; children: ComponentChildren }) {
  const place = useRef<HTMLDivElement>(null);
  const first = useRef(true);
  useEffect(() => {
    if (detail && !first.current) place.current!.querySelector<HTMLElement>("aside h2")?.focus();
    first.current = false;
  }, [detail?.id]);
  const shut = () => {
    const chosen = place.current!.querySelector<HTMLElement>("[aria-current=true]");
    close();
    chosen?.focus();
  };
  return (
    <div class={detail ? "beside open" : "beside"} ref={place} onKeyDown={({ key }) => key === "Escape" && detail && shut()}>
      <div class="stack">{children}</div>
      {detail && (
        <aside class="card" aria-labelledby="beside">
          <div class="card-head"><h2 id="beside" tabIndex={-1}>{detail.title}</h2><Button kind="ghost" aria-label={common.close} onClick={shut}><Icon name="x" /></Button></div>
          <div class="aside-body">{detail.body}</div>
        </aside>
      )}
    </div>
  );
}
