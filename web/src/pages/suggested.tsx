import type { SuggestionView } from "../api/schema";
import { moment } from "../lib/format";
import { Button } from "../ui/parts";

/** The nearest text whose time is understood; one press sends it in place of what was typed. */
export const Suggested = ({ of: { text, next_runs: [first] }, busy, send }: { of: SuggestionView; busy: boolean; send: (text: string) => void }) => (
  <p class="suggested">
    <Button icon="calendar-clock" busy={busy} onClick={() => send(text)}><span>Use this: {text}{first && ` (next: ${moment(first)})`}</span></Button>
  </p>
);
