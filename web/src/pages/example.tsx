import { howFar, isUnfinished, makeExample, useMaking } from "../api/example";
import type { ProjectDetail } from "../api/schema";
import { go } from "../lib/router";
import { Icon } from "../ui/icon";
import { Button, Refusal } from "../ui/parts";
import { example as words } from "../words/first-run";

/** Makes an example, and shows it from its first moment on. */
export function LookAtExample({ label = words.look }: { label?: string }) {
  const { running, error } = useMaking();
  return (
    <>
      <Button icon="folder-kanban" busy={running} onClick={() => makeExample((id) => go("projects", id))}>{label}</Button>
      <Refusal error={error} />
    </>
  );
}

/** Above an example: what it is, how far it is, and that nothing of it counts. */
export function ExampleNote({ project }: { project: ProjectDetail }) {
  const { running, error } = useMaking();
  const { approved, of } = howFar(project);
  if (isUnfinished(project)) {
    return (
      <div class="callout">
        {running ? <span class="spin" /> : <Icon name="folder-kanban" />}
        <span role="status"><strong>{running ? words.making : words.unfinished}{words.far(approved, of)}</strong>{running ? words.makingWhy : words.unfinishedWhy}</span>
        {!running && <Button kind="primary" icon="play" onClick={() => makeExample()}>{words.goOn}</Button>}
        <Refusal error={error} />
      </div>
    );
  }
  return <p class="callout"><Icon name="folder-kanban" /><span><strong>{words.title}</strong>{words.why}</span></p>;
}
