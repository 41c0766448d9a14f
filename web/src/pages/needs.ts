import type { InboxItem } from "../api/schema";
import { to } from "../lib/router";

type Kind = InboxItem["kind"];

/** How each kind of need is drawn, and what the button says that leads to where it is met. */
export const NEEDS: Record<Kind, { icon: string; act: string }> = {
  credential: { icon: "lock", act: "Provide" },
  credential_use: { icon: "lock", act: "Decide" },
  approval: { icon: "file-text", act: "Review" },
  over_budget: { icon: "triangle-alert", act: "Look at it" },
  deadline_missed: { icon: "calendar-clock", act: "Look at it" },
  blocked: { icon: "pause", act: "Resume" },
  question: { icon: "pencil", act: "Answer" },
  webhook_disabled: { icon: "zap", act: "Look at it" },
  webhook_failing: { icon: "zap", act: "Look at it" },
  work_submitted: { icon: "file-text", act: "Review" },
  work_returned: { icon: "triangle-alert", act: "Look at it" },
  task_failed: { icon: "clock", act: "Look at it" },
  undelivered: { icon: "triangle-alert", act: "Look at it" },
  still: { icon: "clock", act: "Ask the CEO" },
  wish: { icon: "message-square", act: "Look at it" },
  unread: { icon: "message-square", act: "Read" },
};

/** Where a need belongs: a project, or the account as a whole. */
export const placeOf = (item: { project_name: string | null }): string => item.project_name ?? "Your account";

/** A path of the server's, `/app/projects/prj_1`, as a link between the pages. */
export const screenAt = (path: string): string => to(...path.split("/").slice(2));
