import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useData } from "./api/data";
import { useLive } from "./api/live";
import { session } from "./api/session";
import { EVERYWHERE, isDialogOpen, isMac, press, useKeys } from "./lib/keys";
import { go, to } from "./lib/router";
import { scrollToPlace } from "./lib/scroll";
import logo from "./icon.svg";
import { UnverifiedBanner } from "./pages/notifications";
import { KeyList } from "./pages/key-list";
import { Modal } from "./ui/dialog";
import { Icon } from "./ui/icon";
import { later } from "./ui/later";
import { Lost } from "./ui/lost";

const loadPalette = () => import("./pages/palette").then((page) => page.Palette);
const Palette = later(loadPalette);

/** Each place with its icon and the key that leads there after `g`. The first five are always at hand, on a phone too. */
export const PLACES = [
  ["overview", "Overview", "layout-dashboard", "o"],
  ["inbox", "Inbox", "inbox", "i"],
  ["projects", "Projects", "folder-kanban", "p"],
  ["ceo", "CEO", "message-square", "c"],
  ["assistant", "Assistant", "sparkles", "a"],
  ["vault", "Vault", "lock", "v"],
  ["usage", "Usage", "chart-column", "u"],
  ["keys", "API keys", "key-round", "k"],
] as const;
const AT_HAND = 5;

export function Shell({ path, children }: { path: string[]; children: ComponentChildren }) {
  const [open, setOpen] = useState(false);
  const [over, setOver] = useState<"palette" | "keys" | null>(null);
  const close = () => setOver(null);
  const main = useRef<HTMLElement>(null);
  const here = path.join("/");
  const first = useRef(true);
  const waiting = useData("GET /pa/status", {}, "slow").data?.open_items ?? 0; // the one number of the menu: what needs somebody
  useLive();
  useEffect(() => {
    setOpen(false);
    if (!first.current) {
      (main.current?.querySelector<HTMLElement>("h1") ?? main.current)?.focus({ preventScroll: true });
      scrollToPlace();
    }
    first.current = false;
  }, [here]);
  useKeys(EVERYWHERE, {
    [`${isMac ? "⌘" : "Ctrl"} K`]: ["Find anything, do anything"],
    "?": ["List the keys", () => setOver("keys")],
    [`${isMac ? "⌘" : "Ctrl"} Enter`]: ["Send, in a dialog"],
    Escape: ["Leave a field, so that keys do something again"],
    ...Object.fromEntries(PLACES.map(([id, label, , key]) => [`g ${key}`, [`Go to ${label}`, () => go(id)]])),
    "g s": ["Go to Settings", () => go("settings")],
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(isMac ? event.metaKey : event.ctrlKey)) return press(event);
      event.preventDefault(); // a browser's own search would open
      if (!isDialogOpen()) setOver("palette");
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
  // Fetched once the first screen stands, so that it is there before the first letter is typed into it.
  useEffect(() => void globalThis.requestIdleCallback?.(() => void loadPalette().catch(() => undefined), { timeout: 5000 }), []);
  const find = <button type="button" class="find" aria-keyshortcuts="Control+K Meta+K" onClick={() => setOver("palette")}><Icon name="search" /><span>Search</span><kbd aria-hidden="true">{isMac ? "⌘K" : "Ctrl K"}</kbd></button>;
  const user = session()!.user;
  const place = path[0] === "webhooks" || path[0] === "requests" ? "keys" : path[0] ?? "overview"; // both are reached from the keys
  const link = ([id, label, icon]: (typeof PLACES)[number], index: number) => (
    <a href={to(id)} aria-current={id === place ? "page" : undefined} class={index < AT_HAND ? "" : "later"}>
      <Icon name={icon} />
      <span>{label}</span>
      {id === "inbox" && waiting > 0 && <b>{waiting}<span class="sr"> waiting</span></b>}
    </a>
  );
  return (
    <div class="shell">
      <a class="skip" href="#main" onClick={(event) => { event.preventDefault(); main.current?.focus(); }}>Skip to content</a>
      <header class="top"><a class="brand" href={to("overview")}><img src={logo} alt="" width="22" height="22" /><span>Atrium</span></a>{find}</header>
      <nav class={open ? "side open" : "side"} aria-label="Main">
        <a class="brand" href={to("overview")}><img src={logo} alt="" width="24" height="24" /><span>Atrium</span></a>
        {find}
        {PLACES.map(link)}
        <a href={to("settings")} class="who" aria-current={place === "settings" ? "page" : undefined}>
          <span class="ava" aria-hidden="true">{initials(user.name)}</span>
          <span><strong dir="auto">{user.name}</strong><small>{user.email}</small><span class="sr">, settings</span></span>
        </a>
        <button type="button" class="more" aria-expanded={open} onClick={() => setOpen(!open)}><Icon name="ellipsis" /><span>More</span></button>
      </nav>
      <main id="main" ref={main} tabIndex={-1}><Lost /><UnverifiedBanner />{children}</main>
      {over === "palette" && <Modal class="palette" aria-label="Search and commands" close={close}><Palette close={close} listKeys={() => setOver("keys")} /></Modal>}
      {over === "keys" && <KeyList close={close} />}
    </div>
  );
}

const initials = (name: string): string => {
  const parts = name.trim().split(/\s+/);
  return [parts[0], ...(parts.length > 1 ? parts.slice(-1) : [])].map((part) => [...(part ?? "")][0] ?? "").join("").toUpperCase();
};
