import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "preact/hooks";
import { ApiError, call } from "../api/call";
import { changed, client, useAction } from "../api/data";
import type { AddEntry, BriefEntryView, BriefView, EstimateView, ProjectDetail } from "../api/schema";
import { day, days, listed, money, number, shortDay } from "../lib/format";
import { Button, Refusal, Skeleton } from "../ui/parts";
import { toast, toastRefusal } from "../ui/toast";
import { trial as words } from "../words/brief";
import { CHANGE } from "./entry-reading";

const WHAT_IF = "POST /projects/{project_id}/what-if";
export const ADD = "POST /projects/{project_id}/brief/entries";
export const DROP = "DELETE /projects/{project_id}/brief/entries/{entry_id}";

/** An entry that was left out, as a new one, with its links to what is still there. */
export function again({ type, text, kinds, size, audiences, systems, rules }: BriefEntryView, brief: BriefView): AddEntry {
  const linked = (ids: string[]) => ids.filter((id) => brief.entries.some((one) => one.id === id && one.state === "active"));
  const links = Object.entries({ audiences, systems, rules }).map(([name, ids]) => [name, linked(ids)] as const).filter(([, ids]) => ids.length);
  return { type, text, ...(kinds.length > 0 && { kinds: kinds.map(({ id }) => id), size }), ...Object.fromEntries(links) };
}

/** The entries that are left out for a try. Nothing is saved by that. */
export interface Trial {
  out: readonly string[];
  toggle: (id: string) => void;
  without: (ids: readonly string[]) => void;
  /** Whether they were chosen by one press, by `without`. */
  atOnce: boolean;
  end: () => void;
}

export function useTrial(brief: BriefView | undefined): Trial {
  const [chosen, choose] = useState<string[]>([]);
  const [atOnce, setAtOnce] = useState(false);
  const out = chosen.filter((id) => brief?.entries.some((one) => one.id === id && one.state === "active")); // others may be gone meanwhile
  return { out, toggle: (id) => { choose(out.includes(id) ? out.filter((one) => one !== id) : [...out, id]); setAtOnce(false); }, without: (ids) => { choose([...ids]); setAtOnce(true); }, atOnce, end: () => { choose([]); setAtOnce(false); } };
}

interface Props {
  project: ProjectDetail;
  brief: BriefView;
  trial: Trial;
}

/** What happens without the entries that are left out for a try; one button then saves it. */
export function Effect({ project, brief, trial: { out, end, atOnce } }: Props) {
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (atOnce) card.current!.focus(); // the button that opened it is gone
  }, []);
  const path = { project_id: project.id };
  const tried = useQuery({
    queryKey: ["projects", WHAT_IF, path, out],
    queryFn: () => call(WHAT_IF, { path, body: { changes: out.map((id) => ({ op: "drop_entry", id })) } }),
    placeholderData: keepPreviousData,
  }, client);
  const drop = useAction(async () => {
    try {
      for (const id of out) await call(DROP, { path: { ...path, entry_id: id }, query: { was: brief.entries.find((one) => one.id === id)!.text } }).catch(explained(id));
    } finally {
      await changed(DROP); // some may be gone although another was refused
    }
    toast(words.saved([...out]), () => void bringBack(path, brief, out).then((ids) => toast(words.back(ids)), (problem: Error) => toastRefusal(problem.message)));
    end();
  });
  const touched = project.deliverables.filter(({ id }) => tried.data?.outdated.includes(id)).map(({ title }) => title);
  return (
    <section class="trial card" aria-label={words.without([...out])} ref={card} tabIndex={-1} onKeyDown={({ key }) => key === "Escape" && end()}>
      <div aria-live="polite" aria-busy={tried.isFetching}>
        {tried.data ? <Figures before={tried.data.before} after={tried.data.after} out={out} /> : !tried.error && <Skeleton lines={2} />}
        {touched.length > 0 && <p class="hint">{words.touched(touched)}</p>}
      </div>
      <Refusal error={tried.error} retry={tried.refetch} />
      <Refusal error={drop.error} />
      <div class="acts">
        <Button kind="primary" busy={drop.isPending} disabled={!tried.data || tried.isPlaceholderData} onClick={() => drop.mutate()}>{words.save(out.length)}</Button>
        <Button onClick={end}>{words.cancel}</Button>
      </div>
    </section>
  );
}

/** Adds them again, each in its place; the answer is their new ids. */
async function bringBack(path: { project_id: string }, brief: BriefView, out: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  try {
    for (const one of brief.entries.filter(({ id }) => out.includes(id))) {
      const own = brief.entries.filter(({ type, state }) => type === one.type && state === "active");
      const { id } = await call(ADD, { path, body: again(one, brief) });
      ids.push(id);
      if (one !== own.at(-1)) await call(CHANGE, { path: { ...path, entry_id: id }, body: { position: own.indexOf(one) + 1 } });
    }
  } finally {
    await changed(ADD);
  }
  return ids;
}

const explained = (id: string) => (problem: unknown) => {
  throw problem instanceof ApiError && problem.code === "CHANGED_SINCE" ? new ApiError(problem.status, problem.code, words.changed(id)) : problem;
};

const ROWS: [string, (of: EstimateView) => string][] = [
  [words.cost, ({ low, likely, high, currency }) => `${money(likely, currency)} (${number(low)}–${number(high)})`],
  [words.days, ({ effort_days }) => days(effort_days.likely)],
  [words.done, ({ dates }) => `${day(dates.likely)} (${shortDay(dates.early)}–${shortDay(dates.late)})`],
  [words.ceiling, ({ said }) => said.ceiling],
  [words.deadline, ({ said }) => said.deadline],
];

function Figures({ before, after, out }: { before: EstimateView | null; after: EstimateView | null; out: readonly string[] }) {
  const shown = (of: EstimateView | null, read: (of: EstimateView) => string) => (of ? read(of) : "");
  return (
    <table class="effect">
      <thead><tr><td /><th scope="col">{words.now}</th><th scope="col">{words.then} {listed(out)}</th></tr></thead>
      <tbody>
        {ROWS.filter(([, read]) => shown(before, read) || shown(after, read)).map(([name, read]) => (
          <tr key={name}><th scope="row">{name}</th><td>{shown(before, read)}</td><td>{shown(after, read)}</td></tr>
        ))}
      </tbody>
    </table>
  );
}
