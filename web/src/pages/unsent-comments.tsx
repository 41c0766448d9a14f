import { Dialog } from "../ui/dialog";
import { Button } from "../ui/parts";
import { deeds, unsent as words } from "../words/inbox";

interface Unsent {
  count: number;
  request: () => void;
  approve: () => void;
  close: () => void;
}

/** Asks before an approval leaves out what was written about the document. */
export const Unsent = ({ count, request, approve, close }: Unsent) => (
  <Dialog title={words.title(count)} lead={words.lead(count)} close={close} act={deeds.requestChanges} submit={request} other={<Button onClick={approve}>{words.approve(count)}</Button>} />
);
