import { call } from "../api/call";
import { useAction } from "../api/data";
import { beginAnew, session } from "../api/session";
import { moment } from "../lib/format";
import { Button, Refusal } from "../ui/parts";
import { data as words, sessions } from "../words/settings";
import { Bare } from "./link-page";

/** All that an account shows while it is being deleted: until when it can be undone, and undoing it. */
export function Closing() {
  const restore = useAction(async () => {
    await call("POST /api/account/restore", {});
    beginAnew();
  });
  const leave = useAction(async () => {
    await call("POST /api/auth/logout", {});
    beginAnew();
  });
  return (
    <Bare title={words.closing}>
      <p>{words.closingLead(<strong>{moment(session()!.account.gone_at!)}</strong>)}</p>
      <p class="hint">{words.closingHint}</p>
      <Refusal error={restore.error ?? leave.error} />
      <div class="acts">
        <Button kind="primary" icon="rotate-cw" busy={restore.isPending} onClick={() => restore.mutate()}>{words.restore}</Button>
        <Button busy={leave.isPending} onClick={() => leave.mutate()}>{sessions.signOut}</Button>
      </div>
    </Bare>
  );
}
