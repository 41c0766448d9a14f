import { useEffect, useState } from "preact/hooks";
import { isLost, watchReach } from "../api/reach";
import { shell } from "../words/shell";
import { Icon } from "./icon";

/** One word on a lost network for all that is on the screen, as long as it lasts. */
export function Lost() {
  const [lost, setLost] = useState(isLost);
  useEffect(() => watchReach(() => setLost(isLost())), []);
  return (
    <div role="status" class="lost">
      {lost && <div class="note banner"><Icon name="circle-alert" /><span>{shell.lost}</span></div>}
    </div>
  );
}
