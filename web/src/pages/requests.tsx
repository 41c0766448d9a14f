import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useState } from "preact/hooks";
import { call } from "../api/call";
import { client, SLOW, useData } from "../api/data";
import { to, useChoice, useParam } from "../lib/router";
import { SelectField, TextField } from "../ui/fields";
import { Button, Card, Empty, Head, Show } from "../ui/parts";
import { Developers } from "./developers";
import { RequestTable } from "./request-table";

const STATUSES = {
  "": "Everything", "4xx": "Refused (4xx)", "5xx": "Failed on our side (5xx)", "400": "400 Wrong request", "401": "401 Key not valid",
  "403": "403 Not allowed", "404": "404 Not found", "409": "409 Conflict", "429": "429 Too many requests",
} as const;
type Status = keyof typeof STATUSES;

/** What keys, programs and pages were refused in seven days; the filters and the id that is looked for stand in the address. */
export function Requests() {
  const [whose, setWhose] = useParam("whose");
  const [status, setStatus] = useChoice("status", Object.keys(STATUSES).sort() as [Status, ...Status[]]);
  const [id, setId] = useParam("id");
  const callers = useCallers(whose);
  const log = useLog(id ? { request_id: id } : { caller: whose || "keys", status: status || undefined });
  const found = log.data?.pages.flatMap((page) => page.requests) ?? [];
  const more = log.hasNextPage && !log.isFetchingNextPage;
  useEffect(() => {
    if (id && !found.length && more && !log.error) void log.fetchNextPage(); // an id is looked for in all of them
  }, [id, found.length, more, log.error, log.data?.pages.length]);
  const looking = Boolean(id) && !found.length && log.hasNextPage;
  return (
    <>
      <Head title="Refused requests" lead={<>What was refused or failed in the last seven days. What succeeded is counted on the page <a href={to("usage")}>Usage</a>.</>} />
      <Developers here="requests" />
      <div class="seek">
        <SelectField label="From" value={id ? "" : whose} set={(next) => { setId("", true); setWhose(next); }} options={callers} />
        <SelectField label="Answer" value={id ? "" : status} set={(next) => { setId("", true); setStatus(next as Status); }} options={Object.keys(STATUSES).sort().map((one) => [one, STATUSES[one as Status]])} />
        <FindById id={id} find={setId} key={id} />
      </div>
      <Card flush>
        <Show of={log} lines={6}>
          {() => (
            <>
              {found.length > 0 ? <RequestTable of={found} /> : looking ? <p class="quiet-line" role="status">Looking…</p>
                : <Nothing id={id} filtered={Boolean(whose || status)} more={log.hasNextPage} />}
              {log.hasNextPage && !looking && <div class="pad acts"><Button busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>Older</Button></div>}
            </>
          )}
        </Show>
      </Card>
      <p class="hint below">No body, no query and no address is kept. Of each key a hundred refusals an hour are listed, then every hundredth; the page Usage counts all of them.</p>
    </>
  );
}

function Nothing({ id, filtered, more }: { id: string; filtered: boolean; more: boolean }) {
  if (id) {
    return <Empty icon="search" title="No request with this id" text="It may be older than seven days, it may have succeeded, or it named no key of yours. The id is the answer’s X-Request-Id header." />;
  }
  if (more) return <Empty icon="search" title="None among the latest" text="Older ones may be." />;
  return filtered
    ? <Empty icon="check" title="None of this kind" text="In the last seven days nothing like it was refused." />
    : <Empty icon="check" title="Nothing was refused" text="Every request of your keys and programs was answered in the last seven days. What is refused or fails is listed here at once." />;
}

function FindById({ id, find }: { id: string; find: (id: string) => void }) {
  const [typed, type] = useState(id);
  const submit = (event: Event) => {
    event.preventDefault();
    find(typed.trim().slice(0, 64));
  };
  return (
    <form class="find-id" role="search" onSubmit={submit}>
      <TextField label="Request id" placeholder="From the header X-Request-Id" value={typed} set={type} autocomplete="off" autocapitalize="off" spellcheck={false} />
      <Button type="submit" icon="search">Find</Button>
      {id && <Button onClick={() => find("")}>Show all</Button>}
    </form>
  );
}

interface Asked {
  caller?: string;
  status?: string;
  request_id?: string;
}

const useLog = (query: Asked) =>
  useInfiniteQuery({
    queryKey: ["api", "GET /api/account/requests", query],
    queryFn: ({ pageParam: cursor }) => call("GET /api/account/requests", { query: { ...query, cursor } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    refetchInterval: SLOW,
  }, client);

/** Whose requests can be asked for; the one that is, is among them, although it may be gone. */
function useCallers(chosen: string): [string, string][] {
  const keys = useData("GET /api/account/api-keys", {}).data?.api_keys ?? [];
  const programs = useData("GET /api/account/connections", {}).data?.connections ?? [];
  const all: [string, string][] = [
    ["", "Keys and programs"], ["session", "The dashboard"],
    ...keys.map(({ id, name, prefix }): [string, string] => [id, `${name} (${prefix}…)`]),
    ...programs.map(({ id, name }): [string, string] => [id, name]),
  ];
  return !chosen || all.some(([id]) => id === chosen) ? all : [...all, [chosen, chosen]];
}
