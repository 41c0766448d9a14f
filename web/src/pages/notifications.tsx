import { useState } from "preact/hooks";
import { useData, useSend } from "../api/data";
import type { NotificationsView } from "../api/schema";
import { Chips } from "../ui/fields";
import { Icon } from "../ui/icon";
import { Button, Card, Email, Form, Refusal, Show } from "../ui/parts";
import { toast } from "../ui/toast";
import { common } from "../words/common";
import { unverified } from "../words/enter";
import { notifications as words } from "../words/settings";
import { useVerification } from "./unverified";

const ROUTE = "GET /api/account/notifications";
type NeedsYou = NotificationsView["needs_you"];
type Reports = NotificationsView["reports"];

/** What comes by mail. */
export function Notifications() {
  const notifications = useData(ROUTE, {});
  return <Card><Show of={notifications}>{(data) => <Choices key={`${data.needs_you} ${data.reports} ${data.decide_by_mail}`} of={data} />}</Show></Card>;
}

function Choices({ of: { needs_you, reports, decide_by_mail, mail } }: { of: NotificationsView }) {
  const [needs, setNeeds] = useState<NeedsYou>(needs_you);
  const [byMail, setByMail] = useState(decide_by_mail);
  const [report, setReport] = useState<Reports>(reports);
  const save = useSend("PATCH /api/account/notifications", () => toast(common.saved));
  const prove = useVerification(mail.address ?? "");
  const submit = () => save.mutate({ body: { needs_you: needs, reports: report, decide_by_mail: byMail } });
  return (
    <Form act={common.save} sending={save} unchanged={needs === needs_you && byMail === decide_by_mail && report === reports} submit={submit}>
      {mail.note && (mail.verified || !mail.configured) && <p class="note"><Icon name="triangle-alert" /><span>{mail.note}</span></p>}
      {mail.can_be_freed && <div class="acts"><Button icon="send" busy={prove.isPending} onClick={() => prove.mutate()}>{unverified.again}</Button></div>}
      <Refusal error={prove.error} />
      <Chips label={words.needsYou} chosen={[needs]} toggle={(value) => setNeeds(value as NeedsYou)} options={words.needsYouOptions} />
      <Chips label={words.reports} hint={words.reportsHint} chosen={[report]} toggle={(value) => setReport(value as Reports)} options={words.reportsOptions} />
      <Chips label={words.byMail} hint={words.byMailHint} chosen={[byMail ? "on" : "off"]} toggle={(value) => setByMail(value === "on")} options={words.byMailOptions} />
      <p class="hint">{mail.address && words.goesTo(<strong><Email of={mail.address} /></strong>)}{words.always}</p>
    </Form>
  );
}
