import { useEffect, useState } from "preact/hooks";
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

/** The part that is read at the moment: the last whose heading has gone past the upper third of the window. */
function usePartInView(parts: Part[]): string | undefined {
  const [here, setHere] = useState<string>();
  const ids = parts.map(({ id }) => id).join();
  useEffect(() => {
    const look = () => setHere(ids.split(",").findLast((id) => (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) < innerHeight / 3));
    look();
    addEventListener("scroll", look, { passive: true });
    return () => removeEventListener("scroll", look);
  }, [ids]);
  return here ?? parts[0]?.id;
}

/** What a document has, at its side; where there is no room, in a menu. */
export function Outline({ parts }: { parts: Part[] }) {
  const here = usePartInView(parts);
  if (parts.length < FEW) return null;
  return (
    <nav class="outline" aria-label={words.outline}>
      <ol>{parts.map((part) => <li key={part.id}><button type="button" aria-current={part.id === here || undefined} onClick={() => jump(part)}><bdi>{part.title}</bdi></button></li>)}</ol>
      <span class="as-menu"><Menu label={words.outline} trigger={<>{words.outline}<Icon name="chevron-down" /></>} items={parts.map((part) => ({ label: part.title, act: () => jump(part) }))} /></span>
    </nav>
  );
}
