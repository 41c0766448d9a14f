"""What becomes of instructions: one that is beyond doubt is done and echoed, every other is asked back or explained."""

from __future__ import annotations

from collections.abc import Sequence

from domain.agents.brain import roles, slices
from domain.agents.brain.answers.about_progress import ended
from domain.agents.brain.answers.about_review import how_to_decide
from domain.agents.brain.answers.part import Part, folded
from domain.agents.brain.naming import Kinds, documents_in
from domain.agents.brain.orders import Order
from domain.agents.brain.protocol import DecideAction, ProjectFacts, StatusChange
from domain.agents.brain.reader import Act
from domain.agents.brain.targets import Target
from domain.agents.brain.wording import approval_name, document_line, project_name, quoted_text, since, titles
from domain.agents.models import NOT_ALLOWED
from domain.language.dialogue import About
from domain.projects import figures, rates
from domain.projects.build_outlook import BuildChange
from domain.projects.documents.parts import money, on
from domain.projects.effort import hours_of_revision
from domain.projects.models import BuildChangeView, ChangeQuote
from domain.projects.owned import Owned
from domain.projects.phases import owner_of, phase_after
from domain.projects.records import Approval
from domain.projects.requests import StatusAction
from domain.projects.states import DeliverableState, Phase, ProjectStatus
from domain.receipts.tracing import of_rule


def followed(
    instructions: tuple[Order, ...],
    facts: ProjectFacts,
    *,
    may_decide: bool,
    before: About | None = None,
    is_confirmed: bool = False,
) -> Part:
    """What was done, or why nothing was. `instructions` has at least one.

    `before` is what the reply before was about; `is_confirmed`: a price was said before.
    """
    if not may_decide:
        return Part(NOT_ALLOWED)
    if len(instructions) > 1:
        told = ", ".join(f"“{instruction.act.replace('_', ' ')}”" for instruction in instructions)
        pending = slices.pending_approvals(facts)
        return Part(
            f"I take one instruction at a time and found {told}, so nothing was done.", (how_to_decide(facts, pending),)
        )
    instruction = instructions[0]
    match instruction.act:
        case Act.PAUSE | Act.RESUME if instruction.is_sure or _stays(instruction.act, facts):
            return _moved(instruction.act, facts)
        case Act.PAUSE:
            return _offered("paused", "pause the project")
        case Act.RESUME:
            return _offered("resumed", "resume the project")
        case Act.CANCEL:
            return _cancelling(facts)
        case _:
            return _decided(instruction, facts, before or About(), is_confirmed=is_confirmed)


def weighed(verbs: tuple[Act, ...], named: Kinds, facts: ProjectFacts) -> Part:
    """That nothing was done, and how it would be: the message speaks of `verbs`, and of `named`, without telling."""
    pending = slices.pending_approvals(facts)
    if Act.APPROVE in verbs or Act.REQUEST_CHANGES in verbs:
        meant = [item for item in pending if item.deliverable_kind in named] or list(pending)
        said = "I decided nothing: that is your decision, and a judgement that I can't make without a model."
        if not facts.may_decide:
            return Part(f"{said} {how_to_decide(facts, meant)}".rstrip())
        if len(meant) == 1 and verbs == (Act.APPROVE,):
            approval = meant[0]
            ask = (
                f"{approval_name(approval)}, is open {since(approval.created_at, facts.now)}. Shall I approve it? Say "
                "“yes” or “no”."
            )
            return Part(f"{said} {ask}", about=_offer(f"approve the {approval.title}", approval))
        return Part(f"{said} {how_to_decide(facts, meant)}".rstrip(), about=_list(meant, "approve the {}"))
    if not facts.may_decide:
        return Part(NOT_ALLOWED)
    if Act.CANCEL in verbs or slices.is_over(facts):
        return _cancelling(facts)
    if Act.PAUSE in verbs:
        return _offered("paused", "pause the project")
    return _offered("resumed", "resume the project")


def _offered(done: str, sentence: str) -> Part:
    ask = f"I have not {done} anything. Shall I {sentence}? Say “yes” or “no”."
    return Part(ask, about=About(topic="approvals", if_yes=sentence))


def _stays(verb: Act, facts: ProjectFacts) -> bool:
    """Whether there is nothing to pause, or to resume."""
    return facts.project.status is not (ProjectStatus.ACTIVE if verb is Act.PAUSE else ProjectStatus.ON_HOLD)


def _decided(instruction: Order, facts: ProjectFacts, before: About, *, is_confirmed: bool) -> Part:
    pending = slices.pending_approvals(facts)
    if refusal := _undecidable(facts, pending):
        return refusal
    target = instruction.target
    found = _meant(instruction, pending, before)
    if len(found) != 1 or (target.is_everything and len(pending) > 1):
        return _asked_back(instruction, found or pending, facts)
    approval = found[0]
    if target.revision is not None and target.revision != approval.revision:
        return Part(
            f"Nothing was done: you name revision {target.revision}, and {approval_name(approval)}, is the one that "
            f"waits "
            "for you.",
            (how_to_decide(facts, found),),
        )
    is_sure = instruction.is_sure and not target.is_everything and not _names_more(target, pending)
    if instruction.act is Act.REQUEST_CHANGES and not (target.mentions or instruction.near or target.is_it):
        is_sure = False
    if instruction.act is Act.REQUEST_CHANGES:
        return _changes_requested(approval, instruction, facts, is_confirmed=is_confirmed and is_sure, is_sure=is_sure)
    if not is_sure:
        ask = f"Nothing was done yet. Shall I approve {approval_name(approval)}? Say “yes” or “no”."
        return Part(ask, about=_offer(f"approve the {approval.title}", approval))
    return _approved(approval, facts)


def _names_more(target: Target, pending: tuple[Approval, ...]) -> bool:
    """Whether it names something that doesn't wait, besides what does."""
    waiting = {item.deliverable_kind for item in pending}
    return any(waiting.isdisjoint(mention) for mention in target.mentions)


def _undecidable(facts: ProjectFacts, pending: tuple[Approval, ...]) -> Part | None:
    if facts.project.status is ProjectStatus.DRAFT:
        return Part("Nothing was done: before the brief is submitted there is nothing to decide.")
    if slices.is_over(facts):
        return Part(f"Nothing was done. {ended(facts)}")
    if facts.project.status is ProjectStatus.ON_HOLD:
        return Part(f"Nothing was done: {project_name(facts)} is on hold. Say “resume the project” first, then decide.")
    if not pending:
        return Part("Nothing was done: no document waits for your approval right now.")
    return None


def _meant(instruction: Order, pending: tuple[Approval, ...], before: About) -> tuple[Approval, ...]:
    """The pending approvals that the order may mean: by their names, those beside it, or what was spoken of before."""
    target = instruction.target
    if target.is_everything:
        return pending
    named = target.mentions or instruction.near
    if not named and instruction.unheard and not target.is_it:
        return ()
    if not named and (spoken_of := documents_in(" ".join(before.names).lower().split())):
        named = (spoken_of,)
    if not named:
        return pending
    return tuple(item for item in pending if any(item.deliverable_kind in kinds for kinds in named))


def _asked_back(instruction: Order, candidates: tuple[Approval, ...], facts: ProjectFacts) -> Part:
    named = [kinds[0] for kinds in instruction.target.mentions if len(kinds) == 1]
    pending_kinds = {item.deliverable_kind for item in slices.pending_approvals(facts)}
    elsewhere = [item for kind in named if kind not in pending_kinds and (item := slices.document_of(facts, kind))]
    if elsewhere and instruction.comment:  # what can't be changed there any more may still be wished for
        known = document_line(elsewhere[0])
        ask = f"Nothing was done: {known}. Shall I record it as a change request? Say “yes” or “no”."
        about = About(topic="wish weighed", if_yes=f"please note {instruction.comment}")
        return Part(ask, (f"Your comment: {quoted_text(instruction.comment)}",), about=about)
    if elsewhere:
        headline = f"Nothing was done: {document_line(elsewhere[0])}."
    elif instruction.unheard and not (instruction.target.mentions or instruction.target.is_it):
        headline = "Nothing was done: I know no document waiting for you by that name. Which one do you mean?"
    else:
        headline = "Nothing was done: I decide one document at a time, by its name. Which one do you mean?"
    lines = folded(approval_name(item) for item in candidates)
    if_named = "approve the {}" if instruction.act is Act.APPROVE else "what about {}"
    return Part(headline, (lines, how_to_decide(facts, candidates)), about=_list(candidates, if_named))


def _list(approvals: Sequence[Approval], if_named: str) -> About:
    return About(topic="approvals", shown=tuple(item.title for item in approvals), if_named=if_named)


def _offer(sentence: str, approval: Approval) -> About:
    return About(topic="approvals", shown=(approval.title,), names=(approval.title,), if_yes=sentence)


def _approved(approval: Approval, facts: ProjectFacts) -> Part:
    document = next(item for item in facts.deliverables if item.id == approval.deliverable_id)
    left = [
        item
        for item in slices.documents_of(facts, phase=facts.project.phase)
        if item.id != document.id and item.state is not DeliverableState.APPROVED
    ]
    waiting = [item for item in slices.pending_approvals(facts) if item.id != approval.id]
    if not left:
        following = phase_after(facts.project.phase)
        then = (
            "That was the last one: the project is complete."
            if following is Phase.COMPLETE
            else f"That was the last document of the {facts.project.phase.value} phase; {following.value} begins."
        )
    elif waiting:
        then = f"Still waiting for you: {titles(waiting)}."
    else:
        then = "The other documents of this phase are still with the team."
    return Part(
        f"Approved, as you said: {approval_name(approval)}. {then}",
        contributions=tuple(
            entry.model_copy(
                update={"evidence": (document.id, approval.id), "summary": f"{document.title} is approved."}
            )
            for entry in roles.about([document])
        ),
        actions=(DecideAction(approval.id, None),),
        about=About(
            topic="decided",
            names=(approval.title,),
            shown=tuple(item.title for item in waiting),
            if_named="approve the {}",
        ),
    )


def _changes_requested(
    approval: Approval, instruction: Order, facts: ProjectFacts, *, is_confirmed: bool, is_sure: bool
) -> Part:
    """The changes requested, where something can be applied, and they cost nothing or their price was said before."""
    name, comment = approval_name(approval), instruction.comment
    if not comment:
        return Part(
            f"What should change in {name}? Nothing was done yet; {revision_price(approval, facts)}. Write "
            f"“request changes on the {approval.title}: …” and say it there."
        )
    quote = _quote(approval, comment, facts)
    missed = [f"{quoted_text(point.text)}: {point.note}" for point in quote.points if not point.applied]
    if quote.nothing_to_apply:
        ask = (
            "Say each change by itself, for example “add a must-have: gift cards”, “drop R3”, “replace Stripe by "
            "Mollie” or “move the deadline to 2027-03-01”."
        )
        headline = f"Nothing was done: in your comment on {name}, I found no change left that I know how to make."
        return Part(headline, (folded(missed), ask))
    build = said_of_build(quote.build) if quote.build else ""
    unread = "This a model reads once the changes are requested:" if quote.read_by_model else "This I can't apply:"
    left_out = f"{unread}\n\n{folded(missed)}" if missed else ""
    price = "the first revision is included and costs nothing"
    number = approval.revision + 1
    if not quote.included:
        at_most = " at most" if quote.read_by_model else ""
        price = f"revision {number} costs {money(_cost(quote, approval, facts), quote.currency)}{at_most}"
        over = " That is more than you allow to be spent: the team would stop and ask." if quote.over_ceiling else ""
        price += f".{over}"
    if not is_confirmed and not (is_sure and quote.included):
        ask = f"{name}: {price.rstrip('.')}. Nothing was requested yet: say “yes” to request it."
        about = _offer(f"request changes on the {approval.title}: {comment}", approval)
        return Part(ask, (f"Your comment: {quoted_text(comment)}", build, left_out), about=about)
    document = next(item for item in facts.deliverables if item.id == approval.deliverable_id)
    said = roles.about([document])[0].model_copy(
        update={"evidence": (document.id, approval.id), "summary": f"I revise {document.title} to your comment."}
    )
    return Part(
        f"Changes requested, as you said: {name}. The {document.owner} answers your comment in revision "
        f"{number}; {price.rstrip('.')}.",
        (f"Your comment: {quoted_text(comment)}", build, left_out),
        contributions=(said,),
        actions=(DecideAction(approval.id, comment),),
        about=About(topic="decided", names=(approval.title,)),
    )


def revision_price(approval: Approval, facts: ProjectFacts) -> str:
    """What writing a change into the document of `approval` costs."""
    quote = _quote(approval, None, facts)
    cost = money(_cost(quote, approval, facts), quote.currency)
    price = "is included and costs nothing" if quote.included else f"costs {cost}"
    return f"revision {approval.revision + 1} of the **{approval.title}**, which would write a change into it, {price}"


def said_of_build(change: BuildChange | BuildChangeView, named: str = "it") -> str:
    """What a change adds to building, or saves there, as a sentence; no price of the documents holds it."""
    ends = (change.effort_days.low, change.effort_days.high)
    saves = max(ends) <= 0
    low, high = (of_rule(abs(days) if saves else days) for days in ends)
    what = f"without {named} building takes about" if saves else f"building {named}: about"
    return f"By the build outlook, {what} {low}–{high} days{' less' if saves else ''}, not in any price here."


def _cost(quote: ChangeQuote, approval: Approval, facts: ProjectFacts) -> int:
    """The quote's cost, by the rule that it was made by."""
    document = next(item for item in facts.deliverables if item.id == approval.deliverable_id)
    hours = hours_of_revision(quote.revision, document.effort_hours)
    return rates.cost(hours, role=document.owner, currency=quote.currency)


def _quote(approval: Approval, comment: str | None, facts: ProjectFacts) -> ChangeQuote:
    # Composing documents takes a tenth of the CEO's start, and most turns quote no change.
    from domain.projects.quotes import quote_changes  # noqa: PLC0415

    facts = facts.untraced or facts  # a quote writes texts of its own
    owned = Owned(facts.intake, facts.deliverables, facts.approvals, facts.decisions, facts.change_requests, ())
    return quote_changes(facts.project, owned, approval, comment)


def _moved(verb: Act, facts: ProjectFacts) -> Part:
    status = facts.project.status
    if verb is Act.PAUSE and status is ProjectStatus.ACTIVE:
        return Part(
            f"{project_name(facts)} is on hold now, in the **{facts.project.phase.value}** phase. Nothing moves and "
            f"nothing "
            "is spent until you say “resume the project”; it does not resume by itself.",
            actions=(StatusChange(StatusAction.PAUSE),),
            about=About(topic="paused", if_undone="resume the project"),
        )
    if verb is Act.RESUME and status is ProjectStatus.ON_HOLD:
        expected = figures.documents_eta(facts.project, today=facts.now.date())
        until = f" and its documents are expected to be done on {on(expected)}" if expected else ""
        return Part(
            f"Resumed: {project_name(facts)} goes on in the **{facts.project.phase.value}** phase{until}.",
            contributions=(roles.standing(facts, owner_of(facts.project.phase)),),
            actions=(StatusChange(StatusAction.RESUME),),
            about=About(topic="resumed", if_undone="pause the project"),
        )
    if slices.is_over(facts):
        return Part(f"Nothing was done. {ended(facts)}")
    if status is ProjectStatus.DRAFT:
        return Part(f"Nothing was done: {project_name(facts)} is a draft, so no work is under way yet.")
    already = "on hold already" if verb is Act.PAUSE else "not on hold; the team is at work"
    return Part(f"Nothing was done: {project_name(facts)} is {already}.")


def _cancelling(facts: ProjectFacts) -> Part:
    if slices.is_over(facts):
        return Part(f"Nothing was done. {ended(facts)}")
    return Part(
        "Nothing was done, and the project is not cancelled: cancelling is final, so I don't do it on a message. "
        "You can do it in the "
        "dashboard, "
        f"or by `POST /projects/{facts.project.id}/status` with the action `cancel`. To stop for a while, say “pause "
        f"the project”."
    )
