import { useState } from "preact/hooks";
import { call } from "../api/call";
import { useAction, useData, useSend } from "../api/data";
import { setSession, session } from "../api/session";
import type { ExportView } from "../api/schema";
import { moment } from "../lib/format";
import { Dialog } from "../ui/dialog";
import { TextField } from "../ui/fields";
import { Button, Card, Refusal } from "../ui/parts";

const LATEST = { path: { export_id: "latest" } };

/** In the settings: take everything along, or have everything deleted. */
export function Leave() {
  const [closing, setClosing] = useState(false);
  const latest = useData("GET /api/account/exports/{export_id}", LATEST, (data) => (data.status === "waiting" ? "fast" : "off"));
  const ask = useSend("POST /api/account/export", () => void latest.refetch());
  const waiting = latest.data?.status === "waiting";
  return (
    <Card title="Leave Atrium">
      <div class="form">
        <p class="hint">Take everything along as a zip file: projects, documents, conversations, reports, your security log. What you deposited in the vault is not in it: nobody can read it back.</p>
        {latest.data && <Latest of={latest.data} />}
        <Refusal error={ask.error} />
        <div class="acts"><Button icon="download" busy={ask.isPending || waiting} onClick={() => ask.mutate({})}>{waiting ? "Making your export" : "Export everything"}</Button></div>
        <p class="hint">Deleting your account stops your keys, webhooks and tasks at once. For 7 days you can undo it by signing in. Then everything is gone; backups keep it for up to 35 days more, logs for 30.</p>
        <div class="acts"><Button kind="danger" onClick={() => setClosing(true)}>Delete account</Button></div>
      </div>
      {closing && <CloseAccount close={() => setClosing(false)} />}
    </Card>
  );
}

function Latest({ of }: { of: ExportView }) {
  if (of.status === "failed") return <p class="hint" role="status">Your export could not be made. Try again, and tell us if it fails again.</p>;
  if (!of.url || !of.gone_at) return <p class="hint" role="status">{of.status === "waiting" ? "This takes a minute or two. A mail tells you when it is done." : "Your last export is deleted."}</p>;
  return <p role="status"><a class="btn primary" href={of.url} download>Download your export</a> <span class="hint">{size(of.bytes ?? 0)}, here until {moment(of.gone_at)}</span></p>;
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
    <Dialog title="Delete your account?" danger close={close} dismiss="Keep account" act="Delete account" submit={() => remove.mutate()} sending={remove}
      lead="All projects, documents, credentials, keys, reports and settings go. You have 7 days to change your mind.">
      <TextField label={`Type ${user.email} to confirm`} autocomplete="off" autocapitalize="off" spellcheck={false} value={confirm} set={setConfirm} error={remove.error?.fields.confirm} />
    </Dialog>
  );
}
