import { useEffect, useRef, useState } from "preact/hooks";
import { call } from "../api/call";
import { useData } from "../api/data";
import type { CardView, ProjectDetail } from "../api/schema";
import { moment } from "../lib/format";
import { to } from "../lib/router";
import { Refusal } from "../ui/parts";
import { notes as words } from "../words/brief";
import { Cards, openOf } from "./cards";

/** What the customer told the team, word for word, with what can be made of it. A note changes nothing by itself. */
export function Notes({ project }: { project: ProjectDetail }) {
  const path = { project_id: project.id };
  const notes = useData("GET /projects/{project_id}/notes", { path });
  const open = useData("GET /agents/{project_id}/cards", { path });
  const known = useRef(new Map<string, CardView>()).current;
  const [, redraw] = useState(0);
  for (const one of open.data?.cards ?? []) known.set(one.id, one);
  const readAgain = async (message: string) => {
    const page = await call("GET /agents/{project_id}/messages", { path, query: { limit: 1, reply_to: message } });
    for (const one of page.messages.flatMap((answer) => answer.cards)) known.set(one.id, one);
    redraw((n) => n + 1);
  };
  const cards = [...known.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  // The list has open cards alone: what has left it is read where it was made, and says what became of it.
  const left = [...new Set(openOf(cards).filter((one) => open.data?.cards.every(({ id }) => id !== one.id)).map((one) => one.message_id))];
  useEffect(() => {
    for (const message of left) void readAgain(message).catch(() => undefined);
  }, [left.join()]);
  const list = notes.data?.notes ?? [];
  if (!list.length) return <Refusal error={notes.error} retry={notes.refetch} />;
  return (
    <details class="fold fold-quiet" open={cards.some(({ state }) => state === "open")}>
      <summary>{words.title} <span>{list.length}</span></summary>
      <ul class="rows" aria-label={words.title}>
        {list.map((one) => (
          <li key={one.id} id={one.id}>
            <div class="grow">
              <p class="words" dir="auto">{one.text}</p>
              <small><a href={`${to("projects", project.id, "chat")}?message=${one.message_id}`}><time dateTime={one.at}>{moment(one.at)}</time><span class="sr">{words.where}</span></a></small>
              <Cards of={cards.filter((card) => card.message_id === one.message_id)} talk={path} again={() => readAgain(one.message_id)} />
            </div>
          </li>
        ))}
      </ul>
    </details>
  );
}
