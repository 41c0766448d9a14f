import { readFileSync } from "node:fs";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

// Every icon the pages use, by the name Lucide gives it. The build makes one file of them.
const ICONS = [
  "activity", "arrow-down", "arrow-left", "arrow-right", "arrow-up", "ban", "calendar-clock", "chart-column", "check", "chevron-down",
  "chevron-right", "circle-alert", "circle-check", "clock", "columns-2", "copy", "download", "ellipsis", "file-text", "file-diff", "folder-kanban",
  "inbox", "key-round", "keyboard", "lock", "lock-open", "log-out", "mail", "mail-x", "message-square", "moon", "pause", "pencil", "play", "plug", "plus", "printer",
  "refresh-cw", "rotate-ccw", "rotate-cw", "search", "send", "settings", "shield", "sparkles", "square-terminal", "strikethrough", "sun", "sun-moon", "trash-2", "triangle-alert", "undo-2", "user-round", "users", "x", "zap",
];

/** A sprite of Lucide's icons as `virtual:icons`: one cached request, and no path data in the script. */
function icons(): Plugin {
  const id = "virtual:icons";
  return {
    name: "icons",
    apply: "build",
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load(source) {
      if (source !== `\0${id}`) return undefined;
      const symbols = ICONS.map((name) => {
        const svg = readFileSync(`node_modules/lucide-static/icons/${name}.svg`, "utf8");
        const shapes = svg.slice(svg.indexOf(">", svg.indexOf("<svg")) + 1, svg.lastIndexOf("</svg>"));
        const drawn = 'viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round"';
        return `<symbol id="${name}" ${drawn}>${shapes.replace(/\s+/g, " ").trim()}</symbol>`;
      });
      const reference = this.emitFile({
        type: "asset",
        name: "icons.svg",
        source: `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join("")}</svg>`,
      });
      return `export default import.meta.ROLLUP_FILE_URL_${reference};`;
    },
  };
}

export default defineConfig({
  base: "./",
  server: { fs: { allow: [".."] } },
  plugins: [icons()],
  resolve: { alias: { react: "preact/compat" } }, // for TanStack Query
  // The types come from the automatic runtime; its calls would cost 600 bytes more than the classic ones.
  oxc: { jsx: { runtime: "classic", development: false, pragma: "h", pragmaFrag: "Fragment" }, jsxInject: 'import { h, Fragment } from "preact"' },
  build: {
    outDir: "../functions/web/assets/app",
    emptyOutDir: true,
    target: "es2022",
    cssTarget: ["chrome123", "firefox121", "safari17.5"], // the first with light-dark()
    assetsInlineLimit: 0, // data: URLs are not allowed by our policy
    modulePreload: { polyfill: false },
  },
  test: {
    environment: "happy-dom",
    environmentOptions: { happyDOM: { url: "https://atrium.example/app/" } },
    include: ["tests/*.test.tsx"],
    setupFiles: "tests/setup.ts",
    isolate: false, // a window for each file would take longer than its tests; `setup.ts` leaves nothing to the next
    alias: { "virtual:icons": "/src/icon.svg" },
    server: { deps: { inline: ["@tanstack/react-query"] } }, // else Node would give it React
  },
});
