import { isLost, watchReach } from "../api/reach";
import { useWatched } from "../lib/watched";
import { shell } from "../words/shell";
import { Icon } from "./icon";

/** One word on a lost network for all that is on the screen, as long as it lasts. */
export function Lost() {
  useWatched(watchReach);
  return (
    <div role="status" class="lost">
      {isLost() && <div class="note banner"><Icon name="circle-alert" /><span>{shell.lost}</span></div>}
    </div>
  );
}
