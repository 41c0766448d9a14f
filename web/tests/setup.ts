import { cleanup } from "@testing-library/preact";
import { afterEach, vi } from "vitest";
import { client } from "../src/api/data";

afterEach(() => {
  cleanup();
  client.clear();
  vi.unstubAllGlobals();
});
