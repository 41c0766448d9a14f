import type { ApiKeyView } from "../api/schema";
import type { Named } from "./common";

/** What Keys, Connections, Webhooks, Logs and Usage share. */
export const developers = {
  title: "Developers", reference: "API reference",
  tabs: { keys: "Keys", connections: "Connections", webhooks: "Webhooks", logs: "Logs", usage: "Usage" },
  range: "Range", custom: "Custom", from: "From", to: "To", actions: "Actions",
  actionsFor: (name: string) => `Actions for ${name}`,
  copyId: (id: string) => `Copy ID ${id}`,
};

export const keys = {
  lead: "An API key lets a script or an AI assistant act for you, over HTTP or MCP. Keep it secret, like a password.",
  key: "API key", create: "Create key", show: "Show keys",
  tabs: { active: "Active", expired: "Expired", revoked: "Revoked", all: "All" },
  soon: "Expires soon",
  noneOf: (status: string) => `No ${status} keys`,
  noneOfWhy: "Your keys are under the other tabs.",
  none: "No keys yet",
  noneWhy: "Give each script or assistant its own key. You can then revoke one, and the others keep working.",
  name: "Name", access: "Access", status: "Status", lastUsed: "Last used", expires: "Expires", never: "Never",
  createdOn: (day: string) => `Created ${day}`,
  overLimit: "Over your limit", rename: "Rename", rotate: "Rotate", revoke: "Revoke", details: "Details", created: "Created", usedFrom: "Used from",
  oldestFirst: "The newest comes last.", notUsed: "Not used yet",
  revokedOn: (day: string) => `Revoked on ${day}`,
  pastLimit: "This is past your limit for new keys.",
  replacedBy: "Replaced by", successor: "A newer key", permissions: "Permissions", ips: "Allowed IPs", any: "Any", projects: "Projects", all: "All",
  month: "Requests, last 30 days", requests: "Requests", latest: "Latest requests", viewAll: "View all", noRequests: "No requests yet",
  noRequestsWhy: "Successful requests stay here for a day, the others for seven days.",
};

type Preset = NonNullable<ApiKeyView["preset"]> | "custom";

export const PRESETS: Record<Preset, [name: string, what: string]> = {
  full_access: ["Full access", "Does everything that the API can do"],
  mcp_assistant: ["MCP assistant", "For Claude, Cursor or VS Code: reads projects, asks the CEO and your assistant"],
  read_only: ["Read only", "Sees everything, changes nothing"],
  vault_only: ["Vault only", "For CI that deposits credentials"],
  pa_only: ["Assistant only", "Asks your assistant"],
  worker: ["Worker", "For an agent or a script that does a project’s work"],
  custom: ["Custom", "You choose each permission"],
};

export const newKey = {
  title: "Create an API key",
  lead: "Use one key for each script or assistant.",
  example: "Claude Code on my laptop",
  some: (count: number, all: number) => `${count} of ${all}`,
  limits: "Limits", none: "none", everyProject: "every project",
  ipsExample: "203.0.113.9\n2001:db8::/32",
  ipsHint: "One per line. A range works too: 203.0.113.0/24. If you leave this empty, the key works from anywhere.",
  someProjects: "The key sees nothing outside the selected projects.",
  notWhole: " It can’t use your assistant or read the figures of the whole account.",
  allProjects: "If you select none, the key sees every project.",
  lifetimes: [["7", "7 days"], ["30", "30 days"], ["90", "90 days (recommended)"], ["365", "1 year"], ["", "Never"]] as [string, string][],
  yourLimit: (days: string) => `${days} (your limit)`,
  stops: "After this, the key stops working.",
  neverStops: "If this key leaks, it works until you revoke it.",
  ready: ((name) => ["“", name, "” is ready"]) as Named,
  saved: "I’ve saved it",
  copyNow: "Copy the key now. We can’t show it again.",
  reachesAll: "It reaches every project, including new ones.",
  setUp: "Set it up in", copyWithKey: "Copy with the key",
};

export const changeKey = {
  rename: ((name) => ["Rename “", name, "”"]) as Named,
  renamed: "Renamed",
  revoke: ((name) => ["Revoke “", name, "”?"]) as Named,
  revokeIt: "Revoke key", keep: "Keep key",
  revoked: (name: string) => `“${name}” is revoked`,
  stops: "Requests with this key fail at once. You can’t undo this.",
  lastUsed: (when: string) => `It was last used ${when}.`,
  neverUsed: "It was never used.",
  rotate: ((name) => ["Rotate “", name, "”?"]) as Named,
  rotateLead: "You get a new key with the same name, permissions and limits.",
  rotateIt: "Rotate key",
  grace: "Keep the old key working for",
};

/** How long what is replaced keeps working, in seconds. */
export const GRACES: [string, string][] = [["0", "No time"], ["900", "15 minutes"], ["3600", "1 hour"], ["86400", "24 hours"]];

export const lifetime = {
  unlimited: "No maximum lifetime.", set: "Set one",
  limited: (days: string) => `New keys last ${days} at most.`,
  change: "Change the limit", title: "Longest key lifetime",
  lead: "The limit applies to new and rotated keys. Existing keys keep working.",
  longest: "Longest lifetime", save: "Save limit",
  options: [["", "No limit"], ["7", "7 days"], ["30", "30 days"], ["90", "90 days"], ["180", "180 days"], ["365", "1 year"]] as [string, string][],
};

export const connections = {
  lead: "Apps you’ve connected. To change what one may do, disconnect it here and connect it again.",
  none: "No connected apps. An app that you connect asks for your permission first.",
  where: {
    Claude: "In Claude, open Settings → Connectors → Add custom connector.",
    ChatGPT: "In ChatGPT’s developer mode, open Settings → Connectors.",
    "Another app": "Find where the app adds an MCP server. It needs no key.",
  },
  paste: "Paste this address:",
  allow: "Sign in on the page that opens, and choose what the app may do.",
  app: "App", address: "MCP address", copyAddress: "Copy MCP address",
  unverified: "Unverified",
  redirects: (host: string) => `redirects to ${host}`,
  since: (when: string) => `connected ${when}`,
  lastUsed: (when: string) => `last used ${when}`,
  neverUsed: "never used", revoke: "Disconnect",
  revoked: (name: string) => `${name} is disconnected`,
  revokeAll: "Disconnect all",
  allRevoked: (count: string) => `${count} disconnected`,
};

export const logs = {
  lead: "Requests that your keys and connected apps made.",
  caller: "Caller", callers: "Keys and apps",
  kinds: { api_key: "API key", connection: "Connected app", session: "Dashboard" },
  status: "Status",
  statuses: [
    ["", "Any status"], ["2xx", "2xx Succeeded"], ["4xx", "4xx Refused"], ["5xx", "5xx Failed"], ["400", "400 Bad request"], ["401", "401 Unauthorized"],
    ["403", "403 Forbidden"], ["404", "404 Not found"], ["409", "409 Conflict"], ["429", "429 Too many requests"],
  ] as [string, string][],
  ranges: [["", "All"]] as [string, string][],
  id: "Request ID", shortId: "ID", looking: "Looking…", notFound: "No request with this ID",
  notFoundWhy: "It may be too old, have used no key of yours, or have gone to no route of ours. Look for the whole ID, from the X-Request-Id header of the answer.",
  noneYet: "Nothing in the latest requests",
  noneYetWhy: "Older requests may match.",
  noMatch: "No matching requests", noMatchWhy: "Try other filters.", none: "No requests yet",
  noneWhy: "A request appears here as soon as a key or an app makes it.",
  kept: "We keep successful requests for a day and the others for seven days, up to a hundred of each key an hour. The log has no bodies, query strings or IP addresses.",
  time: (zone: string) => `Time (${zone})`, request: "Request", duration: "Duration",
  ms: (count: string) => `${count} ms`,
  notMeasured: "—", tool: "Tool",
};

/** What to do about the commonest answers. */
export const ADVICE: Record<string, string> = {
  UNAUTHORIZED: "This route needs another kind of credential.",
  API_KEY_EXPIRED: "The key has expired. Create a new one, and rotate it in time.",
  API_KEY_REVOKED: "The key was revoked. Give the app that still uses it a new one.",
  FORBIDDEN: "The key lacks a permission, or only a signed-in person may do this.",
  ADDRESS_NOT_ALLOWED: "The request came from outside the key’s allowed IPs.",
  KEY_LIMITED_TO_PROJECTS: "The key is limited to some projects, and this needs all of them.",
  NOT_FOUND: "It does not exist, or this key can’t see it.",
  VALIDATION_ERROR: "A field is wrong. The answer names it.",
  RATE_LIMITED: "The key made too many requests. The answer says how long to wait. We list one of these a minute.",
  CONFLICT: "It changed in the meantime, or its state does not allow this.",
  PAYLOAD_TOO_LARGE: "The body is too large.",
  INTERNAL_ERROR: "This is our fault. Send us the request ID.",
  UNAVAILABLE: "Part of Atrium was down. Nothing was changed. Try again.",
};

export const usage = {
  lead: "Requests that your keys and connected apps made. Days are in UTC.",
  ranges: [["7", "7 days"], ["30", "30 days"], ["90", "90 days"]] as [string, string][],
  requests: "Requests", perDay: "Requests per day", errors: "Failed", errorRate: "Failure rate", messages: "Messages to the CEO", replies: "Replies from the CEO",
  task_runs: "Report runs", activity: "Activity", group: "Group by",
  groups: { key: "By key", area: "By area" },
  columns: { key: "Key", area: "Area" },
  team: "Atrium’s team", none: "No requests in this time",
  noneWhy: "Requests appear here within seconds.",
  models: "Language models", model: "Model", calls: "Calls", read: "Tokens read", written: "Tokens written", export: "Export",
  exports: [
    ["usage", "Usage", "Requests per day, and how many failed"], ["projects", "Projects", "Status, phase, progress, dates"],
    ["budget", "Budget", "Cost, spending and forecast of each project"], ["messages", "Messages", "Your conversations with the CEO"],
  ] as ["projects" | "usage" | "budget" | "messages", string, string][],
  saved: (rows: string) => `Saved ${rows}`,
};

export const chart = {
  failed: "Failed",
  day: (day: string, requests: string, errors: string) => `${day}: ${requests}, ${errors} failed`,
  none: (days: string) => `No requests in ${days}.`,
  sum: (requests: string, days: string, errors: string, day: string, most: string) => `${requests} in ${days}, ${errors} failed. Most on ${day}: ${most}.`,
  table: "Show as a table",
  byDay: (label: string) => `${label}, day by day`,
  column: "Day", requests: "Requests",
};
