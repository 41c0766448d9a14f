import { QueryClient, useInfiniteQuery, useMutation, useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useRef } from "preact/hooks";
import { ApiError, call, type Data, newIntention, type Request, type Route } from "./call";
import { isLost, watchReach } from "./reach";
import { session, watchSession } from "./session";

declare module "@tanstack/react-query" {
  interface Register {
    defaultError: ApiError;
  }
}

type First<Path> = Path extends `${infer Word}/${string}` ? Word : Path;
/** The first word of a route's path: what changes together. */
export type Area = Route extends infer R ? (R extends `${string} /${infer Path}` ? First<Path> : never) : never;
type Asked<R extends Route> = Pick<Request<R>, "path" | "query">;
type Pace = "fast" | "slow" | "off";
/** Whether what the person sends is on its way, and why it was refused. */
export interface Sending {
  isPending: boolean;
  error: ApiError | null;
}
export type Loaded<T> = Pick<UseQueryResult<T>, "data" | "error"> & { refetch: () => unknown };

const AHEAD = 10; // answers
const STEPS = [2000, 5000, 15000];
const REPEATS = 5; // at each pace, before slowing down
const SLOW = 60_000; // for what no event tells of, such as when a key was last used
/** The other areas a change shows in. */
const SHOWS_IN: Partial<Record<Area, Area[]>> = {
  projects: ["vault", "pa", "dashboard", "inbox"],
  vault: ["projects", "pa", "dashboard", "inbox"],
  "work-items": ["projects", "pa", "dashboard", "inbox"],
  inbox: ["pa", "dashboard"],
  pa: ["dashboard"],
};

/** What the API said last. A page that is opened again shows it at once, and reads it anew meanwhile. */
export const client = new QueryClient({
  defaultOptions: {
    // "always": the answer tells whether the network is there; `navigator.onLine` is often wrong.
    queries: { gcTime: Infinity, retry: false, networkMode: "always" },
    mutations: {
      networkMode: "always",
      gcTime: 1000, // A finished one still holds what was sent and answered: passwords and new keys too.
      throwOnError: (error: unknown) => !(error instanceof ApiError), // a mistake of ours belongs into the console
    },
  },
});
client.mount(); // listens for the tab coming back
watchSession(() => session() ?? client.clear()); // nobody sees what somebody else has read

const cache = client.getQueryCache();
/** What no page shows now, the latest first. */
const idle = (queryKey?: Area[]) =>
  cache.findAll({ ...(queryKey && { queryKey }), type: "inactive", predicate: ({ state }) => state.dataUpdatedAt > 0 })
    .sort((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt);
const KEPT = 300; // idle answers
cache.subscribe(({ type }) => type === "added" && idle().slice(KEPT).forEach((oldest) => cache.remove(oldest)));

/** What somebody does in one tab is read anew in the other tabs of the browser. */
const tabs = new BroadcastChannel("atrium");
tabs.onmessage = ({ data }: MessageEvent<Area[]>) => renew(data);
watchReach(() => {
  if (!isLost()) void client.invalidateQueries(); // what is on the screen may have missed something
});

const areaOf = (route: Route): Area => route.split("/")[1] as Area;
const keyOf = <R extends Route>(route: R, request?: Asked<R>) => [areaOf(route), route, request?.path, request?.query];

/**
 * The answer to a GET, kept up to date by the feed of events (`live.ts`). `poll` decides from the data how eagerly it asks
 * besides: "fast" goes 2, 5, 15 seconds, "slow" every minute, "off" never. A hidden tab doesn't ask; coming back asks at once.
 * `null` asks for nothing.
 */
export function useData<R extends Route>(route: R, request: Asked<R> | null, poll: Pace | ((data: Data<R>) => Pace) = "off") {
  const start = useRef({ of: "", count: 0 });
  const paceAt = (data: Data<R> | undefined) => (typeof poll !== "function" ? poll : data === undefined ? "fast" : poll(data));
  return useQuery<Data<R>>({
    queryKey: keyOf(route, request ?? undefined),
    queryFn: () => call(route, request as Request<R>),
    enabled: request !== null,
    refetchOnWindowFocus: ({ state }) => paceAt(state.data) !== "off",
    refetchOnReconnect: ({ state }) => paceAt(state.data) !== "off",
    refetchInterval: ({ queryHash, state }) => {
      const pace = paceAt(state.data);
      const count = state.dataUpdateCount + state.errorUpdateCount;
      if (start.current.of !== pace + queryHash) start.current = { of: pace + queryHash, count };
      if (pace !== "fast") return pace === "slow" && SLOW;
      return STEPS[Math.floor((count - start.current.count) / REPEATS)] ?? STEPS.at(-1)!;
    },
  }, client);
}

/** The names of API keys, by their ids; they are read where one of `ids` is a key's. */
export function useKeyNames(ids: (string | null | undefined)[]): ReadonlyMap<string, string> {
  const keys = useData("GET /api/account/api-keys", ids.some((id) => id?.startsWith("key_")) ? {} : null).data?.api_keys ?? [];
  return new Map(keys.map(({ id, name }) => [id, name]));
}

type Paged = "GET /projects" | "GET /api/account/requests" | "GET /pa/tasks" | "GET /pa/reports";
/** A list, page after page as far as was asked for; bringing it up to date keeps all of it. `by`: how the API is asked for the next one. */
export const usePages = <R extends Paged>(route: R, query: Request<R>["query"], by: "cursor" | "before" = "cursor") =>
  useInfiniteQuery({
    queryKey: [...keyOf(route, { query } as Asked<R>), "pages"],
    queryFn: ({ pageParam }) => call(route, { query: { ...query, [by]: pageParam } } as Request<R>),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    refetchInterval: SLOW,
  }, client);
export const useProjects = () => usePages("GET /projects", { limit: 100 });

/** Show a change of a GET's answer. An older answer still on its way must not undo it. */
export function put<R extends Route>(route: R, request: Asked<R>, data: Data<R>): void {
  void client.cancelQueries({ queryKey: keyOf(route, request) });
  client.setQueryData(keyOf(route, request), data);
}

/** Read a GET's answer again, if it is on the screen. */
export const refresh = <R extends Route>(route: R, request: Asked<R>): Promise<void> =>
  client.invalidateQueries({ queryKey: keyOf(route, request) });

/** Read again what of these areas is on the screen; what is not is read when it is shown. */
export const renew = (areas: Iterable<Area>) => Promise.all(Array.from(areas, (area) => client.invalidateQueries({ queryKey: [area] })));

/**
 * After a change: what it shows in is read again where it is on the screen. Where it is not, it is forgotten, and the latest
 * of it is read ahead: so no page comes back as it was before the change, or empty.
 */
export const changed = (route: Route): Promise<void> => changedIn(areaOf(route));

/** The same of what a path leads to; `also` are other areas that it shows in. */
export const changedAt = (path: string, ...also: Area[]): Promise<void> => changedIn(path.split("/")[1] as Area, ...also);

async function changedIn(own: Area, ...also: Area[]): Promise<void> {
  const areas = [...new Set([own, ...(SHOWS_IN[own] ?? []), ...also])];
  tabs.postMessage(areas);
  areas.flatMap((area) => idle([area])).forEach((one, index) => {
    one.reset();
    if (index < AHEAD) one.fetch().catch(() => undefined);
    else cache.remove(one);
  });
  await renew(areas);
}

/**
 * The state of something the person does: pending, or refused with an error in the server's words. Never tried again by itself,
 * and what is under way is not begun once more: a second press of Enter does nothing.
 */
export function useAction<Given = void, Result = unknown>(act: (given: Given) => Promise<Result>) {
  // TanStack takes a new function over only after the screen was painted: too late for Enter right after the last letter.
  const latest = useRef(act);
  latest.current = act;
  const underWay = useRef(new Set<string | undefined>()).current;
  const action = useMutation<Result, ApiError, Given>({
    mutationFn: (given) => latest.current(given).finally(() => underWay.delete(JSON.stringify(given))),
  }, client);
  const mutate: typeof action.mutate = (...given) => {
    const sent = JSON.stringify(given[0]);
    if (!underWay.has(sent)) action.mutate(...given);
    underWay.add(sent);
  };
  return { ...action, mutate };
}

/**
 * Send a change; `done` comes after what it shows in has been read again. When the person sends the very same once more,
 * because its answer got lost, it carries the same key, so that nothing is done twice.
 */
export function useSend<R extends Route>(route: R, done?: (data: Data<R>, request: Request<R>) => void) {
  const last = useRef({ sent: "", intention: "" });
  return useAction(async (request: Request<R>) => {
    const sent = JSON.stringify(request);
    if (sent !== last.current.sent) last.current = { sent, intention: newIntention() };
    const data = await call(route, { ...request, idempotencyKey: request.idempotencyKey ?? last.current.intention }).catch(async (problem) => {
      if (problem instanceof ApiError && problem.code === "CHANGED_SINCE") await changed(route); // so that the page can say what is there now
      throw problem;
    });
    last.current.sent = "";
    await changed(route);
    done?.(data, request);
    return data;
  });
}
