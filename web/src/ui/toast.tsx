import { useEffect, useState } from "preact/hooks";
import { useKeys } from "../lib/keys";
import { keys as words } from "../words/shell";
import { Icon } from "./icon";

interface Said {
  text: string;
  undo?: () => unknown;
  milliseconds: number;
  isRefusal?: boolean;
}

let show: (said: Said) => void = () => undefined;

/** Say in passing that something is done; what can be undone stays longer. */
export const toast = (text: string, undo?: () => unknown, milliseconds = undo ? 12_000 : 4000): void => show({ text, undo, milliseconds });

/** What a dialog does once its change is made. */
export const sayAndClose = <Made,>(said: string | ((made: Made) => string), close: () => void) => (made: Made): void => {
  toast(typeof said === "string" ? said : said(made));
  close();
};

/** Say why something was not done; that takes longer to read. */
export const toastRefusal = (text: string): void => show({ text, milliseconds: 8000, isRefusal: true });

/** What was said last, and what can still be undone: neither takes the other's place. */
export function Toasts() {
  const [all, setAll] = useState<Said[]>([]);
  const end = (said: Said) => setAll((now) => now.filter((one) => one !== said));
  const undoable = all.find((one) => one.undo);
  const undo = () => {
    end(undoable!);
    undoable!.undo!();
  };
  useKeys(words.justNow, undoable ? { z: [words.undo, undo] } : {});
  useEffect(() => {
    show = (said) => setAll((now) => [...now.filter((one) => !one.undo !== !said.undo), said]);
  }, []);
  return (
    <div class="toasts" role="status" aria-atomic="false">
      {all.map((one) => <Toast said={one} undo={one.undo && undo} end={end} key={one} />)}
    </div>
  );
}

function Toast({ said, undo, end }: { said: Said; undo: (() => void) | undefined; end: (said: Said) => void }) {
  useEffect(() => {
    const timer = setTimeout(() => end(said), said.milliseconds);
    return () => clearTimeout(timer);
  }, []);
  return <div class="toast"><Icon name={said.isRefusal ? "triangle-alert" : "check"} /><span dir="auto">{said.text}</span>{undo && <button type="button" class="link" onClick={undo}>{words.undo}</button>}</div>;
}
