import { fireEvent, render, screen, waitFor } from "@testing-library/preact";
import { expect, test, vi } from "vitest";
import { Screen } from "../src/pages/screen";
import { later } from "../src/ui/later";

const Keys = ({ owner }: { owner: string }) => <h1 tabIndex={-1}>Keys of {owner}</h1>;

test("a screen is fetched once, shows a skeleton until it is there, and gets the focus of the page", async () => {
  const load = vi.fn(async () => Keys);
  const Later = later(load);
  const first = render(<main id="main" tabIndex={-1}><Later owner="Mira" /></main>);
  screen.getByRole("main").focus();
  expect(screen.getByRole("status", { name: "Loading" })).toBeTruthy();

  const heading = await screen.findByRole("heading", { name: "Keys of Mira" });
  expect(document.activeElement).toBe(heading);

  first.unmount();
  render(<Later owner="Ada" />);
  expect(screen.getByRole("heading", { name: "Keys of Ada" })).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(1);
});

test("a screen that could not be fetched says so and is fetched again", async () => {
  const Later = later(vi.fn(async () => Keys).mockRejectedValueOnce(new TypeError("offline")));
  render(<Later owner="Mira" />);

  expect((await screen.findByRole("alert")).textContent).toContain("didn’t load");
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));

  expect(await screen.findByRole("heading", { name: "Keys of Mira" })).toBeTruthy();
});

test.each([[true, 1], [false, 0]])("when the script is gone, a server that answers (%s) brings a fresh page", async (online, reloads) => {
  const reload = vi.spyOn(location, "reload").mockImplementation(() => undefined);
  vi.stubGlobal("fetch", vi.fn(async () => { if (!online) throw new TypeError("offline"); return new Response(""); }));
  const Later = later<{ owner: string }>(async () => { throw new TypeError("404"); });
  render(<Later owner="Mira" />);

  fireEvent.click(await screen.findByRole("button", { name: "Try again" }));

  expect(screen.queryByRole("alert")).toBeNull();
  if (!online) expect(await screen.findByRole("alert")).toBeTruthy();
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(reloads));
  reload.mockRestore();
});

test("pointing at a link fetches the script of its screen, in a project that of its page too", async () => {
  const fetched: string[] = [];
  vi.doMock("../src/pages/project", () => (fetched.push("project"), { Project: () => null }));
  vi.doMock("../src/pages/deliverable", () => (fetched.push("document"), { Deliverable: () => null }));
  render(<><Screen path={["nowhere"]} /><a href="#/projects/prj_1/deliverables/dlv_1"><span>Roadmap</span></a><a href="https://example.com">Elsewhere</a></>);
  fireEvent.focusIn(screen.getByText("Elsewhere"));
  expect(fetched).toEqual([]);

  fireEvent.pointerOver(screen.getByText("Roadmap"));

  await waitFor(() => expect(fetched.sort()).toEqual(["document", "project"]));
});
