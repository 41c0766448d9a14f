import { useEffect, useState } from "preact/hooks";

/** `#/projects/prj_1?tab=x` → ["projects", "prj_1"]. Routes live behind the hash, so that any base URL works. */
export const currentPath = (): string[] => location.hash.replace(/^#\/?/, "").split("/").filter(Boolean).map(decodeURIComponent);

export function usePath(): string[] {
  const [path, setPath] = useState(currentPath);
  useEffect(() => {
    const follow = () => setPath(currentPath());
    addEventListener("hashchange", follow);
    follow();  // It may have changed before anybody listened.
    return () => removeEventListener("hashchange", follow);
  }, []);
  return path;
}

export const go = (...parts: string[]): void => {
  location.hash = to(...parts);
};

/** A link's target: `to("projects", id)`. */
export const to = (...parts: string[]): string => `#/${parts.map(encodeURIComponent).join("/")}`;

export const MAIL_LINKS = ["verify", "unsubscribe", "approver", "withdraw", "decide", "reset", "new-address", "undo-address"] as const;

/** Whether a path is where the link of a mail leads, with its token. */
export const isMailLink = ([place, token]: string[]): boolean => MAIL_LINKS.some((one) => one === place) && !!token;
