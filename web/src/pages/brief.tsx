import { useState } from "preact/hooks";
import { useData } from "../api/data";
import type { BriefEntryType, BriefEntryView, BriefView, ProjectDetail } from "../api/schema";
import { label } from "../lib/format";
import "../styles/brief.css";
import { Button, Card, Show } from "../ui/parts";
import { brief as words, whole } from "../words/brief";
import { Add, Entries, TYPES } from "./brief-entries";
import { ChangeWhole } from "./change-whole";
import { Choices } from "./choices";
import { Estimate } from "./estimate";
import { Notes } from "./notes";
import { Effect, Fitting, useTrial } from "./trial";

/** The brief, read in the open: what each entry is taken to be and what it takes, with the estimate beside it. */
export function Brief({ project }: { project: ProjectDetail }) {
  const path = { project_id: project.id };
  const brief = useData("GET /projects/{project_id}/brief", { path });
  const trial = useTrial(brief.data);
  const isDraft = project.status === "draft";
  const intake = useData("GET /projects/{project_id}/intake", isDraft ? { path } : null).data;
  const mayChange = !project.archived && (isDraft || project.status === "active" || project.status === "on_hold");
  const isEmpty = (type: BriefEntryType) => !brief.data?.entries.some((one) => one.type === type && one.state !== "dropped");
  return (
    <Show of={brief} lines={10}>
      {(data) => (
        <div class="split">
          <div class="stack">
            {mayChange && data.estimate && data.estimate.said.to_fit && <Fitting brief={data} estimate={data.estimate} trial={trial} />}
            <Whole brief={data} mayChange={mayChange} />
            {TYPES.map((type) => !isEmpty(type) && <Entries key={type} type={type} brief={data} mayChange={mayChange} trial={trial} />)}
            {mayChange && TYPES.some(isEmpty) && <Card title={words.missing} flush>{TYPES.filter(isEmpty).map((type) => <Add key={type} type={type} project={project.id} />)}</Card>}
            {data.choices.length > 0 && (
              <details class="fold fold-quiet">
                <summary>{words.decisions} <span>{data.choices.length}</span></summary>
                <p class="hint">{words.decisionsWhy}</p>
                <Choices project={project.id} choices={data.choices} mayAnswer={mayChange} />
              </details>
            )}
            <Notes project={project} />
            <LeftOut entries={data.entries.filter((one) => one.state === "dropped")} />
            {trial.out.length > 0 && <Effect project={project} brief={data} trial={trial} />}
          </div>
          {!project.archived && <Estimate project={project} brief={data} counting={brief.isFetching} intake={intake} />}
        </div>
      )}
    </Show>
  );
}

/** What is said once for the whole product. */
function Whole({ brief, mayChange }: { brief: BriefView; mayChange: boolean }) {
  const [changing, setChanging] = useState(false);
  const { goal, platforms, existing, personal_data, tone, approver } = brief;
  const rows: [string, string | null][] = [
    [whole.goal, goal],
    [whole.platforms, platforms.map(label).join(", ")],
    [whole.existing, existing && (existing.map(label).join(", ") || whole.nothing)],
    [whole.personal, personal_data === null ? null : personal_data ? whole.yes : whole.no],
    [whole.tone, tone && label(tone)],
    [whole.approver, approver],
  ];
  const open = rows.flatMap(([name, value]) => (value ? [] : [name]));
  return (
    <Card title={whole.title} aside={mayChange && <Button kind="ghost" icon="pencil" onClick={() => setChanging(true)}>{whole.change}<span class="sr">{whole.changeWhat}</span></Button>}>
      <dl class="facts pad">
        {rows.map(([name, value]) => value && <div key={name}><dt>{name}</dt><dd dir="auto">{value}</dd></div>)}
        {open.length > 0 && <div><dt>{whole.empty}</dt><dd class="muted">{open.join(", ")}</dd></div>}
      </dl>
      {changing && <ChangeWhole brief={brief} close={() => setChanging(false)} />}
    </Card>
  );
}

function LeftOut({ entries }: { entries: BriefEntryView[] }) {
  if (!entries.length) return null;
  return (
    <details class="fold fold-quiet">
      <summary>{words.leftOut} <span>{entries.length}</span></summary>
      <ul class="dropping">{entries.map((one) => <li key={one.id}><span class="tag">{one.id}</span> <bdi>{one.text}</bdi></li>)}</ul>
    </details>
  );
}
