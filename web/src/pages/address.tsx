import { useState } from "preact/hooks";
import { call } from "../api/call";
import { useAction } from "../api/data";
import { session } from "../api/session";
import { TextField } from "../ui/fields";
import { Button, Card, Refusal } from "../ui/parts";

/** In the settings: the address that signs in. A new one holds once it is confirmed. */
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
    <Card title="E-mail address">
      <form class="form" onSubmit={submit} noValidate>
        <p class="hint">You sign in, and get your mail, as <strong>{session()!.user.email}</strong>. A new address holds once you follow the link in the mail to it; for 7 days the old one can undo that.</p>
        <TextField label="New address" type="email" autocomplete="off" value={email} set={setEmail} error={change.error?.fields.email} />
        <Refusal error={change.error} />
        {change.isSuccess && <p class="hint" role="status">A mail is on its way to <strong>{change.data as string}</strong>. Nothing changes before you confirm it.</p>}
        <div class="acts"><Button type="submit" kind="primary" busy={change.isPending}>Change address</Button></div>
      </form>
    </Card>
  );
}
