import type { ComponentChildren } from "preact";
import { Markdown, swatched, Wording } from "../lib/markdown";

/** A Markdown text without its own title, which stands above it; the names of `pages` lead there. */
export const Linked = ({ text, pages, top }: { text: string; pages: Map<string, string>; top?: number }) => (
  <Wording.Provider value={linking(pages)}><Markdown text={text.replace(/^# .*\n/, "")} top={top} /></Wording.Provider>
);

/** The longest name counts where one begins with another. */
function linking(pages: Map<string, string>): (text: string) => ComponentChildren {
  const names = [...pages.keys()].sort((a, b) => b.length - a.length).map((one) => one.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (!names.length) return swatched;
  const named = new RegExp(`(?<![\\p{L}\\p{N}])(${names.join("|")})(?![\\p{L}\\p{N}])`, "u");
  return (text) => text.split(named).map((part, index) => (index % 2 ? <a href={pages.get(part)}>{part}</a> : swatched(part)));
}
