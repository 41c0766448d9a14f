import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { isDay } from "../lib/days";
import { to } from "../lib/router";
import "../styles/developers.css";
import { TextField } from "../ui/fields";
import { Head } from "../ui/parts";
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
      <p class="tab-lead">{lead}</p>
      {children}
    </>
  );
}

interface Range {
  from: string;
  to: string;
  setFrom: (day: string) => void;
  setTo: (day: string) => void;
}

/** The first and the last day of what is shown. */
export const DateRange = ({ from, to: last, setFrom, setTo }: Range) => <><Day label={words.from} day={from} set={setFrom} /><Day label={words.to} day={last} set={setTo} /></>;

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
