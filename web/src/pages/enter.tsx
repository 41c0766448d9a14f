import { useEffect, useState } from "preact/hooks";
import { call, general } from "../api/call";
import { useAction } from "../api/data";
import { renewed, session, setSession } from "../api/session";
import logo from "../icon.svg";
import { Dialog } from "../ui/dialog";
import { TextField } from "../ui/fields";
import { later } from "../ui/later";
import { Button, Refusal } from "../ui/parts";

const Forgot = later(() => import("./forgot").then((page) => page.Forgot));

const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Sign in or sign up: one card, and the server's own words when it says no. */
export function Enter() {
  const [fresh, setFresh] = useState(false);
  const [forgotten, setForgotten] = useState(false);
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const enter = useAction(async () => {
    if (fresh) await call("POST /api/auth/signup", { body: { email, password, name, timezone: ZONE } });
    else await call("POST /api/auth/login", { body: { email, password } });
    setSession(await call("GET /api/auth/session", {}));
  });
  const wrong = enter.error?.fields ?? {};
  useEffect(() => {
    document.title = fresh ? "Create your account · Atrium" : "Sign in · Atrium";
  }, [fresh, forgotten]);

  if (forgotten) return <Forgot email={email} back={() => setForgotten(false)} />;
  const submit = (event: Event) => {
    event.preventDefault();
    if (!enter.isPending) enter.mutate();
  };
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
        <Refusal error={general(enter.error)} />
        <Button type="submit" kind="primary" busy={enter.isPending}>{fresh ? "Create account" : "Sign in"}</Button>
        <p class="swap">
          {fresh ? "Already have an account? " : "New here? "}
          <button type="button" class="link" onClick={() => { setFresh(!fresh); enter.reset(); }}>{fresh ? "Sign in" : "Create an account"}</button>
        </p>
        {!fresh && <p class="swap"><button type="button" class="link" onClick={() => setForgotten(true)}>Forgot your password?</button></p>}
      </form>
    </main>
  );
}

/** Over the page one was on, which keeps all that was typed; the request that was refused then goes on. */
export function SignInAgain() {
  const [password, setPassword] = useState("");
  const { email } = session()!.user;
  const enter = useAction(async () => {
    await call("POST /api/auth/login", { body: { email, password } });
    renewed(await call("GET /api/auth/session", {}));
  });
  return (
    <Dialog
      title="Your session has ended" lead={<>Sign in again as <strong>{email}</strong>. Nothing you typed is lost.</>}
      close={() => location.reload()} dismiss="Leave" act="Sign in" submit={() => enter.mutate()} sending={enter}
    >
      <TextField label="Password" type="password" autocomplete="current-password" value={password} set={setPassword} error={enter.error?.fields.password} />
    </Dialog>
  );
}
