/** The first minutes of an account, and the example project. */
export const firstRun = {
  title: "Get started",
  count: (done: number) => `${done} of 4 done`,
  done: ", done",
  project: { title: "Describe your project", text: "A few sentences are enough.", act: "New project" },
  brief: { title: "Answer six questions", text: "See cost and date, then submit the brief.", act: "Answer them" },
  document: { title: "Approve the first document", text: "It is ready about a minute later. Approve it, or request changes.", ready: "Approve it, or request changes.", act: "Read it" },
  assistant: { title: "Connect your assistant", text: "Create an API key, or sign in from your AI assistant.", act: "Create a key" },
  offer: "Want to see a finished project first? The team plans a plant shop for you, free of charge.",
  has: "You have ",
  hasLink: "an example project",
};

export const example = {
  look: "Look at an example project",
  goOn: "Continue",
  making: "Making the example",
  unfinished: "The example is not finished",
  far: (approved: number, of: number) => `: ${of ? `${approved} of ${of} documents approved` : "writing the brief"}.`,
  makingWhy: " Atrium answers the questions and approves the documents for you. It takes one or two minutes and needs this tab; look around meanwhile.",
  unfinishedWhy: " Let Atrium finish it, or decide on the rest yourself.",
  title: "This is an example.",
  why: " Read its documents, its work and its chat, and ask the CEO about it. It is free, uses no tokens of your language model, and stays out of your inbox, totals, reports and mail. You can delete it at the bottom of this page.",
};
