import type { ComponentChildren } from "preact";
import { call } from "../api/call";
import { useAction } from "../api/data";
import { session, setSession } from "../api/session";
import type { MAIL_LINKS } from "../lib/router";
import { Button } from "../ui/parts";
import { links, unsubscribed } from "../words/links";
import { DecideLink } from "./decide-link";
import { Reset } from "./forgot";
import { Page } from "./link-page";

/**
 * Where the links of mails lead. Opening one does nothing: mail scanners follow links, so that a person must press the button.
 * The token is behind the hash, which no browser sends to a server.
 */
export function MailLink({ path: [place, token = ""] }: { path: string[] }) {
  return LINKS[place as keyof typeof LINKS](token);
}

/** Another browser may be signed in, or none. */
const lookAgain = async () => session() && setSession(await call("GET /api/auth/session", {}));

const LINKS: Record<(typeof MAIL_LINKS)[number], (token: string) => ComponentChildren> = {
  decide: (token) => <DecideLink token={token} />,
  reset: (token) => <Reset token={token} />,
  verify: (token) => <Link words={links.verify} act={() => call("POST /api/auth/verify", { body: { token } })} then={lookAgain} />,
  "new-address": (token) => <Link words={links.newAddress} act={() => call("POST /api/auth/email/confirm", { body: { token } })} then={lookAgain} />,
  "undo-address": (token) => <Link words={links.undoAddress} danger act={() => call("POST /api/auth/email/undo", { body: { token } })} then={() => session() && setSession(null)} />,
  approver: (token) => <Link words={links.agree} act={() => call("POST /api/approvers/confirm", { body: { token } })} />,
  withdraw: (token) => <Link words={links.withdraw} act={() => call("POST /api/approvers/withdraw", { body: { token } })} />,
  unsubscribe: (token) => <Link words={links.unsubscribe} act={async () => ({ email: unsubscribed[(await call("POST /unsubscribe", { query: { token } })).unsubscribed]! })} />,
};

interface Props {
  words: (typeof links)[keyof typeof links];
  act: () => Promise<{ email: string }>;
  then?: () => unknown;
  danger?: boolean;
}

function Link({ words, act, then, danger }: Props) {
  const press = useAction(async () => {
    const { email } = await act();
    await then?.();
    return email;
  });
  return (
    <Page title={press.isSuccess ? words.titleDone : words.title} lead={!press.isSuccess && words.lead} done={press.isSuccess && words.done(<strong>{press.data as string}</strong>)} error={press.error} over={words.over}>
      <Button kind={danger ? "danger" : "primary"} busy={press.isPending} onClick={() => press.mutate()}>{words.act}</Button>
    </Page>
  );
}
