import { useSend } from "../api/data";
import { useDrafts } from "../lib/review";
import { go } from "../lib/router";
import { Dialog } from "../ui/dialog";
import { TextArea, TextField } from "../ui/fields";
import { newProject as words } from "../words/intake";

const MOST = 2000; // characters: the description is the answer to what one wants to build

/** The first step to a project: what it is to be. What was typed is there when it is opened again. */
export function NewProject({ close }: { close: () => void }) {
  const [{ name = "", description = "" }, type] = useDrafts("new-project");
  const create = useSend("POST /projects", ({ id }) => {
    type({ name: undefined, description: undefined });
    close();
    go("projects", id, "intake");
  });
  const wrong = create.error?.fields ?? {};
  const submit = () => create.mutate({ body: { name, description: description.trim() ? description : null } });
  return (
    <Dialog title={words.title} close={close} act={words.create} submit={submit} sending={create}>
      <TextArea label={words.what} hint={words.whatHint} placeholder={words.whatExample} rows={5} maxLength={MOST} value={description} set={(text) => type({ description: text || undefined })} error={wrong.description} />
      <TextField label={words.name} placeholder={words.nameExample} autocomplete="off" maxLength={120} value={name} set={(text) => type({ name: text || undefined })} error={wrong.name} />
    </Dialog>
  );
}
