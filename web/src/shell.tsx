import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useData } from "./api/data";
import { session } from "./api/session";
import { to } from "./lib/router";
import logo from "./icon.svg";
import { UnverifiedBanner } from "./pages/notifications";
import { Icon } from "./ui/icon";

/** The first five are always at hand, on a phone too. */
const PLACES = [
  ["overview", "Overview", "layout-dashboard"],
  ["inbox", "Inbox", "inbox"],
  ["projects", "Projects", "folder-kanban"],
  ["ceo", "CEO", "message-square"],
  ["assistant", "Assistant", "sparkles"],
  ["vault", "Vault", "lock"],
  ["usage", "Usage", "chart-column"],
  ["keys", "API keys", "key-round"],
] as const;
const AT_HAND = 5;

export function Shell({ path, children }: { path: string[]; children: ComponentChildren }) {
  const [open, setOpen] = useState(false);
  const main = useRef<HTMLElement>(null);
  const here = path.join("/");
  const first = useRef(true);
  const counts = useCounts();
  useEffect(() => {
    setOpen(false);
    if (!first.current) {
      scrollTo(0, 0);
      (main.current?.querySelector<HTMLElement>("h1") ?? main.current)?.focus();
    }
    first.current = false;
  }, [here]);
  const user = session()!.user;
  const place = path[0] === "webhooks" ? "keys" : path[0] ?? "overview"; // webhooks are reached from the keys
  const link = ([id, label, icon]: readonly [string, string, string], index: number) => (
    <a href={to(id)} aria-current={id === place ? "page" : undefined} class={index < AT_HAND ? "" : "later"}>
      <Icon name={icon} />
      <span>{label}</span>
      {counts[id] ? <b>{counts[id]}<span class="sr"> waiting</span></b> : null}
    </a>
  );
  return (
    <div class="shell">
      <a class="skip" href="#main" onClick={(event) => { event.preventDefault(); main.current?.focus(); }}>Skip to content</a>
      <nav class={open ? "side open" : "side"} aria-label="Main">
        <a class="brand" href={to("overview")}><img src={logo} alt="" width="24" height="24" /><span>Atrium</span></a>
        {PLACES.map(link)}
        <a href={to("settings")} class="who" aria-current={place === "settings" ? "page" : undefined}>
          <span class="ava" aria-hidden="true">{initials(user.name)}</span>
          <span><strong>{user.name}</strong><small>{user.email}</small><span class="sr">, settings</span></span>
        </a>
        <button type="button" class="more" aria-expanded={open} onClick={() => setOpen(!open)}><Icon name="ellipsis" /><span>More</span></button>
      </nav>
      <main id="main" ref={main} tabIndex={-1}><UnverifiedBanner />{children}</main>
    </div>
  );
}

/** What waits, beside each place. */
function useCounts(): Record<string, number> {
  const status = useData("GET /pa/status", {}, "slow").data;
  const requests = useData("GET /vault/requests", { query: { status: "pending", limit: 100 } }, "slow").data;
  return {
    inbox: status?.open_items ?? 0,
    projects: status?.pending_approvals ?? 0,
    ceo: status?.unread_messages ?? 0,
    vault: requests?.requests.length ?? 0,
  };
}

const initials = (name: string): string => {
  const parts = name.trim().split(/\s+/);
  return ((parts[0]?.[0] ?? "") + (parts.length > 1 ? parts.at(-1)?.[0] ?? "" : "")).toUpperCase();
};
