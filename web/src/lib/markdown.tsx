import type { ComponentChildren, VNode } from "preact";

/*
 * Markdown to elements: headings, lists, tables, quotes, code, emphasis, links. Raw HTML stays text, and nothing is ever
 * parsed as HTML, so that a document can say what it likes.
 */

const SAFE_LINK = /^(https?:|mailto:|#)/i;
const INLINE = /\\([!-/:-@[-`{-~])|(`+)(.+?)\2(?!`)|\[([^\]]+)\]\(([^\s)]+)\)|(\*\*|__)(?=\S)(.+?)\6|(\*|_)(?=\S)(.+?)\8(?![\w*])|~~(.+?)~~/s;

function inline(text: string): ComponentChildren[] {
  const parts: ComponentChildren[] = [];
  for (let rest = text; rest; ) {
    const found = INLINE.exec(rest);
    if (!found) return [...parts, rest];
    if (found.index) parts.push(rest.slice(0, found.index));
    parts.push(mark(found));
    rest = rest.slice(found.index + found[0].length);
  }
  return parts;
}

function mark([all, escaped, , code, label, href, , strong, , emphasis, struck]: RegExpExecArray): ComponentChildren {
  if (escaped) return escaped;
  if (code) return <code>{code.trim()}</code>;
  if (label && href) return SAFE_LINK.test(href) ? <a href={href} rel="noreferrer noopener" target={href[0] === "#" ? undefined : "_blank"}>{inline(label)}</a> : inline(label);
  if (strong) return <strong>{inline(strong)}</strong>;
  if (emphasis) return <em>{inline(emphasis)}</em>;
  if (struck) return <del>{inline(struck)}</del>;
  return all;
}

const BULLET = /^(\s*)([-*+]|\d+[.)])\s+(.*)$/;
const STARTS = /^(#{1,6}\s|```|>|\||\s*([-*+]|\d+[.)])\s|(-{3,}|\*{3,})\s*$)/;

function list(lines: string[]): VNode {
  const [, indent = "", sign = ""] = BULLET.exec(lines[0] ?? "") ?? [];
  const items: string[][] = [];
  for (const line of lines) {
    const found = BULLET.exec(line);
    if (found && (found[1] ?? "").length <= indent.length) items.push([found[3] ?? ""]);
    else items.at(-1)?.push(line);
  }
  const Tag = /\d/.test(sign) ? "ol" : "ul";
  return <Tag start={Tag === "ol" ? parseInt(sign, 10) : undefined}>{items.map(item)}</Tag>;
}

function item(lines: string[]): VNode {
  const nested = lines.findIndex((line, index) => index > 0 && BULLET.test(line));
  const own = (nested < 0 ? lines : lines.slice(0, nested)).map((line) => line.trim()).join(" ").trim();
  const task = /^\[([ xX])\]\s+(.*)$/s.exec(own);
  return (
    <li class={task ? "task" : undefined}>
      {task && <span class={task[1] === " " ? "box" : "box done"} aria-label={task[1] === " " ? "open" : "done"} role="img" />}
      {inline(task ? task[2] ?? "" : own)}
      {nested > 0 && list(lines.slice(nested))}
    </li>
  );
}

const cells = (line: string): string[] => line.trim().replace(/^\||\|$/g, "").split(/(?<!\\)\|/).map((cell) => cell.trim());

function table(lines: string[]): VNode {
  const [head = "", , ...rows] = lines;
  return (
    <div class="table-scroll" tabIndex={0} role="group" aria-label="Table">
      <table>
        <thead><tr>{cells(head).map((cell) => (cell ? <th scope="col">{inline(cell)}</th> : <td />))}</tr></thead>
        <tbody>{rows.map((row) => <tr>{cells(row).map((cell) => <td>{inline(cell)}</td>)}</tr>)}</tbody>
      </table>
    </div>
  );
}

/** Take lines off the front as long as `belongs`. */
function take(lines: string[], belongs: (line: string) => boolean): string[] {
  const end = lines.findIndex((line) => !belongs(line));
  return lines.splice(0, end < 0 ? lines.length : end);
}

function blocks(lines: string[], shift: number): VNode[] {
  const found: VNode[] = [];
  while (lines.length) {
    const line = lines[0] ?? "";
    const heading = /^(#{1,6})\s+(.*?)\s*#*$/.exec(line);
    if (!line.trim()) lines.shift();
    else if (heading) {
      lines.shift();
      const Tag = `h${Math.min(heading[1]!.length + shift, 6)}` as "h2";
      found.push(<Tag>{inline(heading[2] ?? "")}</Tag>);
    } else if (line.startsWith("```")) {
      lines.shift();
      const code = take(lines, (next) => !next.startsWith("```"));
      lines.shift();
      found.push(<pre tabIndex={0}><code>{code.join("\n")}</code></pre>);
    } else if (/^(-{3,}|\*{3,})\s*$/.test(line)) {
      lines.shift();
      found.push(<hr />);
    } else if (line.startsWith(">")) {
      const quoted = take(lines, (next) => next.startsWith(">")).map((next) => next.replace(/^>\s?/, ""));
      found.push(<blockquote>{blocks(quoted, shift)}</blockquote>);
    } else if (line.startsWith("|")) found.push(table(take(lines, (next) => next.startsWith("|"))));
    else if (BULLET.test(line)) found.push(list(take(lines, (next) => BULLET.test(next) || /^\s+\S/.test(next))));
    else found.push(<p>{inline([lines.shift()!, ...take(lines, (next) => !!next.trim() && !STARTS.test(next))].join("\n"))}</p>);
  }
  return found;
}

/** `top` is the level that the text's highest heading has on the page. */
export function Markdown({ text, top = 2 }: { text: string; top?: number }) {
  const highest = Math.min(...(text.match(/^#{1,6}(?=\s)/gm) ?? ["#"]).map((marks) => marks.length));
  return <div class="prose">{blocks(text.replace(/\r\n?/g, "\n").split("\n"), top - highest)}</div>;
}
