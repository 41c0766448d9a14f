import { useState } from "preact/hooks";
import { call } from "../api/call";
import { useAction, useData } from "../api/data";
import { session } from "../api/session";
import { remember, remembered } from "../lib/kept";
import { usePath } from "../lib/router";
import { Icon } from "../ui/icon";
import { Button } from "../ui/parts";
import { toast } from "../ui/toast";
import { unverified as words } from "../words/enter";

const HIDDEN = "atrium/unverified";

/** Send the link once more that confirms the address. */
export const useVerification = (email: string) => useAction(() => call("POST /api/auth/verification", {}).then(() => toast(words.sent(email))));

/** Whether no mail goes out until the address is confirmed. */
export function useUnconfirmed(): boolean {
  const isOpen = session()?.user.email_verified === false;
  return useData("GET /api/account/notifications", isOpen ? {} : null).data?.mail.configured === true && isOpen;
}

/** Above every page until the address is confirmed, where mail is sent at all. On the page of notifications it stays. */
export function UnverifiedBanner() {
  const { email, email_verified } = session()!.user;
  const [isHidden, setHidden] = useState(() => remembered(HIDDEN) !== null);
  const stays = usePath().join("/") === "settings/notifications";
  const mail = useData("GET /api/account/notifications", email_verified ? null : {}).data?.mail;
  const ask = useVerification(email);
  const hide = () => {
    remember(HIDDEN, "");
    setHidden(true);
  };
  if (email_verified || !mail?.configured) return null;
  if (mail.suppressed) return <p class="note banner"><Icon name="triangle-alert" /><span>{mail.note}</span></p>;
  if (isHidden && !stays) return null;
  return (
    <div class="note banner" role="region" aria-label={words.title}>
      <Icon name="triangle-alert" />
      <span title={email}>{words.text}<span class="why">{words.why}</span><span class="where"> {words.where(<bdi>{email}</bdi>)}</span>{ask.error && <> <span role="alert">{ask.error.message}</span></>}</span>
      <button type="button" class="link" aria-disabled={ask.isPending || undefined} onClick={() => { ask.mutate(); }}>{words.again}</button>
      {!stays && <Button kind="ghost" icon="x" aria-label={words.hide} onClick={hide} />}
    </div>
  );
}
