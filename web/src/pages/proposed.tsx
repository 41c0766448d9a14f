import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "preact/hooks";
import { ApiError, call } from "../api/call";
import { client, refresh, useData } from "../api/data";
import type { BriefView, CardView, ProjectDetail } from "../api/schema";
import { days } from "../lib/format";
import { useDrafts } from "../lib/review";
import { TextArea } from "../ui/fields";
import { Button, Card, Refusal, Skeleton } from "../ui/parts";
import { answer, intake, proposed as words } from "../words/intake";
import type { Answering } from "./answering";
import { Add } from "./brief-entries";
import { Cards } from "./cards";
import { clean } from "./line-editor";

const MOST = 12;
const LONGEST = 300; // characters of a must-have
const WORKING = ["queued", "answering"];

interface Props {
  project: ProjectDetail;
  brief: BriefView;
  answering: Answering;
  goOn: (replaces?: boolean) => void;
  back: () => void;
}

/** What the description says the product must do, to keep or to drop: by the team where a model reads it, else by its words. */
export function Proposed({ project, ...rest }: Props) {
  const path = { project_id: project.id };
  const talk = useData("GET /agents/{project_id}/messages", { path, query: { limit: 2 } });
  const cards = useData("GET /agents/{project_id}/cards", { path });
  const isReading = talk.data?.messages.some(({ run_status }) => run_status !== null && WORKING.includes(run_status));
  const known = useRef(new Map<string, CardView>()).current; // a card that was confirmed leaves the list, and stays on the screen
  for (const one of cards.data?.cards ?? []) known.set(one.id, one);
  if (known.size) {
    return (
      <Card title={words.title}>
        <div class="form">
          <Description of={project} />
          <p>{words.byTeam}</p>
          <Cards of={[...known.values()]} talk={path} again={() => Promise.all([cards.refetch(), refresh("GET /projects/{project_id}/intake", { path })])} />
          <Add type="must_have" project={project.id} />
          <div class="acts"><Button icon="arrow-left" onClick={rest.back}>{intake.back}</Button><Button kind="primary" onClick={() => rest.goOn()}>{words.goOn}</Button></div>
        </div>
      </Card>
    );
  }
  if (talk.isPending || cards.isFetching || isReading) {
    return <Card><div class="form"><p role="status">{words.reading}</p><Skeleton lines={3} /><div class="acts"><Button onClick={() => rest.goOn()}>{words.none}</Button></div></div></Card>;
  }
  return <ByWords project={project} {...rest} />;
}

/** A part of a description that may be a must-have. */
interface Found {
  text: string;
  kind: string;
  days: number;
}

/** The parts of a description that may each be a must-have. */
const partsOf = (description: string): string[] => {
  const parts = description.split(/[.;:!?\n•]+|,\s+(?:and\s+)?|\s+where\s+/).map((part) => part.replace(/^[-*\s\d)]+|\s+$/g, "")).filter((part) => part.length > 5 && part.length <= LONGEST);
  return [...new Map(parts.map((part) => [part.toLowerCase(), part[0]!.toUpperCase() + part.slice(1)])).values()].slice(0, MOST);
};

/** The parts that the estimate would know; asking does nothing to the brief. */
async function readParts({ id, description }: ProjectDetail, { platforms, kinds }: BriefView): Promise<Found[]> {
  const parts = partsOf(description ?? "");
  if (!parts.length) return [];
  const priced = platforms.length ? [] : [{ op: "change_brief" as const, platforms: ["web" as const] }];
  const { after } = await call("POST /projects/{project_id}/what-if", { path: { project_id: id }, body: { changes: [...priced, ...parts.map((text) => ({ op: "add_entry" as const, type: "must_have" as const, text }))] } });
  const unknown = kinds.find((one) => one.id === "other")?.title;
  return parts.flatMap((text) => {
    const lines = after?.basis.filter((line) => line.text === text && line.kind !== unknown) ?? [];
    return lines.length ? [{ text, kind: lines.map((line) => line.kind).join(", "), days: lines.reduce((sum, line) => sum + line.days, 0) }] : [];
  });
}

/** The draft that says that a part is not kept. */
const dropped = (text: string) => `drop:${text}`;

/** They, read once. `asks`: whether they are read here, or only shown once they were. */
const useFound = (project: ProjectDetail | undefined, brief: BriefView | undefined, asks = true) =>
  useQuery({ queryKey: ["proposed", project?.id, project?.description], queryFn: () => readParts(project!, brief!), staleTime: Infinity, refetchOnWindowFocus: false, enabled: Boolean(asks && project && brief) }, client);

/** The likely days of the must-haves of a draft, else of those in its description; undefined while these, or whether to read them, are not known. */
export function useDays(project: ProjectDetail | undefined, brief: BriefView | undefined, asks: boolean | undefined): { found: number; days: number | undefined } {
  const own = brief?.entries.filter(({ type, state }) => type === "must_have" && state === "active") ?? [];
  const { data: found = [], isLoading } = useFound(own.length || project?.status !== "draft" ? undefined : project, brief, asks ?? false);
  const [drafts] = useDrafts(`proposed/${project?.id}`);
  const days = own.length ? own.map(({ effort_days }) => effort_days?.likely ?? 0) : found.filter(({ text }) => !(dropped(text) in drafts)).map((one) => one.days);
  return { found: found.length, days: isLoading || (asks === undefined && !own.length) ? undefined : days.reduce((sum, one) => sum + one, 0) };
}

function ByWords({ project, brief, answering, goOn, back }: Props) {
  const found = useFound(project, brief);
  useEffect(() => {
    if (found.error || found.data?.length === 0) goOn(true);
  }, [found.data, found.error]);
  return found.data?.length ? <Choose found={found.data} project={project} brief={brief} answering={answering} goOn={goOn} back={back} /> : <Card><Skeleton lines={5} /></Card>;
}

/** What is to be compared with what was found in it. */
const Description = ({ of: { description } }: { of: ProjectDetail }) => <figure class="described"><figcaption class="hint">{words.description}</figcaption><blockquote dir="auto">{description}</blockquote></figure>;

function Choose({ found, project, brief, answering: { give, settle, states }, goOn, back }: { found: Found[] } & Props) {
  const [drafts, type] = useDrafts(`proposed/${brief.project_id}`);
  const rows = found.map((one) => ({ ...one, said: drafts[`text:${one.text}`] ?? one.text, isDropped: dropped(one.text) in drafts }));
  const own = drafts["own:"] ?? "";
  const kept = [...rows.filter(({ isDropped }) => !isDropped).map(({ said }) => said), ...own.split("\n")].map(clean).filter(Boolean);
  const there = brief.entries.filter((one) => one.type === "must_have" && one.state === "active").map(({ text }) => text);
  const keep = async (event: Event) => {
    event.preventDefault();
    if (kept.length) {
      give("must_haves", [...there, ...new Set(kept.filter((text) => !there.includes(text)))], "now");
      if (!(await settle())) return;
    }
    type(Object.fromEntries(Object.keys(drafts).map((place) => [place, undefined])));
    goOn();
  };
  const refused = states.must_haves?.state === "refused" && states.must_haves.message;
  return (
    <Card title={words.title}>
      <form class="form" onSubmit={keep} noValidate>
        <Description of={project} />
        <p>{words.lead}</p>
        <ul class="proposals" onKeyDown={(event) => event.key === "Enter" && event.target instanceof HTMLTextAreaElement && !event.isComposing && keep(event)}>
          {rows.map(({ text, kind, days: likely, said, isDropped }, index) => (
            <li key={index}>
              <input type="checkbox" aria-label={words.keep(index + 1)} checked={!isDropped} onChange={() => type({ [dropped(text)]: isDropped ? undefined : "1" })} />
              <TextArea label={<span class="sr">{words.text(index + 1)}</span>} rows={1} maxLength={LONGEST} value={said} set={(next) => type({ [`text:${text}`]: next })} />
              <small>{kind} · {words.takes(days(likely))}</small>
            </li>
          ))}
        </ul>
        <TextArea label={words.another} hint={answer.perLine} rows={1} value={own} set={(next) => type({ "own:": next || undefined })} />
        {refused && <Refusal error={new ApiError(0, "REFUSED", refused)} />}
        <div class="acts"><Button icon="arrow-left" onClick={back}>{intake.back}</Button><Button type="submit" kind="primary">{words.keepAll(kept.length)}</Button><Button kind="ghost" onClick={() => goOn()}>{words.none}</Button></div>
      </form>
    </Card>
  );
}
