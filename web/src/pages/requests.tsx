import { useEffect, useState } from "preact/hooks";
import { useData, usePages } from "../api/data";
import { session } from "../api/session";
import { firstOf, lastOf } from "../lib/days";
import { to, useChoice, useParam } from "../lib/router";
import { Beside } from "../ui/beside";
import { SelectField } from "../ui/fields";
import { Button, Card, Empty, Show } from "../ui/parts";
import { common } from "../words/common";
import { logs as words } from "../words/developers";
import { DateRange, Developers } from "./developers";
import { askedOf, placeOf, RequestDetail, RequestTable, SHORT } from "./request-table";

const WHOLE = 36; // characters of an id that Atrium makes
const STATUSES = words.statuses.map(([status]) => status) as [string, ...string[]];

/** What keys, apps and pages asked. The filters, the id that is looked for and the request that is open stand in the address. */
export function Requests() {
  const [whose, setWhose] = useParam("whose");
  const [status, setStatus] = useChoice("status", STATUSES);
  const [from, setFrom] = useParam("from");
  const [last, setLast] = useParam("to");
  const [id, setId] = useParam("id");
  const [open, setOpen] = useParam("open");
  const callers = useCallers(whose);
  const zone = session()?.account.timezone;
  const log = usePages("GET /api/account/requests", id ? { request_id: id } : { caller: whose || "keys", status: status || undefined, from: firstOf(from, zone), to: lastOf(last, zone) });
  const found = log.data?.pages.flatMap((page) => page.requests) ?? [];
  const more = log.hasNextPage && !log.isFetchingNextPage;
  useEffect(() => {
    if (id && !found.length && more && !log.error) void log.fetchNextPage(); // an id is looked for in all of them
  }, [id, found.length, more, log.error, log.data?.pages.length]);
  const looking = Boolean(id) && !found.length && log.hasNextPage;
  const filter = (set: (value: string) => void) => (value: string) => {
    for (const end of [setId, setOpen]) end("", true);
    set(value);
  };
  const find = (text: string) => {
    const row = text.length >= SHORT && text.length < WHOLE && found.find((one) => one.request_id.startsWith(text));
    return row ? filter(setOpen)(placeOf(row)) : filter(setId)(text);
  };
  const said = Object.entries({ whose, status, from, to: last, id }).filter(([, value]) => value);
  const chosen = found.find((one) => placeOf(one) === open);
  return (
    <Developers here="logs" lead={words.lead}>
      <div class="seek quick">
        <SelectField label={<span class="sr">{words.caller}</span>} value={id ? "" : whose} set={filter(setWhose)} options={callers} />
        <SelectField label={<span class="sr">{words.status}</span>} value={id ? "" : status} set={filter(setStatus)} options={words.statuses} />
        <DateRange presets={words.ranges} chosen="" choose={() => [setFrom, setLast, setId, setOpen].forEach((end) => end("", true))} from={id ? "" : from} to={id ? "" : last} setFrom={filter(setFrom)} setTo={filter(setLast)} />
        <FindById id={id} find={find} />
      </div>
      <Beside close={() => setOpen("")} detail={chosen ? { id: open, title: <code>{askedOf(chosen)}</code>, body: <RequestDetail of={chosen} /> } : null}>
        <Card flush>
          <Show of={log} lines={6}>
            {() => (
              <>
                {found.length > 0 ? <RequestTable of={found} chosen={open} at={(one) => `${to("developers", "logs")}?${new URLSearchParams([...said, ["open", one]])}`} />
                  : looking ? <p class="quiet-line" role="status">{words.looking}</p> : <Nothing id={id} filtered={said.length > 0} more={log.hasNextPage} />}
                {log.hasNextPage && !looking && <div class="pad acts"><Button busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>{common.older}</Button></div>}
              </>
            )}
          </Show>
        </Card>
        <p class="hint">{words.kept}</p>
      </Beside>
    </Developers>
  );
}

function Nothing({ id, filtered, more }: { id: string; filtered: boolean; more: boolean }) {
  const [title, text] = id ? [words.notFound, words.notFoundWhy] : more ? [words.noneYet, words.noneYetWhy] : filtered ? [words.noMatch, words.noMatchWhy] : [words.none, words.noneWhy];
  return <Empty icon={id || more ? "search" : "activity"} title={title} text={text} />;
}

/** An id is looked for once it is whole, or on Enter, which takes its beginning for that of a listed one; without one all are shown. */
function FindById({ id, find }: { id: string; find: (id: string) => void }) {
  const [typed, type] = useState(id);
  useEffect(() => type(id), [id]);
  const look = (text: string) => text.trim() !== id && find(text.trim().slice(0, 64));
  const input = (text: string) => {
    type(text);
    if (!text || text.trim().length >= WHOLE) look(text);
  };
  return (
    <form class="find-id" role="search" onSubmit={(event) => { event.preventDefault(); look(typed); }}>
      <input class="in" type="search" aria-label={words.id} placeholder={words.id} value={typed} onInput={(event) => input(event.currentTarget.value)} autocomplete="off" autocapitalize="off" spellcheck={false} />
    </form>
  );
}

/** Whose requests can be asked for; the one that is, is among them, although it may be gone. */
function useCallers(chosen: string): [string, string][] {
  const keys = useData("GET /api/account/api-keys", {}).data?.api_keys ?? [];
  const apps = useData("GET /api/account/connections", {}).data?.connections ?? [];
  const all: [string, string][] = [
    ["", words.callers], ["session", words.kinds.session],
    ...keys.map(({ id, name, prefix }): [string, string] => [id, `${name} (${prefix}…)`]),
    ...apps.map(({ id, name }): [string, string] => [id, name]),
  ];
  return !chosen || all.some(([id]) => id === chosen) ? all : [...all, [chosen, chosen]];
}
