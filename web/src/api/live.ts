import { useEffect } from "preact/hooks";
import { ApiError, call } from "./call";
import { type Area, renew } from "./data";
import { onDoubt, setLost } from "./reach";
import type { EventView, InboxItem } from "./schema";

/*
 * One question, held open by the server until something happens, says what has changed: the feed of events. Everything on the
 * screen that an event shows in is then read anew.
 */

const WAIT = 20; // seconds that the server holds an answer back
const PAUSE = { visible: 1000, hidden: 60_000, refused: 5000 }; // milliseconds before the next question
export const NEWEST = 10 ** 12 - 2; // the largest `before`
const KEPT = 50;

/** What an event of this kind shows in. A kind is the first word of a type. */
const SHOWS_IN: Record<string, Area[]> = {
  attention: ["inbox", "pa", "dashboard"],
  message: ["agents", "pa", "inbox"],
  approval: ["projects", "inbox", "pa", "dashboard", "agents"],
  deliverable: ["projects", "inbox", "pa", "agents"],
  project: ["projects", "inbox", "pa", "dashboard", "agents"],
  brief: ["projects", "inbox", "pa", "dashboard", "agents"], // cards stand beside messages
  budget: ["projects", "inbox", "pa", "dashboard", "agents"],
  vault: ["vault", "projects", "inbox", "pa"],
  report: ["pa", "dashboard"],
  task: ["pa", "inbox", "dashboard"],
  work: ["work-items", "projects", "inbox", "pa"],
  key: ["api"],
  security: ["api"],
  webhook: ["api", "inbox"],
};

let told: EventView[] = []; // the newest first

/** What happened last to what an item of the inbox is about, if the feed told of it since the item was opened. */
export const lately = (item: InboxItem): EventView | undefined => {
  const since = told.filter(({ timestamp }) => timestamp >= item.since);
  return since.find(({ type, data }) => data.id === item.target_id && !type.startsWith("attention.") && type !== OPENED[item.kind])
    ?? since.find(({ type, data }) => type === "attention.cleared" && data.item_id === item.id);
};
/** What opened an item says nothing of its end. */
const OPENED: Partial<Record<InboxItem["kind"], EventView["type"]>> = { approval: "approval.requested", credential: "vault.request.opened", work_submitted: "work.submitted" };

/** Its sentence without the project's name, which stands beside it. */
export function sentenceOf({ data }: EventView, { project_name }: InboxItem): string {
  const said = String(data.summary);
  const own = project_name && said.startsWith(`${project_name}: `) ? said.slice(project_name.length + 2) : said;
  return own.charAt(0).toUpperCase() + own.slice(1);
}

/** Follow the feed as long as somebody is here. */
export function useLive(): void {
  useEffect(() => {
    let last: number | undefined;
    let timer: ReturnType<typeof setTimeout>;
    let question = 0; // only the newest one's answer counts
    let atOnce = false; // the question that is under way is answered at once
    const read = async (wait = WAIT) => {
      const own = (question += 1);
      atOnce = last === undefined || !wait;
      clearTimeout(timer);
      let refused = false;
      try {
        const page = await call("GET /events", { query: last === undefined ? { before: NEWEST, limit: KEPT } : { after: last, limit: 100, wait } });
        if (own !== question) return;
        take(page.events, last === undefined);
        last = page.last_sequence;
        setLost(false);
      } catch (problem) {
        // The feed goes on from where it was.
        if (!(problem instanceof ApiError)) throw problem;
        if (own !== question) return;
        refused = true;
        setLost(problem.code === "OFFLINE");
      }
      atOnce = false;
      timer = setTimeout(() => void read(refused ? 0 : WAIT), refused ? PAUSE.refused : PAUSE[document.visibilityState]);
    };
    const look = () => void (document.visibilityState === "visible" && !atOnce && read(0));
    document.addEventListener("visibilitychange", look);
    addEventListener("online", look);
    onDoubt(look);
    void read();
    return () => {
      document.removeEventListener("visibilitychange", look);
      removeEventListener("online", look);
      onDoubt(() => undefined);
      setLost(false);
      clearTimeout(timer);
      question = -1;
    };
  }, []);
}

/** Keep what was told, and have read again what it shows in; what the `first` page tells is on the screen already. */
function take(events: EventView[], first: boolean): void {
  told = [...(first ? events : events.toReversed()), ...told].slice(0, KEPT);
  if (!first) void renew(new Set(events.flatMap(({ type }): Area[] => ["events", ...(SHOWS_IN[type.split(".")[0]!] ?? [])])));
}
