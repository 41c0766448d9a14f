import type { CredentialUseView, DepositCredential } from "../api/schema";
import { listed } from "../lib/format";
import type { Policy } from "../pages/vault-calling";
import type { Named } from "./common";

/** The vault, in the settings and in a project. */
export const vault = {
  title: "Vault",
  lead: "The team uses these credentials for your projects. They are encrypted, and every use is recorded. No one can read them back, not even you.",
  expired: "This link has expired. Ask your assistant for a new one, or add the credential here.",
  notNeeded: "The team no longer waits for this.",
  deposit: "Add credential", otherProject: "Another project", requests: (count: number) => `Requests${count ? ` · ${count}` : ""}`,
  keys: (own: string[], all: string[]) => [own.length && `API keys for this project: ${listed(own)}.`, all.length && `API keys for every project: ${listed(all)}.`].filter(Boolean).join(" ") || "No API key reaches this project.",
  manageKeys: "Manage keys",
  noRequests: "No open requests. When the team needs access, it asks here.",
  closed: "Closed requests",
  asked: (role: string, when: string) => `The ${role} asked ${when}`,
  urgent: "Urgent",
  asks: (role: string) => `asked by the ${role}`,
  holdsUpNothing: "Nothing waits for it yet",
  declines: (work: string | undefined) => `If you decline, ${work ? `“${work}”` : "the work"} is done without it.`,
  promised: "Promised for", past: (day: string) => `${day} (overdue)`,
  why: "Why", namedIn: "Named in", how: "How to get it", provide: "Provide access", provideTo: "to", decline: "Decline", calls: (count: number) => `Waiting for your permission · ${count}`, decide: "Decide",
  credentials: "Credentials", empty: "No credentials yet",
  emptyWhy: "Credentials that you add appear here by name.",
  noProject: "A credential belongs to a project that is under way. Start a project first.",
  name: "Name", project: "Project", type: "Type", hosts: "Allowed hosts", used: "Used", expires: "Expires",
  version: (version: number, day: string) => `version ${version}, ${day}`,
  noHosts: "None",
  uses: (times: string, when: string) => `${times}, ${when}`,
  never: "Never", showUses: "Show uses", replace: "Replace", delete: "Delete",
};

export const TYPES: [DepositCredential["type"], string][] = [
  ["api_key", "API key"], ["token", "Token"], ["password", "Password"], ["ssh_key", "SSH key"], ["oauth", "OAuth client"], ["certificate", "Certificate"], ["other", "Other"],
];

export const deposit = {
  project: "Project", name: "Name", example: "Source repository", type: "Type", username: "User name (optional)",
  usernameHint: "Unlike the value, it stays visible.", value: "Value",
  sealed: "We encrypt it as it arrives. No one can read it back, not even you.",
  repository: "Repository address (optional)",
  repositoryHint: "We deliver approved documents there.",
  repositoryExample: "https://git.example.com/shop.git",
  options: "Options", note: "Note", noteHint: "Put no secrets here.", expires: "Expires", send: "Add", provideIt: "Provide access",
  lead: "If the project has a credential of the same name, this replaces it.",
  deposited: (name: string) => `“${name}” is in the vault`,
  replace: ((name) => ["Replace “", name, "”"]) as Named,
  replaceLead: (version: number) => `The new value becomes version ${version}. Keys that you allowed to use it must ask again.`,
  replaced: (name: string) => `“${name}” is replaced`,
  provided: (role: string) => `The ${role} can continue`,
  decline: ((name) => ["Decline “", name, "”?"]) as Named,
  declineLead: "The team works without it and says in the document what that means.",
  reason: "Reason",
  declined: "Declined. The team works without it",
  delete: ((name) => ["Delete “", name, "”?"]) as Named,
  deleteLead: "We destroy the value at once and keep the record of its uses. Revoke it at its provider, too.",
  keep: "Keep it",
  deleted: (name: string) => `“${name}” is deleted`,
};

export const POLICIES: [Policy, string][] = [["ask_first", "Ask me first"], ["workers", "All workers"], ["team", "Only Atrium’s team"]];

export const calling = {
  hosts: "Allowed hosts",
  hostsHint: "Workers can send requests with this credential to these hosts. They never see it. Example: api.example.com",
  requests: "Requests", reading: "Read (GET)", writing: "Read and write", policy: "Who may use it", paths: "Paths",
  pathsHint: "What a path must start with, such as /v1/charges. Leave empty for all.",
  carried: "Send it as",
  ways: [
    ["", "Default for its type"], ["bearer", "Authorization: Bearer"], ["basic", "Authorization: Basic, with the user name"], ["header", "Another header"], ["query", "A query parameter"],
  ] as ["" | "bearer" | "basic" | "header" | "query", string][],
  header: "Header or parameter name",
  headerExample: { header: "X-Api-Key", query: "key" },
};

export const uses = {
  title: ((name) => ["Uses of “", name, "”"]) as Named,
  last: "The last 100 uses, newest first.",
  grants: "Can use it without asking",
  forItem: (work: string) => `For ${work}`,
  always: "Always",
  since: (when: string) => ` · since ${when}`,
  revoke: "Revoke",
  revoked: (name: string) => `“${name}” must ask again`,
  none: "Not used yet",
  noneWhy: "Each use appears here.",
  you: "You", someone: "Someone",
  allowed: { owner: "by you", policy: "open to all workers", once: "you allowed it once", for_item: "you allowed it for this work item", always: "you always allow it" } as Record<NonNullable<CredentialUseView["allowed_by"]>, string>,
  version: (version: number) => ` · version ${version}`,
  item: "Open work item",
};

