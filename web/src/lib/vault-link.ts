/** What an assistant's link asks its customer to put into the vault. It holds no secret, and lets nobody in. */
export type VaultLink = { until: number; once: string } & (
  | { what: "deposit"; project: string; type: string; name: string }
  | { what: "fulfill"; request: string }
);

/** `vault/deposit/<project>/<type>/<name>/<until>/<once>` or `vault/fulfill/<request>/<until>/<once>`; null for other paths. */
export function vaultLink([place, what, id, ...rest]: string[]): VaultLink | null {
  if (place !== "vault" || !id) return null;
  const [until, once] = rest.slice(-2);
  const known = { until: Number(until) * 1000, once: once ?? "" };
  if (!once || !Number.isFinite(known.until)) return null;
  const [type, name] = rest;
  if (what === "deposit" && rest.length === 4 && type && name) return { what, project: id, type, name, ...known };
  return what === "fulfill" && rest.length === 2 ? { what, request: id, ...known } : null;
}
