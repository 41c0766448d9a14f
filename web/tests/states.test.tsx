import { fireEvent, render, screen, waitFor, within } from "@testing-library/preact";
import type { ComponentChild } from "preact";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError, type Route } from "../src/api/call";
import type { SessionView } from "../src/api/schema";
import { setSession } from "../src/api/session";
import { Ask } from "../src/pages/ask";
import { Brief } from "../src/pages/brief";
import { Connect } from "../src/pages/connect";
import { Connections } from "../src/pages/connections";
import { Inbox } from "../src/pages/inbox";
import { Intake } from "../src/pages/intake";
import { Key } from "../src/pages/key";
import { Keys } from "../src/pages/keys";
import { Project } from "../src/pages/project";
import { Projects } from "../src/pages/projects";
import { Report } from "../src/pages/report";
import { Reports } from "../src/pages/reports";
import { Security } from "../src/pages/security";
import { Task } from "../src/pages/task";
import { Usage } from "../src/pages/usage";
import { Vault } from "../src/pages/vault";
import { Webhooks } from "../src/pages/webhooks";
import { brief, detail, entry, intake, need, project, task } from "./records";
import { serve } from "./server";

const AT = "2026-11-09T09:00:00Z";
/** People's words: right to left, an emoji of several signs, a mark that turns what follows, and as long as a name may be. */
const NAME = `מאפייה 👩‍🚀 \u202e${"נ".repeat(80)}`;
const SESSION: SessionView = {
  user: { id: "usr_1", email: "mira@example.com", name: NAME, email_verified: true },
  account: { id: "acc_1", name: NAME, timezone: "UTC", created_at: "2020-01-01T00:00:00Z", gone_at: null }, scopes: [], expires_at: AT, proved_at: new Date().toISOString(),
};
const list = (name: string, ...all: unknown[]) => ({ [name]: all, has_more: false, next_cursor: null }) as never;
const own = project({ name: NAME, description: NAME });
const key = { id: "key_1", name: NAME, prefix: "atr_1", scopes: ["pa:access"], preset: "read_only", allowed_ips: null, project_ids: ["prj_1"], status: "active", created_at: AT, last_used_at: null, expires_at: null, revoked_at: null, used_from: [], successor_id: null };
const request = { id: "crq_1", name: NAME, type: "token", project_id: "prj_1", project_name: NAME, requested_by: "CTO", reason: NAME, blocks: "release", how_to_obtain: NAME, priority: "high", status: "pending", created_at: AT };
const credential = { id: "crd_1", name: NAME, project_id: "prj_1", type: "token", username: NAME, version: 1, uses: 1, last_used_at: AT, updated_at: AT, expires_at: null, allowed_hosts: [] };
const usage = { totals: { requests: 1, errors: 0, messages: 0, replies: 0, task_runs: 0 }, buckets: [{ date: "2026-11-09", requests: 1, errors: 0, groups: [{ name: "key_1", requests: 1, errors: 0 }] }], models: [] };
const connection = { id: "con_1", name: NAME, domain: null, redirect_host: "helper.example", granted_at: AT, last_used_at: null, scopes: ["projects:read"] };

type Answers = Parameters<typeof serve>[0];
/** What a page shows first of all, and what else it asks for. */
const PAGES: [of: string, shown: ComponentChild, first: Route, answer: unknown, around?: Answers][] = [
  ["the inbox", <Inbox tab={undefined} />, "GET /inbox", list("items", need({ project_name: NAME, title: NAME, kind: "still", sentence: NAME }))],
  ["the projects", <Projects />, "GET /projects", list("projects", own)],
  ["a project", <Project id="prj_1" />, "GET /projects/{project_id}", detail({ ...own })],
  ["the questions", <Project id="prj_1" part="intake"><Intake id="prj_1" /></Project>, "GET /projects/{project_id}/intake", intake({ goal: NAME, approver: NAME }), { "GET /projects/{project_id}": () => detail({ ...own, status: "draft" }), "GET /projects/{project_id}/brief": () => brief({ estimate: null }) }],
  ["a brief", <Brief project={detail({ ...own })} />, "GET /projects/{project_id}/brief", brief({ goal: NAME, approver: NAME, entries: [entry({ text: NAME, audiences: ["A1"] }), entry({ id: "A1", type: "audience", text: NAME, kinds: [], effort_days: null }), entry({ id: "R2", text: NAME, state: "dropped" })] })],
  ["the conversations", <Ask project="prj_1" />, "GET /projects", list("projects", own)],
  ["the tasks", <Reports />, "GET /pa/tasks", list("tasks", task({ task: NAME, kind: "reminder" }))],
  ["a task", <Task id="tsk_1" />, "GET /pa/tasks/{task_id}", task({ task: NAME })],
  ["the reports", <Reports />, "GET /pa/reports", list("reports", { id: "rep_1", title: NAME, created_at: AT, succeeded: true })],
  ["a report", <Report id="rep_1" />, "GET /pa/reports/{report_id}", { id: "rep_1", title: NAME, content: "", created_at: AT, task_id: "tsk_1", data: {} }],
  ["the vault's requests", <Vault request={undefined} link={null} />, "GET /vault/requests", list("requests", request, { ...request, id: "crq_2", status: "declined" }), { "GET /projects": () => list("projects", own) }],
  ["the vault", <Vault request={undefined} link={null} />, "GET /vault/credentials", list("credentials", credential), { "GET /projects": () => list("projects", own) }],
  ["the keys", <Keys />, "GET /api/account/api-keys", list("api_keys", key)],
  ["a key", <Key id="key_1" />, "GET /api/account/api-keys/{key_id}", key, { "GET /projects": () => list("projects", own) }],
  ["usage", <Usage />, "GET /dashboard/usage", usage, { "GET /api/account/api-keys": () => list("api_keys", key) }],
  ["the webhooks", <Webhooks />, "GET /api/account/webhooks", { webhooks: [{ id: "whk_1", url: "https://hooks.example.com", description: NAME, types: ["report.ready"], enabled: true }] }],
  ["the connections", <Connections />, "GET /api/account/connections", { connections: [connection] }],
  ["a consent", <Connect id="req" />, "GET /api/oauth/requests/{connect_id}", { ...connection, scopes: [{ scope: "projects:read", description: "Read", preset: true }] }],
  ["the passkeys", <Security />, "GET /api/account/passkeys", { passkeys: [{ id: "psk_1", name: NAME, synced: false, created_at: AT, last_used_at: null }] }, { "GET /api/account/totp": () => ({ confirmed_at: null, recovery_codes_left: 0 }) }],
];

beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn();
  setSession(SESSION);
});
afterEach(() => {
  setSession(null);
  vi.restoreAllMocks();
});

test.each(PAGES)("%s: waits, says why it can't be read, and shows people's words whole in their own direction when tried again", async (_, shown, first, answer, around) => {
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  let isRefused = true;
  serve({
    ...around,
    [first]: async () => {
      await gate;
      if (isRefused) throw new ApiError(503, "UNAVAILABLE", "The office is closed for a moment.");
      return answer;
    },
  } as Answers);
  const { container } = render(<>{shown}</>);
  expect((await screen.findAllByRole("status", { name: "Loading" })).length).toBeGreaterThan(0);
  open();
  const refusal = (await screen.findAllByText("The office is closed for a moment."))[0]!.parentElement!;
  expect(refusal.getAttribute("role")).toBe("alert");
  isRefused = false;
  fireEvent.click(within(refusal).getByRole("button", { name: "Try again" }));

  await waitFor(() => expect(container.textContent).toContain(NAME));
  await waitFor(() => expect(screen.queryByText("The office is closed for a moment.")).toBeNull());
  const found = document.createTreeWalker(container, NodeFilter.SHOW_TEXT);
  for (let text = found.nextNode(); text; text = found.nextNode()) {
    const words = text.textContent!;
    const place = text.parentElement!;
    if (/\p{Script=Hebrew}/u.test(words) && !place.closest(".sr")) expect([place.outerHTML, place.closest("bdi, [dir=auto]") !== null]).toEqual([expect.stringMatching(/מאפייה/), true]);
  }
});
