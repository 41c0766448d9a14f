import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "preact/hooks";
import { call } from "../api/call";
import { client, useData } from "../api/data";
import type { ApprovalView, EventType, EventView, ProjectDetail } from "../api/schema";
import { clock, day, moment } from "../lib/format";
import { to } from "../lib/router";
import "../styles/work.css";
import { SelectField } from "../ui/fields";
import { Icon } from "../ui/icon";
import { Button, Card, Empty, Show } from "../ui/parts";

const PACE = 15_000;
const PAGE = 30;
const NEWEST = 10 ** 12 - 2; // the largest `before`
const NOTHING = { events: [], has_more: false, last_sequence: 0, next_before: null };

const ACTORS = { you: "You", team: "The team", workers: "Workers", atrium: "Atrium" } as const;
const KINDS = { documents: "Documents", work: "Work items", messages: "Conversation", access: "Access", project: "Project and money", reports: "Reports" } as const;
type Actor = keyof typeof ACTORS;
type Kind = keyof typeof KINDS;

const ICONS: Record<Kind, string> = { documents: "file-text", work: "users", messages: "message-square", access: "lock", project: "activity", reports: "clock" };

/** Whose doing each type of event is, and what it is about. What keys with your rights do counts as yours. */
const TYPES: Partial<Record<EventType, [Actor, Kind]>> = {
  "project.created": ["you", "project"], "project.submitted": ["you", "project"], "project.status_changed": ["you", "project"],
  "project.phase_started": ["team", "project"], "project.completed": ["team", "project"], "budget.threshold_reached": ["atrium", "project"],
  "approval.requested": ["team", "documents"], "approval.decided": ["you", "documents"], "deliverable.blocked": ["team", "documents"],
  "deliverable.delivered": ["atrium", "documents"], "deliverable.not_delivered": ["atrium", "documents"],
  "message.received": ["team", "messages"], "message.failed": ["team", "messages"],
  "vault.request.opened": ["team", "access"], "vault.request.reminded": ["atrium", "access"], "vault.request.cancelled": ["atrium", "access"],
  "vault.request.fulfilled": ["you", "access"], "vault.request.declined": ["you", "access"],
  "vault.credential.deposited": ["you", "access"], "vault.credential.deleted": ["you", "access"], "vault.credential.expiring": ["atrium", "access"],
  "vault.credential.used": ["workers", "access"],
  "work.handed_out": ["you", "work"], "work.created": ["you", "work"], "work.returned": ["you", "work"], "work.done": ["you", "work"], "work.cancelled": ["you", "work"],
  "work.claimed": ["workers", "work"], "work.progressed": ["workers", "work"], "work.released": ["workers", "work"], "work.submitted": ["workers", "work"],
  "work.lease_ended": ["atrium", "work"],
  "report.ready": ["atrium", "reports"], "task.run_failed": ["atrium", "reports"], "task.run_missed": ["atrium", "reports"], "task.failed": ["atrium", "reports"],
};

const chosenOf = <T extends string>(from: Record<T, string>, given: string | undefined): T | "" => (given && Object.hasOwn(from, given) ? (given as T) : "");

const typesOf = (who: Actor | "", kind: Kind | ""): string[] =>
  Object.entries(TYPES).filter(([, [actor, about]]) => (!who || actor === who) && (!kind || about === kind)).map(([type]) => type);

/** Who did what in the project, and when; the filter stands in the address. */
export function Activity({ project, rest }: { project: ProjectDetail; rest: string[] }) {
  const [who, setWho] = useState(() => chosenOf(ACTORS, rest[0]));
  const [kind, setKind] = useState(() => chosenOf(KINDS, rest[1]));
  const filter = (actor: typeof who, about: typeof kind) => {
    setWho(actor);
    setKind(about);
    const chosen = about ? [actor || "all", about] : actor ? [actor] : [];
    history.replaceState(null, "", to("projects", project.id, "activity", ...chosen)); // no new page: the focus stays where it is
  };
  const log = useLog(project.id, typesOf(who, kind));
  const events = log.data?.pages.flatMap((page) => page.events) ?? [];
  return (
    <div class="activity">
      <div class="filters">
        <SelectField label="Who" value={who} set={(next) => filter(next as typeof who, kind)} options={[["", "Everybody"], ...Object.entries(ACTORS)]} />
        <SelectField label="What" value={kind} set={(next) => filter(who, next as typeof kind)} options={[["", "Everything"], ...Object.entries(KINDS)]} />
      </div>
      <Card flush>
        <Show of={log} lines={6}>
          {() => (
            <>
              {events.length ? <Days events={events} project={project} />
                : <Empty icon="activity" title={log.hasNextPage ? "None among the latest" : who || kind ? "None of this kind" : "Nothing has happened yet"} text={log.hasNextPage ? "Older ones may be." : "What you, the team and workers do is listed here for 30 days."} />}
              {log.hasNextPage && <div class="pad acts"><Button busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>Older</Button></div>}
            </>
          )}
        </Show>
      </Card>
    </div>
  );
}

const useLog = (project: string, types: string[]) =>
  useInfiniteQuery({
    queryKey: ["projects", "GET /events", project, types],
    queryFn: async ({ pageParam: before }) =>
      types.length ? call("GET /events", { query: { project_id: project, before, types: types.join(","), limit: PAGE } }) : NOTHING,
    initialPageParam: NEWEST,
    getNextPageParam: ({ next_before }) => next_before ?? undefined,
    refetchInterval: PACE,
  }, client);

function Days({ events, project }: { events: EventView[]; project: ProjectDetail }) {
  const approvals = useData("GET /projects/{project_id}/approvals", { path: { project_id: project.id } }).data?.approvals ?? [];
  const days = [...new Set(events.map((one) => day(one.timestamp)))];
  return days.map((date) => (
    <section class="group" aria-label={date} key={date}>
      <h2>{date}</h2>
      <ol class="rows">{events.filter((one) => day(one.timestamp) === date).map((one) => <Row key={one.id} event={one} project={project} approvals={approvals} />)}</ol>
    </section>
  ));
}

function Row({ event, project, approvals }: { event: EventView; project: ProjectDetail; approvals: ApprovalView[] }) {
  const [actor, kind] = TYPES[event.type] ?? ["atrium", "project"];
  const page = pageOf(event, project.id, approvals);
  const said = String(event.data.summary ?? "");
  const words = said.startsWith(`${project.name}: `) ? said.slice(project.name.length + 2) : said;
  return (
    <li>
      <span class="disc small"><Icon name={ICONS[kind]} /></span>
      <span class="grow"><span class="what">{page ? <a class="name" href={page}>{words}</a> : words}</span><small>{whoOf(event, actor, project, approvals)}</small></span>
      <time dateTime={event.timestamp} title={moment(event.timestamp)}>{clock(event.timestamp)}</time>
    </li>
  );
}

const documentOf = ({ type, data }: EventView, approvals: ApprovalView[]): string | undefined =>
  type.startsWith("deliverable.") ? String(data.id) : type.startsWith("approval.") ? approvals.find((one) => one.id === data.id)?.deliverable_id : undefined;

/** The role whose document it is, where the team did it. Workers are named by the sentence itself. */
function whoOf(event: EventView, actor: Actor, project: ProjectDetail, approvals: ApprovalView[]): string {
  if (actor !== "team") return actor === "workers" ? "A worker" : ACTORS[actor];
  if (event.type.startsWith("message.")) return "CEO";
  return project.deliverables.find((one) => one.id === documentOf(event, approvals))?.owner ?? ACTORS.team;
}

function pageOf(event: EventView, project: string, approvals: ApprovalView[]): string | undefined {
  const document = documentOf(event, approvals);
  if (document) return to("projects", project, "deliverables", document);
  if (event.type === "work.handed_out") return to("projects", project, "work");
  if (event.type.startsWith("work.")) return to("projects", project, "work", String(event.data.id));
  if (event.type.startsWith("message.")) return to("ceo", project);
  if (event.type === "report.ready") return to("assistant", "reports", String(event.data.id));
  return event.type.startsWith("vault.") ? to("vault") : undefined;
}
