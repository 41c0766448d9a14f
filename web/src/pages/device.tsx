import { useState } from "preact/hooks";
import { call } from "../api/call";
import { useAction } from "../api/data";
import type { ConnectRequestView } from "../api/schema";
import { Opened, TextField } from "../ui/fields";
import { Button, Refusal } from "../ui/parts";
import { connect, device as words } from "../words/links";
import { Asked } from "./connect";
import { Bare } from "./link-page";

/** Asks for the code that a program shows. A link may fill it in, but a person says that it is the one they see. */
export function Device({ code }: { code: string }) {
  const [typed, setTyped] = useState(code);
  const [asked, setAsked] = useState<ConnectRequestView>();
  const find = useAction(async () => setAsked(await call("POST /api/oauth/requests", { body: { user_code: typed } })));
  if (asked) return <Bare title={connect.page} heading={connect.title(<bdi>{asked.name}</bdi>)}><Asked of={asked} leave={() => undefined} /></Bare>;
  return (
    <Bare title={words.title} lead={code ? words.check : words.lead} submit={() => find.mutate()}>
      <Opened><TextField label={words.code} class="in mono" autocomplete="off" autocapitalize="off" spellcheck={false} placeholder="BCDF-GHJK" value={typed} set={setTyped} error={find.error?.fields.user_code} /></Opened>
      <Refusal error={find.error} />
      <Button type="submit" kind="primary" busy={find.isPending}>{words.next}</Button>
    </Bare>
  );
}
