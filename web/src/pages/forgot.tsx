import { useState } from "preact/hooks";
import { call } from "../api/call";
import { useAction } from "../api/data";
import { setSession } from "../api/session";
import { TextField } from "../ui/fields";
import { Button } from "../ui/parts";
import { Page } from "./link-page";

/** In place of the sign-in. The answer is the same for an address that has no account. */
export function Forgot({ email: typed, back }: { email: string; back: () => void }) {
  const [email, setEmail] = useState(typed);
  const ask = useAction(() => call("POST /api/auth/password/forgot", { body: { email } }));
  return (
    <Page
      title="Forgot your password?" lead="We send you a mail with a link, by which you set a new one."
      done={ask.isSuccess && <>If <strong>{email}</strong> has an account, a mail is on its way. Its link is good for 30 minutes.</>}
      error={ask.error} hint="" end={<button type="button" class="link" onClick={back}>Back to sign-in</button>}
    >
      <form class="form" onSubmit={(event) => { event.preventDefault(); ask.mutate(); }} noValidate>
        <TextField label="E-mail" type="email" autocomplete="username" value={email} set={setEmail} error={ask.error?.fields.email} />
        <Button type="submit" kind="primary" busy={ask.isPending}>Send the mail</Button>
      </form>
    </Page>
  );
}

/** Where the mail's link leads. */
export function Reset({ token }: { token: string }) {
  const [password, setPassword] = useState("");
  const reset = useAction(async () => {
    const { email } = await call("POST /api/auth/password/reset", { body: { token, password } });
    setSession(null);
    return email;
  });
  return (
    <Page
      title="Set a new password" lead="Every session ends, so you sign in again afterwards. API keys go on working."
      done={reset.isSuccess && <>The new password of <strong>{reset.data as string}</strong> holds. Sign in with it.</>}
      error={reset.error} hint="Choose “Forgot your password?” where you sign in, and a new mail comes."
    >
      <form class="form" onSubmit={(event) => { event.preventDefault(); reset.mutate(); }} noValidate>
        <TextField label="New password" type="password" autocomplete="new-password" hint="At least 15 characters. A sentence of your own is easy to remember." value={password} set={setPassword} error={reset.error?.fields.password} />
        <Button type="submit" kind="primary" busy={reset.isPending}>Set password</Button>
      </form>
    </Page>
  );
}
