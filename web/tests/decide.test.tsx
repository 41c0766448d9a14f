import { fireEvent, render, screen, waitFor } from "@testing-library/preact";
import { beforeEach, expect, test } from "vitest";
import { ApiError } from "../src/api/call";
import { client } from "../src/api/data";
import type { ApproverView, Decidable, EscalationPlan, SessionView } from "../src/api/schema";
import { setSession } from "../src/api/session";
import { isMailLink } from "../src/lib/router";
import { Approvers } from "../src/pages/approvers";
import { Escalation } from "../src/pages/escalation";
import { MailLink } from "../src/pages/mail-links";
import { asked, serve } from "./server";

const waiting: Decidable = {
  project_name: "Bakery", title: "Roadmap", revision: 2, content: "# Roadmap\n\nBread first.", status: "pending", decided: null, deciding_as: "anna@example.com",
};
const DECIDED = "It was approved on 2026-03-05 at 14:00 UTC, by anna@example.com, from a mail.";
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole("button", { name }));
const sent = (route: string) => asked.filter((one) => one.route === route);
const type = (label: string | RegExp, value: string) => fireEvent.input(screen.getByLabelText(label), { target: { value } });
const open = () => render(<MailLink path={["decide", "tok"]} />);

beforeEach(() => {
  client.clear();
  setSession(null);
});

test("a link to decide shows the document and decides nothing until a button is pressed", async () => {
  serve({ "POST /api/decisions/read": () => waiting, "POST /api/decisions": () => ({ project_name: "Bakery", title: "Roadmap", revision: 2, status: "approved", decided: DECIDED }) });
  open();

  expect(await screen.findByText("Bread first.")).toBeTruthy();
  expect(screen.getByText(/You decide as anna@example.com/)).toBeTruthy();
  expect(sent("POST /api/decisions")).toHaveLength(0);
  await press("Approve");

  expect(await screen.findByText(DECIDED)).toBeTruthy();
  expect(sent("POST /api/decisions").map(({ body }) => body)).toEqual([{ token: "tok", decision: "approve", comment: null }]);
  expect(screen.queryByRole("button", { name: "Approve" })).toBeNull();
});

test("what another copy decided is said, and nothing is asked", async () => {
  serve({ "POST /api/decisions/read": () => ({ ...waiting, status: "approved", decided: DECIDED }) });
  open();

  expect(await screen.findByText(DECIDED)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Approve" })).toBeNull();
});

test("somebody else who was faster is named", async () => {
  serve({ "POST /api/decisions/read": () => waiting, "POST /api/decisions": () => { throw new ApiError(409, "ALREADY_DECIDED", DECIDED); } });
  open();
  await press("Approve");

  expect((await screen.findByRole("alert")).textContent).toContain("by anna@example.com");
});

test("changes are sent with what should change, and a missing comment is said at its field", async () => {
  serve({
    "POST /api/decisions/read": () => waiting,
    "POST /api/decisions": ({ body }) => {
      if (!body.comment) throw new ApiError(400, "VALIDATION_ERROR", "The request is not valid.", [{ field: "comment", message: "Must not be blank." }]);
      return { project_name: "Bakery", title: "Roadmap", revision: 2, status: "changes_requested", decided: "It was sent back." };
    },
  });
  open();
  await press("Request changes");
  await press("Send");
  expect(await screen.findByText("Must not be blank.")).toBeTruthy();
  type("What should change?", "Cakes first");
  await press("Send");

  expect(await screen.findByText("It was sent back.")).toBeTruthy();
  expect(sent("POST /api/decisions").at(-1)!.body).toEqual({ token: "tok", decision: "request_changes", comment: "Cakes first" });
});

test("a link that is over says what to do", async () => {
  serve({ "POST /api/decisions/read": () => { throw new ApiError(404, "INVALID_TOKEN", "This link is not valid any more."); } });
  open();

  expect((await screen.findByRole("alert")).textContent).toContain("not valid any more");
  expect(screen.getByText(/sign in and decide there/)).toBeTruthy();
  expect(screen.queryByText("Try again")).toBeNull();
});

test("an approver agrees by a button, not by opening the link", async () => {
  serve({ "POST /api/approvers/confirm": () => ({ email: "anna@example.com" }) });
  render(<MailLink path={["approver", "tok"]} />);
  expect(asked).toHaveLength(0);
  await press("Agree");

  expect((await screen.findByRole("status")).textContent).toContain("We may ask anna@example.com from now on.");
  expect(isMailLink(["decide", "t"]) && isMailLink(["approver", "t"])).toBe(true);
});

test("an approver withdraws by a button, not by opening the link", async () => {
  serve({ "POST /api/approvers/withdraw": () => ({ email: "anna@example.com" }) });
  render(<MailLink path={["withdraw", "tok"]} />);
  expect(asked).toHaveLength(0);
  await press("Stop asking me");

  expect((await screen.findByRole("status")).textContent).toContain("We won’t ask anna@example.com again.");
  expect(isMailLink(["withdraw", "t"])).toBe(true);
});

test("a customer sees who wants no more mail", async () => {
  const anna: ApproverView = { id: "apv_1", email: "anna@example.com", status: "withdrawn", invited_at: "2026-03-02T09:00:00Z", confirmed_at: null, withdrawn_at: "2026-03-03T09:00:00Z" };
  serve({ "GET /api/account/approvers": () => ({ approvers: [anna] }) });
  render(<Approvers />);

  expect(await screen.findByText("Declined")).toBeTruthy();
});

test("approvers are named, shown with their state, and removed", async () => {
  const anna: ApproverView = { id: "apv_1", email: "anna@example.com", status: "invited", invited_at: "2026-03-02T09:00:00Z", confirmed_at: null, withdrawn_at: null };
  let named: ApproverView[] = [];
  serve({
    "GET /api/account/approvers": () => ({ approvers: named }),
    "POST /api/account/approvers": () => { named = [anna]; return anna; },
    "DELETE /api/account/approvers/{approver_id}": () => { named = []; return { id: anna.id, email: anna.email }; },
  });
  render(<Approvers />);
  await screen.findByRole("heading", { name: "No backup approver" });
  type("Email address", "anna@example.com");
  await press("Add approver");
  expect(await screen.findByText("Invited")).toBeTruthy();
  await press("Remove anna@example.com");

  await waitFor(() => expect(screen.queryByText("Invited")).toBeNull());
});

test("who has not confirmed their own address learns it before they name anybody, and what they typed stays", async () => {
  setSession({ user: { id: "usr_1", name: "Mira", email: "mira@example.com", email_verified: false }, account: { timezone: "UTC" } } as SessionView);
  serve({
    "GET /api/account/approvers": () => ({ approvers: [] }),
    "GET /api/account/notifications": () => ({ mail: { configured: true } }) as never,
    "POST /api/auth/verification": () => ({}) as never,
    "POST /api/account/approvers": () => { throw new ApiError(409, "NOT_VERIFIED", "Confirm your own email address first."); },
  });
  const { unmount } = render(<Approvers />);
  expect(await screen.findByText("Confirm your own email address first. Until then we invite nobody in your name.")).toBeTruthy();
  await press("Resend link");
  await waitFor(() => expect(asked.at(-1)!.route).toBe("POST /api/auth/verification"));
  type("Email address", "anna@example.com");
  await press("Add approver");
  await screen.findByRole("alert");
  unmount();
  render(<Approvers />);

  expect((await screen.findByLabelText<HTMLInputElement>("Email address")).value).toBe("anna@example.com");
});

test("an approver who agreed is asked in another project too, without typing the address again", async () => {
  const approvers = ["anna", "ben"].map((name) => ({ id: name, email: `${name}@example.com`, status: "confirmed" as const, invited_at: "2026-03-02T09:00:00Z", confirmed_at: "2026-03-02T09:00:00Z", withdrawn_at: null }));
  serve({ "GET /projects/{project_id}/escalation": () => ({ rule: null, planned: [] }), "GET /api/account/approvers": () => ({ approvers }) });
  render(<Escalation project="prj_2" />);
  await press("Add one");
  const field = await screen.findByLabelText<HTMLInputElement>("In your words");
  fireEvent.click(await screen.findByLabelText("anna@example.com"));
  expect(field.value).toBe("If I am silent for two days, ask anna@example.com");
  type("In your words", "If I am silent by Thursday 5pm, ask anna@example.com");
  fireEvent.click(screen.getByLabelText("ben@example.com"));

  expect(field.value).toBe("If I am silent by Thursday 5pm, ask ben@example.com");
});

test("whom a project asks is said in words, and an unclear time is told at its field", async () => {
  let plan: EscalationPlan = { rule: null, planned: [] };
  serve({
    "GET /projects/{project_id}/escalation": () => plan,
    "GET /api/account/approvers": () => ({ approvers: [] }),
    "POST /projects/{project_id}/escalation": ({ body }) => {
      if (body.text.includes("ides")) throw new ApiError(400, "SCHEDULE_UNCLEAR", "“the ides” is unclear.", [{ field: "task", message: "“the ides” is unclear." }]);
      return (plan = { rule: { text: body.text, email: "anna@example.com" }, planned: [{ approval_id: "apr_1", email: "anna@example.com", due_at: "2026-03-05T17:00:00Z" }] });
    },
    "DELETE /projects/{project_id}/escalation": () => (plan = { rule: null, planned: [] }),
  });
  render(<Escalation project="prj_1" />);
  await press("Add one");
  type("In your words", "If I am silent by the ides, ask anna@example.com");
  await press("Save");
  expect(await screen.findByText("“the ides” is unclear.")).toBeTruthy();
  type("In your words", "If I am silent by Thursday 5pm, ask anna@example.com");
  await press("Save");

  expect(await screen.findByText(/asked about 1 document, first on/)).toBeTruthy();
  await press("Remove");
  expect(await screen.findByText("No backup approver.")).toBeTruthy();
});
