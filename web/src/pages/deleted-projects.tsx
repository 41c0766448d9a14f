import { useState } from "preact/hooks";
import { type Loaded, useSend } from "../api/data";
import type { ProjectDetail, ProjectList, ProjectView } from "../api/schema";
import { day } from "../lib/format";
import { go } from "../lib/router";
import { Dialog } from "../ui/dialog";
import { TextField } from "../ui/fields";
import { Button, Empty, Refusal, Show } from "../ui/parts";
import { toast } from "../ui/toast";

/** What was deleted within 30 days, and undoing it. */
export function DeletedProjects({ of }: { of: Loaded<ProjectList> }) {
  return (
    <Show of={of}>
      {({ projects }) => projects.length ? <ul class="rows">{projects.map((one) => <Row project={one} key={one.id} />)}</ul> : (
        <Empty icon="trash-2" title="Nothing deleted" text="A deleted project can be restored here for 30 days." />
      )}
    </Show>
  );
}

function Row({ project }: { project: ProjectView }) {
  const restore = useSend("POST /projects/{project_id}/restore", ({ id, name }) => {
    toast(`${name} is back`);
    go("projects", id);
  });
  return (
    <li>
      <span class="grow">
        <span class="name" dir="auto">{project.name}</span>
        <small>Deleted {day(project.deleted_at!)}, gone for good on {day(project.gone_at!)}</small>
        <Refusal error={restore.error} />
      </span>
      <Button icon="rotate-cw" busy={restore.isPending} aria-label={`Restore ${project.name}`} onClick={() => restore.mutate({ path: { project_id: project.id } })}>Restore</Button>
    </li>
  );
}

/** A name as it can be typed from what the screen shows: without invisible signs, and one space for many. */
const typeable = (name: string): string => name.normalize("NFC").replace(/[\p{Cf}\uFE0F]/gu, "").replace(/\s+/g, " ").trim();

/** Deletes a project whose name was typed. */
export function DeleteProject({ project, close }: { project: ProjectDetail; close: () => void }) {
  const [typed, setTyped] = useState("");
  const [wrong, setWrong] = useState<string>();
  const remove = useSend("DELETE /projects/{project_id}", ({ gone_at }) => {
    toast(`${project.name} is deleted. You can restore it until ${day(gone_at!)}.`);
    go("projects");
  });
  const submit = () => {
    if (typeable(typed) !== typeable(project.name)) return setWrong("This is not its name.");
    setWrong(undefined);
    remove.mutate({ path: { project_id: project.id } });
  };
  return (
    <Dialog title={<>Delete <bdi>{project.name}</bdi>?</>} danger close={close} dismiss="Keep project" act="Delete project" submit={submit} sending={remove}
      lead="Its documents, its conversation, its credentials and its tasks disappear at once. For 30 days you can restore it; then all of it is gone for good.">
      <TextField label={<>Type <bdi>{project.name}</bdi> to confirm</>} autocomplete="off" value={typed} set={setTyped} error={wrong} />
    </Dialog>
  );
}
