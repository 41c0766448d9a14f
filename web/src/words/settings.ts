import type { Data } from "../api/call";
import type { Named } from "./common";

/** Settings: the navigation, and each section. */
export const settings = {
  title: "Settings",
  sections: { profile: "Profile", notifications: "Notifications", security: "Security", approvers: "Approvers", vault: "Vault", data: "Data" },
  log: "Security log",
};

export const profile = {
  you: "You", name: "Name", zone: "Time zone",
  zoneHint: "We use it for dates, reports and new schedules. Schedules keep the time zone they were made in.",
  email: "Email address",
  now: "You sign in with it, and we email you there.",
  unconfirmed: "Unconfirmed", unconfirmedWhy: "You sign in with it. We email you there once you confirm it.", changeIt: "Change",
  hint: "Nothing changes until you open the link that we send to the new address. You can undo the change from the old one for 7 days.",
  newEmail: "New email address", change: "Change address",
  sent: ((it) => ["We sent a link to ", it, ". Open it to confirm the change."]) as Named,
};

export const notifications = {
  lead: "Choose what we send by email.",
  needsYou: "When something needs you",
  needsYouOptions: [["immediate", "Email right away"], ["daily", "One email a day, at 08:00"], ["off", "No email"]] as [string, string][],
  reports: "Reports",
  reportsHint: "You can also switch this off for one report.",
  reportsOptions: [["on", "Email the full report"], ["off", "Show them here only"]] as [string, string][],
  byMail: "Decide by email",
  byMailHint: "If you allow it, the link in the email shows the document and lets anyone who has it decide without signing in.",
  byMailOptions: [["off", "Require sign-in"], ["on", "Allow from the email"]] as [string, string][],
  goesTo: ((it) => ["We send email to ", it, ". "]) as Named,
  always: "We always email you about the security of your account.",
};

export const approvers = {
  lead: "Backup approvers can decide for you when you don’t answer. You choose in each project when we ask them.",
  none: "No backup approver",
  noneWhy: "While you are away, approvals wait for you. Someone you trust can decide in your place.",
  email: "Email address",
  hint: "They get an email and agree first. They need no account.",
  add: "Add approver",
  confirmFirst: "Confirm your own email address first. Until then we invite nobody in your name.",
  invited: (email: string) => `We asked ${email} to agree`,
  status: { invited: "Invited", confirmed: "Agreed", withdrawn: "Declined" },
  remove: (email: string) => `Remove ${email}`,
  removed: (email: string) => `${email} is no longer an approver`,
};

export const security = {
  signIn: "Sign-in", none: "None", on: "On", off: "Off",
  password: "Password", current: "Current password", new: "New password",
  newHint: "At least 15 characters. This signs you out everywhere else.",
  change: "Change password", save: "Save password", changed: "Password changed",
  changedAndEnded: (sessions: string) => `Password changed. ${sessions} ended`,
  apps: "Connected apps still have access. If someone else knew your password, disconnect them too.",
  passkeys: "Passkeys",
  passkeysLead: "Sign in with your fingerprint, your face or your device’s PIN.",
  passkey: "Passkey", passkeyName: "Name of the passkey", passkeyExample: "My laptop", passkeyHint: "Your browser asks you next.", goOn: "Continue", addPasskey: "Add a passkey", passkeyAdded: "Passkey added",
  used: (when: string) => `used ${when}`,
  added: (when: string) => `added ${when}`,
  synced: "Synced",
  remove: (name: string) => `Remove ${name}`,
  removed: (name: string) => `${name} is removed`,
  app: "Authenticator app",
  appOn: (when: string, codes: string) => `Since ${when}. After your password, we ask for a code from your app. You have ${codes} left.`,
  appOff: "After your password, we also ask for a six-digit code from an app on your phone.",
  removeApp: "Remove app",
  appRemoved: "Authenticator app removed",
  setUp: "Set up app",
  setUpTitle: "Set up your authenticator app",
  setUpLead: "Scan the QR code with your app. Then enter the code that the app shows.",
  qr: "QR code of the secret below",
  code: "Code", confirm: "Confirm", recovery: "Your recovery codes",
  recoveryLead: "If you lose your phone, sign in with one of these. Each works once.",
  recoveryKeep: "Keep them somewhere safe, but not on your phone. We can’t show them again.",
  copyAll: "Copy all", kept: "I’ve saved them",
};

export const sessions = {
  title: "Sessions",
  lead: "A session ends after 14 days without a visit, and 90 days after you signed in at the latest. If you don’t recognise a session, end it and change your password.",
  row: (address: string, since: string) => [address, `signed in ${since}`].filter(Boolean).join(" · "),
  lastSeen: (when: string) => ` · last active ${when}`,
  here: "This computer", current: "This session", end: "End",
  endOf: (device: string) => ` the session of ${device}`,
  ended: "Session ended", signOut: "Sign out", endOthers: "End all others",
  allEnded: (count: string) => `${count} ended`,
};

export const data = {
  lead: "Take your data with you, or delete it.",
  export: "Export",
  exportLead: "Download your projects, documents, conversations, reports and security log as a zip file. It has no credentials: no one can read them back, not even you.",
  make: "Export everything", making: "Preparing your export",
  takes: "This takes a minute or two. We email you when it is ready.",
  failed: "The export failed. Try again, and tell us if it fails again.",
  gone: "Your last export is no longer available.",
  download: "Download export",
  until: (size: string, when: string) => `${size}, available until ${when}`,
  delete: "Delete account",
  deleteLead: "Your projects, keys, webhooks and schedules stop at once. For 7 days you can sign in and restore everything. After that we delete it all, server logs 30 days later and backups 35 days later.",
  deleteTitle: "Delete your account?",
  deleteWarning: "This deletes all projects, documents, credentials, keys, reports and settings. You have 7 days to change your mind.",
  keep: "Keep account",
  confirm: (email: string) => `Type ${email} to confirm`,
  closing: "Your account will be deleted",
  closingLead: ((it) => ["You can restore it with everything in it until ", it, ". After that we delete it for good."]) as Named,
  closingHint: "Your API keys, webhooks and schedules have stopped. We delete server logs 30 days later and backups 35 days later.",
  restore: "Restore account",
};

export const securityLog = {
  lead: "Who did what in this account, for 400 days. No one can change or remove an entry without a trace.",
  show: "Show", everything: "Everything", what: "What", when: "When", who: "Who", from: "From", none: "No entries yet", noneOf: "No such entries",
  older: "Older entries may match.",
  noneWhy: "Sign-ins and changes to keys and credentials appear here.",
  refused: "Refused", unfamiliar: "New device or address",
  device: (browser: string, system: string | undefined) => (system ? `${browser} on ${system}` : browser),
  unknown: "—", end: "Proof of the log",
  endLead: "Note this hash. It covers every entry, so you can prove later that nobody changed the log. The documentation has a script that checks it.",
  entry: (sequence: number) => `Entry ${sequence}: `,
};

export const WHAT: Record<Data<"GET /api/account/audit">["entries"][number]["type"], string> = {
  sign_in: "Signed in", sign_in_failed: "Sign-in failed", session_ended: "Session ended", password_changed: "Password changed",
  password_reset: "Password reset", email_changed: "Email address changed", factor_added: "Second factor added",
  factor_removed: "Second factor removed", key_created: "API key created", key_changed: "API key changed", key_rotated: "API key rotated",
  key_revoked: "API key revoked", key_new_address: "API key used from a new address", credential_deposited: "Credential deposited",
  credential_used: "Credential used", credential_deleted: "Credential deleted", request_fulfilled: "Access given",
  grant_revoked: "Permission to use a credential revoked", approval_decided: "Approval decided", export_made: "Export made",
  webhook_changed: "Webhook changed", connection_granted: "App connected", connection_revoked: "App disconnected",
  account_closing: "Account deletion started", account_restored: "Account restored",
};
export const WHO = { user: "You", api_key: "API key", connection: "Connected app", approver: "Approver", team: "Atrium’s team", operator: "Atrium’s operators", nobody: "Someone" } as const;
