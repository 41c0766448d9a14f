import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "preact/hooks";
import { call } from "../api/call";
import { changed, client, useAction } from "../api/data";
import type { BriefView, EstimateView, ProjectDetail, WhatIfView } from "../api/schema";
import { day, listed, money } from "../lib/format";
import { Dialog } from "../ui/dialog";
import { Button, Card, Refusal, Skeleton } from "../ui/parts";
import { toast } from "../ui/toast";

const WHAT_IF = "POST /projects/{project_id}/what-if";
const DROP = "DELETE /projects/{project_id}/brief/entries/{entry_id}";

/** What would happen without some entries. Nothing is done by asking. */
const useWithout = (path: { project_id: string }, ids: string[]) =>
  useQuery({
    queryKey: ["projects", WHAT_IF, path, ids],
    queryFn: () => call(WHAT_IF, { path, body: { changes: ids.map((id) => ({ op: "drop_entry", id })) } }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  }, client);

/** The entries without which the limits are kept: each can be switched, and the effect is there before anything is done. */
export function Fitting({ project, brief, estimate }: { project: ProjectDetail; brief: BriefView; estimate: EstimateView }) {
  const path = { project_id: project.id };
  const [kept, setKept] = useState<string[]>([]);
  const [asking, setAsking] = useState(false);
  const out = estimate.to_fit.filter((id) => !kept.includes(id));
  const tried = useWithout(path, out);
  const textOf = (id: string) => brief.entries.find((one) => one.id === id)?.text ?? "";
  const toggle = (id: string) => setKept(kept.includes(id) ? kept.filter((one) => one !== id) : [...kept, id]);
  return (
    <Card title="What would fit">
      <div class="form fitting">
        <p>{estimate.said.to_fit}</p>
        <fieldset>
          <legend>Leave out</legend>
          {estimate.to_fit.map((id) => (
            <label class="check" key={id}><input type="checkbox" role="switch" checked={out.includes(id)} onChange={() => toggle(id)} /><span class="tag">{id}</span> <bdi>{textOf(id)}</bdi></label>
          ))}
        </fieldset>
        {out.length > 0 && (tried.data ? <Effect of={tried.data} counting={tried.isFetching} /> : !tried.error && <Skeleton lines={2} />)}
        {out.length > 0 && <Refusal error={tried.error} retry={tried.refetch} />}
        <div class="acts"><Button disabled={!out.length || !tried.data} onClick={() => setAsking(true)}>{out.length ? `Leave out ${listed(out)}` : "Leave out"}</Button></div>
      </div>
      {asking && tried.data && <LeaveOut project={project} ids={out} textOf={textOf} effect={tried.data} close={() => setAsking(false)} />}
    </Card>
  );
}

function Effect({ of: { before, after }, counting }: { of: WhatIfView; counting: boolean }) {
  const rows: [string, (of: EstimateView) => string][] = [
    ["Likely cost", ({ likely, currency }) => money(likely, currency)], ["Likely day", ({ eta }) => day(eta)], ["Ceiling", ({ said }) => said.ceiling], ["Deadline", ({ said }) => said.deadline],
  ];
  const shown = (of: EstimateView | null, read: (of: EstimateView) => string) => (of ? read(of) : "");
  return (
    <div aria-live="polite" aria-busy={counting}>
      <table class="effect">
        <thead><tr><td /><th scope="col">As it is</th><th scope="col">Without them</th></tr></thead>
        <tbody>
          {rows.filter(([, read]) => shown(before, read) || shown(after, read)).map(([name, read]) => <tr key={name}><th scope="row">{name}</th><td>{shown(before, read)}</td><td>{shown(after, read)}</td></tr>)}
        </tbody>
      </table>
    </div>
  );
}

interface Leaving {
  project: ProjectDetail;
  ids: string[];
  textOf: (id: string) => string;
  effect: WhatIfView;
  close: () => void;
}

function LeaveOut({ project, ids, textOf, effect, close }: Leaving) {
  const drop = useAction(async () => {
    try {
      for (const id of ids) await call(DROP, { path: { project_id: project.id, entry_id: id } });
    } finally {
      await changed(DROP); // some may be gone although another was refused
    }
    toast(`${listed(ids)} left out`);
    close();
  });
  const touched = project.deliverables.filter(({ id }) => effect.outdated.includes(id)).map(({ title }) => title);
  return (
    <Dialog title={`Leave out ${listed(ids)}?`} danger close={close} dismiss="Keep them" act="Leave out" submit={() => drop.mutate()} sending={drop}>
      <ul class="dropping">{ids.map((id) => <li key={id}><span class="tag">{id}</span> <bdi>{textOf(id)}</bdi></li>)}</ul>
      {effect.after && <p>{effect.after.said.cost}</p>}
      {touched.length > 0 && <p>These documents were written with the brief as it is: {listed(touched)}.</p>}
      <p class="hint">You can add them again later, as new entries.</p>
    </Dialog>
  );
}
