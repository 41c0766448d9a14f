import { useState } from "preact/hooks";
import { useData } from "../api/data";
import type { ApiKeyCreated, ApiKeyView } from "../api/schema";
import { DAY } from "../lib/days";
import { day, plural } from "../lib/format";
import { to, useChoice, useParam } from "../lib/router";
import { Icon } from "../ui/icon";
import { Menu } from "../ui/menu";
import { Button, Card, Empty, Pill, Show, Skeleton, Tabs, When } from "../ui/parts";
import { developers, keys as words, PRESETS } from "../words/developers";
import { Developers } from "./developers";
import { RevealKey, RevokeKey, RotateKey } from "./key-dialogs";
import { LifetimeLimit } from "./key-lifetime";
import { inWords } from "./key-limits";
import { CreateKey } from "./new-key";

const TABS = ["active", "expired", "revoked", "all"] as const;
type Open = { what: "revoke" | "rotate"; key: ApiKeyView } | null;

const WEEK = 7 * DAY;
const endsSoon = (key: ApiKeyView): boolean =>
  key.status === "active" && key.expires_at !== null && Date.parse(key.expires_at) - Date.now() < WEEK;

/** `?new=worker&project=prj_1` opens the form of a new key with both chosen. */
export function Keys() {
  const keys = useData("GET /api/account/api-keys", {}, "slow");
  const [tab, setTab] = useChoice("tab", TABS);
  const [creating, setCreating] = useParam("new");
  const [project, setProject] = useParam("project");
  const [open, setOpen] = useState<Open>(null);
  const [made, setMade] = useState<ApiKeyCreated | null>(null);
  const isKnown = useData("GET /api/account/key-policy", {}).isFetched; // both are shown at once, so that nothing moves
  const all = (isKnown && keys.data?.api_keys) || [];
  const shownIn = (status: string) => (status === "all" ? all : all.filter((key) => key.status === status));
  const shown = shownIn(tab);
  const close = () => setOpen(null);
  const leave = () => {
    setProject("", true);
    setCreating("", true);
  };
  const reveal = (key: ApiKeyCreated) => {
    close();
    leave();
    setMade(key);
  };
  const create = <Button kind="primary" icon="plus" onClick={() => setCreating("1", true)}>{words.create}</Button>;
  return (
    <Developers here="keys" lead={words.lead} acts={create}>
      <Card flush>
        {all.length > 0 && <Tabs label={words.show} current={tab} choose={setTab} tabs={TABS.map((one) => [one, words.tabs[one], shownIn(one).length])} />}
        {isKnown ? <Show of={keys} lines={4}>
          {() => shown.length ? <Table keys={shown} all={tab === "all"} open={setOpen} />
            : all.length ? <Empty icon="key-round" title={words.noneOf(tab)} text={words.noneOfWhy} />
              : <Empty icon="key-round" title={words.none} text={words.noneWhy} />}
        </Show> : <Skeleton lines={4} />}
      </Card>
      {isKnown && keys.data && <LifetimeLimit />}
      {creating && <CreateKey preset={creating} project={project} close={leave} made={reveal} />}
      {open?.what === "rotate" && <RotateKey of={open.key} close={close} made={reveal} />}
      {open?.what === "revoke" && <RevokeKey of={open.key} close={close} />}
      {made && <RevealKey of={made} close={() => setMade(null)} />}
    </Developers>
  );
}

const accessOf = ({ preset, scopes }: ApiKeyView): string => (preset ? PRESETS[preset][0] : plural(scopes.length, "permission"));
const limitsOf = ({ allowed_ips, project_ids }: ApiKeyView): string => [...(allowed_ips ?? []), ...(project_ids ?? [])].join(", ");

/** A status is told where it is not that of the tab. */
function Table({ keys, all, open }: { keys: ApiKeyView[]; all: boolean; open: (open: Open) => void }) {
  const projects = useData("GET /projects", keys.some((key) => key.project_ids) ? { query: { limit: 100 } } : null).data?.projects;
  const told = all || keys.some(endsSoon);
  return (
    <table class="cards terse">
      <thead>
        <tr>
          <th scope="col">{words.name}</th><th scope="col">{words.key}</th><th scope="col">{words.access}</th>{told && <th scope="col">{words.status}</th>}
          <th scope="col">{words.lastUsed}</th><th scope="col">{words.expires}</th><th><span class="sr">{developers.actions}</span></th>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <tr key={key.id}>
            <th scope="row"><a class="name" dir="auto" href={to("developers", "keys", key.id)}>{key.name}</a><small>{words.createdOn(day(key.created_at))}</small></th>
            <td data-label={words.key}><code>{key.prefix}…</code></td>
            <td data-label={words.access}><span title={key.scopes.join(", ")}>{accessOf(key)}{inWords(key) && <small class="limit" title={limitsOf(key)} dir="auto">{inWords(key, projects)}</small>}</span></td>
            {told && <td data-label={words.status}><KeyStatus of={key} /></td>}
            <td class="dated" data-label={words.lastUsed}><When at={key.last_used_at} /></td>
            <td class="dated" data-label={words.expires}>{key.status !== "revoked" && <span><When at={key.expires_at} none={words.never} />{key.over_max_lifetime && <small class="limit">{words.overLimit}</small>}</span>}</td>
            <td class="row-menu">{key.status === "active" && (
              <Menu label={developers.actionsFor(key.name)} trigger={<Icon name="ellipsis" />} items={[
                { label: words.rotate, icon: "rotate-cw", act: () => open({ what: "rotate", key }) },
                { label: words.revoke, icon: "ban", danger: true, act: () => open({ what: "revoke", key }) },
              ]} />
            )}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function KeyStatus({ of: key }: { of: ApiKeyView }) {
  if (endsSoon(key)) return <Pill tone="warn">{words.soon}</Pill>;
  return <Pill tone={key.status === "active" ? "good" : "hollow"}>{words.tabs[key.status]}</Pill>;
}
