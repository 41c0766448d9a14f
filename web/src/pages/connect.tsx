import { useState } from "preact/hooks";
import { useAction, useData } from "../api/data";
import { call } from "../api/call";
import type { ConnectRequestView } from "../api/schema";
import { session } from "../api/session";
import { relative } from "../lib/format";
import { to } from "../lib/router";
import { Icon } from "../ui/icon";
import { Button, Pill, Refusal, Show } from "../ui/parts";
import { enter } from "../words/enter";
import { connect as words } from "../words/links";
import { Bare } from "./link-page";

/** Asks whether an app may be connected, and what it may do. One that asks again is asked about again. */
export function Connect({ id, leave = (address: string) => location.assign(address) }: { id: string; leave?: (address: string) => void }) {
  const request = useData("GET /api/oauth/requests/{connect_id}", { path: { connect_id: id } });
  return (
    <Bare title={words.page} heading={request.data && words.title(<bdi>{request.data.name}</bdi>)}>
      <Show of={request} lines={5}>{(asked) => <Asked of={asked} leave={leave} />}</Show>
      {request.error && <p class="swap"><a href={to("inbox")}>{enter.toAtrium}</a></p>}
    </Bare>
  );
}

/** Who asks, and for what. A device learns of the decision by itself; otherwise the browser brings it. */
export function Asked({ of, leave }: { of: ConnectRequestView; leave: (address: string) => void }) {
  const { account, user } = session()!;
  const [ticked, setTicked] = useState(() => of.scopes.filter((one) => one.preset).map((one) => one.scope));
  const [decided, setDecided] = useState<boolean>();
  const decide = useAction(async (allow: boolean) => {
    const body = { allow, scopes: allow ? ticked : [] };
    const { redirect_to } = await call("POST /api/oauth/requests/{connect_id}", { path: { connect_id: of.id }, body });
    setDecided(allow);
    if (redirect_to) leave(redirect_to);
  });
  const toggle = (scope: string) => setTicked(ticked.includes(scope) ? ticked.filter((one) => one !== scope) : [...ticked, scope]);
  const submit = (event: Event) => {
    event.preventDefault();
    if (!decide.isPending) decide.mutate(true);
  };
  if (decided !== undefined) return <div class="note good" role="status"><Icon name="circle-check" /><span>{(decided ? words.done : words.denied)(<bdi>{of.name}</bdi>)}</span></div>;
  return (
    <form class="form" onSubmit={submit}>
      <p>{words.account(<strong><bdi>{account.name}</bdi></strong>, user.email)}</p>
      <ul class="rows">
        {of.domain
          ? <li class="row"><span class="grow">{words.belongs(<strong>{of.domain}</strong>)}</span><Pill tone="good">{words.known}</Pill></li>
          : <li class="row"><span class="grow">{words.calls(<bdi>{of.name}</bdi>)}</span><Pill tone="warn">{words.unverified}</Pill></li>}
        {of.redirect_host
          ? <li class="row"><span class="grow">{words.returns(<strong>{of.redirect_host}</strong>)}</span></li>
          : <li class="row"><span class="grow">{words.asked(<strong>{of.address}</strong>, relative(of.asked_at))}</span>{of.is_here !== null && <Pill tone={of.is_here ? "good" : "warn"}>{of.is_here ? words.here : words.elsewhere}</Pill>}</li>}
      </ul>
      {!of.domain && <div class="note warn"><Icon name="triangle-alert" /><span>{of.redirect_host ? words.warning : words.shown}</span></div>}
      <fieldset>
        <legend>{words.may}</legend>
        <div class="scopes">
          {of.scopes.map(({ scope, description }) => (
            <label key={scope}>
              <input type="checkbox" checked={ticked.includes(scope)} onChange={() => toggle(scope)} />
              <span>{description}</span>
              <code>{scope}</code>
            </label>
          ))}
        </div>
      </fieldset>
      <p class="hint">{of.redirect_host ? words.end : words.key}</p>
      <Refusal error={decide.error} />
      <div class="acts">
        <Button type="submit" kind="primary" busy={decide.isPending} disabled={ticked.length === 0}>{words.allow}</Button>
        <Button onClick={() => decide.mutate(false)} busy={decide.isPending}>{words.deny}</Button>
      </div>
    </form>
  );
}
