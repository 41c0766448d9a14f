import { useData, useKeyNames, useSend } from "../api/data";
import type { CredentialUseView, CredentialView, GrantView } from "../api/schema";
import { day, moment, words as readable } from "../lib/format";
import { to } from "../lib/router";
import { Dialog } from "../ui/dialog";
import { Button, Empty, Pill, Refusal, Show } from "../ui/parts";
import { toast } from "../ui/toast";
import { common } from "../words/common";
import { uses as words } from "../words/vault";

/** Who called, by the name that the person gave it; older records say which role opened the value. */
function caller({ role, by }: CredentialUseView, keys: ReadonlyMap<string, string>): string {
  if (!by) return role ?? words.someone;
  if (by.kind === "user") return words.you;
  return by.name ?? keys.get(by.id ?? "") ?? by.id ?? readable(by.kind);
}

/** The keys that need not ask; nothing where each of them must. */
function Grants({ credential }: { credential: CredentialView }) {
  const grants = useData("GET /vault/credentials/{id}/grants", { path: { id: credential.id } });
  return (
    <Show of={grants} lines={1}>
      {({ grants: list }) => list.length > 0 && (
        <>
          <h3>{words.grants}</h3>
          <ul class="rows">{list.map((one) => <Granted grant={one} credential={credential} key={one.id} />)}</ul>
        </>
      )}
    </Show>
  );
}

function Granted({ grant, credential }: { grant: GrantView; credential: CredentialView }) {
  const name = grant.key_name ?? grant.key_id;
  const revoke = useSend("DELETE /vault/credentials/{id}/grants/{grant_id}", () => toast(words.revoked(name)));
  return (
    <li>
      <span class="grow"><span class="name" dir="auto">{name}</span><small>{grant.work_id ? words.forItem(grant.work_id) : words.always}{words.since(day(grant.decided_at))}</small></span>
      <Button kind="ghost" busy={revoke.isPending} onClick={() => revoke.mutate({ path: { id: credential.id, grant_id: grant.id } })}>{words.revoke}<span class="sr"> {name}</span></Button>
      <Refusal error={revoke.error} />
    </li>
  );
}

/** Each use: what for, where, by whom, by whose word, and what came of it. */
export function Uses({ credential, close }: { credential: CredentialView; close: () => void }) {
  const uses = useData("GET /vault/credentials/{id}/uses", { path: { id: credential.id }, query: { limit: 100 } });
  const keys = useKeyNames(uses.data?.uses.map(({ by }) => by?.id) ?? []);
  return (
    <Dialog title={words.title(<bdi>{credential.name}</bdi>)} lead={uses.data?.has_more ? words.last : undefined} close={close} dismiss={common.close}>
      <Grants credential={credential} />
      <Show of={uses}>
        {({ uses: list }) => list.length ? <ul class="rows">{list.map((one) => <Use use={one} project={credential.project_id} by={caller(one, keys)} key={one.id} />)}</ul> : (
          <Empty icon="lock" title={words.none} text={words.noneWhy} />
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
          <bdi>{by}</bdi>, {moment(at)}{allowed_by && allowed_by !== "owner" && `, ${words.allowed[allowed_by]}`}{words.version(version)}
          {work_id && <> · <a href={to("projects", project, "work", work_id)}>{words.item}</a></>}
        </small>
      </span>
      {host && <Pill tone={went ? "good" : status === "pending" || status === "calling" ? "quiet" : "bad"}>{http_status ?? problem ?? readable(status ?? "")}</Pill>}
    </li>
  );
}
