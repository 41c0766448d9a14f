import { useState } from "preact/hooks";
import type { ApiError } from "../api/call";
import { useData, useSend } from "../api/data";
import type { ApiKeyView, KeyPolicy } from "../api/schema";
import { plural } from "../lib/format";
import { Chips, TextArea } from "../ui/fields";
import { Button, Card, Refusal, Show } from "../ui/parts";
import { toast } from "../ui/toast";

/** What is chosen in the dialog: addresses as they are typed, and ids of projects. Nothing chosen is no limit. */
export interface Limits {
  addresses: string;
  projects: string[];
}
export const NO_LIMITS: Limits = { addresses: "", projects: [] };

/** The limits as the API takes them. */
export const asked = ({ addresses, projects }: Limits) => {
  const ranges = addresses.split(/[\s,]+/).filter(Boolean);
  return { allowed_ips: ranges.length ? ranges : null, project_ids: projects.length ? projects : null };
};

/** What the server says of a list or of one of its entries. */
const refused = (error: ApiError | null, field: string): string | undefined =>
  Object.entries(error?.fields ?? {}).find(([name]) => name === field || name.startsWith(`${field}.`))?.[1];

/** Where a key works and which projects it sees; a fold of the dialog that makes it. */
export function LimitFields({ limits, set, error }: { limits: Limits; set: (limits: Limits) => void; error: ApiError | null }) {
  const projects = useData("GET /projects", { query: { limit: 100 } }).data?.projects ?? [];
  const count = asked(limits);
  const toggle = (id: string) => set({
    ...limits, projects: limits.projects.includes(id) ? limits.projects.filter((one) => one !== id) : [...limits.projects, id],
  });
  const wrong = refused(error, "project_ids");
  return (
    <details class="fold" open={Boolean(refused(error, "allowed_ips") || wrong) || undefined}>
      <summary>Limits <span>{count.allowed_ips || count.project_ids ? inWords(count) : "none"}</span></summary>
      <div class="form">
        <TextArea
          label="Allowed addresses" rows={2} placeholder={"203.0.113.9\n2001:db8::/32"} spellcheck={false} autocapitalize="off" autocomplete="off"
          hint="One a line, or ranges such as 203.0.113.0/24. Empty: it works from everywhere."
          value={limits.addresses} set={(addresses) => set({ ...limits, addresses })} error={refused(error, "allowed_ips")}
        />
        {projects.length > 0 && (
          <fieldset class="field">
            <legend>Only these projects</legend>
            <div class="chips">
              {projects.map(({ id, name }) => (
                <label class="chip"><input type="checkbox" checked={limits.projects.includes(id)} onChange={() => toggle(id)} /><bdi>{name}</bdi></label>
              ))}
            </div>
            <p class="hint">{limits.projects.length ? "It sees nothing else: no other project, no assistant, no dashboard." : "None chosen: it sees every project."}</p>
            {wrong && <p class="err" role="alert">{wrong}</p>}
          </fieldset>
        )}
      </div>
    </details>
  );
}

/** "2 addresses, 1 project"; empty for a key without limits. */
export const inWords = ({ allowed_ips, project_ids }: Pick<ApiKeyView, "allowed_ips" | "project_ids">): string =>
  [allowed_ips && plural(allowed_ips.length, "address", "addresses"), project_ids && plural(project_ids.length, "project")]
    .filter(Boolean).join(", ");

const LIFETIMES: [string, string][] = [["", "No limit"], ["7", "7 days"], ["30", "30 days"], ["90", "90 days"], ["180", "180 days"], ["365", "1 year"]];

/** In the settings: how long an API key may live. */
export function KeyLifetime() {
  const policy = useData("GET /api/account/key-policy", {});
  return <Card title="API keys"><Show of={policy} lines={1}>{(data) => <Lifetime key={data.max_lifetime_days} of={data} />}</Show></Card>;
}

function Lifetime({ of }: { of: KeyPolicy }) {
  const kept = String(of.max_lifetime_days ?? "");
  const [days, setDays] = useState(kept);
  const save = useSend("PATCH /api/account/key-policy", () => toast("Saved"));
  const options = LIFETIMES.some(([value]) => value === kept) ? LIFETIMES : [...LIFETIMES, [kept, plural(Number(kept), "day")] as [string, string]];
  const submit = (event: Event) => {
    event.preventDefault();
    save.mutate({ body: { max_lifetime_days: days ? Number(days) : null } });
  };
  return (
    <form class="form" onSubmit={submit} noValidate>
      <Chips label="Longest lifetime" chosen={[days]} toggle={setDays} options={options} error={save.error?.fields.max_lifetime_days}
        hint="New and rotated keys end within it. Keys of before go on working and are marked in the list." />
      <Refusal error={save.error} />
      <div class="acts"><Button type="submit" kind="primary" busy={save.isPending}>Save</Button></div>
    </form>
  );
}
