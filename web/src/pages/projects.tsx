import { useData, useProjects } from "../api/data";
import type { ProjectView } from "../api/schema";
import { day, money, words } from "../lib/format";
import { to, useChoice, useParam } from "../lib/router";
import { later } from "../ui/later";
import { Button, Card, Empty, Head, Pill, Progress, Show, Status, Tabs } from "../ui/parts";

const LookAtExample = later(() => import("./example").then((page) => page.LookAtExample), null);
const NewProject = later(() => import("./new-project").then((page) => page.NewProject), null);
const DeletedProjects = later(() => import("./deleted-projects").then((page) => page.DeletedProjects));

const TABS = ["open", "ended", "all", "deleted"] as const;
type Tab = (typeof TABS)[number];
const ENDED = ["completed", "cancelled"];

export function Projects() {
  const list = useProjects();
  const [tab, setTab] = useChoice("tab", TABS);
  const [creating, setCreating] = useParam("new");
  const deleted = useData("GET /projects", tab === "deleted" ? { query: { status: "deleted" } } : null);
  const all = list.data?.pages.flatMap((page) => page.projects) ?? [];
  const belongs = (project: ProjectView, which: Tab) => which === "all" || ENDED.includes(project.status) === (which === "ended");
  const count = (which: Tab) => all.filter((project) => belongs(project, which)).length;
  const shown = all.filter((project) => belongs(project, tab));
  return (
    <>
      <Head title="Projects" lead="Answer a few questions, and the team starts. You decide on every document it writes.">
        <Button kind="primary" icon="plus" onClick={() => setCreating("1", true)}>New project</Button>
      </Head>
      <Card flush>
        {(all.length > 0 || tab === "deleted") && (
          <Tabs label="Show projects" current={tab} choose={setTab}
            tabs={[["open", "Open", count("open")], ["ended", "Ended", count("ended")], ["all", "All", all.length], ["deleted", "Deleted"]]} />
        )}
        {tab === "deleted" ? <DeletedProjects of={deleted} /> : <Show of={list}>
          {() => shown.length ? <Table projects={shown} /> : all.length ? (
            <Empty icon="folder-kanban" title={tab === "open" ? "No open projects" : "No ended projects"} text="Choose another tab to see the rest." />
          ) : (
            <Empty icon="folder-kanban" title="Start your first project" text="Say what should exist at the end. The questions that follow take about ten minutes, and you can stop at any time.">
              <span class="acts"><Button kind="primary" icon="plus" onClick={() => setCreating("1", true)}>New project</Button><LookAtExample /></span>
              <button type="button" class="link" onClick={() => setTab("deleted")}>Show deleted projects</button>
            </Empty>
          )}
        </Show>}
        {tab !== "deleted" && list.hasNextPage && <div class="pad"><Button onClick={() => list.fetchNextPage()} busy={list.isFetchingNextPage}>Show older</Button></div>}
      </Card>
      {creating && <NewProject close={() => setCreating("", true)} />}
    </>
  );
}

function Table({ projects }: { projects: ProjectView[] }) {
  return (
    <table class="cards">
      <thead>
        <tr><th scope="col">Name</th><th scope="col">Status</th><th scope="col">Phase</th><th scope="col">Progress</th><th scope="col">Cost</th><th scope="col">Expected</th></tr>
      </thead>
      <tbody>
        {projects.map((project) => (
          <tr key={project.id} class="linked">
            <th scope="row"><a class="name" dir="auto" href={target(project)}>{project.name}</a><small>Created {day(project.created_at)}</small></th>
            <td data-label="Status">{project.archived ? <Pill>Archive</Pill> : <Status of={project.status} />}</td>
            <td data-label="Phase">{words(project.phase)}</td>
            <td data-label="Progress"><span class="meter"><Progress percent={project.progress} label={`Progress of ${project.name}`} />{project.progress} %</span></td>
            <td data-label="Cost"><Cost of={project} /></td>
            <td data-label="Expected">{project.eta ? <time dateTime={project.eta}>{day(project.eta)}</time> : <span class="muted">—</span>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What it comes to by the present forecast, or is likely to cost. */
function Cost({ of: { archived, budget, said } }: { of: ProjectView }) {
  const { forecast, likely, ceiling, currency } = budget;
  const amount = forecast ?? likely;
  if (archived || amount === null) return <span class="muted">{archived ? "—" : "No estimate yet"}</span>;
  return <span>{money(amount, currency)}{ceiling !== null && amount > ceiling && said.ceiling && <small class="bad">{said.ceiling}</small>}</span>;
}

const target = (project: ProjectView): string => (project.status === "draft" ? to("projects", project.id, "intake") : to("projects", project.id));
