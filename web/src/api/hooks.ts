import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { ApiError, call, type Data, type Request, type Route } from "./call";

const STEPS = [2000, 5000, 15000];
const REPEATS = 5; // at each pace, before slowing down

/** What was read last, so that coming back to a screen shows it at once and then brings it up to date. */
const known = new Map<string, unknown>();
export const forgetAll = (): void => known.clear();
/** What is known to have changed is not worth showing first. */
export const forget = (route: Route): void => [...known.keys()].filter((key) => key.startsWith(route)).forEach((key) => known.delete(key));

export interface Loaded<T> {
  data: T | undefined;
  error: ApiError | undefined;
  reload: () => Promise<void>;
  put: (change: T | ((before: T) => T)) => void;
}

/**
 * The answer to a GET, kept up to date. `poll` decides from the data how eagerly: "fast" goes 2, 5, 15 seconds,
 * "slow" stays at 15, "off" asks once. A hidden tab doesn't ask; coming back asks at once.
 */
export function useData<R extends Route>(
  route: R,
  request: Request<R> | null,
  poll: "fast" | "slow" | "off" | ((data: Data<R>) => "fast" | "slow" | "off") = "off",
): Loaded<Data<R>> {
  const key = request && route + JSON.stringify([request.path, request.query]);
  const [, redraw] = useState(0);
  const [error, setError] = useState<ApiError>();
  const alive = useRef(key);
  alive.current = key;

  const put = useCallback((change: Data<R> | ((before: Data<R>) => Data<R>)) => {
    if (!key) return;
    known.set(key, typeof change === "function" ? (change as any)(known.get(key)) : change);
    redraw((n) => n + 1);
  }, [key]);

  const reload = useCallback(async () => {
    if (!key || !request) return;
    try {
      const data = await call(route, request);
      if (alive.current !== key) return;
      setError(undefined);
      put(data);
    } catch (problem) {
      if (alive.current === key && problem instanceof ApiError) setError(problem);
    }
  }, [key]);

  const data = key ? (known.get(key) as Data<R> | undefined) : undefined;
  const pace = typeof poll === "function" ? (data === undefined ? "fast" : poll(data)) : poll;

  useEffect(() => {
    setError(undefined);
    void reload();
    return () => {
      alive.current = null;
    };
  }, [key]);
  usePolling(reload, pace, key);
  return { data, error, reload, put };
}

/** Call `ask` again and again at `pace`, one at a time, as long as the tab is visible. */
export function usePolling(ask: () => Promise<void>, pace: "fast" | "slow" | "off", restart: unknown): void {
  useEffect(() => {
    if (pace === "off") return undefined;
    let count = pace === "slow" ? STEPS.length * REPEATS : 0;
    let timer = 0;
    let over = false;
    const plan = () => {
      if (over || document.hidden) return;
      timer = window.setTimeout(async () => {
        await ask();
        count += 1;
        plan();
      }, STEPS[Math.min(Math.floor(count / REPEATS), STEPS.length - 1)]);
    };
    const onVisibility = () => {
      clearTimeout(timer);
      if (!document.hidden) void ask().then(plan);
    };
    plan();
    document.addEventListener("visibilitychange", onVisibility);
    return () => {
      over = true;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", onVisibility);
    };
  }, [ask, pace, restart]);
}

export interface Sending {
  busy: boolean;
  error: ApiError | undefined;
  /** What is wrong with a field, in the server's words. */
  field: (name: string) => string | undefined;
  /** Run an action; a refusal is kept for showing, and the answer is then undefined. */
  run: <T>(action: () => Promise<T>) => Promise<T | undefined>;
  clear: () => void;
}

/** The state of something being sent: busy, refused, and what is wrong with which field. */
export function useSending(): Sending {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError>();
  const run = async <T,>(action: () => Promise<T>): Promise<T | undefined> => {
    setBusy(true);
    setError(undefined);
    try {
      return await action();
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem;
      setError(problem);
      return undefined;
    } finally {
      setBusy(false);
    }
  };
  return { busy, error, run, field: (name) => error?.fields[name], clear: () => setError(undefined) };
}
