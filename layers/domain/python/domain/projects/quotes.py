"""What requesting changes would cost, said before anything is requested or spent."""

from __future__ import annotations

from common.settings import settings
from domain.projects import figures, rates
from domain.projects.build_outlook import BuildChange, build_change
from domain.projects.documents.brief import Brief, brief_from
from domain.projects.documents.comments import is_understood, read_comment
from domain.projects.documents.compose import Point, drafted, examples_for, revise
from domain.projects.documents.edits import Draft
from domain.projects.documents.parts import money
from domain.projects.effort import hours_of_revision
from domain.projects.errors import AlreadyDecided, NothingToApply
from domain.projects.estimate import estimate
from domain.projects.models import BuildChangeView, ChangeQuote, QuotedPoint
from domain.projects.owned import Owned
from domain.projects.records import Approval, Deliverable, Project
from domain.projects.states import ApprovalStatus, DeliverableKind


def quote_changes(project: Project, owned: Owned, approval: Approval, comment: str | None) -> ChangeQuote:
    """The cost of the next revision of the document in review, and what of `comment` it would apply.

    Without a comment the price stands alone, with no points. The points are those that the rules read.

    Raises AlreadyDecided when the approval is.
    """
    if approval.status is not ApprovalStatus.PENDING:
        raise AlreadyDecided
    document = owned.document_of(approval)
    brief = brief_from(project, owned.intake.answers, owned.deliverables)
    number = document.revision + 1
    before, draft, points = drafted(document.kind, brief, revision=number, comment=comment)
    build = build_change(before.brief.outlook, draft.brief.outlook)
    cost = rates.cost(
        hours_of_revision(number, document.effort_hours), role=document.owner, currency=brief.estimate.currency
    )
    read_by_model = comment is not None and settings.model is not None and not is_understood(comment)
    nothing = comment is not None and not read_by_model and not any(point.applied for point in points)
    return ChangeQuote(
        approval_id=approval.id,
        title=document.title,
        revision=number,
        currency=brief.estimate.currency,
        cost=0 if nothing else cost,
        included=cost == 0,
        points=tuple(_quoted(point, number) for point in points),
        nothing_to_apply=nothing,
        read_by_model=read_by_model,
        over_ceiling=not nothing and (project.held_at_ceiling or figures.would_exceed(project, cost)),
        examples=() if all(point.applied for point in points) else examples_for(before, comment or ""),
        build=BuildChangeView.model_validate(build) if build else None,
    )


def _quoted(point: Point, revision: int) -> QuotedPoint:
    """The point as a quote says it: nothing of it has become so yet."""
    quoted = QuotedPoint.model_validate(point)
    note = f"If requested, in revision {revision}: {point.note}"
    return quoted.model_copy(update={"note": note}) if point.applied and point.note else quoted


def quote_of_decided(
    project: Project, owned: Owned, approval: Approval, comment: str | None
) -> tuple[ChangeQuote, str]:
    """What changes of a decided revision would do to building, and that in sentences: there they can't be asked for."""
    document = owned.document_of(approval)
    brief = brief_from(project, owned.intake.answers, owned.deliverables)
    build = change_of_build(brief, comment) if comment else None
    quote = ChangeQuote(
        approval_id=approval.id,
        title=document.title,
        revision=document.revision,
        currency=brief.estimate.currency,
        cost=0,
        included=False,
        points=(),
        nothing_to_apply=True,
        read_by_model=False,
        over_ceiling=False,
        examples=(),
        build=BuildChangeView.model_validate(build) if build else None,
    )
    outlook = brief.outlook
    whole = f"{money(outlook.low, outlook.currency)} to {money(outlook.high, outlook.currency)}"
    known = _said_of_build(quote) or f"What that changes in building isn't priced; the outlook of the whole is {whole}."
    waiting = [owned.document_of(one).title for one in owned.approvals if one.status is ApprovalStatus.PENDING]
    asked = (
        f"Ask for changes on what still waits for approval: {', '.join(waiting)}."
        if waiting
        else "No document waits for approval, so changes can't be asked for now. Once the project's work is handed "
        "out, a further item can be added to it."
    )
    return quote, f"This revision is decided, so nothing can be requested on it. {known} {asked}"


def _said_of_build(quote: ChangeQuote) -> str:
    if not quote.build:
        return ""
    low, high = sorted(abs(amount) for amount in (quote.build.low, quote.build.high))
    more = "more" if quote.build.high > 0 else "less"
    return f"Building, never charged here: {money(low, quote.currency)} to {money(high, quote.currency)} {more}."


def said_of_price(project: Project, owned: Owned, quote: ChangeQuote, comment: str | None) -> str:
    """What a quote comes to, in sentences: what asking costs now, then of the documents' estimate and of building."""
    if quote.nothing_to_apply:
        return "Nothing would change, so nothing is charged; examples are understood."
    document = owned.document_of(owned.approval(quote.approval_id))
    brief = brief_from(project, owned.intake.answers, owned.deliverables)
    if quote.included:
        following = price_of_next(project, document, after=quote.revision)
        said = [f"Free now: a document's first change is included. The next change of this one costs {following}."]
    else:
        said = [f"{money(quote.cost, quote.currency)} now, as each change after a document's first."]
    before, after, _ = drafted(document.kind, brief, revision=quote.revision, comment=comment)
    totals = (estimate(one.brief.amended_answers, today=brief.submitted_on).total for one in (after, before))
    if difference := next(totals) - next(totals):
        moves = f"{'rises' if difference > 0 else 'falls'} by {money(abs(difference), quote.currency)}"
        said.append(f"The estimate of all documents {moves} only once it is agreed anew.")
    if build := _said_of_build(quote):
        said.append(build)
    return " ".join(said)


def price_of_next(project: Project, document: Deliverable, *, after: int) -> str:
    """What the revision after revision `after` of a document costs, such as `EUR 240`."""
    currency = project.estimate.currency if project.estimate else rates.DEFAULT_CURRENCY
    hours = hours_of_revision(after + 1, document.effort_hours)
    return money(rates.cost(hours, role=document.owner, currency=currency), currency)


def change_of_build(brief: Brief, wish: str) -> BuildChange | None:
    """What a wish adds to the build outlook, or saves, as a comment that asks for it would; None where it asks nothing.

    `brief` is as the answered comments have left it.
    """
    draft, _ = revise(Draft(DeliverableKind.PRODUCT_BRIEF, 1, brief), read_comment(wish))
    return build_change(brief.outlook, draft.brief.outlook)


def require_something_to_apply(project: Project, owned: Owned, approval: Approval, comment: str) -> None:
    """Raises NothingToApply when requesting these changes would change nothing."""
    quote = quote_changes(project, owned, approval, comment)
    if quote.nothing_to_apply:
        raise NothingToApply([f"“{point.text}”: {point.note}" for point in quote.points], quote.examples)
