import type { FactView, InboxItem } from "../api/schema";
import { to } from "../lib/router";
import { Icon } from "../ui/icon";
import { screenAt } from "./needs";

export interface Told {
  of: FactView[];
  /** The project that the answer is about; null for the whole account. */
  project: string | null;
  /** What waits for the customer: it knows the pages of its own records. */
  needs: InboxItem[];
}

/** What an answer rests on, folded: each sentence beside the record that says so. */
export const Facts = ({ of, ...rest }: Told) =>
  of.length ? (
    <details class="team records">
      <summary><Icon name="file-text" />From your records</summary>
      <dl>{of.map((fact) => <><dt><Record of={fact} {...rest} /></dt><dd dir="auto">{fact.text}</dd></>)}</dl>
    </details>
  ) : null;

/** A record by its id, which leads to its page where there is one. */
export function Record({ of, project, needs }: Omit<Told, "of"> & { of: FactView }) {
  const waits = needs.find((one) => one.target_id === of.record);
  const page = waits ? screenAt(waits.path) : pageOf(of, project);
  return page ? <a href={page}><code>{of.record}</code></a> : <code>{of.record}</code>;
}

/** Where a record is shown; records of other kinds have no page. */
function pageOf({ record, path }: FactView, project: string | null): string | undefined {
  switch (record.split("_")[0]) {
    case "prj":
      return path.startsWith("brief") || path.startsWith("choices") ? to("projects", record, "brief") : to("projects", record);
    case "tsk":
      return to("assistant", "tasks");
    case "crq":
      return to("vault", record);
    case "crd": // a credential
      return to("vault");
    case "dlv":
      return project ? to("projects", project, "deliverables", record) : undefined;
    case "wrk":
      return project ? to("projects", project, "work", record) : undefined;
    case "msg":
      return project ? `${to("ceo", project)}?message=${record}` : undefined;
    case "note":
      return project ? to("projects", project, "notes") : undefined;
  }
  return undefined;
}
