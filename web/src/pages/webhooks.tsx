import { useState } from "preact/hooks";
import { useData, useSend } from "../api/data";
import type { EndpointView, EndpointWithSecret } from "../api/schema";
import { moment } from "../lib/format";
import { to } from "../lib/router";
import { Icon } from "../ui/icon";
import { Button, Card, Empty, Head, Pill, Refusal, Show, When } from "../ui/parts";
import { toast } from "../ui/toast";
import { Developers } from "./developers";
import { DeleteEndpoint, EditEndpoint, Recover, RevealSecret, RotateSecret } from "./webhook-dialogs";
import { TYPES } from "./webhook-types";

type What = "edit" | "rotate" | "delete" | "recover";
type Open = { what: "create" } | { what: What; of: EndpointView } | null;

/** Where events are sent, and whether they arrive. */
export function Webhooks() {
  const webhooks = useData("GET /api/account/webhooks", {}, "slow");
  const [open, setOpen] = useState<Open>(null);
  const [made, setMade] = useState<EndpointWithSecret | null>(null);
  const close = () => setOpen(null);
  const reveal = (endpoint: EndpointWithSecret) => {
    setOpen(null);
    setMade(endpoint);
  };
  return (
    <>
      <Head title="Webhooks" lead="Atrium sends what happens to addresses of your own, signed, so that your programs need not ask.">
        <Button kind="primary" icon="plus" onClick={() => setOpen({ what: "create" })}>Add endpoint</Button>
      </Head>
      <Developers here="webhooks" />
      <Card flush>
        <Show of={webhooks}>
          {({ webhooks: list }) => list.length ? (
            <ul>{list.map((one) => <Endpoint key={one.id} of={one} open={(what) => setOpen({ what, of: one })} />)}</ul>
          ) : (
            <Empty icon="zap" title="No endpoints yet" text="Add the address of a program of yours. It gets each event within seconds, and again for three days if it does not answer." />
          )}
        </Show>
      </Card>
      {open?.what === "create" && <EditEndpoint of={null} close={close} made={reveal} />}
      {open?.what === "edit" && <EditEndpoint of={open.of} close={close} made={reveal} />}
      {open?.what === "rotate" && <RotateSecret of={open.of} close={close} made={reveal} />}
      {open?.what === "delete" && <DeleteEndpoint of={open.of} close={close} />}
      {open?.what === "recover" && <Recover of={open.of} close={close} />}
      {made && <RevealSecret of={made} close={() => setMade(null)} />}
    </>
  );
}

function Endpoint({ of, open }: { of: EndpointView; open: (what: What) => void }) {
  const path = { endpoint_id: of.id };
  const change = useSend("PATCH /api/account/webhooks/{endpoint_id}", ({ enabled }) => toast(enabled ? "Switched on" : "Switched off"));
  const test = useSend("POST /api/account/webhooks/{endpoint_id}/test", () => toast("A test is on its way"));
  const about = <span class="sr"> {of.url}</span>;
  return (
    <li class="task-card endpoint">
      <div class="task-head"><h2>{of.url}</h2><State of={of} /></div>
      {of.description && <p dir="auto">{of.description}</p>}
      <p class="sub"><span title={of.types.join(", ")}>{kinds(of)}</span></p>
      <Trouble of={of} />
      {of.enabled && of.recover_since && (
        <div class="note">
          <Icon name="triangle-alert" /><span>Events since {moment(of.recover_since)} may be missing.</span>
          <button type="button" class="link" onClick={() => open("recover")}>Send again{about}</button>
        </div>
      )}
      <div class="task-foot">
        <a href={to("webhooks", of.id)}>Deliveries{about}</a>
        <span class="acts">
          {of.enabled && <Button kind="ghost" icon="send" busy={test.isPending} onClick={() => test.mutate({ path })}>Send test{about}</Button>}
          <Button kind="ghost" icon="pencil" onClick={() => open("edit")}>Change{about}</Button>
          <Button kind="ghost" icon="rotate-cw" onClick={() => open("rotate")}>Rotate secret{about}</Button>
          <Button kind="ghost" icon={of.enabled ? "pause" : "play"} busy={change.isPending} onClick={() => change.mutate({ path, body: { enabled: !of.enabled } })}>Switch {of.enabled ? "off" : "on"}{about}</Button>
          <Button kind="ghost" icon="trash-2" onClick={() => open("delete")}>Delete{about}</Button>
        </span>
      </div>
      <Refusal error={(test.submittedAt > change.submittedAt ? test : change).error} />
    </li>
  );
}

function State({ of }: { of: EndpointView }) {
  if (!of.enabled) return <Pill tone={of.disabled_reason === "by_customer" ? "hollow" : "bad"}>Off</Pill>;
  return of.failing_since ? <Pill tone="warn">Failing</Pill> : <Pill tone="good">On</Pill>;
}

const OFF: Record<NonNullable<EndpointView["disabled_reason"]>, string> = {
  by_customer: "You switched it off",
  gone: "It answered “410 Gone” and was switched off",
  failing: "It took nothing for five days and was switched off",
};

/** What is, or was, wrong with an endpoint, and until when an old secret holds. */
function Trouble({ of }: { of: EndpointView }) {
  const inGrace = of.previous_secret_until && Date.parse(of.previous_secret_until) > Date.now();
  return (
    <>
      {of.disabled_reason && <p class="sub"><span>{OFF[of.disabled_reason]} <When at={of.disabled_at} none="" /></span></p>}
      {of.enabled && of.failing_since && <p class="bad"><Icon name="triangle-alert" /><span>It has taken nothing since {moment(of.failing_since)}. <a href={to("webhooks", of.id)}>See why</a></span></p>}
      {inGrace && <p class="sub">The old secret signs, too, until {moment(of.previous_secret_until!)}</p>}
    </>
  );
}

/** The first types by name, the others by their number. */
function kinds({ types }: EndpointView): string {
  if (types.length >= TYPES.length) return "Every type of event";
  const more = types.length - 3;
  return types.slice(0, 3).join(", ") + (more > 0 ? ` and ${more} more` : "");
}
