import { act, render, screen } from "@testing-library/preact";
import { afterEach, expect, test, vi } from "vitest";
import { changed, client, useData } from "../src/api/data";
import type { AssistantStatus, SessionView } from "../src/api/schema";
import { beginAnew, setSession } from "../src/api/session";
import { Show } from "../src/ui/parts";
import { asked, serve } from "./server";

const status = (summary: string): AssistantStatus => ({ status: "available", active_projects: 1, pending_approvals: 0, unread_messages: 0, open_items: 0, summary });
const Status = () => <Show of={useData("GET /pa/status", {})}>{({ summary }) => <p>{summary}</p>}</Show>;
const reads = () => serve({ "GET /pa/status": () => status(`read ${asked.length} times`) });

afterEach(() => vi.restoreAllMocks());

test("a page that is opened again shows at once what was read, and then what is new", async () => {
  reads();
  const first = render(<Status />);
  await screen.findByText("read 1 times");
  first.unmount();

  render(<Status />);

  expect(screen.getByText("read 1 times")).toBeTruthy();
  expect(screen.queryByRole("status")).toBeNull();
  await screen.findByText("read 2 times");
});

test("what a change shows in is read ahead, so that its page comes back with what is there now", async () => {
  reads();
  const first = render(<Status />);
  await screen.findByText("read 1 times");
  first.unmount();

  await act(() => changed("POST /pa/ask"));

  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  render(<Status />);
  expect(screen.getByText("read 2 times")).toBeTruthy();
});

test.each([["signing out", beginAnew], ["the end of a session", () => setSession(null)]])("after %s nothing is left of what was read", async (_, end) => {
  vi.spyOn(location, "reload").mockReturnValue();
  setSession({ user: { id: "usr_1" } } as SessionView);
  reads();
  render(<Status />).unmount();
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));

  end();

  expect(client.getQueryCache().getAll()).toEqual([]);
});

test("of what no page shows only the latest is kept", () => {
  for (let index = 0; index < 400; index += 1) client.setQueryData(["projects", index], index, { updatedAt: index + 1 });

  const kept = client.getQueryCache().getAll().map(({ queryKey }) => queryKey[1]);
  expect(kept).toHaveLength(301);
  expect([kept.includes(0), kept.includes(399)]).toEqual([false, true]);
});

test("what is done in one tab is read anew in the others", async () => {
  const other = new BroadcastChannel("atrium");
  const told = new Promise((resolve) => (other.onmessage = ({ data }) => resolve(data)));
  reads();
  render(<Status />);
  await screen.findByText("read 1 times");

  await act(() => changed("POST /inbox/{item_id}/decide"));
  expect(await told).toEqual(["inbox", "pa", "dashboard"]);
  await screen.findByText("read 2 times");
  other.postMessage(["vault", "pa"]);

  await screen.findByText("read 3 times");
  other.close();
});
