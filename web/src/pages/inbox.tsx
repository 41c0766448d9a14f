import type { VNode } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { type ApiError, call } from "../api/call";
import { changed, useData, useSend } from "../api/data";
import { lately, sentenceOf } from "../api/live";
import type { InboxItem } from "../api/schema";
import { moment, plural } from "../lib/format";
import { isDialogOpen, useKeys } from "../lib/keys";
import { go } from "../lib/router";
import { Icon } from "../ui/icon";
import { Button, Card, Empty, Head, Pill, Refusal, Show, Tabs, When } from "../ui/parts";
import { toast } from "../ui/toast";
import { Decide, Snooze } from "./inbox-dialogs";
import { NEEDS, placeOf, screenAt } from "./needs";

type State = InboxItem["state"];

const NOTHING: Record<State, [icon: string, title: string, text: string]> = {
  open: ["circle-check", "Nothing needs you", "What needs a decision, a credential or an answer appears here, once for each thing to do."],
  snoozed: ["clock", "Nothing is snoozed", "An item that you snooze waits here, and comes back at its time."],
  done: ["inbox", "Nothing has ended yet", "What was decided, or marked as done, stays here for 30 days."],
};

export function Inbox({ tab }: { tab: string | undefined }) {
  const state: State = tab === "snoozed" || tab === "done" ? tab : "open";
  const inbox = useData("GET /inbox", { query: { state, limit: 100 } }, state === "done" ? "fast" : "slow");
  return (
    <>
      <Head title="Inbox" lead={<>What needs you, one item for each thing to do, the most urgent first.<Waited /></>} />
      <Card flush>
        <Tabs label="Inbox" current={state} choose={(next) => go("inbox", ...(next === "open" ? [] : [next]))} tabs={[["open", "Open"], ["snoozed", "Snoozed"], ["done", "Done"]]} />
        <Show of={inbox} lines={5}>
          {({ items, has_more }) => (
            <>
              <List items={items} state={state} all={!has_more} key={state} />
              {has_more && <p class="quiet-line">These are the first 100.</p>}
            </>
          )}
        </Show>
      </Card>
    </>
  );
}

/** How long each project has waited for its customer in all: the three that waited longest. */
function Waited() {
  const projects = useData("GET /pa/projects", {}, "slow").data;
  const waited = [...(projects?.needs_attention ?? []), ...(projects?.on_track ?? [])].filter((one) => one.hours_waited_on_you >= 1);
  const longest = waited.sort((a, b) => b.hours_waited_on_you - a.hours_waited_on_you).slice(0, 3);
  if (!longest.length) return null;
  return <> In all, {longest.map((one, index) => <>{index > 0 && ", "}<bdi>{one.name}</bdi> has waited {plural(Math.round(one.hours_waited_on_you), "hour")} for you</>)}.</>;
}

/** The row that the keys move, and how many stood above it when it was last seen; kept while another screen is shown. */
let chosen: string | undefined;
let place = 0;

const rowOf = (id: string | undefined) => (id ? document.getElementById(id) : null);
/** Press a button of the chosen row, as the mouse would. */
const pressed = (which: string) => rowOf(chosen)?.querySelector<HTMLElement>(`[data-key="${which}"]`)?.click();

function List({ items, state, all }: { items: InboxItem[]; state: State; all: boolean }) {
  const [, redraw] = useState(0);
  const [snoozing, setSnoozing] = useState<InboxItem | null>(null);
  const [deciding, setDeciding] = useState<InboxItem | null>(null);
  const handled = useRef(new Set<string>()).current;
  const gone = useGone(items, handled, state === "open" && all);
  const wanted = useRef(""); // the row that comes back, and takes the focus
  const used = useRef(false); // a row has had the focus since the list is here
  const at = items.findIndex((one) => one.id === chosen);
  if (at >= 0) place = at;

  const choose = (id: string | undefined) => {
    chosen = id;
    used.current = true;
    redraw((n) => n + 1);
  };
  const move = (to: number) => {
    const next = items[Math.max(0, Math.min(to, items.length - 1))];
    choose(next?.id);
    const row = rowOf(next?.id);
    row?.querySelector<HTMLElement>("[data-key=Enter]")?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: "nearest" });
  };
  useLayoutEffect(() => {
    if (at >= 0 && wanted.current === chosen) {
      wanted.current = "";
      move(at);
    }
    // The chosen row has left, here or while another screen was shown: the one that took its place is next.
    if (!chosen || at >= 0 || isDialogOpen()) return;
    if (!items.length) chosen = undefined;
    // It took the focus with it; a dialog gave it to the heading.
    else if (used.current && ["BODY", "H1"].includes(document.activeElement!.tagName)) move(place);
    else {
      chosen = items[Math.min(place, items.length - 1)]!.id;
      redraw((n) => n + 1);
    }
  });
  useKeys("Inbox", {
    j: ["Next", () => move(at < 0 ? place : at + 1)],
    k: ["The one before", () => move(at < 0 ? place : at - 1)],
    Enter: ["Open it", () => pressed("Enter")],
    ...(state !== "done" && {
      e: ["Mark it as done", () => (items[at]?.needs_decision ? toast("This waits for your decision, so it can’t be marked as done") : pressed("e"))],
      s: ["Snooze it", () => pressed("s")],
    }),
  });

  /** What was put off or marked as done comes back, unless it has ended since. */
  const back = (item: InboxItem) =>
    call("POST /inbox/{item_id}/snooze", { path: { item_id: item.id }, body: { until: "now" } }).then(
      () => {
        chosen = wanted.current = item.id;
        handled.delete(item.id);
        return changed("POST /inbox/{item_id}/snooze");
      },
      (problem: ApiError) => toast(problem.message),
    );
  const [icon, title, text] = NOTHING[state];
  if (!items.length && !gone.length) return <Empty icon={icon} title={title} text={text} />;
  const rows: VNode[] = items.map((item) => (
    <Item key={item.id} item={item} current={item.id === chosen} choose={() => choose(item.id)} back={() => back(item)}
      handled={() => handled.add(item.id)} snooze={() => setSnoozing(item)} decide={() => setDeciding(item)} />
  ));
  for (const { item, place } of gone) rows.splice(place, 0, <Gone key={item.id} item={item} />);
  return (
    <>
      <ul class="rows needs">{rows}</ul>
      {snoozing && <Snooze item={snoozing} handled={() => handled.add(snoozing.id)} back={() => back(snoozing)} close={() => setSnoozing(null)} />}
      {deciding && <Decide item={deciding} handled={() => handled.add(deciding.id)} close={() => setDeciding(null)} />}
    </>
  );
}

const FADES = 12_000; // milliseconds; as long as the animation of `.gone`

/** What left the list without this page's doing, and where it stood: shown for some seconds, so that nothing vanishes unsaid. */
function useGone(items: InboxItem[], handled: Set<string>, isWhole: boolean): { item: InboxItem; place: number }[] {
  const before = useRef(items);
  const [gone, setGone] = useState<{ item: InboxItem; place: number }[]>([]);
  useLayoutEffect(() => {
    const left = before.current.map((item, place) => ({ item, place })).filter(({ item }) => !handled.has(item.id) && items.every((one) => one.id !== item.id));
    before.current = items;
    if (!left.length || !isWhole) return;
    setGone((now) => [...now, ...left]);
    setTimeout(() => setGone((now) => now.filter((one) => !left.includes(one))), FADES);
  }, [items]);
  return gone.filter(({ item }) => items.every((one) => one.id !== item.id));
}

/** Who met it, and when, as far as the feed of events has told. */
function Gone({ item }: { item: InboxItem }) {
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
      <span class="disc small"><Icon name="check" /></span>
      <span class="grow" role="status">
        <span class="name" dir="auto">{placeOf(item)}</span>
        <small>{event ? <>{sentenceOf(event, item)}, <When at={event.timestamp} /></> : "No longer needs you"}</small>
      </span>
    </li>
  );
}

interface Acts {
  item: InboxItem;
  current: boolean;
  choose: () => void;
  handled: () => void;
  back: () => void;
  snooze: () => void;
  decide: () => void;
}

function Item({ item, current, choose, handled, back, snooze, decide }: Acts) {
  const finish = useSend("POST /inbox/{item_id}/done", () => toast("Marked as done", back));
  const done = () => {
    handled();
    finish.mutate({ path: { item_id: item.id } });
  };
  const { icon, act } = NEEDS[item.kind];
  const about = <span class="sr"> {placeOf(item)}: {item.sentence}</span>;
  return (
    <li id={item.id} class={current ? "item chosen" : "item"} onFocusIn={current ? undefined : choose}>
      <span class={item.priority === "high" && item.state === "open" ? "disc small bad" : "disc small"}><Icon name={icon} /></span>
      <span class="grow">
        <span class="name" dir="auto">{placeOf(item)}</span>
        {item.priority === "high" && item.state === "open" && <Pill tone="bad">High</Pill>}
        <small>{item.sentence}</small>
        {item.snoozed_until && <small>Snoozed until <time dateTime={item.snoozed_until}>{moment(item.snoozed_until)}</time></small>}
        {item.ended_at && <small><When at={item.ended_at} /></small>}
        <Refusal error={finish.error} />
      </span>
      <span class="acts">
        {item.state === "snoozed" && <Button kind="ghost" icon="rotate-ccw" onClick={back}>Bring back{about}</Button>}
        {item.state !== "done" && (
          <>
            {!item.needs_decision && <Button kind="ghost" icon="check" data-key="e" busy={finish.isPending} onClick={done}>Done{about}</Button>}
            <Button kind="ghost" icon="clock" data-key="s" onClick={snooze}>{item.state === "snoozed" ? "Change" : "Snooze"}{about}</Button>
          </>
        )}
        {item.kind !== "credential_use" && <a class="btn small" data-key="Enter" href={screenAt(item.path)}>{item.state === "done" ? "Look" : act}{about}</a>}
        {item.kind === "credential_use" && item.state !== "done" && <Button data-key="Enter" onClick={decide}>{act}{about}</Button>}
      </span>
    </li>
  );
}
