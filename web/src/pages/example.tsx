import { howFar, isUnfinished, makeExample, useMaking } from "../api/example";
import type { ProjectDetail } from "../api/schema";
import { go } from "../lib/router";
import { Icon } from "../ui/icon";
import { Button, Refusal } from "../ui/parts";

/** Makes an example, and shows it from its first moment on. */
export function LookAtExample({ label = "Look at an example project" }: { label?: string }) {
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
  const far = of ? `${approved} of ${of} documents are approved` : "its brief is being written";
  if (isUnfinished(project)) {
    return (
      <div class="callout">
        {running ? <span class="spin" /> : <Icon name="folder-kanban" />}
        <span role="status">
          <strong>{running ? "This example is being made" : "This example isn’t finished"}: {far}.</strong> The page answers the questions and approves each document in your
          place, as you would. {running ? "It takes a minute or two. Look around meanwhile; it goes on while this tab is open." : "Go on, or decide on the rest yourself."}
        </span>
        {!running && <Button kind="primary" icon="play" onClick={() => makeExample()}>Go on</Button>}
        <Refusal error={error} />
      </div>
    );
  }
  return (
    <p class="callout">
      <Icon name="folder-kanban" />
      <span>
        <strong>An example, to look at.</strong> Everything in it is real: read its documents, its work and its conversation, and ask the CEO about it. It costs nothing: its
        amounts say what such a project would cost, and stand in no sum, report or mail of yours. It uses none of your language model’s tokens, and asks nothing of you. You can delete it at the foot of this page.
      </span>
    </p>
  );
}
