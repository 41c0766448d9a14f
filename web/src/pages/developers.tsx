import { to } from "../lib/router";
import "../styles/developers.css";

const PLACES = [
  ["keys", "API keys", to("developers", "keys")],
  ["requests", "Logs", to("developers", "logs")],
  ["webhooks", "Webhooks", to("developers", "webhooks")],
  ["connections", "Connections", to("developers", "connections")],
  ["usage", "Usage", to("developers", "usage")],
] as const;

/** What belongs to programs that use the account, side by side. */
export const Developers = ({ here }: { here: (typeof PLACES)[number][0] }) => (
  <nav class="bar places" aria-label="For developers">
    {PLACES.map(([id, label, href]) => <a class="tab" href={href} aria-current={id === here ? "page" : undefined} key={id}>{label}</a>)}
  </nav>
);
