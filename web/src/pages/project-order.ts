import type { InboxItem, ProjectView } from "../api/schema";

export const hasEnded = ({ archived, status }: ProjectView): boolean => archived || status === "completed" || status === "cancelled";

/** What needs the customer comes first, the most urgent at the top; then drafts; then what runs by itself, the latest first. */
export function byNeed(projects: ProjectView[], waiting: InboxItem[]): ProjectView[] {
  const open = waiting.filter(({ state }) => state === "open").map(({ project_id }) => project_id);
  const rank = ({ id, status, example }: ProjectView) => (open.includes(id) ? open.indexOf(id) : open.length + (example ? 2 : status === "draft" ? 0 : 1));
  return projects.toSorted((a, b) => rank(a) - rank(b) || b.updated_at.localeCompare(a.updated_at));
}
