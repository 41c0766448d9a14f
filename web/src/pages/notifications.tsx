import { useState } from "preact/hooks";
import { call } from "../api/call";
import { useAction, useData, useSend } from "../api/data";
import type { NotificationsView } from "../api/schema";
import { session } from "../api/session";
import { Chips } from "../ui/fields";
import { Icon } from "../ui/icon";
import { Button, Card, Refusal, Show } from "../ui/parts";
import { toast } from "../ui/toast";

const ROUTE = "GET /api/account/notifications";
type NeedsYou = NotificationsView["needs_you"];
type Reports = NotificationsView["reports"];

/** What comes by mail, in the settings. */
export function Notifications() {
  const notifications = useData(ROUTE, {});
  return <Card title="Mail"><Show of={notifications}>{(data) => <Choices key={`${data.needs_you} ${data.reports} ${data.decide_by_mail}`} of={data} />}</Show></Card>;
}

function Choices({ of: { needs_you, reports, decide_by_mail, mail } }: { of: NotificationsView }) {
  const [needs, setNeeds] = useState<NeedsYou>(needs_you);
  const [byMail, setByMail] = useState(decide_by_mail);
  const [report, setReport] = useState<Reports>(reports);
  const save = useSend("PATCH /api/account/notifications", () => toast("Saved"));
  const prove = useAction(async () => {
    await call("POST /api/auth/verification", {});
    toast(`A mail is on its way to ${mail.address}`);
  });
  const submit = (event: Event) => {
    event.preventDefault();
    save.mutate({ body: { needs_you: needs, reports: report, decide_by_mail: byMail } });
  };
  return (
    <form class="form" onSubmit={submit} noValidate>
      {mail.note && <p class="note"><Icon name="triangle-alert" /><span>{mail.note}</span></p>}
      {mail.can_be_freed && <div class="acts"><Button icon="send" busy={prove.isPending} onClick={() => prove.mutate()}>Send the confirming mail</Button></div>}
      <Refusal error={prove.error} />
      <Chips label="When something needs you" chosen={[needs]} toggle={(value) => setNeeds(value as NeedsYou)} options={[["immediate", "A mail at once"], ["daily", "One mail a day, at 8:00"], ["off", "No mail"]]} />
      <Chips label="Reports" hint="Each task has a switch of its own." chosen={[report]} toggle={(value) => setReport(value as Reports)} options={[["on", "By mail, in full"], ["off", "Only here"]]} />
      <Chips label="Decide from a mail" hint="The link shows the document and asks. Whoever holds the mail can decide with it." chosen={[byMail ? "on" : "off"]} toggle={(value) => setByMail(value === "on")} options={[["off", "Only signed in"], ["on", "By the mail's link, too"]]} />
      <p class="hint">{mail.address ? <>Mail goes to <strong>{mail.address}</strong>. </> : null}Notices about your account’s security always come.</p>
      <Refusal error={save.error} />
      <div class="acts"><Button type="submit" kind="primary" busy={save.isPending}>Save</Button></div>
    </form>
  );
}

/** Above every page until the address is confirmed, where mail is sent at all. */
export function UnverifiedBanner() {
  const { email, email_verified } = session()!.user;
  const mail = useData(ROUTE, email_verified ? null : {}).data?.mail;
  const ask = useAction(async () => {
    await call("POST /api/auth/verification", {});
    toast(`A mail is on its way to ${email}`);
  });
  if (email_verified || !mail?.configured) return null;
  if (mail.suppressed) return <p class="note banner"><Icon name="triangle-alert" /><span>{mail.note}</span></p>;
  return (
    <div class="note banner" role="region" aria-label="Confirm your address">
      <Icon name="triangle-alert" />
      <span>Confirm your address: follow the link in the mail to <strong>{email}</strong>. Until then nothing else comes by mail.{ask.error && <> <span role="alert">{ask.error.message}</span></>}</span>
      <button type="button" class="link" aria-disabled={ask.isPending || undefined} onClick={() => { ask.mutate(); }}>Send it again</button>
    </div>
  );
}
