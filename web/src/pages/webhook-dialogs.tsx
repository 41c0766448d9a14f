import { useState } from "preact/hooks";
import { call } from "../api/call";
import { changed, useAction, useSend } from "../api/data";
import { session } from "../api/session";
import type { EndpointView, EndpointWithSecret, EventType } from "../api/schema";
import { moment, plural } from "../lib/format";
import { Copy } from "../ui/copy";
import { Dialog } from "../ui/dialog";
import { SelectField, TextField } from "../ui/fields";
import { Icon } from "../ui/icon";
import { sayAndClose, toast } from "../ui/toast";
import { common } from "../words/common";
import { GRACES } from "../words/developers";
import { endpointDialogs as words, webhooks } from "../words/webhooks";
import { Types, TYPES } from "./webhook-types";

type Close = { close: () => void };
type Of = Close & { of: EndpointView };
type Made = { made: (endpoint: EndpointWithSecret) => void };

/** The form of a new endpoint (`of` is null) or of a change to one. */
export function EditEndpoint({ of, close, made }: Close & Made & { of: EndpointView | null }) {
  const [url, setUrl] = useState(of?.url ?? "");
  const [description, setDescription] = useState(of?.description ?? "");
  const [types, setTypes] = useState<EventType[]>(of?.types ?? TYPES);
  const create = useSend("POST /api/account/webhooks", made);
  const change = useSend("PATCH /api/account/webhooks/{endpoint_id}", sayAndClose(common.saved, close));
  const sending = of ? change : create;
  const body = { url: url.trim(), types, description: description.trim() || null };
  const submit = () => (of ? change.mutate({ path: { endpoint_id: of.id }, body }) : create.mutate({ body }));
  const wrong = sending.error?.fields ?? {};
  return (
    <Dialog title={of ? words.editTitle : webhooks.add} close={close} act={of ? common.save : webhooks.add} submit={submit} sending={sending}>
      {!of && session()?.user.email_verified === false && <p class="note"><Icon name="triangle-alert" /><span>{words.unverified}</span></p>}
      <TextField label={words.url} placeholder={words.urlExample} autocomplete="off" autocapitalize="off" spellcheck={false} value={url} set={setUrl} error={wrong.url} />
      <TextField label={words.description} placeholder={words.descriptionExample} autocomplete="off" value={description} set={setDescription} error={wrong.description} />
      <Types chosen={types} choose={setTypes} error={wrong.types ?? wrong.body} />
    </Dialog>
  );
}

/** The one time the secret is in the browser: it lives in this dialog and goes with it. */
export const RevealSecret = ({ of, close }: Close & { of: EndpointWithSecret }) => (
  <Dialog title={words.secret} lead={of.url} close={close} dismiss={null} act={words.kept} submit={close}>
    <div class="note"><Icon name="triangle-alert" /><span>{words.copyNow}</span></div>
    <div class="secret"><code>{of.secret}</code><Copy text={of.secret} data-first /></div>
    <p>{words.verify}</p>
  </Dialog>
);

export function RotateSecret({ of, close, made }: Of & Made) {
  const [grace, setGrace] = useState("3600");
  const rotate = useSend("POST /api/account/webhooks/{endpoint_id}/rotate-secret", made);
  const submit = () => rotate.mutate({ path: { endpoint_id: of.id }, body: { grace_seconds: Number(grace) } });
  return (
    <Dialog title={words.rotateTitle} lead={of.url} close={close} act={webhooks.rotate} sending={rotate} submit={submit}>
      <SelectField label={words.gracePeriod} value={grace} set={setGrace} error={rotate.error?.fields.grace_seconds} options={GRACES} />
    </Dialog>
  );
}

export function DeleteEndpoint({ of, close, done }: Of & { done?: () => void }) {
  const remove = useSend("DELETE /api/account/webhooks/{endpoint_id}", () => {
    toast(words.deleted);
    close();
    done?.();
  });
  return (
    <Dialog title={words.deleteTitle} lead={of.url} danger close={close} dismiss={words.keep} act={webhooks.delete} sending={remove} submit={() => remove.mutate({ path: { endpoint_id: of.id } })}>
      <p>{words.deleteLead}</p>
    </Dialog>
  );
}

const RECOVER = "POST /api/account/webhooks/{endpoint_id}/recover";

/** Sends again what has failed, as many at a time as the API takes. After a refusal it goes on from where it stopped. */
export function Recover({ of, close }: Of) {
  const [since, setSince] = useState(of.recover_since);
  const recover = useAction(async () => {
    let sent = 0;
    for (let from = since; from; setSince(from)) {
      const { recovered, next_since } = await call(RECOVER, { path: { endpoint_id: of.id }, body: { since: from } });
      sent += recovered;
      from = next_since;
    }
    await changed(RECOVER);
    toast(sent ? words.resent(plural(sent, "event")) : words.nothing);
    close();
  });
  return (
    <Dialog title={words.recoverTitle} lead={of.url} close={close} act={words.resend} sending={recover} submit={() => recover.mutate()}>
      {since && <p>{words.recoverLead(moment(since))}</p>}
    </Dialog>
  );
}
