import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/preact";
import type { ComponentChild } from "preact";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { App } from "../src/app";
import { ApiError, call, type Route } from "../src/api/call";
import { setLost } from "../src/api/reach";
import type { SessionView } from "../src/api/schema";
import { isEnded, session, sessionEnded, setSession } from "../src/api/session";
import { stepUpEnds, stepUpNeeded } from "../src/api/step-up";
import { shortened } from "../src/lib/format";
import { Address } from "../src/pages/address";
import { Approvers } from "../src/pages/approvers";
import { DecideLink } from "../src/pages/decide-link";
import { DeleteProject } from "../src/pages/deleted-projects";
import { Enter, SignInAgain } from "../src/pages/enter";
import { Forgot } from "../src/pages/forgot";
import { Intake } from "../src/pages/intake";
import { Password } from "../src/pages/password";
import { StepUp } from "../src/pages/step-up";
import { Chat, Conversation } from "../src/pages/chat";
import { Vault } from "../src/pages/vault";
import { EndWork } from "../src/pages/work-dialogs";
import { Shell } from "../src/shell";
import { brief, detail, estimate, intake, page, project } from "./records";
import { asked, serve } from "./server";
import { item } from "./work-records";

const AT = "2026-11-09T09:00:00Z";
const signedIn = (id = "usr_1", name = "Mira"): SessionView => ({
  user: { id, email: "mira@example.com", name, email_verified: true },
  account: { id: "acc_1", name, timezone: "UTC", created_at: AT, gone_at: null }, scopes: [], expires_at: AT, proved_at: new Date().toISOString(),
});
type Answers = Parameters<typeof serve>[0];
const pending = () => new Promise<never>(() => undefined);
const gone = (): never => {
  throw new TypeError("Failed to fetch");
};
const refused = (...given: ConstructorParameters<typeof ApiError>) => (): never => {
  throw new ApiError(...given);
};
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole("button", { name }));
const type = async (label: string | RegExp, value: string) => fireEvent.input(await screen.findByLabelText(label), { target: { value } });
const sent = (route?: Route) => asked.filter((one) => (route ? one.route === route : !one.route.startsWith("GET")));

beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn();
  setSession(signedIn());
});
afterEach(() => {
  stepUpEnds(false);
  setSession(signedIn()); // whatever still waits ends
  setSession(null);
  setLost(false);
  vi.restoreAllMocks();
});

// A session that ends

test("a code that comes too late asks for the password again, and the work goes on", async () => {
  let challenges = 0;
  serve({
    "POST /api/auth/login": () => ({ challenge: `chl_${++challenges}` }) as never,
    "POST /api/auth/login/totp": ({ body }) => (body.challenge === "chl_2" ? ({ recovery_codes_left: null } as never) : refused(401, "CHALLENGE_OVER", "That took too long. Begin again.")()),
    "GET /api/auth/session": () => signedIn(),
  });
  const over = sessionEnded();
  render(<SignInAgain />);
  await type("Password", "four random words walk");
  await press("Sign in");
  await type("Code", "123456");
  await press("Sign in");

  expect((await screen.findByRole("alert")).textContent).toContain("took too long");
  expect((await screen.findByLabelText<HTMLInputElement>("Password")).value).toBe("four random words walk");
  await press("Sign in");
  await type("Code", "654321");
  await press("Sign in");

  expect(await over).toBe(true);
});

test("whoever is in the middle of a word is asked to sign in again once they pause", () => {
  vi.useFakeTimers();
  fireEvent.keyDown(document.body, { key: "S" });

  void sessionEnded();
  const meanwhile = isEnded();
  vi.advanceTimersByTime(1000);

  expect([meanwhile, isEnded()]).toEqual([false, true]);
  vi.useRealTimers();
});

test("whoever signed in again in another tab goes on in this one", async () => {
  const state = { over: false };
  serve({ "GET /api/auth/session": () => (state.over ? refused(401, "UNAUTHORIZED", "Sign in.")() : signedIn()), "GET /events": () => (state.over ? refused(401, "UNAUTHORIZED", "Sign in.")() : pending()) });
  render(<App />);
  await screen.findByRole("heading", { name: "Inbox" });
  state.over = true;
  const waiting = call("GET /api/auth/session", {});
  await screen.findByRole("dialog", { name: "Your session has ended" });

  state.over = false;
  act(() => void document.dispatchEvent(new Event("visibilitychange")));

  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect((await waiting).user.id).toBe("usr_1");
});

test("a tab in which somebody else is signed in by now begins anew", async () => {
  const reload = vi.spyOn(location, "reload").mockReturnValue();
  let who = "usr_1";
  serve({ "GET /api/auth/session": () => signedIn(who) });
  render(<App />);
  await screen.findByRole("heading", { name: "Inbox" });
  who = "usr_2";

  act(() => void document.dispatchEvent(new Event("visibilitychange")));

  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect([session(), isEnded()]).toEqual([null, false]);
});

test("a proof that the network did not let begin is begun again", async () => {
  let options = gone as () => unknown;
  serve({ "POST /api/auth/step-up/options": () => options() as never, "POST /api/auth/step-up": () => ({ proved_until: AT }) });
  const proved = stepUpNeeded();
  render(<StepUp />);
  expect((await screen.findByRole("alert")).textContent).toContain("You are offline");

  options = () => ({ accepted: ["password"], public_key: null });
  await press("Try again");
  await type("Password", "four random words walk");
  await press("Confirm");

  expect(await proved).toBe(true);
});

// A network that is lost

test.each([["broke off", "{\"success\": tr"], ["is another network’s page", "<html>Sign in to the hotel</html>"]])("an answer that %s is a lost network, in words", async (_, body) => {
  vi.stubGlobal("fetch", async () => new Response(body));

  const problem = await call("GET /pa/status", {}).catch((error: ApiError) => error);

  expect(problem).toMatchObject({ code: "OFFLINE", message: expect.stringContaining("You are offline") });
});

const ENTRANCES: [of: string, shown: ComponentChild, act: string, route: Route, label: string, entered: boolean][] = [
  ["signing in", <Enter />, "Sign in", "POST /api/auth/login", "Password", false],
  ["signing in again", <SignInAgain />, "Sign in", "POST /api/auth/login", "Password", true],
  ["a proof", <StepUp />, "Confirm", "POST /api/auth/step-up", "Code from your app", true],
  ["a forgotten password", <Forgot email="" back={() => undefined} />, "Send link", "POST /api/auth/password/forgot", "Email", false],
];

test.each(ENTRANCES)("%s: a lost network and too many tries are said, and what was typed can be sent again", async (_, shown, label, route, field, entered) => {
  if (!entered) setSession(null);
  let answer: () => unknown = gone;
  serve({ "POST /api/auth/step-up/options": () => ({ accepted: ["code"], public_key: null }), [route]: () => answer() });
  render(<>{shown}</>);
  await type(field, "123 456");
  await press(label);
  expect((await screen.findByRole("alert")).textContent).toContain("You are offline");
  answer = refused(429, "RATE_LIMITED", "Too many tries. Wait a minute.");
  await press(label);
  await waitFor(() => expect(screen.getByRole("alert").textContent).toContain("Too many tries"));

  expect(screen.getByLabelText<HTMLInputElement>(field).value).toBe("123 456");
  answer = pending;
  await press(label);
  await waitFor(() => expect(sent(route)).toHaveLength(3));
});

const FORMS: [of: string, shown: ComponentChild, act: string, route: Route, typed: Record<string, string>, around?: Answers][] = [
  ["a new address", <Address />, "Change address", "PATCH /api/account/email", { "New email address": "new@example.com" }],
  ["a new approver", <Approvers />, "Add approver", "POST /api/account/approvers", { "Email address": "anna@example.com" }, { "GET /api/account/approvers": () => ({ approvers: [] }) }],
  ["a new password", <Password />, "Save password", "POST /api/account/password", { "Current password": "four random words walk", "New password": "five other words stand here" }],
];

test.each(FORMS)("%s: sent once however often it is pressed, and still there when the network is lost", async (_, shown, label, route, typed, around) => {
  let answer = (): Promise<never> => new Promise((__, fail) => (over = () => fail(new TypeError("Failed to fetch"))));
  let over = (): void => undefined;
  serve({ ...around, [route]: () => answer() });
  render(<>{shown}</>);
  for (const opens of screen.queryAllByRole("button", { name: /^Change (Email address|password)$/ })) fireEvent.click(opens);
  for (const [name, value] of Object.entries(typed)) await type(name, value);
  const button = await screen.findByRole("button", { name: label });
  await waitFor(() => expect(button.getAttribute("aria-disabled")).toBeNull());
  fireEvent.click(button);
  await waitFor(() => expect(button.getAttribute("aria-disabled")).toBe("true"));

  fireEvent.submit(button.closest("form")!);
  over();

  await waitFor(() => expect(within(button.closest("form")!).getByRole("alert").textContent).toContain("You are offline"));
  expect(sent(route)).toHaveLength(1);
  for (const [name, value] of Object.entries(typed)) expect(screen.getByLabelText<HTMLInputElement>(name).value).toBe(value);
  answer = pending;
  fireEvent.click(button);
  await waitFor(() => expect(sent(route)).toHaveLength(2));
});

test("changes that are asked for by a mail's link are sent once, and stay when the network is lost", async () => {
  let over = (): void => undefined;
  serve({
    "POST /api/decisions/read": () => ({ project_name: "Bakery", title: "Product brief", revision: 1, content: "", deciding_as: "Anna", decided: null }) as never,
    "POST /api/decisions": () => new Promise<never>((_, fail) => (over = () => fail(new TypeError("Failed to fetch")))),
  });
  render(<DecideLink token="t" />);
  await press("Request changes");
  await type("What should change?", "לחם 🥐");
  await press("Send");
  await waitFor(() => expect(screen.getByRole("button", { name: /Send$/ }).getAttribute("aria-disabled")).toBe("true"));
  fireEvent.submit(document.querySelector("form")!);
  over();

  expect((await screen.findByRole("alert")).textContent).toContain("You are offline");
  expect(screen.getByLabelText<HTMLTextAreaElement>("What should change?").value).toBe("לחם 🥐");
  expect(sent("POST /api/decisions")).toHaveLength(1);
});

const draft = (saves: (body: { answers: Record<string, string | null> }) => unknown) => {
  serve({
    "GET /projects/{project_id}": () => detail({ status: "draft", phase: "intake" }),
    "GET /projects/{project_id}/intake": () => intake({ goal: "Bread", approver: "Mira" }),
    "GET /projects/{project_id}/brief": () => brief({ estimate: estimate(8400) }),
    "POST /projects/{project_id}/intake": ({ body }) => saves(body) as never,
  });
  history.replaceState(null, "", "#/projects/prj_1/intake?step=goal");
  render(<Intake id="prj_1" />);
};

test("a brief is not submitted while an answer on the screen is not saved; with the network back it is, by itself", async () => {
  const saved = { goal: "Bread", approver: "Mira" } as Record<string, string | null>;
  let isLost = true;
  draft(({ answers }) => (isLost ? gone() : intake(Object.assign(saved, answers))));
  await screen.findByText("EUR 8,400", { selector: ".figure" });
  await type(/What should exist/, "Bread and cake");
  await press("Submit brief");

  expect((await screen.findByText(/is not saved yet/)).getAttribute("role")).toBe("alert");
  expect(screen.queryByRole("dialog")).toBeNull();
  isLost = false;
  act(() => setLost(true));
  act(() => setLost(false));

  await waitFor(() => expect(saved.goal).toBe("Bread and cake"));
  await screen.findByText("Saved");
  await press("Submit brief");
  expect(await screen.findByRole("dialog", { name: "Submit this brief?" })).toBeTruthy();
});

test("an answer that was taken back is not brought back by an older one that got lost", async () => {
  const bodies: unknown[] = [];
  let fail = (): void => undefined;
  draft(({ answers }) => {
    bodies.push(answers);
    return new Promise<never>((_, reject) => (fail = () => reject(new TypeError("Failed to fetch"))));
  });
  await type(/What should exist/, "Cake");
  await waitFor(() => expect(bodies).toHaveLength(1), { timeout: 3000 });
  await type(/What should exist/, "");
  fail();
  await waitFor(() => expect(bodies).toHaveLength(2), { timeout: 3000 });

  expect(bodies).toEqual([{ goal: "Cake" }, { goal: null }]);
});

// Long words, and words of any script

/** The conversation with the CEO, or the one with the assistant; what is asked ends as `answer` says. */
const TALKS: [string, (answer: () => unknown) => void, label: string, route: Route][] = [
  ["the CEO", (answer) => {
    serve({ "GET /agents/{project_id}/messages": () => page([]), "POST /agents/{project_id}/ask": () => answer() as never });
    render(<Chat project={project({ id: `prj_${Math.random()}` })} />);
  }, "Message to the CEO", "POST /agents/{project_id}/ask"],
  ["the assistant", (answer) => {
    serve({ "GET /pa/messages": () => ({ messages: [], has_more: false }) as never, "POST /pa/ask": () => answer() as never });
    render(<Conversation project={null} />);
  }, "Message to the assistant", "POST /pa/ask"],
];
const TEN_THOUSAND = `שלום 🚀 ${"ל".repeat(9_993)}`;

test.each(TALKS)("%s gets a message of 10,000 characters whole; a longer one stays, and is said to be too long", async (_, talk, label, route) => {
  talk(pending);
  const box = await screen.findByLabelText<HTMLTextAreaElement>(label);
  expect([...TEN_THOUSAND]).toHaveLength(10_000);
  fireEvent.input(box, { target: { value: `${TEN_THOUSAND}ab` } });
  fireEvent.keyDown(box, { key: "Enter" });

  expect(await screen.findByText("This takes at most 10,000 characters: 2 too many.")).toBeTruthy();
  expect([box.value, box.getAttribute("maxlength"), sent()]).toEqual([`${TEN_THOUSAND}ab`, null, []]);
  fireEvent.input(box, { target: { value: TEN_THOUSAND } });
  fireEvent.keyDown(box, { key: "Enter" });

  await waitFor(() => expect(sent(route).map(({ body }) => body.message)).toEqual([TEN_THOUSAND]));
  expect((await screen.findByText(TEN_THOUSAND)).dir).toBe("auto");
});

test.each(TALKS)("what %s was not told is beside what was begun meanwhile, and the focus stays where one writes", async (_, talk, label) => {
  let fail = (): void => undefined;
  talk(() => new Promise((__, reject) => (fail = () => reject(new TypeError("Failed to fetch")))));
  const box = await screen.findByLabelText<HTMLTextAreaElement>(label);
  box.focus();
  fireEvent.input(box, { target: { value: "First 🥐" } });
  fireEvent.keyDown(box, { key: "Enter" });
  await waitFor(() => expect(sent()).toHaveLength(1));
  fireEvent.input(box, { target: { value: "Second" } });
  fail();
  expect((await screen.findByRole("alert")).textContent).toContain("You are offline");
  fireEvent.click(screen.getByRole("button", { name: "Edit" }));

  await waitFor(() => expect(box.value).toBe("First 🥐\nSecond"));
  expect(document.activeElement).toBe(box);
});

test("words that are too long for a field are not cut off, and said to be too long", async () => {
  render(<EndWork item={item()} how="close" close={() => undefined} />);
  const field = screen.getByLabelText<HTMLTextAreaElement>("Reason");

  fireEvent.input(field, { target: { value: "🥐".repeat(2003) } });

  expect((await screen.findByText("This takes at most 2,000 characters: 3 too many.")).id).toBe(field.getAttribute("aria-describedby"));
  expect([field.value, field.getAttribute("maxlength")]).toEqual(["🥐".repeat(2003), null]);
});

test("a name of emoji is not cut in two, neither in the shell nor where there is little room", async () => {
  setSession(signedIn("usr_1", "🚀 Space 🥐bread"));
  serve({});
  const { container } = render(<Shell path={["inbox"]}>{null}</Shell>);

  expect(container.querySelector(".ava")!.textContent).toBe("🚀🥐");
  expect([shortened("🥐".repeat(24), 24), shortened("🥐".repeat(25), 24)]).toEqual(["🥐".repeat(24), `${"🥐".repeat(23)}…`]);
});

test.each([
  ["two spaces", "Bread  and cake", "Bread and cake"], ["marks that nobody sees", "\u200fמאפייה\u202c", "מאפייה"], ["a sign of two parts", "Cafe\u0301 ☕️", "Café ☕"],
])("a project whose name has %s is deleted by typing what one sees", async (_, name, typed) => {
  serve({ "DELETE /projects/{project_id}": pending });
  render(<DeleteProject project={detail({ name })} close={() => undefined} />);

  await type(/^Type/, typed.slice(1));
  await press("Delete project");
  expect(await screen.findByText("That is not the name of the project.")).toBeTruthy();
  await type(/^Type/, typed);
  await press("Delete project");

  await waitFor(() => expect(sent()).toHaveLength(1));
});

test("where every project has ended, nothing can be deposited, and why is said", async () => {
  history.replaceState(null, "", "#/settings/vault?new=1");
  serve({
    "GET /projects": () => ({ projects: [project({ status: "completed" })], has_more: false, next_cursor: null }),
    "GET /vault/requests": () => ({ requests: [], has_more: false, next_cursor: null }), "GET /vault/credentials": () => ({ credentials: [], has_more: false, next_cursor: null }),
  });
  render(<Vault request={undefined} link={null} />);

  expect(await screen.findByText(/belongs to a project that is under way/)).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Add credential" }).disabled).toBe(true);
  expect(screen.queryByRole("dialog")).toBeNull();
});
