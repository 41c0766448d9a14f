"""What the CEO says of its own accord when a project moves, computed from the facts in the voice of the answers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from domain.agents.brain import roles, slices
from domain.agents.brain.answers.about_record import VALUES_STAY, request_list
from domain.agents.brain.answers.about_review import how_to_decide
from domain.agents.brain.answers.about_work import TOPIC
from domain.agents.brain.answers.part import Part, reply_of
from domain.agents.brain.deciding import HOW_TO_CHANGE
from domain.agents.brain.evidence import on_traced
from domain.agents.brain.protocol import ProjectFacts, Reply
from domain.agents.brain.wording import escaped, project_name, promise_of, quoted_text, since, titles
from domain.agents.records import Contribution, Message
from domain.language.dialogue import About
from domain.projects import figures
from domain.projects.delivering import WHY
from domain.projects.documents.markdown import bullets, listed, table
from domain.projects.documents.parts import be, counted, money, on, titles_of, working_days
from domain.projects.phases import owner_of
from domain.projects.records import Deliverable, Estimate
from domain.projects.states import DeliveryState, Phase, Role
from domain.receipts.tracing import count
from domain.vault.records import CredentialRequest
from domain.work_items import standing
from domain.work_items.records import WorkItem

if TYPE_CHECKING:
    from domain.projects.documents.compose import Point


@on_traced
def plan_announced(facts: ProjectFacts) -> Reply:
    """After submission: the phases with their owners, the estimate, the expected day, what comes first."""
    project, estimate = facts.project, facts.project.estimate
    if estimate is None:
        raise ValueError("a submitted project has an estimate")
    dates = figures.schedule(estimate, phase=Phase.PLANNING, since=estimate.computed_on)
    rows = (
        (one.phase.value.capitalize(), owner_of(one.phase), titles_of(one.phase), f"{on(one.start)} to {on(one.end)}")
        for one in dates
    )
    low, total, high = (money(one, estimate.currency) for one in (estimate.low, estimate.total, estimate.high))
    headline = (
        f"Your brief for {project_name(facts)} is final, and this is the plan: {total}, within {low} to {high}, for "
        f"planning and documents, which are done on {on(estimate.eta)}, after {working_days(estimate.working_days)}. "
        "Building the product is not in this figure."
    )
    first = (
        f"The {owner_of(project.phase)} begins with {project.phase.value} now. The next phase begins once you have "
        "approved every document of this one; nothing is approved without you."
    )
    shares = tuple(_share(facts, estimate, item.phase) for item in dates)
    return _told(headline, table(("Phase", "Owner", "Documents", "When"), rows), _limits(facts), first, said=shares)


@on_traced
def documents_in_review(facts: ProjectFacts, deliverables: Sequence[Deliverable]) -> Reply:
    """Documents are written and wait for the customer."""
    ready = tuple(deliverables)
    number = counted(count(ready), f"{facts.project.phase.value} document")
    headline = f"{number} {be(len(ready))} ready for your approval: {titles(ready)}."
    lines = bullets(f"**{item.title}**, revision {item.revision}, by the {item.owner}" for item in ready)
    about = About(topic="approvals", shown=tuple(item.title for item in ready))
    return _told(headline, lines, _how_to_decide(facts, ready), said=roles.did("I wrote", ready), about=about)


@on_traced
def revision_ready(facts: ProjectFacts, deliverable: Deliverable) -> Reply:
    """A requested change is answered in a new revision."""
    comment = deliverable.history[-1].comment if deliverable.history else None
    answered = f" It answers your comment: {quoted_text(comment)}" if comment else ""
    headline = f"**{deliverable.title}**, revision {deliverable.revision}, is ready for your approval.{answered}"
    changed = "What became of each of your points stands at its beginning, under “Changes in this revision”."
    said = roles.did("I revised", [deliverable])
    return _told(headline, changed if comment else "", _how_to_decide(facts, [deliverable]), said=said)


@on_traced
def nothing_applied(facts: ProjectFacts, deliverable: Deliverable, comment: str, points: Sequence[Point]) -> Reply:
    """Nothing in a comment could be applied: what was not understood, and what would be."""
    headline = (
        f"I changed nothing in **{deliverable.title}**, and nothing is charged: in your comment {quoted_text(comment)} "
        "I found no change left that I know how to make."
    )
    missed = bullets(f"{quoted_text(point.text)}: {point.note}" for point in points)
    ask = f"{HOW_TO_CHANGE} Then request changes once more; or approve the document as it is."
    return _told(headline, missed, ask, _how_to_decide(facts, [deliverable]))


@on_traced
def stopped_at_ceiling(facts: ProjectFacts, deliverable: Deliverable, cost: int) -> Reply:
    """The next text would cost more than the customer allows."""
    budget, most = figures.budget(facts.project), figures.limit(facts.project)
    if budget.currency is None or most is None:
        raise ValueError("a project that stopped at its ceiling has one")
    price, spent, allowed = (money(amount, budget.currency) for amount in (cost, budget.spent, most))
    return _told(
        f"I stopped before the next text of **{deliverable.title}**: it costs {price}, {spent} is spent, and {allowed} "
        "is the most you allow.",
        "Nothing is written and nothing spent until you raise the ceiling of the project, or remove it.",
    )


@on_traced
def ceiling_changed(facts: ProjectFacts) -> Reply:
    """The customer set another ceiling."""
    budget = figures.budget(facts.project)
    if budget.ceiling is None or budget.currency is None:
        return Reply(f"{project_name(facts)} has no ceiling any more.")
    ceiling, spent = money(budget.ceiling, budget.currency), money(budget.spent, budget.currency)
    held = "It holds planning and documents, not building."
    return Reply(f"The ceiling of {project_name(facts)} is {ceiling} now; {spent} of it is spent. {held}")


@on_traced
def phase_started(facts: ProjectFacts, phase: Phase) -> Reply:
    """A phase begins: who is at work on what, and which access that needs."""
    owner, own = owner_of(phase), slices.documents_of(facts, phase=phase)
    ends = {item.phase: item.end for item in slices.outlook(facts)}
    expected = f", expected on {on(ends[phase])}" if phase in ends else ""
    begin = f"I begin with {own[0].title}." if own else "I begin."
    requests = tuple(item for item in slices.open_requests(facts) if item.requested_by is owner)
    evidence = (*(item.id for item in own), *(item.id for item in requests))
    said = Contribution(role=owner, summary=f"{begin}{roles.waiting(requests)}", evidence=evidence)
    asked = (
        f"For this I need your help:\n\n{request_list(facts, requests)}\n\nDeposit it in the vault, or decline it: "
        "then the work goes on without it."
    )
    return _told(
        f"The **{phase.value}** phase begins: the {owner} writes {titles(own)}{expected}.",
        asked if requests else "",
        said=(said,),
    )


@on_traced
def work_handed_out(facts: ProjectFacts, count: int) -> Reply:
    """The delivery plan's packages are work items: who may take them, and what the customer decides."""
    return _told(
        f"The work of {project_name(facts)} is handed out: {counted(count, 'work item')}, one for each package.",
        "A worker takes an item with an API key of the preset worker, one item at a time, and submits what was done.",
        "You accept each submission or return it, with the CTO's opinion beside it. Development ends when all is done.",
    )


@on_traced
def work_added(facts: ProjectFacts, items: Sequence[WorkItem]) -> Reply:
    """An approved change has added to the work that is handed out."""
    new = counted(count(items), "work item")
    headline = f"What you approved adds {new} to {project_name(facts)}, ready for whoever works on it."
    return _told(headline, bullets(map(standing.name_of, items)))


@on_traced
def work_returned(_facts: ProjectFacts, item: WorkItem) -> Reply:
    """An item came back again and again: what it asks, what was handed in, what was missing, what can be decided."""
    path = f"/work-items/{item.id}"
    choices = (
        f"change what it asks for, which begins its count of returns anew: `PATCH {path}`",
        f"close it as done, with a note why: `POST {path}/close`",
        f"cancel it, so that nobody does it: `POST {path}/cancel`",
        "or leave it as it is: then any worker may take it, and finds your last comment in its brief.",
    )
    return _told(
        f"{standing.name_of(item)} has come back {counted(item.returns, 'time')}. Before somebody tries once more, "
        "please look at it: perhaps what it asks for is wrong, or not clear, and not the work.",
        f"It asks for:\n\n{bullets(standing.asks(item))}",
        f"What came, and what you said:\n\n{bullets(standing.came_back(item))}",
        f"You can:\n\n{bullets(choices)}",
        said=(Contribution(role=item.owner, summary="Here is what was missing each time.", evidence=(item.id,)),),
        about=About(topic=TOPIC, question="what came back and why?", names=(item.id,)),
    )


@on_traced
def access_received(facts: ProjectFacts, request: CredentialRequest) -> Reply:
    """A credential was deposited: the work it blocked goes on by itself."""
    still = [item for item in slices.open_requests(facts) if item.blocks is request.blocks and item.id != request.id]
    title = _blocked(facts, request)
    then = f"The {request.requested_by} goes on with **{title}** by itself; you need do nothing more."
    if still:
        then = f"**{title}** still waits for {listed(f'**{escaped(item.name)}**' for item in still)}."
    said = _from_asker(request, f"I have the access to {request.name}.")
    return _told(f"Thank you: **{escaped(request.name)}** is in the vault. {then}", VALUES_STAY, said=said)


@on_traced
def access_declined(facts: ProjectFacts, request: CredentialRequest) -> Reply:
    """A request was declined: its owner works around it and says so."""
    reason = f" Your reason: {quoted_text(request.decline_reason)}" if request.decline_reason else ""
    title = _blocked(facts, request)
    return _told(
        f"Understood, no access to **{escaped(request.name)}**: the {request.requested_by} writes **{title}** without "
        f"it and marks what stays open because of that.{reason}",
        said=_from_asker(request, f"I write {title} without this access."),
    )


@on_traced
def access_reminder(facts: ProjectFacts, request: CredentialRequest) -> Reply:
    """A request has been open for long."""
    return _told(
        f"A reminder: access to **{escaped(request.name)}** is open {since(request.created_at, facts.now)} and blocks "
        f"**{_blocked(facts, request)}**{promise_of(request, facts)}.",
        f"{escaped(request.reason)} {escaped(request.how_to_obtain)}",
        "Deposit it in the vault, or decline it: then the work goes on without it.",
        said=_from_asker(request, "I still wait for this access."),
    )


def not_delivered(document: Deliverable, documents: Sequence[Deliverable]) -> Reply:
    """A document could not be delivered into the source repository, and is not tried again by itself."""
    delivery = document.delivery
    if delivery is None or delivery.reason is None:
        raise ValueError("a document that was not delivered has a reason")
    named = listed(f"**{one.title}**" for one in documents if one.delivery and one.delivery.state is delivery.state)
    if delivery.state is DeliveryState.CONFLICT:
        remedy = "Nothing was overwritten. Move or remove your version of the file"
    else:
        tried = f"The team has tried {counted(delivery.attempts, 'time')}" if delivery.attempts else "Nothing was sent"
        remedy = f"{tried}. Put right what stands in the way"
    then = "then deposit the credential of the repository once more: the team delivers again by itself."
    return _told(f"I could not deliver {named} to your source repository: {WHY[delivery.reason]}.", f"{remedy}, {then}")


@on_traced
def project_paused(facts: ProjectFacts) -> Reply:
    """The customer put the project on hold."""
    phase = facts.project.phase.value
    moves = "nothing moves and nothing is spent until you resume it"
    return Reply(f"{project_name(facts)} is on hold in the **{phase}** phase: {moves}.")


@on_traced
def project_resumed(facts: ProjectFacts) -> Reply:
    """The customer resumed the project."""
    phase, expected = facts.project.phase, figures.documents_eta(facts.project, today=facts.now.date())
    until = f"; its documents are now expected to be done on {on(expected)}" if expected else ""
    headline = f"{project_name(facts)} goes on in the **{phase.value}** phase{until}."
    return _told(headline, said=(roles.standing(facts, owner_of(phase)),))


@on_traced
def project_cancelled(facts: ProjectFacts) -> Reply:
    """The customer cancelled the project."""
    stays = "Its documents and this conversation stay readable; nothing more is written or spent."
    return Reply(f"{project_name(facts)} is cancelled, as you decided. {stays}")


@on_traced
def project_completed(facts: ProjectFacts) -> Reply:
    """Everything is approved."""
    budget, everything = figures.budget(facts.project), slices.documents_of(facts)
    spent = ""
    if budget.currency is not None and budget.estimated is not None:
        total = money(budget.estimated, budget.currency)
        spent = f" {money(budget.spent, budget.currency)} of the estimated {total} was spent."
    number = counted(count(everything), "document")
    return _told(
        f"{project_name(facts)} is complete: you approved all {number}.{spent} Well done!",
        bullets(f"**{item.title}** ({item.owner}), revision {item.revision}" for item in everything),
        said=tuple(roles.standing(facts, role) for role in Role),
    )


def could_not_answer(question: Message) -> Reply:
    """The honest note when `question` could not be answered after every try."""
    return Reply(
        f"I could not answer {quoted_text(question.content)}, and that is not your doing: something failed on our "
        "side, several times. Nothing was decided or changed. Your message is kept; please ask once more in a while."
    )


def _told(headline: str, *details: str, said: tuple[Contribution, ...] = (), about: About | None = None) -> Reply:
    return reply_of([Part(headline, details, said, about=about or About())])


def _how_to_decide(facts: ProjectFacts, documents: Iterable[Deliverable]) -> str:
    ids = {item.id for item in documents}
    return how_to_decide(facts, [item for item in slices.pending_approvals(facts) if item.deliverable_id in ids])


def _limits(facts: ProjectFacts) -> str:
    """The plan held against the customer's deadline and ceiling."""
    lines: list[str] = []
    if standing := figures.documents_standing(facts.project, today=facts.now.date()):
        side = "before" if standing.days_spare >= 0 else "after"
        lines.append(f"That is {working_days(abs(standing.days_spare))} {side} your deadline, {on(standing.deadline)}.")
    budget = figures.budget(facts.project)
    if budget.ceiling is not None and budget.estimated is not None and budget.currency is not None:
        gap = budget.ceiling - budget.estimated
        side = "under" if gap >= 0 else "over"
        ceiling = money(budget.ceiling, budget.currency)
        lines.append(f"It is {money(abs(gap), budget.currency)} {side} your ceiling of {ceiling}.")
    return bullets(lines)


def _share(facts: ProjectFacts, estimate: Estimate, phase: Phase) -> Contribution:
    part = next(item for item in estimate.phases if item.phase is phase)
    summary = f"{phase.value.capitalize()}: {working_days(part.working_days)}, {money(part.cost, estimate.currency)}."
    evidence = tuple(item.id for item in slices.documents_of(facts, phase=phase))
    return Contribution(role=part.role, summary=summary, evidence=evidence)


def _from_asker(request: CredentialRequest, summary: str) -> tuple[Contribution, ...]:
    evidence = tuple(record for record in (request.id, request.credential_id) if record)
    return (Contribution(role=request.requested_by, summary=summary, evidence=evidence),)


def _blocked(facts: ProjectFacts, request: CredentialRequest) -> str:
    return next(item.title for item in facts.deliverables if item.id == request.deliverable_id)
