import { useState } from "preact/hooks";
import { useData, useSend } from "../api/data";
import type { ApproverView } from "../api/schema";
import { TextField } from "../ui/fields";
import { Button, Card, Pill, Refusal, Show } from "../ui/parts";
import { toast } from "../ui/toast";

/** In the settings: who may be asked to decide when you are silent. */
export function Approvers() {
  const approvers = useData("GET /api/account/approvers", {});
  const [email, setEmail] = useState("");
  const name = useSend("POST /api/account/approvers", ({ email: named }) => {
    setEmail("");
    toast(`A mail asks ${named} whether they agree`);
  });
  const submit = (event: Event) => {
    event.preventDefault();
    name.mutate({ body: { email } });
  };
  return (
    <Card title="Approvers">
      <form class="form" onSubmit={submit} noValidate>
        <p class="hint">Whom a project may ask to decide when you are silent. They confirm by a link first; until then they get nothing else.</p>
        <Show of={approvers} lines={1}>{({ approvers: named }) => named.length > 0 && <ul class="rows">{named.map((one) => <Row of={one} key={one.id} />)}</ul>}</Show>
        <TextField label="E-mail address" type="email" autocomplete="off" value={email} set={setEmail} error={name.error?.fields.email} />
        <Refusal error={name.error} />
        <div class="acts"><Button type="submit" kind="primary" busy={name.isPending}>Name an approver</Button></div>
      </form>
    </Card>
  );
}

const STATUS = { invited: ["warn", "Invited"], confirmed: ["good", "Confirmed"], withdrawn: ["bad", "Wants no more mail"] } as const;

function Row({ of }: { of: ApproverView }) {
  const remove = useSend("DELETE /api/account/approvers/{approver_id}", () => toast(`${of.email} is no approver any more`));
  return (
    <li class="row">
      <span class="grow name">{of.email}</span>
      <Pill tone={STATUS[of.status][0]}>{STATUS[of.status][1]}</Pill>
      <Button kind="ghost" icon="trash-2" aria-label={`Remove ${of.email}`} busy={remove.isPending} onClick={() => remove.mutate({ path: { approver_id: of.id } })} />
      <Refusal error={remove.error} />
    </li>
  );
}
