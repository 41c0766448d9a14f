import { useState } from "preact/hooks";
import { useData, useSend } from "../api/data";
import type { NotificationsView, UpdateNotifications } from "../api/schema";
import { Chips } from "../ui/fields";
import { Icon } from "../ui/icon";
import { Button, Card, Email, Refusal, Show } from "../ui/parts";
import { toast } from "../ui/toast";
import { common } from "../words/common";
import { unverified } from "../words/enter";
import { notifications as words } from "../words/settings";
import { useVerification } from "./unverified";

const ROUTE = "GET /api/account/notifications";

/** What comes by mail; each choice is saved at once. */
export function Notifications() {
  const notifications = useData(ROUTE, {});
  return <Card><Show of={notifications}>{(data) => <Choices of={data} />}</Show></Card>;
}

function Choices({ of: { mail, ...kept } }: { of: NotificationsView }) {
  const [sent, setSent] = useState<UpdateNotifications>({});
  const save = useSend("PATCH /api/account/notifications", () => {
    setSent({});
    toast(common.saved);
  });
  const prove = useVerification(mail.address ?? "");
  const { needs_you, reports, decide_by_mail } = { ...kept, ...(!save.error && sent) };
  const choose = (body: UpdateNotifications) => {
    setSent(body);
    save.mutate({ body });
  };
  return (
    <div class="form">
      {mail.note && (mail.verified || !mail.configured) && <p class="note"><Icon name="triangle-alert" /><span>{mail.note}</span></p>}
      {mail.can_be_freed && <div class="acts"><Button icon="send" busy={prove.isPending} onClick={() => prove.mutate()}>{unverified.again}</Button></div>}
      <Refusal error={prove.error ?? save.error} />
      <Chips label={words.needsYou} chosen={[needs_you!]} toggle={(value) => choose({ needs_you: value as NotificationsView["needs_you"] })} options={words.needsYouOptions} />
      <Chips label={words.reports} hint={words.reportsHint} chosen={[reports!]} toggle={(value) => choose({ reports: value as NotificationsView["reports"] })} options={words.reportsOptions} />
      <Chips label={words.byMail} hint={words.byMailHint} chosen={[decide_by_mail ? "on" : "off"]} toggle={(value) => choose({ decide_by_mail: value === "on" })} options={words.byMailOptions} />
      <p class="hint">{mail.address && words.goesTo(<strong><Email of={mail.address} /></strong>)}{words.always}</p>
    </div>
  );
}
