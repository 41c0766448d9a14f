/** Light, dark, or as the device has it: kept in this browser. */
export const THEMES = ["", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const KEY = "atrium/theme";

export const theme = (): Theme => THEMES.find((one) => one === localStorage.getItem(KEY)) ?? "";
export function setTheme(next: Theme): void {
  if (next) localStorage.setItem(KEY, next);
  else localStorage.removeItem(KEY);
  showTheme();
}
export const showTheme = (): void => void (document.documentElement.style.colorScheme = theme());
