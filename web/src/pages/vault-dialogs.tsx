import { useState } from "preact/hooks";
import { useSend } from "../api/data";
import type { CredentialRequestView, CredentialView, DepositCredential, ProjectView } from "../api/schema";
import { Dialog } from "../ui/dialog";
import { SecretField, SelectField, TextArea, TextField } from "../ui/fields";
import { Icon } from "../ui/icon";
import { toast } from "../ui/toast";
import { Calling, callsAs, NO_CALLS, termsOf } from "./vault-calling";

type Close = { close: () => void };
type Type = DepositCredential["type"];
type Given = { project: string; name: string; type: string; once: string };

const TYPES: [Type, string][] = [
  ["api_key", "API key"], ["token", "Token"], ["password", "Password"], ["ssh_key", "SSH key"],
  ["oauth", "OAuth client"], ["certificate", "Certificate"], ["other", "Something else"],
];
const LONG: Type[] = ["ssh_key", "certificate", "oauth", "other"];

/** Written and never read: the value leaves with the request and nothing keeps it. */
const SEALED = <div class="note quiet"><Icon name="shield" /><span>Encrypted as it arrives. It is never shown again, not even to you.</span></div>;

const endOf = (date: string): string | null => (date ? `${date}T23:59:59Z` : null);

function Repository(field: { value: string; set: (value: string) => void; error?: string | undefined }) {
  return <TextField label="Repository address" hint="Optional: approved documents are delivered there." placeholder="https://git.example.com/shop.git" autocomplete="off" {...field} />;
}

/** `given`: what an assistant's link says; its key makes the deposit happen once. `old`: what gets a new version, from what it has. */
export function Deposit({ projects, given, old, close }: { projects: ProjectView[]; given?: Given; old?: CredentialView } & Close) {
  const [project, setProject] = useState(old?.project_id ?? (projects.find((one) => one.id === given?.project) ?? projects[0])?.id ?? "");
  const [name, setName] = useState(old?.name ?? given?.name ?? "");
  const [type, setType] = useState<Type>(old?.type ?? TYPES.find(([one]) => one === given?.type)?.[0] ?? "api_key");
  const [value, setValue] = useState("");
  const [username, setUsername] = useState(old?.username ?? "");
  const [repository, setRepository] = useState(old?.repository_url ?? "");
  const [note, setNote] = useState(old?.note ?? "");
  const [expires, setExpires] = useState("");
  const [calls, setCalls] = useState(old ? callsAs(old) : NO_CALLS);
  const deposit = useSend("POST /vault/credentials/{id}", ({ name }) => {
    toast(old ? `“${name}” is replaced` : `“${name}” is in the vault`);
    close();
  });
  const wrong = deposit.error?.fields ?? {};
  const submit = () => {
    const body = { name, type, value, username: username || null, note: note || null, repository_url: repository || null, expires_at: endOf(expires), ...termsOf(calls) };
    deposit.mutate({ path: { id: project }, body, ...(given && { idempotencyKey: given.once }) });
  };
  return (
    <Dialog title={old ? <>Replace “<bdi>{old.name}</bdi>”</> : "Deposit a credential"} close={close} act={old ? "Replace" : "Deposit"} submit={submit} sending={deposit}
      lead={old ? `The new value becomes version ${old.version + 1} and is used from then on. Keys that may call without asking have to ask again.` : "The same name in the same project makes a new version."}>
      {!old && (
        <>
          <SelectField label="Project" value={project} set={setProject} options={projects.map((one) => [one.id, one.name])} />
          <div class="pair">
            <TextField label="Name" placeholder="Source repository" autocomplete="off" value={name} set={setName} error={wrong.name} data-first />
            <SelectField label="Type" value={type} set={(next) => setType(next as Type)} options={TYPES} error={wrong.type} />
          </div>
        </>
      )}
      <TextField label="User name" hint="Optional, and visible afterwards." autocomplete="off" value={username} set={setUsername} error={wrong.username} />
      <SecretField label="Value" multiline={LONG.includes(type)} value={value} set={setValue} error={wrong.value ?? wrong.body} {...(old && { "data-first": true })} />
      <Repository value={repository} set={setRepository} error={wrong.repository_url} />
      <div class="pair">
        <TextField label="Note" hint="Optional. No secrets here." autocomplete="off" value={note} set={setNote} error={wrong.note} />
        <TextField label="Expires" hint="Optional." type="date" value={expires} set={setExpires} error={wrong.expires_at} />
      </div>
      <Calling calls={calls} set={setCalls} wrong={wrong} />
      {SEALED}
    </Dialog>
  );
}

export function Fulfil({ request, once, close }: { request: CredentialRequestView; once?: string | undefined } & Close) {
  const [value, setValue] = useState("");
  const [username, setUsername] = useState("");
  const [repository, setRepository] = useState("");
  const [note, setNote] = useState("");
  const [expires, setExpires] = useState("");
  const [calls, setCalls] = useState(NO_CALLS);
  const fulfil = useSend("POST /vault/requests/{request_id}/fulfill", () => {
    toast(`The ${request.requested_by} can go on`);
    close();
  });
  const wrong = fulfil.error?.fields ?? {};
  const submit = () => fulfil.mutate({ path: { request_id: request.id }, body: { value, username: username || null, note: note || null, repository_url: repository || null, expires_at: endOf(expires), ...termsOf(calls) }, ...(once && { idempotencyKey: once }) });
  return (
    <Dialog title={<>Provide “<bdi>{request.name}</bdi>”</>} lead={request.how_to_obtain} close={close} act="Deposit" submit={submit} sending={fulfil}>
      {request.type === "password" && <TextField label="User name" hint="Optional, and visible afterwards." autocomplete="off" value={username} set={setUsername} error={wrong.username} />}
      <SecretField label="Value" multiline={LONG.includes(request.type)} value={value} set={setValue} error={wrong.value ?? wrong.body} />
      {request.name === "Source repository" && <Repository value={repository} set={setRepository} error={wrong.repository_url} />}
      <div class="pair">
        <TextField label="Note" hint="Optional. No secrets here." autocomplete="off" value={note} set={setNote} error={wrong.note} />
        <TextField label="Expires" hint="Optional." type="date" value={expires} set={setExpires} error={wrong.expires_at} />
      </div>
      <Calling calls={calls} set={setCalls} wrong={wrong} />
      {SEALED}
    </Dialog>
  );
}

export function Decline({ request, close }: { request: CredentialRequestView } & Close) {
  const [reason, setReason] = useState("");
  const decline = useSend("POST /vault/requests/{request_id}/decline", () => {
    toast("The team will work without it");
    close();
  });
  return (
    <Dialog title={<>Decline “<bdi>{request.name}</bdi>”?</>} lead="The team goes on without it and says in the document what that means." close={close} act="Decline" submit={() => decline.mutate({ path: { request_id: request.id }, body: { reason } })} sending={decline}>
      <TextArea label="Why not?" rows={3} value={reason} set={setReason} error={decline.error?.fields.reason} />
    </Dialog>
  );
}

export function DeleteCredential({ credential, close }: { credential: CredentialView } & Close) {
  const remove = useSend("DELETE /vault/credentials/{id}", () => {
    toast(`“${credential.name}” is deleted`);
    close();
  });
  return (
    <Dialog title={<>Delete “<bdi>{credential.name}</bdi>”?</>} danger close={close} dismiss="Keep it" act="Delete" submit={() => remove.mutate({ path: { id: credential.id } })} sending={remove}>
      <p>The value is destroyed at once. The record of its {credential.uses ? "uses" : "existence"} stays. Revoke it where it came from as well.</p>
    </Dialog>
  );
}
