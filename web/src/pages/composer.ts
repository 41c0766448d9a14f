import { useEffect, useState } from "preact/hooks";
import { ApiError, newIntention } from "../api/call";
import { remember, remembered } from "../lib/kept";
import { ownKey } from "../lib/review";
import { ask as words } from "../words/ask";

/** A message that is being sent. Its intention makes sure that it is stored once, however often it is sent. */
export interface Draft {
  intention: string;
  text: string;
  at: string;
  error?: string;
}
interface Kept {
  /** What is being typed. */
  text: string;
  sending: Draft[];
}

const FRESH_MS = 15 * 60_000; // a page that was reloaded sends what was under way; an older message waits for its writer
const known = new Map<string, Kept>();
const listeners = new Set<() => void>();

/** What is being typed and sent in a conversation, kept in this tab: walking away, a reload and an ended session lose none of it. */
export function useComposer(conversation: string, ask: (text: string, intention: string) => Promise<unknown>) {
  const key = ownKey("say", conversation);
  const kept = known.get(key) ?? begun(key);
  const [, redraw] = useState(0);
  const [version, replace] = useState(0); // of what stands in the composer
  const save = () => {
    remember(key, JSON.stringify(kept));
    listeners.forEach((listener) => listener());
  };
  const send = async (draft: Draft) => {
    delete draft.error;
    if (!kept.sending.includes(draft)) kept.sending.push(draft);
    save();
    try {
      await ask(draft.text, draft.intention);
      kept.sending = kept.sending.filter((one) => one !== draft);
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem;
      draft.error = Object.values(problem.fields)[0] ?? problem.message;
    }
    save();
  };
  useEffect(() => {
    const listener = () => redraw((n) => n + 1);
    listeners.add(listener);
    for (const draft of kept.sending.filter((one) => unsent.delete(one))) {
      if (Date.now() - Date.parse(draft.at) < FRESH_MS) void send(draft);
      else draft.error = words.unsent;
    }
    listener();
    return () => void listeners.delete(listener);
  }, []);
  return {
    ...kept, version, send,
    say: (text: string) => send({ intention: newIntention(), text, at: new Date().toISOString() }),
    type: (text: string) => {
      kept.text = text;
      remember(key, JSON.stringify(kept));
    },
    /** Back into the composer, beside what was begun meanwhile. */
    edit: (draft: Draft) => {
      kept.sending = kept.sending.filter((one) => one !== draft);
      kept.text = [draft.text, kept.text].filter(Boolean).join("\n");
      replace((n) => n + 1);
      save();
    },
  };
}

/** What was under way when an earlier page of this tab was closed. */
const unsent = new Set<Draft>();

function begun(key: string): Kept {
  const kept: Kept = JSON.parse(remembered(key) ?? "null") ?? { text: "", sending: [] };
  for (const draft of kept.sending) if (!draft.error) unsent.add(draft);
  known.set(key, kept);
  return kept;
}
