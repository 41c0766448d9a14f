/** The path of today for what an older link names, such as a mail's; null for an address of today. */
export function moved([place, id, ...rest]: string[]): string[] | null {
  const own = id === undefined ? [] : [id, ...rest];
  switch (place) {
    case undefined: case "overview": return ["inbox"];
    case "ceo": return id ? ["projects", id, "chat"] : ["ask"];
    case "assistant": return id === "tasks" ? ["reports", ...(rest[0] ? own : [])] : id === "reports" ? ["reports", ...rest] : ["ask"];
    case "vault": return ["settings", "vault", ...own];
    case "keys": case "webhooks": case "usage": return ["developers", place, ...own];
    case "requests": return ["developers", "logs"];
    case "settings": return id === "connections" ? ["developers", "connections"] : id === "leave" ? ["settings", "data"] : null;
    case "projects": {
      if (rest[0] === "activity") return ["projects", id!, "timeline"];
      return rest[0] === "notes" ? ["projects", id!, "brief"] : null;
    }
    default: return null;
  }
}

/** Where the service is reached by other programs, without a slash at the end, and where it tells of its routes. */
export const base = (): string => new URL("../", document.baseURI).href.replace(/\/$/, "");
export const reference = (): string => `${base()}/docs`;
