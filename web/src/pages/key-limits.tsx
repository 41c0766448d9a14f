import type { ApiError } from "../api/call";
import { useData } from "../api/data";
import type { ApiKeyView } from "../api/schema";
import { plural } from "../lib/format";
import { Chips, TextArea } from "../ui/fields";
import { keys, newKey as words } from "../words/developers";

/** What is chosen in the dialog: addresses as they are typed, and ids of projects. Nothing chosen is no limit. */
export interface Limits {
  addresses: string;
  projects: string[];
}

/** The limits as the API takes them. */
export const asked = ({ addresses, projects }: Limits) => {
  const ranges = addresses.split(/[\s,]+/).filter(Boolean);
  return { allowed_ips: ranges.length ? ranges : null, project_ids: projects.length ? projects : null };
};

/** What the server says of a list or of one of its entries. */
const refused = (error: ApiError | null, field: string): string | undefined =>
  Object.entries(error?.fields ?? {}).find(([name]) => name === field || name.startsWith(`${field}.`))?.[1];

interface Props {
  limits: Limits;
  set: (limits: Limits) => void;
  error: ApiError | null;
  /** What the key may do, wherever it may. */
  granted: readonly string[];
}

/** Which projects a key sees; one that the list does not have is shown by its id. */
export function ProjectField({ limits: { addresses, projects: chosen }, set, error, granted }: Props) {
  const projects = useData("GET /projects", { query: { limit: 100 } }).data?.projects ?? [];
  const others = chosen.filter((id) => !projects.some((one) => one.id === id));
  const options = [...projects.map(({ id, name }): [string, string] => [id, name]), ...others.map((id): [string, string] => [id, id])];
  const toggle = (id: string) => set({ addresses, projects: chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id] });
  if (!options.length) return null;
  const some = words.someProjects + (granted.some((scope) => /^(pa|dashboard):/.test(scope)) ? words.notWhole : "");
  return <Chips many label={keys.projects} options={options} chosen={chosen} toggle={toggle} hint={chosen.length ? some : words.allProjects} error={refused(error, "project_ids")} />;
}

/** From where a key works and, unless they are chosen `elsewhere`, which projects it sees: a fold of the dialog that makes it. */
export function LimitFields({ limits, set, error, granted, elsewhere }: Props & { elsewhere: boolean }) {
  const count = asked(elsewhere ? { ...limits, projects: [] } : limits);
  const wrong = refused(error, "allowed_ips") ?? (elsewhere ? undefined : refused(error, "project_ids"));
  return (
    <details class="fold" open={Boolean(wrong) || undefined}>
      <summary>{words.limits} <span>{[inWords(count), !elsewhere && !count.project_ids && words.everyProject].filter(Boolean).join(", ") || words.none}</span></summary>
      <div class="form">
        <TextArea label={keys.ips} rows={2} placeholder={words.ipsExample} spellcheck={false} autocapitalize="off" autocomplete="off"
          hint={words.ipsHint} value={limits.addresses} set={(addresses) => set({ ...limits, addresses })} error={refused(error, "allowed_ips")} />
        {!elsewhere && <ProjectField {...{ limits, set, error, granted }} />}
      </div>
    </details>
  );
}

/** "2 IPs, 1 project", a single one of `projects` by its name; empty for a key without limits. */
export const inWords = ({ allowed_ips, project_ids }: Pick<ApiKeyView, "allowed_ips" | "project_ids">, projects: { id: string; name: string }[] = []): string =>
  [allowed_ips && plural(allowed_ips.length, "IP"), project_ids && ((project_ids.length === 1 && projects.find(({ id }) => id === project_ids[0])?.name) || plural(project_ids.length, "project"))].filter(Boolean).join(", ");
