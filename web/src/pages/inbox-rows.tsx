import { useLayoutEffect, useRef } from "preact/hooks";
import { lately, sentenceOf } from "../api/live";
import type { InboxItem } from "../api/schema";
import { age, moment, relative } from "../lib/format";
import { Icon } from "../ui/icon";
import { toast } from "../ui/toast";
import { inbox as words } from "../words/inbox";
import { NEEDS, placeOf, previewOf } from "./needs";

interface Acts {
  item: InboxItem;
  /** Its project is said above. */
  isGrouped: boolean;
  isCurrent: boolean;
  isPicked: boolean;
  /** Nothing is selected among what is done. */
  pick: ((isOn: boolean) => void) | undefined;
  choose: () => void;
  open: (byKey: boolean) => void;
}

export function Row({ item, isGrouped, isCurrent, isPicked, pick, choose, open }: Acts) {
  const { id, kind, title, state, priority, blocks, since, snoozed_until, ended_at } = item;
  const follow = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return; // a window of its own
    event.preventDefault();
    open(event.detail === 0);
  };
  const at = ended_at ?? since;
  return (
    <li id={id} class={`item${isCurrent ? " chosen" : ""}${isPicked ? " picked" : ""}`} onFocusIn={isCurrent ? undefined : choose}>
      <label class="mark">
        <Icon name={NEEDS[kind].icon} />
        {pick && <input type="checkbox" tabIndex={-1} aria-label={words.select(title, placeOf(item))} checked={isPicked} onChange={(event) => pick(event.currentTarget.checked)} />}
      </label>
      <a href={previewOf(item)} aria-current={isCurrent || undefined} onClick={follow}>
        <span class="told"><span class="name clip" dir="auto">{title}</span><span class={isGrouped ? "sr" : "place clip"} dir="auto">{placeOf(item)}</span>{isGrouped && <small>{words.blocks(blocks)}</small>}</span>
        {priority === "high" && state === "open" && <span class="urgent"><span class="sr">{words.urgent}</span></span>}
        {state === "snoozed" && snoozed_until ? <time dateTime={snoozed_until} title={moment(snoozed_until)}>{relative(snoozed_until)}</time> : <time dateTime={at} title={moment(at)}>{age(at)}</time>}
      </a>
    </li>
  );
}

/** What left the list without this page's doing is said in passing, with who met it, as far as the feed of events has told. */
export function useGone(items: InboxItem[], isHandled: (id: string) => boolean, isWhole: boolean): void {
  const before = useRef(items);
  useLayoutEffect(() => {
    const left = before.current.filter(({ id }) => !isHandled(id) && items.every((one) => one.id !== id));
    before.current = items;
    if (!isWhole) return;
    for (const item of left) {
      const event = lately(item);
      toast(event ? sentenceOf(event, item) : words.gone(item.title));
    }
  }, [items]);
}
