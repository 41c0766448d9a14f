import { useInfiniteQuery } from "@tanstack/react-query";
import { call } from "../api/call";
import { client, useData, useKeyNames } from "../api/data";
import { NEWEST } from "../api/live";
import type { EventType, EventView, ProjectDetail } from "../api/schema";
import { clock, day, moment, money } from "../lib/format";
import { to, useChoice } from "../lib/router";
import "../styles/work.css";
import { SelectField } from "../ui/fields";
import { Icon } from "../ui/icon";
import { Button, Card, Empty, Show } from "../ui/parts";
import { decider } from "../words/document";
import { activity as words } from "../words/timeline";

const PAGE = 30;
const NOTHING = { events: [], has_more: false, last_sequence: 0, next_before: null };

/** Who can be asked for: each kind of actor, and each role of the team. */
const { actors: ACTORS, asked: ASKED, kinds: KINDS } = words;
type Actor = keyof typeof ACTORS;
type Asked = keyof typeof ASKED;
type Kind = keyof typeof KINDS;

const ICONS: Record<Kind, string> = { documents: "file-text", work: "users", messages: "message-square", access: "lock", project: "activity", reports: "clock" };

/** Whose doing each type of event is, and what it is about. What keys with your rights do counts as yours. */
const TYPES: Partial<Record<EventType, [Actor, Kind]>> = {
  "project.created": ["you", "project"], "project.submitted": ["you", "project"], "project.status_changed": ["you", "project"],
  "project.phase_started": ["team", "project"], "project.completed": ["team", "project"], "brief.changed": ["you", "project"], "budget.threshold_reached": ["atrium", "project"],
  "approval.requested": ["team", "documents"], "approval.decided": ["you", "documents"], "deliverable.blocked": ["team", "documents"], "deliverable.edited": ["you", "documents"],
  "deliverable.delivered": ["atrium", "documents"], "deliverable.not_delivered": ["atrium", "documents"],
  "message.received": ["team", "messages"], "message.failed": ["team", "messages"],
  "vault.request.opened": ["team", "access"], "vault.request.reminded": ["atrium", "access"], "vault.request.cancelled": ["atrium", "access"],
  "vault.request.fulfilled": ["you", "access"], "vault.request.declined": ["you", "access"],
  "vault.credential.deposited": ["you", "access"], "vault.credential.deleted": ["you", "access"], "vault.credential.expiring": ["atrium", "access"],
  "vault.credential.used": ["workers", "access"],
  "work.handed_out": ["you", "work"], "work.created": ["you", "work"], "work.returned": ["you", "work"], "work.done": ["you", "work"], "work.cancelled": ["you", "work"],
  "work.claimed": ["workers", "work"], "work.progressed": ["workers", "work"], "work.released": ["workers", "work"], "work.submitted": ["workers", "work"],
  "work.assessed": ["team", "work"], "work.lease_ended": ["atrium", "work"],
  "report.ready": ["atrium", "reports"], "task.run_failed": ["atrium", "reports"], "task.run_missed": ["atrium", "reports"], "task.failed": ["atrium", "reports"],
};

const namesOf = <T extends string>(words: Record<T, string>) => Object.keys(words) as T[];

const roleOf = (who: Asked | ""): string | undefined => (who && !(who in ACTORS) ? ASKED[who] : undefined);

const typesOf = (who: Asked | "", kind: Kind | ""): string[] => {
  const wanted = roleOf(who) ? "team" : who;
  return Object.entries(TYPES).filter(([, [actor, about]]) => (!wanted || actor === wanted) && (!kind || about === kind)).map(([type]) => type);
};

/** Who did what in the project, and when; the filter stands in the address. */
export function Activity({ project }: { project: ProjectDetail }) {
  const [who, setWho] = useChoice("who", ["", ...namesOf(ASKED)]);
  const [kind, setKind] = useChoice("what", ["", ...namesOf(KINDS)]);
  const types = typesOf(who, kind);
  const log = useLog(project.id, types);
  const known = useKnown(project, types);
  const role = roleOf(who);
  const events = (log.data?.pages.flatMap((page) => page.events) ?? []).filter((one) => !role || whoOf(one, known) === role);
  return (
    <div class="activity">
      <div class="filters">
        <SelectField label={words.who} value={who} set={(next) => setWho(next as typeof who)} options={[["", words.everybody], ...Object.entries(ASKED)]} />
        <SelectField label={words.what} value={kind} set={(next) => setKind(next as typeof kind)} options={[["", words.everything], ...Object.entries(KINDS)]} />
      </div>
      <Card flush>
        <Show of={log} lines={6}>
          {() => (
            <>
              {events.length ? <Days events={events} known={known} />
                : <Empty icon="activity" title={log.hasNextPage ? words.noneLately : who || kind ? words.noneOfKind : words.none} text={log.hasNextPage ? words.olderWhy : words.noneWhy} />}
              {log.hasNextPage && <div class="pad acts"><Button busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>{words.older}</Button></div>}
            </>
          )}
        </Show>
      </Card>
    </div>
  );
}

const useLog = (project: string, types: string[]) =>
  useInfiniteQuery({
    queryKey: ["events", "GET /events", project, types],
    queryFn: async ({ pageParam: before }) =>
      types.length ? call("GET /events", { query: { project_id: project, before, types: types.join(","), limit: PAGE } }) : NOTHING,
    initialPageParam: NEWEST,
    getNextPageParam: ({ next_before }) => next_before ?? undefined,
  }, client);

/** What the events' ids stand for. */
function useKnown(project: ProjectDetail, types: string[]) {
  const approvals = useData("GET /projects/{project_id}/approvals", types.some((type) => type.startsWith("approval.")) ? { path: { project_id: project.id } } : null);
  const requests = useData("GET /vault/requests", types.includes("vault.request.opened") ? { query: { project_id: project.id, limit: 100 } } : null);
  const keys = useKeyNames(approvals.data?.approvals.map((one) => one.decided_by) ?? []);
  return { project, approvals: approvals.data?.approvals ?? [], requests: requests.data?.requests ?? [], keys };
}
type Known = ReturnType<typeof useKnown>;

function Days({ events, known }: { events: EventView[]; known: Known }) {
  const days = [...new Set(events.map((one) => day(one.timestamp)))];
  return days.map((date) => (
    <section class="group" aria-label={date} key={date}>
      <h2>{date}</h2>
      <ol class="rows">{events.filter((one) => day(one.timestamp) === date).map((one) => <Row key={one.id} event={one} known={known} />)}</ol>
    </section>
  ));
}

function Row({ event, known }: { event: EventView; known: Known }) {
  const page = pageOf(event, known);
  const said = String(event.data.summary ?? "");
  const project = `${known.project.name}: `;
  const text = said.startsWith(project) ? said.slice(project.length) : said;
  return (
    <li>
      <span class="disc small"><Icon name={ICONS[TYPES[event.type]?.[1] ?? "project"]} /></span>
      <span class="grow"><span class="what">{page ? <a class="name" href={page}>{text}</a> : text}</span><small>{whoOf(event, known)}</small></span>
      <Cost event={event} />
      <time dateTime={event.timestamp} title={moment(event.timestamp)}>{clock(event.timestamp)}</time>
    </li>
  );
}

/** What the step added to what the project has spent; nothing for events without a cost. */
function Cost({ event: { data: { cost, currency } } }: { event: EventView }) {
  if (typeof cost !== "number" || typeof currency !== "string") return null;
  return <span class="cost"><span class="sr">{words.cost} </span>{money(cost, currency)}</span>;
}

const documentOf = ({ type, data }: EventView, { approvals }: Known): string | undefined =>
  type.startsWith("deliverable.") ? String(data.id) : type.startsWith("approval.") ? approvals.find((one) => one.id === data.id)?.deliverable_id : undefined;

/** Whose doing it was; of your decisions the key that made them, of the team the role that the document belongs to, or that asked. A worker is named by the sentence itself. */
function whoOf(event: EventView, known: Known): string {
  const actor = TYPES[event.type]?.[0] ?? "atrium";
  const by = known.approvals.find(({ id }) => id === event.data.id)?.decided_by;
  if (actor === "you" && by?.includes("@")) return by;
  if (actor === "you" && by?.startsWith("key_")) return words.byYou(decider(by, known.keys));
  if (actor !== "team") return actor === "workers" ? words.worker : ACTORS[actor];
  if (event.type.startsWith("message.")) return ASKED.ceo;
  if (event.type === "work.assessed") return ASKED.cto;
  if (event.type === "vault.request.opened") return known.requests.find((one) => one.id === event.data.id)?.requested_by ?? ACTORS.team;
  return known.project.deliverables.find((one) => one.id === documentOf(event, known))?.owner ?? ACTORS.team;
}

function pageOf(event: EventView, known: Known): string | undefined {
  const document = documentOf(event, known);
  const project = known.project.id;
  if (document) return to("projects", project, "deliverables", document);
  if (event.type === "work.handed_out") return to("projects", project, "work");
  if (event.type.startsWith("work.")) return to("projects", project, "work", String(event.data.id));
  if (event.type.startsWith("message.")) return to("projects", project, "chat");
  if (event.type === "report.ready") return to("reports", String(event.data.id));
  return event.type.startsWith("vault.") ? to("settings", "vault") : undefined;
}
