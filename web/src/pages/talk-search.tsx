import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useData } from "../api/data";
import { moment } from "../lib/format";
import { Icon } from "../ui/icon";
import { Refusal, Skeleton } from "../ui/parts";
import { find } from "../words/ask";

const PAUSE = 250; // milliseconds without a key before the server is asked
const MOST = 20;
const SEARCHABLE = /[\p{L}\p{N}]/u;

/** Finds messages of one conversation; what is looked for, and which one is shown, stand in the address. */
export function TalkSearch({ project_id, words, look, shown, show, children }: {
  children?: ComponentChildren; project_id: string; words: string; look: (words: string) => void; shown: string; show: (message: string) => void;
}) {
  const [text, setText] = useState(words);
  useEffect(() => {
    const timer = setTimeout(() => look(text.trim()), PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  const asked = SEARCHABLE.test(words) ? words : "";
  const found = useData("GET /search", asked ? { query: { q: asked, types: "message", project_id, limit: MOST } } : null, ({ indexing }) => (indexing ? "fast" : "off"));
  const close = () => {
    setText("");
    look("");
    if (shown) show("");
  };
  return (
    <search class="talk-search">
      <div class="talk-find">
        {children}
        <Icon name="search" />
        <input type="search" aria-label={find.label} placeholder={find.label} maxLength={200} dir="auto" value={text} onInput={(event) => setText(event.currentTarget.value)} onKeyDown={(event) => event.key === "Escape" && close()} />
        {(text || shown) && <button type="button" class="link" onClick={close}>{text ? find.end : find.back}</button>}
      </div>
      {asked && (
        <div class="hits" role="region" aria-label={find.found}>
          {found.error && <Refusal error={found.error} retry={found.refetch} />}
          {!found.data && !found.error && <Skeleton lines={2} />}
          {found.data && (
            <>
              <p class="hint" role="status">{saidOf(found.data.results.length, found.data, asked)}</p>
              <ul>{found.data.results.map((one) => (
                <li key={one.id}>
                  <button type="button" aria-current={one.id === shown ? "true" : undefined} onClick={() => show(one.id)}>
                    <small>{one.title} · {moment(one.updated_at)}</small>
                    <span dir="auto">{one.snippet.split("**").map((part, index) => (index % 2 ? <mark>{part}</mark> : part))}</span>
                  </button>
                </li>
              ))}</ul>
            </>
          )}
        </div>
      )}
    </search>
  );
}

function saidOf(count: number, { indexing, loosened, has_more }: { indexing: boolean; loosened: boolean; has_more: boolean }, words: string): string {
  if (indexing) return find.indexing;
  if (!count) return find.nothing(words);
  if (loosened) return find.loosened;
  return has_more ? find.best(count) : find.count(count);
}
