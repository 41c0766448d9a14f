/*
 * The one place of the pages that stores anything: what somebody wrote and has not sent, and the note that they hid, in this
 * tab, until it is sent or discarded, or whoever wrote it signs out. Nothing that came from the vault, no key and no password
 * is ever given to it.
 */

/** What the browser would not keep stays as long as the page. */
const kept = new Map<string, string>();

export const remembered = (key: string): string | null => kept.get(key) ?? sessionStorage.getItem(key);
export function remember(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
    kept.delete(key);
  } catch {
    kept.set(key, value); // its place is full
  }
}
export function forget(key: string): void {
  kept.delete(key);
  sessionStorage.removeItem(key);
}
/** Forget everything, as when somebody signs out. */
export function forgetAll(): void {
  kept.clear();
  sessionStorage.clear();
}

const THEME = "atrium/theme";

/** Light or dark, as chosen in this browser: the one thing that outlives the tab. */
export const keptTheme = (): string | null => localStorage.getItem(THEME);
export const keepTheme = (theme: string): void => (theme ? localStorage.setItem(THEME, theme) : localStorage.removeItem(THEME));
