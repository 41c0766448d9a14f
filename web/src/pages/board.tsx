import { useState } from "preact/hooks";
import { useSend } from "../api/data";
import type { ItemState, ProjectDetail, WorkItemView } from "../api/schema";
import { relative } from "../lib/format";
import { to } from "../lib/router";
import "../styles/work.css";
import { Icon } from "../ui/icon";
import { Menu } from "../ui/menu";
import { Button, Card, Empty, Progress, Refusal, Show } from "../ui/parts";
import { toast } from "../ui/toast";
import { board as words, states } from "../words/work";
import { hasEnded } from "./project-order";
import { endsSoon, effort, isOpen, leaseOf, named, pageOf, STATES, titleOf, useItems, useTicking, waitsFor } from "./work";
import { EditWork } from "./work-dialogs";

const SHOWN = 25; // of a state, until asked for more
const HAS_WORKER: ItemState[] = ["in_review", "changes_requested", "done"];
const FEW = 12; // items, with which nobody needs a filter

/** The work items of a project, a list grouped by their states. */
export function Board({ project }: { project: ProjectDetail }) {
  const items = useItems(project.id);
  const [adding, setAdding] = useState(false);
  const add = project.submitted_at && !hasEnded(project) ? () => setAdding(true) : undefined;
  return (
    <>
      <Show of={items} lines={6}>
        {(all) => (all.length ? <Items items={all} project={project} add={add} /> : <Card><NoWork project={project} add={add} /></Card>)}
      </Show>
      {adding && <EditWork project={project.id} all={items.data ?? []} close={() => setAdding(false)} />}
    </>
  );
}

function Items({ items, project, add }: { items: WorkItemView[]; project: ProjectDetail; add?: () => void }) {
  useTicking();
  const [sought, seek] = useState("");
  const counted = items.filter((one) => one.state !== "cancelled");
  const done = counted.filter((one) => one.state === "done").length;
  const waiting = sorted("in_review", items.filter((one) => one.state === "in_review"));
  const found = items.filter((one) => matches(one, sought));
  return (
    <div class="work">
      <div class="work-head">
        <p class="meter"><Progress percent={counted.length ? Math.floor((100 * done) / counted.length) : 0} label={words.doneLabel} />{words.done(done, counted.length)}</p>
        <span class="acts">
          {waiting.length > 0 && <a class="btn primary" href={pageOf(waiting[0]!)}>{words.waiting(waiting.length)}<Icon name="arrow-right" /></a>}
          {items.length > FEW && <input class="in" type="search" aria-label={words.filterLabel} placeholder={words.filter} value={sought} onInput={(event) => seek(event.currentTarget.value)} />}
          {!items.some((one) => one.package) && <HandOut project={project} />}
          {add && <Button icon="plus" kind={waiting.length ? "plain" : "primary"} onClick={add}>{words.add}</Button>}
          {add && <Menu label={words.more} trigger={<Icon name="ellipsis" />} items={[{ label: words.workerKey, icon: "key-round", href: keyFor(project.id) }]} />}
        </span>
      </div>
      <div class="card flush board">
        {STATES.map((state) => <Group key={state} state={state} items={sorted(state, found.filter((one) => one.state === state))} all={items} />)}
        {!found.length && <p class="quiet-line">{words.noMatch}</p>}
      </div>
    </div>
  );
}

/** Makes items of the packages of an approved delivery plan that were left in it. */
function HandOut({ project }: { project: ProjectDetail }) {
  const send = useSend("POST /projects/{project_id}/work-items/hand-out", () => toast(words.handingOut));
  const isApproved = project.deliverables.some((one) => one.kind === "delivery_plan" && one.state === "approved");
  if (!isApproved || project.status !== "active" || project.archived) return null;
  return <><Button icon="send" kind="primary" busy={send.isPending} onClick={() => send.mutate({ path: { project_id: project.id } })}>{words.handOut}</Button><Refusal error={send.error} /></>;
}

const keyFor = (project: string): string => `${to("developers", "keys")}?new=worker&project=${project}`;

const matches = (item: WorkItemView, sought: string): boolean =>
  sought.toLowerCase().split(/\s+/).every((word) => [named(item), item.what, item.owner, item.claim?.worker ?? item.latest?.worker ?? ""].some((text) => text.toLowerCase().includes(word)));

/** What is most pressing comes first: who waits longest, whose lease ends soonest; of what has ended the latest. */
function sorted(state: ItemState, items: WorkItemView[]): WorkItemView[] {
  const by = (key: (item: WorkItemView) => string, way = 1) => [...items].sort((one, other) => way * key(one).localeCompare(key(other)));
  if (state === "in_review") return by((one) => one.updated_at);
  if (state === "claimed") return by((one) => one.claim?.lease_until ?? "");
  return state === "done" || state === "cancelled" ? by((one) => one.ended_at ?? one.updated_at, -1) : items;
}

function Group({ state, items, all }: { state: ItemState; items: WorkItemView[]; all: WorkItemView[] }) {
  const [most, setMost] = useState(SHOWN);
  const [open, setOpen] = useState(state !== "cancelled");
  const id = `state-${state}`;
  if (!items.length) return null;
  return (
    <section class={`group ${state}`} aria-labelledby={id}>
      <h2 id={id}><button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>{states[state]} <span class="count">{items.length}</span></button></h2>
      {open && <ul class="rows">{items.slice(0, most).map((item) => <li key={item.id}><Face item={item} all={all} /></li>)}</ul>}
      {open && items.length > most && <Button kind="ghost" onClick={() => setMost(most + 100)}>{words.showMore(items.length - most)}</Button>}
    </section>
  );
}

/** What one sees of an item before opening it. */
function Face({ item, all }: { item: WorkItemView; all: WorkItemView[] }) {
  const { claim, state, owner, criteria } = item;
  const worker = claim?.worker ?? (HAS_WORKER.includes(state) ? item.latest?.worker : null);
  return (
    <>
      {item.package && <span class="tag">{item.package}</span>}
      <a class="name" href={pageOf(item)} dir="auto">{titleOf(item)}</a>
      <State item={item} state={state} all={all} />
      <small class="worker">{worker ? <><Icon name="users" /><bdi>{worker}</bdi></> : owner}</small>
      <small class="much">{words.criteria(criteria.length)}{effort(item) && ` · ${effort(item)}`}</small>
    </>
  );
}

function State({ item, state, all }: { item: WorkItemView; state: ItemState; all: WorkItemView[] }) {
  if (state === "claimed" && item.claim) return <small class={endsSoon(item.claim.lease_until) ? "bad" : ""}>{item.claim.percent !== null && `${words.percent(item.claim.percent)} · `}{leaseOf(item.claim.lease_until)}</small>;
  if (state === "in_review") {
    const [doubt, ...more] = (item.latest?.kind === "submitted" && item.latest.doubts) || [];
    return doubt ? <small class="doubt" dir="auto">{words.doubted(doubt, more.length)}</small> : <small>{words.submitted(relative(item.updated_at))}</small>;
  }
  if (state === "changes_requested") return <small>{words.returned(item.returns, relative(item.updated_at))}</small>;
  if (state === "blocked") return <small>{words.waitsFor(waitsFor(item, all))}</small>;
  return isOpen(item) ? null : <small>{relative(item.ended_at ?? item.updated_at)}</small>;
}

/** How work comes to be here, for a project that has none. */
function NoWork({ project, add }: { project: ProjectDetail; add?: () => void }) {
  const plan = project.deliverables.find((one) => one.kind === "delivery_plan");
  const waits = plan?.state === "in_review";
  return (
    <Empty icon="users" title={words.none} text={words.noneWhy}>
      <div class="acts">
        {waits && <a class="btn primary" href={to("projects", project.id, "deliverables", plan.id)}>{words.reviewPlan}</a>}
        <HandOut project={project} />
        {add && <Button icon="plus" onClick={add}>{words.add}</Button>}
        {add && <a class="btn" href={keyFor(project.id)}><Icon name="key-round" />{words.workerKey}</a>}
      </div>
    </Empty>
  );
}
