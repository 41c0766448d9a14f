import { useRef } from "preact/hooks";
import type { InboxItem } from "../api/schema";
import { moment } from "../lib/format";
import { to } from "../lib/router";
import { Icon } from "../ui/icon";
import { later } from "../ui/later";
import { Button, When } from "../ui/parts";
import { deeds, inbox as words } from "../words/inbox";
import { placeOf } from "./needs";

const Need = later(() => import("./need").then((page) => page.Need));

interface Acts {
  item: InboxItem;
  /** Back to the list, where the preview stands in its place. */
  close: (() => void) | undefined;
  handled: () => void;
  approve: () => void;
  finish: () => void;
  snooze: () => void;
  back: () => void;
}

const SETTLES = 500; // milliseconds in which a press is still meant for the item that was here before

/** One thing to do: what it is, what waits for it, and the answers to it. */
export function Preview({ item, close, finish, snooze, back, ...acts }: Acts) {
  const shownAt = useRef(Date.now()).current;
  const guard = (event: MouseEvent) => {
    if (!event.detail || Date.now() - shownAt >= SETTLES) return; // a key is pressed nowhere
    event.stopPropagation();
    event.preventDefault();
  };
  const { state, project_id, blocks, since, snoozed_until, ended_at, needs_decision } = item;
  const place = <bdi>{placeOf(item)}</bdi>;
  return (
    <section class="card preview" aria-label={words.preview} onClickCapture={guard}>
      <header>
        {close && <button type="button" class="back link" onClick={close}>{words.title}<Icon name="chevron-right" /></button>}
        <div>
          <h2 tabIndex={-1} dir="auto">{item.title}</h2>
          <div class="acts">
            {state === "snoozed" && <Button kind="ghost" icon="rotate-ccw" onClick={back}>{deeds.bringBack}</Button>}
            {state !== "done" && <Button kind="ghost" icon="clock" onClick={snooze}>{state === "snoozed" ? deeds.change : deeds.snooze}</Button>}
            {state !== "done" && !needs_decision && <Button kind="ghost" icon="check" onClick={finish}>{deeds.done}</Button>}
          </div>
        </div>
        <p>{project_id ? <a href={to("projects", project_id)}>{place}</a> : place} · {snoozed_until ? words.until(moment(snoozed_until)) : <When at={ended_at ?? since} />}</p>
        {blocks && <p>{blocks}</p>}
      </header>
      <Need item={item} {...acts} />
    </section>
  );
}
