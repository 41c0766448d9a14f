"""What becomes of wishes and decisions a customer states: put on record, taken back, or told why not."""

from __future__ import annotations

import re

from domain.agents.brain import slices
from domain.agents.brain.answers.about_progress import ended
from domain.agents.brain.answers.about_review import FINAL
from domain.agents.brain.answers.lookup import entries, particular_words
from domain.agents.brain.answers.part import Part
from domain.agents.brain.answers.things import NOT_COUNTED
from domain.agents.brain.doubts import is_doubtful
from domain.agents.brain.protocol import ProjectFacts, RecordDecision, RecordWish, WithdrawWish
from domain.agents.brain.reader import Act
from domain.agents.brain.sentences import sentences_of
from domain.agents.brain.telling import LIKELY, SURE
from domain.agents.brain.understanding import Wish
from domain.agents.brain.wording import project_name, quoted_text
from domain.agents.models import NOT_ALLOWED
from domain.agents.records import Contribution
from domain.language.dialogue import About, Kind, Reference, entry_at
from domain.language.matching import tokens
from domain.projects.documents.parts import on
from domain.projects.records import ChangeRequest
from domain.projects.states import ProjectStatus

TAKE_BACK = "take back the last wish"
ADDING = frozenset({"add", "include", "integrate", "support", "introduce", "implement", "offer", "build in", "put in"})
# What takes something out or replaces it.
_REMOVING = re.compile(
    r"\b(?:replac|swap|rename|switch|chang|reduc|shift|push|leav|left|drop|remov|cut|skip|omit|scrap|mov(?:e|ing)\b|"
    r"postpon|extend|without|not\b|no longer|out\b|rid\b|deadline|disappear|vanish|away\b)"
)
_UNDOING = tokens(
    "remove delete drop scrap scratch bin strike withdraw revoke retract undo reverse kill skip discard leave take "
    "cancel forget"
)
# What refers to a reply in which there was nothing to refer to.
_NOTHING = {
    Kind.YES: "Nothing was done: I asked you nothing that a yes would answer. What do you mean?",
    Kind.NO: "Fine. Nothing was done and nothing recorded.",
    Kind.CHOICE: "Which one do you mean? I showed you no such list just now; please say its name.",
}


def wish_noted(wish: Wish, facts: ProjectFacts) -> Part:
    """The wish as a change request of its owner; before submission it belongs into the intake instead."""
    if facts.project.status is ProjectStatus.DRAFT:
        return Part(
            f"{project_name(facts)} is still a draft: put this into the intake, so that it counts from the start (the "
            "answer to `must_haves`, or the one it belongs to). Nothing was recorded here."
        )
    text = " ".join(wish.text.split())
    return Part(
        f"Nothing is changed yet. Noted as a change request, with the {wish.owner}: {quoted_text(text)}.",
        (
            f"To have it done: {_what_does_it(facts)}",
            "It is on record, not part of the brief. To take it back, say “undo that”.",
        ),
        contributions=(Contribution(role=wish.owner, summary="I keep this wish and weigh it against the brief."),),
        actions=(RecordWish(text, wish.owner),),
        about=About(topic="wish", names=(text,), if_undone=TAKE_BACK),
    )


def wish_weighed(wish: Wish, facts: ProjectFacts) -> Part:
    """What the wish would mean, without recording it."""
    can, thing = slices.is_running(facts), wish.thing or wish.text
    ask = " Shall I record it as a change request? Say “yes” or “please add …”." if can else ""
    return Part(
        f"{quoted_text(thing)}: nothing was recorded. {NOT_COUNTED} Whether it is worth it is yours to decide.{ask}",
        ("What a change of the brief would add: `POST /projects/{project_id}/what-if`.",),
        contributions=(Contribution(role=wish.owner, summary="It would fall into my remit."),),
        about=About(topic="wish weighed", names=(thing,), if_yes=f"please {wish.verb} {thing}" if can else ""),
    )


def wish_withdrawn(facts: ProjectFacts, wish: ChangeRequest | None = None) -> Part:
    """The wish, or the last one, taken back."""
    wish = wish or next(reversed(slices.wishes(facts)), None)
    if wish is None:
        return Part("Nothing was undone: no wish is on record.", about=About(topic="undone"))
    if slices.is_over(facts):
        return Part(f"Nothing was undone. {ended(facts)}", about=About(topic="undone"))
    return Part(
        f"Taken back: the change request {quoted_text(wish.text)} of {on(wish.at)} no longer counts.",
        actions=(WithdrawWish(wish.id),),
        about=About(topic="undone", shown=tuple(one.text for one in slices.wishes(facts) if one.id != wish.id)),
    )


def taken_back(
    reference: Reference | None, message: str, plain: str, before: About, facts: ProjectFacts
) -> Part | None:
    """The wish that a message takes back, or that there is none; None where it takes nothing back."""
    kind, stands_for = (reference.kind, reference.sentence) if reference else (None, "")
    if stands_for == TAKE_BACK:
        return wish_withdrawn(facts)
    if kind in _NOTHING and not stands_for:
        return Part(_NOTHING[kind])
    taken, odds = _undoing_in(message)
    wish, named = wish_meant(taken, before, facts), _named_in(taken, facts)
    is_bare = not (particular_words(taken) - _UNDOING or _named_in(message, facts))
    if wish is None and before.if_undone == TAKE_BACK and is_bare:
        wish = slices.wishes(facts)[-1]
    if wish and (odds > SURE or (taken and named)):  # "the first one" alone tells nothing of a wish
        return wish_withdrawn(facts, wish)
    return undone(plain, before, facts) if kind is Kind.UNDO and not stands_for else None


def undone(plain: str, before: About, facts: ProjectFacts) -> Part:
    """That a decision stands or that there is nothing to undo; else whether the last wish on record is to go."""
    if before.topic == "decided" or re.search(r"\b(?:approval|decision)\b", plain):
        return Part(f"Nothing was undone: {FINAL}")
    wishes = slices.wishes(facts)
    if before.if_yes or before.topic == "undone" or not wishes:
        return Part(_NOTHING[Kind.NO], about=About(topic="undone"))
    if wishes[-1].id in _named_in(plain, facts):
        return wish_withdrawn(facts)
    ask = f"The last wish on record is {quoted_text(wishes[-1].text)}. Shall I take it back? Say “yes” or “no”."
    return Part(f"Nothing was undone. {ask}", about=About(topic="wish", if_yes=TAKE_BACK))


def _undoing_in(message: str) -> tuple[str, float]:
    """The clauses that likely tell to take a wish back, and how likely; none where something is left open."""
    said = sentences_of(message)
    telling = [one for one in said if one.told[Act.UNDO] > LIKELY]
    if len(telling) != 1 or any(one.is_question or is_doubtful(one.plain) for one in said):
        return "", LIKELY
    clauses = [one for clause in telling[0].plain.split(", ") for one in sentences_of(clause)]
    likely = [one.plain for one in clauses if one.told[Act.UNDO] > LIKELY]
    return ", ".join(likely) or telling[0].plain, telling[0].told[Act.UNDO]


def wish_meant(plain: str, before: About, facts: ProjectFacts) -> ChangeRequest | None:
    """The one wish on record that words point at, by its place in the list shown or by words of its own."""
    wishes = slices.wishes(facts)
    if fits := _named_in(plain, facts):
        best = [wish for wish in wishes if fits.get(wish.id) == max(fits.values())]
        must_haves = tokens(" ".join(entry.words for entry in entries(facts, "requirements") if entry.is_active))
        own = particular_words(plain) & tokens(best[0].text)
        is_whole = before.topic in {"wish", "undone"} and particular_words(best[0].text) <= own
        return best[0] if len(best) == 1 and (is_whole or not own & must_haves) else None
    by_text = {wish.text: wish for wish in wishes}
    shown = tuple(text for text in before.shown if text in by_text) or tuple(by_text)
    return by_text.get(entry_at(plain, About(shown=shown)) or "")


def _named_in(plain: str, facts: ProjectFacts) -> dict[str, int]:
    """The wishes of which the words name something, and how much."""
    named = particular_words(plain)
    return {wish.id: fits for wish in slices.wishes(facts) if (fits := len(named & tokens(wish.text)))}


def decision_noted(text: str, *, may_decide: bool) -> Part:
    """The customer's decision, on record."""
    if not may_decide:
        return Part(NOT_ALLOWED)
    return Part(
        f"Recorded as your decision: {quoted_text(text)}",
        ("A decision stays on record; to change it, tell me the new one.",),
        actions=(RecordDecision(" ".join(text.split())),),
        about=About(topic="decided"),
    )


def only_adds(wish: Wish) -> bool:
    """Whether a wish takes nothing out and replaces nothing."""
    return wish.verb in ADDING and not _REMOVING.search(wish.text.lower())


def _what_does_it(facts: ProjectFacts) -> str:
    """What the customer has to do before the team does anything about a wish."""
    by_hand = "; or add a work item, by `POST /projects/{project_id}/work-items`"
    return (
        "change the brief, in the dashboard or by `POST /projects/{project_id}/brief/entries`, and it is estimated"
        f"{by_hand if facts.project.has_work else ''}."
    )
