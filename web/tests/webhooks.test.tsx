import { fireEvent, render, screen, within } from "@testing-library/preact";
import { expect, test, vi } from "vitest";
import { ApiError } from "../src/api/call";
import type { DeliveryView, EndpointView } from "../src/api/schema";
import { Deliveries } from "../src/pages/webhook-deliveries";
import { Webhooks } from "../src/pages/webhooks";
import { Toasts } from "../src/ui/toast";
import { asked, serve } from "./server";

const AT = "2026-11-09T09:00:00Z";
const SECRET = "whsec_abc";
const PAYLOAD = '{"id":"evt_1","data":{"summary":"A report is ready"}}';
const endpoint = (given: Partial<EndpointView> = {}): EndpointView => ({
  id: "whk_1", url: "https://hooks.example.com/atrium", types: ["report.ready"], description: "The shop’s chat", enabled: true,
  disabled_reason: null, disabled_at: null, failing_since: null, recover_since: null, previous_secret_until: null, created_at: AT, updated_at: AT, ...given,
});
const delivery = (given: Partial<DeliveryView> = {}): DeliveryView => ({
  id: "evt_1", type: "report.ready", payload: PAYLOAD, status: "waiting", reason: "http_status", created_at: AT, delivered_at: null, next_attempt_at: AT,
  attempts: [{ at: AT, status: 503, milliseconds: 1234, reason: "http_status", next_attempt_at: AT }], ...given,
});
const LIST = "GET /api/account/webhooks";
const DELIVERIES = "GET /api/account/webhooks/{endpoint_id}/deliveries";
const CHANGE = "PATCH /api/account/webhooks/{endpoint_id}";
const RECOVER = "POST /api/account/webhooks/{endpoint_id}/recover";
const sent = (route: string) => asked.filter((one) => one.route === route);
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole("button", { name }));
const item = async (name: string) => fireEvent.click(await screen.findByRole("menuitem", { name }));
const dialog = () => within(screen.getByRole("dialog"));
const listing = (...list: EndpointView[]) => ({ [LIST]: () => ({ webhooks: list }) });

test("an empty account is told what an endpoint is for", async () => {
  serve(listing());
  render(<Webhooks />);

  expect(await screen.findByRole("heading", { name: "No webhooks yet" })).toBeTruthy();
});

test.each([
  [{}, "On", /report\.ready$/],
  [{ failing_since: AT }, "Failing", /Every delivery has failed since/],
  [{ enabled: false, disabled_reason: "by_customer", disabled_at: AT }, "Off", /You switched it off/],
  [{ enabled: false, disabled_reason: "gone", disabled_at: AT }, "Off", /410 Gone/],
  [{ enabled: false, disabled_reason: "failing", disabled_at: AT }, "Off", /every delivery failed for five days/],
  [{ previous_secret_until: "2999-01-01T00:00:00Z" }, "On", /The old secret works until/],
] as [Partial<EndpointView>, string, string | RegExp][])("an endpoint says how it stands: %o", async (given, state, words) => {
  serve(listing(endpoint(given)));
  render(<Webhooks />);

  expect(await screen.findByText(state)).toBeTruthy();
  expect(screen.getByText(words)).toBeTruthy();
});

test("a new endpoint gets the chosen types, and its secret is shown until it is saved", async () => {
  serve({ ...listing(), "POST /api/account/webhooks": ({ body }) => ({ ...endpoint(body), secret: SECRET }) });
  render(<Webhooks />);
  await press("Add webhook");
  fireEvent.input(screen.getByLabelText("URL"), { target: { value: " https://hooks.example.com/atrium " } });
  await press("None of all events");
  fireEvent.click(screen.getByText(/^Approvals/));
  await press("All of Approvals");
  fireEvent.click(screen.getByRole("checkbox", { name: /approval.decided/ }));
  fireEvent.click(dialog().getByRole("button", { name: "Add webhook" }));

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
  await press("Add webhook");
  fireEvent.click(dialog().getByRole("button", { name: "Add webhook" }));

  expect(await screen.findByText("Not public")).toBeTruthy();
  expect(screen.getByText("Choose one")).toBeTruthy();
  expect(screen.getByLabelText("URL").getAttribute("aria-invalid")).toBe("true");
});

test("an endpoint is changed, starting from what it has", async () => {
  serve({ ...listing(endpoint()), [CHANGE]: ({ body }) => endpoint(body) });
  render(<Webhooks />);
  await item("Edit");
  fireEvent.input(screen.getByLabelText(/^Description/), { target: { value: "" } });
  fireEvent.click(screen.getByRole("checkbox", { name: /^task\.failed/ }));
  await press("Save");

  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  expect(sent(CHANGE).map(({ body }) => body)).toEqual([{ url: "https://hooks.example.com/atrium", types: ["report.ready", "task.failed"], description: null }]);
});

test.each([[true, "menuitem", "Switch off"], [false, "button", /^Switch on/]] as const)("an endpoint (on: %s) is switched", async (enabled, role, name) => {
  serve({ ...listing(endpoint({ enabled })), [CHANGE]: ({ body }) => endpoint(body) });
  render(<Webhooks />);
  fireEvent.click(await screen.findByRole(role, { name }));

  await expect.poll(() => sent(CHANGE).map(({ body }) => body)).toEqual([{ enabled: !enabled }]);
  expect(screen.queryByRole("button", { name: /^Send test/ }) === null).toBe(!enabled);
});

test("a rotated secret is shown once, and the old one holds for an hour", async () => {
  const ROTATE = "POST /api/account/webhooks/{endpoint_id}/rotate-secret";
  serve({ ...listing(endpoint()), [ROTATE]: () => ({ ...endpoint(), secret: SECRET }) });
  render(<Webhooks />);
  await item("Rotate secret");
  fireEvent.click(dialog().getByRole("button", { name: "Rotate secret" }));

  expect(await screen.findByText(SECRET)).toBeTruthy();
  expect(sent(ROTATE).map(({ body }) => body)).toEqual([{ grace_seconds: 3600 }]);
});

test("an endpoint is deleted only after it was asked for", async () => {
  const DELETE = "DELETE /api/account/webhooks/{endpoint_id}";
  let list = [endpoint()];
  serve({ [LIST]: () => ({ webhooks: list }), [DELETE]: () => { list = []; return { id: "whk_1", deleted: true }; } });
  render(<Webhooks />);
  await item("Delete");
  await press("Keep webhook");
  expect(sent(DELETE)).toHaveLength(0);

  await item("Delete");
  fireEvent.click(dialog().getByRole("button", { name: "Delete" }));
  expect(await screen.findByRole("heading", { name: "No webhooks yet" })).toBeTruthy();
});

test("a test is said to be on its way, for nobody knows yet how it ends", async () => {
  serve({ ...listing(endpoint()), "POST /api/account/webhooks/{endpoint_id}/test": () => ({ delivery_id: "dlv_1" }) });
  render(<><Webhooks /><Toasts /></>);
  await press(/^Send test/);

  expect(await screen.findByText("Test event is on its way")).toBeTruthy();
});

test("the form of an endpoint claims no rule that the installation may not have", async () => {
  serve(listing());
  render(<Webhooks />);
  fireEvent.click((await screen.findAllByRole("button", { name: "Add webhook" }))[0]!);

  expect(dialog().getByLabelText("URL").getAttribute("aria-describedby")).toBeNull();
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
  await item("Resend missed events");
  fireEvent.click(dialog().getByRole("button", { name: "Resend" }));
  await screen.findByText("Try again.");
  fireEvent.click(dialog().getByRole("button", { name: "Resend" }));

  await expect.poll(() => sent(RECOVER).map(({ body }) => body.since)).toEqual([AT, "2026-11-10T09:00:00Z", "2026-11-10T09:00:00Z"]);
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
});

const opened = async (id: string) => {
  location.hash = `#/developers/webhooks/whk_1?open=${id}`;
  return within(await screen.findByRole("complementary"));
};

test("a row says what the receiver answered; at its side stand payload and every attempt", async () => {
  const write = vi.fn(() => Promise.resolve());
  vi.stubGlobal("navigator", { ...navigator, clipboard: { writeText: write } });
  const attempts = [{ at: AT, status: null, milliseconds: 15_000, reason: "timed_out", next_attempt_at: AT }, { at: "2026-11-09T09:05:00Z", status: 503, milliseconds: 1234, reason: "http_status", next_attempt_at: AT }] as const;
  serve({ ...listing(endpoint()), [DELIVERIES]: () => ({ deliveries: [delivery({ attempts: [...attempts] })], has_more: false, next_cursor: null }) });
  render(<Deliveries id="whk_1" />);

  const row = within((await screen.findAllByRole("row"))[1]!);
  expect(row.getAllByRole("cell").map((cell) => cell.textContent).slice(0, 2)).toEqual(["Retrying", "503"]);
  expect(row.getByRole<HTMLAnchorElement>("link").hash).toBe("#/developers/webhooks/whk_1?open=evt_1");
  const aside = await opened("evt_1");

  expect(aside.getAllByRole("listitem").map((one) => one.textContent)).toEqual([
    "503Mon, 9 Nov 2026, 09:05 · 1,234 ms · Your server didn’t answer with 2xx", "Your server didn’t answer within 15 secondsMon, 9 Nov 2026, 09:00 · 15,000 ms",
  ]);
  expect(aside.getByText(/"summary": "A report is ready"/).textContent).toBe(JSON.stringify(JSON.parse(PAYLOAD), null, 2));
  fireEvent.click(aside.getByRole("button", { name: "Copy payload" }));
  expect(write).toHaveBeenCalledWith(PAYLOAD); // byte for byte: it is what was signed
});

test("a payload that is no JSON is shown as it is", async () => {
  serve({ ...listing(endpoint()), [DELIVERIES]: () => ({ deliveries: [delivery({ payload: "{" })], has_more: false, next_cursor: null }) });
  render(<Deliveries id="whk_1" />);

  expect((await opened("evt_1")).getByText("{")).toBeTruthy();
});

test("a delivery is sent again, and older ones come when they are asked for", async () => {
  const AGAIN = "POST /api/account/webhooks/{endpoint_id}/deliveries/{delivery_id}/redeliver";
  serve({
    ...listing(endpoint()),
    [DELIVERIES]: ({ query }) => ({ deliveries: [delivery(query.cursor ? { id: "evt_0", status: "delivered", reason: null } : {})], has_more: !query.cursor, next_cursor: query.cursor ? null : "older" }),
    [AGAIN]: () => delivery(),
  });
  render(<Deliveries id="whk_1" />);
  fireEvent.click((await opened("evt_1")).getByRole("button", { name: "Send again" }));

  await expect.poll(() => sent(AGAIN).map(({ path }) => path)).toEqual(["/api/account/webhooks/whk_1/deliveries/evt_1/redeliver"]);
  await press("Older");
  expect(await screen.findByText("Delivered")).toBeTruthy();
  await press("Newest");
  expect(await screen.findAllByText("Retrying")).toHaveLength(2); // in its row, and at its side
});

test("sending again that is refused says why", async () => {
  const AGAIN = "POST /api/account/webhooks/{endpoint_id}/deliveries/{delivery_id}/redeliver";
  serve({ ...listing(endpoint()), [DELIVERIES]: () => ({ deliveries: [delivery()], has_more: false, next_cursor: null }), [AGAIN]: () => { throw new ApiError(409, "ENDPOINT_DISABLED", "The endpoint is off."); } });
  render(<Deliveries id="whk_1" />);
  fireEvent.click((await opened("evt_1")).getByRole("button", { name: "Send again" }));

  expect((await screen.findByRole("alert")).textContent).toContain("The endpoint is off.");
});

test("an endpoint without deliveries says so, and can be switched on", async () => {
  serve({ ...listing(endpoint({ enabled: false })), [DELIVERIES]: () => ({ deliveries: [], has_more: false, next_cursor: null }) });
  render(<Deliveries id="whk_1" />);

  expect(await screen.findByRole("heading", { name: "No deliveries yet" })).toBeTruthy();
  expect(await screen.findByRole("button", { name: /^Switch on/ })).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Send test/ })).toBeNull();
});

test("deleting an endpoint from its own page leads back to the list", async () => {
  history.replaceState(null, "", "#/developers/webhooks/whk_1");
  serve({ ...listing(endpoint()), [DELIVERIES]: () => ({ deliveries: [], has_more: false, next_cursor: null }), "DELETE /api/account/webhooks/{endpoint_id}": () => ({ id: "whk_1", deleted: true }) });
  render(<Deliveries id="whk_1" />);
  await item("Delete");
  fireEvent.click(dialog().getByRole("button", { name: "Delete" }));

  await expect.poll(() => location.hash).toBe("#/developers/webhooks");
});
