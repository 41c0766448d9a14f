import { Dialog } from "../ui/dialog";
import { Icon } from "../ui/icon";

interface Text {
  title: string;
  /** What the page is for. */
  about: string;
  /** What can be done there. */
  can: string[];
  /** Whether the documentation of the API has more of it. */
  api?: true;
}

export const TEXTS: Record<string, Text> = {
  overview: {
    title: "The overview",
    about: "Your whole account at a glance: what needs you, what goes on without you, and what comes next.",
    can: ["Open what needs you. Each line leads to the very thing.", "See by when each project is done, and how long it has waited for you.", "See what your projects are likely to cost, what is spent, and what is left to do."],
  },
  inbox: {
    title: "The inbox",
    about: "Everything that waits for you, in one list: documents to decide on, credentials, questions, and work that was handed in.",
    can: ["Press the button of a line to do what it asks.", "Snooze a line in your own words, such as “tomorrow at 9”, or mark it as done. Both can be undone.", "Work through the list by keys: J and K move, Enter opens, E marks as done, S snoozes. G and I lead back here, to the next line."],
  },
  projects: {
    title: "Projects",
    about: "All your projects. Each begins with a few questions. The team then writes its documents one after the other, and waits for your word on each.",
    can: ["Begin with New project; two lines are enough.", "Open a project to see its documents, its work and its money.", "Bring back what you deleted within the last 30 days, under Deleted."],
  },
  intake: {
    title: "The questions",
    about: "Your answers are the brief: what the team plans, and the estimate, follow from them.",
    can: ["Answer in any order. Each answer is saved as you type, and you can come back later.", "See what getting it built is likely to cost as soon as there are a must-have and a platform.", "Submit the brief when it is right: you accept the estimate. You can go on changing the brief."],
  },
  project: {
    title: "A project",
    about: "How far the project is, what it costs, and its documents.",
    can: ["Decide on the document that waits for you. The team goes on as soon as you have.", "Set a ceiling and a deadline, and see whether they hold. Nothing stops by itself.", "Pause it, ask the CEO about it, or say who is asked when you are silent.", "Download all documents in one file."],
  },
  brief: {
    title: "The brief",
    about: "What you want, entry by entry, with what the team takes each to be, what it takes, and the estimate beside it.",
    can: ["Correct what an entry is taken to be by its menus, and answer where the team asks.", "Add, reword, drop and move entries, after the submission too. The estimate follows at once.", "Change the ceiling, the deadline, the team and its day rates.", "Where it does not fit, switch entries off, see what that changes, and leave them out."],
    api: true,
  },
  notes: {
    title: "Notes",
    about: "What you told the CEO that asks for nothing, word for word. The team reads it; it changes nothing by itself.",
    can: ["Read when you wrote it, and what was said around it.", "Make a note a must-have of the brief, or attach it to a document that waits for you, by the buttons below it. They are there for seven days."],
  },
  document: {
    title: "A document",
    about: "What the team wrote, line by line, for you to edit, and to approve or to send back.",
    can: ["Reword a line, keep it, strike it, take that back, or add one, while it waits for your decision or was sent back.", "Answer what it asks you to choose. Every document that is not approved shows the answer at once.", "Request changes: your comment stands beside the lines that it names until an edit or an answer settles it. Then present the document again.", "Where the brief has moved on, have it written anew. What you edited stays.", "Approve it. You can take that back for ten seconds.", "By keys: D shows what changed, A approves, R asks for changes, C leads to the lines, and the arrows from line to line.", "Compare revisions, download it as Markdown, or print it."],
  },
  work: {
    title: "The work",
    about: "What the delivery plan leaves to be done. Your own agents and people take an item each, and hand it in with evidence.",
    can: ["See in which state each item is, and what waits for you.", "Open an item to accept what was handed in, or to return it.", "Add an item by hand."],
    api: true,
  },
  "work-item": {
    title: "A work item",
    about: "What is asked for, what was handed in for each criterion, and what the CTO thinks of it.",
    can: ["Accept it, or return it with a word on what is missing.", "Change what is asked for, cancel it, or close it when it was done elsewhere.", "Read who did what with it, and when."],
    api: true,
  },
  timeline: {
    title: "The timeline",
    about: "When each phase, document and work item was done, and when all of it is expected, beside your deadline.",
    can: ["See the day that you accepted, the day that is expected now, and your deadline.", "See what was spent, and what it all comes to."],
  },
  activity: {
    title: "The activity",
    about: "Who did what in this project, and when, in the last 30 days.",
    can: ["Show only some kinds of things, or one role’s. The choice stands in the address, so you can send it to somebody.", "Open what a line tells of."],
  },
  ceo: {
    title: "The CEO",
    about: "Your one contact in the team. The CEO asks the others, and answers for all of them. Each project has a conversation of its own.",
    can: ["Ask where things stand, why something was decided, what it costs, or what comes next.", "Say what you want, a line for each thing: “approve Product brief”, “add must-have: pay by card”, “ceiling 12000”. A card below the answer shows what would be done. Nothing is done before you press its button; “yes” alone presses the only one.", "Tell the team anything else: it is kept as a note.", "Press the number behind a sentence to see what your records say. “Not from your records” stands behind what no record holds.", "Confirm several cards one by one, or all with one button: it stops at the first that is refused.", "See which roles were consulted for an answer.", "Press R to write."],
  },
  assistant: {
    title: "The assistant",
    about: "It watches over all your projects. The CEO knows one project; the assistant knows what is most important across them.",
    can: ["Ask it anything about your projects: what is urgent, what is late, what is left of the money.", "Have it report on a schedule, in plain words: “every Monday at 9, report progress”. In the chat a card shows what would be done, and its button does it.", "Change a task, its times and what it tells of; pause it, run it now, or leave out its next run.", "Read its reports."],
  },
  vault: {
    title: "The vault",
    about: "Logins and keys that the work needs. A value is encrypted as it arrives, and is never shown again, to you neither.",
    can: ["Provide what the team asks for, or decline it with a reason.", "Say which hosts may be called with a value, and whether keys must ask you first.", "See every use: who, when, where and what for.", "Replace a value, or delete it."],
  },
  usage: {
    title: "Usage",
    about: "How many requests came to your account, from which key and to which part of it.",
    can: ["Choose the days, and what they are grouped by.", "Download usage, projects, budgets and messages for a spreadsheet."],
    api: true,
  },
  keys: {
    title: "API keys",
    about: "A key lets a script or an AI assistant act for you, within the limits that you give it. Its secret is shown once.",
    can: ["Make one key for each script, so that you can end one without the others.", "Limit a key to what it has to do, to projects, to addresses and to a time.", "Replace a key without a pause, or end it at once."],
    api: true,
  },
  key: {
    title: "An API key",
    about: "What one key may do and where, what it did day by day, and what it was refused.",
    can: ["See when and from which addresses it was used.", "Give it a clearer name, replace it, or end it at once.", "Open what it was refused, with the reason of each."],
    api: true,
  },
  requests: {
    title: "Refused requests",
    about: "What your keys, connected programs and this dashboard asked for in the last seven days and did not get.",
    can: ["Find a request by the id that stands in its answer.", "See the requests of one key, or those that failed on our side.", "Read with each what its code means."],
    api: true,
  },
  webhooks: {
    title: "Webhooks",
    about: "Atrium can send what happens to an address of yours, as soon as it happens.",
    can: ["Add an address, and choose what it is told of.", "See each attempt of the last 30 days, and send one again.", "Send a test, and replace the secret that signs what we send."],
    api: true,
  },
  settings: {
    title: "Settings",
    about: "Your account: who you are, how you sign in, which mails you get, and who else may decide.",
    can: ["Confirm your address, so that mails reach you.", "Add a passkey or an authenticator app, and see where you are signed in.", "Name somebody who is asked when you are silent.", "Take all your data with you, or delete the account."],
  },
  connections: {
    title: "Connections",
    about: "Programs that you let use your account by signing in, such as an AI assistant.",
    can: ["See what each may do, and when it was last used.", "Revoke one. It is out with its next request."],
    api: true,
  },
  log: {
    title: "The security log",
    about: "Each sign-in, and each change to who may do what in your account. Nobody can alter it, we neither.",
    can: ["Look for what you don’t know.", "Check the chain of its entries yourself, from your export."],
  },
};

/** What a page is for and what can be done there. */
export function PageHelp({ topic, close }: { topic: string; close: () => void }) {
  const { title, about, can, api } = TEXTS[topic]!;
  return (
    <Dialog title={title} lead={about} close={close} dismiss="Close">
      <div class="page-help">
        <h3>What you can do here</h3>
        <ul>{can.map((one) => <li>{one}</li>)}</ul>
      </div>
      {api && <p><a href="../docs/" target="_blank" rel="noreferrer">How programs do it: the API’s documentation<span class="sr"> (in a new tab)</span></a></p>}
      <p class="hint"><Icon name="keyboard" /> <kbd>?</kbd> lists the keys of this page, and <kbd>Ctrl K</kbd> finds anything.</p>
    </Dialog>
  );
}
