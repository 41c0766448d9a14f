import { useEffect, useState } from "preact/hooks";
import { useAction, useData } from "../api/data";
import { call } from "../api/call";
import type { ConnectRequestView } from "../api/schema";
import { session } from "../api/session";
import { to } from "../lib/router";
import logo from "../icon.svg";
import { Icon } from "../ui/icon";
import { Button, Pill, Refusal, Show } from "../ui/parts";

/** Asks whether a program may be connected, and what it may do. A program that asks again is asked about again. */
export function Connect({ id, leave = (address: string) => location.assign(address) }: { id: string; leave?: (address: string) => void }) {
  const request = useData("GET /api/oauth/requests/{connect_id}", { path: { connect_id: id } });
  useEffect(() => {
    document.title = "Connect a program · Atrium";
  }, []);
  return (
    <main class="enter">
      <div class="enter-brand"><img src={logo} alt="" width="36" height="36" /><span>Atrium</span></div>
      <div class="card">
        <Show of={request} lines={5}>{(asked) => <Asked of={asked} leave={leave} />}</Show>
        {request.error && <p class="swap"><a href={to("overview")}>Go to Atrium</a></p>}
      </div>
    </main>
  );
}

function Asked({ of, leave }: { of: ConnectRequestView; leave: (address: string) => void }) {
  const { account, user } = session()!;
  const [ticked, setTicked] = useState(() => of.scopes.filter((one) => one.preset).map((one) => one.scope));
  const [left, setLeft] = useState(false);
  const decide = useAction(async (allow: boolean) => {
    const body = { allow, scopes: allow ? ticked : [] };
    const { redirect_to } = await call("POST /api/oauth/requests/{connect_id}", { path: { connect_id: of.id }, body });
    setLeft(true);
    leave(redirect_to);
  });
  const toggle = (scope: string) => setTicked(ticked.includes(scope) ? ticked.filter((one) => one !== scope) : [...ticked, scope]);
  const submit = (event: Event) => {
    event.preventDefault();
    if (!decide.isPending) decide.mutate(true);
  };
  if (left) return <div class="note good" role="status"><Icon name="circle-check" /><span>Done. Go back to <bdi>{of.name}</bdi>; you can close this page.</span></div>;
  return (
    <form class="form" onSubmit={submit}>
      <div>
        <h1>Connect <bdi>{of.name}</bdi>?</h1>
        <p class="sub">It wants to use your account <strong><bdi>{account.name}</bdi></strong> ({user.email}).</p>
      </div>
      <ul class="rows">
        {of.domain
          ? <li class="row"><span class="grow">The program belongs to <strong>{of.domain}</strong></span><Pill tone="good">Domain known</Pill></li>
          : <li class="row"><span class="grow">It calls itself “<bdi>{of.name}</bdi>”; anybody can choose any name</span><Pill tone="warn">Unverified</Pill></li>}
        <li class="row"><span class="grow">Afterwards you go back to <strong>{of.redirect_host}</strong></span></li>
      </ul>
      {!of.domain && <div class="note warn"><Icon name="triangle-alert" /><span>Only allow this if you have just started it yourself, in a program that you trust.</span></div>}
      <p id="it-may">It may:</p>
      <fieldset class="scopes" aria-labelledby="it-may">
        {of.scopes.map(({ scope, description }) => (
          <label key={scope}>
            <input type="checkbox" checked={ticked.includes(scope)} onChange={() => toggle(scope)} />
            <span>{description}</span>
            <code>{scope}</code>
          </label>
        ))}
      </fieldset>
      <p class="hint">You can end this at any time in the settings, under Connections.</p>
      <Refusal error={decide.error} />
      <div class="acts">
        <Button type="submit" kind="primary" busy={decide.isPending} disabled={ticked.length === 0}>Allow</Button>
        <Button onClick={() => decide.mutate(false)} busy={decide.isPending}>Deny</Button>
      </div>
    </form>
  );
}
