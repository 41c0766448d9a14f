import { useState } from "preact/hooks";
import { call, newIntention } from "../api/call";
import { useData, useSending } from "../api/hooks";
import type { CredentialRequestView, CredentialView, DepositCredential, ProjectView } from "../api/schema";
import { moment } from "../lib/format";
import { Dialog } from "../ui/dialog";
import { SecretField, SelectField, TextArea, TextField } from "../ui/fields";
import { Icon } from "../ui/icon";
import { Empty, Show } from "../ui/parts";
import { toast } from "../ui/toast";

type Done = { close: () => void; done: () => Promise<void> };
type Type = DepositCredential["type"];

const TYPES: [Type, string][] = [
  ["api_key", "API key"], ["token", "Token"], ["password", "Password"], ["ssh_key", "SSH key"],
  ["oauth", "OAuth client"], ["certificate", "Certificate"], ["other", "Something else"],
];
const LONG: Type[] = ["ssh_key", "certificate", "oauth", "other"];

/** Written and never read: the value leaves with the request and nothing keeps it. */
const SEALED = <div class="note quiet"><Icon name="shield" /><span>Encrypted as it arrives. It is never shown again, not even to you.</span></div>;

const endOf = (date: string): string | null => (date ? `${date}T23:59:59Z` : null);

export function Deposit({ projects, close, done }: { projects: ProjectView[] } & Done) {
  const [project, setProject] = useState(projects[0]?.id ?? "");
  const [name, setName] = useState("");
  const [type, setType] = useState<Type>("api_key");
  const [value, setValue] = useState("");
  const [username, setUsername] = useState("");
  const [note, setNote] = useState("");
  const [expires, setExpires] = useState("");
  const [intention] = useState(newIntention);
  const sending = useSending();
  const submit = () => sending.run(async () => {
    const body = { name, type, value, username: username || null, note: note || null, expires_at: endOf(expires) };
    await call("POST /vault/credentials/{id}", { path: { id: project }, body, idempotencyKey: intention });
    toast(`“${name}” is in the vault`);
    await done();
  });
  return (
    <Dialog title="Deposit a credential" lead="The same name in the same project makes a new version." close={close} act="Deposit" submit={submit} busy={sending.busy} error={sending.error}>
      <SelectField label="Project" value={project} set={setProject} options={projects.map((one) => [one.id, one.name])} />
      <div class="pair">
        <TextField label="Name" placeholder="Source repository" autocomplete="off" value={name} set={setName} error={sending.field("name")} data-first />
        <SelectField label="Type" value={type} set={(next) => setType(next as Type)} options={TYPES} error={sending.field("type")} />
      </div>
      <TextField label="User name" hint="Optional, and visible afterwards." autocomplete="off" value={username} set={setUsername} error={sending.field("username")} />
      <SecretField label="Value" multiline={LONG.includes(type)} value={value} set={setValue} error={sending.field("value") ?? sending.field("body")} />
      <div class="pair">
        <TextField label="Note" hint="Optional. No secrets here." autocomplete="off" value={note} set={setNote} error={sending.field("note")} />
        <TextField label="Expires" hint="Optional." type="date" value={expires} set={setExpires} error={sending.field("expires_at")} />
      </div>
      {SEALED}
    </Dialog>
  );
}

export function Fulfil({ request, close, done }: { request: CredentialRequestView } & Done) {
  const [value, setValue] = useState("");
  const [note, setNote] = useState("");
  const [expires, setExpires] = useState("");
  const [intention] = useState(newIntention);
  const sending = useSending();
  const submit = () => sending.run(async () => {
    const body = { value, note: note || null, expires_at: endOf(expires) };
    await call("POST /vault/requests/{request_id}/fulfill", { path: { request_id: request.id }, body, idempotencyKey: intention });
    toast(`The ${request.requested_by} can go on`);
    await done();
  });
  return (
    <Dialog title={`Provide “${request.name}”`} lead={request.how_to_obtain} close={close} act="Deposit" submit={submit} busy={sending.busy} error={sending.error}>
      <SecretField label="Value" multiline={LONG.includes(request.type)} value={value} set={setValue} error={sending.field("value") ?? sending.field("body")} />
      <div class="pair">
        <TextField label="Note" hint="Optional. No secrets here." autocomplete="off" value={note} set={setNote} error={sending.field("note")} />
        <TextField label="Expires" hint="Optional." type="date" value={expires} set={setExpires} error={sending.field("expires_at")} />
      </div>
      {SEALED}
    </Dialog>
  );
}

export function Decline({ request, close, done }: { request: CredentialRequestView } & Done) {
  const [reason, setReason] = useState("");
  const sending = useSending();
  const submit = () => sending.run(async () => {
    await call("POST /vault/requests/{request_id}/decline", { path: { request_id: request.id }, body: { reason } });
    toast("The team will work without it");
    await done();
  });
  return (
    <Dialog title={`Decline “${request.name}”?`} lead="The team goes on without it and says in the document what that means." close={close} act="Decline" submit={submit} busy={sending.busy} error={sending.error}>
      <TextArea label="Why not?" rows={3} value={reason} set={setReason} error={sending.field("reason")} />
    </Dialog>
  );
}

export function DeleteCredential({ credential, close, remove }: { credential: CredentialView; close: () => void; remove: () => Promise<void> }) {
  const sending = useSending();
  const submit = () => sending.run(async () => {
    await remove();
    toast(`“${credential.name}” is deleted`);
  });
  return (
    <Dialog title={`Delete “${credential.name}”?`} danger close={close} dismiss="Keep it" act="Delete" submit={submit} busy={sending.busy} error={sending.error}>
      <p>The value is destroyed at once. The record of its {credential.uses ? "uses" : "existence"} stays. Revoke it where it came from as well.</p>
    </Dialog>
  );
}

export function Uses({ credential, close }: { credential: CredentialView; close: () => void }) {
  const uses = useData("GET /vault/credentials/{id}/uses", { path: { id: credential.id }, query: { limit: 100 } });
  return (
    <Dialog title={`Uses of “${credential.name}”`} close={close} dismiss="Close">
      <Show of={uses}>
        {({ uses: list }) => list.length ? (
          <ul class="rows">{list.map((one) => <li><span class="grow"><span class="name">{one.purpose}</span><small>{one.role} · version {one.version} · {moment(one.at)}</small></span></li>)}</ul>
        ) : <Empty icon="lock" title="Never used" text="The team has not opened it yet." />}
      </Show>
    </Dialog>
  );
}
