import { useState } from "preact/hooks";
import { useSend } from "../api/data";
import type { ApiKeyCreated, ApiKeyView } from "../api/schema";
import { base } from "../lib/addresses";
import { relative } from "../lib/format";
import { Copy } from "../ui/copy";
import { Dialog } from "../ui/dialog";
import { SelectField, TextField } from "../ui/fields";
import { Icon } from "../ui/icon";
import { sayAndClose } from "../ui/toast";
import { changeKey as words, GRACES, keys, newKey } from "../words/developers";
import { Reference } from "./developers";

type Of = { of: ApiKeyView; close: () => void };

/** A worker finds what can be claimed, claims an item, and hands it in. */
const working = ({ key, project_ids }: ApiKeyCreated): string => `AUTH="Authorization: Bearer ${key}"
curl -H "$AUTH" "${base()}/projects/${project_ids?.[0] ?? "PROJECT_ID"}/work-items?state=ready"
curl -H "$AUTH" ${base()}/work-items/WORK_ID/claim --json '{}'
curl -H "$AUTH" ${base()}/work-items/WORK_ID/submit --json \\
  '{"claim_id": "CLAIM_ID", "summary": "…", "evidence": [{"criterion": "CRITERION_ID", "text": "…"}]}'`;

/** The one time the secret is in the browser: it lives in this dialog and goes with it. */
export function RevealKey({ of, close }: { of: ApiKeyCreated; close: () => void }) {
  const { name, key: secret } = of;
  const snippets: Record<string, string> = {
    curl: of.preset === "worker" ? working(of) : `curl ${base()}/projects \\\n  -H "Authorization: Bearer ${secret}"`,
    "Claude Code": `claude mcp add --transport http atrium ${base()}/mcp \\\n  --header "Authorization: Bearer ${secret}"`,
    Cursor: JSON.stringify({ mcpServers: { atrium: { url: `${base()}/mcp`, headers: { Authorization: `Bearer ${secret}` } } } }, null, 2),
    "VS Code": JSON.stringify({ servers: { atrium: { type: "http", url: `${base()}/mcp`, headers: { Authorization: `Bearer ${secret}` } } } }, null, 2),
  };
  const [tool, setTool] = useState("curl");
  return (
    <Dialog title={newKey.ready(<bdi>{name}</bdi>)} close={close} dismiss={null} act={newKey.saved} submit={close}>
      <div class="note"><Icon name="triangle-alert" /><span>{newKey.copyNow}{!of.project_ids && ` ${newKey.reachesAll}`}</span></div>
      <div class="secret"><code>{secret}</code><Copy text={secret} data-first /></div>
      <div>
        <div class="bar slim" role="group" aria-label={newKey.setUp}>
          {Object.keys(snippets).map((id) => <button type="button" class="tab" aria-pressed={id === tool} onClick={() => setTool(id)} key={id}>{id}</button>)}
        </div>
        <div class="snippet"><pre tabIndex={0}>{snippets[tool]?.replaceAll(secret, `${secret.slice(0, 12)}…`)}</pre><Copy text={snippets[tool] ?? ""} label={newKey.copyWithKey} key={tool} /></div>
        <p class="below"><Reference /></p>
      </div>
    </Dialog>
  );
}

export function RenameKey({ of: key, close }: Of) {
  const [name, setName] = useState(key.name);
  const rename = useSend("PATCH /api/account/api-keys/{key_id}", sayAndClose(words.renamed, close));
  const submit = () => rename.mutate({ path: { key_id: key.id }, body: { name } });
  return (
    <Dialog title={words.rename(<bdi>{key.name}</bdi>)} close={close} act={keys.rename} submit={submit} sending={rename}>
      <TextField label={keys.name} autocomplete="off" value={name} set={setName} error={rename.error?.fields.name} />
    </Dialog>
  );
}

export function RevokeKey({ of: key, close }: Of) {
  const revoke = useSend("DELETE /api/account/api-keys/{key_id}", sayAndClose(words.revoked(key.name), close));
  return (
    <Dialog title={words.revoke(<><bdi>{key.name}</bdi> <code>{key.prefix}…</code></>)} danger close={close} dismiss={words.keep} act={words.revokeIt} submit={() => revoke.mutate({ path: { key_id: key.id } })} sending={revoke}>
      <p>{words.stops} {key.last_used_at ? words.lastUsed(relative(key.last_used_at)) : words.neverUsed}</p>
    </Dialog>
  );
}

export function RotateKey({ of: key, close, made }: Of & { made: (key: ApiKeyCreated) => void }) {
  const [grace, setGrace] = useState("3600");
  const rotate = useSend("POST /api/account/api-keys/{key_id}/rotate", made);
  const submit = () => rotate.mutate({ path: { key_id: key.id }, body: { grace_seconds: Number(grace) } });
  return (
    <Dialog title={words.rotate(<bdi>{key.name}</bdi>)} lead={words.rotateLead} close={close} act={words.rotateIt} submit={submit} sending={rotate}>
      <SelectField label={words.grace} value={grace} set={setGrace} error={rotate.error?.fields.grace_seconds} options={GRACES} />
    </Dialog>
  );
}
