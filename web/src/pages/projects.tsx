import { useData, useProjects } from "../api/data";
import type { InboxItem, ProjectView } from "../api/schema";
import { to, useChoice, useParam } from "../lib/router";
import "../styles/projects.css";
import { later } from "../ui/later";
import { Button, Card, Empty, Head, Pill, Show, Skeleton, Status, Tabs } from "../ui/parts";
import { projects as words, standing } from "../words/projects";
import { FigureLine, MeterBar, NextMove } from "./health";
import { byNeed, hasEnded } from "./project-order";
import { buildOf, costOf, endOf, nextMove, planOf, stateOf, useWaiting, verdictOf } from "./standing";

const LookAtExample = later(() => import("./example").then((page) => page.LookAtExample), null);
const NewProject = later(() => import("./new-project").then((page) => page.NewProject), null);
const DeletedProjects = later(() => import("./deleted-projects").then((page) => page.DeletedProjects));

const TABS = ["open", "ended", "deleted"] as const;

/** The projects and how they stand, first what needs the customer. */
export function Projects() {
  const list = useProjects();
  const waiting = useWaiting();
  const [tab, setTab] = useChoice("tab", TABS);
  const [creating, setCreating] = useParam("new");
  const deleted = useData("GET /projects", tab === "deleted" ? { query: { status: "deleted" } } : null);
  const all = list.data?.pages.flatMap((page) => page.projects) ?? [];
  const ended = all.filter(hasEnded);
  const open = all.filter((one) => !hasEnded(one));
  const create = <Button kind="primary" icon="plus" onClick={() => setCreating("1", true)}>{words.add}</Button>;
  const shown = tab === "ended" ? ended : byNeed(open, waiting ?? []);
  return (
    <>
      <Head title={words.title}>{create}</Head>
      <Card flush>
        {(all.length > 0 || tab === "deleted") && (
          <Tabs label={words.show} current={tab} choose={setTab} tabs={[["open", words.tabs.open, open.length], ["ended", words.tabs.ended, ended.length], ["deleted", words.tabs.deleted]]} />
        )}
        {tab === "deleted" ? <DeletedProjects of={deleted} /> : <Show of={list}>
          {() => !all.length ? (
            <Empty icon="folder-kanban" title={words.first} text={words.firstWhy}>
              <span class="acts">{create}<LookAtExample /></span>
              <button type="button" class="link" onClick={() => setTab("deleted")}>{words.showDeleted}</button>
            </Empty>
          ) : !shown.length ? <Empty icon="folder-kanban" title={words.none[tab]} text={words.noneWhy[tab]} />
            : waiting ? <Table projects={shown} waiting={waiting} isOver={tab === "ended"} /> : <Skeleton />}
        </Show>}
        {tab !== "deleted" && list.hasNextPage && <div class="pad"><Button onClick={() => list.fetchNextPage()} busy={list.isFetchingNextPage}>{words.older}</Button></div>}
      </Card>
      {creating && <NewProject close={() => setCreating("", true)} />}
    </>
  );
}

function Table({ projects, waiting, isOver }: { projects: ProjectView[]; waiting: InboxItem[]; isOver: boolean }) {
  const columns = { ...words.columns, ...(isOver && words.ended) };
  return (
    <table class="cards health">
      <thead><tr>{Object.values(columns).map((name) => <th scope="col" key={name}>{name}</th>)}</tr></thead>
      <tbody>
        {projects.map((one) => [one, verdictOf(one)] as const).map(([one, verdict]) => (
          <tr key={one.id} class="linked">
            <th scope="row"><a class="name" dir="auto" href={one.status === "draft" ? to("projects", one.id, "intake") : to("projects", one.id)}>{one.name}</a>{one.example && <small><Pill>{standing.example}</Pill></small>}</th>
            <td class="verdict" data-label={columns.verdict}><Status of={one.archived ? "" : one.status} label={stateOf(one)} />{verdict && <small class={verdict.tone}>{verdict.said}</small>}</td>
            <td class="meters" data-label={columns.done}>
              {one.documents ? <MeterBar name={words.meters.plan} of={planOf(one)} project={one.name} /> : <span class="muted">{standing.noDay}</span>}
              <MeterBar name={words.meters.build} of={buildOf(one)} project={one.name} />
            </td>
            <td data-label={columns.cost}><FigureLine of={costOf(one)} /></td>
            <td data-label={columns.end}><FigureLine of={endOf(one)} /></td>
            <td data-label={columns.next}><NextMove of={nextMove(one, waiting)} /></td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
