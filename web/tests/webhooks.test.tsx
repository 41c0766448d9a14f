import { fireEvent, render, screen, within } from "@testing-library/preact";
import { expect, test } from "vitest";
import { ApiError } from "../src/api/call";
import type { DeliveryView, EndpointView } from "../src/api/schema";
import { Deliveries } from "../src/pages/webhook-deliveries";
import { Webhooks } from "../src/pages/webhooks";
import { asked, serve } from "./server";

const AT = "2026-11-09T09:00:00Z";
const SECRET = "whsec_abc";
const endpoint = (given: Partial<EndpointView> = {}): EndpointView => ({
  id: "whk_1", url: "https://hooks.example.com/atrium", types: ["report.ready"], description: "The shop’s chat", enabled: true,
  disabled_reason: null, disabled_at: null, failing_since: null, recover_since: null, previous_secret_until: null, created_at: AT, updated_at: AT, ...given,
});
const delivery = (given: Partial<DeliveryView> = {}): DeliveryView => ({
  id: "evt_1", type: "report.ready", payload: "{}", status: "waiting", reason: "http_status", created_at: AT, delivered_at: null, next_attempt_at: AT,
  attempts: [{ at: AT, status: 503, milliseconds: 1234, reason: "http_status", next_attempt_at: AT }], ...given,
});
const LIST = "GET /api/account/webhooks";
const DELIVERIES = "GET /api/account/webhooks/{endpoint_id}/deliveries";
const CHANGE = "PATCH /api/account/webhooks/{endpoint_id}";
const RECOVER = "POST /api/account/webhooks/{endpoint_id}/recover";
const sent = (route: string) => asked.filter((one) => one.route === route);
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole("button", { name }));
const dialog = () => within(screen.getByRole("dialog"));
const listing = (...list: EndpointView[]) => ({ [LIST]: () => ({ webhooks: list }) });

test("an empty account is told what an endpoint is for", async () => {
  serve(listing());
  render(<Webhooks />);

  expect(await screen.findByRole("heading", { name: "No endpoints yet" })).toBeTruthy();
});

test.each([
  [{}, "On", "report.ready"],
  [{ failing_since: AT }, "Failing", /It has taken nothing since/],
  [{ enabled: false, disabled_reason: "by_customer", disabled_at: AT }, "Off", /You switched it off/],
  [{ enabled: false, disabled_reason: "gone", disabled_at: AT }, "Off", /410 Gone/],
  [{ enabled: false, disabled_reason: "failing", disabled_at: AT }, "Off", /nothing for five days/],
  [{ previous_secret_until: "2999-01-01T00:00:00Z" }, "On", /The old secret signs, too/],
] as [Partial<EndpointView>, string, string | RegExp][])("an endpoint says how it stands: %o", async (given, state, words) => {
  serve(listing(endpoint(given)));
  render(<Webhooks />);

  expect(await screen.findByText(state)).toBeTruthy();
  expect(screen.getByText(words)).toBeTruthy();
});

test("a new endpoint gets the chosen types, and its secret is shown until it is saved", async () => {
  serve({ ...listing(), "POST /api/account/webhooks": ({ body }) => ({ ...endpoint(body), secret: SECRET }) });
  render(<Webhooks />);
  await press("Add endpoint");
  fireEvent.input(screen.getByLabelText("URL"), { target: { value: " https://hooks.example.com/atrium " } });
  await press("None of all types");
  fireEvent.click(screen.getByText(/^Approvals/));
  await press("All of Approvals");
  fireEvent.click(screen.getByRole("checkbox", { name: /approval.decided/ }));
  fireEvent.click(dialog().getByRole("button", { name: "Add endpoint" }));

  expect(await screen.findByText(SECRET)).toBeTruthy();
  expect(dialog().getByRole("button", { name: "Copy" })).toBeTruthy();
  expect(sent("POST /api/account/webhooks").map(({ body }) => body)).toEqual([
    { url: "https://hooks.example.com/atrium", types: ["approval.requested"], description: null },
  ]);
  await press("I’ve saved it");
  expect(screen.queryByText(SECRET)).toBeNull();
});

test("a refused address and missing types are said at their fields", async () => {
  const refused = new ApiError(400, "INVALID_REQUEST", "Wrong", [{ field: "url", message: "Not public" }, { field: "types", message: "Choose one" }]);
  serve({ ...listing(), "POST /api/account/webhooks": () => { throw refused; } });
  render(<Webhooks />);
  await press("Add endpoint");
  fireEvent.click(dialog().getByRole("button", { name: "Add endpoint" }));

  expect(await screen.findByText("Not public")).toBeTruthy();
  expect(screen.getByText("Choose one")).toBeTruthy();
  expect(screen.getByLabelText("URL").getAttribute("aria-invalid")).toBe("true");
});

test("an endpoint is changed, starting from what it has", async () => {
  serve({ ...listing(endpoint()), [CHANGE]: ({ body }) => endpoint(body) });
  render(<Webhooks />);
  await press(/^Change/);
  fireEvent.input(screen.getByLabelText(/^Description/), { target: { value: "" } });
  fireEvent.click(screen.getByRole("checkbox", { name: /^task\.failed/ }));
  await press("Save");

  await screen.findByRole("button", { name: /^Change/ });
  expect(sent(CHANGE).map(({ body }) => body)).toEqual([{ url: "https://hooks.example.com/atrium", types: ["report.ready", "task.failed"], description: null }]);
});

test.each([[true, "Switch off"], [false, "Switch on"]])("an endpoint (on: %s) is switched by one press", async (enabled, name) => {
  serve({ ...listing(endpoint({ enabled })), [CHANGE]: ({ body }) => endpoint(body) });
  render(<Webhooks />);
  await press(new RegExp(`^${name}`));

  expect(sent(CHANGE).map(({ body }) => body)).toEqual([{ enabled: !enabled }]);
  expect(screen.queryByRole("button", { name: /^Send test/ }) === null).toBe(!enabled);
});

test("a rotated secret is shown once, and the old one holds for an hour", async () => {
  const ROTATE = "POST /api/account/webhooks/{endpoint_id}/rotate-secret";
  serve({ ...listing(endpoint()), [ROTATE]: () => ({ ...endpoint(), secret: SECRET }) });
  render(<Webhooks />);
  await press(/^Rotate secret/);
  fireEvent.click(dialog().getByRole("button", { name: "Rotate secret" }));

  expect(await screen.findByText(SECRET)).toBeTruthy();
  expect(sent(ROTATE).map(({ body }) => body)).toEqual([{ grace_seconds: 3600 }]);
});

test("an endpoint is deleted only after it was asked for", async () => {
  const DELETE = "DELETE /api/account/webhooks/{endpoint_id}";
  let list = [endpoint()];
  serve({ [LIST]: () => ({ webhooks: list }), [DELETE]: () => { list = []; return { id: "whk_1", deleted: true }; } });
  render(<Webhooks />);
  await press(/^Delete/);
  await press("Keep it");
  expect(sent(DELETE)).toHaveLength(0);

  await press(/^Delete/);
  fireEvent.click(dialog().getByRole("button", { name: "Delete" }));
  expect(await screen.findByRole("heading", { name: "No endpoints yet" })).toBeTruthy();
});

test("a test that is refused says why", async () => {
  serve({ ...listing(endpoint()), "POST /api/account/webhooks/{endpoint_id}/test": () => { throw new ApiError(429, "TOO_MANY_REQUESTS", "Wait a little."); } });
  render(<Webhooks />);
  await press(/^Send test/);

  expect((await screen.findByRole("alert")).textContent).toContain("Wait a little.");
});

test("what is missing is sent again, part after part, from where it stopped", async () => {
  const parts = [{ recovered: 200, has_more: true, next_since: "2026-11-10T09:00:00Z" }, null, { recovered: 3, has_more: false, next_since: null }];
  serve({
    ...listing(endpoint({ recover_since: AT })),
    [RECOVER]: () => parts.shift() ?? (() => { throw new ApiError(503, "UNAVAILABLE", "Try again."); })(),
  });
  render(<Webhooks />);
  await press(/^Send again/);
  fireEvent.click(dialog().getByRole("button", { name: "Send again" }));
  await screen.findByText("Try again.");
  fireEvent.click(dialog().getByRole("button", { name: "Send again" }));

  await expect.poll(() => sent(RECOVER).map(({ body }) => body.since)).toEqual([AT, "2026-11-10T09:00:00Z", "2026-11-10T09:00:00Z"]);
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
});

test("deliveries show every attempt, and one is sent again", async () => {
  const AGAIN = "POST /api/account/webhooks/{endpoint_id}/deliveries/{delivery_id}/redeliver";
  serve({
    ...listing(endpoint()),
    [DELIVERIES]: ({ query }) => ({ deliveries: [delivery(query.cursor ? { id: "evt_0", status: "delivered", reason: null } : {})], has_more: !query.cursor, next_cursor: query.cursor ? null : "older" }),
    [AGAIN]: () => delivery(),
  });
  render(<Deliveries id="whk_1" />);

  const row = within((await screen.findAllByRole("row", { hidden: true }))[1]!);
  expect(row.getAllByRole("cell", { hidden: true }).map((cell) => cell.textContent)).toEqual(["503", "1,234 ms", "Another status than 2xx", expect.stringContaining("9 Nov 2026")]);
  await press("Redeliver evt_1");
  expect(sent(AGAIN).map(({ path }) => path)).toEqual(["/api/account/webhooks/whk_1/deliveries/evt_1/redeliver"]);
  await press("Older");
  expect(await screen.findByRole("button", { name: "Redeliver evt_0" })).toBeTruthy();
  await press("Newest");
  expect(await screen.findByRole("button", { name: "Redeliver evt_1" })).toBeTruthy();
});

test("an endpoint without deliveries says so", async () => {
  serve({ ...listing(endpoint({ enabled: false })), [DELIVERIES]: () => ({ deliveries: [], has_more: false, next_cursor: null }) });
  render(<Deliveries id="whk_1" />);

  expect(await screen.findByRole("heading", { name: "Nothing was sent yet" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Send test" })).toBeNull();
});
