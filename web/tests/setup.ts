import { cleanup } from "@testing-library/preact";
import { afterAll, afterEach, vi } from "vitest";
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

// Files share one window; each begins with modules, storage and a page that nobody has used.
afterAll(() => {
  vi.resetModules();
  localStorage.clear();
  sessionStorage.clear();
  document.head.replaceChildren();
  document.body.replaceChildren();
});

// happy-dom has no popovers: a menu is as it is, and its items can be pressed.
Object.assign(HTMLElement.prototype, { showPopover: () => undefined, hidePopover: () => undefined });
