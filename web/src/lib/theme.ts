import { keepTheme, keptTheme } from "./kept";

/** Light, dark, or as the device has it. */
export const THEMES = ["", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export const theme = (): Theme => THEMES.find((one) => one === keptTheme()) ?? "";
export function setTheme(next: Theme): void {
  keepTheme(next);
  showTheme();
}
export const showTheme = (): void => void (document.documentElement.style.colorScheme = theme());
