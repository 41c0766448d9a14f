import { useQuery } from "@tanstack/react-query";
import { call } from "../api/call";
import { client } from "../api/data";
import type { BriefView, ProjectDetail } from "../api/schema";

const WHAT_IF = "POST /projects/{project_id}/what-if";
const MOST = 12;
export const LONGEST = 300; // characters of a must-have

/** A part of a description that may be a must-have. */
export interface Found {
  text: string;
  kind: string;
  days: number;
}

/** The parts of a description that may each be a must-have. */
const partsOf = (description: string): string[] => {
  const parts = description.split(/[.;:!?\n•]+|,\s+(?:and\s+)?|\s+where\s+/).map((part) => part.replace(/^[-*\s\d)]+|\s+$/g, "")).filter((part) => part.length > 5 && part.length <= LONGEST);
  return [...new Map(parts.map((part) => [part.toLowerCase(), part[0]!.toUpperCase() + part.slice(1)])).values()].slice(0, MOST);
};

/** The parts that the estimate would know; asking does nothing to the brief. */
async function readParts({ id, description }: ProjectDetail, { platforms, kinds }: BriefView): Promise<Found[]> {
  const parts = partsOf(description ?? "");
  if (!parts.length) return [];
  const priced = platforms.length ? [] : [{ op: "change_brief" as const, platforms: ["web" as const] }];
  const { after } = await call(WHAT_IF, { path: { project_id: id }, body: { changes: [...priced, ...parts.map((text) => ({ op: "add_entry" as const, type: "must_have" as const, text }))] } });
  const unknown = kinds.find((one) => one.id === "other")?.title;
  return parts.flatMap((text) => {
    const lines = after?.basis.filter((line) => line.text === text && line.kind !== unknown) ?? [];
    return lines.length ? [{ text, kind: lines.map((line) => line.kind).join(", "), days: lines.reduce((sum, line) => sum + line.days, 0) }] : [];
  });
}

/** They, read once. `asks`: whether they are read here, or only shown once they were. */
export const useFound = (project: ProjectDetail | undefined, brief: BriefView | undefined, asks = true) =>
  useQuery({ queryKey: ["proposed", project?.id, project?.description], queryFn: () => readParts(project!, brief!), staleTime: Infinity, refetchOnWindowFocus: false, enabled: Boolean(asks && project && brief) }, client);

/** The likely days of the must-haves of a draft, else of those in its description. */
export function useDays(project: ProjectDetail | undefined, brief: BriefView | undefined, asks: boolean): { found: number; days: number } {
  const own = brief?.entries.filter(({ type, state }) => type === "must_have" && state === "active") ?? [];
  const found = useFound(own.length || project?.status !== "draft" ? undefined : project, brief, asks).data ?? [];
  const days = own.length ? own.map(({ effort_days }) => effort_days?.likely ?? 0) : found.map((one) => one.days);
  return { found: found.length, days: days.reduce((sum, one) => sum + one, 0) };
}
