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
from domain.agents.brain.wording import approval_name, document_line, project_name, quoted_text, titles, told
from domain.agents.models import NOT_ALLOWED
from domain.agents.records import Contribution
from domain.language.dialogue import About
from domain.projects.phases import owner_of, phase_after
from domain.projects.records import Approval, Deliverable
from domain.projects.requests import StatusAction
from domain.projects.states import DeliverableState, Phase, ProjectStatus

_MOVES = {Act.PAUSE: "pause the project", Act.RESUME: "resume the project"}
HOW_TO_CHANGE = (
    "A comment changes nothing in the brief. To change what is built, change the brief: in the dashboard, or by "
    "`/projects/{project_id}/brief`."
)
_ONE_AT_A_TIME = "Nothing was done: I decide one document at a time, by its name. Which one do you mean?"


def followed(orders: Sequence[Order], facts: ProjectFacts, before: About | None = None) -> Part:
    """What was done, or why nothing was. `orders` has at least one; one that is only weighed is not sure.

    `before` is what the reply before was about.
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
    return _decided(orders[0], facts, before or About())


def _decided(order: Order, facts: ProjectFacts, before: About) -> Part:
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
        return _changes_requested(approval, order.comment, is_sure=is_sure)
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


def _changes_requested(approval: Approval, comment: str | None, *, is_sure: bool) -> Part:
    """The changes requested; asked back where there is no comment, or the document or the will is in doubt."""
    name = approval_name(approval)
    if not comment:
        return Part(
            f"What should change in {name}? Nothing was done yet. Write “request changes on the {approval.title}: …” "
            "and say it there."
        )
    said = f"Your comment: {quoted_text(comment)}"
    if not is_sure:
        about = _offer(f"request changes on the {approval.title}: {comment}", approval)
        ask = f"Nothing was done yet. Shall I request changes on {name}? Say “yes” or “no”."
        return Part(ask, (said, HOW_TO_CHANGE), about=about)
    return Part(
        f"Changes requested, as you said: {name}. Your comment stands beside what it names, and changes nothing by "
        "itself. Edit the lines, then present the document again.",
        (said, HOW_TO_CHANGE),
        actions=(DecideAction(approval.id, comment),),
        about=About(topic="decided", names=(approval.title,)),
    )


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
            f"{name} is on hold now, in the **{phase.value}** phase. Nothing moves until you say "
            "“resume the project”; it does not resume by itself.",
            actions=(StatusChange(StatusAction.PAUSE),),
            about=About(topic="paused", if_undone=_MOVES[Act.RESUME]),
        )
    return Part(
        f"Resumed: {name} goes on in the **{phase.value}** phase. {told(slices.sheet_of(facts), 'dates.expected')}",
        contributions=(roles.standing(facts, owner_of(phase)),),
        actions=(StatusChange(StatusAction.RESUME),),
        about=About(topic="resumed", if_undone=_MOVES[Act.PAUSE]),
    )
