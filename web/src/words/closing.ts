/** An account that is being deleted. */
export const closing = {
  title: "Your account is being deleted",
  until: ["Until", "you can restore it and everything in it. After that it is gone for good."],
  stopped: "Your API keys, webhooks and tasks have stopped. Backups keep deleted data for up to 35 more days, logs for 30.",
  restore: "Restore account",
  signOut: "Sign out",
};
