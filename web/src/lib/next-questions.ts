import type { InboxItem, ProjectDetail } from "../api/schema";
import asked from "./next-questions.json";

/*
 * What one may want to ask the CEO next, by how the project stands and what waits in it. A test asks the CEO each of
 * these questions in projects that stand so (tests/unit/domain/agents/test_suggested.py).
 */

const MOST = 3;
const same = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N} ]/gu, "");

/** At most three questions that the project's state gives reason for, without those in `said`. `missing`: of a draft's answers. */
export function nextQuestions(project: ProjectDetail, needs: InboxItem[], missing: string[] | undefined, said: string[]): string[] {
  const found: string[] = [];
  if (project.status === "draft" && missing) found.push(...(missing.length ? asked.draft : asked.complete));
  if (project.status === "on_hold") found.push(...asked.on_hold);
  if (project.status === "completed") found.push(...asked.completed);
  if (project.status === "active") {
    if (needs.some((one) => one.kind === "credential")) found.push(...asked.credential);
    if (project.deliverables.some((one) => one.state === "in_review")) found.push(...asked.approvals);
    found.push(...asked.active);
  }
  const before = new Set(said.map(same));
  return found.filter((one) => !before.has(same(one))).slice(0, MOST);
}
