import { useState } from "preact/hooks";
import { useSend } from "../api/data";
import type { EndpointView, EndpointWithSecret } from "../api/schema";
import { go } from "../lib/router";
import { Icon } from "../ui/icon";
import { Menu } from "../ui/menu";
import { Button, Refusal } from "../ui/parts";
import { toast } from "../ui/toast";
import { developers } from "../words/developers";
import { webhooks as words } from "../words/webhooks";
import { DeleteEndpoint, EditEndpoint, Recover, RevealSecret, RotateSecret } from "./webhook-dialogs";

type Open = "edit" | "rotate" | "delete" | "recover" | null;

/** All that can be done to an endpoint: what is done most as a button, the rest in a menu. */
export function EndpointActs({ of }: { of: EndpointView }) {
  const path = { endpoint_id: of.id };
  const [open, setOpen] = useState<Open>(null);
  const [made, setMade] = useState<EndpointWithSecret | null>(null);
  const change = useSend("PATCH /api/account/webhooks/{endpoint_id}", ({ enabled }) => toast(enabled ? words.switchedOn : words.switchedOff));
  const test = useSend("POST /api/account/webhooks/{endpoint_id}/test", () => toast(words.tested));
  const close = () => setOpen(null);
  const enable = (enabled: boolean) => change.mutate({ path, body: { enabled } });
  const reveal = (endpoint: EndpointWithSecret) => {
    close();
    setMade(endpoint);
  };
  const about = <span class="sr"> {of.url}</span>;
  return (
    <>
      {of.enabled ? <Button icon="send" busy={test.isPending} onClick={() => test.mutate({ path })}>{words.test}{about}</Button>
        : <Button icon="play" busy={change.isPending} onClick={() => enable(true)}>{words.switchOn}{about}</Button>}
      <Menu label={developers.actionsFor(of.url)} trigger={<Icon name="ellipsis" />} items={[
        { label: words.edit, icon: "pencil", act: () => setOpen("edit") },
        { label: words.rotate, icon: "rotate-cw", act: () => setOpen("rotate") },
        ...(of.enabled && of.recover_since ? [{ label: words.recover, icon: "refresh-cw", act: () => setOpen("recover") }] : []),
        ...(of.enabled ? [{ label: words.switchOff, icon: "pause", act: () => enable(false) }] : []),
        null,
        { label: words.delete, icon: "trash-2", danger: true, act: () => setOpen("delete") },
      ]} />
      <Refusal error={(test.submittedAt > change.submittedAt ? test : change).error} />
      {open === "edit" && <EditEndpoint of={of} close={close} made={reveal} />}
      {open === "rotate" && <RotateSecret of={of} close={close} made={reveal} />}
      {open === "recover" && <Recover of={of} close={close} />}
      {open === "delete" && <DeleteEndpoint of={of} close={close} done={() => go("developers", "webhooks")} />}
      {made && <RevealSecret of={made} close={() => setMade(null)} />}
    </>
  );
}
