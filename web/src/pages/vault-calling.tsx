import type { CredentialView } from "../api/schema";
import { SelectField, TextField } from "../ui/fields";
import { calling as words, POLICIES } from "../words/vault";

type Method = CredentialView["allowed_methods"][number];
export type Policy = CredentialView["use_policy"];
type Carried = NonNullable<CredentialView["inject"]>["type"];

/** For which calls a credential is, as a form has it. */
export interface Calls {
  hosts: string;
  methods: Method[];
  policy: Policy;
  paths: string;
  carried: Carried | "";
  header: string;
}

const READING: Method[] = ["GET"];
const WRITING: Method[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];
export const NO_CALLS: Calls = { hosts: "", methods: READING, policy: "ask_first", paths: "", carried: "", header: "" };

/** How a credential may be called now, to begin a new version from: each version says everything anew. */
export const callsAs = ({ allowed_hosts, allowed_methods, use_policy, allowed_paths, inject }: CredentialView): Calls => ({
  hosts: allowed_hosts.join(", "), methods: allowed_methods, policy: use_policy, paths: allowed_paths.join(", "), carried: inject?.type ?? "", header: inject?.name ?? "",
});

const split = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

/** What keys may call with the value; nothing where no host is named. */
export function termsOf({ hosts, methods, policy, paths, carried, header }: Calls) {
  const allowed_hosts = split(hosts);
  if (!allowed_hosts.length) return {};
  const allowed_paths = split(paths);
  const named = carried === "header" || carried === "query";
  return {
    allowed_hosts, allowed_methods: methods, use_policy: policy,
    ...(allowed_paths.length && { allowed_paths }),
    ...(carried && { inject: { type: carried, name: named ? header : null } }),
  };
}

const same = (one: Method[], other: Method[]) => one.join() === other.join();

/** Calling is optional, and off without a host. */
export function Calling({ calls, set, wrong }: { calls: Calls; set: (next: Calls) => void; wrong: Record<string, string> }) {
  const error = (field: string) => Object.entries(wrong).find(([name]) => name.startsWith(field))?.[1];
  const methods: [string, string][] = [["reading", words.reading], ["writing", words.writing]];
  const chosen = same(calls.methods, READING) ? "reading" : same(calls.methods, WRITING) ? "writing" : calls.methods.join(", ");
  if (chosen === calls.methods.join(", ")) methods.push([chosen, chosen]); // others, given through the API
  const toMethods = (word: string) => (word === "reading" ? READING : word === "writing" ? WRITING : calls.methods);
  return (
    <>
      <TextField label={words.hosts} hint={words.hostsHint} autocomplete="off" value={calls.hosts} set={(hosts) => set({ ...calls, hosts })} error={error("allowed_hosts")} />
      {calls.hosts && (
        <>
          <div class="pair">
            <SelectField label={words.requests} value={chosen} set={(word) => set({ ...calls, methods: toMethods(word) })} options={methods} error={error("allowed_methods")} />
            <SelectField label={words.policy} value={calls.policy} set={(policy) => set({ ...calls, policy: policy as Policy })} options={POLICIES} />
          </div>
          <TextField label={words.paths} hint={words.pathsHint} autocomplete="off" value={calls.paths} set={(paths) => set({ ...calls, paths })} error={error("allowed_paths")} />
          <div class="pair">
            <SelectField label={words.carried} value={calls.carried} set={(carried) => set({ ...calls, carried: carried as Carried | "" })} options={words.ways} error={error("inject.type")} />
            {(calls.carried === "header" || calls.carried === "query") && <TextField label={words.header} placeholder={words.headerExample[calls.carried]} autocomplete="off" value={calls.header} set={(header) => set({ ...calls, header })} error={error("inject")} />}
          </div>
        </>
      )}
    </>
  );
}
