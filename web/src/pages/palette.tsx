import type { ComponentChildren } from "preact";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useData } from "../api/data";
import type { FoundView } from "../api/schema";
import { relative } from "../lib/format";
import { to } from "../lib/router";
import { setTheme, type Theme } from "../lib/theme";
import { PLACES, signOut } from "../shell";
import { Icon } from "../ui/icon";
import { Refusal, Skeleton } from "../ui/parts";
import "../styles/palette.css";
import { PLACE } from "../words/shell";
import { screenAt } from "./needs";

const PAUSE = 150; // milliseconds without a key before the server is asked
const MOST = 20;
const SEARCHABLE = /[\p{L}\p{N}]/u;

const KINDS: Record<FoundView["type"], [heading: string, icon: string]> = {
  project: ["Projects", "folder-kanban"],
  document: ["Documents", "file-text"],
  message: ["Messages", "message-square"],
  report: ["Reports", "calendar-clock"],
  request: ["Requests for access", "lock"],
  credential: ["Credentials", "lock-open"],
  work: ["Work items", "circle-check"],
};

interface Command {
  label: string;
  icon: string;
  /** Other words for it. */
  also?: string;
  keys?: string;
  act: () => unknown;
}

const visit = (href: string) => () => {
  location.hash = href;
};
const theme = (scheme: Theme) => () => setTheme(scheme);

function commandsOf(listKeys: () => void): [heading: string, commands: Command[]][] {
  return [
    ["Actions", [
      { label: "New project", icon: "plus", also: "create start brief", act: visit(`${to("projects")}?new=1`) },
      { label: "New task for the assistant", icon: "calendar-clock", also: "assign schedule report create", act: visit(`${to("assistant", "tasks")}?new=1`) },
      { label: "Create an API key", icon: "key-round", also: "new token secret", act: visit(`${to("keys")}?new=1`) },
      { label: "Deposit a credential", icon: "lock", also: "vault password secret new", act: visit(`${to("vault")}?new=1`) },
      { label: "List the keys", icon: "keyboard", also: "shortcuts help", keys: "?", act: listKeys },
      { label: "Light theme", icon: "sun", also: "theme colours bright", act: theme("light") },
      { label: "Dark theme", icon: "moon", also: "theme colours night", act: theme("dark") },
      { label: "Theme of the device", icon: "sun-moon", also: "theme colours system", act: theme("") },
      { label: "Sign out", icon: "log-out", also: "log leave end session", act: signOut },
    ]],
    ["Go to", [
      ...PLACES.map(([id, icon, key]): Command => ({ label: PLACE[id], icon, keys: `g ${key}`, act: visit(to(id)) })),
      { label: "Refused requests", icon: "activity", also: "log errors request id api developers", act: visit(to("requests")) },
      { label: "Webhooks", icon: "zap", also: "endpoints events", act: visit(to("webhooks")) },
      { label: "Settings", icon: "settings", also: "account password passkey profile notifications", keys: "g s", act: visit(to("settings")) },
      { label: "Connected programs", icon: "users", also: "settings claude chatgpt mcp", act: visit(to("settings", "connections")) },
      { label: "Security log", icon: "shield", also: "settings audit", act: visit(to("settings", "log")) },
    ]],
  ];
}

const wordsOf = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean);
/** Each word typed begins a word of the command. */
const fits = ({ label, also = "" }: Command, typed: string[]): boolean => {
  const own = wordsOf(`${label} ${also}`);
  return typed.every((word) => own.some((one) => one.startsWith(word)));
};

/** Ctrl+K: whatever there is to find, and whatever there is to do. */
export function Palette({ close, listKeys }: { close: () => void; listKeys: () => void }) {
  const [text, setText] = useState("");
  const [asked, setAsked] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setAsked(SEARCHABLE.test(text) ? text.trim() : ""), PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  // An answer belongs to what was asked: one that comes late is never shown for something else.
  const search = useData("GET /search", asked ? { query: { q: asked, limit: MOST } } : null, ({ indexing }) => (indexing ? "fast" : "off"));
  const known = useRef<FoundView[]>([]);
  if (!asked) known.current = [];
  else if (search.data) known.current = search.data.results;
  const waits = text.trim() !== asked ? SEARCHABLE.test(text) : Boolean(asked) && !search.data && !search.error;

  const typed = wordsOf(text);
  const act = (deed: () => unknown) => () => {
    close();
    deed();
  };
  const found = search.error ? [] : known.current;
  const groups: Group[] = [
    ...commandsOf(listKeys).map(([heading, all]): Group => ({ heading, options: all.filter((one) => fits(one, typed)).map((one) => ({ id: one.label, act: act(one.act), shown: <Do of={one} /> })) })),
    ...[...new Set(found.map((one) => one.type))].map((kind): Group => ({
      heading: KINDS[kind][0],
      options: found.filter((one) => one.type === kind).map((one) => ({ id: one.id, act: act(visit(pageOf(one))), shown: <Found of={one} /> })),
    })),
  ].filter((group) => group.options.length);
  return (
    <Combobox text={text} set={setText} groups={groups} busy={waits} close={close}>
      {waits && !found.length && <Skeleton lines={3} />}
      {search.error && <div class="pad"><Refusal error={search.error} retry={search.refetch} /></div>}
      {search.data?.loosened && found.length > 0 && <p class="loosened" role="status">Nothing has all of these words. These have words that begin like them.</p>}
      {search.data?.indexing && <p class="quiet-line" role="status">The index is being made. What was written is found in a moment.</p>}
      {!groups.length && !waits && !search.error && !search.data?.indexing && <p class="nothing" role="status">Nothing found for “{text.trim()}”.</p>}
    </Combobox>
  );
}

/** A message is shown with its neighbours. */
const pageOf = ({ type, id, path }: FoundView): string => (type === "message" ? `${screenAt(path)}?message=${id}` : screenAt(path));

interface Group {
  heading: string;
  options: { id: string; act: () => void; shown: ComponentChildren }[];
}

/** A field with a list below it, by the pattern of WAI-ARIA: the focus stays in the field, the arrows choose in the list. */
function Combobox({ text, set, groups, busy, close, children }: {
  text: string; set: (text: string) => void; groups: Group[]; busy: boolean; close: () => void; children: ComponentChildren;
}) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [chosen, choose] = useState("");
  const options = groups.flatMap((group) => group.options);
  const at = Math.max(0, options.findIndex((one) => one.id === chosen)); // the first, when what was chosen is gone
  const active = options[at] && `${id}-${at}`;
  useLayoutEffect(() => input.current?.focus(), []);
  useLayoutEffect(() => {
    if (active) document.getElementById(active)?.scrollIntoView({ block: "nearest" });
  }, [active, text]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && options.length) choose(options[(at + step + options.length) % options.length]!.id);
    else if (event.key === "Enter") options[at]?.act();
    else return;
    event.preventDefault();
  };
  const type = (next: string) => {
    choose("");
    set(next);
  };
  return (
    <>
      <div class="palette-head">
        <Icon name="search" />
        <input ref={input} role="combobox" aria-label="Search and commands" aria-expanded={options.length > 0} aria-controls={id} aria-activedescendant={active} aria-autocomplete="list"
          autocomplete="off" autocapitalize="off" spellcheck={false} maxLength={200} placeholder="Find anything, or say what to do…"
          value={text} onInput={(event) => type(event.currentTarget.value)} onKeyDown={onKeyDown} />
        {busy && <span class="spin" role="status" aria-label="Searching" />}
        <button type="button" class="link" onClick={close}>Close</button>
      </div>
      <div class="options" role="listbox" id={id} aria-label="Results" aria-busy={busy} hidden={!options.length}>
        {groups.map(({ heading, options: own }, place) => (
          <div role="group" aria-labelledby={`${id}-group-${place}`} key={heading}>
            <div class="heading" id={`${id}-group-${place}`} role="presentation">{heading}</div>
            {own.map((one) => {
              const index = options.indexOf(one);
              return (
                <div class="option" role="option" key={one.id} id={`${id}-${index}`} aria-selected={index === at}
                  onMouseMove={() => choose(one.id)} onMouseDown={(event) => event.preventDefault()} onClick={one.act}>{one.shown}</div>
              );
            })}
          </div>
        ))}
      </div>
      {children}
    </>
  );
}

const Do = ({ of: { label, icon, keys } }: { of: Command }) => (
  <><Icon name={icon} /><span class="grow">{label}</span>{keys && <span class="keys" aria-hidden="true">{keys.split(" ").map((key) => <kbd>{key.toUpperCase()}</kbd>)}</span>}</>
);

function Found({ of: { type, title, project_name, section, line, snippet, updated_at } }: { of: FoundView }) {
  const place = [type !== "project" && project_name, type === "document" && section, line, relative(updated_at)].filter(Boolean).join(" · ");
  return (
    <>
      <Icon name={KINDS[type][1]} />
      <span class="grow">
        <span class="clip" dir="auto">{title}</span>
        {snippet && <small class="clip" dir="auto">{marked(snippet)}</small>}
      </span>
      <small class="muted" dir="auto">{place}</small>
    </>
  );
}

/** The words that were looked for stand between `**`. */
const marked = (snippet: string) => snippet.split("**").map((part, index) => (index % 2 ? <mark>{part}</mark> : part));
