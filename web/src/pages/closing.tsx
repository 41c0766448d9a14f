import { useEffect } from "preact/hooks";
import { call } from "../api/call";
import { useAction } from "../api/data";
import { beginAnew, session } from "../api/session";
import logo from "../icon.svg";
import { moment } from "../lib/format";
import { Button, Refusal } from "../ui/parts";
import { closing as words } from "../words/closing";

/** All that an account shows while it is being deleted: until when it can be undone, and undoing it. */
export function Closing() {
  const until = session()!.account.gone_at!;
  useEffect(() => {
    document.title = `${words.title} · Atrium`;
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
          <h1>{words.title}</h1>
          <p>{words.until[0]} <strong>{moment(until)}</strong> {words.until[1]}</p>
          <p class="hint">{words.stopped}</p>
          <Refusal error={restore.error ?? leave.error} />
          <div class="acts">
            <Button kind="primary" icon="rotate-cw" busy={restore.isPending} onClick={() => restore.mutate()}>{words.restore}</Button>
            <Button busy={leave.isPending} onClick={() => leave.mutate()}>{words.signOut}</Button>
          </div>
        </div>
      </div>
    </main>
  );
}
