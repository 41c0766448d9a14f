import { useState } from "preact/hooks";
import { useData, useSend } from "../api/data";
import type { ApiKeyCreated, CreateApiKey } from "../api/schema";
import { DAY } from "../lib/days";
import { plural } from "../lib/format";
import { Dialog } from "../ui/dialog";
import { Chips, Meanings, TextField } from "../ui/fields";
import { keys, newKey as words, PRESETS } from "../words/developers";
import { asked, LimitFields, ProjectField } from "./key-limits";

type Preset = keyof typeof PRESETS;

const ALL = Object.keys(PRESETS) as Preset[];
const after = (start: number, days: string): string | null => (days ? new Date(start + Number(days) * DAY).toISOString() : null);

/** The form of a new key. A link may say the preset, and the project that the key is for. */
export function CreateKey({ preset: given, project, close, made }: { preset?: string; project?: string; close: () => void; made: (key: ApiKeyCreated) => void }) {
  const catalogue = useData("GET /api/account/scopes", {}).data;
  const [name, setName] = useState("");
  const [preset, setPreset] = useState<Preset>(ALL.find((one) => one === given) ?? "mcp_assistant");
  const [scopes, setScopes] = useState<string[]>([]);
  const [limits, setLimits] = useState({ addresses: "", projects: project ? [project] : [] });
  const longest = useData("GET /api/account/key-policy", {}).data?.max_lifetime_days ?? null;
  const offered = longest === null ? words.lifetimes : [...words.lifetimes.filter(([days]) => days && Number(days) < longest), [String(longest), words.yourLimit(plural(longest, "day"))] as [string, string]];
  const [wanted, setDays] = useState("90");
  const days = offered.some(([value]) => value === wanted) ? wanted : String(longest);
  const [opened] = useState(Date.now); // the same every time the form is sent
  const create = useSend("POST /api/account/api-keys", made);
  const { error } = create;
  const granted = preset === "custom" ? scopes : catalogue?.presets.find((one) => one.preset === preset)?.scopes ?? [];
  const choose = (next: Preset) => {
    setPreset(next);
    if (next === "custom") setScopes(granted);
  };
  const toggle = (scope: string) => {
    setScopes(granted.includes(scope) ? granted.filter((one) => one !== scope) : [...granted, scope]);
    setPreset("custom");
  };
  const submit = () => {
    const access = preset === "custom" ? { scopes: scopes as CreateApiKey["scopes"] } : { preset };
    create.mutate({ body: { name, ...access, ...asked(limits), expiresAt: after(opened, days) } });
  };
  return (
    <Dialog title={words.title} lead={words.lead} close={close} act={keys.create} submit={submit} sending={create}>
      <TextField label={keys.name} placeholder={words.example} autocomplete="off" value={name} set={setName} error={error?.fields.name} />
      <fieldset>
        <legend>{keys.access}</legend>
        <div class="presets">
          {ALL.map((id) => (
            <label class="preset" key={id}>
              <input type="radio" name="preset" checked={id === preset} onChange={() => choose(id)} />
              <strong>{PRESETS[id][0]}</strong>
              <span>{PRESETS[id][1]}</span>
            </label>
          ))}
        </div>
      </fieldset>
      {preset === "worker" && <ProjectField limits={limits} set={setLimits} error={error} granted={granted} />}
      <details class="fold" open={preset === "custom"}>
        <summary>{keys.permissions} <span>{catalogue && words.some(granted.length, catalogue.scopes.length)}</span></summary>
        <fieldset class="scopes" aria-label={keys.permissions}>
          <Meanings of={catalogue?.scopes.map(({ scope, description }) => [scope, description]) ?? []} chosen={granted} toggle={toggle} />
        </fieldset>
      </details>
      <LimitFields limits={limits} set={setLimits} error={error} granted={granted} elsewhere={preset === "worker"} />
      {(error?.fields.scopes ?? error?.fields.body) && <p class="err" role="alert">{error!.fields.scopes ?? error!.fields.body}</p>}
      <Chips label={keys.expires} options={offered} chosen={[days]} toggle={setDays} error={error?.fields.expiresAt} hint={days ? words.stops : words.neverStops} />
    </Dialog>
  );
}
