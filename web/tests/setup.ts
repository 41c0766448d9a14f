import { cleanup } from "@testing-library/preact";
import { afterEach, vi } from "vitest";
import { client } from "../src/api/data";
import { watchFocus } from "../src/lib/focus";
import { forgetAll } from "../src/lib/kept";

watchFocus(); // as main.tsx does

afterEach(() => {
  cleanup();
  history.replaceState(null, "", location.pathname);
  client.clear();
  forgetAll();
  vi.unstubAllGlobals();
});

// happy-dom has no popovers: a menu is as it is, and its items can be pressed.
Object.assign(HTMLElement.prototype, { showPopover: () => undefined, hidePopover: () => undefined });
