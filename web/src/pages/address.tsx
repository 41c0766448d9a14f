import { useState } from "preact/hooks";
import { call } from "../api/call";
import { useAction } from "../api/data";
import { session } from "../api/session";
import { TextField } from "../ui/fields";
import { Card, Email, Form } from "../ui/parts";
import { profile as words } from "../words/settings";

/** The address that signs in. A new one holds once it is confirmed. */
export function Address() {
  const [email, setEmail] = useState("");
  const change = useAction(async () => {
    const asked = await call("PATCH /api/account/email", { body: { email } });
    setEmail("");
    return asked.email;
  });
  return (
    <Card title={words.email}>
      <Form act={words.change} kind="plain" sending={change} submit={() => change.mutate()}>
        <p>{words.now(<strong><Email of={session()!.user.email} /></strong>)}</p>
        <TextField label={words.newEmail} type="email" autocomplete="off" hint={words.hint} value={email} set={setEmail} error={change.error?.fields.email} />
        {change.isSuccess && <p class="note good" role="status"><span>{words.sent(<strong><Email of={change.data as string} /></strong>)}</span></p>}
      </Form>
    </Card>
  );
}
