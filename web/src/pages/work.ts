import { useQuery } from "@tanstack/react-query";
import { call, type Data, type Request, type Route } from "../api/call";
import { changed, client, useAction, useData } from "../api/data";
import type { ItemState, WorkItemView } from "../api/schema";
import { days as inDays, number, relative, shortened } from "../lib/format";
import { to } from "../lib/router";
import { useWatched } from "../lib/watched";
import { board } from "../words/work";

const LIST = "GET /projects/{project_id}/work-items";
const LEASE_SHORT = 10 * 60_000;

/** The groups of the board: what waits for the customer first, what has ended last. */
export const STATES: ItemState[] = ["in_review", "changes_requested", "claimed", "ready", "blocked", "done", "cancelled"];

/** All work items of a project: those of the plan in its order, then those made by hand. */
export const useItems = (project: string) =>
  useQuery({
    queryKey: ["projects", LIST, project],
    queryFn: async () => {
      const items: WorkItemView[] = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page: Data<typeof LIST> = await call(LIST, { path: { project_id: project }, query: { limit: 100, cursor: cursor ?? undefined } });
        items.push(...page.items);
        cursor = page.next_cursor;
      }
      return items;
    },
  }, client);

/** Change a work item. Refused or not, what is on the screen is read again: somebody else may have been faster. */
export const useChange = <R extends Route>(route: R, done: (data: Data<R>) => void) =>
  useAction(async (request: Request<R>) => {
    const data = await call(route, request).finally(() => changed(route));
    done(data);
    return data;
  });

/** What the money of its project is counted in, once that is known. */
export const useCurrency = ({ project_id }: WorkItemView) => useData("GET /projects/{project_id}", { path: { project_id } }).data?.budget.currency;

export const isOpen = ({ state }: Pick<WorkItemView, "state">): boolean => state !== "done" && state !== "cancelled";

/** Beside the number of its package, that of its entry in the brief (`I1 Stripe`) would read as a second one. */
export const titleOf = ({ package: number, title }: WorkItemView): string => (number ? title.replace(/^[A-Z]\d+ /, "") : title);

/** `W3 Booking`; without the package for one made by hand. */
export const named = (item: WorkItemView): string => (item.package ? `${item.package} ${titleOf(item)}` : item.title);

/** What to call an item where there is little room. */
export const shortName = ({ package: number, title }: WorkItemView): string => number ?? shortened(title, 24);

export const pageOf = (item: WorkItemView): string => to("projects", item.project_id, "work", item.id);

export const effort = ({ effort_days }: WorkItemView): string | null => effort_days && inDays(effort_days.likely);

/** The ends of the effort, where they differ. */
export const effortEnds = ({ effort_days }: WorkItemView): string | null => effort_days && effort_days.low !== effort_days.high ? `${number(effort_days.low)}–${inDays(effort_days.high)}` : null;

/** What a blocked item waits for, in few words. */
export function waitsFor(item: WorkItemView, all: WorkItemView[]): string {
  const others = item.blocked_by.flatMap((id) => all.find((one) => one.id === id) ?? []);
  const access = item.blocked_by.length - others.length;
  return [...others.map(shortName), ...(access ? [board.access(access)] : [])].join(", ");
}

/** Whether a claim ends soon, unless its worker reports. */
export const endsSoon = (until: string): boolean => Date.parse(until) - Date.now() < LEASE_SHORT;

export const leaseOf = (until: string): string => (Date.parse(until) > Date.now() ? board.lease(relative(until)) : board.leaseOver);

/** Draws again every half minute, so that what is told by its distance stays true. */
export const useTicking = (): void => useWatched((tick) => {
  const timer = setInterval(tick, 30_000);
  return () => clearInterval(timer);
});
