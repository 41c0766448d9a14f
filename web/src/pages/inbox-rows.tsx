import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { lately, sentenceOf } from "../api/live";
import type { InboxItem } from "../api/schema";
import { age, moment, relative } from "../lib/format";
import { Icon } from "../ui/icon";
import { When } from "../ui/parts";
import { inbox as words } from "../words/inbox";
import { NEEDS, placeOf, previewOf } from "./needs";

interface Acts {
  item: InboxItem;
  isCurrent: boolean;
  isPicked: boolean;
  /** Nothing is selected among what is done. */
  pick: ((isOn: boolean) => void) | undefined;
  choose: () => void;
  open: (byKey: boolean) => void;
}

export function Row({ item, isCurrent, isPicked, pick, choose, open }: Acts) {
  const { id, kind, title, state, priority, since, snoozed_until, ended_at } = item;
  const follow = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return; // a window of its own
    event.preventDefault();
    open(event.detail === 0);
  };
  const at = ended_at ?? since;
  return (
    <li id={id} class={`item${isCurrent ? " chosen" : ""}${isPicked ? " picked" : ""}`} onFocusIn={isCurrent ? undefined : choose}>
      <span class="mark">
        <Icon name={NEEDS[kind].icon} />
        {pick && <input type="checkbox" tabIndex={-1} aria-label={words.select(title, placeOf(item))} checked={isPicked} onChange={(event) => pick(event.currentTarget.checked)} />}
      </span>
      <a href={previewOf(item)} aria-current={isCurrent || undefined} onClick={follow}>
        <span class="name clip" dir="auto">{title}</span>
        <span class="place clip" dir="auto">{placeOf(item)}</span>
        {priority === "high" && state === "open" && <span class="urgent"><span class="sr">{words.urgent}</span></span>}
        {state === "snoozed" && snoozed_until ? <time dateTime={snoozed_until} title={moment(snoozed_until)}>{relative(snoozed_until)}</time> : <time dateTime={at} title={moment(at)}>{age(at)}</time>}
      </a>
    </li>
  );
}

const FADES = 12_000; // milliseconds; as long as the animation of `.gone`

/** What left the list without this page's doing, and where it stood: shown for some seconds, so that nothing vanishes unsaid. */
export function useGone(items: InboxItem[], isHandled: (id: string) => boolean, isWhole: boolean): { item: InboxItem; place: number }[] {
  const before = useRef(items);
  const [gone, setGone] = useState<{ item: InboxItem; place: number }[]>([]);
  const isHere = ({ id }: InboxItem) => items.some((one) => one.id === id);
  useLayoutEffect(() => {
    const left = before.current.map((item, place) => ({ item, place })).filter(({ item }) => !isHandled(item.id) && !isHere(item));
    before.current = items;
    if (!left.length || !isWhole) return;
    setGone((now) => [...now, ...left]);
    setTimeout(() => setGone((now) => now.filter((one) => !left.includes(one))), FADES);
  }, [items]);
  return gone.filter(({ item }) => !isHere(item));
}

/** Who met it, and when, as far as the feed of events has told. */
export function Gone({ item }: { item: InboxItem }) {
  const [, look] = useState(0);
  const event = lately(item);
  const known = event !== undefined;
  useEffect(() => {
    // The list may be read anew before the feed has told why.
    const timer = known ? undefined : setInterval(() => look((n) => n + 1), 500);
    return () => clearInterval(timer);
  }, [known]);
  return (
    <li class="item gone">
      <span class="mark"><Icon name="check" /></span>
      <span class="told" role="status"><span class="clip" dir="auto">{event ? sentenceOf(event, item) : `${item.title}: ${words.gone}`}</span>{event && <When at={event.timestamp} />}</span>
    </li>
  );
}
