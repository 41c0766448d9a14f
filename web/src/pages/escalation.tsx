import { useState } from "preact/hooks";
import { useData, useSend } from "../api/data";
import { moment } from "../lib/format";
import { useDrafts } from "../lib/review";
import { to } from "../lib/router";
import { Dialog } from "../ui/dialog";
import { Chips, TextField } from "../ui/fields";
import { Refusal } from "../ui/parts";
import { sayAndClose, toast } from "../ui/toast";
import { common } from "../words/common";
import { backup as words } from "../words/project";

const ROUTE = "GET /projects/{project_id}/escalation";
const ADDRESS = /[^\s,;]+@[^\s,;]+/;

/** Whom this project asks when its customer is silent: one line, and a dialog that takes it in words. */
export function Escalation({ project }: { project: string }) {
  const path = { project_id: project };
  const plan = useData(ROUTE, { path }).data;
  const [asking, setAsking] = useState(false);
  const stop = useSend("DELETE /projects/{project_id}/escalation", () => toast(words.stopped));
  if (!plan) return null;
  const next = plan.planned[0];
  const asks = plan.rule?.email ?? next?.email;
  return (
    <div class="foot">
      <span>{asks ? <>{words.asks} <strong>{asks}</strong>{next && ` · ${words.plan(plan.planned.length, moment(next.due_at))}`}</> : words.nobody}</span>
      <button type="button" class="link" onClick={() => setAsking(true)}>{asks ? words.change : words.add}</button>
      {asks && <button type="button" class="link bad" aria-disabled={stop.isPending || undefined} onClick={() => { if (!stop.isPending) stop.mutate({ path }); }}>{words.stop}</button>}
      <Refusal error={stop.error} />
      {asking && <Words project={project} text={plan.rule?.text ?? ""} close={() => setAsking(false)} />}
    </div>
  );
}

function Words({ project, text: before, close }: { project: string; text: string; close: () => void }) {
  const [{ text = before }, keep] = useDrafts(`${project}/escalation`); // while one adds an approver on their page
  const approvers = useData("GET /api/account/approvers", {}).data?.approvers;
  const agreed = approvers?.filter(({ status }) => status === "confirmed").map(({ email }) => email) ?? [];
  const named = ADDRESS.exec(text)?.[0].replace(/\.$/, "");
  const ask = (email: string) => keep({ text: ADDRESS.test(text) ? text.replace(ADDRESS, email) : words.wish(email) });
  const done = () => {
    keep({ text: undefined });
    close();
  };
  const plan = useSend("POST /projects/{project_id}/escalation", sayAndClose(({ rule }) => rule ? words.savedFor(rule.email) : words.saved, done));
  const wrong = plan.error?.fields.text ?? plan.error?.fields.task;
  return (
    <Dialog title={words.title} lead={words.lead} act={common.save} close={done}
      submit={() => plan.mutate({ path: { project_id: project }, body: { text, approval_id: null } })} sending={plan}>
      <TextField label={words.label} hint={<>{words.example} {approvers && !agreed.length && `${words.nobodyAgreed} `}<a href={to("settings", "approvers")}>{words.approvers}</a></>} value={text} set={(typed) => keep({ text: typed })} error={wrong} data-first />
      {agreed.length > 0 && <Chips label={words.agreed} options={agreed.map((email) => [email, email])} chosen={agreed.filter((email) => email === named)} toggle={ask} />}
    </Dialog>
  );
}
