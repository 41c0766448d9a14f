import { currentPath, to } from "./router";

/** The pages that were opened since this tab was, the newest first; nothing of it is stored. */
let pages: { href: string; title: string }[] = [];
const KEPT = 8;

/** The page of an address: a project whatever its tab is, a document, a work item, a report. */
function pageAt([place, id, part, partId]: string[]): string | null {
  if (!id || !["projects", "ask", "reports"].includes(place!)) return null;
  return place === "projects" && partId && ["deliverables", "work"].includes(part!) ? to(place, id, part!, partId) : to(place!, id);
}

/** The page that is shown has this title. */
export function visited(title: string): void {
  const href = pageAt(currentPath());
  if (href) pages = [{ href, title }, ...pages.filter((one) => one.href !== href)].slice(0, KEPT);
}

/** All but the one that is shown. */
export const recentlyOpened = () => pages.filter(({ href }) => href !== pageAt(currentPath()));
