import { useState } from "preact/hooks";
import { call } from "../api/call";
import { useAction, useData, useSend } from "../api/data";
import { setSession, session } from "../api/session";
import type { ExportView } from "../api/schema";
import { moment } from "../lib/format";
import { Dialog } from "../ui/dialog";
import { TextField } from "../ui/fields";
import { Button, Card, Form } from "../ui/parts";
import { data as words } from "../words/settings";

const LATEST = { path: { export_id: "latest" } };

/** Take everything along, or have everything deleted. */
export function Leave() {
  const [closing, setClosing] = useState(false);
  const latest = useData("GET /api/account/exports/{export_id}", LATEST, (data) => (data.status === "waiting" ? "fast" : "off"));
  const ask = useSend("POST /api/account/export", () => void latest.refetch());
  const waiting = latest.data?.status === "waiting";
  return (
    <>
      <Card title={words.export}>
        <Form act={waiting ? words.making : words.make} icon="download" kind="plain" sending={{ ...ask, isPending: ask.isPending || waiting }} submit={() => ask.mutate({})}>
          <p>{words.exportLead}</p>
          {latest.data && <Latest of={latest.data} />}
        </Form>
      </Card>
      <Card title={words.delete}>
        <div class="form">
          <p>{words.deleteLead}</p>
          <div class="acts"><Button kind="risky" onClick={() => setClosing(true)}>{words.delete}</Button></div>
        </div>
        {closing && <CloseAccount close={() => setClosing(false)} />}
      </Card>
    </>
  );
}

function Latest({ of }: { of: ExportView }) {
  if (of.status === "failed") return <p class="hint" role="status">{words.failed}</p>;
  if (!of.url || !of.gone_at) return <p class="hint" role="status">{of.status === "waiting" ? words.takes : words.gone}</p>;
  return <p role="status"><a class="btn primary" href={of.url} download>{words.download}</a> <span class="hint">{words.until(size(of.bytes ?? 0), moment(of.gone_at))}</span></p>;
}

const size = (bytes: number): string => (bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1e3))} KB` : `${(bytes / 1e6).toFixed(1)} MB`);

function CloseAccount({ close }: { close: () => void }) {
  const [confirm, setConfirm] = useState("");
  const { user } = session()!;
  const remove = useAction(async () => {
    await call("DELETE /api/account", { body: { confirm } });
    setSession(await call("GET /api/auth/session", {}));
  });
  return (
    <Dialog title={words.deleteTitle} danger close={close} dismiss={words.keep} act={words.delete} submit={() => remove.mutate()} sending={remove} lead={words.deleteWarning}>
      <TextField label={words.confirm(user.email)} autocomplete="off" autocapitalize="off" spellcheck={false} value={confirm} set={setConfirm} error={remove.error?.fields.confirm} />
    </Dialog>
  );
}
