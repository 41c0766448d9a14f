import type { SuggestionView } from "../api/schema";
import { moment } from "../lib/format";
import { Button } from "../ui/parts";
import { suggested as words } from "../words/common";

/** The nearest schedule that is understood; one press sends it, with the task it is for, in place of what was typed. */
export const Suggested = ({ of: { task, when, next_runs: [first] }, busy, send }: { of: SuggestionView; busy: boolean; send: (when: string, task: string) => void }) => (
  <p class="suggested">
    <Button icon="calendar-clock" busy={busy} onClick={() => send(when, task)}><span>{words.use(task ? `${when}: ${task}` : when, first && moment(first))}</span></Button>
  </p>
);
