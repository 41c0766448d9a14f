import { useEffect, useState } from "preact/hooks";
import { type ApiError, call } from "../api/call";
import { useAction } from "../api/data";
import { byCode, byPasskey, byPassword } from "../api/sign-in";
import { renewed, session, setSession } from "../api/session";
import logo from "../icon.svg";
import { Dialog } from "../ui/dialog";
import { plural } from "../lib/format";
import { CodeField, TextField } from "../ui/fields";
import { Button, Refusal } from "../ui/parts";
import { later } from "../ui/later";
import { toast } from "../ui/toast";

const Forgot = later(() => import("./forgot").then((page) => page.Forgot));

/** Tell whoever used a recovery code how many they have left. */
const tellLeft = (left: number | null) => left !== null && toast(`${plural(left, "recovery code")} left`);
const HAS_PASSKEYS = "PublicKeyCredential" in window;
const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

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
    setSession(await call("GET /api/auth/session", {}));
  });
  const passkey = useAction(async () => {
    await byPasskey();
    setSession(await call("GET /api/auth/session", {}));
  });
  const wrong = enter.error?.fields ?? {};
  useEffect(() => {
    document.title = fresh ? "Create your account · Atrium" : "Sign in · Atrium";
  }, [fresh, forgotten]);

  const submit = (event: Event) => {
    event.preventDefault();
    passkey.reset();
    enter.mutate();
  };
  if (forgotten) return <Forgot email={email} back={() => setForgotten(false)} />;
  if (challenge) return <CodeStep challenge={challenge} back={() => setChallenge(null)} />;
  return (
    <main class="enter">
      <div class="enter-brand"><img src={logo} alt="" width="36" height="36" /><span>Atrium</span></div>
      <form class="card" onSubmit={submit} noValidate>
        <div>
          <h1>{fresh ? "Create your account" : "Sign in"}</h1>
          <p class="sub">{fresh ? "A team of AI agents for your projects, and one CEO to talk to." : "Welcome back."}</p>
        </div>
        {fresh && <TextField label="Name" autocomplete="name" value={name} set={setName} error={wrong.name} />}
        <TextField label="E-mail" type="email" autocomplete="username" value={email} set={setEmail} error={wrong.email} />
        <TextField
          label="Password" type="password" autocomplete={fresh ? "new-password" : "current-password"}
          hint={fresh ? "At least 15 characters. A sentence of your own is easy to remember." : undefined}
          value={password} set={setPassword} error={wrong.password}
        />
        <Refusal error={enter.error ?? passkey.error} />
        <Button type="submit" kind="primary" busy={enter.isPending}>{fresh ? "Create account" : "Sign in"}</Button>
        {!fresh && HAS_PASSKEYS && <Button icon="key-round" busy={passkey.isPending} onClick={() => { enter.reset(); passkey.mutate(); }}>Sign in with a passkey</Button>}
        <p class="swap">
          {fresh ? "Already have an account? " : "New here? "}
          <button type="button" class="link" onClick={() => { setFresh(!fresh); enter.reset(); }}>{fresh ? "Sign in" : "Create an account"}</button>
        </p>
        {!fresh && <p class="swap"><button type="button" class="link" onClick={() => setForgotten(true)}>Forgot your password?</button></p>}
      </form>
    </main>
  );
}

/** After the right password: the code of the app. */
function CodeStep({ challenge, back }: { challenge: string; back: () => void }) {
  const [code, setCode] = useState("");
  const enter = useAction(async () => {
    const left = await byCode(challenge, code);
    setSession(await call("GET /api/auth/session", {}));
    tellLeft(left);
  });
  const submit = (event: Event) => {
    event.preventDefault();
    enter.mutate();
  };
  return (
    <main class="enter">
      <div class="enter-brand"><img src={logo} alt="" width="36" height="36" /><span>Atrium</span></div>
      <form class="card" onSubmit={submit} noValidate>
        <div>
          <h1>Enter your code</h1>
          <p class="sub">Your password was right. One more step.</p>
        </div>
        <CodeField value={code} set={setCode} error={enter.error?.fields.code} />
        <Refusal error={enter.error} />
        <Button type="submit" kind="primary" busy={enter.isPending}>Sign in</Button>
        <p class="swap"><button type="button" class="link" onClick={back}>Begin again</button></p>
      </form>
    </main>
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
      title="Your session has ended" lead={<>Sign in again as <strong>{email}</strong>. Nothing you typed is lost.</>}
      close={() => location.reload()} dismiss="Leave" act="Sign in" submit={() => { passkey.reset(); enter.mutate(); }}
      sending={{ isPending: enter.isPending, error: enter.error ?? passkey.error }}
    >
      {challenge
        ? <CodeField value={code} set={setCode} error={enter.error?.fields.code} />
        : <TextField label="Password" type="password" autocomplete="current-password" value={password} set={setPassword} error={enter.error?.fields.password} />}
      {!challenge && HAS_PASSKEYS && <div class="acts"><Button icon="key-round" busy={passkey.isPending} onClick={() => { enter.reset(); passkey.mutate(); }}>Sign in with a passkey</Button></div>}
    </Dialog>
  );
}
