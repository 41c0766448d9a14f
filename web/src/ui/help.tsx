import { useState } from "preact/hooks";
import { currentPath } from "../lib/router";
import { Icon } from "./icon";
import { later } from "./later";

const PageHelp = later(() => import("../pages/help").then((page) => page.PageHelp), null);

/** The parts of a project that have an address of their own. */
const PARTS: Record<string, string> = { intake: "intake", brief: "brief", notes: "notes", deliverables: "document", timeline: "timeline", activity: "activity" };
const PLACES = ["overview", "inbox", "projects", "ceo", "assistant", "vault", "usage", "keys", "requests", "webhooks", "settings"];

/** What the help of a screen is called (`pages/help.tsx`); null where there is nothing to say. */
export function topicOf([place = "overview", id, part, partId]: string[]): string | null {
  if (place === "projects" && id) return part === "work" ? (partId ? "work-item" : "work") : (part && Object.hasOwn(PARTS, part) ? PARTS[part]! : "project");
  if (place === "settings" && (id === "log" || id === "connections")) return id;
  if (place === "keys" && id) return "key";
  return PLACES.includes(place) ? place : null;
}

/** Beside the heading of each page: what it is for. */
export function Help() {
  const [open, setOpen] = useState<string | null>(null);
  const topic = topicOf(currentPath());
  if (!topic) return null;
  return (
    <>
      <button type="button" class="help" aria-label="Help with this page" title="Help with this page" onClick={() => setOpen(topic)}><Icon name="circle-question-mark" /></button>
      {open && <PageHelp topic={open} close={() => setOpen(null)} />}
    </>
  );
}
