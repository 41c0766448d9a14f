import { useEffect, useMemo, useState } from "preact/hooks";

/** `#/projects?tab=ended` → ["projects", "tab=ended"]. Routes live behind the hash, so that any base URL works. */
const parts = (hash = location.hash): [path: string, query: string] => {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?");
  return [path, query];
};

/** `#/projects/prj_1?tab=x` → ["projects", "prj_1"]. */
export const pathOf = (hash: string): string[] => parts(hash)[0].split("/").filter(Boolean).map(decoded);
export const currentPath = (): string[] => pathOf(location.hash);

/** A part of an address that is no text, such as `%E0`, stands for itself: nothing has that name. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function useHash(): string {
  const [hash, setHash] = useState(() => location.hash);
  useEffect(() => {
    const follow = () => setHash(location.hash);
    addEventListener("hashchange", follow);
    follow();  // It may have changed before anybody listened.
    return () => removeEventListener("hashchange", follow);
  }, []);
  return hash;
}

export function usePath(): string[] {
  useHash();
  const [path] = parts();
  return useMemo(currentPath, [path]);
}

export const go = (...parts: string[]): void => {
  location.hash = to(...parts);
};

/** Show another path in the place of this one, with the same query. */
export function replacePath(path: string[]): void {
  const [, query] = parts();
  history.replaceState(history.state, "", `${to(...path)}${query && `?${query}`}`);
  dispatchEvent(new Event("hashchange"));
}

/** A link's target: `to("projects", id)`. */
export const to = (...parts: string[]): string => `#/${parts.map(encodeURIComponent).join("/")}`;

/**
 * What the address says of the screen besides its path, such as its tab; "" is left out. A choice is a step that one can
 * go back from, unless it `replaces` the one before.
 */
export function useParam(name: string): [value: string, set: (value: string, replaces?: boolean) => void] {
  useHash();
  const set = (value: string, replaces = false) => {
    const [path, query] = parts();
    const params = new URLSearchParams(query);
    if (value) params.set(name, value);
    else params.delete(name);
    const next = `#/${path}${params.size ? `?${params}` : ""}`;
    if (replaces) history.replaceState(history.state, "", next);
    else history.pushState(null, "", next);
    dispatchEvent(new Event("hashchange")); // at once: a tab shows what is known, and a dialog is gone before the next opens
  };
  return [new URLSearchParams(parts()[1]).get(name) ?? "", set];
}

/** The same as one of a few words; any other means the first of them, which the address leaves out. */
export function useChoice<T extends string>(name: string, words: readonly [T, ...T[]]): [T, (word: T) => void] {
  const [said, set] = useParam(name);
  return [words.find((word) => word === said) ?? words[0], (word) => set(word === words[0] ? "" : word)];
}

export const MAIL_LINKS = ["verify", "unsubscribe", "approver", "withdraw", "decide", "reset", "new-address", "undo-address"] as const;

/** Whether a path is where the link of a mail leads, with its token. */
export const isMailLink = ([place, token]: string[]): boolean => MAIL_LINKS.some((one) => one === place) && !!token;
