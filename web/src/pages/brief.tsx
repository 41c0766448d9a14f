import { useEffect, useRef, useState } from "preact/hooks";
import { useData, useSend } from "../api/data";
import type { BriefEntryType, BriefEntryView, BriefView, ProjectDetail } from "../api/schema";
import { label } from "../lib/format";
import { to, useParam } from "../lib/router";
import "../styles/brief.css";
import { Icon } from "../ui/icon";
import { Button, Card, Refusal, Show } from "../ui/parts";
import { toast } from "../ui/toast";
import { brief as words, entries as types, whole } from "../words/brief";
import { held as common } from "../words/common";
import { answer, intake as asks } from "../words/intake";
import { Add, Entries, TYPES } from "./brief-entries";
import { ChangeWhole } from "./change-whole";
import { Choices } from "./choices";
import { Estimate } from "./estimate";
import { Notes } from "./notes";
import { useDays } from "./proposed";
import { ADD, again, DROP, Effect, useTrial } from "./trial";

const NEEDED: BriefEntryType[] = ["must_have", "audience", "measure"];
const MUST_HAVES = "must_haves";

/** The brief, read in the open: what each entry is taken to be and what it takes, with the estimate beside it. */
export function Brief({ project }: { project: ProjectDetail }) {
  const path = { project_id: project.id };
  const brief = useData("GET /projects/{project_id}/brief", { path });
  const trial = useTrial(brief.data);
  const isDraft = project.status === "draft";
  const questions = useData("GET /projects/{project_id}/intake", isDraft ? { path } : null);
  const intake = questions.data;
  const mayChange = !project.archived && (isDraft || project.status === "active" || project.status === "on_hold");
  const listed = useData("GET /agents/{project_id}/cards", isDraft ? { path } : null);
  const cards = listed.data?.cards.length;
  const { found: parts, days } = useDays(project, brief.data, listed.isLoading ? undefined : cards === 0);
  const found = cards || parts;
  const [show] = useParam("show");
  const decisions = useRef<HTMLElement>(null);
  useEffect(() => {
    if (show === "decisions" && brief.data) decisions.current?.scrollIntoView?.({ block: "start" });
  }, [show, brief.data === undefined]);
  const wanted = (id: string) => intake?.questions.find((one) => one.id === id)?.prompt.replace(/\?.*/, "?"); // without how to write it down
  const isEmpty = (type: BriefEntryType) => !brief.data?.entries.some((one) => one.type === type && one.state !== "dropped");
  const lacks = TYPES.filter((type) => isEmpty(type) && !(isDraft && NEEDED.includes(type))); // what a draft needs has a list of its own
  return (
    <Show of={brief} lines={10}>
      {(data) => (
        <div class="split">
          <div class="stack">
            {mayChange && data.estimate?.said.to_fit && <p class="callout warn"><Icon name="triangle-alert" /><span>{data.estimate.said.to_fit}</span>{data.estimate.to_fit.length > 0 && !trial.out.length && <Button onClick={() => trial.without(data.estimate!.to_fit)}>{words.preview}</Button>}</p>}
            {found > 0 && !intake?.missing.includes(MUST_HAVES) && <p class="callout"><Icon name="sparkles" /><span><strong>{words.found(found)}</strong></span><a class="btn" href={to("projects", project.id, "intake")}>{words.review}</a></p>}
            {intake && intake.missing.length > 0 && mayChange && (
              <Card title={words.needed} flush>
                <ul class="rows">{intake.missing.map((id) => <li class="linked" key={id}><a class="name grow" href={`${to("projects", project.id, "intake")}${id === MUST_HAVES && found ? "" : `?step=${id}`}`}>{asks.names[id] ?? id}</a><small class="beside-name">{id === MUST_HAVES && found > 0 ? words.found(found) : wanted(id)}</small><Icon name="chevron-right" /></li>)}</ul>
              </Card>
            )}
            <Whole brief={data} mayChange={mayChange} isAsked={isDraft} />
            {TYPES.flatMap((type) => [!isEmpty(type) && <Entries key={type} type={type} brief={data} mayChange={mayChange} trial={trial} />, <LeftOut key={`${type}-out`} type={type} brief={data} mayChange={mayChange} />])}
            {mayChange && lacks.length > 0 && <Card title={isDraft ? words.optional : words.missing} flush>{lacks.map((type) => <Add key={type} type={type} project={project.id} />)}</Card>}
            {data.choices.length > 0 && (
              <section class="card" ref={decisions}>
                <details class="fold pad" open={show === "decisions"}>
                  <summary>{words.decisions} <span>{data.choices.length}</span></summary>
                  <p class="hint">{words.decisionsWhy}</p>
                  <Choices project={project.id} choices={data.choices} mayAnswer={mayChange} />
                </details>
              </section>
            )}
            <Notes project={project} />
            {trial.out.length > 0 && <Effect project={project} brief={data} trial={trial} />}
          </div>
          {!project.archived && <Estimate project={project} brief={data} counting={brief.isFetching} intake={intake} isReading={isDraft && !questions.isFetched} soFar={days} />}
        </div>
      )}
    </Show>
  );
}

/** What is said once for the whole product. `isAsked`: what is needed is asked for elsewhere. */
function Whole({ brief, mayChange, isAsked }: { brief: BriefView; mayChange: boolean; isAsked: boolean }) {
  const [changing, setChanging] = useState(false);
  const { goal, platforms, existing, personal_data, tone, approver } = brief;
  const rows: [string, string | null][] = [
    [whole.goal, goal],
    [whole.platforms, platforms.map(label).join(", ")],
    [whole.existing, existing && (existing.map(label).join(", ") || whole.nothing)],
    [whole.personal, personal_data === null ? null : personal_data ? answer.yes : answer.no],
    [whole.tone, tone && label(tone)],
    [whole.approver, approver],
  ];
  const asked = isAsked ? [whole.goal, whole.platforms, whole.approver] : [];
  const open = rows.flatMap(([name, value]) => (value || asked.includes(name) ? [] : [name]));
  return (
    <Card title={whole.title} aside={mayChange && <Button kind="ghost" icon="pencil" onClick={() => setChanging(true)}>{whole.change}<span class="sr">{whole.changeWhat}</span></Button>}>
      <dl class="facts pad">
        {rows.map(([name, value]) => value && <div key={name}><dt>{name}</dt><dd dir="auto">{value}</dd></div>)}
        {open.length > 0 && <div><dt>{whole.empty}</dt><dd>{open.map((name, index) => <>{index > 0 && ", "}{mayChange ? <button type="button" class="link" onClick={() => setChanging(true)}>{name}</button> : name}</>)}</dd></div>}
      </dl>
      {changing && <ChangeWhole brief={brief} close={() => setChanging(false)} />}
    </Card>
  );
}

/** What was left out of one type and is not there again. Brought back, it is a new entry, the last of its type. */
function LeftOut({ type, brief, mayChange }: { type: BriefEntryType; brief: BriefView; mayChange: boolean }) {
  const summary = useRef<HTMLElement>(null);
  const { project_id, entries } = brief;
  const path = { project_id };
  const drop = useSend(DROP, () => toast(common.undone));
  const add = useSend(ADD, ({ id, text }) => {
    toast(words.added(id), () => drop.mutate({ path: { ...path, entry_id: id }, query: { was: text } }));
    summary.current?.focus(); // the button goes
  });
  const own = entries.filter((one) => one.type === type);
  const saying = ({ text }: BriefEntryView) => text.toLowerCase();
  const there = new Set(own.filter((one) => one.state !== "dropped").map(saying));
  const gone = [...new Map(own.map((one) => [saying(one), one])).values()].filter((one) => !there.has(saying(one))); // each once
  if (!gone.length) return null;
  return (
    <details class="fold fold-quiet">
      <summary ref={summary}>{words.leftOut(types[type].title)} <span>{gone.length}</span></summary>
      {mayChange && <p class="hint">{words.isNew}</p>}
      <ul class="dropping">{gone.map((one) => <li key={one.id}><span class="tag">{one.id}</span> <bdi class="grow">{one.text}</bdi>{mayChange && <Button kind="ghost" icon="rotate-ccw" busy={add.isPending} onClick={() => add.mutate({ path, body: again(one, brief) })}>{words.bringBack}<span class="sr"> {one.id}</span></Button>}</li>)}</ul>
      <Refusal error={add.error ?? drop.error} />
    </details>
  );
}
