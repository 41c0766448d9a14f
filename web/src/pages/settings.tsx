import { useState } from "preact/hooks";
import { call } from "../api/call";
import { useAction, useData } from "../api/data";
import { session, setSession } from "../api/session";
import { plural } from "../lib/format";
import { to } from "../lib/router";
import { SelectField, TextField } from "../ui/fields";
import { Button, Card, Head, Refusal } from "../ui/parts";
import { toast } from "../ui/toast";
import { Address } from "./address";
import { Approvers } from "./approvers";
import { Connections, RevokeAll } from "./connections";
import { KeyLifetime } from "./key-limits";
import { Leave } from "./leave";
import { Notifications } from "./notifications";
import { Security } from "./security";
import { Sessions } from "./sessions";

export function Settings() {
  return (
    <>
      <Head title="Settings" />
      <div class="stack narrow">
        <Profile />
        <Address />
        <Notifications />
        <Approvers />
        <KeyLifetime />
        <Security />
        <Password />
        <Sessions />
        <Connections />
        <Log />
        <Leave />
      </div>
    </>
  );
}

function Profile() {
  const { account } = session()!;
  const [name, setName] = useState(account.name);
  const [timezone, setTimezone] = useState(account.timezone);
  const save = useAction(async () => {
    await call("PATCH /api/account", { body: { name, timezone } });
    setSession(await call("GET /api/auth/session", {}));
    toast("Saved");
  });
  const zones = [...new Set(["UTC", timezone, ...Intl.supportedValuesOf("timeZone")])];
  const submit = (event: Event) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Card title="You">
      <form class="form" onSubmit={submit} noValidate>
        <TextField label="Name" autocomplete="name" value={name} set={setName} error={save.error?.fields.name} />
        <SelectField label="Time zone" hint="For schedules, dates and reports." value={timezone} set={setTimezone} options={zones.map((zone) => [zone, zone.replaceAll("_", " ")])} error={save.error?.fields.timezone} />
        <Refusal error={save.error} />
        <div class="acts"><Button type="submit" kind="primary" busy={save.isPending}>Save</Button></div>
      </form>
    </Card>
  );
}

export function Password() {
  const connections = useData("GET /api/account/connections", {});
  const [offered, setOffered] = useState(false);
  const [current, setCurrent] = useState("");
  const [fresh, setFresh] = useState("");
  const change = useAction(async () => {
    const { ended_sessions } = await call("POST /api/account/password", { body: { current, new: fresh } });
    setCurrent("");
    setFresh("");
    setOffered(true);
    toast(ended_sessions ? `Password changed, ${plural(ended_sessions, "other session")} ended` : "Password changed");
  });
  const submit = (event: Event) => {
    event.preventDefault();
    change.mutate();
  };
  return (
    <Card title="Password">
      <form class="form" onSubmit={submit} noValidate>
        <input type="email" autocomplete="username" value={session()!.user.email} hidden readOnly />
        <TextField label="Current password" type="password" autocomplete="current-password" value={current} set={setCurrent} error={change.error?.fields.current} />
        <TextField label="New password" type="password" autocomplete="new-password" hint="At least 15 characters. Every other session ends." value={fresh} set={setFresh} error={change.error?.fields.new} />
        <Refusal error={change.error} />
        <div class="acts"><Button type="submit" kind="primary" busy={change.isPending}>Change password</Button></div>
      </form>
      {offered && (connections.data?.connections.length ?? 0) > 0 && (
        <div class="form" role="status">
          <p>Connected programs still work. If somebody else knew your password, revoke them too.</p>
          <RevokeAll done={() => setOffered(false)} />
        </div>
      )}
    </Card>
  );
}

const Log = () => (
  <Card title="Security log">
    <div class="form">
      <p>Who signed in, what was done to keys, credentials and approvals, and from where.</p>
      <div class="acts"><a class="btn" href={to("settings", "log")}>Open the security log</a></div>
    </div>
  </Card>
);
