import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import type { Sending } from "../api/data";
import { changedSince as words } from "../words/changed-since";
import { Icon } from "./icon";

/**
 * Keeps an edit from undoing somebody else's. `was` is what the person has read: what stood there when the edit began, and
 * after a refusal what stands there now, which the page then shows.
 */
export function useWas<T>(now: T, { isPending, error }: Sending) {
  const read = useRef(now);
  const isOther = error?.code === "CHANGED_SINCE";
  if (isOther) read.current = now;
  return { was: read.current, isOther, sending: { isPending, error: isOther ? null : error } };
}

/** Says that somebody else was faster, and what is there now. */
export const ChangedSince = ({ now }: { now: ComponentChildren }) => (
  <div class="note" role="alert">
    <Icon name="triangle-alert" />
    <span>{words.changed} <bdi>{now}</bdi>. {words.again}</span>
  </div>
);
