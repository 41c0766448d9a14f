/** What one changes of a project: its name, its limits, the team and what it costs. */
export const rename = { title: "Rename project", name: "Name", act: "Rename", done: "Renamed" };

export const deadline = {
  set: "Set a deadline",
  change: "Change the deadline",
  save: "Save",
  remove: "Remove deadline",
  day: "Done by",
  hint: "Leave it empty for no deadline.",
  saved: "Deadline saved",
  removed: "Deadline removed",
  none: "no deadline",
};

export const ceiling = {
  set: "Set a ceiling",
  change: "Change the ceiling",
  lead: "The most the project may cost. The team goes on above it, and tells you.",
  save: "Save",
  remove: "Remove ceiling",
  amount: "Ceiling",
  hint: "Leave it empty for no ceiling.",
  currency: "Currency",
  saved: "Ceiling saved",
  removed: "Ceiling removed",
  none: "no ceiling",
};

export const rates = {
  title: "Rates and team",
  lead: "What one day of each role costs you, and how many people work at a time.",
  day: (role: string, currency: string) => `${role}, ${currency} per day`,
  people: "People at a time",
  save: "Save",
  published: "Use Atrium’s day rates",
  saved: "Estimate updated",
};
