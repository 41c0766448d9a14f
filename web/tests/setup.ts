import { cleanup } from "@testing-library/preact";
import { afterEach, vi } from "vitest";
import { client } from "../src/api/data";

afterEach(() => {
  cleanup();
  history.replaceState(null, "", location.pathname);
  client.clear();
  vi.unstubAllGlobals();
});
