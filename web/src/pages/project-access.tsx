import { useData } from "../api/data";
import type { ProjectDetail } from "../api/schema";
import { label, relative } from "../lib/format";
import { to } from "../lib/router";
import { Card, Show, Status } from "../ui/parts";
import { access as words } from "../words/project";

/** What the team asked for in this project, and what it was given. Both are dealt with in the vault. */
export function Access({ project: { id } }: { project: ProjectDetail }) {
  const query = { query: { project_id: id, limit: 100 } };
  const requests = useData("GET /vault/requests", query);
  const credentials = useData("GET /vault/credentials", query);
  return (
    <div class="stack">
      <Card title={words.requests} flush>
        <Show of={requests}>
          {({ requests: all }) => all.length ? (
            <ul class="rows">
              {all.map((one) => (
                <li key={one.id}>
                  <span class="grow"><a class="name" href={to("settings", "vault", one.id)} dir="auto">{one.name}</a><small>{words.asked(one.requested_by, relative(one.created_at))}</small></span>
                  <Status of={one.status} />
                  {one.status === "pending" && <a class="btn small" href={to("settings", "vault", one.id)}>{words.provide}<span class="sr"> {one.name}</span></a>}
                </li>
              ))}
            </ul>
          ) : <p class="quiet-line">{words.noRequests}</p>}
        </Show>
      </Card>
      <Card title={words.credentials} aside={<a href={to("settings", "vault")}>{words.vault}</a>} flush>
        <Show of={credentials}>
          {({ credentials: all }) => all.length ? (
            <ul class="rows">
              {all.map((one) => <li key={one.id}><span class="grow"><span class="name" dir="auto">{one.name}</span><small>{words.version(label(one.type), one.version, one.last_used_at ? words.used(relative(one.last_used_at)) : words.unused)}</small></span></li>)}
            </ul>
          ) : <p class="quiet-line">{words.noCredentials}</p>}
        </Show>
      </Card>
    </div>
  );
}
