import { useEffect } from "preact/hooks";
import { call } from "../api/call";
import { useAction } from "../api/data";
import { beginAnew, session } from "../api/session";
import logo from "../icon.svg";
import { moment } from "../lib/format";
import { Button, Refusal } from "../ui/parts";

/** All that an account shows while it is being deleted: until when it can be undone, and undoing it. */
export function Closing() {
  const until = session()!.account.gone_at!;
  useEffect(() => {
    document.title = "Your account is being deleted · Atrium";
  }, []);
  const restore = useAction(async () => {
    await call("POST /api/account/restore", {});
    beginAnew();
  });
  const leave = useAction(async () => {
    await call("POST /api/auth/logout", {});
    beginAnew();
  });
  return (
    <main class="enter" id="main">
      <div class="enter-brand"><img src={logo} alt="" width="36" height="36" /><span>Atrium</span></div>
      <div class="card">
        <div class="form">
          <h1>Your account is being deleted</h1>
          <p>Until <strong>{moment(until)}</strong> you can restore it, with everything in it. Then all of it is deleted for good.</p>
          <p class="hint">Your API keys, webhooks and tasks have stopped. Backups keep what was deleted for up to 35 days more, logs for 30.</p>
          <Refusal error={restore.error ?? leave.error} />
          <div class="acts">
            <Button kind="primary" icon="rotate-cw" busy={restore.isPending} onClick={() => restore.mutate()}>Restore account</Button>
            <Button busy={leave.isPending} onClick={() => leave.mutate()}>Sign out</Button>
          </div>
        </div>
      </div>
    </main>
  );
}
