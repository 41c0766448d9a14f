import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/preact";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError, type Route } from "../src/api/call";
import { client } from "../src/api/data";
import type { ApiKeyCreated, ApiKeyView, IntakeView, ProjectView, SessionView } from "../src/api/schema";
import { setSession } from "../src/api/session";
import { Deliverable } from "../src/pages/deliverable";
import { Enter } from "../src/pages/enter";
import { Escalation } from "../src/pages/escalation";
import { Intake } from "../src/pages/intake";
import { RevealKey, RotateKey } from "../src/pages/key-dialogs";
import { Keys } from "../src/pages/keys";
import { CreateKey } from "../src/pages/new-key";
import { Password } from "../src/pages/password";
import { Profile } from "../src/pages/profile";
import { ChangeProject } from "../src/pages/project-dialogs";
import { Project } from "../src/pages/project";
import { Projects } from "../src/pages/projects";
import { Security } from "../src/pages/security";
import { Usage } from "../src/pages/usage";
import { Vault } from "../src/pages/vault";
import { Deposit } from "../src/pages/vault-dialogs";
import { EditWork, EndWork } from "../src/pages/work-dialogs";
import { theme } from "../src/lib/theme";
import { Shell } from "../src/shell";
import { Toasts } from "../src/ui/toast";
import { brief as emptyBrief, detail, estimate, intake, need, project, whole } from "./records";
import { asked, serve } from "./server";
import { item } from "./work-records";

const AT = "2026-11-09T09:00:00Z";
const SESSION: SessionView = {
  user: { id: "usr_1", email: "mira@example.com", name: "Mira", email_verified: true },
  account: { id: "acc_1", name: "Mira", timezone: "UTC", created_at: AT, gone_at: null }, scopes: [], expires_at: AT, proved_at: new Date().toISOString(),
};
const pending = () => new Promise<never>(() => undefined);
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole("button", { name }));
const tick = async (label: string | RegExp) => fireEvent.click(await screen.findByLabelText(label));
const type = async (label: string | RegExp, value: string) => fireEvent.input(await screen.findByLabelText(label), { target: { value } });
const choose = async (label: string, value: string) => {
  const select = await screen.findByLabelText<HTMLSelectElement>(label);
  await waitFor(() => expect([...select.options].map((one) => one.value)).toContain(value));
  select.value = value;
  select.dispatchEvent(new Event("change", { bubbles: true }));
};
const bodies = (route: Route) => asked.filter((one) => one.route === route).map(({ body }) => body);
const list = <T extends string>(name: T, ...all: unknown[]) => ({ [name]: all, has_more: false, next_cursor: null }) as never;

beforeEach(() => {
  setSession(SESSION);
});
afterEach(() => {
  setSession(null);
  document.documentElement.style.colorScheme = "";
  vi.restoreAllMocks();
});

// Tabs and filters

const rows = () => screen.queryAllByRole("rowheader").map((one) => one.querySelector(".name")!.textContent);

test("each tab of the keys shows its own, with their number, and says so when there are none", async () => {
  const key = (name: string, status: ApiKeyView["status"]) => ({ id: name, name, prefix: "atr_1", scopes: [], preset: "read_only", allowed_ips: null, project_ids: null, status, created_at: AT, last_used_at: null, expires_at: null });
  serve({ "GET /api/account/api-keys": () => list("api_keys", key("CI", "active"), key("Laptop", "active"), key("Old", "expired")) });
  render(<Keys />);

  for (const [tab, names] of [[/^Active ?2$/, ["CI", "Laptop"]], [/^Expired ?1$/, ["Old"]], [/^All ?3$/, ["CI", "Laptop", "Old"]]] as const) {
    await press(tab);
    await waitFor(() => expect(rows()).toEqual(names));
    expect(screen.getByRole("button", { name: tab }).getAttribute("aria-pressed")).toBe("true");
  }
  await press(/^Revoked ?0$/);
  expect(await screen.findByText("No revoked keys")).toBeTruthy();
});

test("each tab of the projects shows its own, the deleted ones asked for by themselves", async () => {
  const made = (name: string, status: ProjectView["status"]) => project({ id: name, name, status });
  serve({
    "GET /projects": ({ query: { status } }) => (status === "deleted" ? list("projects", project({ id: "gone", name: "Gone", deleted_at: AT, gone_at: AT })) : list("projects", made("Draft", "draft"), made("Shop", "active"), made("Done", "completed"), made("Off", "cancelled"), { ...made("Old", "active"), archived: true })),
    "GET /inbox": () => list("items"),
  });
  render(<Projects />);

  for (const [tab, names] of [[/^Open ?2$/, ["Draft", "Shop"]], [/^Ended ?3$/, ["Done", "Off", "Old"]]] as const) {
    await press(tab);
    await waitFor(() => expect(rows()).toEqual(names));
  }
  await press("Deleted");
  expect(await screen.findByRole("button", { name: "Restore Gone" }, { timeout: 3000 })).toBeTruthy();
});

test("usage is saved as CSV and JSON for the range that is shown; what can't be had is said", async () => {
  vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:x");
  const saved = vi.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue();
  let refuse = true;
  serve({
    "GET /dashboard/export/{kind}": () => { if (refuse) throw new ApiError(503, "UNAVAILABLE", "Later."); return { filename: "budget", content_type: "text/csv", content: "a", rows: 2 } as never; },
  });
  render(<Usage />);
  await press("7 days");
  await press("CSV Budget");
  await screen.findByText("Later.");
  refuse = false;
  await press("CSV Budget");
  expect(await screen.findByText("Saved 2 rows")).toBeTruthy();
  await press("JSON Budget");

  await waitFor(() => expect(saved).toHaveBeenCalledTimes(2));
  const files = asked.filter((one) => one.route.includes("export")).slice(-2);
  expect(files.map(({ path, query }) => [path, query.format, (Date.parse(query.to!) - Date.parse(query.from!)) / 86_400_000])).toEqual([["/dashboard/export/budget", "csv", 6], ["/dashboard/export/budget", "json", 6]]);
});

test("unchanged parts between two revisions are folded, and shown by one press", async () => {
  const lines = Array.from({ length: 9 }, (_, index) => `Line ${index} stays.`);
  const written = (revision: number) => ({ content: [revision === 1 ? "Old beginning." : "New beginning.", ...lines].join("\n\n"), revision }) as never;
  history.replaceState(null, "", "#/?with=1");
  serve({
    "GET /projects/{project_id}/deliverables/{deliverable_id}": () => whole({ revision: 2, state: "approved", content: "x", history: [{ revision: 1, at: AT }, { revision: 2, at: AT }] as never }),
    "GET /projects/{project_id}/deliverables/{deliverable_id}/revisions/{revision}": ({ path }) => written(Number(path.at(-1))),
  });
  render(<Deliverable id="dlv_1" project="prj_1" />);
  const unfold = await screen.findByRole("button", { name: /^\d+ unchanged parts$/ }, { timeout: 3000 });
  expect(screen.queryByText("Line 8 stays.")).toBeNull();
  fireEvent.click(unfold);

  expect(await screen.findByText("Line 8 stays.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /unchanged/ })).toBeNull();
});

test("the palette sets the theme, and this browser keeps it", async () => {
  serve({});
  render(<Shell path={["inbox"]}><h1>Inbox</h1></Shell>);

  for (const [typed, scheme] of [["Light th", "light"], ["Dark th", "dark"], ["as device", ""]] as const) {
    await act(async () => { fireEvent.keyDown(document.body, { key: "k", ctrlKey: true }); });
    fireEvent.input(await screen.findByRole("combobox", {}, { timeout: 5000 }), { target: { value: typed } });
    await waitFor(() => expect(screen.getAllByRole("option")).toHaveLength(1));
    fireEvent.click(screen.getByRole("option"));
    await waitFor(() => expect(document.documentElement.style.colorScheme).toBe(scheme));
    expect(theme()).toBe(scheme);
  }
});

test("the menu counts what the inbox has, and nothing else", async () => {
  serve({ "GET /inbox": () => ({ items: ["att_1", "att_2", "att_3"].map((id) => need({ id })), has_more: false, next_cursor: null }), "GET /events": pending });
  render(<Shell path={["projects"]}><h1>Projects</h1></Shell>);

  const menu = within(screen.getByRole("navigation", { name: "Main menu" }));
  await menu.findByText("3");
  expect([...document.querySelectorAll("nav b")].map((one) => [one.closest("a")!.getAttribute("href"), one.textContent])).toEqual([["#/inbox", "3 waiting"]]);
});

// What is ticked and chosen is what is sent

const SCOPES = { scopes: [{ scope: "projects:read", description: "Read" }, { scope: "vault:write", description: "Deposit" }], presets: [{ preset: "read_only", name: "Read Only", scopes: ["projects:read"] }, { preset: "vault_only", name: "Vault", scopes: ["vault:write"] }] };

test("a key gets the preset that is chosen, the scopes that are ticked, and ends when it should", async () => {
  serve({ "GET /api/account/scopes": () => SCOPES as never, "POST /api/account/api-keys": () => { throw new ApiError(503, "UNAVAILABLE", "Later."); } });
  render(<CreateKey close={() => undefined} made={() => undefined} />);
  await type("Name", "CI");
  await tick(/^Read only/);
  await tick("Never");
  expect(await screen.findByText(/If this key leaks, it works until you revoke it/)).toBeTruthy();
  await press("Create key");
  await waitFor(() => expect(bodies("POST /api/account/api-keys")).toHaveLength(1));
  await screen.findByRole("alert");
  await tick(/vault:write/);
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/^Custom/).checked).toBe(true));
  await tick("7 days");
  await press("Create key");

  await waitFor(() => expect(bodies("POST /api/account/api-keys")).toHaveLength(2));
  const [first, second] = bodies("POST /api/account/api-keys");
  expect(first).toEqual({ name: "CI", preset: "read_only", allowed_ips: null, project_ids: null, expiresAt: null });
  expect(second).toMatchObject({ scopes: ["projects:read", "vault:write"] });
  expect(Math.round((Date.parse(second.expiresAt) - Date.now()) / 86_400_000)).toBe(7);
});

test("a project that appears meanwhile does not take the place of the one about to be ticked", async () => {
  const projects = [project({ name: "Harbour" })];
  serve({ "GET /projects": () => ({ projects, next_cursor: null, has_more: false }) });
  render(<CreateKey close={() => undefined} made={() => undefined} />);
  const box = await screen.findByRole("checkbox", { name: "Harbour", hidden: true });

  projects.unshift(project({ id: "prj_2", name: "Market" }));
  await act(() => client.invalidateQueries());
  await screen.findByRole("checkbox", { name: "Market", hidden: true });

  expect(screen.getByRole("checkbox", { name: "Harbour", hidden: true })).toBe(box);
});

test("a new key is shown hidden in the lines of each tool, and copied whole", async () => {
  const writeText = vi.fn(async (_: string) => undefined);
  Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText } });
  const secret = "atr_12345678_the-rest-of-it";
  render(<RevealKey of={{ name: "CI", key: secret, preset: "mcp_assistant" } as ApiKeyCreated} close={() => undefined} />);

  for (const [tool, line] of [["Claude Code", "claude mcp add"], ["Cursor", "mcpServers"], ["VS Code", "\"servers\""], ["curl", "curl "]] as const) {
    await press(tool);
    const snippet = await screen.findByText((text) => text.includes(line), { selector: "pre" });
    expect(snippet.textContent).not.toContain(secret);
    await press("Copy with the key");
    await screen.findByText("Copied");
    expect(writeText.mock.calls.at(-1)![0]).toContain(`Bearer ${secret}`);
  }
  expect(screen.getByRole("link", { name: "API reference" }).getAttribute("href")).toBe("https://atrium.example/docs");
  writeText.mockRejectedValue(new Error("forbidden"));
  await press("Copy");
  expect(await screen.findByText("Select it and copy it by hand")).toBeTruthy();
});

test("a worker's new key is shown with the requests of its work, in the one project that it sees", async () => {
  render(<RevealKey of={{ name: "CI", key: "atr_12345678_the-rest-of-it", preset: "worker", project_ids: ["prj_1"] } as ApiKeyCreated} close={() => undefined} />);

  const snippet = (await screen.findByText((text) => text.includes("curl "), { selector: "pre" })).textContent!;
  expect(snippet.match(/atrium\.example\/[^\s"]+/g)).toEqual(["atrium.example/projects/prj_1/work-items?state=ready", "atrium.example/work-items/WORK_ID/claim", "atrium.example/work-items/WORK_ID/submit"]);
  expect(snippet).not.toContain("the-rest-of-it");
});

test("a rotated key's predecessor works as long as is chosen", async () => {
  serve({ "POST /api/account/api-keys/{key_id}/rotate": pending });
  render(<RotateKey of={{ id: "key_1", name: "CI" } as ApiKeyView} close={() => undefined} made={() => undefined} />);
  await choose("Keep the old key working for", "0");
  await press("Rotate key");

  await waitFor(() => expect(bodies("POST /api/account/api-keys/{key_id}/rotate")).toEqual([{ grace_seconds: 0 }]));
});

test("name, time zone and password are saved as they were given, and the name shows at once", async () => {
  let now = SESSION;
  serve({
    "PATCH /api/account": ({ body }) => (now = { ...now, account: { ...now.account, ...body } }) as never,
    "GET /api/auth/session": () => now, "POST /api/account/password": () => ({ ended_sessions: 2 }) as never,
  });
  render(<><Profile /><Password /><Toasts /></>);
  const you = within((await screen.findByRole("heading", { name: "You" })).closest("section")!);
  fireEvent.input(you.getByLabelText("Name"), { target: { value: "מירה" } });
  expect(you.getByLabelText("Time zone").closest(".field")!.textContent).toContain("Schedules keep the time zone they were made in.");
  await choose("Time zone", "Europe/Berlin");
  fireEvent.click(you.getByRole("button", { name: "Save" }));
  await screen.findByText("Saved");
  await press("Change password");
  await type("Current password", "four random words walk");
  await type("New password", "five other words stand here");
  await press("Save password");

  expect(await screen.findByText("Password changed. 2 other sessions ended")).toBeTruthy();
  expect(bodies("PATCH /api/account")).toEqual([{ name: "מירה", timezone: "Europe/Berlin" }]);
  expect(bodies("POST /api/account/password")).toEqual([{ current: "four random words walk", new: "five other words stand here" }]);
  expect(screen.queryByLabelText("Current password")).toBeNull();
});

test("a passkey and the authenticator app are removed, and a refusal is said where it belongs", async () => {
  const held = [{ id: "psk_1", name: "מפתח 🔑", synced: true, created_at: AT, last_used_at: null }];
  let app: string | null = AT;
  serve({
    "GET /api/account/passkeys": () => ({ passkeys: held }) as never, "GET /api/account/totp": () => ({ confirmed_at: app, recovery_codes_left: 1 }),
    "DELETE /api/account/passkeys/{passkey_id}": () => { held.pop(); return {} as never; },
    "DELETE /api/account/totp": () => { if (asked.filter(({ route }) => route === "DELETE /api/account/totp").length === 1) throw new ApiError(503, "UNAVAILABLE", "Later."); app = null; return {} as never; },
  });
  render(<Security />);
  await press("Remove מפתח 🔑");
  await waitFor(() => expect(screen.queryByText("מפתח 🔑")).toBeNull());
  expect(screen.getByText(/You have 1 recovery code left/)).toBeTruthy();
  await press("Remove app");
  expect((await screen.findByRole("alert")).textContent).toContain("Later.");
  await press("Remove app");

  expect(await screen.findByRole("button", { name: "Set up app" })).toBeTruthy();
});

test("every kind of question is answered with its own control, and said to be saved", async () => {
  const question = (id: string, kind: string, more = {}) => ({ id, prompt: id, section: "More", type: kind, required: false, options: null, max_length: null, max_items: null, answer: null, ...more });
  const brief = { ...intake({}), questions: [
    question("Personal data?", "boolean"), question("Tone?", "choice", { options: ["plain", "warm"] }), question("Platforms?", "multi_choice", { options: ["web", "ios"] }), question("Must-haves?", "list"),
    question("Deadline?", "date"), question("Ceiling?", "money"), question("More?", "long_text"),
  ] } as never as IntakeView;
  const answers: Record<string, unknown> = {};
  serve({
    "GET /projects/{project_id}": () => detail({ status: "draft" }), "GET /projects/{project_id}/intake": () => brief, "GET /projects/{project_id}/brief": () => emptyBrief({ estimate: null }),
    "POST /projects/{project_id}/intake": ({ body }) => { Object.assign(answers, body.answers); return { ...brief, questions: brief.questions.map((one) => ({ ...one, answer: answers[one.id] ?? null })) } as never; },
  });
  history.replaceState(null, "", "#/projects/prj_1/intake?step=rest");
  render(<Intake id="prj_1" />);
  const is = (id: string, value: unknown) => waitFor(() => expect(answers[id]).toEqual(value), { timeout: 3000 });
  await tick("Yes");
  await is("Personal data?", true);
  await tick("Warm");
  await is("Tone?", "warm");
  await tick("Web");
  await is("Platforms?", ["web"]);
  await tick("iOS");
  await is("Platforms?", ["web", "ios"]);
  await tick("None");
  await is("Platforms?", []);
  await type("Must-haves?", " Bread \n\nלחם 🥐");
  await is("Must-haves?", ["Bread", "לחם 🥐"]);
  fireEvent.click(screen.getByText("None", { selector: "button" }));
  await is("Must-haves?", []);
  await type("Deadline?", "2027-01-31");
  await type("Ceiling?", "5.00");
  await screen.findByText("Not saved");
  await type("Ceiling?", "5.000");
  await choose("Currency", "CHF");
  await type("More?", "  ");
  await is("Deadline?", "2027-01-31");
  await is("Ceiling?", { amount: 5000, currency: "CHF" });
  await is("More?", null);
  await waitFor(() => expect(screen.getAllByText("Saved")).toHaveLength(7));
});

test("a ceiling is set in the currency that is chosen, until the brief is submitted", async () => {
  const own = project();
  serve({ "PATCH /projects/{project_id}": pending });
  render(<ChangeProject what="ceiling" project={{ ...own, submitted_at: null }} close={() => undefined} />);
  await type("Ceiling", "700");
  await choose("Currency", "JPY");
  fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Set ceiling" }));

  await waitFor(() => expect(bodies("PATCH /projects/{project_id}")).toEqual([{ budget_ceiling: { amount: 700, currency: "JPY" }, was: { budget_ceiling: null } }]));
});

test.each(["20000", "20.000", "20,000", "20 000", "20'000", "20’000", " 20\u202f000 "])("a ceiling of “%s” is twenty thousand, and shown as that before it is saved", async (typed) => {
  serve({ "PATCH /projects/{project_id}": pending });
  render(<ChangeProject what="ceiling" project={project()} close={() => undefined} />);
  await type("Ceiling", typed);
  expect(screen.getByText(/^EUR 20,000/)).toBeTruthy();
  await press("Set ceiling");

  await waitFor(() => expect(bodies("PATCH /projects/{project_id}").map((body) => body.budget_ceiling)).toEqual([{ amount: 20000, currency: "EUR" }]));
});

test.each(["20.00", "1.2345", "20.000,50", "about 20", "2,0000", "1.000,000"])("“%s” is no whole amount, said at its field and not sent", async (typed) => {
  serve({});
  render(<ChangeProject what="ceiling" project={project()} close={() => undefined} />);
  await type("Ceiling", typed);
  await press("Set ceiling");

  expect(screen.getByLabelText("Ceiling").getAttribute("aria-invalid")).toBe("true");
  expect(screen.getByText("Type a whole amount, such as 20,000.")).toBeTruthy();
  expect(asked).toEqual([]);
});

test("a cost and day rates are read as amounts too", async () => {
  serve({ "POST /work-items/{work_id}/close": pending, "GET /projects/{project_id}": () => detail(), "PATCH /projects/{project_id}": pending });
  const page = render(<EndWork item={item()} how="close" close={() => undefined} />);
  await type("Cost in EUR", "1.800");
  expect(screen.getByText(/^EUR 1,800/)).toBeTruthy();
  await press("Mark as done");
  await waitFor(() => expect(bodies("POST /work-items/{work_id}/close")[0].cost).toBe(1800));
  page.unmount();

  render(<ChangeProject what="rates" project={project()} estimate={estimate(8000)} close={() => undefined} />);
  await type("CTO, EUR a day", "1.100");
  await press("Save");
  await waitFor(() => expect(bodies("PATCH /projects/{project_id}")[0].day_rates.CTO).toBe(1100));
});

test("what a credential may be called for is sent as it was chosen, and nothing of it without a host", async () => {
  serve({ "POST /vault/credentials/{id}": () => { throw new ApiError(503, "UNAVAILABLE", "Later."); } });
  render(<Deposit projects={[project(), project({ id: "prj_2", name: "Harbour" })]} close={() => undefined} />);
  await choose("Project", "prj_2");
  await choose("Type", "ssh_key");
  await type("Name", "Host");
  await type("Value", "line one\nline two");
  expect(screen.queryByLabelText("Requests")).toBeNull();
  expect(screen.getByLabelText("Value").className).toContain("veiled");
  await press("Show");
  await waitFor(() => expect(screen.getByLabelText("Value").className).not.toContain("veiled"));
  await press("Add");
  await screen.findByRole("alert");
  await type(/^Allowed hosts/, "api.example.com, b.example.com");
  await choose("Requests", "writing");
  await choose("Who may use it", "workers");
  await type(/^Paths/, "/v1 /v2");
  await choose("Send it as", "header");
  await type("Header or parameter name", "X-Key");
  await type(/^Expires/, "2027-01-31");
  await press("Add");

  await waitFor(() => expect(bodies("POST /vault/credentials/{id}")).toHaveLength(2));
  const plain = { name: "Host", type: "ssh_key", value: "line one\nline two", username: null, note: null, repository_url: null };
  expect(bodies("POST /vault/credentials/{id}")).toEqual([{ ...plain, expires_at: null }, {
    ...plain, expires_at: "2027-01-31T23:59:59Z", allowed_hosts: ["api.example.com", "b.example.com"], allowed_methods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"], use_policy: "workers",
    allowed_paths: ["/v1", "/v2"], inject: { type: "header", name: "X-Key" },
  }]);
  expect(asked.find(({ route }) => route.startsWith("POST"))!.path).toBe("/vault/credentials/prj_2");
});

test("a request is declined with a reason, and those that were closed are listed by how they ended", async () => {
  const request = (id: string, status: string) => ({ id, name: id, type: "token", project_id: "prj_1", project_name: "Bakery", requested_by: "CTO", reason: "To build", blocks: "release", how_to_obtain: "Ask.", priority: "high", status, created_at: AT });
  serve({ "GET /vault/requests": () => list("requests", request("Git", "pending"), request("Mail", "declined")), "GET /vault/credentials": () => list("credentials"), "GET /projects": () => list("projects", project()), "POST /vault/requests/{request_id}/decline": pending });
  render(<Vault request="Git" link={null} />);
  await press("Decline Git");
  await type("Reason", "We have none");
  await press("Decline");

  await waitFor(() => expect(bodies("POST /vault/requests/{request_id}/decline")).toEqual([{ reason: "We have none" }]));
  const closed = screen.getByText("Closed requests").closest("details")!;
  expect(within(closed).getAllByRole("listitem", { hidden: true }).map((one) => [one.querySelector(".name")!.textContent, one.querySelector(".pill")!.textContent])).toEqual([["Mail", "Declined"]]);
});

test("a work item waits for the items and the access that are ticked, and belongs to the role that is chosen", async () => {
  serve({ "GET /vault/requests": () => list("requests", { id: "crq_1", name: "Git", status: "pending" }, { id: "crq_2", name: "Mail", status: "declined" }), "POST /projects/{project_id}/work-items": pending });
  render(<EditWork project="prj_1" all={[item({ id: "wrk_2", title: "Tables", package: null }), item({ id: "wrk_3", title: "Gone", state: "cancelled" })]} close={() => undefined} />);
  await type("Title", "Book");
  await type("Task", "Booking");
  await type("Acceptance criteria", "Works");
  await type("Days of effort", "3");
  await choose("Owner", "CDO");
  await tick("Tables");
  await tick("Git");
  expect([screen.queryByLabelText(/Gone/), screen.queryByLabelText("Mail")]).toEqual([null, null]);
  await press("Add work item");

  await waitFor(() => expect(bodies("POST /projects/{project_id}/work-items")).toEqual([{ title: "Book", what: "Booking", criteria: ["Works"], depends_on: ["wrk_2"], needs_access: ["crq_1"], owner: "CDO", effort_days: 3 }]));
});

test.each([["on_hold", "Resume…", "Resume", "resume"], ["active", "Cancel project…", "Cancel project", "cancel"], ["active", "Complete…", "Complete project", "complete"]] as const)("a project that is %s: “%s” asks first", async (status, opens, label, action) => {
  serve({ "GET /projects/{project_id}": () => detail({ status }), "POST /projects/{project_id}/status": pending });
  render(<Project id="prj_1" />);
  fireEvent.click(await screen.findByRole("menuitem", { name: opens }));
  expect(bodies("POST /projects/{project_id}/status")).toEqual([]);
  fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: label }));

  await waitFor(() => expect(bodies("POST /projects/{project_id}/status")).toEqual([{ action }]));
});

test("nobody is asked in the customer's place any more once that is stopped", async () => {
  let rule: unknown = { email: "anna@example.com", text: "Ask anna" };
  serve({ "GET /projects/{project_id}/escalation": () => ({ rule, planned: [] }) as never, "DELETE /projects/{project_id}/escalation": () => { rule = null; return {} as never; } });
  render(<Escalation project="prj_1" />);
  await press("Remove");

  expect(await screen.findByText("No backup approver.")).toBeTruthy();
});

test("one card serves signing in and signing up, and keeps what was typed between them", async () => {
  setSession(null);
  serve({ "POST /api/auth/signup": () => { throw new ApiError(400, "VALIDATION_ERROR", "Too short.", [{ field: "password", message: "Too short." }]); } });
  render(<Enter />);
  await type("Email", "mira@example.com");
  await press("Create an account");
  await type("Name", "מירה 🥐");
  await type("Password", "short");
  await press("Create account");

  expect(await screen.findAllByText("Too short.")).toHaveLength(1);
  expect(bodies("POST /api/auth/signup")).toEqual([{ email: "mira@example.com", password: "short", name: "מירה 🥐", timezone: Intl.DateTimeFormat().resolvedOptions().timeZone }]);
  await press("Sign in");
  expect(await screen.findByRole("heading", { name: "Sign in" })).toBeTruthy();
  expect([screen.getByLabelText<HTMLInputElement>("Email").value, screen.queryByText("Too short."), screen.queryByLabelText("Name")]).toEqual(["mira@example.com", null, null]);
});

test("when a button goes, the next one beside it that can takes the focus, and only where nothing does the heading", async () => {
  const Page = ({ isThere }: { isThere: boolean }) => <><h1 tabIndex={-1}>Page</h1><ul><li>{isThere && <button>Accept</button>}<button disabled>Later</button><button>Change</button></li></ul>{isThere && <p><button>Preview</button></p>}</>;
  for (const [name, next] of [["Accept", "Change"], ["Preview", "Page"]] as const) {
    const { rerender, unmount } = render(<Page isThere />);
    screen.getByText(name).focus();

    rerender(<Page isThere={false} />);

    await waitFor(() => expect(document.activeElement?.textContent).toBe(next));
    unmount();
  }
});
