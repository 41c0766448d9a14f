import { useEffect } from "preact/hooks";
import { ApiError, call } from "./call";
import { type Area, renew } from "./data";
import { onDoubt, setLost } from "./reach";
import type { EventView, InboxItem } from "./schema";

/*
 * One question, asked again and again, says what has changed: the feed of events. Everything on the screen that an event
 * shows in is then read anew, so that a screen is five seconds behind at most and doesn't ask by itself.
 */

const PACE = { visible: 5000, hidden: 60_000 };
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
    let reading = false;
    let over = false;
    const read = async () => {
      if (reading) return;
      reading = true;
      clearTimeout(timer);
      try {
        const page = await call("GET /events", { query: last === undefined ? { before: NEWEST, limit: KEPT } : { after: last, limit: 100 } });
        const news = last === undefined ? page.events : page.events.toReversed();
        told = [...news, ...told].slice(0, KEPT);
        if (last !== undefined) renew(new Set(news.flatMap(({ type }): Area[] => ["events", ...(SHOWS_IN[type.split(".")[0]!] ?? [])])));
        last = page.last_sequence;
        setLost(false);
      } catch (problem) {
        // The feed goes on from where it was.
        if (!(problem instanceof ApiError)) throw problem;
        setLost(problem.code === "OFFLINE");
      }
      reading = false;
      wait();
    };
    const wait = () => {
      clearTimeout(timer);
      if (!over) timer = setTimeout(read, PACE[document.visibilityState]);
    };
    const look = () => (document.visibilityState === "visible" ? read() : wait());
    document.addEventListener("visibilitychange", look);
    addEventListener("online", look);
    onDoubt(() => void read());
    void read();
    return () => {
      document.removeEventListener("visibilitychange", look);
      removeEventListener("online", look);
      onDoubt(() => undefined);
      setLost(false);
      clearTimeout(timer);
      over = true;
    };
  }, []);
}
