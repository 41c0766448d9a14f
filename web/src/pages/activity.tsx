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
import { decidedBy } from "../words/document";
import { activity as words } from "../words/timeline";

const PAGE = 30;
const NOTHING = { events: [], has_more: false, last_sequence: 0, next_before: null };

/** Who can be asked for: each kind of actor, and each role of the team. */
const { actors: ACTORS, asked: ASKED, kinds: KINDS } = words;
type Actor = keyof typeof ACTORS;
type Asked = keyof typeof ASKED;
type Kind = keyof typeof KINDS;

/** Whose doing each type of event is, what it is about, and the icon of what was done. What keys with your rights do counts as yours. */
const TYPES: Partial<Record<EventType, [Actor, Kind, string]>> = {
  "project.created": ["you", "project", "plus"], "project.submitted": ["you", "project", "send"], "project.status_changed": ["you", "project", "pause"],
  "project.phase_started": ["team", "project", "arrow-right"], "project.completed": ["team", "project", "circle-check"], "brief.changed": ["you", "project", "pencil"], "budget.threshold_reached": ["atrium", "project", "triangle-alert"],
  "approval.requested": ["team", "documents", "file-text"], "approval.decided": ["you", "documents", "check"], "deliverable.blocked": ["team", "documents", "lock"], "deliverable.edited": ["you", "documents", "pencil"],
  "deliverable.delivered": ["atrium", "documents", "download"], "deliverable.not_delivered": ["atrium", "documents", "triangle-alert"],
  "message.received": ["team", "messages", "message-square"], "message.failed": ["team", "messages", "triangle-alert"],
  "vault.request.opened": ["team", "access", "lock"], "vault.request.reminded": ["atrium", "access", "clock"], "vault.request.cancelled": ["atrium", "access", "ban"],
  "vault.request.fulfilled": ["you", "access", "lock-open"], "vault.request.declined": ["you", "access", "ban"],
  "vault.credential.deposited": ["you", "access", "key-round"], "vault.credential.deleted": ["you", "access", "trash-2"], "vault.credential.expiring": ["atrium", "access", "clock"],
  "vault.credential.used": ["workers", "access", "key-round"],
  "work.handed_out": ["you", "work", "send"], "work.created": ["you", "work", "plus"], "work.returned": ["you", "work", "undo-2"], "work.done": ["you", "work", "circle-check"], "work.cancelled": ["you", "work", "ban"],
  "work.claimed": ["workers", "work", "play"], "work.progressed": ["workers", "work", "activity"], "work.released": ["workers", "work", "rotate-ccw"], "work.submitted": ["workers", "work", "inbox"],
  "work.assessed": ["team", "work", "sparkles"], "work.lease_ended": ["atrium", "work", "clock"],
  "report.ready": ["atrium", "reports", "chart-column"], "task.run_failed": ["atrium", "reports", "triangle-alert"], "task.run_missed": ["atrium", "reports", "triangle-alert"], "task.failed": ["atrium", "reports", "triangle-alert"],
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
      <div class="seek quick">
        <SelectField label={<span class="sr">{words.who}</span>} value={who} set={(next) => setWho(next as typeof who)} options={[["", words.everybody], ...Object.entries(ASKED)]} />
        <SelectField label={<span class="sr">{words.what}</span>} value={kind} set={(next) => setKind(next as typeof kind)} options={[["", words.everything], ...Object.entries(KINDS)]} />
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
  const who = whoOf(event, known);
  return (
    <li>
      <Icon name={TYPES[event.type]?.[2] ?? "activity"} />
      <span class="grow"><span class="what">{page ? <a class="name" href={page}>{text}</a> : text}</span>{who && !text.includes(who) && <small>{who}</small>}</span>
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

/** Whose doing it was, as far as it is on record: of a decision who made it, of the team the role that the document belongs to, or that asked. */
function whoOf(event: EventView, known: Known): string | undefined {
  const actor = TYPES[event.type]?.[0];
  const by = actor === "you" && known.approvals.find(({ id }) => id === event.data.id)?.decided_by;
  if (by) return decidedBy(by, known.keys) ?? ACTORS.you;
  if (actor !== "team") return;
  if (event.type.startsWith("message.")) return ASKED.ceo;
  if (event.type === "work.assessed") return ASKED.cto;
  if (event.type === "vault.request.opened") return known.requests.find((one) => one.id === event.data.id)?.requested_by;
  return known.project.deliverables.find((one) => one.id === documentOf(event, known))?.owner;
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
