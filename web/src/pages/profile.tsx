import { useState } from "preact/hooks";
import { call } from "../api/call";
import { useAction } from "../api/data";
import { session, setSession } from "../api/session";
import { SelectField, TextField } from "../ui/fields";
import { Card, Form } from "../ui/parts";
import { toast } from "../ui/toast";
import { common } from "../words/common";
import { profile as words } from "../words/settings";

export function Profile() {
  const { account } = session()!;
  const [name, setName] = useState(account.name);
  const [timezone, setTimezone] = useState(account.timezone);
  const save = useAction(async () => {
    await call("PATCH /api/account", { body: { name, timezone } });
    setSession(await call("GET /api/auth/session", {}));
    toast(common.saved);
  });
  const zones = [...new Set(["UTC", timezone, ...Intl.supportedValuesOf("timeZone")])];
  return (
    <Card title={words.you}>
      <Form act={common.save} sending={save} unchanged={name === account.name && timezone === account.timezone} submit={() => save.mutate()}>
        <TextField label={words.name} autocomplete="name" value={name} set={setName} error={save.error?.fields.name} />
        <SelectField label={words.zone} hint={words.zoneHint} value={timezone} set={setTimezone} options={zones.map((zone) => [zone, zone.replaceAll("_", " ")])} error={save.error?.fields.timezone} />
      </Form>
    </Card>
  );
}
