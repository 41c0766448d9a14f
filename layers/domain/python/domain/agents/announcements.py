"""The messages that the CEO writes unasked when a project moves, computed from the facts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from common.wording import counted, day_of, listed, shortened, since
from domain.agents.model_handover import REASONS
from domain.agents.moves import Reply, asked_of
from domain.agents.records import Cost, FellBack, Message
from domain.answers import project_facts
from domain.answers.cards import Prepared, to_confirm
from domain.answers.facts import Sheet
from domain.answers.project_facts import ProjectFacts
from domain.answers.record_facts import whole_sheet
from domain.projects.delivering import WHY
from domain.projects.documents.markdown import bullets, escaped, table
from domain.projects.records import Approval, Deliverable
from domain.projects.states import DeliverableState, DeliveryState, Phase, ProjectStatus, Role, owner_of
from domain.vault.records import CredentialRequest, RequestStatus
from domain.work_items import standing
from domain.work_items.records import WorkItem

VALUES_STAY = "Values stay in the vault. I see names and dates, never a value."
_MOST_QUOTED = 300


def plan_announced(facts: ProjectFacts) -> Reply:
    """The message after submission: the estimate, the expected day, the limits, and what the team writes first."""
    phase, sheet = facts.project.phase, project_facts.sheet_of(facts)
    lines = (
        "money.likely",
        "dates.expected",
        "money.forecast_ceiling",
        "dates.deadline" if facts.project.deadline else "",  # one set later makes "none" untrue
        "money.to_fit",
    )
    documents = _titles(project_facts.documents_of(facts, phase=phase))
    return _told(
        facts,
        f"Your brief for {_project_name(facts)} is submitted. {_fact(sheet, 'money.accepted')}",
        bullets(filter(None, (_fact(sheet, one) for one in lines))),
        f"The {owner_of(phase)} writes {documents} now. The next phase starts once you have approved them.",
    )


def documents_in_review(facts: ProjectFacts, deliverables: Sequence[Deliverable]) -> Reply:
    """The message that these documents wait for the customer's approval: of each its title, revision and author."""
    ready = tuple(deliverables)
    return _told(
        facts,
        f"{counted(len(ready), 'document is', 'documents are')} ready for your approval. Edit or strike any line "
        "before you approve.",
        bullets(
            f"**{item.title}**, revision {item.revision}, by the {item.owner}{_without_model(item)}" for item in ready
        ),
        by=(item.owner for item in ready),
    )


def document_revised(
    facts: ProjectFacts, document: Deliverable, rows: Sequence[tuple[str, str]], cards: Sequence[Prepared], cost: Cost
) -> Reply:
    """The message that `document` (as it was before) was revised; each row is a comment and what became of it."""
    said = _told(
        facts,
        f"**{document.title}**, revision {document.revision + 1}, is ready for your approval: I worked in what you "
        "wrote. Undo, edit or strike any line before you approve.",
        table(("You wrote", "What I did"), [(escaped(wrote), escaped(became)) for wrote, became in rows]),
        to_confirm(cards),
        by=[document.owner],
    )
    return replace(said, cards=tuple(cards), by="model", cost=cost)


def not_revised(document: Deliverable, reason: FellBack) -> Reply:
    """The message that no model has revised a document that was sent back."""
    return Reply(
        f"I could not revise **{document.title}** as you asked: {REASONS[reason]}. Edit the lines yourself, then "
        "present it again."
    )


def ceiling_changed(facts: ProjectFacts) -> Reply:
    """The message after the customer set or removed the ceiling: whether estimate and forecast keep within it."""
    name, sheet = _project_name(facts), project_facts.sheet_of(facts)
    if facts.project.ceiling is None:
        return _told(facts, f"{name} has no budget ceiling any more.")
    forecast = _fact(sheet, "money.forecast", "money.forecast_ceiling")
    return _told(facts, f"{name} has a new budget ceiling. {_fact(sheet, 'money.ceiling', 'money.to_fit')}", forecast)


def phase_started(facts: ProjectFacts, phase: Phase) -> Reply:
    """The message that a phase begins: which role writes which documents, and which access the role needs."""
    owner = owner_of(phase)
    requests = tuple(item for item in project_facts.open_requests(facts) if item.requested_by is owner)
    documents = _titles(project_facts.documents_of(facts, phase=phase))
    return _told(
        facts,
        f"The **{phase.value}** phase starts: the {owner} writes {documents}.",
        f"The team needs access. {_HOW_TO_ANSWER}\n\n{_request_list(requests)}" if requests else "",
        by=[owner],
    )


def work_handed_out(facts: ProjectFacts, count: int, kept: Sequence[WorkItem]) -> Reply:
    """The message that `count` work items were made; those of `kept`, once claimed, stay as they are."""
    stays = listed(f"**{escaped(item.title)}**" for item in kept)
    return _told(
        facts,
        f"I handed out the work of {_project_name(facts)}: {counted(count, 'work item')}, one for each package.",
        f"Workers have taken these before, so they stay as they are: {stays}." if kept else "",
        "A worker takes one item at a time with a worker key, and submits the work.",
        "You accept or return each submission. The project is complete once all documents are approved and all items "
        "are done.",
    )


def work_returned(facts: ProjectFacts, item: WorkItem) -> Reply:
    """The message that an item came back repeatedly: what it asks, what happened, and what the customer can do."""
    path = f"/work-items/{item.id}"
    return _told(
        facts,
        f"{standing.name_of(item)} has come back {counted(item.returns, 'time')}. Please look at it before somebody "
        "tries again: perhaps the item is unclear, not the work.",
        f"It asks for:\n\n{bullets(standing.asks(item))}",
        f"What happened:\n\n{bullets(standing.came_back(item))}",
        f"You can change the item (`PATCH {path}`), which resets its count of returns, close it as done "
        f"(`POST {path}/close`), or cancel it (`POST {path}/cancel`). If you do nothing, any worker may take it.",
        by=[item.owner],
    )


def access_told(facts: ProjectFacts, request: CredentialRequest) -> Reply:
    """The message that access was given or declined, or a reminder of an open request. `KeyError` if cancelled."""
    name, who = f"**{escaped(request.name)}**", request.requested_by
    work = f"the work on {request.entry}" if request.entry else "the work"
    reason = f" Your reason: {_quoted_text(request.decline_reason)}" if request.decline_reason else ""
    details = {
        RequestStatus.PENDING: (
            f"Reminder: we need access to {name}, {since(request.created_at, facts.now)}{_promise_of(request)}.",
            f"{escaped(request.reason)} {escaped(request.how_to_obtain)}",
            _HOW_TO_ANSWER,
        ),
        RequestStatus.DECLINED: (f"Understood: {work} goes on without access to {name}.{reason}",),
        RequestStatus.FULFILLED: (f"Thank you. {name} is in the vault, and {work} can go on.", VALUES_STAY),
    }[request.status]
    return _told(facts, *details, by=[who])


def not_delivered(document: Deliverable, documents: Sequence[Deliverable]) -> Reply:
    """The message that `document`, which has a reason, and those of `documents` in its state were not delivered."""
    delivery = document.delivery
    if delivery is None or delivery.reason is None:
        raise ValueError("a document that was not delivered has a reason")
    named = _titles(one for one in documents if one.delivery and one.delivery.state is delivery.state)
    remedy = f"I tried {counted(delivery.attempts, 'time')}. Fix the cause"
    if delivery.state is DeliveryState.CONFLICT:
        remedy = "I overwrote nothing. Move or delete your version of the file"
    then = "then deposit the credential of the repository again: the team delivers by itself."
    return Reply(f"I could not deliver {named} to your repository: {WHY[delivery.reason]}.\n\n{remedy}, {then}")


def status_changed(facts: ProjectFacts) -> Reply:
    """The message after the project was paused, resumed, cancelled or completed."""
    if project_facts.is_over(facts):
        return _told(facts, _ended(facts))
    name, phase = _project_name(facts), facts.project.phase
    if facts.project.status is ProjectStatus.ON_HOLD:
        return _told(facts, f"{name} is paused in the **{phase.value}** phase until you resume it.")
    expected = _fact(project_facts.sheet_of(facts), "dates.expected")
    return _told(facts, f"{name} goes on in the **{phase.value}** phase. {expected}".rstrip(), by=[owner_of(phase)])


def could_not_answer(question: Message) -> Reply:
    """The message that `question` could not be answered after every try."""
    return Reply(
        f"I could not answer {_quoted_text(question.content)}: something failed on our side, several times. Nothing "
        "was decided or changed. Your message is still here; please ask again in a while."
    )


_HOW_TO_ANSWER = "Deposit it in the vault. If you decline, the work goes on without it."


def _told(facts: ProjectFacts, *blocks: str, by: Iterable[Role] = ()) -> Reply:
    """The reply of all blocks that are not empty, with a contribution of each role in `by`."""
    roles = frozenset(by)
    said = (fact for fact in whole_sheet(facts) if fact.id.startswith("team.") and fact.owner in roles) if roles else ()
    return Reply("\n\n".join(block for block in blocks if block), contributions=asked_of(said))


def _without_model(document: Deliverable) -> str:
    """Words that say why a model had no part in this revision; "" where it had one or was to have none."""
    own = document.writing
    if own is None or own.revision != document.revision or own.fell_back is None:
        return ""
    return f", from your brief and playbooks alone: {REASONS[FellBack(own.fell_back)]}"


def _ended(facts: ProjectFacts) -> str:
    """A sentence that says how a completed or cancelled project ended, or that it is an archive."""
    project = facts.project
    if project.archived:
        return _fact(project_facts.sheet_of(facts), "progress.state")
    if project.status is ProjectStatus.COMPLETED:
        since_when = f" since {day_of(project.completed_at)}" if project.completed_at else ""
        approved = sum(one.state is DeliverableState.APPROVED for one in facts.deliverables)
        of_all = "all" if approved == len(facts.deliverables) else f"{approved} of"
        documents = counted(len(facts.deliverables), "document")
        return f"{_project_name(facts)} is complete{since_when}: you approved {of_all} {documents}."
    day = project_facts.status_changed_on(facts)
    when = f" on {day_of(day)}" if day else ""
    return f"{_project_name(facts)} was cancelled{when} in the {project.phase.value} phase. Its documents stay."


def _request_list(requests: tuple[CredentialRequest, ...]) -> str:
    """Each request with its reason and how to obtain the access."""
    return bullets(
        f"**{escaped(item.name)}**{_promise_of(item)}: {escaped(item.reason)} {escaped(item.how_to_obtain)}"
        for item in requests
    )


def _fact(sheet: Sheet, *fact_ids: str) -> str:
    """The sentences of these facts as Markdown, as far as they are on the sheet."""
    return escaped(sheet.say(*fact_ids))


def _project_name(facts: ProjectFacts) -> str:
    return f"**{escaped(facts.project.name)}**"


def _promise_of(request: CredentialRequest) -> str:
    """Words that follow a request, such as `, promised for 16 Mar 2026`; "" where no day was promised."""
    day = request.promised_for
    return f", promised for {day_of(day)}" if day else ""


def _quoted_text(text: str) -> str:
    """A customer's words in quotation marks, on one line, escaped, shortened when long."""
    return f"“{escaped(shortened(text, _MOST_QUOTED))}”"


def _titles(items: Iterable[Deliverable | Approval]) -> str:
    """Titles in bold: `**Roadmap** and **Product brief**`."""
    return listed(f"**{item.title}**" for item in items)
