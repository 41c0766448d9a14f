import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { call } from "../api/call";
import { changed, useAction, useData, useSend } from "../api/data";
import type { PasskeyView, TotpBegun, TotpView } from "../api/schema";
import { canUsePasskeys, makePasskey } from "../api/webauthn";
import { day, plural, relative } from "../lib/format";
import { Copy } from "../ui/copy";
import { Dialog } from "../ui/dialog";
import { TextField } from "../ui/fields";
import { Icon } from "../ui/icon";
import { Button, Card, Pill, Refusal, Show } from "../ui/parts";
import { toast } from "../ui/toast";
import { security as words } from "../words/settings";
import { Password } from "./password";

/** What proves that it is you. */
export function Security() {
  const passkeys = useData("GET /api/account/passkeys", {});
  const app = useData("GET /api/account/totp", {});
  return (
    <Card title={words.signIn} flush>
      <Show of={passkeys} lines={6}>{({ passkeys: held }) => <Show of={app} lines={6}>{(of) => <ul class="rows"><Password /><Passkeys held={held} /><App of={of} /></ul>}</Show>}</Show>
    </Card>
  );
}

/** A way to prove it, how it stands, and what changes that. */
export const Row = ({ name, text, children }: { name: string; text: ComponentChildren; children: ComponentChildren }) => (
  <li><span class="grow"><span class="name">{name}</span><small>{text}</small></span>{children}</li>
);

function Passkeys({ held }: { held: PasskeyView[] }) {
  const [adding, setAdding] = useState(false);
  const [name, setName] = useState("");
  const add = useAction(async () => {
    const { public_key } = await call("POST /api/account/passkeys/options", {});
    const credential = await makePasskey(public_key);
    await call("POST /api/account/passkeys", { body: { name: name.trim() || words.passkey, credential } });
    await changed("POST /api/account/passkeys");
    setName("");
    setAdding(false);
    toast(words.passkeyAdded);
  });
  return (
    <>
      <Row name={words.passkeys} text={words.passkeysLead}>
        {!held.length && <Pill>{words.none}</Pill>}
        {canUsePasskeys() && <Button onClick={() => setAdding(true)}>{words.addPasskey}</Button>}
        {adding && (
          <Dialog title={words.addPasskey} close={() => setAdding(false)} act={words.goOn} submit={() => add.mutate()} sending={add}>
            <TextField label={words.passkeyName} placeholder={words.passkeyExample} hint={words.passkeyHint} autocomplete="off" maxLength={60} value={name} set={setName} error={add.error?.fields.name} />
          </Dialog>
        )}
      </Row>
      {held.map((one) => <Passkey of={one} key={one.id} />)}
    </>
  );
}

function Passkey({ of }: { of: PasskeyView }) {
  const remove = useSend("DELETE /api/account/passkeys/{passkey_id}", () => toast(words.removed(of.name)));
  return (
    <li class="under">
      <span class="grow"><span class="name" dir="auto">{of.name}</span><small>{of.last_used_at ? words.used(relative(of.last_used_at)) : words.added(relative(of.created_at))}</small></span>
      {of.synced && <Pill>{words.synced}</Pill>}
      <Refusal error={remove.error} />
      <Button kind="ghost" aria-label={words.remove(of.name)} busy={remove.isPending} onClick={() => remove.mutate({ path: { passkey_id: of.id } })}><Icon name="trash-2" /></Button>
    </li>
  );
}

function App({ of: { confirmed_at: since, recovery_codes_left } }: { of: TotpView }) {
  const [begun, setBegun] = useState<TotpBegun | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const begin = useAction(async () => setBegun(await call("POST /api/account/totp", {})));
  const remove = useSend("DELETE /api/account/totp", () => toast(words.appRemoved));
  const confirmed = (recovery: string[]) => {
    setBegun(null);
    setCodes(recovery);
  };
  return (
    <Row name={words.app} text={since ? words.appOn(day(since), plural(recovery_codes_left, "recovery code")) : words.appOff}>
      <Refusal error={begin.error ?? remove.error} />
      <Pill tone={since ? "good" : "quiet"}>{since ? words.on : words.off}</Pill>
      {since ? <Button busy={remove.isPending} onClick={() => remove.mutate({})}>{words.removeApp}</Button> : <Button busy={begin.isPending} onClick={() => begin.mutate()}>{words.setUp}</Button>}
      {begun && <SetUp of={begun} close={() => setBegun(null)} done={confirmed} />}
      {codes && <RecoveryCodes codes={codes} close={() => setCodes(null)} />}
    </Row>
  );
}

function SetUp({ of, close, done }: { of: TotpBegun; close: () => void; done: (recovery: string[]) => void }) {
  const [code, setCode] = useState("");
  const confirm = useSend("POST /api/account/totp/confirm", ({ recovery_codes }) => done(recovery_codes));
  return (
    <Dialog title={words.setUpTitle} lead={words.setUpLead} close={close} act={words.confirm} submit={() => confirm.mutate({ body: { code: code.trim() } })} sending={confirm}>
      <Picture svg={of.qr} />
      <div class="secret"><code>{of.secret}</code><Copy text={of.secret} /></div>
      <TextField label={words.code} inputmode="numeric" autocomplete="one-time-code" value={code} set={setCode} error={confirm.error?.fields.code} data-first />
    </Dialog>
  );
}

/** The QR code. The pages forbid markup from a text (Trusted Types), so its two paths are drawn anew: white, then black. */
function Picture({ svg }: { svg: string }) {
  const size = /viewBox="0 0 (\d+)/.exec(svg)?.[1] ?? "1";
  const [ground, lines] = [...svg.matchAll(/ d="([^"]+)"/g)].map(([, path]) => path);
  return (
    <svg class="qr" role="img" aria-label={words.qr} viewBox={`0 0 ${size} ${size}`}>
      <path fill="#fff" d={ground} /><path stroke="#000" d={lines} />
    </svg>
  );
}

/** The one time the codes are in the browser: they live in this dialog and go with it. */
function RecoveryCodes({ codes, close }: { codes: string[]; close: () => void }) {
  const text = codes.join("\n");
  return (
    <Dialog title={words.recovery} lead={words.recoveryLead} close={close} dismiss={null} act={words.kept} submit={close}>
      <div class="note"><Icon name="triangle-alert" /><span>{words.recoveryKeep}</span></div>
      <ul class="codes">{codes.map((one) => <li key={one}><code>{one}</code></li>)}</ul>
      <div class="acts"><Copy text={text} label={words.copyAll} data-first /></div>
    </Dialog>
  );
}
