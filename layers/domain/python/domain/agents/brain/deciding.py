"""What becomes of instructions: one that is beyond doubt is done and echoed, every other is asked back or explained."""

from __future__ import annotations

from collections.abc import Sequence

from domain.agents.brain import roles, slices
from domain.agents.brain.answers.about_progress import ended
from domain.agents.brain.answers.about_review import how_to_decide
from domain.agents.brain.answers.part import Part, folded
from domain.agents.brain.naming import documents_in
from domain.agents.brain.orders import Order
from domain.agents.brain.protocol import DecideAction, ProjectFacts, StatusChange
from domain.agents.brain.reader import Act
from domain.agents.brain.wording import approval_name, document_line, project_name, quoted_text, titles
from domain.agents.models import NOT_ALLOWED
from domain.agents.records import Contribution
from domain.language.dialogue import About
from domain.projects import figures, rates
from domain.projects.build_outlook import BuildChange
from domain.projects.documents.parts import money, on
from domain.projects.effort import hours_of_revision
from domain.projects.models import BuildChangeView, ChangeQuote
from domain.projects.owned import Owned
from domain.projects.phases import owner_of, phase_after
from domain.projects.records import Approval, Deliverable
from domain.projects.requests import StatusAction
from domain.projects.states import DeliverableState, Phase, ProjectStatus
from domain.receipts.tracing import of_rule

_MOVES = {Act.PAUSE: "pause the project", Act.RESUME: "resume the project"}
HOW_TO_CHANGE = (
    "Say each change by itself, for example “add a must-have: gift cards”, “drop R3”, “replace Stripe by Mollie” or "
    "“move the deadline to 2027-03-01”."
)
_ONE_AT_A_TIME = "Nothing was done: I decide one document at a time, by its name. Which one do you mean?"


def followed(
    orders: Sequence[Order], facts: ProjectFacts, before: About | None = None, *, is_confirmed: bool = False
) -> Part:
    """What was done, or why nothing was. `orders` has at least one; one that is only weighed is not sure.

    `before` is what the reply before was about; `is_confirmed`: a price was said before.
    """
    if not facts.may_decide:
        return Part(NOT_ALLOWED)
    name, status, act = project_name(facts), facts.project.status, orders[0].act
    if len(orders) > 1:
        said = "I take one instruction at a time and found several, so nothing was done."
        return Part(said, (how_to_decide(facts, slices.pending_approvals(facts)),))
    if slices.is_over(facts):
        return Part(f"Nothing was done. {ended(facts)}")
    if act is Act.CANCEL:
        return Part(
            "Nothing was done, and the project is not cancelled: cancelling is final, so I don't do it on a message. "
            f"You can do it in the dashboard, or by `POST /projects/{facts.project.id}/status` with the action "
            "`cancel`. To stop for a while, say “pause the project”."
        )
    if status is ProjectStatus.DRAFT:
        return Part(f"Nothing was done: {name} is a draft; before it is submitted nothing is at work or to decide.")
    if act in _MOVES:
        return _moved(act, facts, is_sure=orders[0].is_sure)
    if status is ProjectStatus.ON_HOLD:
        return Part(f"Nothing was done: {name} is on hold. Say “resume the project” first, then decide.")
    return _decided(orders[0], facts, before or About(), is_confirmed=is_confirmed)


def _decided(order: Order, facts: ProjectFacts, before: About, *, is_confirmed: bool) -> Part:
    target, pending = order.target, slices.pending_approvals(facts)
    if not pending:
        return Part("Nothing was done: no document waits for your approval right now.")
    found = _meant(order, pending, before)
    if len(found) != 1 or (target.is_everything and len(pending) > 1):
        return _asked_back(order, found or pending, facts)
    approval = found[0]
    if target.revision not in {None, approval.revision}:
        said = f"Nothing was done: you name revision {target.revision}, and {approval_name(approval)}, waits for you."
        return Part(said, (how_to_decide(facts, found),))
    # What it names besides doesn't wait.
    names_more = any(approval.deliverable_kind not in kinds for kinds in target.mentions)
    is_sure = order.is_sure and not target.is_everything and not names_more
    if order.act is Act.REQUEST_CHANGES:
        is_sure = is_sure and bool(target.mentions or target.is_it)
        return _changes_requested(
            approval, order.comment, facts, is_confirmed=is_confirmed and is_sure, is_sure=is_sure
        )
    if is_sure:
        return _approved(approval, facts)
    ask = f"Nothing was done yet: that is your decision. Shall I approve {approval_name(approval)}? Say “yes” or “no”."
    return Part(ask, (how_to_decide(facts, found),), about=_offer(f"approve the {approval.title}", approval))


def _meant(order: Order, pending: tuple[Approval, ...], before: About) -> tuple[Approval, ...]:
    """The pending approvals that the order may mean: by their names, or what was spoken of before."""
    target = order.target
    if target.is_everything:
        return pending
    named = target.mentions
    if not named and order.unheard and not target.is_it:
        return ()
    if not named and (spoken_of := documents_in(" ".join(before.names).lower().split())):
        named = (spoken_of,)
    return tuple(item for item in pending if not named or any(item.deliverable_kind in kinds for kinds in named))


def _asked_back(order: Order, candidates: tuple[Approval, ...], facts: ProjectFacts) -> Part:
    """Which document is meant; of one that is named and doesn't wait, how it stands."""
    waiting = {item.deliverable_kind for item in slices.pending_approvals(facts)}
    named = [kinds[0] for kinds in order.target.mentions if len(kinds) == 1 and kinds[0] not in waiting]
    elsewhere = slices.document_of(facts, named[0]) if named else None
    headline = f"Nothing was done: {document_line(elsewhere)}." if elsewhere else _ONE_AT_A_TIME
    shown = tuple(item.title for item in candidates)
    if_named = "approve the {}" if order.act is Act.APPROVE else "what about {}"
    lines = (folded(map(approval_name, candidates)), how_to_decide(facts, candidates))
    return Part(headline, lines, about=About(topic="approvals", shown=shown, if_named=if_named))


def _offer(sentence: str, approval: Approval) -> About:
    return About(topic="approvals", shown=(approval.title,), names=(approval.title,), if_yes=sentence)


def _approved(approval: Approval, facts: ProjectFacts) -> Part:
    phase = facts.project.phase
    left = [
        item
        for item in slices.documents_of(facts, phase=phase)
        if item.id != approval.deliverable_id and item.state is not DeliverableState.APPROVED
    ]
    waiting = [item for item in slices.pending_approvals(facts) if item.id != approval.id]
    shown, following = tuple(item.title for item in waiting), phase_after(phase)
    begins = "the project is complete" if following is Phase.COMPLETE else f"{following.value} begins"
    then = f"That was the last document of the {phase.value} phase; {begins}."
    if left:
        then = f"Still waiting for you: {titles(waiting)}." if waiting else "The rest of this phase is with the team."
    return Part(
        f"Approved, as you said: {approval_name(approval)}. {then}",
        contributions=_said_by_owner(approval, f"{approval.title} is approved.", facts),
        actions=(DecideAction(approval.id, None),),
        about=About(topic="decided", names=(approval.title,), shown=shown, if_named="approve the {}"),
    )


def _said_by_owner(approval: Approval, summary: str, facts: ProjectFacts) -> tuple[Contribution, ...]:
    document = _document_of(approval, facts)
    return (Contribution(role=document.owner, summary=summary, evidence=(document.id, approval.id)),)


def _document_of(approval: Approval, facts: ProjectFacts) -> Deliverable:
    return next(item for item in facts.deliverables if item.id == approval.deliverable_id)


def _changes_requested(
    approval: Approval, comment: str | None, facts: ProjectFacts, *, is_confirmed: bool, is_sure: bool
) -> Part:
    """The changes requested, where something can be applied, and they cost nothing or their price was said before."""
    name, price = approval_name(approval), revision_price(approval, facts)
    if not comment:
        return Part(
            f"What should change in {name}? Nothing was done yet; {price}. Write “request changes on the "
            f"{approval.title}: …” and say it there."
        )
    quote = _quote(approval, comment, facts)
    missed = folded(f"{quoted_text(point.text)}: {point.note}" for point in quote.points if not point.applied)
    if quote.nothing_to_apply:
        headline = f"Nothing was done: in your comment on {name}, I found no change left that I know how to make."
        return Part(headline, (missed, HOW_TO_CHANGE))
    unread = "This a model reads once the changes are requested:" if quote.read_by_model else "This I can't apply:"
    details = (
        f"Your comment: {quoted_text(comment)}",
        said_of_build(quote.build) if quote.build else "",
        f"{unread}\n\n{missed}" if missed else "",
    )
    price = f"{price}{' at most' if quote.read_by_model and not quote.included else ''}."
    if quote.over_ceiling:
        price += " That is more than you allow to be spent: the team would stop and ask."
    if not is_confirmed and not (is_sure and quote.included):
        about = _offer(f"request changes on the {approval.title}: {comment}", approval)
        return Part(f"{name}: {price} Nothing was requested yet: say “yes” to request it.", details, about=about)
    owner = _document_of(approval, facts).owner
    return Part(
        f"Changes requested, as you said: {name}. The {owner} answers your comment in revision "
        f"{approval.revision + 1}; {price}",
        details,
        contributions=_said_by_owner(approval, f"I revise {approval.title} to your comment.", facts),
        actions=(DecideAction(approval.id, comment),),
        about=About(topic="decided", names=(approval.title,)),
    )


def revision_price(approval: Approval, facts: ProjectFacts) -> str:
    """What writing a change into the document of `approval` costs, by the rule that quotes are made by."""
    document, estimate = _document_of(approval, facts), facts.project.estimate
    currency = estimate.currency if estimate else rates.DEFAULT_CURRENCY
    hours = hours_of_revision(approval.revision + 1, document.effort_hours)
    cost = rates.cost(hours, role=document.owner, currency=currency)
    price = f"costs {money(cost, currency)}" if cost else "is included and costs nothing"
    return f"revision {approval.revision + 1} of the **{approval.title}**, which would write a change into it, {price}"


def said_of_build(change: BuildChange | BuildChangeView, named: str = "it") -> str:
    """What a change adds to building, or saves there, as a sentence; no price of the documents holds it."""
    ends = (change.effort_days.low, change.effort_days.high)
    saves = max(ends) <= 0
    low, high = (of_rule(abs(days) if saves else days) for days in ends)
    what = f"without {named} building takes about" if saves else f"building {named}: about"
    return f"By the build outlook, {what} {low}–{high} days{' less' if saves else ''}, not in any price here."


def _quote(approval: Approval, comment: str, facts: ProjectFacts) -> ChangeQuote:
    # Composing documents takes a tenth of the CEO's start, and most turns quote no change.
    from domain.projects.quotes import quote_changes  # noqa: PLC0415

    facts = facts.untraced or facts  # a quote writes texts of its own
    owned = Owned(facts.intake, facts.deliverables, facts.approvals, facts.decisions, facts.change_requests, ())
    return quote_changes(facts.project, owned, approval, comment)


def _moved(act: Act, facts: ProjectFacts, *, is_sure: bool) -> Part:
    """The project paused or resumed; asked back where that was not told for sure."""
    name, phase = project_name(facts), facts.project.phase
    if (facts.project.status is ProjectStatus.ON_HOLD) is (act is Act.PAUSE):
        already = "on hold already" if act is Act.PAUSE else "not on hold"
        return Part(f"Nothing was done: {name} is {already}.")
    if not is_sure:
        ask = f"Nothing was done yet. Shall I {_MOVES[act]}? Say “yes” or “no”."
        return Part(ask, about=About(topic="approvals", if_yes=_MOVES[act]))
    if act is Act.PAUSE:
        return Part(
            f"{name} is on hold now, in the **{phase.value}** phase. Nothing moves and nothing is spent until you say "
            "“resume the project”; it does not resume by itself.",
            actions=(StatusChange(StatusAction.PAUSE),),
            about=About(topic="paused", if_undone=_MOVES[Act.RESUME]),
        )
    expected = figures.documents_eta(facts.project, today=facts.now.date())
    until = f" and its documents are expected to be done on {on(expected)}" if expected else ""
    return Part(
        f"Resumed: {name} goes on in the **{phase.value}** phase{until}.",
        contributions=(roles.standing(facts, owner_of(phase)),),
        actions=(StatusChange(StatusAction.RESUME),),
        about=About(topic="resumed", if_undone=_MOVES[Act.PAUSE]),
    )
