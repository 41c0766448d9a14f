import { fireEvent, render, screen } from "@testing-library/preact";
import { beforeEach, expect, test } from "vitest";
import { ApiError } from "../src/api/call";
import { session, setSession } from "../src/api/session";
import type { ExportView, ProjectDetail, SessionView } from "../src/api/schema";
import { Closing } from "../src/pages/closing";
import { DeletedProjects, DeleteProject } from "../src/pages/deleted-projects";
import { Leave } from "../src/pages/leave";
import { project } from "./records";
import { asked, serve } from "./server";

const AT = "2026-11-09T09:00:00Z";
const GONE = "2026-12-09T09:00:00Z";
const signedIn = (gone_at: string | null = null): SessionView => ({
  user: { id: "usr_1", email: "mira@example.com", name: "Mira", email_verified: true },
  account: { id: "acc_1", name: "Mira", timezone: "UTC", created_at: AT, gone_at }, scopes: [], proved_at: new Date().toISOString(), expires_at: GONE,
});
const made = (given: Partial<ExportView> = {}): ExportView => ({
  id: "exp_1", status: "ready", asked_at: AT, ready_at: AT, gone_at: GONE, bytes: 2_400_000, url: "https://files.example.com/signed", ...given,
});
const LATEST = "GET /api/account/exports/{export_id}";
const none = () => { throw new ApiError(404, "NOT_FOUND", "No such export."); };
const sent = (route: string) => asked.filter((one) => one.route === route);
const press = async (name: string | RegExp) => fireEvent.click((await screen.findAllByRole("button", { name })).at(-1)!);
const type = (label: RegExp, value: string) => fireEvent.input(screen.getByLabelText(label), { target: { value } });

beforeEach(() => setSession(signedIn()));

test("an export that is being made says so, and can be downloaded once it is there", async () => {
  let latest: () => ExportView = none;
  serve({ [LATEST]: () => latest(), "POST /api/account/export": () => { latest = made; return made({ status: "waiting", url: null }); } });
  render(<Leave />);
  await press("Export everything");

  const link = await screen.findByRole("link", { name: "Download export" });
  expect(link.getAttribute("href")).toBe("https://files.example.com/signed");
  expect(screen.getByText(/2.4 MB, available until/)).toBeTruthy();
});

test.each([
  [{ status: "waiting", url: null }, /takes a minute or two/],
  [{ status: "failed", url: null }, /The export failed/],
  [{ url: null }, /no longer available/],
] as [Partial<ExportView>, RegExp][])("an export says how it stands: %o", async (given, words) => {
  serve({ [LATEST]: () => made(given) });
  render(<Leave />);

  expect(await screen.findByText(words)).toBeTruthy();
});

test("an account is deleted by typing its address, and the page then knows that it closes", async () => {
  serve({ [LATEST]: none, "DELETE /api/account": () => ({ account_id: "acc_1", closed_at: AT, gone_at: GONE, kept_afterwards: "" }), "GET /api/auth/session": () => signedIn(GONE) });
  render(<Leave />);
  await press("Delete account");
  type(/^Type mira/, "mira@example.com");
  await press("Delete account");
  await expect.poll(() => session()!.account.gone_at).toBe(GONE);

  expect(sent("DELETE /api/account").map(({ body }) => body)).toEqual([{ confirm: "mira@example.com" }]);
});

test("what was typed wrong is said at its field, and nothing is deleted", async () => {
  const refused = new ApiError(400, "VALIDATION_ERROR", "Wrong", [{ field: "confirm", message: "Type the account's name" }]);
  serve({ [LATEST]: none, "DELETE /api/account": () => { throw refused; } });
  render(<Leave />);
  await press("Delete account");
  await press("Delete account");

  expect(await screen.findByText("Type the account's name")).toBeTruthy();
  expect(session()!.account.gone_at).toBeNull();
});

test("a closing account says until when it can be restored, and a refusal is said", async () => {
  setSession(signedIn(GONE));
  serve({ "POST /api/account/restore": () => { throw new ApiError(409, "TOO_LATE", "The time is over."); } });
  render(<Closing />);
  expect(screen.getByText(/2026/)).toBeTruthy();
  await press("Restore account");

  expect(await screen.findByText("The time is over.")).toBeTruthy();
});

test("a project is deleted only when its name was typed", async () => {
  const bakery = { ...project({ name: "Bakery" }), deliverables: [] } as unknown as ProjectDetail;
  serve({ "DELETE /projects/{project_id}": () => project({ gone_at: GONE }) });
  render(<DeleteProject project={bakery} close={() => undefined} />);
  type(/^Type Bakery/, "Bakry");
  await press("Delete project");
  expect(await screen.findByText("That is not the name of the project.")).toBeTruthy();
  expect(sent("DELETE /projects/{project_id}")).toEqual([]);
  type(/^Type Bakery/, "Bakery");
  await press("Delete project");

  await expect.poll(() => sent("DELETE /projects/{project_id}").length).toBe(1);
});

test("a deleted project is restored from its list", async () => {
  const list = { projects: [project({ name: "Bakery", deleted_at: AT, gone_at: GONE })], has_more: false, next_cursor: null };
  serve({ "POST /projects/{project_id}/restore": () => ({ ...project({ name: "Bakery" }), deliverables: [] }) as unknown as ProjectDetail });
  render(<DeletedProjects of={{ data: list, error: null, refetch: () => undefined }} />);
  await press("Restore Bakery");

  await expect.poll(() => sent("POST /projects/{project_id}/restore").length).toBe(1);
});

test("without deleted projects the list says what would be in it", () => {
  render(<DeletedProjects of={{ data: { projects: [], has_more: false, next_cursor: null }, error: null, refetch: () => undefined }} />);

  expect(screen.getByRole("heading", { name: "Nothing deleted" })).toBeTruthy();
});
