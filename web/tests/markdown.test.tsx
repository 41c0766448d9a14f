import { render, screen } from "@testing-library/preact";
import { expect, test } from "vitest";
import { Markdown } from "../src/lib/markdown";

const shown = (text: string, top?: number) => render(<Markdown text={text} {...(top && { top })} />).container;

test("HTML stays text, in whatever it is wrapped", () => {
  const page = shown("<script>alert(1)</script>\n\nA <b onclick=x>word</b> and `<i>`\n\n| <img src=x> |\n|---|\n| <a href=javascript:x>y</a> |\n\n<div>\n\n- <svg>");

  expect(page.querySelectorAll("script, b, i, img, a, svg")).toHaveLength(0);
  expect(page.textContent).toContain("<script>alert(1)</script>");
  expect(page.textContent).toContain("<b onclick=x>word</b>");
});

test("links lead only to the web, to mail and into the page", () => {
  const page = shown("[a](javascript:alert(1)) [b](https://a.example) [c](data:text/html,x) ![d](https://a.example/d.png) <javascript:x> &#106;avascript:x");

  expect([...page.querySelectorAll("a")].map((one) => one.getAttribute("href"))).toEqual(["https://a.example", "https://a.example/d.png"]);
  expect(page.querySelector("img")).toBeNull();
});

test("entities and escaped signs are read as signs", () => {
  expect(shown("R&amp;D \\*not\\* &lt;b&gt; &#8364; &bogus; `&amp;`").textContent).toBe("R&D *not* <b> € &bogus; &amp;");
});

test("headings begin at the level that the page wants", () => {
  const page = shown("## One\n\n### Two", 3);

  expect([...page.querySelectorAll("h3, h4")].map((one) => one.textContent)).toEqual(["One", "Two"]);
});

test("tables keep their heads and sides, tasks their boxes, lists their first number", () => {
  const page = shown("| | n |\n|---|--:|\n| a | 1 |\n\n- [x] done\n- [ ] open\n\n4. four\n   - below");

  expect(page.querySelector("th")?.className).toBe("right");
  expect([...page.querySelectorAll<HTMLElement>("td[data-label]")].map((one) => one.dataset.label)).toEqual(["", "n"]); // a phone shows each beside its cell
  expect(screen.getByRole("img", { name: "done" })).toBeTruthy();
  expect(page.querySelector("ol")?.getAttribute("start")).toBe("4");
  expect(page.querySelector("ol li ul li")?.textContent).toBe("below");
});

test("a colour has a swatch, and a number has none", () => {
  const page = shown("Use #0F766E and `#fff`, see #123 and #12345.");

  expect([...page.querySelectorAll(".swatch rect")].map((one) => one.getAttribute("fill"))).toEqual(["#0F766E", "#fff"]);
});

test("nesting that no reader can follow is shown as it stands", () => {
  expect(shown(">".repeat(6000)).textContent).toBe(">".repeat(6000));
});
