import { useData } from "../api/data";
import type { ConversationView, ProjectView } from "../api/schema";
import { age } from "../lib/format";
import { to } from "../lib/router";
import { Icon } from "../ui/icon";
import { Menu } from "../ui/menu";
import { Card, Empty, Head, Show, Skeleton } from "../ui/parts";
import { ask as words, ASSISTANT } from "../words/ask";
import { Conversation } from "./chat";
import { useOpenItems } from "./needs";
import { byNeed } from "./project-order";

/** One conversation: about all projects, or about the one that the address names. */
export function Ask({ project: id }: { project: string | undefined }) {
  const page = useData("GET /projects", { query: { limit: 100 } });
  const talks = useData("GET /pa/conversations", {}, "slow");
  const projects = page.data?.projects ?? [];
  const chosen = projects.find((one) => one.id === id);
  const { inbox, items = [] } = useOpenItems();
  const listed = byNeed(projects.filter((one) => one.status !== "cancelled" || one.id === id), items); // as beside every page
  const rows = listed.map((one) => ({ ...one, talk: talks.data?.conversations.find(({ project_id }) => project_id === one.id) }));
  const isListed = [talks, page, inbox].every((one) => one.data ?? one.error); // else the rows would grow and change places
  const scopes = rows.map(({ id: own, name, talk }) => ({ label: talk?.unread ? `${name} · ${words.unread(talk.unread)}` : name, href: to("ask", own), checked: own === id }));
  const about = chosen?.name ?? words.all;
  const scope = rows.length > 0 && <Menu label={`${words.about}: ${about}`} kind="btn small scope" trigger={<><span class="clip" dir="auto">{about}</span><Icon name="chevron-down" /></>} items={[{ label: words.all, href: to("ask"), checked: !id }, null, ...scopes]} />;
  return (
    <>
      <Head title={words.title} />
      <div class="talk">
        <nav class="talks" aria-label={words.conversations}>
          <a href={to("ask")} aria-current={id ? undefined : "page"}><span class="name">{words.all}</span><small>{ASSISTANT.name}</small></a>
          {isListed ? rows.map((one) => <Row of={one} isOpen={one.id === id} key={one.id} />) : <Skeleton lines={8} />}
        </nav>
        {!id ? <Conversation project={null} scope={scope} /> : <Show of={page} lines={6}>{() => (chosen ? <Conversation project={chosen} scope={scope} key={id} /> : <Card><Empty icon="message-square" title={words.noSuch} text={words.noSuchWhy} /></Card>)}</Show>}
      </div>
    </>
  );
}

const Row = ({ of: { id, name, talk }, isOpen }: { of: ProjectView & { talk: ConversationView | undefined }; isOpen: boolean }) => (
  <a href={to("ask", id)} aria-current={isOpen ? "page" : undefined}>
    <span class="name clip" dir="auto">{name}</span>
    {talk && <time dateTime={talk.last_reply_at}>{age(talk.last_reply_at)}</time>}
    {talk && <small class="clip" dir="auto">{talk.last_reply}</small>}
    {talk && talk.unread > 0 && <b class="unread"><span class="sr">{words.unread(talk.unread)}</span></b>}
  </a>
);
