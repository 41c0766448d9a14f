import { useState } from "preact/hooks";
import { type ApiError, call } from "../api/call";
import { useAction } from "../api/data";
import { byCode, byPasskey, byPassword } from "../api/sign-in";
import { renewed, session, setSession } from "../api/session";
import { Dialog } from "../ui/dialog";
import { plural } from "../lib/format";
import { CodeField, PasswordField, TextField } from "../ui/fields";
import { Button, Refusal } from "../ui/parts";
import { later } from "../ui/later";
import { toast } from "../ui/toast";
import { enter as words } from "../words/enter";
import { Bare } from "./link-page";

const Forgot = later(() => import("./forgot").then((page) => page.Forgot));

/** Tell whoever used a recovery code how many they have left. */
const tellLeft = (left: number | null) => left !== null && toast(words.codesLeft(plural(left, "recovery code")));
const HAS_PASSKEYS = "PublicKeyCredential" in window;
const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;
const goIn = async () => setSession(await call("GET /api/auth/session", {}));

/** Sign in or sign up: one card, and the server's own words when it says no. */
export function Enter() {
  const [fresh, setFresh] = useState(false);
  const [forgotten, setForgotten] = useState(false);
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [challenge, setChallenge] = useState<string | null>(null);
  const enter = useAction(async () => {
    if (fresh) await call("POST /api/auth/signup", { body: { email, password, name, timezone: ZONE } });
    else {
      const asked = await byPassword(email, password);
      if (asked) return setChallenge(asked);
    }
    await goIn();
  });
  const passkey = useAction(() => byPasskey().then(goIn));
  const swap = () => {
    setFresh(!fresh);
    enter.reset();
    setTimeout(() => document.querySelector("input")?.focus()); // of the other form
  };
  const wrong = enter.error?.fields ?? {};
  const submit = () => {
    passkey.reset();
    enter.mutate();
  };
  if (forgotten) return <Forgot email={email} back={() => setForgotten(false)} />;
  if (challenge) return <CodeStep challenge={challenge} back={() => setChallenge(null)} />;
  return (
    <Bare title={fresh ? words.signUp : words.signIn} lead={words.lead} submit={submit}>
      {fresh && <TextField label={words.name} autocomplete="name" value={name} set={setName} error={wrong.name} />}
      <TextField label={words.email} type="email" autocomplete="username" value={email} set={setEmail} error={wrong.email} />
      <PasswordField label={words.password} autocomplete={fresh ? "new-password" : "current-password"} hint={fresh ? words.passwordHint : undefined} value={password} set={setPassword} error={wrong.password} />
      <Refusal error={enter.error ?? passkey.error} />
      <Button type="submit" kind="primary" busy={enter.isPending}>{fresh ? words.create : words.signIn}</Button>
      {!fresh && HAS_PASSKEYS && <Button icon="key-round" busy={passkey.isPending} onClick={() => { enter.reset(); passkey.mutate(); }}>{words.passkey}</Button>}
      <p class="swap">
        {fresh ? words.hasAccount : words.isNew}
        <button type="button" class="link" onClick={swap}>{fresh ? words.signIn : words.createOne}</button>
      </p>
      {!fresh && <p class="swap"><button type="button" class="link" onClick={() => setForgotten(true)}>{words.forgot}</button></p>}
    </Bare>
  );
}

/** After the right password: the code of the app. */
function CodeStep({ challenge, back }: { challenge: string; back: () => void }) {
  const [code, setCode] = useState("");
  const enter = useAction(async () => {
    const left = await byCode(challenge, code);
    await goIn();
    tellLeft(left);
  });
  return (
    <Bare title={words.codeTitle} lead={words.codeLead} submit={() => enter.mutate()}>
      <CodeField value={code} set={setCode} error={enter.error?.fields.code} />
      <Refusal error={enter.error} />
      <Button type="submit" kind="primary" busy={enter.isPending}>{words.signIn}</Button>
      <p class="swap"><button type="button" class="link" onClick={back}>{words.back}</button></p>
    </Bare>
  );
}

/** Over the page one was on, which keeps all that was typed; the request that was refused then goes on. */
export function SignInAgain() {
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [challenge, setChallenge] = useState<string | null>(null);
  const { email } = session()!.user;
  const goOn = async () => renewed(await call("GET /api/auth/session", {}));
  const enter = useAction(async () => {
    if (challenge) tellLeft(await byCode(challenge, code).catch(beginAgain));
    else {
      const asked = await byPassword(email, password);
      if (asked) return setChallenge(asked);
    }
    await goOn();
  });
  /** A challenge that is over is good for no code: the password comes first again. */
  const beginAgain = (problem: ApiError): never => {
    if (problem.code === "CHALLENGE_OVER") setChallenge(null);
    setCode("");
    throw problem;
  };
  const passkey = useAction(() => byPasskey().then(goOn));
  return (
    <Dialog
      title={words.ended} lead={words.endedLead(<strong>{email}</strong>)} close={() => location.reload()} dismiss={words.leave} act={words.signIn}
      submit={() => { passkey.reset(); enter.mutate(); }} sending={{ isPending: enter.isPending, error: enter.error ?? passkey.error }}
    >
      {challenge
        ? <CodeField value={code} set={setCode} error={enter.error?.fields.code} />
        : <PasswordField label={words.password} autocomplete="current-password" value={password} set={setPassword} error={enter.error?.fields.password} />}
      {!challenge && HAS_PASSKEYS && <div class="acts"><Button icon="key-round" busy={passkey.isPending} onClick={() => { enter.reset(); passkey.mutate(); }}>{words.passkey}</Button></div>}
    </Dialog>
  );
}
