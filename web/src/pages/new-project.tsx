import { useState } from "preact/hooks";
import { useSend } from "../api/data";
import { go } from "../lib/router";
import { Dialog } from "../ui/dialog";
import { TextArea, TextField } from "../ui/fields";
import { newProject as words } from "../words/intake";

const MOST = 2000; // characters: the description is the answer to what one wants to build

/** The first step to a project: what it is to be. */
export function NewProject({ close }: { close: () => void }) {
  const [name, setName] = useState("");
  const [description, setDescription] = useState("");
  const create = useSend("POST /projects", ({ id }) => {
    close();
    go("projects", id, "intake");
  });
  const wrong = create.error?.fields ?? {};
  const submit = () => create.mutate({ body: { name, description: description.trim() ? description : null } });
  return (
    <Dialog title={words.title} close={close} act={words.create} submit={submit} sending={create}>
      <TextArea label={words.what} hint={words.whatHint} placeholder={words.whatExample} rows={5} maxLength={MOST} value={description} set={setDescription} error={wrong.description} />
      <TextField label={words.name} placeholder={words.nameExample} autocomplete="off" maxLength={120} value={name} set={setName} error={wrong.name} />
    </Dialog>
  );
}
