import { useState } from "preact/hooks";
import { type Loaded, useSend } from "../api/data";
import type { ProjectDetail, ProjectList, ProjectView } from "../api/schema";
import { day } from "../lib/format";
import { go } from "../lib/router";
import { Dialog } from "../ui/dialog";
import { TextField } from "../ui/fields";
import { Button, Empty, Refusal, Show } from "../ui/parts";
import { toast } from "../ui/toast";
import { deleted as words } from "../words/projects";

/** What was deleted within 30 days, and undoing it. */
export function DeletedProjects({ of }: { of: Loaded<ProjectList> }) {
  return (
    <Show of={of}>
      {({ projects }) => projects.length ? <ul class="rows">{projects.map((one) => <Row project={one} key={one.id} />)}</ul> : (
        <Empty icon="trash-2" title={words.none} text={words.noneWhy} />
      )}
    </Show>
  );
}

function Row({ project }: { project: ProjectView }) {
  const restore = useSend("POST /projects/{project_id}/restore", ({ id, name }) => {
    toast(words.restored(name));
    go("projects", id);
  });
  return (
    <li>
      <span class="grow">
        <span class="name" dir="auto">{project.name}</span>
        <small>{words.when(day(project.deleted_at!), day(project.gone_at!))}</small>
        <Refusal error={restore.error} />
      </span>
      <Button icon="rotate-cw" busy={restore.isPending} aria-label={words.restoreOne(project.name)} onClick={() => restore.mutate({ path: { project_id: project.id } })}>{words.restore}</Button>
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
    toast(words.done(project.name, day(gone_at!)));
    go("projects");
  });
  const submit = () => {
    if (typeable(typed) !== typeable(project.name)) return setWrong(words.wrong);
    setWrong(undefined);
    remove.mutate({ path: { project_id: project.id } });
  };
  return (
    <Dialog title={<>{words.ask} <bdi>{project.name}</bdi>?</>} danger close={close} dismiss={words.keep} act={words.act} submit={submit} sending={remove}
      lead={words.lead}>
      <TextField label={<>{words.confirm[0]} <bdi>{project.name}</bdi> {words.confirm[1]}</>} autocomplete="off" value={typed} set={setTyped} error={wrong} />
    </Dialog>
  );
}
