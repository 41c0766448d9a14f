import { to } from "../lib/router";
import "../styles/developers.css";

const PLACES = [
  ["keys", "API keys", to("keys")],
  ["requests", "Refused requests", to("requests")],
  ["webhooks", "Webhooks", to("webhooks")],
  ["connections", "Connections", to("settings", "connections")],
  ["usage", "Usage", to("usage")],
] as const;

/** What belongs to programs that use the account, side by side. */
export const Developers = ({ here }: { here: (typeof PLACES)[number][0] }) => (
  <nav class="bar places" aria-label="For developers">
    {PLACES.map(([id, label, href]) => <a class="tab" href={href} aria-current={id === here ? "page" : undefined} key={id}>{label}</a>)}
  </nav>
);
