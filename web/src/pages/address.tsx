import { useState } from "preact/hooks";
import { call } from "../api/call";
import { useAction } from "../api/data";
import { session } from "../api/session";
import { TextField } from "../ui/fields";
import { Button, Card, Refusal } from "../ui/parts";
import { profile as words } from "../words/settings";

/** The address that signs in. A new one holds once it is confirmed. */
export function Address() {
  const [email, setEmail] = useState("");
  const change = useAction(async () => {
    const asked = await call("PATCH /api/account/email", { body: { email } });
    setEmail("");
    return asked.email;
  });
  const submit = (event: Event) => {
    event.preventDefault();
    change.mutate();
  };
  return (
    <Card title={words.email}>
      <form class="form" onSubmit={submit} noValidate>
        <p>{words.now(<strong>{session()!.user.email}</strong>)}</p>
        <TextField label={words.newEmail} type="email" autocomplete="off" hint={words.hint} value={email} set={setEmail} error={change.error?.fields.email} />
        <Refusal error={change.error} />
        {change.isSuccess && <p class="note good" role="status"><span>{words.sent(<strong>{change.data as string}</strong>)}</span></p>}
        <div class="acts"><Button type="submit" kind="primary" busy={change.isPending}>{words.change}</Button></div>
      </form>
    </Card>
  );
}
