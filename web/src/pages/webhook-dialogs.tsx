import { useState } from "preact/hooks";
import { call } from "../api/call";
import { changed, useAction, useSend } from "../api/data";
import type { EndpointView, EndpointWithSecret, EventType } from "../api/schema";
import { moment, plural } from "../lib/format";
import { Copy } from "../ui/copy";
import { Dialog } from "../ui/dialog";
import { SelectField, TextField } from "../ui/fields";
import { Icon } from "../ui/icon";
import { toast } from "../ui/toast";
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
  const change = useSend("PATCH /api/account/webhooks/{endpoint_id}", () => {
    toast("Saved");
    close();
  });
  const sending = of ? change : create;
  const body = { url: url.trim(), types, description: description.trim() || null };
  const submit = () => (of ? change.mutate({ path: { endpoint_id: of.id }, body }) : create.mutate({ body }));
  const wrong = sending.error?.fields ?? {};
  return (
    <Dialog
      title={of ? "Change this endpoint" : "Add an endpoint"} lead="Atrium sends each event to this address as a signed POST request."
      close={close} act={of ? "Save" : "Add endpoint"} submit={submit} sending={sending}
    >
      <TextField label="URL" placeholder="https://hooks.example.com/atrium" hint="https, at an address on the public internet." autocomplete="off" autocapitalize="off" spellcheck={false} value={url} set={setUrl} error={wrong.url} />
      <TextField label="Description (optional)" placeholder="The shop’s chat channel" autocomplete="off" value={description} set={setDescription} error={wrong.description} />
      <Types chosen={types} choose={setTypes} error={wrong.types ?? wrong.body} />
    </Dialog>
  );
}

/** The one time the secret is in the browser: it lives in this dialog and goes with it. */
export function RevealSecret({ of, close }: Close & { of: EndpointWithSecret }) {
  return (
    <Dialog title="The signing secret" lead={of.url} close={close} dismiss={null} act="I’ve saved it" submit={close}>
      <div class="note"><Icon name="triangle-alert" /><span>Copy the secret now. You won’t be able to see it again.</span></div>
      <div class="secret"><code>{of.secret}</code><Copy text={of.secret} data-first /></div>
      <p>Your receiver checks the signature of every request with it. Any library for Standard Webhooks does that.</p>
    </Dialog>
  );
}

export function RotateSecret({ of, close, made }: Of & Made) {
  const [grace, setGrace] = useState("3600");
  const rotate = useSend("POST /api/account/webhooks/{endpoint_id}/rotate-secret", made);
  return (
    <Dialog
      title="Rotate the secret?" lead={of.url} close={close} act="Rotate secret" sending={rotate}
      submit={() => rotate.mutate({ path: { endpoint_id: of.id }, body: { grace_seconds: Number(grace) } })}
    >
      <SelectField label="Requests are signed with the old secret, too, for" value={grace} set={setGrace} error={rotate.error?.fields.grace_seconds}
        options={[["0", "No time at all"], ["900", "15 minutes"], ["3600", "1 hour"], ["86400", "24 hours"]]} />
    </Dialog>
  );
}

export function DeleteEndpoint({ of, close }: Of) {
  const remove = useSend("DELETE /api/account/webhooks/{endpoint_id}", () => {
    toast("The endpoint is deleted");
    close();
  });
  return (
    <Dialog title="Delete this endpoint?" lead={of.url} danger close={close} dismiss="Keep it" act="Delete" sending={remove} submit={() => remove.mutate({ path: { endpoint_id: of.id } })}>
      <p>Nothing more is sent to it, and its deliveries are no longer shown. To stop for a while, switch it off instead.</p>
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
    toast(sent ? `${plural(sent, "delivery", "deliveries")} sent again` : "Nothing was missing");
    close();
  });
  return (
    <Dialog title="Send again what has failed?" lead={of.url} close={close} act="Send again" sending={recover} submit={() => recover.mutate()}>
      {since && <p>Every delivery that has failed since {moment(since)} is sent once more. Your receiver may know some of them already: it skips a <code>webhook-id</code> that it has seen.</p>}
    </Dialog>
  );
}
