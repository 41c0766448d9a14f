import type { ComponentChild } from "preact";

/** A sentence around names, each drawn by itself. */
export type Named = (...names: ComponentChild[]) => ComponentChild[];

/** Words that many pages share. */
export const common = {
  cancel: "Cancel",
  close: "Close",
  save: "Save",
  undo: "Undo",
  tryAgain: "Try again",
  loading: "Loading",
  working: "Working",
  never: "Never",
  newest: "Newest",
  older: "Older",
  saved: "Saved",
  copy: "Copy",
  copied: "Copied",
  copyByHand: "Select it and copy it by hand",
  show: "Show",
  hide: "Hide",
  keyNamed: (name = "") => `API key ${name}`.trim(),
  wholeAmount: "Type a whole amount, such as 20,000.",
};

/** What the browser says when the service cannot. */
export const trouble = {
  offline: "You are offline. Check your connection and try again.",
  notProved: "You didn’t confirm that it’s you, so nothing changed.",
  unknown: (status: number) => `Something went wrong (${status}). Try again.`,
  passkeyKnown: "This device already has a passkey for your account.",
  noPasskey: "No passkey was used. Try again, or sign in another way.",
};

/** A decision that waits ten seconds, so that it can be taken back. */
export const held = {
  undone: "Undone",
  tooLate: "This can’t be undone any more.",
  failed: (why: string) => `That didn’t work: ${why}`,
};

/** A schedule that the service understands, offered in place of one that it doesn’t. */
export const suggested = { use: (what: string, next: string | undefined) => `Use “${what}”${next ? ` (next: ${next})` : ""}` };
