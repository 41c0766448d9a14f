import { useState } from "preact/hooks";
import { useData } from "../api/data";
import type { CredentialRequestView, CredentialView, InboxItem } from "../api/schema";
import { day, longDay, plural, relative, words } from "../lib/format";
import { go, to, useParam } from "../lib/router";
import type { VaultLink } from "../lib/vault-link";
import { Icon } from "../ui/icon";
import { Button, Card, Empty, Head, Pill, Show, Status, When } from "../ui/parts";
import { previewOf } from "./needs";
import { POLICIES } from "./vault-calling";
import { Decline, DeleteCredential, Deposit, Fulfil } from "./vault-dialogs";
import { Uses } from "./vault-uses";

type Open =
  | { what: "fulfil" | "decline"; request: CredentialRequestView }
  | { what: "delete" | "uses" | "replace"; credential: CredentialView }
  | null;

export function Vault({ request: asked, link }: { request: string | undefined; link: VaultLink | null }) {
  const requests = useData("GET /vault/requests", { query: { limit: 100 } }, "slow");
  const credentials = useData("GET /vault/credentials", { query: { limit: 100 } }, "slow");
  const items = useData("GET /inbox", { query: { state: "open", limit: 100 } }, "slow").data?.items ?? [];
  const projects = useData("GET /projects", { query: { limit: 100 } }).data?.projects ?? [];
  const [open, setOpen] = useState<Open>(null);
  const [depositing, setDepositing] = useParam("new");
  const over = link !== null && link.until < Date.now();
  const close = () => (link ? go("vault") : setOpen(null));
  const nameOf = (id: string) => projects.find((project) => project.id === id)?.name ?? "Another project";
  const all = requests.data?.requests ?? [];
  const pending = all.filter((one) => one.status === "pending");
  const closed = all.filter((one) => one.status !== "pending");
  const here = projects.filter((one) => !["completed", "cancelled"].includes(one.status));
  const linked = link?.what === "fulfill" && !over ? pending.find((one) => one.id === link.request) : undefined;
  return (
    <>
      <Head title="Vault" lead="What you put in is encrypted and never shown again, to nobody. The team uses it for your project, and every use is on record.">
        <Button kind="primary" icon="plus" onClick={() => setDepositing("1", true)} disabled={!here.length}>Deposit a credential</Button>
      </Head>
      {link && over && <div class="note"><Icon name="shield" /><span>This link has expired. Ask your assistant for another, or put the credential in here.</span></div>}
      {link?.what === "fulfill" && !over && requests.data && !linked && <div class="note"><Icon name="shield" /><span>Nobody waits for this any more.</span></div>}
      <Calls items={items.filter((one) => one.kind === "credential_use")} decide={(item) => void (location.hash = previewOf(item))} />
      <Card title="Requests" aside={pending.length > 0 && <Pill tone="warn">{pending.length} open</Pill>} flush>
        <Show of={requests}>
          {() => pending.length ? (
            <ul class="asks">{pending.map((one) => <Ask request={one} lit={one.id === asked} open={setOpen} />)}</ul>
          ) : (
            <Empty icon="lock-open" title="Nobody is waiting for access" text="When the team needs a login or a key, it asks here, says why, and tells you where to find it." />
          )}
        </Show>
        {closed.length > 0 && (
          <details class="fold pad">
            <summary>Closed requests <span>{closed.length}</span></summary>
            <ul class="rows">{closed.map((one) => <li><span class="grow"><span class="name" dir="auto">{one.name}</span><small><bdi>{one.project_name}</bdi> · {one.requested_by} · asked {relative(one.created_at)}</small></span><Status of={one.status} /></li>)}</ul>
          </details>
        )}
      </Card>
      <Card title="Credentials" flush>
        <Show of={credentials}>
          {({ credentials: list }) => list.length ? <Table credentials={list} nameOf={nameOf} isOpen={(id) => here.some((one) => one.id === id)} open={setOpen} /> : (
            <Empty icon="lock" title="The vault is empty" text={here.length ? "Credentials you deposit are listed here by name; their values never are." : "A credential belongs to a project under way, so create one first. Then what you deposit is listed here by name; its value never is."} />
          )}
        </Show>
      </Card>
      {depositing && !link && here.length > 0 && <Deposit projects={here} close={() => setDepositing("", true)} />}
      {link?.what === "deposit" && !over && here.length > 0 && <Deposit projects={here} given={link} close={close} />}
      {linked && <Fulfil request={linked} once={link?.once} close={close} />}
      {open?.what === "fulfil" && <Fulfil request={open.request} close={close} />}
      {open?.what === "decline" && <Decline request={open.request} close={close} />}
      {open?.what === "replace" && <Deposit projects={here} old={open.credential} close={close} />}
      {open?.what === "uses" && <Uses credential={open.credential} close={close} />}
      {open?.what === "delete" && <DeleteCredential credential={open.credential} close={close} />}
    </>
  );
}

/** Whether a day has ended; days are those of UTC, as where they were noted. */
const isOver = (date: string): boolean => date < new Date().toISOString().slice(0, 10);

function Ask({ request, lit, open }: { request: CredentialRequestView; lit: boolean; open: (open: Open) => void }) {
  return (
    <li class={lit ? "ask lit" : "ask"}>
      <div class="ask-head">
        <h3 dir="auto">{request.name}</h3>
        {request.priority === "high" && <Pill tone="bad">Urgent</Pill>}
        <span class="muted">The {request.requested_by} asks for <a href={to("projects", request.project_id)} dir="auto">{request.project_name}</a>, <When at={request.created_at} /></span>
      </div>
      <dl class="facts">
        {request.promised_for && <div><dt>Promised for</dt><dd class={isOver(request.promised_for) ? "bad" : undefined}>{longDay(request.promised_for)}{isOver(request.promised_for) && ", which is past"}</dd></div>}
        <div><dt>Why</dt><dd dir="auto">{request.reason}</dd></div>
        <div><dt>Waits for it</dt><dd>{words(request.blocks)}</dd></div>
        <div><dt>How to get it</dt><dd dir="auto">{request.how_to_obtain}</dd></div>
      </dl>
      <div class="acts">
        <Button kind="primary" icon="lock" onClick={() => open({ what: "fulfil", request })}>Provide<span class="sr"> {request.name}</span></Button>
        <Button onClick={() => open({ what: "decline", request })}>Decline<span class="sr"> {request.name}</span></Button>
      </div>
    </li>
  );
}

/** Keys that wait for your word before they call with a credential; nothing where none does. */
function Calls({ items, decide }: { items: InboxItem[]; decide: (item: InboxItem) => void }) {
  if (!items.length) return null;
  return (
    <Card title="Wants to call" aside={<Pill tone="warn">{items.length} open</Pill>} flush>
      <ul class="rows">
        {items.map((one) => (
          <li key={one.id}>
            <span class="grow"><span dir="auto">{one.sentence}</span><small><When at={one.since} /></small></span>
            <Button kind="primary" onClick={() => decide(one)}>Decide<span class="sr"> {one.sentence}</span></Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** For which calls a credential is: hosts, and below them what else is said of calls. */
function Callable({ of: { allowed_hosts, allowed_methods, allowed_paths, use_policy } }: { of: CredentialView }) {
  if (!allowed_hosts.length) return <span class="muted">Nothing</span>;
  const paths = allowed_paths.filter((one) => one !== "/");
  const policy = POLICIES.find(([one]) => one === use_policy)?.[1];
  return <span>{allowed_hosts.join(", ")}<small>{allowed_methods.join(", ")}{paths.length > 0 && ` ${paths.join(", ")}`} · {policy}</small></span>;
}

function Table({ credentials, nameOf, isOpen, open }: { credentials: CredentialView[]; nameOf: (id: string) => string; isOpen: (project: string) => boolean; open: (open: Open) => void }) {
  return (
    <table class="cards">
      <thead><tr><th scope="col">Name</th><th scope="col">Project</th><th scope="col">Type</th><th scope="col">May call</th><th scope="col">Used</th><th scope="col">Expires</th><th><span class="sr">Actions</span></th></tr></thead>
      <tbody>
        {credentials.map((one) => (
          <tr key={one.id}>
            <th scope="row"><span class="name" dir="auto">{one.name}</span><small>{one.username && <><bdi>{one.username}</bdi> · </>}version {one.version}, {day(one.updated_at)}</small></th>
            <td data-label="Project"><bdi>{nameOf(one.project_id)}</bdi></td>
            <td data-label="Type"><span class="tag">{words(one.type)}</span></td>
            <td data-label="May call" class="calls"><Callable of={one} /></td>
            <td data-label="Used">{one.uses || one.allowed_hosts.length ? <button type="button" class="link" onClick={() => open({ what: "uses", credential: one })}>{one.uses ? `${plural(one.uses, "time")}, ${relative(one.last_used_at!)}` : "Never"}</button> : <span class="muted">Never</span>}</td>
            <td data-label="Expires"><When at={one.expires_at} /></td>
            <td class="row-acts"><Button kind="ghost" icon="refresh-cw" aria-label={`Replace ${one.name}`} disabled={!isOpen(one.project_id)} onClick={() => open({ what: "replace", credential: one })}>Replace</Button><Button kind="ghost" icon="trash-2" aria-label={`Delete ${one.name}`} onClick={() => open({ what: "delete", credential: one })}>Delete</Button></td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
