import { useState } from "preact/hooks";
import { useData, useSend } from "../api/data";
import type { ApproverView } from "../api/schema";
import { TextField } from "../ui/fields";
import { Icon } from "../ui/icon";
import { Button, Card, Email, Empty, Pill, Refusal, Show } from "../ui/parts";
import { toast } from "../ui/toast";
import { approvers as words } from "../words/settings";

/** Who may be asked to decide when you are silent. */
export function Approvers() {
  const approvers = useData("GET /api/account/approvers", {});
  const [email, setEmail] = useState("");
  const add = useSend("POST /api/account/approvers", ({ email: invited }) => {
    setEmail("");
    toast(words.invited(invited));
  });
  const submit = (event: Event) => {
    event.preventDefault();
    add.mutate({ body: { email } });
  };
  const form = (
    <form class="form invite" onSubmit={submit} noValidate>
      <TextField label={words.email} type="email" autocomplete="off" hint={words.hint} value={email} set={setEmail} error={add.error?.fields.email} />
      <Button type="submit" kind="primary" busy={add.isPending}>{words.add}</Button>
      <Refusal error={add.error} />
    </form>
  );
  return (
    <Card flush>
      <Show of={approvers} lines={4}>
        {({ approvers: all }) => all.length > 0 ? <><ul class="rows">{all.map((one) => <Row of={one} key={one.id} />)}</ul>{form}</> : <Empty icon="users" title={words.none} text={words.noneWhy}>{form}</Empty>}
      </Show>
    </Card>
  );
}

const TONES = { invited: "warn", confirmed: "good", withdrawn: "bad" } as const;

function Row({ of }: { of: ApproverView }) {
  const remove = useSend("DELETE /api/account/approvers/{approver_id}", () => toast(words.removed(of.email)));
  return (
    <li class="row">
      <span class="grow name"><Email of={of.email} /></span>
      <Pill tone={TONES[of.status]}>{words.status[of.status]}</Pill>
      <Refusal error={remove.error} />
      <Button kind="ghost" aria-label={words.remove(of.email)} busy={remove.isPending} onClick={() => remove.mutate({ path: { approver_id: of.id } })}><Icon name="trash-2" /></Button>
    </li>
  );
}
