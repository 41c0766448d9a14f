import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { call } from "./api/call";
import { useProjects } from "./api/data";
import { sendHeld } from "./api/held";
import { useLive } from "./api/live";
import type { InboxItem } from "./api/schema";
import { beginAnew, session } from "./api/session";
import { isDialogOpen, isMac, isTouched, press, useKeys } from "./lib/keys";
import { go, to } from "./lib/router";
import { scrollToPlace } from "./lib/scroll";
import { setTheme, theme, THEMES } from "./lib/theme";
import logo from "./icon.svg";
import { UnverifiedBanner } from "./pages/unverified";
import { KeyList } from "./pages/key-list";
import { useOpenItems } from "./pages/needs";
import { byNeed, hasEnded } from "./pages/project-order";
import { Modal } from "./ui/dialog";
import { Icon } from "./ui/icon";
import { later } from "./ui/later";
import { Lost } from "./ui/lost";
import { Menu } from "./ui/menu";
import { toastRefusal } from "./ui/toast";
import { keys as words, PLACE, shell } from "./words/shell";

const loadPalette = () => import("./pages/palette").then((page) => page.Palette);
const Palette = later(loadPalette);

/** Each place with its icon and the key that leads there after `g`. */
export const PLACES = [
  ["inbox", "inbox", "i"], ["projects", "folder-kanban", "p"], ["ask", "message-square", "a"], ["reports", "calendar-clock", "r"], ["developers", "square-terminal", "d"],
] as const;
const PINNED = 5;

/** Send what may still be taken back, then leave. */
export const signOut = () => sendHeld().then(() => call("POST /api/auth/logout", {})).then(beginAnew, (problem: Error) => toastRefusal(problem.message));

export function Shell({ path, children }: { path: string[]; children: ComponentChildren }) {
  const [over, setOver] = useState<"palette" | "keys" | null>(null);
  const close = () => setOver(null);
  const main = useRef<HTMLElement>(null);
  const here = path.join("/");
  const first = useRef(true);
  const { items, inbox } = useOpenItems(); // the one number of the frame: what needs somebody
  const waiting = items?.length ?? 0;
  useLive();
  useEffect(() => {
    if (!first.current) {
      (main.current?.querySelector<HTMLElement>("h1") ?? main.current)?.focus({ preventScroll: true });
      scrollToPlace();
    }
    first.current = false;
  }, [here]);
  const control = isMac ? "⌘" : "Ctrl";
  useKeys(words.everywhere, {
    [`${control} k`]: [words.palette],
    "?": [words.list, () => setOver("keys")],
    [`${control} Enter`]: [words.submit],
    Escape: [words.leave],
    ...Object.fromEntries(PLACES.map(([id, , key]) => [`g ${key}`, [words.goTo(PLACE[id]), () => go(id)]])),
    "g s": [words.goTo(PLACE.settings), () => go("settings")],
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
  const find = <button type="button" class="find" aria-keyshortcuts="Control+K Meta+K" onClick={() => setOver("palette")}><Icon name="search" /><span>{shell.search}</span>{!isTouched() && <kbd aria-hidden="true">{control === "⌘" ? "⌘K" : "Ctrl K"}</kbd>}</button>;
  const brand = <a class="brand" href={to("inbox")} aria-label="Atrium"><img src={logo} alt="" width="22" height="22" /><span>Atrium</span></a>;
  return (
    <div class="shell">
      <a class="skip" href="#main" onClick={(event) => { event.preventDefault(); main.current?.focus(); }}>{shell.skip}</a>
      <header class="top">{brand}{find}<You listKeys={() => setOver("keys")} /></header>
      <nav class="side" aria-label={shell.menu}>
        {brand}
        {find}
        {PLACES.map(([id, icon]) => (
          <a href={to(id)} aria-current={id === path[0] && !(id === "projects" && path[1]) ? "page" : undefined} class={id === path[0] ? "here" : undefined} key={id}>
            <Icon name={icon} /><span>{PLACE[id]}</span>
            {id === "inbox" && waiting > 0 && <b>{waiting}{inbox.data!.has_more && "+"}<span class="sr"> {shell.waiting}</span></b>}
          </a>
        ))}
        <Recent open={path[0] === "projects" ? path[1] : undefined} waiting={items ?? (inbox.error && [])} />
        <You listKeys={() => setOver("keys")} />
      </nav>
      <main id="main" ref={main} tabIndex={-1}><Lost /><UnverifiedBanner />{children}</main>
      {over === "palette" && <Modal class="palette" aria-label={words.palette} close={close}><Palette close={close} listKeys={() => setOver("keys")} /></Modal>}
      {over === "keys" && <KeyList close={close} />}
    </div>
  );
}

/** The first projects of the list, in its order, at hand on every page. */
function Recent({ open, waiting }: { open: string | undefined; waiting: InboxItem[] | null }) {
  const all = useProjects().data?.pages[0]?.projects ?? [];
  const recent = waiting ? byNeed(all.filter((one) => !hasEnded(one)), waiting).slice(0, PINNED) : [];
  if (!recent.length) return null;
  return (
    <ul class="recent" aria-label={shell.recent}>
      {recent.map(({ id, name }) => <li key={id}><a href={to("projects", id)} aria-current={id === open ? "page" : undefined}><span class="clip" dir="auto">{name}</span></a></li>)}
    </ul>
  );
}

function You({ listKeys }: { listKeys: () => void }) {
  const { account: { name }, user: { email } } = session()!;
  const [now, setNow] = useState(theme);
  const themes = THEMES.map((one) => ({ label: shell.themes[one], checked: one === now, act: () => { setTheme(one); setNow(one); } }));
  return (
    <Menu label={shell.you} kind="you" worded trigger={<><span class="ava" aria-hidden="true">{initials(name)}</span><span class="who"><strong dir="auto">{name}</strong><small>{email}</small></span><span class="sr">{shell.you}</span></>}
      items={[{ label: PLACE.settings, icon: "settings", href: to("settings") }, ...(isTouched() ? [] : [{ label: shell.shortcuts, icon: "keyboard", act: listKeys }]), null, ...themes, null, { label: shell.signOut, icon: "log-out", act: signOut }]} />
  );
}

const initials = (name: string): string => {
  const parts = name.trim().split(/\s+/);
  return [parts[0], ...(parts.length > 1 ? parts.slice(-1) : [])].map((part) => [...(part ?? "")][0] ?? "").join("").toUpperCase();
};
