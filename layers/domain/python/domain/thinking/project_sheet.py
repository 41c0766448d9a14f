"""The sheet of one project: everything that may be stated of it in a turn, with who may speak about it.

Money, dates and progress are the sentences on record (`domain.answers`), as in the answers without a model. A
credential is its name and dates: the records that are read here hold no value of a secret.
"""

from __future__ import annotations

from domain.agents.brain import slices
from domain.agents.brain.protocol import ProjectFacts
from domain.projects.brief.intake import answers_of
from domain.projects.brief.records import BriefEntryType
from domain.projects.phases import owner_of, remaining_phases, spec_of
from domain.projects.questionnaire import missing
from domain.projects.records import Approval, ChangeRequest, Deliverable
from domain.projects.states import ApprovalStatus, Phase, ProjectStatus, Role
from domain.thinking.fact_writer import FactWriter
from domain.thinking.facts import Duration, FactKind, Sheet, Source, Term, Words
from domain.thinking.sheet_answers import write_answers
from domain.thinking.sheet_figures import write_figures
from domain.vault.records import CredentialRequest, RequestStatus

_MOST_DECISIONS = 15  # the latest; older ones are found in the documents
_LABELS = {
    BriefEntryType.MUST_HAVE: "must-have, in the customer's words",
    BriefEntryType.AUDIENCE: "audience, in the customer's words",
    BriefEntryType.MEASURE: "measure of success, in the customer's words",
    BriefEntryType.OTHER_SYSTEM: "integration, in the customer's words",
    BriefEntryType.RULE: "constraint, in the customer's words",
    BriefEntryType.OUT_OF_SCOPE: "deliberately out of scope, in the customer's words",
}
_SAYS = {
    BriefEntryType.MUST_HAVE: "must_have",
    BriefEntryType.AUDIENCE: "audience",
    BriefEntryType.MEASURE: "measure",
    BriefEntryType.OTHER_SYSTEM: "integration",
    BriefEntryType.RULE: "constraint",
    BriefEntryType.OUT_OF_SCOPE: "left_out",
}


def sheet_of(facts: ProjectFacts) -> Sheet:
    """Everything that may be stated of the project, in a fixed order, so that ids are the same for the same records."""
    sheet = FactWriter(facts)
    _standing(sheet)
    _places(sheet)
    _brief(sheet)
    write_figures(sheet)
    for document in slices.documents_of(facts):
        _document(sheet, document)
    for approval in facts.approvals:
        _approval(sheet, approval)
    _access(sheet)
    for wish in facts.change_requests:
        _wish(sheet, wish)
    _decisions(sheet)
    write_answers(sheet)
    return Sheet(tuple(sheet.written))


def _standing(sheet: FactWriter) -> None:
    sheet.add("project", Words(sheet.facts.project.name), kind=FactKind.NAME, label="name of the project")
    sheet.add("team", Term("team.documents"), label="what the team does and what it does not")
    sheet.add("vault", Term("vault.rule"), label="what becomes of a secret in a message")
    for role in Role:
        owned = ", ".join(phase for phase in Phase if remaining_phases(phase) and _owner(phase) is role)
        sheet.add(role, Words(role), kind=FactKind.NAME, label=f"role of the team, owns the documents of {owned}")


def _places(sheet: FactWriter) -> None:
    """Where the customer does what nobody does for them in a conversation."""
    project = sheet.facts.project
    if project.status is ProjectStatus.DRAFT:
        sheet.add("where", Term("where.brief"))
    if project.status is ProjectStatus.DRAFT or project.is_running:
        sheet.add("where", Term("where.limits"))
    if any(document.revision for document in sheet.facts.deliverables):
        sheet.add("where", Term("where.documents"))


def _brief(sheet: FactWriter) -> None:
    brief = sheet.facts.brief
    source = Source(brief.project_id, brief.updated_at.isoformat())
    if brief.goal:
        sheet.add_text("goal", brief.goal, "the customer's goal, in their words", source)
    if brief.approver:
        label = "who approves, by the brief"
        sheet.add("approver", Words(brief.approver.split(",")[0]), kind=FactKind.NAME, label=label, source=source)
        sheet.add("approves", Words(brief.approver), source=source)
    platforms = ", ".join(topic.id for topic in brief.platforms)
    sheet.add("platforms", Words(platforms) if platforms else None, source=source)
    if sheet.facts.project.submitted_at is None:
        lacking = missing(answers_of(sheet.facts.plan))
        sheet.add("answers_missing", len(lacking), source=source)
        sheet.add("answers_lacking", tuple(Term(f"answer.{one}") for one in lacking) or None, source=source)
    for kind in BriefEntryType:
        _entries(sheet, kind, source)
    if brief.personal_data is not None:
        key = "data.yes" if brief.personal_data else "data.no"
        sheet.add("personal_data", Term(key), label="data about people, by the brief", source=source)


def _entries(sheet: FactWriter, kind: BriefEntryType, source: Source) -> None:
    entries = sheet.facts.brief.of_type(kind)
    for entry in entries:
        label = f"{entry.id}, {_LABELS[kind]}"
        sheet.add("text", Words(entry.text), name=Words(entry.id), kind=FactKind.TEXT, label=label, source=source)
    for entry in entries:
        state, label = Term(f"brief.{_SAYS[kind]}"), f"what the brief says about {entry.id}"
        sheet.add("text", state, name=Words(entry.text), label=label, source=source)
    if kind is BriefEntryType.MUST_HAVE:
        sheet.add("must_haves", len(entries), source=source)


def _document(sheet: FactWriter, document: Deliverable) -> None:
    title, roles = Words(document.title), frozenset({document.owner})
    source = Source(document.id, document.content_hash or document.updated_at.isoformat())
    label = f"title of the {document.kind} document"
    sheet.add("document", title, kind=FactKind.TITLE, label=label, source=source)
    state = Term(f"document.{document.state}")
    sheet.add("document", state, name=title, label=f"state of “{document.title}”", source=source)
    sheet.add("owner", Words(document.owner), name=title, source=source)
    if document.revision:
        sheet.add("revision", document.revision, name=title, source=source, roles=roles)


def _approval(sheet: FactWriter, approval: Approval) -> None:
    title = Words(approval.title)
    source = Source(approval.id, approval.content_hash)
    roles = frozenset({spec_of(approval.deliverable_kind).owner})
    if approval in slices.pending_approvals(sheet.facts):
        waiting = Duration((sheet.facts.now - approval.created_at).days, "days")
        sheet.add("in_review_since", approval.created_at.date(), name=title, source=source, roles=roles)
        sheet.add("in_review_for", waiting, name=title, source=source, roles=roles)
    elif approval.status is ApprovalStatus.APPROVED and approval.decided_at:
        sheet.add("approved_on", approval.decided_at.date(), name=title, source=source, roles=roles)


def _access(sheet: FactWriter) -> None:
    for request in sheet.facts.credential_requests:
        _request(sheet, request)
    for credential in sheet.facts.credentials:
        source = Source(credential.id, str(credential.version))
        if credential.expires_at:
            day = credential.expires_at.date()
            sheet.add("credential_expires", day, name=Words(credential.name), source=source)


def _request(sheet: FactWriter, request: CredentialRequest) -> None:
    closed = request.fulfilled_at or request.declined_at or request.cancelled_at or request.created_at
    source, name = Source(request.id, closed.isoformat()), Words(request.name)
    roles = frozenset({request.requested_by})
    sheet.add("access", name, kind=FactKind.TITLE, label="access that was asked for", source=source, roles=roles)
    sheet.add(
        "access",
        Term(f"access.{request.status}"),
        name=name,
        label=f"state of the access “{request.name}”",
        source=source,
        roles=roles,
    )
    sheet.add("requested_on", request.created_at.date(), name=name, source=source, roles=roles)
    if request.status is RequestStatus.PENDING:
        entry = sheet.facts.brief.find(request.entry) if request.entry else None
        if entry is not None:
            sheet.add("needed_for", name, name=Words(entry.text), source=source, roles=roles)
        goes_on = Term("decline.goes_on") if sheet.facts.project.is_running else None
        sheet.add("decline", goes_on, name=name, source=source, roles=roles)
        for told, text in (("why it is needed", request.reason), ("how to get it", request.how_to_obtain)):
            label = f"{told}, of the access “{request.name}”, in the team's words"
            sheet.add("access", Words(text), kind=FactKind.TEXT, label=label, source=source, roles=roles)


def _wish(sheet: FactWriter, wish: ChangeRequest) -> None:
    name, roles = Words(wish.text), frozenset({wish.owner})
    source = Source(wish.id, (wish.withdrawn_at or wish.at).isoformat())
    sheet.add("wish", name, kind=FactKind.TEXT, label="a wish of the customer", source=source, roles=roles)
    state = Term("wish.withdrawn" if wish.withdrawn_at else "wish.recorded")
    sheet.add("wish", state, name=name, label=f"state of the wish “{wish.text}”", source=source, roles=roles)
    sheet.add("wish_on", wish.at.date(), name=name, source=source, roles=roles)


def _decisions(sheet: FactWriter) -> None:
    for decision in sheet.facts.decisions[-_MOST_DECISIONS:]:
        source = Source(decision.id, decision.at.isoformat())
        sheet.add_text("decision", decision.text, f"decision of {decision.at.date()}", source)
        sheet.add("decided_on", decision.at.date(), name=Words(decision.text), source=source)


def _owner(phase: Phase) -> Role | None:
    return None if phase in {Phase.INTAKE, Phase.COMPLETE} else owner_of(phase)
