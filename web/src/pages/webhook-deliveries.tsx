import { useState } from "preact/hooks";
import { useData, useSend } from "../api/data";
import type { AttemptView, DeliveryView, Reason } from "../api/schema";
import { moment, number, plural } from "../lib/format";
import { to } from "../lib/router";
import { Button, Card, Empty, Head, Pill, Refusal, Show, When } from "../ui/parts";
import { toast } from "../ui/toast";

const REASONS: Record<Reason, string> = {
  http_status: "Another status than 2xx",
  redirect: "A redirect, which is not followed",
  gone: "It answered “410 Gone”",
  timed_out: "No answer within 15 seconds",
  name_not_resolved: "The host’s name is not known",
  forbidden_target: "The address is not on the public internet",
  connection_failed: "No connection",
  tls_failed: "The certificate or TLS failed",
  bad_answer: "The answer was no HTTP",
  endpoint_disabled: "The endpoint is switched off",
  secret_unreadable: "The secret could not be read: rotate it",
};
const STATES = { waiting: ["warn", "Waiting"], delivered: ["good", "Delivered"], failed: ["bad", "Failed"] } as const;

/** What was sent to one endpoint, with every attempt. */
export function Deliveries({ id }: { id: string }) {
  const path = { endpoint_id: id };
  const [cursor, setCursor] = useState<string>();
  const endpoint = useData("GET /api/account/webhooks", {}).data?.webhooks.find((one) => one.id === id);
  const deliveries = useData("GET /api/account/webhooks/{endpoint_id}/deliveries", { path, query: { limit: 50, cursor } }, "fast");
  const test = useSend("POST /api/account/webhooks/{endpoint_id}/test", () => toast("A test is on its way"));
  const enable = useSend("PATCH /api/account/webhooks/{endpoint_id}", () => toast("Switched on"));
  return (
    <>
      <Head title="Deliveries" back={[to("webhooks"), "Webhooks"]} lead={endpoint?.url}>
        {endpoint?.enabled === false && <Button kind="primary" busy={enable.isPending} onClick={() => enable.mutate({ path, body: { enabled: true } })}>Switch on</Button>}
        {endpoint?.enabled && <Button icon="send" busy={test.isPending} onClick={() => test.mutate({ path })}>Send test</Button>}
      </Head>
      <Refusal error={test.error ?? enable.error} />
      <Card flush>
        <Show of={deliveries} lines={5}>
          {({ deliveries: list, next_cursor }) => (
            <>
              {list.length > 0 ? <ul>{list.map((one) => <Delivery key={one.id} endpoint={id} of={one} />)}</ul>
                : <Empty icon="send" title="Nothing was sent yet" text="Deliveries of the last 30 days are listed here. A test comes at once." />}
              {(cursor || next_cursor) && (
                <div class="pad acts">
                  {cursor && <Button onClick={() => setCursor(undefined)}>Newest</Button>}
                  {next_cursor && <Button onClick={() => setCursor(next_cursor)}>Older</Button>}
                </div>
              )}
            </>
          )}
        </Show>
      </Card>
    </>
  );
}

function Delivery({ endpoint, of }: { endpoint: string; of: DeliveryView }) {
  const again = useSend("POST /api/account/webhooks/{endpoint_id}/deliveries/{delivery_id}/redeliver", () => toast("It is sent again"));
  const [tone, label] = STATES[of.status];
  return (
    <li class="task-card endpoint">
      <div class="task-head"><h2>{of.type}</h2><Pill tone={tone}>{label}</Pill></div>
      <p class="sub">
        <span>Happened <When at={of.created_at} /></span>
        {of.next_attempt_at && <span>Next attempt <When at={of.next_attempt_at} /></span>}
        {of.reason && <span class="bad">{REASONS[of.reason]}</span>}
      </p>
      {of.attempts.length > 0 && (
        <details class="fold">
          <summary>{plural(of.attempts.length, "attempt")}<span class="sr"> of {of.type}, {moment(of.created_at)}</span></summary>
          <Attempts of={of.attempts} />
        </details>
      )}
      <div class="task-foot">
        <code class="muted">{of.id}</code>
        <span class="acts"><Button kind="ghost" icon="refresh-cw" busy={again.isPending} onClick={() => again.mutate({ path: { endpoint_id: endpoint, delivery_id: of.id } })}>Redeliver<span class="sr"> {of.id}</span></Button></span>
      </div>
      <Refusal error={again.error} />
    </li>
  );
}

const Attempts = ({ of }: { of: AttemptView[] }) => (
  <table class="cards">
    <thead><tr><th scope="col">Time</th><th scope="col">Status</th><th scope="col" class="num">Took</th><th scope="col">Why it failed</th><th scope="col">Next attempt</th></tr></thead>
    <tbody>
      {of.map((one) => (
        <tr key={one.at}>
          <th scope="row"><time dateTime={one.at}>{moment(one.at)}</time></th>
          <td data-label="Status">{one.status ?? "—"}</td>
          <td data-label="Took" class="num">{number(one.milliseconds)} ms</td>
          <td data-label="Why it failed">{one.reason ? REASONS[one.reason] : "—"}</td>
          <td data-label="Next attempt">{one.next_attempt_at ? moment(one.next_attempt_at) : "—"}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
