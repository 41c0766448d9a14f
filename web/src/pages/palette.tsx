import uFuzzy from "@leeoniya/ufuzzy";
import type { ComponentChildren } from "preact";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useData, useProjects } from "../api/data";
import type { FoundView, InboxItem } from "../api/schema";
import { reference } from "../lib/addresses";
import { relative } from "../lib/format";
import { type Command, commandsNow, isTouched } from "../lib/keys";
import { recentlyOpened } from "../lib/recent";
import { to } from "../lib/router";
import { setTheme, type Theme } from "../lib/theme";
import { PLACES, signOut } from "../shell";
import { Icon } from "../ui/icon";
import { Refusal, Skeleton } from "../ui/parts";
import "../styles/palette.css";
import { common } from "../words/common";
import { inbox } from "../words/inbox";
import { commands as WORDS, kinds, palette as words } from "../words/palette";
import { keys, PLACE } from "../words/shell";
import { approve, unsentOf } from "./approving";
import { NEEDS, placeOf, previewOf, screenAt, useOpenItems } from "./needs";

const PAUSE = 150; // milliseconds without a key before the server is asked
const MOST = 20;
const SEARCHABLE = /[\p{L}\p{N}]/u;

const ICONS: Record<FoundView["type"], string> = { project: "folder-kanban", document: "file-text", message: "message-square", report: "calendar-clock", request: "lock", credential: "lock-open", work: "circle-check" };

const visit = (href: string) => () => {
  location.hash = href;
};
const theme = (scheme: Theme) => () => setTheme(scheme);
const command = (word: keyof typeof WORDS, icon: string, act: () => unknown, keys?: string): Command => ({ label: WORDS[word][0], also: WORDS[word][1], icon, keys, act });
type Kind = [heading: string, commands: Command[]];

const everywhere = (listKeys: () => void): Kind[] => [
  [words.actions, [
    command("project", "plus", visit(`${to("projects")}?new=1`)),
    command("task", "calendar-clock", visit(`${to("reports")}?new=1`)),
    command("key", "key-round", visit(`${to("developers", "keys")}?new=1`)),
    command("credential", "lock", visit(`${to("settings", "vault")}?new=1`)),
    ...(isTouched() ? [] : [command("shortcuts", "keyboard", listKeys, "?")]),
    command("light", "sun", theme("light")),
    command("dark", "moon", theme("dark")),
    command("device", "sun-moon", theme("")),
    command("signOut", "log-out", signOut),
  ]],
  [words.places, [
    ...PLACES.map(([id, icon, key]): Command => ({ label: PLACE[id], icon, keys: `g ${key}`, act: visit(to(id)) })),
    command("logs", "activity", visit(to("developers", "logs"))),
    command("webhooks", "zap", visit(to("developers", "webhooks"))),
    command("reference", "square-terminal", () => open(reference(), "_blank", "noopener")),
    command("connections", "users", visit(to("developers", "connections"))),
    command("settings", "settings", visit(to("settings")), "g s"),
    command("vault", "lock", visit(to("settings", "vault"))),
    command("security", "shield", visit(to("settings", "log"))),
  ]],
];

const APPROVING = /(^|\s)ap\p{L}*/iu;
/** What needs the person. A document is approved by whoever types so, never by whoever looks for its name. */
const needing = (items: InboxItem[], text: string): Command[] =>
  items.filter((one) => one.kind !== "approval" || APPROVING.test(text)).map((one) => ({
    label: inbox.needs(one.title, placeOf(one)), icon: NEEDS[one.kind].icon, act: one.kind === "approval" && !unsentOf(one).length ? () => void approve([one]) : visit(previewOf(one)),
  }));

const UNICODE: uFuzzy.Options = { unicode: true, interSplit: "[^\\p{L}\\d']+", intraSplit: "\\p{Ll}\\p{Lu}", intraBound: "\\p{L}\\d|\\d\\p{L}|\\p{Ll}\\p{Lu}", intraChars: "[\\p{L}\\d']", intraContr: "'\\p{L}{1,2}\\b" };
/** Each word typed begins a word of the command, in any order. */
const exact = new uFuzzy({ ...UNICODE, interLft: 2 });
/** The same with a slip in each word, or inside a word. */
const near = new uFuzzy({ ...UNICODE, intraMode: 1, intraIns: 1, intraSub: 1, intraTrn: 1, intraDel: 1 });
const IN_ANY_ORDER = 4; // words
const NO_WORD = /\S{25}/; // looking for slips in it would take seconds

/** What fits best comes first, and so does its heading. */
function ranked(kinds: Kind[], fuzzy: uFuzzy, text: string): Kind[] {
  const all = kinds.flatMap(([heading, commands]) => commands.map((one) => ({ heading, one })));
  const [ids, info, order] = fuzzy.search(all.map(({ one }) => `${one.label} ${one.also ?? ""}`), text, IN_ANY_ORDER);
  const found = (order?.map((place) => info.idx[place]!) ?? ids ?? []).map((id) => all[id]!);
  return [...new Set(found.map(({ heading }) => heading))].map((heading) => [heading, found.filter((one) => one.heading === heading).map(({ one }) => one)]);
}

/** The pages that were opened last, those of a project with its name. */
function useRecent(): Command[] {
  const projects = useProjects().data?.pages.flatMap((page) => page.projects) ?? [];
  return recentlyOpened().map(({ href, title }) => {
    const [, place, id, part] = href.split("/");
    const name = part && projects.find((one) => one.id === id)?.name;
    return { label: name ? inbox.needs(title, name) : title, icon: part === "deliverables" ? "file-text" : part ? "circle-check" : place === "reports" ? "calendar-clock" : "folder-kanban", act: visit(href) };
  });
}

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
  const items = useOpenItems().items ?? [];
  const recent = useRecent();

  const act = (deed: () => unknown) => () => {
    close();
    deed();
  };
  const found = search.error ? [] : known.current;
  const here: Kind = [words.page, commandsNow(keys.everywhere)];
  const all = [here, [words.needs, needing(items, text)] as Kind, ...everywhere(listKeys)];
  const fitting = ranked(all, exact, text).sort(([heading], [other]) => Number(other === words.page) - Number(heading === words.page));
  const guesses = fitting.length || NO_WORD.test(text) ? [] : ranked(all, near, text).flatMap(([, commands]) => commands);
  const listed = ([heading, commands]: Kind): Group => ({ heading, options: commands.map((one) => ({ id: `${heading} ${one.label}`, act: act(one.act), shown: <Do of={one} /> })) });
  const groups: Group[] = [
    ...(text.trim() ? fitting : [[words.recent, recent] as Kind, here, ...everywhere(listKeys)]).map(listed),
    ...[...new Set(found.map((one) => one.type))].map((kind): Group => ({
      heading: kinds[kind],
      options: found.filter((one) => one.type === kind).map((one) => ({ id: one.id, act: act(visit(pageOf(one))), shown: <Found of={one} /> })),
    })),
    listed([words.near, guesses]),
  ].filter((group) => group.options.length);
  return (
    <Combobox text={text} set={setText} groups={groups} busy={waits} close={close}>
      {waits && !groups.length && <Skeleton lines={3} />}
      {search.error && <div class="pad"><Refusal error={search.error} retry={search.refetch} /></div>}
      {search.data?.loosened && found.length > 0 && <p class="loosened" role="status">{words.loosened}</p>}
      {search.data?.indexing && <p class="quiet-line" role="status">{words.indexing}</p>}
      {!groups.length && !waits && !search.error && !search.data?.indexing && <p class="nothing" role="status">{words.nothing(text.trim())}</p>}
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
        <input ref={input} role="combobox" aria-label={words.label} aria-expanded={options.length > 0} aria-controls={id} aria-activedescendant={active} aria-autocomplete="list"
          autocomplete="off" autocapitalize="off" spellcheck={false} maxLength={200} placeholder={words.placeholder}
          value={text} onInput={(event) => type(event.currentTarget.value)} onKeyDown={onKeyDown} />
        {busy && <span class="spin" role="status" aria-label={words.searching} />}
        <button type="button" class="link" onClick={close}>{common.close}</button>
      </div>
      <div class="options" role="listbox" id={id} aria-label={words.results} aria-busy={busy} hidden={!options.length}>
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
  <><Icon name={icon} /><span class="grow clip" dir="auto">{label}</span>{keys && !isTouched() && <span class="keys" aria-hidden="true">{keys.split(" ").map((key) => <kbd>{key.toUpperCase()}</kbd>)}</span>}</>
);

function Found({ of: { type, title, project_name, section, line, snippet, updated_at } }: { of: FoundView }) {
  const place = [type !== "project" && project_name, type === "document" && section, line, relative(updated_at)].filter(Boolean).join(" · ");
  return (
    <>
      <Icon name={ICONS[type]} />
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
