import { useData, useSend } from "../api/data";
import type { ApiKeyView, CredentialUseView, CredentialView, GrantView } from "../api/schema";
import { moment, words } from "../lib/format";
import { to } from "../lib/router";
import { Dialog } from "../ui/dialog";
import { Button, Empty, Pill, Refusal, Show } from "../ui/parts";
import { toast } from "../ui/toast";

const ALLOWED: Record<NonNullable<CredentialUseView["allowed_by"]>, string> = {
  owner: "by you", policy: "workers may call it", once: "you allowed it once", for_item: "you allowed it for this work item", always: "you allowed it always",
};

/** Who called, by the name that the person gave it; older records say which role opened the value. */
function caller({ role, by }: CredentialUseView, keys: ApiKeyView[]): string {
  if (!by) return role ?? "Somebody";
  if (by.kind === "user") return "You";
  return by.name ?? keys.find((one) => one.id === by.id)?.name ?? by.id ?? words(by.kind);
}

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
      <span class="grow"><span class="name" dir="auto">{name}</span><small>{grant.work_id ? `For ${grant.work_id}` : "Always"} · since {moment(grant.decided_at)}</small></span>
      <Button kind="ghost" busy={revoke.isPending} onClick={() => revoke.mutate({ path: { id: credential.id, grant_id: grant.id } })}>Revoke<span class="sr"> {name}</span></Button>
      <Refusal error={revoke.error} />
    </li>
  );
}

/** Each use: what for, where, by whom, by whose word, and what came of it. */
export function Uses({ credential, close }: { credential: CredentialView; close: () => void }) {
  const uses = useData("GET /vault/credentials/{id}/uses", { path: { id: credential.id }, query: { limit: 100 } });
  const keys = useData("GET /api/account/api-keys", {}).data?.api_keys ?? [];
  return (
    <Dialog title={<>Uses of “<bdi>{credential.name}</bdi>”</>} lead={uses.data?.has_more ? "The last 100, the newest first." : undefined} close={close} dismiss="Close">
      <Grants credential={credential} />
      <Show of={uses}>
        {({ uses: list }) => list.length ? <ul class="rows">{list.map((one) => <Use use={one} project={credential.project_id} by={caller(one, keys)} key={one.id} />)}</ul> : (
          <Empty icon="lock" title="Never used" text="Nobody has called a host with it yet." />
        )}
      </Show>
    </Dialog>
  );
}

function Use({ use, project, by }: { use: CredentialUseView; project: string; by: string }) {
  const { purpose, host, method, path, http_status, problem, status, allowed_by, work_id, version, at } = use;
  const went = http_status !== null && http_status < 400;
  return (
    <li>
      <span class="grow">
        <span class="name" dir="auto">{purpose}</span>
        {host && <small class="mono">{method} {host}{path}</small>}
        <small>
          <bdi>{by}</bdi>, {moment(at)}{allowed_by && allowed_by !== "owner" && `, ${ALLOWED[allowed_by]}`} · version {version}
          {work_id && <> · <a href={to("projects", project, "work", work_id)}>its work item</a></>}
        </small>
      </span>
      {host && <Pill tone={went ? "good" : status === "pending" || status === "calling" ? "quiet" : "bad"}>{http_status ?? problem ?? words(status ?? "")}</Pill>}
    </li>
  );
}
