import { useEffect, useRef, useState } from "preact/hooks";
import { Icon } from "../ui/icon";
import { Menu } from "../ui/menu";
import { document as words } from "../words/document";

const FEW = 3; // parts that need no outline

interface Part {
  id: string;
  title: string;
}

const jump = ({ id }: Part) => {
  const part = document.getElementById(id);
  part?.scrollIntoView?.({ block: "start" });
  part?.querySelector<HTMLElement>("[tabindex]")?.focus({ preventScroll: true });
};

const meet = (one: DOMRect, other: DOMRect) => one.top < other.bottom && other.top < one.bottom && one.left < other.right && other.left < one.right;

/** What a document has, beside it, except where a comment stands; where there is no room, in a menu. */
export function Outline({ parts }: { parts: Part[] }) {
  const outline = useRef<HTMLElement>(null);
  const [here, setHere] = useState<string>();
  const [isAside, setAside] = useState(false);
  useEffect(() => {
    const look = () => {
      // What is read is the last part whose heading has gone past the upper third of the window; at the top, the first.
      setHere(scrollY > 0 ? parts.findLast(({ id }) => (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) < innerHeight / 3)?.id : undefined);
      const own = outline.current?.getBoundingClientRect();
      setAside(own !== undefined && [...document.querySelectorAll(".margin")].some((one) => meet(own, one.getBoundingClientRect())));
    };
    look();
    for (const event of ["scroll", "resize"]) addEventListener(event, look, { passive: true });
    return () => ["scroll", "resize"].forEach((event) => removeEventListener(event, look));
  }); // anew whenever the document is drawn: a comment may have come
  if (parts.length < FEW) return null;
  return (
    <nav class={isAside ? "outline aside" : "outline"} aria-label={words.outline} ref={outline}>
      <ol>{parts.map((part) => <li key={part.id}><button type="button" aria-current={part.id === (here ?? parts[0]!.id) || undefined} onClick={() => jump(part)}><bdi>{part.title}</bdi></button></li>)}</ol>
      <span class="as-menu"><Menu label={words.outline} trigger={<>{words.outline}<Icon name="chevron-down" /></>} items={parts.map((part) => ({ label: part.title, act: () => jump(part) }))} /></span>
    </nav>
  );
}
