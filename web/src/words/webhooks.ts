import type { Named } from "./common";
import type { DeliveryView, EndpointView, EventType, Reason } from "../api/schema";

export const webhooks = {
  title: "Webhooks",
  lead: "Atrium sends events to your own servers, as signed POST requests.",
  add: "Add webhook", none: "No webhooks yet",
  noneWhy: "Add the URL of your server. Each event arrives within seconds. If your server is down, we retry for three days.",
  events: (count: number) => `There are ${count} events, such as:`,
  sample: "Sample request",
  verify: ((it) => ["Check webhook-signature with your signing secret. Any ", it, " library does it, and refuses an old timestamp."]) as Named,
  standard: "Standard Webhooks",
  on: "On", off: "Off", failing: "Failing",
  disabled: {
    by_customer: "You switched it off",
    gone: "We switched it off because it answered “410 Gone”",
    failing: "We switched it off because every delivery failed for five days",
  } as Record<NonNullable<EndpointView["disabled_reason"]>, string>,
  failingSince: (when: string) => `Every delivery has failed since ${when}.`,
  seeWhy: "See why",
  grace: (when: string) => `The old secret works until ${when}.`,
  missing: (when: string) => `It may have missed events since ${when}.`,
  every: "All events",
  more: (count: number) => ` and ${count} more`,
  test: "Send test", tested: "Test event is on its way", edit: "Edit", rotate: "Rotate secret", recover: "Resend missed events", switchOn: "Switch on",
  switchOff: "Switch off", switchedOn: "Switched on", switchedOff: "Switched off", delete: "Delete",
};

export const endpointDialogs = {
  editTitle: "Edit webhook", url: "URL",
  unverified: "Confirm your email address first. We write to it when a webhook fails.",
  urlExample: "https://hooks.example.com/atrium",
  description: "Description (optional)", descriptionExample: "Posts to the shop’s chat", secret: "Signing secret",
  copyNow: "Copy the secret now. We can’t show it again.",
  verify: "Verify each request with it. Any Standard Webhooks library can.",
  kept: "I’ve saved it",
  rotateTitle: "Rotate the signing secret?",
  gracePeriod: "Also sign with the old secret for",
  deleteTitle: "Delete this webhook?",
  deleteLead: "We stop sending events to it and remove its deliveries. To stop for a while, switch it off.",
  keep: "Keep webhook", deleted: "Webhook deleted", recoverTitle: "Resend missed events?",
  recoverLead: (when: string) => `We send every event again that failed since ${when}. Your server may get some twice; the webhook-id header is the same.`,
  resend: "Resend",
  resent: (count: string) => `${count} sent again`,
  nothing: "Nothing was missing",
};

export const deliveries = {
  title: "Endpoint", none: "No deliveries yet",
  noneWhy: "Deliveries of the last 30 days appear here. Send a test to see one.",
  states: { waiting: "Waiting", retrying: "Retrying", delivered: "Delivered", failed: "Failed" } as Record<DeliveryView["status"] | "retrying", string>,
  event: "Event", status: "Status", response: "Response", time: "Time", id: "Event ID", next: "Next attempt", payload: "Payload",
  copyPayload: "Copy payload", attempts: "Attempts",
  took: (milliseconds: string) => `${milliseconds} ms`,
  noAttempt: "—", resend: "Send again", resent: "Sent again",
};

export const REASONS: Record<Reason, string> = {
  http_status: "Your server didn’t answer with 2xx",
  redirect: "Your server redirected. We don’t follow redirects",
  gone: "Your server answered “410 Gone”",
  timed_out: "Your server didn’t answer within 15 seconds",
  name_not_resolved: "The host name doesn’t exist",
  forbidden_target: "The address isn’t on the public internet",
  connection_failed: "We couldn’t connect",
  tls_failed: "The certificate or TLS failed",
  bad_answer: "The answer wasn’t HTTP",
  endpoint_disabled: "The endpoint is off",
  secret_unreadable: "We can’t read the secret. Rotate it",
};

export const types = {
  legend: "Events", all: "All", noneOf: "None",
  of: (what: string) => ` of ${what}`,
  everything: "all events",
  some: (count: number, all: number) => `${count} of ${all}`,
  families: [
    ["attention", "Needs you"], ["message", "Messages"], ["approval", "Approvals"], ["deliverable", "Documents"], ["project", "Projects"], ["brief", "Briefs"], ["budget", "Budget"],
    ["vault", "Vault"], ["report", "Reports"], ["task", "Tasks"], ["work", "Work items"], ["key", "API keys"], ["security", "Security"], ["webhook", "Webhooks"],
  ] as [string, string][],
};

/** What can be chosen; a test is sent by its button alone. The record is complete: the compiler asks for each type of the API. */
export const MEANING: Record<Exclude<EventType, "webhook.test">, string> = {
  "attention.opened": "An item needs you", "attention.changed": "An item that needs you changed",
  "attention.cleared": "An item no longer needs you",
  "message.received": "The CEO answered", "message.failed": "The CEO could not answer",
  "approval.requested": "A document waits for your decision", "approval.decided": "Someone decided on a document",
  "deliverable.blocked": "A document waits for access", "deliverable.edited": "Someone edited a document",
  "deliverable.approved": "A document was approved", "deliverable.delivered": "A document reached your repository",
  "deliverable.not_delivered": "A document didn’t reach your repository",
  "project.created": "A project was created", "project.submitted": "A brief was submitted",
  "project.phase_started": "A project entered the next phase", "project.status_changed": "A project was paused, resumed or cancelled",
  "project.completed": "A project was completed",
  "brief.changed": "A brief changed",
  "budget.threshold_reached": "The forecast went over the ceiling",
  "vault.request.opened": "The team asked for access", "vault.request.reminded": "The team still waits for access",
  "vault.request.fulfilled": "You gave access", "vault.request.declined": "You declined to give access",
  "vault.request.cancelled": "The team no longer needs access", "vault.credential.deposited": "A credential was deposited",
  "vault.credential.used": "A credential was used", "vault.credential.expiring": "A credential expires soon",
  "vault.credential.deleted": "A credential was deleted",
  "report.ready": "A report is ready",
  "task.run_failed": "A task failed to run", "task.run_missed": "A task missed a run", "task.failed": "A task stopped after failing",
  "work.handed_out": "A project’s work was handed out", "work.created": "A work item was added", "work.claimed": "A worker took an item",
  "work.progressed": "A worker reported progress", "work.released": "A worker gave an item back", "work.lease_ended": "A worker did not come back",
  "work.submitted": "Work waits for your review", "work.assessed": "A model checked submitted work", "work.returned": "Work was returned",
  "work.done": "A work item was done", "work.cancelled": "A work item was cancelled",
  "key.created": "An API key was created", "key.rotated": "An API key was rotated", "key.revoked": "An API key was revoked",
  "key.expiring": "An API key expires soon",
  "security.sign_in": "Someone signed in from a new device", "security.password_changed": "The password was changed",
  "security.password_reset": "The password was reset", "security.email_changed": "The email address was changed",
  "security.factor_added": "A second factor was added", "security.factor_removed": "A second factor was removed",
  "security.key_leaked": "An API key was reported as leaked", "security.key_new_address": "An API key was used from a new address",
  "security.account_closing": "The account is about to be deleted",
  "webhook.failing": "A webhook failed for a day", "webhook.disabled": "A webhook was switched off",
};
