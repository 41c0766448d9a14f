import type { ComponentChildren } from "preact";
import { money } from "../lib/format";
import { common } from "../words/common";
import { TextField } from "./fields";

/** A whole amount as people write it, `20000`, `20,000`, `20.000`, `20 000` or `20'000`; null for what is none. */
export function amountOf(text: string): number | null {
  const plain = text.trim();
  return /^(\d+|\d{1,3}([.,'’\s])\d{3}(\2\d{3})*)$/.test(plain) ? Number(plain.replace(/\D/g, "")) : null;
}

/** Whether something is typed that is no whole amount; its field says so. */
export const isWrong = (text: string): boolean => text.trim() !== "" && amountOf(text) === null;

interface Amount {
  label: ComponentChildren;
  hint?: ComponentChildren;
  error?: string;
  value: string;
  set: (value: string) => void;
  currency: string | undefined;
}

/** How it is read stands below it, before it is saved. */
export function AmountField({ value, currency = "", hint, error, ...rest }: Amount) {
  const amount = amountOf(value);
  const read = amount !== null && currency && <strong>{money(amount, currency)}. </strong>;
  return <TextField {...rest} inputmode="numeric" autocomplete="off" value={value} hint={read || hint ? <>{read}{hint}</> : undefined} error={isWrong(value) ? common.wholeAmount : error} />;
}
