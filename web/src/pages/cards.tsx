import { useLayoutEffect, useRef } from "preact/hooks";
import { ApiError, call, sendPrepared } from "../api/call";
import { changedAt, useAction } from "../api/data";
import { isHeld, useHeld } from "../api/held";
import type { CardView } from "../api/schema";
import "../styles/cards.css";
import { Icon } from "../ui/icon";
import { Button, Refusal } from "../ui/parts";
import { cards as words, DEEDS } from "../words/ask";

type State = CardView["state"];
/** The conversation that a card belongs to: a project's, or the one with the assistant. */
export type Talk = { project_id: string } | "pa";

const REMOVES: Record<string, string> = { budget_ceiling: words.removeCeiling, deadline: words.removeDeadline };
/** What can't be taken back. */
const ENDS: CardView["kind"][] = ["complete", "cancel", "delete_task"];
const ICONS: Record<Exclude<State, "open">, string> = { done: "circle-check", outdated: "ban", dismissed: "x" };

/** What this page did with a card. The records can't tell it of every deed: a task that was run looks the same for a while. */
const acted = new Map<string, "done" | "dismissed">();
const stateOf = (card: CardView): State => acted.get(card.id) ?? card.state;
const idOf = (card: CardView): string => `do-${card.id}`;

/** What the button says that does it. */
const actOf = ({ kind, request: { body } }: CardView): string => Object.entries(REMOVES).find(([field]) => body?.[field] === null)?.[1] ?? DEEDS[kind];

/** Whether it decides an approval that another page has decided and not sent yet. */
const isTaken = ({ request }: CardView): boolean => isHeld(request.path.split("/").at(-1)!);

/** The cards that can still be confirmed. */
export const openOf = (cards: CardView[]): CardView[] => cards.filter((one) => stateOf(one) === "open" && !isTaken(one));

/** Presses the one open card where the message is a yes and nothing else; false where that is not the case. */
export function pressedByYes(message: string, cards: CardView[]): boolean {
  const [card, ...others] = openOf(cards);
  const button = card && !others.length && /^yes ?[.!]?$/i.test(message.trim()) ? document.getElementById(idOf(card)) : null;
  button?.scrollIntoView({ block: "nearest" });
  button?.click();
  return button !== null;
}

interface Shown {
  talk: Talk;
  /** Reads the cards again. */
  again: () => Promise<unknown>;
}

interface Confirmed {
  done: number;
  /** The one at which it stopped, and how many come after it. */
  refused?: CardView;
  left?: number;
}

/** Deeds that are prepared and not done: each with a button that does it, several with one for all of them. */
export function Cards({ of, ...rest }: Shown & { of: CardView[] }) {
  const presses = useRef(new Map<string, () => Promise<boolean>>()).current;
  const told = useRef<HTMLParagraphElement>(null);
  useHeld();
  const open = openOf(of);
  /** Each by itself, in their order, up to the first that is refused. */
  const all = useAction(async (): Promise<Confirmed> => {
    let done = 0;
    for (const [index, card] of open.entries()) {
      if (acted.has(card.id) || isTaken(card)) continue; // by its own button or another page, meanwhile
      if (!(await presses.get(card.id)!())) return { done, refused: card, left: open.length - index - 1 };
      done += 1;
    }
    return { done };
  });
  const { data } = all;
  useLayoutEffect(() => {
    if (data && document.activeElement === document.body) told.current?.focus({ preventScroll: true }); // the button is gone
  }, [data]);
  if (!of.length) return null;
  return (
    <>
      <ul class="deeds" aria-label={words.label}>{of.map((card) => <Deed key={card.id} card={card} presses={presses} {...rest} />)}</ul>
      {((open.length > 1 && !isChoice(open)) || all.isPending) && <p class="all-deeds"><Button kind={open.some(({ kind }) => ENDS.includes(kind)) ? "danger" : "primary"} busy={all.isPending} onClick={() => all.mutate()}>{words.all(open.length)}</Button></p>}
      {data && !(data.refused && acted.has(data.refused.id)) && <p class="all-deeds" role="status" tabIndex={-1} ref={told} dir="auto">{outcome(data)}</p>}
    </>
  );
}

/** Cards with the same words are a choice: what was told to the team can become an entry or a comment. */
function isChoice(cards: CardView[]): boolean {
  const words = cards.map(({ request: { body } }) => body?.text ?? body?.comment).filter(Boolean);
  return new Set(words).size < words.length;
}

const outcome = ({ done, refused, left = 0 }: Confirmed): string => (refused ? words.stopped(refused.summary, left) : words.confirmed(done));

function Deed({ card, talk, again, presses }: Shown & { card: CardView; presses: Map<string, () => Promise<boolean>> }) {
  const place = useRef<HTMLLIElement>(null);
  const hadFocus = useRef(false);
  const act = useAction(async (deed: "done" | "dismissed") => {
    hadFocus.current = place.current!.contains(document.activeElement);
    const readAgain = () => Promise.all([changedAt(card.request.path, talk === "pa" ? "pa" : "agents"), again()]).catch(() => undefined);
    try {
      await (deed === "done" ? sendPrepared(card.request) : dismiss(card, talk));
    } catch (problem) {
      if (problem instanceof ApiError && [404, 409].includes(problem.status)) await readAgain();
      throw problem;
    }
    acted.set(card.id, deed);
    await readAgain();
  });
  const underWay = useRef<Promise<boolean> | null>(null);
  /** Whether it was not refused. What is under way is not begun once more. */
  const press = (deed: "done" | "dismissed"): Promise<boolean> =>
    (underWay.current ??= act.mutateAsync(deed).then(() => true, (problem) => {
      if (!(problem instanceof ApiError)) throw problem;
      return false;
    }).finally(() => (underWay.current = null)));
  presses.set(card.id, () => press("done"));
  const state = stateOf(card);
  const isOpen = state === "open";
  useLayoutEffect(() => {
    // The button that was pressed is gone, and the focus with it.
    if (!isOpen && hadFocus.current && document.activeElement === document.body) place.current!.focus({ preventScroll: true });
  }, [isOpen]);
  const about = <span class="sr">: {card.summary}</span>;
  const does = (deed: "done" | "dismissed") => ({ busy: act.isPending && act.variables === deed, onClick: () => void press(deed) });
  return (
    <li class={`deed ${state}`} ref={place} tabIndex={-1}>
      <p class="name" dir="auto">{card.summary}</p>
      {isOpen && card.effect && <p dir="auto">{card.effect}</p>}
      {card.worker !== null && <small>{words.worker} <bdi>{card.worker}</bdi></small>}
      {isOpen && isTaken(card) && <p class="state" role="status">{words.held}</p>}
      {isOpen && !isTaken(card) && (
        <>
          <span class="acts">
            <Button id={idOf(card)} kind={ENDS.includes(card.kind) ? "danger" : "primary"} {...does("done")}>{actOf(card)}{about}</Button>
            <Button kind="ghost" {...does("dismissed")}>{words.dismiss}{about}</Button>
          </span>
          <Refusal error={act.error} />
        </>
      )}
      {state !== "open" && <p class="state" role="status"><Icon name={ICONS[state]} /><span>{state === "outdated" ? words.outdated(card.kind) : words[state]}{state === "outdated" && act.error && <> {act.error.message}</>}</span></p>}
    </li>
  );
}

const dismiss = ({ id: card_id }: CardView, talk: Talk) =>
  talk === "pa" ? call("POST /pa/cards/{card_id}/dismiss", { path: { card_id } }) : call("POST /agents/{project_id}/cards/{card_id}/dismiss", { path: { ...talk, card_id } });
