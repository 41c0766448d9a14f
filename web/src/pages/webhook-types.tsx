import type { EventType } from "../api/schema";

/** What can be chosen; a test is sent by its button alone. The record is complete: the compiler asks for each type of the API. */
const MEANING: Record<Exclude<EventType, "webhook.test">, string> = {
  "attention.opened": "Something needs you",
  "attention.changed": "What needs you has changed",
  "attention.cleared": "It doesn’t need you any more",
  "message.received": "The CEO has answered",
  "message.failed": "An answer could not be given",
  "approval.requested": "A document waits for a decision",
  "approval.decided": "A document was decided on",
  "deliverable.blocked": "A document of an archive waits for access",
  "deliverable.edited": "Lines of a document were edited",
  "deliverable.approved": "A document is approved",
  "deliverable.delivered": "A document is in your repository",
  "deliverable.not_delivered": "A document did not reach your repository",
  "project.created": "A project was begun",
  "project.submitted": "A brief was submitted",
  "project.phase_started": "The next phase has begun",
  "project.status_changed": "A project was paused, resumed, cancelled …",
  "project.completed": "A project is complete",
  "brief.changed": "A brief was changed",
  "budget.threshold_reached": "The forecast passes the ceiling",
  "vault.request.opened": "The team asks for access",
  "vault.request.reminded": "The team still waits for access",
  "vault.request.fulfilled": "The access was given",
  "vault.request.declined": "The access was declined",
  "vault.request.cancelled": "The access isn’t needed any more",
  "vault.credential.deposited": "A credential was put in",
  "vault.credential.used": "The team used a credential",
  "vault.credential.expiring": "A credential ends soon",
  "vault.credential.deleted": "A credential was deleted",
  "report.ready": "A report is there",
  "task.run_failed": "A run of a task failed",
  "task.run_missed": "A run of a task was missed",
  "task.failed": "A task has ended, for its runs failed",
  "work.handed_out": "The work of a project was handed out",
  "work.created": "A work item was added",
  "work.claimed": "A worker has claimed an item",
  "work.progressed": "A worker has reported progress",
  "work.released": "A worker has given an item back",
  "work.lease_ended": "A worker did not come back",
  "work.submitted": "Work waits for your review",
  "work.assessed": "A model has read a submission",
  "work.returned": "Work was returned",
  "work.done": "A work item is done",
  "work.cancelled": "A work item was cancelled",
  "key.created": "An API key was created",
  "key.rotated": "An API key was rotated",
  "key.revoked": "An API key was revoked",
  "key.expiring": "An API key ends soon",
  "security.sign_in": "Somebody signed in from a new device",
  "security.password_changed": "The password was changed",
  "security.password_reset": "The password was reset",
  "security.email_changed": "The e-mail address was changed",
  "security.factor_added": "A second factor was added",
  "security.factor_removed": "A second factor was removed",
  "security.key_leaked": "An API key was reported as leaked",
  "security.key_new_address": "An API key was used from a new address",
  "security.account_closing": "The account is being closed",
  "webhook.failing": "A webhook fails for a day",
  "webhook.disabled": "A webhook was switched off",
};
export const TYPES = Object.keys(MEANING) as (keyof typeof MEANING)[];
const FAMILIES: [string, string][] = [
  ["attention", "What needs you"], ["message", "Messages"], ["approval", "Approvals"], ["deliverable", "Documents"], ["project", "Projects"],
  ["brief", "Briefs"], ["budget", "Budget"], ["vault", "Vault"], ["report", "Reports"], ["task", "Tasks"], ["work", "Work items"], ["key", "API keys"],
  ["security", "Security"], ["webhook", "Webhooks"],
];

interface Props {
  chosen: EventType[];
  choose: (types: EventType[]) => void;
  error: string | undefined;
}

/** Checkboxes for every type, a fold for each family. */
export function Types({ chosen, choose, error }: Props) {
  return (
    <fieldset class="types">
      <legend>Events</legend>
      <AllOrNone of={TYPES} what="all types" chosen={chosen} choose={choose} />
      {FAMILIES.map(([family, name]) => {
        const types = TYPES.filter((type) => type.startsWith(`${family}.`));
        return (
          <details class="fold" key={family}>
            <summary>{name} <span>{types.filter((type) => chosen.includes(type)).length} of {types.length}</span></summary>
            <AllOrNone of={types} what={name} chosen={chosen} choose={choose} />
            <fieldset class="scopes" aria-label={name}>
              {types.map((type) => (
                <label>
                  <input type="checkbox" checked={chosen.includes(type)} onChange={() => choose(chosen.includes(type) ? without(chosen, [type]) : [...chosen, type])} />
                  <code>{type}</code>
                  <span>{MEANING[type]}</span>
                </label>
              ))}
            </fieldset>
          </details>
        );
      })}
      {error && <p class="err" role="alert">{error}</p>}
    </fieldset>
  );
}

const without = (chosen: EventType[], types: EventType[]) => chosen.filter((one) => !types.includes(one));

function AllOrNone({ of, what, chosen, choose }: Omit<Props, "error"> & { of: EventType[]; what: string }) {
  const about = <span class="sr"> of {what}</span>;
  return (
    <p class="acts">
      <button type="button" class="link" onClick={() => choose([...without(chosen, of), ...of])}>All{about}</button>
      <button type="button" class="link" onClick={() => choose(without(chosen, of))}>None{about}</button>
    </p>
  );
}
