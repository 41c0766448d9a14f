import { act, fireEvent, render, screen } from "@testing-library/preact";
import { afterEach, expect, test, vi } from "vitest";
import { currentPath, useChoice, useParam, usePath } from "../src/lib/router";
import { scrollToPlace, watchScroll } from "../src/lib/scroll";

function Screen() {
  const [tab, setTab] = useChoice("tab", ["open", "ended"]);
  const [open, setOpen] = useParam("new");
  return (
    <>
      <p>{usePath().join("/")}: {tab} {open && "dialog"}</p>
      <button onClick={() => setTab("ended")}>Ended</button>
      <button onClick={() => setTab("open")}>Open</button>
      <button onClick={() => setOpen("1", true)}>New</button>
      <button onClick={() => setOpen("", true)}>Close</button>
    </>
  );
}
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const visit = (hash: string) => act(async () => {
  history.pushState(null, "", hash);
  dispatchEvent(new Event("hashchange"));
});

afterEach(() => vi.restoreAllMocks());

test("a tab is a step in the address, a dialog replaces the step, and the path is what it was", () => {
  history.replaceState(null, "", "#/projects?other=%26");
  const push = vi.spyOn(history, "pushState");
  render(<Screen />);
  expect(screen.getByText("projects: open")).toBeTruthy();

  press("Ended");
  expect(screen.getByText("projects: ended")).toBeTruthy();
  press("New");
  expect(screen.getByText("projects: ended dialog")).toBeTruthy();
  expect(location.hash).toBe("#/projects?other=%26&tab=ended&new=1");
  press("Close");
  press("Open");

  expect(location.hash).toBe("#/projects?other=%26");
  expect(currentPath()).toEqual(["projects"]);
  expect(push).toHaveBeenCalledTimes(2);
});

test("a tab that the address names and nobody knows is the first one", async () => {
  history.replaceState(null, "", "#/projects?tab=nonsense");
  render(<Screen />);

  expect(screen.getByText("projects: open")).toBeTruthy();
  await visit("#/projects?tab=ended");
  expect(screen.getByText("projects: ended")).toBeTruthy();
});

test("a new screen begins at its top, and one gone back to where it was left", async () => {
  let at = 0;
  vi.spyOn(window, "scrollY", "get").mockImplementation(() => at);
  const scroll = vi.fn((_: number, y: number) => void (at = y));
  vi.stubGlobal("scrollTo", scroll);
  watchScroll();
  await visit("#/inbox");
  at = 640;
  dispatchEvent(new Event("scroll"));
  const list: unknown = history.state;

  await visit("#/projects/prj_1");
  scrollToPlace();
  expect(scroll).toHaveBeenLastCalledWith(0, 0);

  history.replaceState(list, "", "#/inbox"); // as the browser does on the way back
  dispatchEvent(new Event("hashchange"));
  scrollToPlace();
  expect(scroll).toHaveBeenLastCalledWith(0, 640);
});

test("a part of the address that is no text stands for itself", () => {
  history.replaceState(null, "", "#/projects/%E0%A4%A/100%25?tab=%E0");

  expect(currentPath()).toEqual(["projects", "%E0%A4%A", "100%"]);
});
