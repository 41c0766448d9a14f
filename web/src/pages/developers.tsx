import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { reference } from "../lib/addresses";
import { isDay } from "../lib/days";
import { dayRange } from "../lib/format";
import { to } from "../lib/router";
import "../styles/developers.css";
import { TextField } from "../ui/fields";
import { Head } from "../ui/parts";
import { Popover } from "../ui/popover";
import { Sections } from "../ui/sections";
import { developers as words } from "../words/developers";

const TABS = ["keys", "connections", "webhooks", "logs", "usage"] as const;
const LINKS = TABS.map((tab) => [tab, words.tabs[tab], to("developers", tab)] as const);

interface Props {
  here: (typeof TABS)[number];
  lead: string;
  acts?: ComponentChildren;
  children: ComponentChildren;
}

/** What belongs to apps that use the account: one head, and a tab for each part. */
export function Developers({ here, lead, acts, children }: Props) {
  useEffect(() => {
    document.title = `${words.tabs[here]} · ${words.title} · Atrium`;
  }, [here]);
  return (
    <>
      <Head title={words.title}>{acts}</Head>
      <Sections label={words.title} kind="tabbed" sections={LINKS} here={here} />
      <p class="tab-lead">{lead} <Reference /></p>
      {children}
    </>
  );
}

export const Reference = () => <a href={reference()} rel="noreferrer noopener" target="_blank">{words.reference}</a>;

interface Range {
  presets: [days: string, label: string][];
  chosen: string; // unless there are days of one's own
  choose: (days: string) => void;
  from: string;
  to: string;
  setFrom: (day: string) => void;
  setTo: (day: string) => void;
}

/** How far back one sees: one of a few lengths, or days of one's own. */
export function DateRange({ presets, chosen, choose, from, to: last, setFrom, setTo }: Range) {
  const own = isDay(from) || isDay(last) ? dayRange(from, last) : "";
  return (
    <div class="bar slim" role="group" aria-label={words.range}>
      {presets.map(([id, label]) => <button type="button" class="tab" aria-pressed={!own && id === chosen} onClick={() => choose(id)} key={id}>{label}</button>)}
      <Popover label={own ? `${words.custom}: ${own}` : words.custom} kind={own ? "tab chosen" : "tab"} trigger={own || words.custom}>
        {() => <div class="form"><Day label={words.from} day={from} set={setFrom} /><Day label={words.to} day={last} set={setTo} /></div>}
      </Popover>
    </div>
  );
}

/** A day that is only half typed changes nothing. */
function Day({ label, day, set }: { label: string; day: string; set: (day: string) => void }) {
  const [typed, setTyped] = useState(day);
  useEffect(() => setTyped(day), [day]);
  const type = (next: string) => {
    setTyped(next);
    if (next === "" || isDay(next)) set(next);
  };
  return <TextField label={label} type="date" value={typed} set={type} />;
}
