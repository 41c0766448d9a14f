import { useData } from "../api/data";
import { to } from "../lib/router";
import { Card, Empty, Head, Show, Status } from "../ui/parts";
import { Thread } from "./thread";

/** One conversation a project; the one last chosen is open. */
export function Ceo({ id }: { id: string | undefined }) {
  const page = useData("GET /projects", { query: { limit: 100 } });
  const projects = (page.data?.projects ?? []).filter((one) => !["cancelled"].includes(one.status) || one.id === id);
  const chosen = projects.find((one) => one.id === id) ?? (id ? undefined : projects.find((one) => one.status === "active") ?? projects[0]);
  return (
    <div class="ceo">
      <Head title="CEO" lead="Ask about a project, or say what should change. The answer shows what would be done, and nothing is done before you press its button." />
      <Show of={page}>
        {() => projects.length ? (
          <div class="talk">
            <nav class="talks" aria-label="Conversations">
              {projects.map((one) => (
                <a href={to("ceo", one.id)} aria-current={one.id === chosen?.id ? "page" : undefined}><span dir="auto">{one.name}</span><Status of={one.status} /></a>
              ))}
            </nav>
            {chosen ? <Thread project={chosen} key={chosen.id} /> : <Card><Empty icon="message-square" title="No such conversation" text="Choose one of your projects." /></Card>}
          </div>
        ) : (
          <Card>
            <Empty icon="message-square" title="No conversation yet" text="Each project has one conversation with the CEO. Create a project, and it begins.">
              <a class="btn primary" href={to("projects")}>Go to projects</a>
            </Empty>
          </Card>
        )}
      </Show>
    </div>
  );
}
