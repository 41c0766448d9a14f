import { fireEvent, render, screen, within } from "@testing-library/preact";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { CredentialView, GrantView } from "../src/api/schema";
import { Vault } from "../src/pages/vault";
import { project } from "./records";
import { asked, serve } from "./server";

const AT = "2026-11-09T09:00:00Z";
const credential = (given: Partial<CredentialView> = {}): CredentialView => ({
  id: "crd_1", project_id: "prj_1", name: "Stripe", type: "token", username: null, note: null, repository_url: null, version: 1, created_at: AT, updated_at: AT,
  expires_at: null, last_used_at: null, uses: 0, allowed_hosts: ["api.example.com"], inject: { type: "bearer", name: null }, use_policy: "ask_first",
  allowed_methods: ["GET"], allowed_paths: ["/"], ...given,
});
const grant = (given: Partial<GrantView> = {}): GrantView => ({ id: "grt_1", key_id: "key_1", key_name: "Build worker", work_id: null, decided_at: AT, ...given });
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole("button", { name }));
const shown = {
  "GET /projects": () => ({ projects: [project()], has_more: false, next_cursor: null }),
  "GET /vault/requests": () => ({ requests: [], has_more: false, next_cursor: null }),
  "GET /vault/credentials": () => ({ credentials: [credential()], has_more: false, next_cursor: null }),
  "GET /vault/credentials/{id}/uses": () => ({ uses: [], has_more: false, next_cursor: null }),
};

beforeEach(() => vi.spyOn(location, "hash", "set").mockReturnValue());
afterEach(() => vi.restoreAllMocks());

test("who may call without asking stands in the dialog of uses, and revoking takes it out of there", async () => {
  let grants = [grant(), grant({ id: "grt_2", key_id: "key_2", key_name: null, work_id: "wrk_1" })];
  serve({
    ...shown,
    "GET /vault/credentials/{id}/grants": () => ({ grants }),
    "DELETE /vault/credentials/{id}/grants/{grant_id}": () => {
      grants = grants.slice(1);
      return { id: "grt_1", revoked_at: AT };
    },
  });
  render(<Vault request={undefined} link={null} />);
  await press("Never");

  const dialog = await screen.findByRole("dialog");
  const rows = await within(dialog).findAllByRole("listitem");
  expect(rows.map((row) => row.textContent)).toEqual([expect.stringMatching(/^Build workerAlways/), expect.stringMatching(/^key_2For wrk_1/)]);
  await press("Revoke Build worker");

  await vi.waitFor(() => expect(within(dialog).getAllByRole("listitem")).toHaveLength(1));
  expect(asked.filter(({ route }) => route.startsWith("DELETE")).map(({ path }) => path)).toEqual(["/vault/credentials/crd_1/grants/grt_1"]);
});

test("where every key must ask, the dialog says nothing of grants", async () => {
  serve({ ...shown, "GET /vault/credentials/{id}/grants": () => ({ grants: [] }) });
  render(<Vault request={undefined} link={null} />);
  await press("Never");

  await screen.findByText("Never used");
  expect(screen.queryByText("May call without asking")).toBeNull();
});
