import { useState } from "preact/hooks";
import { common } from "../words/common";
import { Button } from "./parts";

/** Copies `text`, which is `about` something; where the browser forbids it, it says so rather than pretending. */
export function Copy({ text, label = common.copy, about, ...rest }: { text: string; label?: string; about?: string; "data-first"?: boolean }) {
  const [state, setState] = useState<"" | "done" | "failed">("");
  const copy = () => navigator.clipboard.writeText(text).then(() => setState("done"), () => setState("failed"));
  return (
    <Button icon={state === "done" ? "check" : "copy"} onClick={copy} {...rest}>
      <span aria-live="polite">{state === "done" ? common.copied : state === "failed" ? common.copyByHand : label}</span>{about && <span class="sr"> {about}</span>}
    </Button>
  );
}
