import { useEffect, useState } from "preact/hooks";
import { Icon } from "./icon";

let show: (text: string) => void = () => undefined;

/** Say in passing that something is done. */
export const toast = (text: string): void => show(text);

export function Toasts() {
  const [text, setText] = useState("");
  useEffect(() => {
    show = setText;
  }, []);
  useEffect(() => {
    if (!text) return undefined;
    const timer = setTimeout(() => setText(""), 4000);
    return () => clearTimeout(timer);
  }, [text]);
  return <div class="toasts" role="status">{text && <div class="toast"><Icon name="check" />{text}</div>}</div>;
}
