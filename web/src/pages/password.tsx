import { useState } from "preact/hooks";
import { call } from "../api/call";
import { useAction, useData } from "../api/data";
import { session } from "../api/session";
import { plural } from "../lib/format";
import { Dialog } from "../ui/dialog";
import { PasswordField } from "../ui/fields";
import { Button } from "../ui/parts";
import { toast } from "../ui/toast";
import { security as words } from "../words/settings";
import { RevokeAll } from "./connections";

export function Password() {
  const connections = useData("GET /api/account/connections", {});
  const [open, setOpen] = useState(false);
  const [offered, setOffered] = useState(false);
  const [current, setCurrent] = useState("");
  const [fresh, setFresh] = useState("");
  const change = useAction(async () => {
    const { ended_sessions } = await call("POST /api/account/password", { body: { current, new: fresh } });
    setCurrent("");
    setFresh("");
    setOpen(false);
    setOffered(true);
    toast(ended_sessions ? words.changedAndEnded(plural(ended_sessions, "other session")) : words.changed);
  });
  return (
    <>
      <li>
        <span class="grow name">{words.password}</span>
        <Button onClick={() => setOpen(true)}>{words.change}</Button>
        {open && (
          <Dialog title={words.change} close={() => setOpen(false)} act={words.save} sending={change} submit={() => change.mutate()}>
            <input type="email" autocomplete="username" value={session()!.user.email} hidden readOnly />
            <PasswordField label={words.current} autocomplete="current-password" value={current} set={setCurrent} error={change.error?.fields.current} data-first />
            <PasswordField label={words.new} autocomplete="new-password" hint={words.newHint} value={fresh} set={setFresh} error={change.error?.fields.new} />
          </Dialog>
        )}
      </li>
      {offered && (connections.data?.connections.length ?? 0) > 0 && <li><div role="status">{words.apps} <RevokeAll done={() => setOffered(false)} /></div></li>}
    </>
  );
}
