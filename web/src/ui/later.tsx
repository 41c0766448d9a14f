import type { ComponentChildren, ComponentType } from "preact";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { ApiError } from "../api/call";
import { isLost, watchReach } from "../api/reach";
import { shell } from "../words/shell";
import { Refusal, Skeleton } from "./parts";

const FAILED = new ApiError(0, "NOT_LOADED", shell.notLoaded);

/**
 * A screen, or a part of one, whose script is fetched when it is first opened; what few people need costs the others nothing.
 * `until` stands in its place till it is there.
 */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>, until: ComponentChildren = <Skeleton lines={6} />) {
  let known: ComponentType<Props> | undefined;
  function Later(props: Props) {
    const [Found, show] = useState(() => known);
    const [failed, setFailed] = useState(false);
    const fetchScript = () => Later.load().then(() => show(() => known));
    const again = () => {
      setFailed(false);
      // A script that is gone was replaced by a newer one, whose name only a fresh page knows.
      return fetchScript().catch(() => fetch(".").then(() => location.reload(), () => setFailed(true)));
    };
    useEffect(() => (failed ? watchReach(() => void (isLost() || again())) : undefined), [failed]);
    useEffect(() => {
      if (!Found) fetchScript().catch(() => setFailed(true));
    }, []);
    useLayoutEffect(() => {
      // Whoever came here by a link waits for the heading with the focus on the empty screen.
      if (Found && document.activeElement?.id === "main") document.querySelector<HTMLElement>("h1")?.focus();
    }, [Found]);
    if (Found) return <Found {...props} />;
    return failed ? <Refusal error={FAILED} retry={again} /> : <>{until}</>;
  }
  Later.load = () => load().then((screen) => void (known = screen));
  return Later;
}
