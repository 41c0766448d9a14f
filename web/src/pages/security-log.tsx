import { useState } from "preact/hooks";
import type { Data } from "../api/call";
import { useData } from "../api/data";
import { moment } from "../lib/format";
import { to, useParam } from "../lib/router";
import { SelectField } from "../ui/fields";
import { Button, Card, Empty, Head, Pill, Show } from "../ui/parts";

type EntryView = Data<"GET /api/account/audit">["entries"][number];
type EntryType = EntryView["type"];

const WHAT: Record<EntryType, string> = {
  sign_in: "Signed in",
  sign_in_failed: "Sign-in failed",
  session_ended: "Session ended",
  password_changed: "Password changed",
  password_reset: "Password reset",
  email_changed: "E-mail address changed",
  factor_added: "Second factor added",
  factor_removed: "Second factor removed",
  key_created: "API key created",
  key_changed: "API key changed",
  key_rotated: "API key rotated",
  key_revoked: "API key revoked",
  key_new_address: "API key used from a new address",
  credential_deposited: "Credential deposited",
  credential_used: "Credential used",
  credential_deleted: "Credential deleted",
  request_fulfilled: "Access given",
  grant_revoked: "Permission to call with a credential revoked",
  approval_decided: "Approval decided",
  export_made: "Export made",
  webhook_changed: "Webhook changed",
  connection_granted: "Connection granted",
  connection_revoked: "Connection revoked",
  account_closing: "Account closing",
  account_restored: "Account restored",
};
const WHO = { user: "You", api_key: "An API key", connection: "A connected program", approver: "An approver", team: "The team", operator: "Our operators", nobody: "Somebody" } as const;

/** Who did what to the account, and from where; nobody can change it, and the hash at its end proves that. */
export function SecurityLog() {
  const [type, setType] = useParam("show");
  const [before, setBefore] = useState<number>();
  const log = useData("GET /api/account/audit", { query: { limit: 50, type: type in WHAT ? (type as EntryType) : undefined, before } });
  const filter = (chosen: string) => {
    setType(chosen);
    setBefore(undefined);
  };
  return (
    <>
      <Head title="Security log" back={[to("settings"), "Settings"]} lead="Who did what to this account, and from where, for 400 days. An entry can be neither changed nor removed unseen." />
      <div class="stack">
        <div class="narrow"><SelectField label="Show" value={type} set={filter} options={[["", "Everything"], ...Object.entries(WHAT)]} /></div>
        <Card flush>
          <Show of={log} lines={6}>
            {({ entries, next_before }) => (
              <>
                {entries.length > 0 ? <Entries of={entries} />
                  : <Empty icon="lock" title={type ? "None of this kind" : "Nothing was noted yet"} text={next_before ? "Older entries may be." : "What matters for the account's security is listed here."} />}
                {(before !== undefined || next_before !== null) && (
                  <div class="pad acts">
                    {before !== undefined && <Button onClick={() => setBefore(undefined)}>Newest</Button>}
                    {next_before !== null && <Button onClick={() => setBefore(next_before)}>Older</Button>}
                  </div>
                )}
              </>
            )}
          </Show>
        </Card>
        <End />
      </div>
    </>
  );
}

/** What clients wrote stands in `bdi`, so that no mark in it turns the words around it. */
const Entries = ({ of }: { of: EntryView[] }) => (
  <table class="cards entries">
    <thead><tr><th scope="col">What</th><th scope="col">When</th><th scope="col">Who</th><th scope="col">From</th></tr></thead>
    <tbody>
      {of.map((one) => (
        <tr key={one.sequence}>
          <th scope="row">
            {WHAT[one.type]}{one.outcome === "refused" && <> <Pill tone="warn">Refused</Pill></>}{one.unfamiliar && <> <Pill tone="warn">New device or address</Pill></>}
            {one.subject && <small><bdi>{one.subject}</bdi></small>}
          </th>
          <td data-label="When"><time dateTime={one.at}>{moment(one.at)}</time></td>
          <td data-label="Who"><bdi>{one.actor_name ?? one.actor.id ?? WHO[one.actor.kind]}</bdi></td>
          <td data-label="From"><span>{one.address || "—"}{one.device && <small title={one.device}><bdi>{device(one.device)}</bdi></small>}</span></td>
        </tr>
      ))}
    </tbody>
  </table>
);

function End() {
  const head = useData("GET /api/account/audit/head", {});
  return (
    <Card title="The end of the log">
      <Show of={head} lines={2}>
        {({ sequence, hash }) => (
          <div class="form">
            <p>Each entry’s hash covers all entries before it. Note this one: whoever alters the log later cannot reproduce it. The documentation has a script that verifies the whole log and needs nothing of ours.</p>
            <p>Entry {sequence}: <code class="hash">{hash}</code></p>
          </div>
        )}
      </Show>
    </Card>
  );
}

const BROWSERS = [[/Edg\//, "Edge"], [/OPR\//, "Opera"], [/Firefox\//, "Firefox"], [/Chrome\//, "Chrome"], [/Safari\//, "Safari"]] as const;
const SYSTEMS = [[/Android/, "Android"], [/iPhone|iPad/, "iOS"], [/Windows/, "Windows"], [/Mac OS X/, "macOS"], [/Linux/, "Linux"]] as const;

/** A browser and its system where they can be told, else what the client calls itself. */
export function device(agent: string): string {
  const browser = BROWSERS.find(([sign]) => sign.test(agent))?.[1];
  const system = SYSTEMS.find(([sign]) => sign.test(agent))?.[1];
  return browser && agent.startsWith("Mozilla/") ? `${browser}${system ? ` on ${system}` : ""}` : agent;
}
