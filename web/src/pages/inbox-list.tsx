import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import type { InboxItem } from "../api/schema";
import { useCommands, useKeys } from "../lib/keys";
import { Button } from "../ui/parts";
import { deeds, does, hints, inbox as words } from "../words/inbox";
import { unsentOf } from "./approving";
import { show, useChosen, useTakenBack } from "./inbox-choice";
import { useDeeds } from "./inbox-deeds";
import { Snooze } from "./inbox-dialogs";
import { Preview } from "./inbox-preview";
import { Row, useGone } from "./inbox-rows";
import { byPlace, screenAt } from "./needs";
import { Unsent } from "./unsent-comments";

const NONE: ReadonlySet<string> = new Set();

interface Listed {
  items: InboxItem[];
  /** With those that were decided a moment ago and may be taken back. */
  all: InboxItem[];
  state: InboxItem["state"];
  isWhole: boolean;
  none: ComponentChildren;
}

/** The list and, beside it or in its place, the preview of the row that is chosen. */
export function InboxList({ items: given, all, state, isWhole, none }: Listed) {
  const [picked, setPicked] = useState(NONE);
  const [snoozing, setSnoozing] = useState<InboxItem[] | null>(null);
  const handled = useRef(new Set<string>()).current;
  const wasHeld = useTakenBack(all);
  const { away, back, finish, approve: approveNow } = useDeeds(all, handled, show);
  const [leaving, setLeaving] = useState<InboxItem[] | null>(null); // to be approved, with comments that are not sent
  const approve = (some: InboxItem[]) => (some.some((one) => unsentOf(one).length) ? setLeaving(some) : approveNow(some));
  const isGrouped = state === "open";
  const left = given.filter(({ id }) => !away.has(id));
  const groups = isGrouped ? byPlace(left) : [{ place: "", some: left }];
  const items = groups.flatMap(({ some }) => some);
  useGone(all, (id) => handled.has(id) || wasHeld(id), state === "open" && isWhole);
  const { at, isWide, shown, choose, open, move, close, onFocusOut } = useChosen(items);

  const selected = items.filter(({ id }) => picked.has(id));
  const targets = selected.length ? selected : items[at] ? [items[at]] : [];
  const pick = (ids: string[], isOn = true) => setPicked((now) => new Set(isOn ? [...now, ...ids] : [...now].filter((id) => !ids.includes(id))));
  const clear = () => setPicked(NONE);
  const extend = (by: number) => {
    pick([items[at], items[at + by]].flatMap((one) => one?.id ?? []));
    move(by);
  };
  /** Once it is done about all that are selected, none is. The row that follows takes the focus. */
  const doing = (deed: (some: InboxItem[]) => unknown) => () => {
    clear();
    if (items[at]) choose(items[at].id);
    deed(targets);
  };
  const putOff = () => targets.length > 0 && setSnoozing(targets);
  const isOver = state === "done";
  useKeys(words.title, {
    j: [does.next, () => move(1)],
    k: [does.previous, () => move(-1)],
    Enter: [does.open, () => open(items[at])],
    o: [does.page, () => document.querySelector<HTMLElement>("[data-page]")?.click()],
    ...(!isOver && {
      a: [does.approve, doing(approve)],
      e: [does.done, doing(finish)],
      h: [does.snooze, putOff],
      s: [does.snooze, putOff],
      x: [does.select, () => items[at] && pick([items[at].id], !picked.has(items[at].id))],
      J: [does.extendDown, () => extend(1)],
      K: [does.extendUp, () => extend(-1)],
    }),
    ...(selected.length ? { Escape: [does.clear, clear] } : close && { Escape: [does.close, close] }),
  });
  useCommands(isOver || !items.length ? [] : [{ label: words.selectAll, icon: "check", act: () => pick(items.map(({ id }) => id)) }]);

  if (!items.length && !shown) return <div class="card">{none}</div>;
  return (
    <div class={isWide ? "inbox wide" : "inbox"} onFocusOut={onFocusOut}>
      {(isWide || !shown) && (
        <div class="card flush">
          {selected.length > 0 && <Bulk items={selected} clear={clear} approve={doing(approve)} snooze={putOff} finish={doing(finish)} />}
          <div class="needs" data-picking={selected.length > 0 || undefined}>
            {groups.flatMap(({ place, some }) => [
              isGrouped && <h2 key={`${place}-name`}><bdi>{place}</bdi> <span>{some.length}</span></h2>,
              <ul key={place}>{some.map((item) => (
                <Row key={item.id} item={item} isGrouped={isGrouped} isCurrent={item === items[at]} isPicked={picked.has(item.id)} pick={isOver ? undefined : (isOn) => pick([item.id], isOn)}
                  choose={() => choose(item.id)} open={(byKey) => (isWide && !byKey ? choose(item.id) : open(item))} />
              ))}</ul>,
            ])}
          </div>
          {!isWhole && <p class="quiet-line">{words.first}</p>}
        </div>
      )}
      {shown && (
        <Preview item={shown} key={shown.id} close={isWide ? undefined : close} handled={() => handled.add(shown.id)}
          approve={() => approve([shown])} finish={() => finish([shown])} snooze={() => setSnoozing([shown])} back={() => back([shown])} />
      )}
      {isWide && !isOver && <p class="key-hints" aria-hidden="true">{hints(targets.some((one) => one.kind === "approval"), targets.some((one) => !one.needs_decision)).map(([keys, does]) => <span key={keys}><kbd>{keys}</kbd> {does}</span>)}</p>}
      {leaving && <Unsent count={leaving.flatMap(unsentOf).length} close={() => setLeaving(null)}
        request={() => { location.hash = `${screenAt(leaving.find((one) => unsentOf(one).length)!.path)}?request=1`; }} approve={() => { setLeaving(null); void approveNow(leaving); }} />}
      {snoozing && <Snooze items={snoozing} handled={() => snoozing.forEach(({ id }) => handled.add(id))} back={() => back(snoozing)} close={() => { clear(); setSnoozing(null); }} />}
    </div>
  );
}

/** What can be done about all that are selected. */
function Bulk({ items, clear, approve, snooze, finish }: { items: InboxItem[]; clear: () => void; approve: () => void; snooze: () => void; finish: () => void }) {
  const approvals = items.filter((one) => one.kind === "approval").length;
  return (
    <div class="bar bulk" role="group" aria-label={words.selected(items.length)}>
      <Button kind="ghost" icon="x" aria-label={words.clear} onClick={clear} />
      <strong role="status">{words.selected(items.length)}</strong>
      {approvals > 0 && <Button kind="primary" onClick={approve}>{deeds.approveSome(approvals, items.length)}</Button>}
      <Button onClick={snooze}>{deeds.snooze}</Button>
      <Button onClick={finish}>{deeds.done}</Button>
    </div>
  );
}
