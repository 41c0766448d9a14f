import { useState } from "preact/hooks";
import { useData, useSend } from "../api/data";
import type { AttemptView, DeliveryView } from "../api/schema";
import { moment, number } from "../lib/format";
import { to, useParam } from "../lib/router";
import { Beside } from "../ui/beside";
import { Copy } from "../ui/copy";
import { Button, Card, Empty, Head, Pager, Pill, Refusal, Show, When } from "../ui/parts";
import { toast } from "../ui/toast";
import { developers } from "../words/developers";
import { deliveries as words, REASONS } from "../words/webhooks";
import "../styles/developers.css";
import { EndpointActs } from "./webhook-acts";
import { EndpointState, Trouble } from "./webhooks";

const TONES = { waiting: "warn", delivered: "good", failed: "bad" } as const;

/** What was sent to one endpoint; each delivery with what it says and every attempt at its side. */
export function Deliveries({ id }: { id: string }) {
  const [cursor, setCursor] = useState<string>();
  const [open, setOpen] = useParam("open");
  const endpoint = useData("GET /api/account/webhooks", {}).data?.webhooks.find((one) => one.id === id);
  const deliveries = useData("GET /api/account/webhooks/{endpoint_id}/deliveries", { path: { endpoint_id: id }, query: { limit: 50, cursor } }, "fast");
  const chosen = deliveries.data?.deliveries.find((one) => one.id === open);
  const lead = endpoint && <><EndpointState of={endpoint} /> {endpoint.description && <bdi>{endpoint.description}</bdi>}</>;
  return (
    <>
      <Head title={endpoint?.url ?? words.title} back={[to("developers", "webhooks"), developers.tabs.webhooks]} lead={lead}>
        {endpoint && <EndpointActs of={endpoint} />}
      </Head>
      {endpoint && <div class="troubles endpoint"><Trouble of={endpoint} /></div>}
      <Beside close={() => setOpen("")} detail={chosen ? { id: open, title: chosen.type, body: <Delivery endpoint={id} of={chosen} key={open} /> } : null}>
        <Card flush>
          <Show of={deliveries} lines={5}>
            {({ deliveries: list, next_cursor }) => (
              <>
                {list.length > 0 ? <Table of={list} chosen={open} at={(one) => `${to("developers", "webhooks", id)}?open=${one}`} /> : <Empty icon="send" title={words.none} text={words.noneWhy} />}
                <Pager newest={cursor !== undefined && (() => setCursor(undefined))} older={next_cursor !== null && (() => setCursor(next_cursor))} />
              </>
            )}
          </Show>
        </Card>
      </Beside>
    </>
  );
}

const State = ({ of: { status, attempts } }: { of: DeliveryView }) => <Pill tone={TONES[status]}>{words.states[status === "waiting" && attempts.length ? "retrying" : status]}</Pill>;
/** What the receiver said, or why it said nothing. */
const response = ({ status, reason }: AttemptView): string => (status !== null ? String(status) : reason ? REASONS[reason] : words.noAttempt);

const Table = ({ of, chosen, at }: { of: DeliveryView[]; chosen: string; at: (id: string) => string }) => (
  <table class="log">
    <thead><tr><th scope="col">{words.event}</th><th scope="col">{words.status}</th><th scope="col">{words.response}</th><th scope="col">{words.time}</th></tr></thead>
    <tbody>
      {of.map((one) => {
        const last = one.attempts.at(-1);
        return (
          <tr class={one.id === chosen ? "linked chosen" : "linked"} key={one.id}>
            <th scope="row"><a class="name" href={at(one.id)} aria-current={one.id === chosen ? "true" : undefined}><code>{one.type}</code></a></th>
            <td><State of={one} /></td>
            <td>{last ? response(last) : words.noAttempt}</td>
            <td><When at={one.created_at} /></td>
          </tr>
        );
      })}
    </tbody>
  </table>
);

function Delivery({ endpoint, of }: { endpoint: string; of: DeliveryView }) {
  const again = useSend("POST /api/account/webhooks/{endpoint_id}/deliveries/{delivery_id}/redeliver", () => toast(words.resent));
  return (
    <>
      <dl class="facts">
        <div><dt>{words.status}</dt><dd><State of={of} />{of.reason && <small>{REASONS[of.reason]}</small>}</dd></div>
        <div><dt>{words.time}</dt><dd>{moment(of.created_at)}</dd></div>
        {of.next_attempt_at && <div><dt>{words.next}</dt><dd><When at={of.next_attempt_at} /></dd></div>}
        <div><dt>{words.id}</dt><dd class="copied"><code>{of.id}</code><Copy text={of.id} about={developers.copyId(of.id)} label="" /></dd></div>
      </dl>
      <Refusal error={again.error} />
      <Button icon="refresh-cw" busy={again.isPending} onClick={() => again.mutate({ path: { endpoint_id: endpoint, delivery_id: of.id } })}>{words.resend}</Button>
      {of.attempts.length > 0 && (
        <section>
          <h3>{words.attempts}</h3>
          <ul class="tries">{of.attempts.toReversed().map((one) => (
            <li key={one.at}><strong>{response(one)}</strong><small>{moment(one.at)} · {words.took(number(one.milliseconds))}{one.status !== null && one.reason && <> · {REASONS[one.reason]}</>}</small></li>
          ))}</ul>
        </section>
      )}
      <section>
        <div class="copied"><h3>{words.payload}</h3><Copy text={of.payload} about={words.copyPayload} label="" /></div>
        <pre>{formatted(of.payload)}</pre>
      </section>
    </>
  );
}

function formatted(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}
