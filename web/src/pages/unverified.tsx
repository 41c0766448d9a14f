import { call } from "../api/call";
import { useAction, useData } from "../api/data";
import { session } from "../api/session";
import { Icon } from "../ui/icon";
import { toast } from "../ui/toast";
import { unverified as words } from "../words/enter";

/** Above every page until the address is confirmed, where mail is sent at all. */
export function UnverifiedBanner() {
  const { email, email_verified } = session()!.user;
  const mail = useData("GET /api/account/notifications", email_verified ? null : {}).data?.mail;
  const ask = useAction(async () => {
    await call("POST /api/auth/verification", {});
    toast(words.sent(email));
  });
  if (email_verified || !mail?.configured) return null;
  if (mail.suppressed) return <p class="note banner"><Icon name="triangle-alert" /><span>{mail.note}</span></p>;
  return (
    <div class="note banner" role="region" aria-label={words.title}>
      <Icon name="triangle-alert" />
      <span><strong>{words.title}.</strong> {words.text(<bdi>{email}</bdi>)}{ask.error && <> <span role="alert">{ask.error.message}</span></>}</span>
      <button type="button" class="link" aria-disabled={ask.isPending || undefined} onClick={() => { ask.mutate(); }}>{words.again}</button>
    </div>
  );
}
