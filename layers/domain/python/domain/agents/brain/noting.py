"""What becomes of wishes and decisions a customer states: put on record, priced, taken back, or told why not."""

from __future__ import annotations

import re

from domain.agents.brain import slices
from domain.agents.brain.answers.about_dates import named_day
from domain.agents.brain.answers.about_progress import ended
from domain.agents.brain.answers.part import Part
from domain.agents.brain.deciding import revision_price, said_of_build
from domain.agents.brain.protocol import ProjectFacts, RecordDecision, RecordWish, WithdrawWish
from domain.agents.brain.wishes import Wish
from domain.agents.brain.wording import project_name, quoted_text
from domain.agents.models import NOT_ALLOWED
from domain.agents.records import Contribution
from domain.language.dialogue import About
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


def wish_noted(wish: Wish, facts: ProjectFacts) -> Part:
    """The wish as a change request of its owner; before submission it belongs into the intake instead."""
    if slices.is_over(facts):
        return Part(f"Nothing was recorded: I can't take a wish any more. {ended(facts)}")
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
    if slices.is_over(facts):
        return Part(f"Nothing was recorded. {ended(facts)}")
    can = slices.is_running(facts)
    price = price_of(wish, facts, quoted_text(wish.thing or wish.text))
    ask = " Shall I record it as a change request? Say “yes” or “please add …”." if can else ""
    return Part(
        f"{price} Whether it is worth it is yours to decide; nothing was recorded.{ask}",
        contributions=(Contribution(role=wish.owner, summary="It would fall into my remit."),),
        about=About(
            topic="wish weighed",
            names=(wish.thing or wish.text,),
            if_yes=f"please {wish.verb} {wish.thing or wish.text}" if can else "",
        ),
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


def decision_noted(text: str, facts: ProjectFacts, *, may_decide: bool) -> Part:
    """The customer's decision, on record."""
    if not may_decide:
        return Part(NOT_ALLOWED)
    if slices.is_over(facts):
        return Part(f"Nothing was recorded. {ended(facts)}")
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
    revisions = ((item.title, entry) for item in facts.deliverables for entry in item.history)
    return next(
        (
            title
            for title, entry in revisions
            if entry.comment and entry.at >= wish.at and words <= tokens(entry.comment)
        ),
        None,
    )
