/** Somebody else was faster. What is there now stands between the two sentences. */
export const changedSince = {
  changed: "This was changed since you read it, so nothing was saved. Now it says:",
  again: "Save again to put yours in its place.",
};
