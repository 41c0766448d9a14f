import { useData, useSend } from "../api/data";
import type { ApproverView } from "../api/schema";
import { session } from "../api/session";
import { useDrafts } from "../lib/review";
import { TextField } from "../ui/fields";
import { Icon } from "../ui/icon";
import { Button, Card, Email, Empty, Pill, Refusal, Show } from "../ui/parts";
import { toast } from "../ui/toast";
import { unverified } from "../words/enter";
import { approvers as words } from "../words/settings";
import { useUnconfirmed, useVerification } from "./unverified";

/** Who may be asked to decide when you are silent. */
export function Approvers() {
  const approvers = useData("GET /api/account/approvers", {});
  const unconfirmed = useUnconfirmed();
  const prove = useVerification(session()?.user.email ?? "");
  const [{ email = "" }, keep] = useDrafts("approvers"); // over a reload and a sign-in
  const setEmail = (typed: string) => keep({ email: typed || undefined });
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
      {unconfirmed && <div class="form"><p class="note"><Icon name="triangle-alert" /><span>{words.confirmFirst}</span></p><div class="acts"><Button icon="send" busy={prove.isPending} onClick={() => prove.mutate()}>{unverified.again}</Button></div><Refusal error={prove.error} /></div>}
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
