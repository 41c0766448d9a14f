import { useState } from "preact/hooks";
import { useData, useSend } from "../api/data";
import type { ApiKeyView, CreateApiKey } from "../api/schema";
import { plural, relative } from "../lib/format";
import { Copy } from "../ui/copy";
import { Dialog } from "../ui/dialog";
import { Chips, SelectField, TextField } from "../ui/fields";
import { Icon } from "../ui/icon";
import { toast } from "../ui/toast";
import { asked, LimitFields, NO_LIMITS } from "./key-limits";

type Made = (name: string, secret: string) => void;
type Preset = NonNullable<ApiKeyView["preset"]>;

/** Ours are shorter than the catalogue's: they have to be compared at a glance. */
const PRESETS: [Preset | "custom", string, string][] = [
  ["full_access", "Full Access", "Everything, including vault writes"],
  ["mcp_assistant", "MCP Assistant", "For Claude, Cursor, VS Code: read projects, talk to the CEO, use the assistant"],
  ["read_only", "Read Only", "View everything, change nothing"],
  ["vault_only", "Vault Only", "For CI that deposits credentials"],
  ["worker", "Worker", "For an agent that does a project's work: choose its projects below"],
  ["pa_only", "PA Only", "Ask the personal assistant"],
  ["custom", "Custom", "Pick individual scopes"],
];
const EXPIRY: [string, string][] = [["7", "7 days"], ["30", "30 days"], ["90", "90 days (recommended)"], ["365", "1 year"], ["", "Never"]];
const after = (start: number, days: string): string | null => (days ? new Date(start + Number(days) * 86_400_000).toISOString() : null);

export function CreateKey({ close, made }: { close: () => void; made: Made }) {
  const catalogue = useData("GET /api/account/scopes", {}).data;
  const [name, setName] = useState("");
  const [preset, setPreset] = useState<Preset | "custom">("mcp_assistant");
  const [scopes, setScopes] = useState<string[]>([]);
  const [limits, setLimits] = useState(NO_LIMITS);
  const longest = useData("GET /api/account/key-policy", {}).data?.max_lifetime_days ?? null;
  const offered = longest === null ? EXPIRY : [...EXPIRY.filter(([days]) => days && Number(days) < longest), [String(longest), `${plural(longest, "day")} (your limit)`] as [string, string]];
  const [wanted, setDays] = useState("90");
  const days = offered.some(([value]) => value === wanted) ? wanted : String(longest);
  const [opened] = useState(Date.now); // the same every time the form is sent
  const create = useSend("POST /api/account/api-keys", (key) => made(key.name, key.key));
  const granted = preset === "custom" ? scopes : catalogue?.presets.find((one) => one.preset === preset)?.scopes ?? [];
  const toggle = (scope: string) => {
    setScopes(granted.includes(scope) ? granted.filter((one) => one !== scope) : [...granted, scope]);
    setPreset("custom");
  };
  const submit = () => {
    const access = preset === "custom" ? { scopes: scopes as CreateApiKey["scopes"] } : { preset };
    create.mutate({ body: { name, ...access, ...asked(limits), expiresAt: after(opened, days) } });
  };
  return (
    <Dialog
      title="Create API key" lead="Give each app or assistant its own key, so you can revoke one without breaking the others."
      close={close} act="Create key" submit={submit} sending={create}
    >
      <TextField label="Name" placeholder="Claude Code on my laptop" autocomplete="off" value={name} set={setName} error={create.error?.fields.name} />
      <fieldset>
        <legend>Access</legend>
        <div class="presets">
          {PRESETS.map(([id, label, text]) => (
            <label class="preset">
              <input type="radio" name="preset" checked={id === preset} onChange={() => { setPreset(id); if (id === "custom") setScopes(granted); }} />
              <strong>{label}</strong>
              <span>{text}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <details class="fold" open={preset === "custom"}>
        <summary>Scopes <span>{granted.length} of {catalogue?.scopes.length ?? 10}</span></summary>
        <fieldset class="scopes" aria-label="Scopes">
          {catalogue?.scopes.map(({ scope, description }) => (
            <label>
              <input type="checkbox" checked={granted.includes(scope)} onChange={() => toggle(scope)} />
              <code>{scope}</code>
              <span>{description}</span>
            </label>
          ))}
        </fieldset>
      </details>
      <LimitFields limits={limits} set={setLimits} error={create.error} />
      {create.error?.fields.scopes && <p class="err" role="alert">{create.error.fields.scopes}</p>}
      {create.error?.fields.body && <p class="err" role="alert">{create.error.fields.body}</p>}
      <Chips label="Expires" options={offered} chosen={[days]} toggle={setDays} error={create.error?.fields.expiresAt}
        hint={days ? "After that the key stops working by itself." : "Nobody will notice if it leaks. Prefer an end."} />
    </Dialog>
  );
}

/** The one time the secret is in the browser: it lives in this dialog and goes with it. */
export function RevealKey({ name, secret, close }: { name: string; secret: string; close: () => void }) {
  const base = new URL("../", document.baseURI).href.replace(/\/$/, "");
  const snippets: Record<string, string> = {
    curl: `curl ${base}/projects \\\n  -H "Authorization: Bearer ${secret}"`,
    "Claude Code": `claude mcp add --transport http atrium ${base}/mcp \\\n  --header "Authorization: Bearer ${secret}"`,
    Cursor: JSON.stringify({ mcpServers: { atrium: { url: `${base}/mcp`, headers: { Authorization: `Bearer ${secret}` } } } }, null, 2),
    "VS Code": JSON.stringify({ servers: { atrium: { type: "http", url: `${base}/mcp`, headers: { Authorization: `Bearer ${secret}` } } } }, null, 2),
  };
  const [tool, setTool] = useState("curl");
  return (
    <Dialog title={<>“<bdi>{name}</bdi>” is ready</>} close={close} dismiss={null} act="I’ve saved it" submit={close}>
      <div class="note"><Icon name="triangle-alert" /><span>Copy the key now. It is stored hashed, so you won’t be able to see it again.</span></div>
      <div class="secret"><code>{secret}</code><Copy text={secret} data-first /></div>
      <div>
        <div class="bar slim" role="group" aria-label="Set it up in">
          {Object.keys(snippets).map((id) => (
            <button type="button" class="tab" aria-pressed={id === tool} onClick={() => setTool(id)}>{id}</button>
          ))}
        </div>
        <div class="snippet"><pre tabIndex={0}>{snippets[tool]?.replaceAll(secret, `${secret.slice(0, 12)}…`)}</pre><Copy text={snippets[tool] ?? ""} label="Copy with the key" key={tool} /></div>
      </div>
    </Dialog>
  );
}

export function RenameKey({ of: key, close }: { of: ApiKeyView; close: () => void }) {
  const [name, setName] = useState(key.name);
  const rename = useSend("PATCH /api/account/api-keys/{key_id}", () => {
    toast("Renamed");
    close();
  });
  const submit = () => rename.mutate({ path: { key_id: key.id }, body: { name } });
  return (
    <Dialog title={<>Rename “<bdi>{key.name}</bdi>”</>} close={close} act="Rename" submit={submit} sending={rename}>
      <TextField label="Name" autocomplete="off" value={name} set={setName} error={rename.error?.fields.name} />
    </Dialog>
  );
}

export function RevokeKey({ of: key, close }: { of: ApiKeyView; close: () => void }) {
  const revoke = useSend("DELETE /api/account/api-keys/{key_id}", () => {
    toast(`“${key.name}” is revoked`);
    close();
  });
  return (
    <Dialog title={<>Revoke “<bdi>{key.name}</bdi>”?</>} danger close={close} dismiss="Keep key" act="Revoke key" submit={() => revoke.mutate({ path: { key_id: key.id } })} sending={revoke}>
      <p>
        Requests with <code>{key.prefix}…</code> fail at once. {key.last_used_at ? `It was last used ${relative(key.last_used_at)}.` : "It has never been used."}{" "}
        A revoked key can’t be re-activated; you would create a new one.
      </p>
    </Dialog>
  );
}

export function RotateKey({ of: key, close, made }: { of: ApiKeyView; close: () => void; made: Made }) {
  const [grace, setGrace] = useState("3600");
  const rotate = useSend("POST /api/account/api-keys/{key_id}/rotate", (fresh) => made(fresh.name, fresh.key));
  const submit = () => rotate.mutate({ path: { key_id: key.id }, body: { grace_seconds: Number(grace) } });
  return (
    <Dialog title={<>Rotate “<bdi>{key.name}</bdi>”?</>} lead="You get a new key with the same name, access and limits."
      close={close} act="Rotate key" submit={submit} sending={rotate}>
      <SelectField label="The old key goes on working for" value={grace} set={setGrace} error={rotate.error?.fields.grace_seconds}
        options={[["0", "Not at all"], ["900", "15 minutes"], ["3600", "1 hour"], ["86400", "24 hours"]]} />
    </Dialog>
  );
}
