import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/preact";
import type { ComponentChild } from "preact";
import { useState } from "preact/hooks";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError, type Route } from "../src/api/call";
import type { ApiKeyView, CredentialRequestView, CredentialView, EndpointView, SessionView } from "../src/api/schema";
import { isEnded, renewed, setSession } from "../src/api/session";
import { isAsked, stepUpEnds } from "../src/api/step-up";
import { ChangeWhole } from "../src/pages/change-whole";
import { DeleteProject } from "../src/pages/deleted-projects";
import { Escalation } from "../src/pages/escalation";
import { Snooze } from "../src/pages/inbox-dialogs";
import { Intake } from "../src/pages/intake";
import { RenameKey, RevokeKey, RotateKey } from "../src/pages/key-dialogs";
import { LifetimeLimit } from "../src/pages/key-lifetime";
import { Leave } from "../src/pages/leave";
import { CreateKey } from "../src/pages/new-key";
import { Project } from "../src/pages/project";
import { ChangeProject } from "../src/pages/project-dialogs";
import { Projects } from "../src/pages/projects";
import { Security } from "../src/pages/security";
import { DeleteTask } from "../src/pages/task";
import { EditTask, NewTask } from "../src/pages/task-form";
import { Decline, DeleteCredential, Deposit, Fulfil } from "../src/pages/vault-dialogs";
import { DeleteEndpoint, EditEndpoint, Recover, RotateSecret } from "../src/pages/webhook-dialogs";
import { EditWork, EndWork, ReturnWork } from "../src/pages/work-dialogs";
import { brief, detail, estimate, intake, need, project, task as taskOf } from "./records";
import { asked, serve } from "./server";
import { HASH, item } from "./work-records";

const AT = "2026-11-09T09:00:00Z";
/** People's words: right to left, an emoji of several signs, a mark that turns what follows, and as long as a name may be. */
const NAME = `מאפייה 👩‍🚀 \u202e${"נ".repeat(80)}`;
const SESSION: SessionView = {
  user: { id: "usr_1", email: "mira@example.com", name: "Mira", email_verified: true },
  account: { id: "acc_1", name: "Mira", timezone: "UTC", created_at: AT, gone_at: null }, scopes: [], expires_at: AT, proved_at: new Date().toISOString(),
};
const key = { id: "key_1", name: NAME, prefix: "atr_12345678", scopes: [], preset: null, status: "active", last_used_at: null } as never as ApiKeyView;
const request = { id: "crq_1", name: NAME, type: "password", project_id: "prj_1", project_name: NAME, requested_by: "CTO", reason: "", how_to_obtain: "Ask the host.", status: "pending" } as never as CredentialRequestView;
const credential = { id: "crd_1", name: NAME, project_id: "prj_1", type: "token", version: 1, uses: 0, allowed_hosts: [], allowed_methods: ["GET"], allowed_paths: ["/"], use_policy: "ask_first", inject: null } as never as CredentialView;
const endpoint = { id: "whk_1", url: "https://hooks.example.com", types: ["report.ready"], description: NAME, recover_since: AT } as never as EndpointView;
const edited = taskOf();
const own = project({ name: NAME });
const work = item({ title: NAME });

type Answers = Parameters<typeof serve>[0];
type Close = () => void;
interface Case {
  of: string;
  /** The dialog itself, or a page of which `open` opens it. */
  shown: ComponentChild | ((close: Close) => ComponentChild);
  open?: string | RegExp;
  act: string;
  route: Route;
  /** What is typed, by label. */
  typed?: Record<string, string>;
  /** A field that the API may refuse, and its label. */
  field?: [name: string, label: string];
  answer?: unknown;
  /** What is done leads to another screen, and takes the dialog along. */
  leads?: true;
  around?: Answers;
}

const CASES: Case[] = [
  { of: "a new key", shown: (close) => <CreateKey close={close} made={close} />, act: "Create key", route: "POST /api/account/api-keys", typed: { Name: NAME, "Allowed IPs": "203.0.113.9" }, field: ["allowed_ips.0", "Allowed IPs"] },
  { of: "a key's new name", shown: (close) => <RenameKey of={key} close={close} />, act: "Rename", route: "PATCH /api/account/api-keys/{key_id}", typed: { Name: NAME }, field: ["name", "Name"] },
  { of: "a key's rotation", shown: (close) => <RotateKey of={key} close={close} made={close} />, act: "Rotate key", route: "POST /api/account/api-keys/{key_id}/rotate", typed: { "Keep the old key working for": "86400" }, field: ["grace_seconds", "Keep the old key working for"] },
  { of: "a key's end", shown: (close) => <RevokeKey of={key} close={close} />, act: "Revoke key", route: "DELETE /api/account/api-keys/{key_id}" },
  { of: "how long keys live", shown: <LifetimeLimit />, open: "Change the limit", act: "Save limit", route: "PATCH /api/account/key-policy", around: { "GET /api/account/key-policy": () => ({ max_lifetime_days: 30 }) } },
  { of: "a deposit", shown: (close) => <Deposit projects={[own]} close={close} />, act: "Add", route: "POST /vault/credentials/{id}", typed: { Name: NAME, "User name": NAME, Value: "שלום-secret", Note: NAME, "Allowed hosts": "api.example.com", Paths: "/v1" }, field: ["allowed_paths.0", "Paths"], answer: { name: NAME } },
  { of: "a replacement", shown: (close) => <Deposit projects={[own]} old={credential} close={close} />, act: "Replace", route: "POST /vault/credentials/{id}", typed: { Value: "new-secret-value" }, field: ["value", "Value"], answer: { name: NAME } },
  { of: "what was asked for", shown: (close) => <Fulfil request={request} close={close} />, act: "Provide access", route: "POST /vault/requests/{request_id}/fulfill", typed: { "User name": NAME, Value: "geheim 🔑", Note: NAME }, field: ["username", "User name"] },
  { of: "a refusal to give access", shown: (close) => <Decline request={request} close={close} />, act: "Decline", route: "POST /vault/requests/{request_id}/decline", typed: { Reason: NAME }, field: ["reason", "Reason"] },
  { of: "a credential's end", shown: (close) => <DeleteCredential credential={credential} close={close} />, act: "Delete", route: "DELETE /vault/credentials/{id}" },
  { of: "snoozing", shown: (close) => <Snooze items={[need({ project_name: NAME })]} handled={() => undefined} back={() => undefined} close={close} />, act: "Snooze", route: "POST /inbox/{item_id}/snooze", typed: { "Or type a time": "Thursday 5pm" }, field: ["until", "Or type a time"], answer: { snoozed_until: AT } },
  { of: "a ceiling", shown: (close) => <ChangeProject what="ceiling" project={own} close={close} />, act: "Set ceiling", route: "PATCH /projects/{project_id}", typed: { Ceiling: "5000" }, field: ["budget_ceiling.amount", "Ceiling"], answer: own },
  { of: "a project's name", shown: (close) => <ChangeProject what="name" project={own} close={close} />, act: "Rename", route: "PATCH /projects/{project_id}", typed: { Name: `${NAME}2` }, field: ["name", "Name"], answer: own },
  { of: "a deadline", shown: (close) => <ChangeProject what="deadline" project={own} close={close} />, act: "Set deadline", route: "PATCH /projects/{project_id}", typed: { "Finish by": "2027-03-01" }, field: ["deadline", "Finish by"], answer: own },
  { of: "team and day rates", shown: (close) => <ChangeProject what="rates" project={own} estimate={estimate(8400)} close={close} />, act: "Save", route: "PATCH /projects/{project_id}", typed: { "CTO, EUR a day": "800", "People working": "3" }, field: ["day_rates.CTO", "CTO, EUR a day"], answer: own },
  { of: "what is said of the whole product", shown: (close) => <ChangeWhole brief={brief()} close={close} />, act: "Save", route: "PATCH /projects/{project_id}/brief", typed: { Goal: NAME }, field: ["goal", "Goal"], answer: brief() },
  { of: "a new work item", shown: (close) => <EditWork project="prj_1" all={[work]} close={close} />, act: "Add work item", route: "POST /projects/{project_id}/work-items", typed: { Title: NAME, Task: NAME, "Acceptance criteria": `${NAME}\nmore` }, field: ["criteria.1", "Acceptance criteria"], answer: work },
  { of: "a changed work item", shown: (close) => <EditWork project="prj_1" item={work} all={[work]} close={close} />, act: "Save", route: "PATCH /work-items/{work_id}", typed: { Task: NAME }, field: ["what", "Task"] },
  { of: "a work item's cancelling", shown: (close) => <EndWork item={work} how="cancel" close={close} />, act: "Cancel item", route: "POST /work-items/{work_id}/cancel", typed: { "Reason (optional)": NAME }, field: ["reason", "Reason (optional)"] },
  { of: "closing a work item by hand", shown: (close) => <EndWork item={work} how="close" close={close} />, act: "Mark as done", route: "POST /work-items/{work_id}/close", typed: { Reason: NAME }, field: ["note", "Reason"] },
  { of: "a return", shown: (close) => <ReturnWork item={work} hash={HASH} doubts={[]} close={close} done={() => undefined} />, act: "Return", route: "POST /work-items/{work_id}/review", typed: { "What is missing?": NAME }, field: ["body", "What is missing?"] },
  { of: "a project's deletion", shown: (close) => <DeleteProject project={detail({ name: NAME })} close={close} />, act: "Delete project", route: "DELETE /projects/{project_id}", typed: { Type: NAME }, answer: { gone_at: AT }, leads: true },
  { of: "a new project", shown: <Projects />, open: "New project", act: "Continue", route: "POST /projects", typed: { Name: NAME, "Describe what you want to build": NAME }, field: ["name", "Name"], answer: own, around: { "GET /projects": () => ({ projects: [project()], has_more: false, next_cursor: null }) } },
  { of: "pausing a project", shown: <Project id="prj_1" />, open: "Pause…", act: "Pause", route: "POST /projects/{project_id}/status", around: { "GET /projects/{project_id}": () => detail() } },
  { of: "a task's deletion", shown: (close) => <DeleteTask task={taskOf({ task: NAME })} close={close} />, act: "Delete", route: "DELETE /pa/tasks/{task_id}" },
  { of: "a new task", shown: (close) => <NewTask close={close} />, act: "Add", route: "POST /pa/task", typed: { "What should the assistant tell you?": NAME, "When?": "every Friday at 9am" }, field: ["when", "When?"], answer: { task_id: "tsk_1", same_as: [] }, leads: true },
  {
    of: "a changed task", shown: (close) => <EditTask task={edited} close={close} />, act: "Save", route: "PATCH /pa/tasks/{task_id}", typed: { "What should the assistant tell you?": NAME, "When?": "every Friday at 9am" }, field: ["when", "When?"], answer: edited,
    around: { "GET /projects": () => ({ projects: [own], has_more: false, next_cursor: null }) },
  },
  { of: "who is asked in silence", shown: <Escalation project="prj_1" />, open: "Add one", act: "Save", route: "POST /projects/{project_id}/escalation", typed: { "In your words": NAME }, field: ["text", "In your words"], answer: { rule: null, planned: [] }, around: { "GET /projects/{project_id}/escalation": () => ({ rule: null, planned: [] }) as never, "GET /api/account/approvers": () => ({ approvers: [] }) } },
  { of: "a new endpoint", shown: (close) => <EditEndpoint of={null} close={close} made={close} />, act: "Add webhook", route: "POST /api/account/webhooks", typed: { URL: "https://hooks.example.com", "Description (optional)": NAME }, field: ["url", "URL"] },
  { of: "a changed endpoint", shown: (close) => <EditEndpoint of={endpoint} close={close} made={close} />, act: "Save", route: "PATCH /api/account/webhooks/{endpoint_id}", typed: { "Description (optional)": NAME }, field: ["description", "Description (optional)"] },
  { of: "a new signing secret", shown: (close) => <RotateSecret of={endpoint} close={close} made={close} />, act: "Rotate secret", route: "POST /api/account/webhooks/{endpoint_id}/rotate-secret" },
  { of: "an endpoint's deletion", shown: (close) => <DeleteEndpoint of={endpoint} close={close} />, act: "Delete", route: "DELETE /api/account/webhooks/{endpoint_id}" },
  { of: "sending again", shown: (close) => <Recover of={endpoint} close={close} />, act: "Resend", route: "POST /api/account/webhooks/{endpoint_id}/recover", answer: { recovered: 1, next_since: null } },
  {
    of: "submitting a brief", shown: <Intake id="prj_1" />, open: "Submit brief", act: "Accept and submit", route: "POST /projects/{project_id}/submit",
    around: { "GET /projects/{project_id}": () => detail({ status: "draft", phase: "intake" }), "GET /projects/{project_id}/intake": () => intake({ goal: "Bread", approver: "Mira" }), "GET /projects/{project_id}/brief": () => brief() },
  },
  {
    of: "an authenticator app", shown: <Security />, open: "Set up app", act: "Confirm", route: "POST /api/account/totp/confirm", typed: { Code: "123456" }, field: ["code", "Code"], answer: { recovery_codes: ["a"] },
    around: { "GET /api/account/passkeys": () => ({ passkeys: [] }), "GET /api/account/totp": () => ({ confirmed_at: null, recovery_codes_left: 0 }), "POST /api/account/totp": () => ({ secret: "abc", uri: "", qr: "" }) as never },
  },
  { of: "an account's deletion", shown: <Leave />, open: "Delete account", act: "Delete account", route: "DELETE /api/account", typed: { "Type mira@example.com to confirm": "mira@example.com" }, field: ["confirm", "Type mira@example.com to confirm"], leads: true, around: { "GET /api/auth/session": () => SESSION } },
];

function Host({ children }: { children: (close: Close) => ComponentChild }) {
  const [open, setOpen] = useState(true);
  return <>{open && children(() => setOpen(false))}</>;
}

/** Open the dialog, its answer to be given by `given`, and fill it in. */
async function filled({ shown, open, act: label, route, typed = {}, answer = {}, around }: Case, given: () => void | Promise<void>) {
  serve({ ...around, [route]: async () => { await given(); return answer; } } as Answers);
  render(typeof shown === "function" ? <Host>{shown as (close: Close) => ComponentChild}</Host> : <>{shown}</>);
  if (open) {
    const opens = await waitFor(() => screen.queryByRole("menuitem", { name: open }) ?? screen.getByRole("button", { name: open }));
    await waitFor(() => expect(opens).toHaveProperty("disabled", false));
    fireEvent.click(opens);
  }
  const dialog = await waitFor(() => document.querySelector<HTMLElement>(open ? "dialog[open]" : "dialog[open], form") ?? expect.fail("no dialog"));
  const control = (name: string) => within(dialog).getByLabelText<HTMLInputElement>((text) => text.startsWith(name));
  for (const [name, value] of Object.entries(typed)) {
    control(name).value = value;
    control(name).dispatchEvent(new Event(control(name).tagName === "SELECT" ? "change" : "input", { bubbles: true }));
    await waitFor(() => expect(control(name).value).toBe(value));
  }
  const button = within(dialog).getByText(label, { selector: "button[type=submit]" });
  return {
    dialog, control,
    told: () => [...dialog.querySelectorAll("[role=alert]")].map((one) => one.textContent).join(), // by its attribute: roles are dear to work out, and asked for often
    press: () => fireEvent.click(button),
    waits: () => button.getAttribute("aria-disabled") === "true",
    sent: () => asked.filter((one) => one.route === route),
    isAsTyped: () => Object.entries(typed).forEach(([name, value]) => expect(control(name).value).toBe(value)),
  };
}

/** People's words stand whole and apart from ours, and so does what is typed. */
function expectOwnDirection(dialog: HTMLElement): void {
  const found = document.createTreeWalker(dialog, NodeFilter.SHOW_TEXT);
  for (let text = found.nextNode(); text; text = found.nextNode()) {
    const said = text.textContent!;
    if (/\p{Script=Hebrew}/u.test(said)) expect([said, text.parentElement!.closest("bdi, [dir=auto]") !== null]).toEqual([expect.stringContaining(NAME), true]);
  }
  const typedInto = [...dialog.querySelectorAll<HTMLElement>("textarea, input:not([type=checkbox], [type=radio])")];
  expect(typedInto.filter((one) => one.dir !== "auto")).toEqual([]);
}

const gone = (): never => {
  throw new TypeError("Failed to fetch");
};
const refused = (...given: ConstructorParameters<typeof ApiError>) => (): never => {
  throw new ApiError(...given);
};

beforeEach(() => {
  vi.spyOn(location, "hash", "set").mockReturnValue();
  setSession(SESSION);
});
afterEach(() => {
  stepUpEnds(false);
  setSession(SESSION); // whatever still waits ends
  setSession(null);
  vi.restoreAllMocks();
});

test.each(CASES)("$of: a lost network and every refusal are said in words, and what was typed can be sent again", async (given) => {
  let answer: () => void = gone;
  const { dialog, told, press, waits, isAsTyped, sent, control } = await filled(given, () => answer());
  expectOwnDirection(dialog);
  const troubles: [() => void, RegExp][] = [
    [gone, /You are offline/],
    [refused(403, "FORBIDDEN", "This is not allowed."), /not allowed/],
    [refused(400, "VALIDATION_ERROR", "The request is not valid.", [{ field: "unheard_of", message: "It has passed." }]), /It has passed/],
  ];
  for (const [index, [trouble, words]] of troubles.entries()) {
    answer = trouble;
    press();

    await waitFor(() => expect(told()).toMatch(words));
    expect(waits()).toBe(false);
    expect(sent()).toHaveLength(index + 1);
    isAsTyped();
  }
  if (given.field) {
    const [field, label] = given.field;
    answer = refused(400, "VALIDATION_ERROR", "The request is not valid.", [{ field, message: "Say it otherwise." }]);
    press();

    await waitFor(() => expect(control(label).getAttribute("aria-invalid")).toBe("true"));
    expect(within(dialog).getAllByText("Say it otherwise.")).toHaveLength(1);
    await waitFor(() => expect(document.activeElement).toBe(control(label)));
    isAsTyped();
  }
  const before = sent().length;
  answer = () => undefined;
  press();

  await waitFor(() => expect(sent()).toHaveLength(before + 1));
  if (!given.leads) await waitFor(() => expect(dialog.isConnected).toBe(false));
});

test.each(CASES)("$of: a slow answer is waited for once, a proof that is not given and a session that ended lose nothing", async (given) => {
  let answer: () => void | Promise<void> = refused(403, "STEP_UP_REQUIRED", "Confirm that it is you.");
  const { dialog, told, press, waits, isAsTyped, sent } = await filled(given, () => answer());
  press();
  await waitFor(() => expect(isAsked()).toBe(true));
  act(() => stepUpEnds(false));
  await waitFor(() => expect(told()).toContain("nothing changed"));
  isAsTyped();

  let over = (): void => undefined;
  answer = () => new Promise<void>((resolve) => (over = resolve)).then(refused(401, "UNAUTHORIZED", "Sign in."));
  press();
  await waitFor(() => expect(waits()).toBe(true));
  press();
  fireEvent.submit(dialog.closest("form") ?? dialog.querySelector("form")!);
  expect(sent()).toHaveLength(2);
  over();
  await waitFor(() => expect(isEnded()).toBe(true));
  isAsTyped();

  answer = () => undefined;
  act(() => renewed(SESSION));

  await waitFor(() => expect(sent()).toHaveLength(3));
  expect(sent()[2]).toEqual(sent()[1]);
  if (!given.leads) await waitFor(() => expect(dialog.isConnected).toBe(false));
});
