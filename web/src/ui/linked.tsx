import type { ComponentChildren } from "preact";
import { Markdown, swatched, untitled, Wording } from "../lib/markdown";

type Draw = (text: string) => ComponentChildren;

/** A Markdown text without its own title, which stands above it; the names of `pages` lead there. `around` may draw more in its words. */
export const Linked = ({ text, pages, top, around = (draw) => draw }: { text: string; pages: Map<string, string>; top?: number; around?: (draw: Draw) => Draw }) => (
  <Wording.Provider value={around(linking(pages))}><Markdown text={untitled(text)} top={top} /></Wording.Provider>
);

/** The longest name counts where one begins with another. */
function linking(pages: Map<string, string>): Draw {
  const names = [...pages.keys()].sort((a, b) => b.length - a.length).map((one) => one.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (!names.length) return swatched;
  const named = new RegExp(`(?<![\\p{L}\\p{N}])(${names.join("|")})(?![\\p{L}\\p{N}])`, "u");
  return (text) => text.split(named).map((part, index) => (index % 2 ? <a href={pages.get(part)}>{part}</a> : swatched(part)));
}
