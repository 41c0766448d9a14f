import type { ComponentChildren } from "preact";
import { call } from "../api/call";
import { useAction } from "../api/data";
import { session, setSession } from "../api/session";
import type { MAIL_LINKS } from "../lib/router";
import { Button } from "../ui/parts";
import { DecideLink } from "./decide-link";
import { Reset } from "./forgot";
import { Page } from "./link-page";

/**
 * Where the links of mails lead. Opening one does nothing: mail scanners follow links, so that a person must press the button.
 * The token is behind the hash, which no browser sends to a server.
 */
export function MailLink({ path: [place, token = ""] }: { path: string[] }) {
  return LINKS[place as keyof typeof LINKS]({ token });
}

const LINKS: Record<(typeof MAIL_LINKS)[number], (props: { token: string }) => ComponentChildren> = {
  verify: (props) => <Verify {...props} />,
  unsubscribe: (props) => <Unsubscribe {...props} />,
  approver: (props) => <Agree {...props} />,
  withdraw: (props) => <Withdraw {...props} />,
  decide: (props) => <DecideLink {...props} />,
  reset: (props) => <Reset {...props} />,
  "new-address": (props) => <NewAddress {...props} />,
  "undo-address": (props) => <UndoAddress {...props} />,
};

function Verify({ token }: { token: string }) {
  const verify = useAction(async () => {
    const { email } = await call("POST /api/auth/verify", { body: { token } });
    // Another browser may be signed in, or none.
    if (session()) setSession(await call("GET /api/auth/session", {}));
    return email;
  });
  return (
    <Page
      title="Confirm your e-mail address" lead="Atrium then writes to you when something needs you, and sends you your reports."
      done={verify.isSuccess && <><strong>{verify.data as string}</strong> is confirmed.</>}
      error={verify.error} hint={session() ? "You can have a new mail sent in the settings." : "Sign in to have a new mail sent."}
    >
      <Button kind="primary" busy={verify.isPending} onClick={() => verify.mutate()}>Confirm address</Button>
    </Page>
  );
}

function NewAddress({ token }: { token: string }) {
  const confirm = useAction(async () => {
    const { email } = await call("POST /api/auth/email/confirm", { body: { token } });
    if (session()) setSession(await call("GET /api/auth/session", {}));
    return email;
  });
  return (
    <Page
      title="Confirm your new address" lead="Your account then signs in with this address, and gets its mail here. The old address can undo that for 7 days."
      done={confirm.isSuccess && <>You sign in as <strong>{confirm.data as string}</strong> from now on.</>}
      error={confirm.error} hint="Ask for the change again in the settings. A link also ends when the password changes."
    >
      <Button kind="primary" busy={confirm.isPending} onClick={() => confirm.mutate()}>Confirm address</Button>
    </Page>
  );
}

function UndoAddress({ token }: { token: string }) {
  const undo = useAction(async () => {
    const { email } = await call("POST /api/auth/email/undo", { body: { token } });
    if (session()) setSession(null);
    return email;
  });
  return (
    <Page
      title="Take the address back?" lead="Your account signs in with its old address again. Every session ends, the password holds no more, and a mail lets you set a new one."
      done={undo.isSuccess && <>Done. Set a new password by the mail to <strong>{undo.data as string}</strong>.</>}
      error={undo.error} hint="A change can be undone for 7 days, once."
    >
      <Button kind="danger" busy={undo.isPending} onClick={() => undo.mutate()}>Undo the change</Button>
    </Page>
  );
}

function Agree({ token }: { token: string }) {
  const agree = useAction(async () => (await call("POST /api/approvers/confirm", { body: { token } })).email);
  return (
    <Page
      title="May we ask you to decide?" lead="When the customer who named you is silent about a document, you get a mail with a link to it. You need no account."
      done={agree.isSuccess && <>Thank you. <strong>{agree.data as string}</strong> may be asked from now on.</>}
      error={agree.error} hint="Ask the customer who named you for a new mail."
    >
      <Button kind="primary" busy={agree.isPending} onClick={() => agree.mutate()}>Agree to be asked</Button>
    </Page>
  );
}

function Withdraw({ token }: { token: string }) {
  const withdraw = useAction(async () => (await call("POST /api/approvers/withdraw", { body: { token } })).email);
  return (
    <Page
      title="Be asked no more?" lead="The customer who named you sees that you don’t want to decide for them. They can’t invite you again for 30 days."
      done={withdraw.isSuccess && <><strong>{withdraw.data as string}</strong> gets no more mail from them.</>}
      error={withdraw.error} hint="A newer mail has a link that works."
    >
      <Button kind="primary" busy={withdraw.isPending} onClick={() => withdraw.mutate()}>Ask me no more</Button>
    </Page>
  );
}

const ENDED: Record<string, string> = { reports: "Reports no longer come by mail.", needs_you: "You no longer get a mail when something needs you." };

function Unsubscribe({ token }: { token: string }) {
  const stop = useAction(() => call("POST /unsubscribe", { query: { token } }));
  return (
    <Page
      title="Stop these mails?" lead="Mails of this kind stop at once. You can switch them on again in the settings."
      done={stop.isSuccess && ENDED[stop.data.unsubscribed]}
      error={stop.error} hint="You can choose in the settings which mails you get."
    >
      <Button kind="primary" busy={stop.isPending} onClick={() => stop.mutate()}>Stop these mails</Button>
    </Page>
  );
}
