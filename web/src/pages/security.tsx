import { useState } from "preact/hooks";
import { call } from "../api/call";
import { changed, useAction, useData, useSend } from "../api/data";
import type { PasskeyView, TotpBegun } from "../api/schema";
import { canUsePasskeys, makePasskey } from "../api/webauthn";
import { moment, plural, relative } from "../lib/format";
import { Copy } from "../ui/copy";
import { Dialog } from "../ui/dialog";
import { TextField } from "../ui/fields";
import { Icon } from "../ui/icon";
import { Button, Card, Pill, Refusal, Show } from "../ui/parts";
import { toast } from "../ui/toast";

/** In the settings: what proves that it is you, besides your password. */
export const Security = () => <><Passkeys /><App /></>;

function Passkeys() {
  const passkeys = useData("GET /api/account/passkeys", {});
  const [name, setName] = useState("");
  const add = useAction(async () => {
    const { public_key } = await call("POST /api/account/passkeys/options", {});
    const credential = await makePasskey(public_key);
    await call("POST /api/account/passkeys", { body: { name: name.trim() || "Passkey", credential } });
    await changed("POST /api/account/passkeys");
    setName("");
    toast("Passkey added");
  });
  const submit = (event: Event) => {
    event.preventDefault();
    add.mutate();
  };
  return (
    <Card title="Passkeys">
      <form class="form" onSubmit={submit} noValidate>
        <p class="hint">Sign in by fingerprint, face or the PIN of your device. A passkey can’t be guessed, and no other site can use it.</p>
        <Show of={passkeys} lines={1}>{({ passkeys: held }) => held.length > 0 && <ul class="rows">{held.map((one) => <Passkey of={one} key={one.id} />)}</ul>}</Show>
        {canUsePasskeys() && (
          <>
            <TextField label="Name of a new passkey" placeholder="My laptop" autocomplete="off" maxLength={60} value={name} set={setName} error={add.error?.fields.name} />
            <Refusal error={add.error} />
            <div class="acts"><Button type="submit" kind="primary" icon="key-round" busy={add.isPending}>Add a passkey</Button></div>
          </>
        )}
      </form>
    </Card>
  );
}

function Passkey({ of }: { of: PasskeyView }) {
  const remove = useSend("DELETE /api/account/passkeys/{passkey_id}", () => toast(`${of.name} signs in no more`));
  return (
    <li class="row">
      <span class="grow"><span class="name" dir="auto">{of.name}</span><small class="muted"> {of.last_used_at ? `used ${relative(of.last_used_at)}` : `added ${relative(of.created_at)}`}</small></span>
      {of.synced && <Pill>Synced</Pill>}
      <Button kind="ghost" icon="trash-2" aria-label={`Remove ${of.name}`} busy={remove.isPending} onClick={() => remove.mutate({ path: { passkey_id: of.id } })} />
      <Refusal error={remove.error} />
    </li>
  );
}

function App() {
  const app = useData("GET /api/account/totp", {});
  const [begun, setBegun] = useState<TotpBegun | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const begin = useAction(async () => setBegun(await call("POST /api/account/totp", {})));
  const remove = useSend("DELETE /api/account/totp", () => toast("Signing in asks for no code any more"));
  const confirmed = (recovery: string[]) => {
    setBegun(null);
    setCodes(recovery);
  };
  return (
    <Card title="Authenticator app">
      <div class="form">
        <Show of={app} lines={2}>{({ confirmed_at, recovery_codes_left }) => confirmed_at ? (
          <>
            <p>Signing in by password also asks for a code since {moment(confirmed_at)}. You have {plural(recovery_codes_left, "recovery code")} left.</p>
            <Refusal error={remove.error} />
            <div class="acts"><Button icon="trash-2" busy={remove.isPending} onClick={() => remove.mutate({})}>Remove the app</Button></div>
          </>
        ) : (
          <>
            <p class="hint">Besides your password, signing in then asks for six digits that an app on your phone shows.</p>
            <Refusal error={begin.error} />
            <div class="acts"><Button kind="primary" busy={begin.isPending} onClick={() => begin.mutate()}>Set up an app</Button></div>
          </>
        )}</Show>
      </div>
      {begun && <SetUp of={begun} close={() => setBegun(null)} done={confirmed} />}
      {codes && <RecoveryCodes codes={codes} close={() => setCodes(null)} />}
    </Card>
  );
}

function SetUp({ of, close, done }: { of: TotpBegun; close: () => void; done: (recovery: string[]) => void }) {
  const [code, setCode] = useState("");
  const confirm = useSend("POST /api/account/totp/confirm", ({ recovery_codes }) => done(recovery_codes));
  return (
    <Dialog title="Set up your app" lead="Scan this with your authenticator app, then type the code that it shows." close={close} act="Confirm" submit={() => confirm.mutate({ body: { code: code.trim() } })} sending={confirm}>
      <Picture svg={of.qr} />
      <div class="secret"><code>{of.secret}</code><Copy text={of.secret} /></div>
      <TextField label="Code" inputmode="numeric" autocomplete="one-time-code" value={code} set={setCode} error={confirm.error?.fields.code} data-first />
    </Dialog>
  );
}

/** The QR code. The pages forbid markup from a text (Trusted Types), so its two paths are drawn anew: white, then black. */
function Picture({ svg }: { svg: string }) {
  const size = /viewBox="0 0 (\d+)/.exec(svg)?.[1] ?? "1";
  const [ground, lines] = [...svg.matchAll(/ d="([^"]+)"/g)].map(([, path]) => path);
  return (
    <svg class="qr" role="img" aria-label="QR code of the secret below" viewBox={`0 0 ${size} ${size}`}>
      <path fill="#fff" d={ground} /><path stroke="#000" d={lines} />
    </svg>
  );
}

/** The one time the codes are in the browser: they live in this dialog and go with it. */
function RecoveryCodes({ codes, close }: { codes: string[]; close: () => void }) {
  const text = codes.join("\n");
  return (
    <Dialog title="Your recovery codes" lead="Each signs you in once, should you lose your app." close={close} dismiss={null} act="I’ve saved them" submit={close}>
      <div class="note"><Icon name="triangle-alert" /><span>Keep them where your phone is not. You won’t be able to see them again.</span></div>
      <ul class="codes">{codes.map((one) => <li key={one}><code>{one}</code></li>)}</ul>
      <div class="acts"><Copy text={text} label="Copy all" data-first /></div>
    </Dialog>
  );
}
