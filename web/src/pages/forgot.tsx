import { useState } from "preact/hooks";
import { call } from "../api/call";
import { useAction } from "../api/data";
import { setSession } from "../api/session";
import { PasswordField, TextField } from "../ui/fields";
import { Button } from "../ui/parts";
import { enter } from "../words/enter";
import { forgot as words } from "../words/links";
import { Page } from "./link-page";

/** In place of the sign-in. The answer is the same for an address that has no account. */
export function Forgot({ email: typed, back }: { email: string; back: () => void }) {
  const [email, setEmail] = useState(typed);
  const ask = useAction(() => call("POST /api/auth/password/forgot", { body: { email } }));
  return (
    <Page title={enter.forgot} lead={words.lead} done={ask.isSuccess && words.sent(<strong>{email}</strong>)} error={ask.error} over="" submit={() => ask.mutate()}
      end={<button type="button" class="link" onClick={back}>{enter.back}</button>}>
      <TextField label={enter.email} type="email" autocomplete="username" value={email} set={setEmail} error={ask.error?.fields.email} />
      <Button type="submit" kind="primary" busy={ask.isPending}>{words.send}</Button>
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
    <Page title={words.resetTitle} lead={words.resetLead} done={reset.isSuccess && words.done(<strong>{reset.data as string}</strong>)} error={reset.error} over={words.over} submit={() => reset.mutate()}>
      <PasswordField label={words.new} autocomplete="new-password" hint={enter.passwordHint} value={password} set={setPassword} error={reset.error?.fields.password} />
      <Button type="submit" kind="primary" busy={reset.isPending}>{words.set}</Button>
    </Page>
  );
}
