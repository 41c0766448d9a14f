import { useEffect, useState } from "preact/hooks";
import { useKeys } from "../lib/keys";
import { Icon } from "./icon";

interface Said {
  text: string;
  undo?: () => unknown;
}

let show: (said: Said) => void = () => undefined;

/** Say in passing that something is done; what can be undone stays longer. */
export const toast = (text: string, undo?: () => unknown): void => show({ text, undo });

export function Toasts() {
  const [said, setSaid] = useState<Said | null>(null);
  const undo = said?.undo && (() => {
    setSaid(null);
    said.undo!();
  });
  useKeys("Just now", undo ? { z: ["Undo it", undo] } : {});
  useEffect(() => {
    show = setSaid;
  }, []);
  useEffect(() => {
    if (!said) return undefined;
    const timer = setTimeout(() => setSaid(null), said.undo ? 12_000 : 4000);
    return () => clearTimeout(timer);
  }, [said]);
  return (
    <div class="toasts" role="status">
      {said && <div class="toast"><Icon name="check" />{said.text}{undo && <button type="button" class="link" onClick={undo}>Undo</button>}</div>}
    </div>
  );
}
