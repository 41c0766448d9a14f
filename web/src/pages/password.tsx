import { useState } from "preact/hooks";
import { call } from "../api/call";
import { useAction, useData } from "../api/data";
import { session } from "../api/session";
import { plural } from "../lib/format";
import { PasswordField } from "../ui/fields";
import { Card, Form } from "../ui/parts";
import { toast } from "../ui/toast";
import { security as words } from "../words/settings";
import { RevokeAll } from "./connections";

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
    toast(ended_sessions ? words.changedAndEnded(plural(ended_sessions, "other session")) : words.changed);
  });
  return (
    <Card title={words.password}>
      <Form act={words.change} sending={change} submit={() => change.mutate()}>
        <input type="email" autocomplete="username" value={session()!.user.email} hidden readOnly />
        <PasswordField label={words.current} autocomplete="current-password" value={current} set={setCurrent} error={change.error?.fields.current} />
        <PasswordField label={words.new} autocomplete="new-password" hint={words.newHint} value={fresh} set={setFresh} error={change.error?.fields.new} />
      </Form>
      {offered && (connections.data?.connections.length ?? 0) > 0 && (
        <div class="form" role="status">
          <p>{words.apps}</p>
          <RevokeAll done={() => setOffered(false)} />
        </div>
      )}
    </Card>
  );
}
