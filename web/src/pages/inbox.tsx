import { useData, useProjects } from "../api/data";
import { useHeld } from "../api/held";
import type { InboxItem } from "../api/schema";
import { session } from "../api/session";
import { DAY } from "../lib/days";
import { go, to, useParam } from "../lib/router";
import "../styles/inbox.css";
import { later } from "../ui/later";
import { Empty, Head, Show, Tabs } from "../ui/parts";
import { inbox as words, nothing } from "../words/inbox";
import { InboxList } from "./inbox-list";
import { useOpenItems } from "./needs";

const FirstRun = later(() => import("./first-run").then((page) => page.FirstRun), null);

type State = InboxItem["state"];
const NEW = 30 * DAY; // milliseconds; whoever has been here for a month has found their way

export function Inbox({ tab }: { tab: string | undefined }) {
  const state: State = tab === "snoozed" || tab === "done" ? tab : "open";
  const open = useOpenItems();
  const isHeld = useHeld();
  const [opened] = useParam("item"); // in the place of the list
  const isNew = Date.now() - Date.parse(session()!.account.created_at) < NEW;
  const summary = useData("GET /dashboard/summary", isNew ? {} : null, "slow").data;
  const snoozed = useData("GET /inbox", { query: { state: "snoozed", limit: 100 } });
  const done = useData("GET /inbox", state === "done" ? { query: { state, limit: 100 } } : null, "slow");
  const waiting = snoozed.data?.items.filter((one) => !isHeld(one.target_id));
  const shown = { open: open.inbox, snoozed, done }[state];
  const items = { open: open.items, snoozed: waiting, done: done.data?.items }[state] ?? [];
  return (
    <>
      <Head title={words.title}>
        <Tabs label={words.title} current={state} choose={(next) => go("inbox", ...(next === "open" ? [] : [next]))}
          tabs={[["open", words.tabs.open, open.items?.length || undefined], ["snoozed", words.tabs.snoozed, waiting?.length || undefined], ["done", words.tabs.done]]} />
      </Head>
      {state === "open" && isNew && !opened && summary && <FirstRun summary={summary} />}
      <Show of={shown} lines={5}>
        {({ items: all, has_more }) => <InboxList items={items} all={all} state={state} isWhole={!has_more} none={<Nothing state={state} snoozed={waiting?.length ?? 0} isNew={isNew} />} key={state} />}
      </Show>
    </>
  );
}

/** What an empty list says, and the next thing worth doing; whoever is new has that in the first steps. */
function Nothing({ state, snoozed, isNew }: { state: State; snoozed: number; isNew: boolean }) {
  const projects = useProjects().data?.pages.flatMap((page) => page.projects).filter((one) => !one.archived && !one.example) ?? [];
  if (state === "snoozed") return <Empty icon="clock" title={nothing.snoozed} text={nothing.snoozedText} />;
  if (state === "done") return <Empty icon="inbox" title={nothing.done} text={nothing.doneText} />;
  const draft = projects.find((one) => one.status === "draft");
  const running = projects.filter((one) => one.status === "active" || one.status === "on_hold");
  const isMoving = !snoozed && !draft && running.length > 0 && running.every((one) => one.status === "active");
  const [label, href] = draft ? [nothing.continue(draft.name), to("projects", draft.id, "intake")]
    : snoozed ? [nothing.showSnoozed, to("inbox", "snoozed")]
    : running.length ? [nothing.projects, to("projects")]
    : [nothing.create, `${to("projects")}?new=1`];
  return (
    <Empty icon="circle-check" title={isMoving ? nothing.moving : nothing.open} text={snoozed ? nothing.aside(snoozed) : nothing.openText}>
      {(label !== nothing.create || !isNew) && <a class="btn" dir="auto" href={href}>{label}</a>}
    </Empty>
  );
}
