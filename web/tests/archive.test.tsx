import { fireEvent, render, screen } from "@testing-library/preact";
import { afterEach, expect, test, vi } from "vitest";
import { ApiError } from "../src/api/call";
import { Project } from "../src/pages/project";
import { deliverable, detail } from "./records";
import { asked, serve } from "./server";

const ARCHIVE = "GET /projects/{project_id}/archive";
const BYTES = [80, 75, 5, 6, 0, 255];
const show = (documents = [deliverable()], archive: () => never | object = () => ({ filename: "bakery.zip", content_type: "application/zip", content: btoa(String.fromCharCode(...BYTES)), documents: 1 })) => {
  serve({ "GET /projects/{project_id}": () => detail({ status: "completed", deliverables: documents }), [ARCHIVE]: archive as never });
  return render(<Project id="prj_1" part="documents" />);
};

afterEach(() => vi.restoreAllMocks());

test("all documents are saved as one file, byte for byte", async () => {
  const saved: Blob[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => (saved.push(blob as Blob), "blob:1"));
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    expect(this.download).toBe("bakery.zip");
  });
  show();

  fireEvent.click(await screen.findByRole("button", { name: "Download all documents" }));

  await vi.waitFor(() => expect(clicked).toHaveBeenCalledOnce());
  expect(saved[0]!.type).toBe("application/zip");
  expect([...new Uint8Array(await saved[0]!.arrayBuffer())]).toEqual(BYTES);
});

test("a refusal is said beside the button, and nothing is saved", async () => {
  const made = vi.spyOn(URL, "createObjectURL");
  show(undefined, () => { throw new ApiError(503, "UNAVAILABLE", "Please try again in a minute."); });

  fireEvent.click(await screen.findByRole("button", { name: "Download all documents" }));

  expect((await screen.findByRole("alert")).textContent).toContain("Please try again in a minute.");
  expect(made).not.toHaveBeenCalled();
});

test("before the first document is written there is nothing to take", async () => {
  show([deliverable({ revision: 0, state: "waiting" })]);

  await screen.findByText("Not written yet");
  expect(screen.queryByRole("button", { name: /^Download all/ })).toBeNull();
  expect(asked.some(({ route }) => route === ARCHIVE)).toBe(false);
});
