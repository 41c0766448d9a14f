import { useState } from "preact/hooks";
import { useSend } from "../api/data";
import type { CredentialRequestView, CredentialView, DepositCredential, ProjectView } from "../api/schema";
import { Dialog } from "../ui/dialog";
import { Opened, SecretField, SelectField, TextArea, TextField } from "../ui/fields";
import { Icon } from "../ui/icon";
import { Form } from "../ui/parts";
import { sayAndClose } from "../ui/toast";
import { deposit as words, TYPES, vault } from "../words/vault";
import { Calling, callsAs, NO_CALLS, termsOf } from "./vault-calling";

type Close = { close: () => void };
type Type = DepositCredential["type"];
type Given = { project: string; name: string; type: string; once: string };

/** The fields that stand above the fold. */
const SEEN = ["name", "type", "username", "value", "body", "repository_url"];
const LONG: Type[] = ["ssh_key", "certificate", "oauth", "other"];

/** What every credential is made of, as forms have it. */
function useContent(old?: CredentialView) {
  const [value, setValue] = useState("");
  const [username, setUsername] = useState(old?.username ?? "");
  const [repository, setRepository] = useState(old?.repository_url ?? "");
  const [note, setNote] = useState(old?.note ?? "");
  const [expires, setExpires] = useState("");
  const [calls, setCalls] = useState(old ? callsAs(old) : NO_CALLS);
  const body = {
    value, username: username || null, note: note || null, repository_url: repository || null, expires_at: expires ? `${expires}T23:59:59Z` : null, ...termsOf(calls),
  };
  /** The value is written and never read: it leaves with the request and nothing keeps it. */
  const fields = ({ type, first, named = true, delivers = true, wrong }: { type: Type; first?: boolean; named?: boolean; delivers?: boolean; wrong: Record<string, string> }) => (
    <>
      {named && <TextField label={words.username} hint={words.usernameHint} autocomplete="off" value={username} set={setUsername} error={wrong.username} />}
      <SecretField label={words.value} multiline={LONG.includes(type)} value={value} set={setValue} error={wrong.value ?? wrong.body} {...(first && { "data-first": true })} />
      {delivers && <TextField label={words.repository} hint={words.repositoryHint} placeholder={words.repositoryExample} autocomplete="off" value={repository} set={setRepository} error={wrong.repository_url} />}
      <details class="fold" open={Boolean(old) || Object.keys(wrong).some((field) => !SEEN.includes(field)) || undefined}>
        <summary>{words.options}</summary>
        <div class="form">
          <Calling calls={calls} set={setCalls} wrong={wrong} />
          <div class="pair">
            <TextField label={words.note} hint={words.noteHint} autocomplete="off" value={note} set={setNote} error={wrong.note} />
            <TextField label={words.expires} type="date" value={expires} set={setExpires} error={wrong.expires_at} />
          </div>
        </div>
      </details>
      <div class="note quiet"><Icon name="shield" /><span>{words.sealed}</span></div>
    </>
  );
  return { body, fields };
}

/** `given`: what an assistant's link says; its key makes the deposit happen once. `old`: what gets a new version, from what it has. */
export function Deposit({ projects, given, old, close }: { projects: Pick<ProjectView, "id" | "name">[]; given?: Given; old?: CredentialView } & Close) {
  const [project, setProject] = useState(old?.project_id ?? (projects.find((one) => one.id === given?.project) ?? projects[0])?.id ?? "");
  const [name, setName] = useState(old?.name ?? given?.name ?? "");
  const [type, setType] = useState<Type>(old?.type ?? TYPES.find(([one]) => one === given?.type)?.[0] ?? "api_key");
  const content = useContent(old);
  const deposit = useSend("POST /vault/credentials/{id}", sayAndClose(({ name }) => old ? words.replaced(name) : words.deposited(name), close));
  const wrong = deposit.error?.fields ?? {};
  const submit = () => deposit.mutate({ path: { id: project }, body: { name, type, ...content.body }, ...(given && { idempotencyKey: given.once }) });
  return (
    <Dialog title={old ? words.replace(<bdi>{old.name}</bdi>) : vault.deposit} close={close} act={old ? vault.replace : words.send} submit={submit} sending={deposit}
      lead={old ? words.replaceLead(old.version + 1) : words.lead}>
      {!old && (
        <>
          {projects.length > 1 && <SelectField label={words.project} value={project} set={setProject} options={projects.map((one) => [one.id, one.name])} />}
          <div class="pair">
            <TextField label={words.name} placeholder={words.example} autocomplete="off" value={name} set={setName} error={wrong.name} data-first />
            <SelectField label={words.type} value={type} set={(next) => setType(next as Type)} options={TYPES} error={wrong.type} />
          </div>
        </>
      )}
      {content.fields({ type, first: Boolean(old), wrong })}
    </Dialog>
  );
}

/** Stands below what it answers, in its row. */
export function Fulfil({ request, once, close }: { request: CredentialRequestView; once?: string | undefined } & Close) {
  const content = useContent();
  const fulfil = useSend("POST /vault/requests/{request_id}/fulfill", sayAndClose(words.provided(request.requested_by), close));
  const submit = () => fulfil.mutate({ path: { request_id: request.id }, body: content.body, ...(once && { idempotencyKey: once }) });
  return (
    <Opened>
      <Form label={request.name} act={words.provideIt} icon="lock" sending={fulfil} submit={submit} cancel={close}>
        {content.fields({ type: request.type, named: request.type === "password", delivers: request.name === words.example, wrong: fulfil.error?.fields ?? {} })}
      </Form>
    </Opened>
  );
}

export function Decline({ request, sent, close }: { request: CredentialRequestView; sent?: () => void } & Close) {
  const [reason, setReason] = useState("");
  const decline = useSend("POST /vault/requests/{request_id}/decline", sayAndClose(words.declined, close));
  const submit = () => {
    sent?.();
    decline.mutate({ path: { request_id: request.id }, body: { reason } });
  };
  return (
    <Dialog title={words.decline(<bdi>{request.name}</bdi>)} lead={words.declineLead} close={close} act={vault.decline} submit={submit} sending={decline}>
      <TextArea label={words.reason} rows={3} value={reason} set={setReason} error={decline.error?.fields.reason} />
    </Dialog>
  );
}

export function DeleteCredential({ credential, close }: { credential: CredentialView } & Close) {
  const remove = useSend("DELETE /vault/credentials/{id}", sayAndClose(words.deleted(credential.name), close));
  return (
    <Dialog title={words.delete(<bdi>{credential.name}</bdi>)} danger close={close} dismiss={words.keep} act={vault.delete} submit={() => remove.mutate({ path: { id: credential.id } })} sending={remove}>
      <p>{words.deleteLead}</p>
    </Dialog>
  );
}
