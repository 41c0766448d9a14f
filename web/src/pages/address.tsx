import { useState } from "preact/hooks";
import { call } from "../api/call";
import { useAction } from "../api/data";
import { session } from "../api/session";
import { Dialog } from "../ui/dialog";
import { TextField } from "../ui/fields";
import { Button, Card, Email, Pill, Refusal } from "../ui/parts";
import { unverified } from "../words/enter";
import { profile as words } from "../words/settings";
import { useUnconfirmed, useVerification } from "./unverified";

/** The address that signs in. A new one holds once it is confirmed. */
export function Address() {
  const { email: now } = session()!.user;
  const unconfirmed = useUnconfirmed();
  const prove = useVerification(now);
  const [open, setOpen] = useState(false);
  const [email, setEmail] = useState("");
  const change = useAction(async () => {
    const asked = await call("PATCH /api/account/email", { body: { email } });
    setEmail("");
    setOpen(false);
    return asked.email;
  });
  return (
    <Card title={words.email}>
      <div class="form">
        <div>
          <strong><Email of={now} /></strong> {unconfirmed && <Pill tone="warn">{words.unconfirmed}</Pill>}
          <p class="hint">{unconfirmed ? words.unconfirmedWhy : words.now}</p>
        </div>
        {change.isSuccess && <p class="note good" role="status"><span>{words.sent(<strong><Email of={change.data as string} /></strong>)}</span></p>}
        <Refusal error={prove.error} />
        <div class="acts">
          {unconfirmed && <Button icon="send" busy={prove.isPending} onClick={() => prove.mutate()}>{unverified.again}</Button>}
          <Button onClick={() => setOpen(true)}>{words.changeIt}<span class="sr"> {words.email}</span></Button>
        </div>
      </div>
      {open && (
        <Dialog title={words.change} close={() => setOpen(false)} act={words.change} sending={change} submit={() => change.mutate()}>
          <TextField label={words.newEmail} type="email" autocomplete="off" hint={words.hint} value={email} set={setEmail} error={change.error?.fields.email} />
        </Dialog>
      )}
    </Card>
  );
}
