import { Icon } from "./icon";

/** Whether only the low end of an estimate keeps a limit, or nothing does. */
export const isOver = (limit: { fits: string } | null | undefined): boolean => limit?.fits === "unlikely" || limit?.fits === "no";

/** How an estimate stands against a limit, in the server's words. */
export const Verdict = ({ isBad, said }: { isBad: boolean; said: string }) => (
  <p class={isBad ? "note bad" : "note quiet"}><Icon name={isBad ? "triangle-alert" : "circle-check"} /><span>{said.replace(/([A-Z]{3}) (?=\d)/g, "$1\u00a0")}</span></p>
);
