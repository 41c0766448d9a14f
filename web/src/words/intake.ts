/** From the idea to a submitted brief. */
import { plural } from "../lib/format";

export const newProject = {
  title: "New project",
  what: "Describe what you want to build",
  whatHint: "A few sentences: who does what with it, and why.",
  whatExample: "A web shop where neighbours order bread in the evening, pay by card, and collect it in the morning.",
  name: "Name",
  nameExample: "Bakery shop",
  create: "Continue",
};

export const intake = {
  lead: "We save every answer. You can leave and come back.",
  readBrief: "Read the brief",
  steps: "Questions",
  done: ", answered",
  open: ", to do",
  unsaved: ", not saved",
  question: (number: number, of: number) => `Question ${number} of ${of}`,
  back: "Back",
  next: "Next",
  skip: "Skip for now",
  rest: "Optional questions",
  restLead: "Each answer makes the estimate and the documents more exact.",
  restReady: "Your brief is complete: submit it whenever you like.",
  restOver: "Your brief is complete, but its estimate is over one of your limits. Change the brief or the limit, or submit anyway.",
  missing: (name: string) => `Answer next: ${name}`,
  toBrief: "Check the brief",
  readAs: "How we read it",
  useName: (name: string) => `Use ${name}`,
  names: {
    goal: "Goal", audience: "Audience", success_measure: "Success", must_haves: "Must-haves", out_of_scope: "Out of scope", platforms: "Platforms", integrations: "Other systems",
    existing: "What you have", personal_data: "Personal data", tone: "Tone", deadline: "Deadline", budget_ceiling: "Ceiling", constraints: "Rules", approver: "Approver", rest: "Optional",
  } as Record<string, string>,
};

/** What the description says the product must do. */
export const proposed = {
  title: "Is this what it must do?",
  lead: "We found this in your description. Untick what is wrong, reword what is close.",
  text: (number: number) => `Must-have ${number}`,
  another: "Add another",
  keep: (number: number) => `Keep must-have ${number}`,
  keepAll: (count: number) => (count ? `Keep ${plural(count, "must-have")}` : "Keep none"),
  takes: (days: string) => `about ${days} of work`,
  none: "Skip",
  description: "Your description",
  reading: "The team is reading your description…",
  byTeam: "The team proposes this from your description.",
  goOn: "Continue",
};

export const answer = {
  saving: { typing: "…", saving: "Saving…", saved: "Saved", refused: "Not saved" },
  example: "For example:",
  perLine: "One per line.",
  perLineMost: (most: number) => `One per line, at most ${most}.`,
  none: "None",
  noneChosen: "✓ None",
  yes: "Yes",
  no: "No",
  currency: "Currency",
};
