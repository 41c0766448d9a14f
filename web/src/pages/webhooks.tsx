import { useState } from "preact/hooks";
import { useData } from "../api/data";
import type { EndpointView, EndpointWithSecret, EventType } from "../api/schema";
import { moment } from "../lib/format";
import { to } from "../lib/router";
import { Icon } from "../ui/icon";
import { Button, Card, Empty, Pill, Show, When } from "../ui/parts";
import { webhooks as words } from "../words/webhooks";
import { Developers } from "./developers";
import { EndpointActs } from "./webhook-acts";
import { EditEndpoint, RevealSecret } from "./webhook-dialogs";
import { TYPES } from "./webhook-types";

const EXAMPLES: EventType[] = ["approval.requested", "work.submitted", "report.ready"];

const SAMPLE = `POST /atrium HTTP/1.1
webhook-id: evt_01K4Z8Q2M3N4P5R6S7T8V9W0XY
webhook-timestamp: 1795251600
webhook-signature: v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=

${JSON.stringify({
  id: "evt_01K4Z8Q2M3N4P5R6S7T8V9W0XY", type: "approval.requested", timestamp: "2026-11-21T09:00:00.000Z", sequence: 4711,
  data: { project_id: "prj_…", id: "apr_…", summary: "Bakery: Roadmap, revision 3, waits for your decision", url: "https://…" },
}, null, 2)}`;

/** Where events are sent, and whether they arrive. */
export function Webhooks() {
  const webhooks = useData("GET /api/account/webhooks", {}, "slow");
  const [adding, setAdding] = useState(false);
  const [made, setMade] = useState<EndpointWithSecret | null>(null);
  const reveal = (endpoint: EndpointWithSecret) => {
    setAdding(false);
    setMade(endpoint);
  };
  const add = <Button kind="primary" icon="plus" onClick={() => setAdding(true)}>{words.add}</Button>;
  return (
    <Developers here="webhooks" lead={words.lead} acts={add}>
      <Card flush>
        <Show of={webhooks}>
          {({ webhooks: list }) => list.length ? <ul class="rows">{list.map((one) => <Endpoint key={one.id} of={one} />)}</ul> : (
            <Empty icon="zap" title={words.none} text={words.noneWhy}><p>{words.events(TYPES.length)}</p><p class="code-list">{EXAMPLES.map((type) => <code key={type}>{type}</code>)}</p></Empty>
          )}
        </Show>
      </Card>
      <details class="fold below" open={webhooks.data?.webhooks.length === 0}>
        <summary>{words.sample}</summary>
        <p class="hint">{words.verify(<a href="https://www.standardwebhooks.com" rel="noreferrer noopener" target="_blank">{words.standard}</a>)}</p>
        <pre class="below" tabIndex={0}>{SAMPLE}</pre>
      </details>
      {adding && <EditEndpoint of={null} close={() => setAdding(false)} made={reveal} />}
      {made && <RevealSecret of={made} close={() => setMade(null)} />}
    </Developers>
  );
}

const Endpoint = ({ of }: { of: EndpointView }) => (
  <li class="endpoint">
    <span class="grow">
      <a class="name" href={to("developers", "webhooks", of.id)}>{of.url}</a>
      <small title={of.types.join(", ")}>{of.description && <><bdi>{of.description}</bdi> · </>}{kinds(of)}</small>
      <Trouble of={of} listed />
    </span>
    <EndpointState of={of} />
    <EndpointActs of={of} />
  </li>
);

export function EndpointState({ of }: { of: EndpointView }) {
  if (!of.enabled) return <Pill tone={of.disabled_reason === "by_customer" ? "hollow" : "bad"}>{words.off}</Pill>;
  return of.failing_since ? <Pill tone="warn">{words.failing}</Pill> : <Pill tone="good">{words.on}</Pill>;
}

/** What is, or was, wrong with an endpoint, and until when an old secret holds; in the list, where one sees why. */
export function Trouble({ of, listed }: { of: EndpointView; listed?: boolean }) {
  const inGrace = of.previous_secret_until && Date.parse(of.previous_secret_until) > Date.now();
  return (
    <>
      {of.disabled_reason && <small>{words.disabled[of.disabled_reason]} <When at={of.disabled_at} none="" /></small>}
      {of.enabled && of.failing_since && <small class="bad"><Icon name="triangle-alert" /> {words.failingSince(moment(of.failing_since))}{listed && <> <a href={to("developers", "webhooks", of.id)}>{words.seeWhy}</a></>}</small>}
      {of.enabled && of.recover_since && <small>{words.missing(moment(of.recover_since))}</small>}
      {inGrace && <small>{words.grace(moment(of.previous_secret_until!))}</small>}
    </>
  );
}

/** The first types by name, the others by their number. */
function kinds({ types }: EndpointView): string {
  if (types.length >= TYPES.length) return words.every;
  const more = types.length - 3;
  return types.slice(0, 3).join(", ") + (more > 0 ? words.more(more) : "");
}
