import { fireEvent, render, screen } from "@testing-library/preact";
import { expect, test, vi } from "vitest";
import type { DocumentView } from "../src/api/schema";
import { Deliverable } from "../src/pages/deliverable";
import { whole } from "./records";
import { asked, serve } from "./server";

type Delivery = NonNullable<DocumentView["delivery"]>;
const GET = "GET /projects/{project_id}/deliverables/{deliverable_id}";
const AGAIN = "POST /projects/{project_id}/deliverables/{deliverable_id}/deliver";
const delivery = (state: Delivery["state"]): Delivery => ({
  state, revision: 1, repository: "https://git.example.com/shop.git", branch: null, file: null, commit: null, delivered_at: null, attempts: 1,
  next_attempt_at: null, reason: state === "conflict" ? "conflict" : null, said: `Said of ${state}.`,
});
const document = (state: Delivery["state"]): DocumentView => whole({ state: "approved", delivery: delivery(state) });

test("what was given up is tried again, and then no longer offers it", async () => {
  let state: Delivery["state"] = "conflict";
  serve({
    [GET]: () => document(state),
    [AGAIN]: () => document((state = "pending")),
    "GET /projects/{project_id}/approvals": () => ({ approvals: [], has_more: false, next_cursor: null }),
    "GET /inbox": () => ({ items: [], has_more: false, next_cursor: null }),
  });
  render(<Deliverable id="dlv_1" project="prj_1" />);

  fireEvent.click(await screen.findByRole("button", { name: "Try again" }));

  await screen.findByText("Said of pending.");
  await vi.waitFor(() => expect(screen.queryByRole("button", { name: "Try again" })).toBeNull());
  expect(asked.filter(({ route }) => route === AGAIN).map(({ path }) => path)).toEqual(["/projects/prj_1/deliverables/dlv_1/deliver"]);
});

test.each(["pending", "delivered"] as const)("nothing is to be tried again of what is %s", async (state) => {
  serve({ [GET]: () => document(state), "GET /projects/{project_id}/approvals": () => ({ approvals: [], has_more: false, next_cursor: null }), "GET /inbox": () => ({ items: [], has_more: false, next_cursor: null }) });
  render(<Deliverable id="dlv_1" project="prj_1" />);

  await screen.findByText(`Said of ${state}.`);
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});
