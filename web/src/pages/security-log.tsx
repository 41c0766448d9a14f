import { useState } from "preact/hooks";
import type { Data } from "../api/call";
import { useData } from "../api/data";
import { moment } from "../lib/format";
import { to, useParam } from "../lib/router";
import { SelectField } from "../ui/fields";
import { Card, Empty, Head, Pager, Pill, Show } from "../ui/parts";
import { securityLog as words, settings, WHAT, WHO } from "../words/settings";

type EntryView = Data<"GET /api/account/audit">["entries"][number];
type EntryType = EntryView["type"];

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
      <Head title={settings.log} lead={words.lead} back={[to("settings", "security"), settings.sections.security]} />
      <div class="seek"><SelectField label={words.show} value={type} set={filter} options={[["", words.everything], ...Object.entries(WHAT)]} /></div>
      <Card flush>
        <Show of={log} lines={6}>
          {({ entries, next_before }) => (
            <>
              {entries.length > 0 ? <Entries of={entries} />
                : <Empty icon="lock" title={type ? words.noneOf : words.none} text={next_before ? words.older : words.noneWhy} />}
              <Pager newest={before !== undefined && (() => setBefore(undefined))} older={next_before !== null && (() => setBefore(next_before))} />
            </>
          )}
        </Show>
      </Card>
      <End />
    </>
  );
}

const ID = /,? ?\(?\b[a-z]{3}_[\w-]{8,40}\)?$/; // for programs; the title has it

/** What clients wrote stands in `bdi`, so that no mark in it turns the words around it. */
const Entries = ({ of }: { of: EntryView[] }) => (
  <table class="cards entries">
    <thead><tr><th scope="col">{words.what}</th><th scope="col">{words.when}</th><th scope="col">{words.who}</th><th scope="col">{words.from}</th></tr></thead>
    <tbody>
      {of.map((one) => (
        <tr key={one.sequence}>
          <th scope="row">
            {WHAT[one.type]}{one.outcome === "refused" && <> <Pill tone="warn">{words.refused}</Pill></>}{one.unfamiliar && <> <Pill tone="warn">{words.unfamiliar}</Pill></>}
            {one.subject && <small title={one.subject}><bdi>{one.subject.replace(ID, "")}</bdi></small>}
          </th>
          <td data-label={words.when}><time dateTime={one.at}>{moment(one.at)}</time></td>
          <td data-label={words.who}><bdi>{one.actor_name ?? one.actor.id ?? WHO[one.actor.kind]}</bdi></td>
          <td data-label={words.from}><span>{one.address || words.unknown}{one.device && <small title={one.device}><bdi>{device(one.device)}</bdi></small>}</span></td>
        </tr>
      ))}
    </tbody>
  </table>
);

function End() {
  const head = useData("GET /api/account/audit/head", {});
  return (
    <Card title={words.end}>
      <Show of={head} lines={2}>
        {({ sequence, hash }) => (
          <div class="form">
            <p>{words.endLead}</p>
            <p>{words.entry(sequence)}<code class="hash">{hash}</code></p>
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
  return browser && agent.startsWith("Mozilla/") ? words.device(browser, system) : agent;
}
