import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import { useData } from "../api/data";
import type { CredentialRequestView, CredentialView, InboxItem, ProjectView } from "../api/schema";
import { dayOf } from "../lib/days";
import { day, longDay, moment, plural, relative, words as readable } from "../lib/format";
import { go, to, useParam } from "../lib/router";
import type { VaultLink } from "../lib/vault-link";
import { Icon } from "../ui/icon";
import { Menu } from "../ui/menu";
import { Button, Card, Empty, Head, Pill, Show, Status, Steps, When } from "../ui/parts";
import { developers } from "../words/developers";
import { POLICIES, TYPES, vault as words } from "../words/vault";
import { useOpenItems } from "./needs";
import { Decline, DeleteCredential, Deposit, Fulfil } from "./vault-dialogs";
import { Uses } from "./vault-uses";

type Project = Pick<ProjectView, "id" | "name" | "status">;
type Open = { what: "delete" | "uses" | "replace"; credential: CredentialView } | { what: "deposit" } | null;

const isUnderWay = ({ status }: Project): boolean => status !== "completed" && status !== "cancelled";

/** The credentials of all projects, and what was asked for. `link` is what an assistant asks to be deposited. */
export function Vault({ request, link }: { request: string | undefined; link: VaultLink | null }) {
  const projects = useData("GET /projects", { query: { limit: 100 } }).data?.projects ?? [];
  return <><Head title={words.title} lead={words.lead} /><Held projects={projects} asked={request} link={link} /></>;
}

/** The same of one project. */
export const Access = ({ project }: { project: Project }) => <Held projects={[project]} only={project.id} link={null} />;

function Held({ projects, only, asked, link }: { projects: Project[]; only?: string; asked?: string | undefined; link: VaultLink | null }) {
  const query = { limit: 100, ...(only && { project_id: only }) };
  const requests = useData("GET /vault/requests", { query }, "slow");
  const credentials = useData("GET /vault/credentials", { query }, "slow");
  const items = useOpenItems().items ?? [];
  const [open, setOpen] = useState<Open>(null);
  const [depositing, setDepositing] = useParam("new");
  const over = link !== null && link.until < Date.now();
  const close = () => {
    if (link) return go("settings", "vault");
    setDepositing("", true);
    setOpen(null);
  };
  const all = requests.data?.requests ?? [];
  const urgency = ({ id }: CredentialRequestView) => items.findIndex(({ target_id }) => target_id === id); // what the inbox does not list comes first
  /** What waits for it; null for nothing, undefined where nobody knows: it is snoozed, or all of a paused project waits. */
  const heldUp = ({ id, project_id }: CredentialRequestView) => projects.some((one) => one.id === project_id && one.status === "on_hold") ? undefined : items.find(({ target_id }) => target_id === id)?.blocks;
  const pending = all.filter((one) => one.status === "pending").sort((a, b) => urgency(a) - urgency(b));
  const closed = all.filter((one) => one.status !== "pending");
  const here = projects.filter(isUnderWay);
  const linked = link?.what === "fulfill" && !over ? pending.find((one) => one.id === link.request) : undefined;
  const named = linked?.id ?? asked; // by the address
  const first = (pending.find((one) => one.id === named) ?? pending[0])?.id;
  const given = link?.what === "deposit" && !over ? link : undefined;
  const calls = items.filter((one) => one.kind === "credential_use" && (!only || one.project_id === only));
  return (
    <div class={only ? "stack access" : "stack"}>
      {link && over && <div class="note"><Icon name="shield" /><span>{words.expired}</span></div>}
      {link?.what === "fulfill" && !over && requests.data && !linked && <div class="note"><Icon name="shield" /><span>{words.notNeeded}</span></div>}
      {calls.length > 0 && <Calls items={calls} />}
      <Card title={words.requests(pending.length)} flush>
        <Show of={requests}>
          {() => pending.length ? <ByProject of={pending} named={!only} rows="asks" row={(one) => <Ask request={one} blocks={heldUp(one)} lit={one.id === named} isFirst={one.id === first} once={one === linked ? link?.once : undefined} named={!only} close={one === linked ? close : undefined} key={one.id} />} />
            : <p class="quiet-line">{words.noRequests}</p>}
        </Show>
        {closed.length > 0 && (
          <details class="fold pad">
            <summary>{words.closed} <span>{closed.length}</span></summary>
            <ByProject of={closed} named={!only} rows="rows" row={(one) => <li key={one.id}><span class="grow"><span class="name" dir="auto">{one.name}</span><small>{words.asked(one.requested_by, relative(one.created_at))}</small></span><Status of={one.status} /></li>} />
          </details>
        )}
      </Card>
      <Card title={words.credentials} aside={<Button icon="plus" disabled={!here.length} onClick={() => setOpen({ what: "deposit" })}>{words.deposit}</Button>} flush>
        <Show of={credentials}>
          {({ credentials: list }) => list.length ? <Table credentials={list} projects={projects} named={!only} open={setOpen} />
            : <Empty icon="lock" title={words.empty} text={here.length ? words.emptyWhy : words.noProject} />}
        </Show>
      </Card>
      {only && <Keys project={only} />}
      {(depositing || given || open?.what === "deposit") && here.length > 0 && <Deposit projects={here} {...(given && { given })} close={close} />}
      {open?.what === "replace" && <Deposit projects={here} old={open.credential} close={close} />}
      {open?.what === "uses" && <Uses credential={open.credential} close={close} />}
      {open?.what === "delete" && <DeleteCredential credential={open.credential} close={close} />}
    </div>
  );
}

/** Which API keys reach a project: those limited to it, and all without such a limit. */
function Keys({ project }: { project: string }) {
  const keys = useData("GET /api/account/api-keys", {}, "slow").data?.api_keys;
  const active = keys?.filter(({ status }) => status === "active");
  const named = (reaches: (ids: string[] | null | undefined) => boolean | undefined) => active!.filter((one) => reaches(one.project_ids)).map(({ name }) => name);
  return active && <p class="hint"><bdi>{words.keys(named((ids) => ids?.includes(project)), named((ids) => !ids))}</bdi> <a href={to("developers", "keys")}>{words.manageKeys}</a></p>;
}

/** Whether a day has ended; days are those of UTC, as where they were noted. */
const isOver = (date: string): boolean => date < dayOf(Date.now());
const promised = (date: string): string => (isOver(date) ? words.past(longDay(date)) : longDay(date));

/** Requests below the name of their project; in a project's own view nobody need be told it. */
const ByProject = ({ of, named, rows, row }: { of: CredentialRequestView[]; named: boolean; rows: string; row: (one: CredentialRequestView) => ComponentChildren }) => (
  <>{[...new Map(of.map((one) => [one.project_id, one.project_name]))].map(([id, name]) => (
    <section class="group" key={id}>
      {named && <div class="group-head"><h3 dir="auto">{name}</h3></div>}
      <ul class={rows}>{of.filter((one) => one.project_id === id).map(row)}</ul>
    </section>
  ))}</>
);

/** What is asked for; the first is open, the others one press away. `once`: an assistant's link has opened its form, too. */
function Ask({ request, blocks, lit, isFirst, once, named, close }: { request: CredentialRequestView; blocks: string | null | undefined; lit: boolean; isFirst: boolean; once: string | undefined; named: boolean; close: (() => void) | undefined }) {
  const [answer, setAnswer] = useState<"provide" | "decline">();
  const row = useRef<HTMLDetailsElement>(null);
  const isProviding = answer === "provide" || once !== undefined;
  const [isOpen = isFirst || once !== undefined, setOpen] = useState<boolean>();
  const leave = () => {
    row.current?.querySelector("summary")!.focus(); // what has the focus is about to go
    setAnswer(undefined);
    close?.();
  };
  const about = <span class="sr"> {request.name}</span>;
  const label = <>{words.provide}<span class="sr"> {words.provideTo} {request.name}</span></>;
  const Name = named ? "h4" : "h3"; // below its project's
  return (
    <li><details ref={row} class={lit ? "ask lit" : "ask"} open={isOpen || isProviding} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary class="ask-head">
        <Icon name="chevron-right" />
        <Name dir="auto">{request.name}</Name>
        {request.priority === "high" && <Pill tone="bad">{words.urgent}</Pill>}
        <span class="muted">{blocks !== undefined && `${blocks?.replace(/\.$/, "") ?? words.holdsUpNothing} · `}{words.asks(request.requested_by)} · <time dateTime={request.created_at} title={moment(request.created_at)}>{relative(request.created_at)}</time></span>
      </summary>
      <dl class="facts">
        {request.promised_for && <div><dt>{words.promised}</dt><dd class={isOver(request.promised_for) ? "bad" : undefined}>{promised(request.promised_for)}</dd></div>}
        <div><dt>{words.why}</dt><dd dir="auto">{request.reason}</dd></div>
        <div><dt>{words.namedIn}</dt><dd><a href={to("projects", request.project_id, "deliverables", request.deliverable_id)}>{readable(request.blocks)}</a></dd></div>
        <div><dt>{words.how}</dt><dd dir="auto"><Steps of={request.how_to_obtain} /></dd></div>
      </dl>
      {isProviding ? <Fulfil request={request} once={once} close={leave} /> : (
        <div class="acts">
          <Button kind={isFirst ? "primary" : "plain"} icon="lock" onClick={() => setAnswer("provide")}>{label}</Button>
          <Button onClick={() => setAnswer("decline")}>{words.decline}{about}</Button>
          <small class="muted">{words.declines(blocks?.match(/^(.+) is waiting for it\.$/)?.[1])}</small>
        </div>
      )}
    </details>{!isOpen && !isProviding && <Button onClick={() => setAnswer("provide")}>{label}</Button>}{answer === "decline" && <Decline request={request} close={() => setAnswer(undefined)} />}</li>
  );
}

/** Keys that wait for your word before they call with a credential; the inbox is where one decides. */
const Calls = ({ items }: { items: InboxItem[] }) => (
  <Card title={words.calls(items.length)} flush>
    <ul class="rows">
      {items.map((one) => (
        <li key={one.id}>
          <span class="grow"><span dir="auto">{one.sentence}</span><small><When at={one.since} /></small></span>
          <a class="btn" href={`${to("inbox")}?item=${one.id}`}>{words.decide}<span class="sr"> {one.sentence}</span></a>
        </li>
      ))}
    </ul>
  </Card>
);

/** For which calls a credential is: hosts, and below them what else is said of calls. */
function Callable({ of: { allowed_hosts, allowed_methods, allowed_paths, use_policy } }: { of: CredentialView }) {
  if (!allowed_hosts.length) return <span class="muted">{words.noHosts}</span>;
  const paths = allowed_paths.filter((one) => one !== "/");
  const policy = POLICIES.find(([one]) => one === use_policy)?.[1];
  return <span>{allowed_hosts.join(", ")}<small>{allowed_methods.join(", ")}{paths.length > 0 && ` ${paths.join(", ")}`} · {policy}</small></span>;
}

const typeOf = (credential: CredentialView): string => TYPES.find(([one]) => one === credential.type)?.[1] ?? readable(credential.type);

function Table({ credentials, projects, named, open }: { credentials: CredentialView[]; projects: Project[]; named: boolean; open: (open: Open) => void }) {
  const projectOf = (one: CredentialView) => projects.find(({ id }) => id === one.project_id);
  const acts = (credential: CredentialView) => [
    { label: words.showUses, icon: "activity", act: () => open({ what: "uses", credential }) },
    ...(projectOf(credential) && isUnderWay(projectOf(credential)!) ? [{ label: words.replace, icon: "refresh-cw", act: () => open({ what: "replace", credential }) }] : []),
    { label: words.delete, icon: "trash-2", danger: true, act: () => open({ what: "delete", credential }) },
  ];
  return (
    <table class="cards">
      <thead><tr><th scope="col">{words.name}</th>{named && <th scope="col">{words.project}</th>}<th scope="col">{words.type}</th><th scope="col">{words.hosts}</th><th scope="col">{words.used}</th><th scope="col">{words.expires}</th><th><span class="sr">{developers.actions}</span></th></tr></thead>
      <tbody>
        {credentials.map((one) => (
          <tr key={one.id}>
            <th scope="row"><span class="name" dir="auto">{one.name}</span><small>{one.username && <><bdi>{one.username}</bdi> · </>}{words.version(one.version, day(one.updated_at))}</small></th>
            {named && <td data-label={words.project}><bdi>{projectOf(one)?.name ?? words.otherProject}</bdi></td>}
            <td data-label={words.type}>{typeOf(one)}</td>
            <td data-label={words.hosts} class="calls"><Callable of={one} /></td>
            <td data-label={words.used}>{one.uses ? words.uses(plural(one.uses, "time"), relative(one.last_used_at!)) : <span class="muted">{words.never}</span>}</td>
            <td data-label={words.expires}><When at={one.expires_at} /></td>
            <td class="row-menu"><Menu label={developers.actionsFor(one.name)} trigger={<Icon name="ellipsis" />} items={acts(one)} /></td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
