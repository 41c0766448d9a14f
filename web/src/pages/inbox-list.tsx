import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { ApiError, call } from "../api/call";
import { changed } from "../api/data";
import { isHeld } from "../api/held";
import type { InboxItem } from "../api/schema";
import { isDialogOpen, useCommands, useKeys } from "../lib/keys";
import { useParam } from "../lib/router";
import { Button } from "../ui/parts";
import { toast } from "../ui/toast";
import { deeds, does, inbox as words } from "../words/inbox";
import { Snooze } from "./inbox-dialogs";
import { Preview } from "./inbox-preview";
import { Gone, Row, useGone } from "./inbox-rows";
import { approve } from "./needs";

/** The row that the keys move, and how many stood above it when it was last seen; kept while another screen is shown. */
let chosen: string | undefined;
let place = 0;

const NONE: ReadonlySet<string> = new Set();
const wide = () => matchMedia("(min-width: 1000px)");
const isTyping = () => document.activeElement?.matches(".preview textarea") ?? false;

function useWide(): boolean {
  const [isWide, setWide] = useState(() => wide().matches);
  useEffect(() => {
    const window = wide();
    const look = () => setWide(window.matches);
    window.addEventListener("change", look);
    return () => window.removeEventListener("change", look);
  }, []);
  return isWide;
}

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
  const [, redraw] = useState(0);
  const [away, setAway] = useState(NONE); // what is being marked as done
  const [picked, setPicked] = useState(NONE);
  const [snoozing, setSnoozing] = useState<InboxItem[] | null>(null);
  const [opened, setOpened] = useParam("item");
  const isWide = useWide();
  const handled = useRef(new Set<string>()).current; // what left, or is about to, by this page's doing
  const held = useRef(new Set<string>()).current;
  const seen = useRef("");
  const wanted = useRef(""); // the row that comes back, and takes the focus
  const used = useRef(false); // a row has had the focus since the list is here
  const toPreview = useRef(false); // the preview is to take the focus
  const last = useRef<InboxItem | undefined>(undefined);
  const items = given.filter(({ id }) => !away.has(id));
  const gone = useGone(all, (id) => handled.has(id) || held.has(id), state === "open" && isWhole);

  for (const { id, target_id } of all) {
    if (isHeld(target_id)) held.add(id);
    else if (held.delete(id) && !isTyping()) chosen = wanted.current = id; // it was taken back
  }
  if (opened) chosen = opened;
  else if (isWide) chosen ??= (items[place] ?? items[0])?.id;
  const at = items.findIndex((one) => one.id === chosen);
  if (at >= 0) {
    place = at;
    seen.current = chosen!;
  }
  // Whoever is in the middle of a word keeps what they write about, although it has left.
  const shown = isWide || opened ? (items[at] ?? (isTyping() ? last.current : undefined)) : undefined;
  last.current = shown;

  const choose = (id: string | undefined) => {
    chosen = id;
    used.current = true;
    redraw((n) => n + 1);
  };
  const focusRow = (id: string | undefined) => {
    const row = id ? document.getElementById(id) : null;
    row?.querySelector("a")?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: "nearest" });
  };
  const move = (to: number) => {
    const next = items[Math.max(0, Math.min(to, items.length - 1))];
    choose(next?.id);
    if (isWide || !opened) focusRow(next?.id);
    else if (next) open(next, true);
  };
  const open = (item: InboxItem | undefined, replaces = false) => {
    if (!item) return;
    toPreview.current = true;
    choose(item.id);
    if (!isWide) setOpened(item.id, replaces);
  };
  useLayoutEffect(() => void (at >= 0 && document.getElementById(items[at]!.id)?.scrollIntoView({ block: "nearest" })), []); // as it was left
  useLayoutEffect(() => {
    if (isWide && opened && at >= 0) setOpened("", true); // a link led here
    if (!isWide && !opened && used.current && at >= 0) focusRow(chosen); // back from the preview
  }, [opened, isWide]);
  useLayoutEffect(() => {
    const heading = toPreview.current && document.querySelector<HTMLElement>(".preview h2");
    if (heading) {
      toPreview.current = false;
      heading.focus({ preventScroll: isWide });
    }
    if (at >= 0 && wanted.current === chosen) {
      wanted.current = "";
      move(at);
    }
    // The chosen row has left, here or while another screen was shown: the one that took its place is next.
    if (!chosen || at >= 0 || isDialogOpen() || isTyping()) return;
    if (opened && !isWide && items.length && seen.current === opened) return open(items[Math.min(place, items.length - 1)], true);
    if (opened) setOpened("", true);
    if (!items.length) chosen = undefined;
    // It took the focus with it; a dialog gave it to the heading.
    else if (used.current && ["BODY", "H1"].includes(document.activeElement!.tagName)) move(place);
    else {
      chosen = items[Math.min(place, items.length - 1)]!.id;
      redraw((n) => n + 1);
    }
  });

  const chosenItems = items.filter(({ id }) => picked.has(id));
  const targets = chosenItems.length ? chosenItems : items[at] ? [items[at]] : [];
  const pick = (ids: string[], isOn = true) => setPicked((now) => (isOn ? new Set([...now, ...ids]) : new Set([...now].filter((id) => !ids.includes(id)))));
  const extend = (by: number) => {
    const next = items[at + by];
    pick([items[at], next].flatMap((one) => one?.id ?? []));
    if (next) move(at + by);
  };
  /** What was put off or marked as done comes back, unless it has ended since. */
  const back = (some: InboxItem[]) => {
    for (const { id } of some) handled.delete(id);
    chosen = wanted.current = some[0]!.id;
    return sendAll(some, (item) => call("POST /inbox/{item_id}/snooze", { path: { item_id: item.id }, body: { until: "now" } }));
  };
  const finish = (some: InboxItem[]) => {
    const mine = some.filter((one) => !one.needs_decision);
    if (!mine.length) return some.length ? toast(deeds.decide) : undefined;
    const ids = mine.map(({ id }) => id);
    ids.forEach((id) => handled.add(id));
    setAway((now) => new Set([...now, ...ids]));
    setPicked(NONE);
    return sendAll(mine, (item) => call("POST /inbox/{item_id}/done", { path: { item_id: item.id } }))
      .then((isSent) => isSent && toast(deeds.finished(mine.length, some.length - mine.length), () => back(mine)))
      .finally(() => setAway((now) => new Set([...now].filter((id) => !ids.includes(id)))));
  };
  const approveAll = (some: InboxItem[]) => {
    const mine = some.filter((one) => one.kind === "approval");
    if (!mine.length) return some.length ? toast(deeds.onlyDocuments) : undefined;
    setPicked(NONE);
    return approve(mine, some.length - mine.length);
  };
  const putOff = () => targets.length > 0 && setSnoozing(targets);
  const isOver = state === "done";
  useKeys(words.title, {
    j: [does.next, () => move(at < 0 ? place : at + 1)],
    k: [does.previous, () => move(at < 0 ? place : at - 1)],
    Enter: [does.open, () => open(items[at])],
    o: [does.page, () => document.querySelector<HTMLElement>("[data-page]")?.click()],
    ...(!isOver && {
      a: [does.approve, () => void approveAll(targets)],
      e: [does.done, () => void finish(targets)],
      h: [does.snooze, putOff],
      s: [does.snooze, putOff],
      x: [does.select, () => items[at] && pick([items[at].id], !picked.has(items[at].id))],
      J: [does.extendDown, () => extend(1)],
      K: [does.extendUp, () => extend(-1)],
    }),
    ...(chosenItems.length > 0 ? { Escape: [does.clear, () => setPicked(NONE)] } : opened && { Escape: [does.close, () => setOpened("", true)] }),
  });
  useCommands(isOver || !items.length ? [] : [{ label: words.selectAll, icon: "check", act: () => pick(items.map(({ id }) => id)) }]);

  if (!items.length && !gone.length && !shown) return <div class="card">{none}</div>;
  const rows = items.map((item, index) => (
    <Row key={item.id} item={item} isCurrent={index === at} isPicked={picked.has(item.id)} pick={isOver ? undefined : (isOn) => pick([item.id], isOn)}
      choose={() => choose(item.id)} open={(byKey) => (isWide && !byKey ? choose(item.id) : open(item))} />
  ));
  for (const one of gone) rows.splice(one.place, 0, <Gone key={one.item.id} item={one.item} />);
  const approvals = chosenItems.filter((one) => one.kind === "approval").length;
  return (
    <div class={isWide ? "inbox wide" : "inbox"}>
      {(isWide || !shown) && (
        <div class="card flush">
          {chosenItems.length > 0 && (
            <div class="bar bulk" role="group" aria-label={words.selected(chosenItems.length)}>
              <Button kind="ghost" icon="x" aria-label={words.clear} onClick={() => setPicked(NONE)} />
              <strong role="status">{words.selected(chosenItems.length)}</strong>
              {approvals > 0 && <Button kind="primary" onClick={() => approveAll(chosenItems)}>{deeds.approveSome(approvals, chosenItems.length)}</Button>}
              <Button onClick={() => setSnoozing(chosenItems)}>{deeds.snooze}</Button>
              <Button onClick={() => finish(chosenItems)}>{deeds.done}</Button>
            </div>
          )}
          <ul class="needs" data-picking={chosenItems.length > 0 || undefined}>{rows}</ul>
          {!isWhole && <p class="quiet-line">{words.first}</p>}
        </div>
      )}
      {shown && <Preview item={shown} key={shown.id} close={isWide ? undefined : () => setOpened("", true)} handled={() => handled.add(shown.id)} approve={() => approveAll([shown])} finish={() => finish([shown])} snooze={() => setSnoozing([shown])} back={() => back([shown])} />}
      {snoozing && <Snooze items={snoozing} handled={() => snoozing.forEach(({ id }) => handled.add(id))} back={() => back(snoozing)} close={() => { setPicked(NONE); setSnoozing(null); }} />}
    </div>
  );
}

/** Send something about each, then read the list again; the first refusal is said. */
async function sendAll(items: InboxItem[], send: (item: InboxItem) => Promise<unknown>): Promise<boolean> {
  const answers = await Promise.allSettled(items.map(send));
  await changed("POST /inbox/{item_id}/done").catch(() => undefined);
  const refused = answers.find((one) => one.status === "rejected")?.reason;
  if (refused instanceof ApiError) toast(refused.message);
  else if (refused) throw refused;
  return !refused;
}
