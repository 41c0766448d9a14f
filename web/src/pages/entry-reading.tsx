import { useRef, useState } from "preact/hooks";
import { useSend } from "../api/data";
import type { BriefView, ChangeEntry, Size, TopicView } from "../api/schema";
import { days, money, number } from "../lib/format";
import { Picks, TextField } from "../ui/fields";
import { Icon } from "../ui/icon";
import { Menu } from "../ui/menu";
import { Refusal } from "../ui/parts";
import { Popover } from "../ui/popover";
import { toast } from "../ui/toast";
import { reading as words } from "../words/brief";
import { held as common } from "../words/common";

export type Entry = BriefView["entries"][number];
export const CHANGE = "PATCH /projects/{project_id}/brief/entries/{entry_id}";
const SIZES = Object.keys(words.sizes) as Size[];
const LINKS = [["audiences", "audience", words.forWhom], ["systems", "other_system", words.uses], ["rules", "rule", words.bound]] as const;
const FEW = 8; // more options than these can be searched

interface Props {
  entry: Entry;
  brief: BriefView;
  mayChange: boolean;
}

/** What an entry is taken to be, as chips: each is corrected at once, and taken back by Undo. */
export function Reading({ entry, brief, mayChange }: Props) {
  const said = useRef<() => void>(() => undefined);
  const change = useSend(CHANGE, () => said.current());
  const path = { project_id: brief.project_id, entry_id: entry.id };
  const sent = change.isPending ? change.variables.body : {};
  const give = (body: ChangeEntry, before: ChangeEntry | null, what: string) => {
    const undo = () => {
      said.current = () => toast(common.undone);
      change.mutate({ path, body: before! });
    };
    said.current = () => toast(words.set(entry.id, what), before ? undo : undefined);
    change.mutate({ path, body });
  };
  const menu = { must_have: brief.kinds, other_system: brief.systems, rule: brief.rules }[entry.type as string];
  if (!menu) return null;
  const size = sent.size ?? entry.size;
  if (!mayChange) return <p class="muted">{[...entry.kinds.map((one) => one.title), ...linked(entry, brief), ...(size === "usual" ? [] : [words.sizes[size]])].join(" · ")}</p>;
  return (
    <>
      <div class="chips reading">
        <Kinds entry={entry} menu={menu} sent={sent.kinds} give={give} />
        {entry.type === "must_have" && <Links entry={{ ...entry, ...linksOf(sent) }} brief={brief} give={give} />}
        <Menu kind="chip" label={words.size(entry.id, words.sizes[size])} trigger={words.sizes[size]}
          items={SIZES.map((one) => ({ label: words.sizes[one], checked: one === size, act: () => one !== size && give({ size: one }, { size: entry.size }, words.sizes[one]) }))} />
      </div>
      <Refusal error={change.error} />
    </>
  );
}

type Give = (body: ChangeEntry, before: ChangeEntry | null, said: string) => void;

/** One or two kinds; a guess that the words bear out too weakly is a question. */
function Kinds({ entry, menu, sent, give }: { entry: Entry; menu: TopicView[]; sent: string[] | undefined; give: Give }) {
  const { id, asked } = entry;
  const kinds = sent ?? entry.kinds.map((one) => one.id);
  const [first, second] = kinds;
  const titleOf = (kind: string | undefined) => menu.find((one) => one.id === kind)?.title;
  const choose = (next: string[]) => {
    if (String(next) !== String(kinds)) give({ kinds: next }, kinds.length ? { kinds } : null, next.map(titleOf).join(", "));
  };
  const title = titleOf(first) ?? words.unknown;
  return (
    <>
      {asked && !first && (
        <span class="asked" role="group" aria-label={words.askedOf(id)}>
          {words.asked(asked.title)} <button type="button" class="link" onClick={() => choose([asked.id])}>{words.yes}</button>
        </span>
      )}
      <Choose label={words.kind(id, title)} trigger={title} kind={first ? "chip" : "chip warn"} options={menu} chosen={first} choose={(kind) => choose([kind, ...kinds.slice(1).filter((one) => one !== kind)])} />
      {entry.type === "must_have" && first && (
        <Choose label={words.second(id, titleOf(second))} trigger={titleOf(second) ?? <><Icon name="plus" /><span class="sr">{words.alsoIs}</span></>} kind={second ? "chip" : "chip faint"} chosen={second ?? ""}
          options={[{ id: "", title: words.noSecond }, ...menu.filter((one) => one.id !== first)]} choose={(kind) => choose([first, kind].filter(Boolean))} />
      )}
    </>
  );
}

interface Chosen {
  label: string;
  trigger: preact.ComponentChildren;
  kind: string;
  options: TopicView[];
  chosen: string | undefined;
  choose: (id: string) => void;
}

/** One of many, found by its name. */
function Choose({ label, trigger, kind, options, chosen, choose }: Chosen) {
  return (
    <Popover label={label} trigger={trigger} kind={kind}>
      {(close) => <Options options={options} chosen={chosen} choose={(id) => { close(); choose(id); }} />}
    </Popover>
  );
}

function Options({ options, chosen, choose }: Pick<Chosen, "options" | "chosen" | "choose">) {
  const [typed, setTyped] = useState("");
  const shown = options.filter(({ title }) => title.toLowerCase().includes(typed.trim().toLowerCase()));
  const move = (event: KeyboardEvent & { currentTarget: HTMLElement }) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const stops = [...event.currentTarget.querySelectorAll<HTMLElement>("input, li button")];
    stops.at((stops.indexOf(document.activeElement as HTMLElement) + by) % stops.length)?.focus();
  };
  const first = (event: Event) => {
    event.preventDefault();
    if (typed.trim() && shown[0]) choose(shown[0].id);
  };
  return (
    <form class="choose" onSubmit={first} onKeyDown={move}>
      {options.length > FEW && <TextField label={<span class="sr">{words.find}</span>} placeholder={words.find} autocomplete="off" value={typed} set={setTyped} />}
      <ul>
        {shown.map(({ id, title }) => <li key={id}><button type="button" aria-pressed={id === chosen} onClick={() => choose(id)}>{title}{id === chosen && <Icon name="check" />}</button></li>)}
      </ul>
      {!shown.length && <p class="hint">{words.noneFound}</p>}
    </form>
  );
}

const linksOf = (sent: ChangeEntry) => Object.fromEntries(LINKS.flatMap(([name]) => (sent[name] ? [[name, sent[name]]] : [])));
const textOf = (brief: BriefView, id: string) => brief.entries.find((one) => one.id === id)?.text ?? id;
const linked = (entry: Entry, brief: BriefView): string[] =>
  LINKS.flatMap(([name, , word]) => (entry[name].length ? [`${word}: ${entry[name].map((id) => textOf(brief, id)).join(", ")}`] : []));

/** The entries that a must-have is for, uses, and is bound by. */
function Links({ entry, brief, give }: { entry: Entry; brief: BriefView; give: Give }) {
  const groups = LINKS.map(([name, type, word]) => ({ name, word, options: brief.entries.filter((one) => one.type === type && one.state === "active").map(({ id, text }): [string, string] => [id, text]) }));
  if (groups.every(({ options }) => !options.length)) return null;
  const said = linked(entry, brief).join(" · ");
  return (
    <Popover label={`${words.links(entry.id)}: ${said || words.link}`} trigger={<>{!said && <Icon name="users" />}<bdi class="clip">{said || words.link}</bdi></>} kind={said ? "chip" : "chip faint"}>
      {() => groups.map(({ name, word, options }) => (
        <Picks key={name} label={word} options={options} chosen={entry[name]} set={(ids) => give({ [name]: ids }, { [name]: entry[name] }, ids.map((id) => textOf(brief, id)).join(", ") || words.link)} />
      ))}
    </Popover>
  );
}

/** The days of an entry and its cost: its lines of the estimate. */
export function Takes({ entry, brief }: Omit<Props, "mayChange">) {
  const lines = brief.estimate?.basis.filter((line) => line.entry === entry.id) ?? [];
  if (!entry.effort_days || !lines.length) return null;
  const { low, likely, high } = entry.effort_days;
  const cost = lines.reduce((sum, line) => sum + line.cost, 0);
  return <span class="takes"><strong>{days(likely)}</strong> <small>{number(low)}–{number(high)} · {money(cost, brief.estimate!.currency)}</small></span>;
}
