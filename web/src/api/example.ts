import { DAY } from "../lib/days";
import { useWatched, watched } from "../lib/watched";
import { ApiError, call } from "./call";
import { changed } from "./data";
import type { ProjectDetail } from "./schema";

/*
 * The example project: an ordinary one, made by the ordinary routes, in the customer's name and on their wish. Each step is
 * read from the project as it is, so that another tab, or the next visit, goes on where this one ended.
 */

const NAME = "Example: a plant shop";
const DESCRIPTION = "A small shop for house plants wants to sell online. Made to be looked at; you can delete it at any time.";
/** `deadline` is added: it has to lie ahead. */
const ANSWERS = {
  goal: "A web shop in which people from our town choose a plant that fits their flat, pay, and collect it from our shop the next day. On Saturdays we sell out by noon, and during the week many ask by phone what we have.",
  audience: ["People in town who buy a plant as a present", "Beginners who do not know which plant survives with them", "Offices nearby"],
  success_measure: ["60 orders a week within 4 months", "Half as many calls about what is in stock"],
  must_haves: [
    "Show every plant that is in stock, with a photo and its price",
    "Find a plant by light, size and how often it needs water",
    "Pay by card",
    "Choose a day for collecting the order",
    "Send a note on care with every order",
    "Mark a plant as sold out from the shop's tablet",
  ],
  out_of_scope: ["Sending plants by post", "An app"],
  platforms: ["web"],
  integrations: ["Stripe for payments"],
  existing: [],
  personal_data: true,
  tone: "warm",
  constraints: ["The shop has one tablet and no computer"],
  approver: "You, as the owner of the shop",
};
const QUESTION = "Where do we stand, and what comes next?";
const AHEAD = 180 * DAY;
const PAUSE = 2000;
/** The phases whose documents are approved here. Then its work is handed out, and the launch waits for that. */
const PLANNED = ["planning", "design", "development"];

export interface Making {
  running: boolean;
  error: ApiError | null;
}

let making: Making = { running: false, error: null };
const { tell: redraw, watch } = watched();
const tell = (next: Making) => {
  making = next;
  redraw();
};

/** Whether this tab is making the example, and what stopped it. */
export function useMaking(): Making {
  useWatched(watch);
  return making;
}

/** How many of the documents that are approved here are. */
export function howFar({ deliverables }: ProjectDetail): { approved: number; of: number } {
  const planned = deliverables.filter((one) => PLANNED.includes(one.phase));
  return { approved: planned.filter((one) => one.state === "approved").length, of: planned.length };
}

/** Whether there are steps left to go in the customer's place. */
export function isUnfinished(project: ProjectDetail): boolean {
  if (!project.example) return false;
  const { approved, of } = howFar(project);
  return project.status === "draft" || (project.status === "active" && approved < of);
}

/** Make the example, or go on making it; `begun` gets its id as soon as it is there. It goes on while the page is open. */
export async function makeExample(begun?: (id: string) => void): Promise<void> {
  if (making.running) return;
  tell({ running: true, error: null });
  try {
    const id = await found();
    begun?.(id);
    while (await step(id)) await new Promise((resolve) => setTimeout(resolve, PAUSE));
    tell({ running: false, error: null });
  } catch (problem) {
    const error = problem instanceof ApiError ? problem : null;
    tell({ running: false, error: error?.status === 404 ? null : error }); // 404: it was deleted meanwhile
    if (!error) throw problem;
  }
}

/** The example that there is, or a new one. Two tabs that begin at once make the same one. */
async function found(): Promise<string> {
  const { projects } = await call("GET /projects", { query: { limit: 100 } });
  const there = projects.find((one) => one.example);
  if (there) return there.id;
  const deleted = (await call("GET /projects", { query: { status: "deleted" } })).projects.find((one) => one.example);
  const { id } = await call("POST /projects", {
    body: { name: NAME, description: DESCRIPTION, example: true }, idempotencyKey: `example-after-${deleted?.id ?? "none"}`,
  });
  await changed("POST /projects");
  return id;
}

/** Take the next step, and say whether others follow. */
async function step(id: string): Promise<boolean> {
  const path = { project_id: id };
  const project = await call("GET /projects/{project_id}", { path });
  if (project.status === "draft") {
    const deadline = new Date(Date.now() + AHEAD).toISOString().slice(0, 10);
    await call("POST /projects/{project_id}/intake", { path, body: { answers: { ...ANSWERS, deadline } as never } });
    await unless409(call("POST /projects/{project_id}/submit", { path, body: {} }));
  } else if (!isUnfinished(project)) {
    return false;
  } else {
    const { approvals } = await call("GET /projects/{project_id}/approvals", { path });
    const waiting = approvals.find((one) => one.status === "pending");
    if (!waiting) return !project.deliverables.some((one) => one.state === "changes_requested"); // it is the customer's move
    const body = { decision: "approve", content_hash: waiting.content_hash } as const;
    await unless409(call("POST /projects/{project_id}/approvals/{approval_id}", { path: { ...path, approval_id: waiting.id }, body }));
    const { approved, of } = howFar(project);
    if (approved + 1 === of) await call("POST /agents/{project_id}/ask", { path, body: { message: QUESTION }, idempotencyKey: `example-question-${id}` });
  }
  await changed("POST /projects");
  return true;
}

/** Another tab may have taken the same step. */
async function unless409(sent: Promise<unknown>): Promise<void> {
  await sent.catch((problem: ApiError) => {
    if (problem.status !== 409) throw problem;
  });
}
