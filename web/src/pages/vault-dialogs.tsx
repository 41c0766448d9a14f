import { useState } from "preact/hooks";
import { useData, useSend } from "../api/data";
import type { CredentialRequestView, CredentialUseView, CredentialView, DepositCredential, GrantView, ProjectView } from "../api/schema";
import { moment } from "../lib/format";
import { Dialog } from "../ui/dialog";
import { SecretField, SelectField, TextArea, TextField } from "../ui/fields";
import { Icon } from "../ui/icon";
import { Button, Empty, Refusal, Show } from "../ui/parts";
import { toast } from "../ui/toast";

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

type Calls = { hosts: string; writes: string; policy: string };
const NO_CALLS: Calls = { hosts: "", writes: "", policy: "ask_first" };
const POLICIES: [string, string][] = [["ask_first", "Ask me first"], ["workers", "Workers may call"], ["team", "The office’s own roles alone"]];

/** What keys may call with the value; nothing where no host is named. */
const callsOf = ({ hosts, writes, policy }: Calls) => {
  const named = hosts.split(/[\s,]+/).filter(Boolean);
  if (!named.length) return {};
  const methods: Method[] = writes ? ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] : ["GET"];
  return { allowed_hosts: named, allowed_methods: methods, use_policy: policy as CredentialView["use_policy"] };
};
type Method = CredentialView["allowed_methods"][number];

/** Calling is optional, and off without a host. */
function Calling({ calls, set, wrong }: { calls: Calls; set: (next: Calls) => void; wrong: Record<string, string> }) {
  const hint = "Optional. Exact names, such as api.example.com. Workers call them with the value and never see it.";
  const error = Object.entries(wrong).find(([field]) => field.startsWith("allowed_hosts"))?.[1];
  return (
    <>
      <TextField label="Hosts it may call" hint={hint} autocomplete="off" value={calls.hosts} set={(hosts) => set({ ...calls, hosts })} error={error} />
      {calls.hosts && (
        <div class="pair">
          <SelectField label="Requests" value={calls.writes} set={(writes) => set({ ...calls, writes })} options={[["", "Reading (GET)"], ["yes", "Reading and writing"]]} />
          <SelectField label="API keys" value={calls.policy} set={(policy) => set({ ...calls, policy })} options={POLICIES} />
        </div>
      )}
    </>
  );
}

const endOf = (date: string): string | null => (date ? `${date}T23:59:59Z` : null);

function Repository(field: { value: string; set: (value: string) => void; error?: string | undefined }) {
  return <TextField label="Repository address" hint="Optional: approved documents are delivered there." placeholder="https://git.example.com/shop.git" autocomplete="off" {...field} />;
}

/** `given`: what an assistant's link says; its key makes the deposit happen once. */
export function Deposit({ projects, given, close }: { projects: ProjectView[]; given?: Given } & Close) {
  const [project, setProject] = useState((projects.find((one) => one.id === given?.project) ?? projects[0])?.id ?? "");
  const [name, setName] = useState(given?.name ?? "");
  const [type, setType] = useState<Type>(TYPES.find(([one]) => one === given?.type)?.[0] ?? "api_key");
  const [value, setValue] = useState("");
  const [username, setUsername] = useState("");
  const [repository, setRepository] = useState("");
  const [note, setNote] = useState("");
  const [expires, setExpires] = useState("");
  const [calls, setCalls] = useState(NO_CALLS);
  const deposit = useSend("POST /vault/credentials/{id}", ({ name }) => {
    toast(`“${name}” is in the vault`);
    close();
  });
  const wrong = deposit.error?.fields ?? {};
  const submit = () => {
    const body = { name, type, value, username: username || null, note: note || null, repository_url: repository || null, expires_at: endOf(expires), ...callsOf(calls) };
    deposit.mutate({ path: { id: project }, body, ...(given && { idempotencyKey: given.once }) });
  };
  return (
    <Dialog title="Deposit a credential" lead="The same name in the same project makes a new version." close={close} act="Deposit" submit={submit} sending={deposit}>
      <SelectField label="Project" value={project} set={setProject} options={projects.map((one) => [one.id, one.name])} />
      <div class="pair">
        <TextField label="Name" placeholder="Source repository" autocomplete="off" value={name} set={setName} error={wrong.name} data-first />
        <SelectField label="Type" value={type} set={(next) => setType(next as Type)} options={TYPES} error={wrong.type} />
      </div>
      <TextField label="User name" hint="Optional, and visible afterwards." autocomplete="off" value={username} set={setUsername} error={wrong.username} />
      <SecretField label="Value" multiline={LONG.includes(type)} value={value} set={setValue} error={wrong.value ?? wrong.body} />
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
  const [repository, setRepository] = useState("");
  const [note, setNote] = useState("");
  const [expires, setExpires] = useState("");
  const [calls, setCalls] = useState(NO_CALLS);
  const fulfil = useSend("POST /vault/requests/{request_id}/fulfill", () => {
    toast(`The ${request.requested_by} can go on`);
    close();
  });
  const wrong = fulfil.error?.fields ?? {};
  const submit = () => fulfil.mutate({ path: { request_id: request.id }, body: { value, note: note || null, repository_url: repository || null, expires_at: endOf(expires), ...callsOf(calls) }, ...(once && { idempotencyKey: once }) });
  return (
    <Dialog title={`Provide “${request.name}”`} lead={request.how_to_obtain} close={close} act="Deposit" submit={submit} sending={fulfil}>
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
    <Dialog title={`Decline “${request.name}”?`} lead="The team goes on without it and says in the document what that means." close={close} act="Decline" submit={() => decline.mutate({ path: { request_id: request.id }, body: { reason } })} sending={decline}>
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
    <Dialog title={`Delete “${credential.name}”?`} danger close={close} dismiss="Keep it" act="Delete" submit={() => remove.mutate({ path: { id: credential.id } })} sending={remove}>
      <p>The value is destroyed at once. The record of its {credential.uses ? "uses" : "existence"} stays. Revoke it where it came from as well.</p>
    </Dialog>
  );
}

/** What was called and what came of it; older records say which role opened the value. */
const usedBy = ({ role, by, method, host, path, http_status, problem, status }: CredentialUseView) =>
  host ? `${method} ${host}${path} · ${http_status ?? problem ?? status} · ${by?.kind === "user" ? "you" : by?.id}` : role;

/** The keys that need not ask; nothing where each of them must. */
function Grants({ credential }: { credential: CredentialView }) {
  const grants = useData("GET /vault/credentials/{id}/grants", { path: { id: credential.id } });
  return (
    <Show of={grants} lines={1}>
      {({ grants: list }) => list.length > 0 && (
        <>
          <h3>May call without asking</h3>
          <ul class="rows">{list.map((one) => <Granted grant={one} credential={credential} key={one.id} />)}</ul>
        </>
      )}
    </Show>
  );
}

function Granted({ grant, credential }: { grant: GrantView; credential: CredentialView }) {
  const name = grant.key_name ?? grant.key_id;
  const revoke = useSend("DELETE /vault/credentials/{id}/grants/{grant_id}", () => toast(`“${name}” must ask again`));
  return (
    <li>
      <span class="grow"><span class="name">{name}</span><small>{grant.work_id ? `For ${grant.work_id}` : "Always"} · since {moment(grant.decided_at)}</small></span>
      <Button kind="ghost" busy={revoke.isPending} onClick={() => revoke.mutate({ path: { id: credential.id, grant_id: grant.id } })}>Revoke<span class="sr"> {name}</span></Button>
      <Refusal error={revoke.error} />
    </li>
  );
}

export function Uses({ credential, close }: { credential: CredentialView } & Close) {
  const uses = useData("GET /vault/credentials/{id}/uses", { path: { id: credential.id }, query: { limit: 100 } });
  return (
    <Dialog title={`Uses of “${credential.name}”`} close={close} dismiss="Close">
      <Grants credential={credential} />
      <Show of={uses}>
        {({ uses: list }) => list.length ? (
          <ul class="rows">{list.map((one) => <li><span class="grow"><span class="name">{one.purpose}</span><small>{usedBy(one)} · version {one.version} · {moment(one.at)}</small></span></li>)}</ul>
        ) : <Empty icon="lock" title="Never used" text="Nobody has called a host with it yet." />}
      </Show>
    </Dialog>
  );
}
