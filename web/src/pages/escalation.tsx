import { useState } from "preact/hooks";
import { useData, useSend } from "../api/data";
import { moment, plural } from "../lib/format";
import { to } from "../lib/router";
import { Dialog } from "../ui/dialog";
import { TextField } from "../ui/fields";
import { Button, Refusal } from "../ui/parts";
import { toast } from "../ui/toast";

const ROUTE = "GET /projects/{project_id}/escalation";

/** Whom this project asks when its customer is silent: one line, and a dialog that takes it in words. */
export function Escalation({ project }: { project: string }) {
  const path = { project_id: project };
  const plan = useData(ROUTE, { path }).data;
  const [asking, setAsking] = useState(false);
  const stop = useSend("DELETE /projects/{project_id}/escalation", () => toast("Nobody is asked instead of you any more"));
  if (!plan) return null;
  const next = plan.planned[0];
  const asks = plan.rule?.email ?? next?.email;
  return (
    <div class="foot">
      {asks ? <>If you are silent, <strong>{asks}</strong> is asked{next && <>: {plural(plan.planned.length, "document")}, the first on {moment(next.due_at)}</>}. </> : "Nobody is asked when you are silent. "}
      <button type="button" class="link" onClick={() => setAsking(true)}>{asks ? "Change" : "Name somebody"}</button>
      {asks && <button type="button" class="link bad" aria-disabled={stop.isPending || undefined} onClick={() => { if (!stop.isPending) stop.mutate({ path }); }}>Stop</button>}
      <Refusal error={stop.error} />
      {asking && <Words project={project} text={plan.rule?.text ?? ""} close={() => setAsking(false)} />}
    </div>
  );
}

function Words({ project, text: before, close }: { project: string; text: string; close: () => void }) {
  const [text, setText] = useState(before);
  const plan = useSend("POST /projects/{project_id}/escalation", ({ rule }) => {
    toast(rule ? `${rule.email} is asked when you are silent` : "Saved");
    close();
  });
  const wrong = plan.error?.fields.text ?? plan.error?.fields.task;
  return (
    <Dialog title="When you are silent" lead="Say until when you may be silent about a document, and which approver is asked then." act="Save" close={close}
      submit={() => plan.mutate({ path: { project_id: project }, body: { text, approval_id: null } })} sending={plan}>
      <TextField label="In your words" hint={<>Such as: If I am silent by Thursday 5pm, ask anna@example.com. <Button kind="ghost" onClick={() => { location.hash = to("settings"); }}>Name approvers in the settings</Button></>} value={text} set={setText} error={wrong} data-first />
    </Dialog>
  );
}
