import { Lexer, type MarkedToken, type Tokens } from "marked";
import { type ComponentChildren, createContext } from "preact";
import { useContext } from "preact/hooks";

/*
 * What `marked` reads in a Markdown text, as elements. Raw HTML stays text, and nothing is ever parsed as HTML, so that a
 * document can say what it likes.
 */

const SAFE_LINK = /^(https?:|mailto:|#)/i;
const COLOUR = /(#(?:[0-9a-f]{8}|[0-9a-f]{6}|(?!\d{3})[0-9a-f]{3})\b)/i;
const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0" };
const named = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (all, decimal, hex, name) => (name ? ENTITIES[name] ?? all : String.fromCodePoint(Math.min(parseInt(decimal ?? hex, decimal ? 10 : 16) || 0xfffd, 0x10ffff))));

/** Every other part is a colour: it gets a swatch. */
export const swatched = (text: string): ComponentChildren =>
  text.split(COLOUR).map((part, index) => (index % 2 ? <span class="colour"><svg class="swatch" viewBox="0 0 10 10" aria-hidden="true"><rect width="10" height="10" fill={part} /></svg>{part}</span> : part));

/** How a run of words is drawn. Whoever shows a text may make links and buttons of what it names. */
export const Wording = createContext<(text: string) => ComponentChildren>(swatched);
const Words = ({ of }: { of: string }) => <>{useContext(Wording)(of)}</>;

const tokensOf = (tokens: unknown): MarkedToken[] => (tokens ?? []) as MarkedToken[];

/** A text without its own title, where that stands above it. */
export const untitled = (text: string): string => text.replace(/^# .*\n/, "");

/** The blocks of a text; one that is nested too deeply for any reader is a paragraph as it stands. */
export function blocksOf(text: string): MarkedToken[] {
  try {
    return tokensOf(new Lexer().lex(text)).filter(({ type }) => type !== "space" && type !== "def");
  } catch (problem) {
    if (!(problem instanceof RangeError)) throw problem;
    return [{ type: "paragraph", raw: text, text, tokens: [{ type: "text", raw: text, text, escaped: false }] } as Tokens.Paragraph];
  }
}

/** A token's words, as they are read. */
export function plain(token: MarkedToken): string {
  if (token.type === "list") return token.items.map((item) => plain(item as MarkedToken)).join(" ");
  if (token.type === "table") return [token.header, ...token.rows].map(rowText).join(" ");
  if (token.type === "br") return " ";
  if (token.type === "checkbox") return "";
  if ("tokens" in token && token.tokens) return tokensOf(token.tokens).map(plain).join(token.type === "list_item" || token.type === "blockquote" ? " " : "").trim();
  return "text" in token ? named(String(token.text)) : "";
}
/** A token's texts that are drawn as words (`Wording`): those of code, links and pictures are not. */
export function wordsOf(token: MarkedToken): string[] {
  const inside = (tokens: unknown) => tokensOf(tokens).flatMap(wordsOf);
  switch (token.type) {
    case "list": return token.items.flatMap(({ tokens }) => inside(tokens));
    case "table": return [token.header, ...token.rows].flat().flatMap(({ tokens }) => inside(tokens));
    case "link": case "image": case "code": case "codespan": return [];
    default: return "tokens" in token && token.tokens ? inside(token.tokens) : token.type === "text" ? [named(token.text)] : [];
  }
}
export const cellText = (cell: Tokens.TableCell): string => tokensOf(cell.tokens).map(plain).join("");
export const rowText = (row: Tokens.TableCell[]): string => row.map(cellText).filter(Boolean).join(" · ");

const inline = (tokens: unknown): ComponentChildren[] => tokensOf(tokens).map(mark);

function mark(token: MarkedToken): ComponentChildren {
  switch (token.type) {
    case "text": return "tokens" in token && token.tokens ? inline(token.tokens) : <Words of={named(token.text)} />;
    case "strong": return <strong>{inline(token.tokens)}</strong>;
    case "em": return <em>{inline(token.tokens)}</em>;
    case "del": return <del>{inline(token.tokens)}</del>;
    case "codespan": return <code>{swatched(token.text)}</code>;
    case "br": return <br />;
    case "checkbox": return <span class={token.checked ? "box done" : "box"} aria-label={token.checked ? "done" : "open"} role="img" />;
    case "image": case "link": {
      const words = token.type === "link" ? <Wording.Provider value={swatched}>{inline(token.tokens)}</Wording.Provider> : token.text;
      return SAFE_LINK.test(token.href) ? <a href={token.href} rel="noreferrer noopener" target={token.href[0] === "#" ? undefined : "_blank"}>{words}</a> : words;
    }
    default: return "text" in token ? token.text : token.raw; // escaped signs, and HTML as it stands
  }
}

/** Draws a block; `shift` moves the levels of headings. */
const drawn = (shift: number) => (token: MarkedToken): ComponentChildren => {
  switch (token.type) {
    case "heading": {
      const Tag = `h${Math.min(token.depth + shift, 6)}` as "h2";
      return <Tag>{inline(token.tokens)}</Tag>;
    }
    case "list": {
      const Tag = token.ordered ? "ol" : "ul";
      const item = (one: Tokens.ListItem) => (
        <li class={one.task ? "task" : undefined}>{tokensOf(one.tokens).map((inner) => (inner.type === "paragraph" ? <p>{inline(inner.tokens)}</p> : drawn(shift)(inner)))}</li>
      );
      return <Tag start={token.ordered && token.start !== 1 ? Number(token.start) : undefined}>{token.items.map(item)}</Tag>;
    }
    case "table": return <Table head={token.header} rows={token.rows} />;
    case "blockquote": return <blockquote>{tokensOf(token.tokens).map(drawn(shift))}</blockquote>;
    case "code": return <pre tabIndex={0}><code>{token.text}</code></pre>;
    case "hr": return <hr />;
    case "paragraph": return <p>{inline(token.tokens)}</p>;
    case "space": case "def": return null;
    default: return mark(token);
  }
};

const SHORT = 12; // characters of a cell that stays on one line, such as a date

export const Table = ({ head, rows }: { head: Tokens.TableCell[]; rows: Tokens.TableCell[][] }) => (
  <div class="table-scroll" data-fades tabIndex={0} role="group" aria-label="Table">
    <table>
      <thead><tr>{head.map(({ tokens, align }) => (tokens.length ? <th scope="col" class={align ?? undefined}>{inline(tokens)}</th> : <td />))}</tr></thead>
      <tbody>{rows.map((row) => <tr>{row.map((cell, index) => <td class={cell.align ?? (cellText(cell).length <= SHORT ? "short" : undefined)} data-label={cellText(head[index]!)}>{inline(cell.tokens)}</td>)}</tr>)}</tbody>
    </table>
  </div>
);

export const Cell = ({ of }: { of: Tokens.TableCell }) => <>{inline(of.tokens)}</>;

/** Blocks of a text, each by itself. */
export const Blocks = ({ of }: { of: MarkedToken[] }) => <>{of.map(drawn(0))}</>;

/** `top` is the level that the text's highest heading has on the page. */
export function Markdown({ text, top = 2 }: { text: string; top?: number }) {
  const blocks = blocksOf(text);
  const highest = Math.min(...blocks.map((token) => (token.type === "heading" ? token.depth : 6)));
  return <div class="prose">{blocks.map(drawn(top - (highest === 6 ? 1 : highest)))}</div>;
}
