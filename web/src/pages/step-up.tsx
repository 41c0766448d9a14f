import { useEffect, useState } from "preact/hooks";
import { call } from "../api/call";
import { useAction } from "../api/data";
import type { StepUp as Proof, StepUpOptions } from "../api/schema";
import { stepUpEnds } from "../api/step-up";
import { signWithPasskey } from "../api/webauthn";
import { Dialog } from "../ui/dialog";
import { CodeField, PasswordField } from "../ui/fields";
import { Button, Skeleton } from "../ui/parts";
import { common } from "../words/common";
import { stepUp as words } from "../words/links";

/** Over any page: whoever is there proves that they are who signed in, and what they were doing goes on. */
export function StepUp() {
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [accepted, setAccepted] = useState<StepUpOptions["accepted"] | null>(null);
  const options = useAction(async () => {
    const found = await call("POST /api/auth/step-up/options", {});
    setAccepted(found.accepted);
    return found;
  });
  const prove = useAction(async (proof: Proof) => {
    await call("POST /api/auth/step-up", { body: proof });
    stepUpEnds(true);
  });
  const sign = useAction(async () => {
    const { public_key } = await options.mutateAsync(); // a challenge is good for one answer
    await prove.mutateAsync({ passkey: await signWithPasskey(public_key) });
  });
  useEffect(() => options.mutate(), []);
  const [last, setLast] = useState<"typed" | "passkey">("typed");
  const withPasskey = accepted?.includes("passkey");
  const typed = accepted?.includes("code") ? "code" : accepted?.includes("password") ? "password" : null;
  const submit = () => {
    setLast("typed");
    prove.mutate(typed === "code" ? { code: code.trim() } : { password });
  };
  const byPasskey = () => {
    setLast("passkey");
    prove.reset();
    sign.mutate();
  };
  const error = options.error ?? (last === "passkey" ? sign.error : prove.error);
  return (
    <Dialog
      key={accepted ? "asking" : "loading"} // the first thing to fill in gets the focus once it is there
      title={words.title} lead={words.lead} close={() => stepUpEnds(false)} sending={{ isPending: prove.isPending, error }}
      {...(typed ? { act: words.confirm, submit } : options.error ? { act: common.tryAgain, submit: () => options.mutate() } : {})}
    >
      {!accepted && !error && <Skeleton lines={2} />}
      {withPasskey && <div class="acts"><Button kind={typed ? "plain" : "primary"} icon="key-round" busy={sign.isPending} onClick={byPasskey} data-first>{words.passkey}</Button></div>}
      {typed === "code" && <CodeField label={withPasskey ? words.orCode : words.code} value={code} set={setCode} error={prove.error?.fields.code} />}
      {typed === "password" && <PasswordField label={words.password} autocomplete="current-password" value={password} set={setPassword} error={prove.error?.fields.password} />}
    </Dialog>
  );
}
