"""What becomes of wishes and decisions a customer states: put on record, priced, taken back, or told why not."""

from __future__ import annotations

import re

from domain.agents.brain import slices
from domain.agents.brain.answers.about_dates import named_day
from domain.agents.brain.answers.about_progress import ended
from domain.agents.brain.answers.about_review import FINAL
from domain.agents.brain.answers.lookup import entries, particular_words
from domain.agents.brain.answers.part import Part
from domain.agents.brain.deciding import revision_price, said_of_build
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
from domain.projects.build_outlook import BuildChange, build_outlook
from domain.projects.documents.matching import tokens
from domain.projects.documents.parts import on
from domain.projects.rates import DEFAULT_CURRENCY
from domain.projects.records import ChangeRequest
from domain.projects.states import ProjectStatus
from domain.receipts.tracing import of_rule

TAKE_BACK = "take back the last wish"
ADDING = frozenset({"add", "include", "integrate", "support", "introduce", "implement", "offer", "build in", "put in"})
# What takes something out, replaces it or names a month is never priced as building it.
_REMOVING = re.compile(
    r"\b(?:replac|swap|rename|switch|chang|reduc|shift|push|leav|left|drop|remov|cut|skip|omit|scrap|mov(?:e|ing)\b|"
    r"postpon|extend|without|not\b|no longer|out\b|rid\b|deadline|disappear|vanish|away\b|"
    r"january|february|march|april|in may\b|june|july|august|september|october|november|december)"
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
        f"Nothing is changed yet. Noted as a change request, with the {wish.owner}: {quoted_text(text)}. "
        f"{price_of(wish, facts)}",
        (
            f"To have it done: {_what_does_it(wish, facts)}",
            "It is on record, not part of the accepted brief. To take it back, say “undo that”.",
        ),
        contributions=(Contribution(role=wish.owner, summary="I keep this wish and weigh it against the brief."),),
        actions=(RecordWish(text, wish.owner),),
        about=About(topic="wish", names=(text,), if_undone=TAKE_BACK),
    )


def wish_weighed(wish: Wish, facts: ProjectFacts) -> Part:
    """What the wish would mean, without recording it."""
    can, thing = slices.is_running(facts), wish.thing or wish.text
    price = price_of(wish, facts, quoted_text(thing) + " in addition" * only_adds(wish))
    ask = " Shall I record it as a change request? Say “yes” or “please add …”." if can else ""
    return Part(
        f"{price} Whether it is worth it is yours to decide; nothing was recorded.{ask}",
        contributions=(Contribution(role=wish.owner, summary="It would fall into my remit."),),
        about=About(topic="wish weighed", names=(thing,), if_yes=f"please {wish.verb} {thing}" if can else ""),
    )


def wish_withdrawn(facts: ProjectFacts, wish: ChangeRequest | None = None) -> Part:
    """The wish, or the last one, taken back, while nothing was built on it."""
    wish = wish or next(reversed(slices.wishes(facts)), None)
    if wish is None:
        return Part("Nothing was undone: no wish is on record.", about=About(topic="undone"))
    if slices.is_over(facts):
        return Part(f"Nothing was undone. {ended(facts)}", about=About(topic="undone"))
    if document := _built_on(wish, facts):
        return Part(
            f"Nothing was undone: {quoted_text(wish.text)} is written into the **{document}** already. To have it out, "
            "request changes there."
        )
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


def price_of(wish: Wish, facts: ProjectFacts, named: str = "it") -> str:
    """What building it may take, by the outlook's line of its kind, and what writing it down costs."""
    change = _change_of(wish, facts)
    if change is not None:
        build = said_of_build(change, named)
    elif not only_adds(wish) or named_day(wish.text, facts):
        build = "What it means for the build isn't priced."
    else:
        line = build_outlook({"must_haves": (wish.thing or wish.text,)}, currency=DEFAULT_CURRENCY).basis[-1]
        kind = "" if line.kind == "other" else f" ({line.kind})"
        days = f"{of_rule(line.days.low)}–{of_rule(line.days.high)}"
        build = f"By the build outlook, building {named}: about {days} days{kind}, not in any price here."
    pending = slices.pending_approvals(facts)
    return f"{build} Noting it costs nothing{f'; {revision_price(pending[0], facts)}' if pending else ''}."


def only_adds(wish: Wish) -> bool:
    """Whether a wish takes nothing out and replaces nothing; what does is never priced as building."""
    return wish.verb in ADDING and not _REMOVING.search(wish.text.lower())


def _what_does_it(wish: Wish, facts: ProjectFacts) -> str:
    """What the customer has to do before the team does anything about a wish."""
    pending = slices.pending_approvals(facts)
    decide = "request the change on the next document that comes to you for approval"
    if pending:
        # As in `_change_of`: few turns are about a wish.
        from domain.projects.documents.comments import is_understood  # noqa: PLC0415

        is_open = only_adds(wish) and not is_understood(wish.text)
        asked = f"add a must-have: {wish.thing or wish.text}" if is_open else wish.text
        decide = f"“request changes on the {pending[0].title}: {' '.join(asked.split()).rstrip('.?!')}”"
    by_hand = "; or add a work item, by `POST /projects/{project_id}/work-items`"
    return f"{decide}{by_hand if facts.project.has_work else ''}."


def _change_of(wish: Wish, facts: ProjectFacts) -> BuildChange | None:
    """What the wish changes in building, as a quote of the same words says it; None where they ask for no change."""
    brief = slices.brief_of(facts)
    if brief is None:
        return None
    # Composing documents takes a tenth of the CEO's start, and few turns are about a wish.
    from domain.projects.quotes import change_of_build  # noqa: PLC0415

    is_named = wish.thing and wish.verb not in ADDING
    return change_of_build(brief, wish.text) or (
        change_of_build(brief, f"{wish.verb} {wish.thing}") if is_named else None
    )


def _built_on(wish: ChangeRequest, facts: ProjectFacts) -> str | None:
    """The document whose later revision answered a comment with this wish in it."""
    words = tokens(wish.text) - tokens("please add we also want need like would kindly")
    for item in facts.deliverables:
        if any(one.comment and one.at >= wish.at and words <= tokens(one.comment) for one in item.history):
            return item.title
    return None
