import { useState } from "preact/hooks";
import { useData } from "../api/data";
import type { BriefView, BriefEntryView, ProjectDetail } from "../api/schema";
import { label } from "../lib/format";
import { to } from "../lib/router";
import "../styles/brief.css";
import { Icon } from "../ui/icon";
import { later } from "../ui/later";
import { Button, Card, Show } from "../ui/parts";
import { ChangeWhole } from "./brief-dialogs";
import { Entries, TYPES } from "./brief-entries";
import { Choices } from "./choices";
import { Estimate } from "./estimate";

const Fitting = later(() => import("./fitting").then((page) => page.Fitting), null);

/** The brief, read in the open: what each entry is taken to be and what it takes, with the estimate beside it. */
export function Brief({ project }: { project: ProjectDetail }) {
  const path = { project_id: project.id };
  const brief = useData("GET /projects/{project_id}/brief", { path });
  const isDraft = project.status === "draft";
  const intake = useData("GET /projects/{project_id}/intake", isDraft ? { path } : null).data;
  const isOpen = !project.archived && (isDraft || project.status === "active" || project.status === "on_hold");
  return (
    <Show of={brief} lines={10}>
      {(data) => (
        <div class="split">
          <div class="stack">
            {isDraft && intake && !intake.complete && (
              <p class="callout"><Icon name="file-text" /><span><strong>The brief is not finished.</strong></span><a class="btn primary" href={to("projects", project.id, "intake")}>Continue the questions</a></p>
            )}
            {isOpen && data.estimate && data.estimate.to_fit.length > 0 && <Fitting project={project} brief={data} estimate={data.estimate} key={data.estimate.to_fit.join()} />}
            <Whole brief={data} isOpen={isOpen} />
            {TYPES.map((type) => <Entries key={type.id} type={type} brief={data} isOpen={isOpen} />)}
            {data.choices.length > 0 && <Card title="Choices"><div class="pad"><Choices project={project.id} choices={data.choices} mayAnswer={isOpen} /></div></Card>}
            <Dropped entries={data.entries.filter((one) => one.state === "dropped")} />
          </div>
          {!project.archived && <Estimate project={project} brief={data} counting={brief.isFetching} intake={intake} />}
        </div>
      )}
    </Show>
  );
}

/** What is said once for the whole product. */
function Whole({ brief, isOpen }: { brief: BriefView; isOpen: boolean }) {
  const [changing, setChanging] = useState(false);
  const { goal, platforms, existing, personal_data, tone, approver } = brief;
  const rows: [string, string | null][] = [
    ["Goal", goal],
    ["Runs on", platforms.map(label).join(", ")],
    ["There already", existing && (existing.map(label).join(", ") || "Nothing")],
    ["Personal data", personal_data === null ? null : personal_data ? "Yes" : "No"],
    ["Tone", tone && label(tone)],
    ["Approver", approver],
  ];
  return (
    <Card title="The whole product" aside={isOpen && <Button kind="ghost" icon="pencil" onClick={() => setChanging(true)}>Change<span class="sr"> what is said of the whole product</span></Button>}>
      <dl class="facts pad">{rows.map(([name, value]) => <div key={name}><dt>{name}</dt><dd dir="auto">{value || <span class="muted">Not said</span>}</dd></div>)}</dl>
      {changing && <ChangeWhole brief={brief} close={() => setChanging(false)} />}
    </Card>
  );
}

function Dropped({ entries }: { entries: BriefEntryView[] }) {
  if (!entries.length) return null;
  return (
    <Card>
      <details class="fold pad">
        <summary>Dropped ({entries.length})</summary>
        <ul class="dropping">{entries.map((one) => <li key={one.id}><span class="tag">{one.id}</span> <bdi>{one.text}</bdi></li>)}</ul>
      </details>
    </Card>
  );
}
