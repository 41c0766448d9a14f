export const palette = {
  label: "Search and commands",
  placeholder: "Find something, or say what to do",
  results: "Results", searching: "Searching",
  page: "On this page", needs: "Needs you", recent: "Recently opened", actions: "Actions", places: "Go to", near: "Did you mean",
  loosened: "No result has all of these words. These begin like them.",
  indexing: "The search index is being built. Recent changes appear in a moment.",
  nothing: (text: string) => `Nothing found for “${text}”.`,
};

export const kinds = { project: "Projects", document: "Documents", message: "Messages", report: "Reports", request: "Access requests", credential: "Credentials", work: "Work items" };

/** Each command, with other words that people use for it. */
export const commands = {
  project: ["New project", "create start brief"],
  task: ["New schedule", "create assign task report assistant"],
  key: ["Create an API key", "new token secret"],
  credential: ["Add credential", "new deposit vault password secret access"],
  shortcuts: ["Keyboard shortcuts", "keys help"],
  light: ["Light theme", "colours bright"],
  dark: ["Dark theme", "colours night"],
  device: ["Same theme as device", "colours system"],
  signOut: ["Sign out", "log out leave end session"],
  logs: ["Logs", "refused requests errors request id api developers"],
  webhooks: ["Webhooks", "endpoints events developers"],
  connections: ["Connections", "connected apps programs claude chatgpt mcp developers"],
  reference: ["API reference", "docs documentation routes openapi developers"],
  settings: ["Settings", "account password passkey profile notifications"],
  vault: ["Vault", "credentials access secrets settings"],
  security: ["Security log", "audit settings"],
} as const;
