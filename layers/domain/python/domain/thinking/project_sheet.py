"""The sheet of one project: everything that may be stated of it in a turn, with who may speak about it.

Figures come from the projects' own rules, as in the answers without a model. A credential is its name and dates: the
records that are read here hold no value of a secret.
"""

from __future__ import annotations

from domain.agents.brain import slices
from domain.agents.brain.protocol import ProjectFacts
from domain.projects import rates
from domain.projects.build_outlook import BasisLine, build_outlook
from domain.projects.documents.brief import LISTS, Brief
from domain.projects.effort import hours_of_revision
from domain.projects.phases import owner_of, remaining_phases, spec_of
from domain.projects.questionnaire import missing
from domain.projects.records import Approval, ChangeRequest, Deliverable
from domain.projects.states import ApprovalStatus, Phase, ProjectStatus, Role
from domain.receipts.tracing import count, of_rule, total
from domain.thinking.fact_writer import FactWriter
from domain.thinking.facts import Duration, FactKind, Sheet, Source, Term, Value, Words
from domain.thinking.sheet_answers import write_answers
from domain.thinking.sheet_figures import amount_of, write_figures
from domain.vault.records import CredentialRequest, RequestStatus

_MOST_DECISIONS = 15  # the latest; older ones are found in the documents
_LABELS = {
    "R": "must-have, in the customer's words",
    "A": "audience, in the customer's words",
    "M": "measure of success, in the customer's words",
    "I": "integration, in the customer's words",
    "C": "constraint, in the customer's words",
    "X": "deliberately out of scope, in the customer's words",
}
_SAYS = {
    "R": "must_have",
    "A": "audience",
    "M": "measure",
    "I": "integration",
    "C": "constraint",
    "X": "left_out",
}


def sheet_of(facts: ProjectFacts) -> Sheet:
    """Everything that may be stated of the project, in a fixed order, so that ids are the same for the same records."""
    sheet = FactWriter(facts)
    _standing(sheet)
    _places(sheet)
    brief = slices.brief_of(facts)
    _brief(sheet, brief)
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
    project = sheet.facts.project
    name = Words(project.name)
    sheet.add("project", name, kind=FactKind.NAME, label="name of the project")
    sheet.add("project", Term(f"project.{project.status}"), name=name, label="state of the project")
    if project.held_at_ceiling and slices.is_running(sheet.facts):
        sheet.add("project", Term("project.stopped_at_ceiling"), name=name, label="why the team does not go on")
    sheet.add("phase", Term(f"phase.{project.phase}"))
    following = (phase for phase in remaining_phases(project.phase) if phase is not project.phase)
    sheet.add("next_phase", next((Term(f"phase.{phase}") for phase in following), None))
    sheet.add("team", Term("team.documents"), label="what the team does and what it does not")
    sheet.add("vault", Term("vault.rule"), label="what becomes of a secret in a message")
    sheet.add("progress", project.progress_percent, kind=FactKind.PERCENT)
    for role in Role:
        owned = ", ".join(phase for phase in Phase if remaining_phases(phase) and _owner(phase) is role)
        sheet.add(role, Words(role), kind=FactKind.NAME, label=f"role of the team, owns the documents of {owned}")


def _places(sheet: FactWriter) -> None:
    """Where the customer does what nobody does for them in a conversation."""
    project = sheet.facts.project
    if project.status is ProjectStatus.DRAFT:
        sheet.add("where", Term("where.brief"))
    if not slices.is_over(sheet.facts):
        sheet.add("where", Term("where.ceiling"))
    if slices.is_running(sheet.facts):
        sheet.add("where", Term("where.deadline"))
    if any(document.revision for document in sheet.facts.deliverables):
        sheet.add("where", Term("where.documents"))


def _brief(sheet: FactWriter, brief: Brief | None) -> None:
    answers = sheet.facts.intake.answers
    source = Source(sheet.facts.intake.project_id, sheet.facts.intake.updated_at.isoformat())
    if isinstance(goal := answers.get("goal"), str):
        sheet.add_text("goal", goal, "the customer's goal, in their words", source)
    if isinstance(approver := answers.get("approver"), str):
        label = "who approves, by the brief"
        sheet.add("approver", Words(approver.split(",")[0]), kind=FactKind.NAME, label=label, source=source)
        sheet.add("approves", Words(approver), source=source)
    sheet.add("platforms", Words(", ".join(_texts(answers.get("platforms")))) if answers.get("platforms") else None)
    if sheet.facts.project.submitted_at is None:
        lacking = missing(answers)
        sheet.add("answers_missing", count(lacking), source=source)
        sheet.add("answers_lacking", tuple(Term(f"answer.{one}") for one in lacking) or None, source=source)
    for name, (prefix, question_id) in LISTS.items():
        entries = (
            [(item.id, item.words.raw) for item in brief.active(name)]
            if brief
            else [(f"{prefix}{number}", text) for number, text in enumerate(_texts(answers.get(question_id)), 1)]
        )
        for entry_id, text in entries:
            sheet.add(
                "text",
                Words(text),
                name=Words(entry_id),
                kind=FactKind.TEXT,
                label=f"{entry_id}, {_LABELS[prefix]}",
                source=source,
            )
        for entry_id, text in entries:
            state = Term(f"brief.{_SAYS[prefix]}")
            sheet.add("text", state, name=Words(text), label=f"what the brief says about {entry_id}", source=source)
        if prefix == "R":
            sheet.add("must_haves", count(entry_id for entry_id, _ in entries), source=source)
    if isinstance(personal := answers.get("personal_data"), bool):
        key = "data.yes" if personal else "data.no"
        sheet.add("personal_data", Term(key), label="data about people, by the brief", source=source)


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
    if document.revision > 1:
        paid = _price(sheet, document, document.revision)
        sheet.add("revision_paid", paid, name=title, source=source, roles=roles)


def _approval(sheet: FactWriter, approval: Approval) -> None:
    title = Words(approval.title)
    source = Source(approval.id, approval.content_hash)
    roles = frozenset({spec_of(approval.deliverable_kind).owner})
    if approval in slices.pending_approvals(sheet.facts):
        waiting = Duration((sheet.facts.now - approval.created_at).days, "days")
        sheet.add("in_review_since", approval.created_at.date(), name=title, source=source, roles=roles)
        sheet.add("in_review_for", waiting, name=title, source=source, roles=roles)
        document = slices.document_of(sheet.facts, approval.deliverable_kind)
        following = _price(sheet, document, document.revision + 1) if document else None
        sheet.add("revision_price", following, name=title, source=source, roles=roles)
    elif approval.status is ApprovalStatus.APPROVED and approval.decided_at:
        sheet.add("approved_on", approval.decided_at.date(), name=title, source=source, roles=roles)


def _price(sheet: FactWriter, document: Deliverable, revision: int) -> Value | None:
    if sheet.estimate is None:
        return None
    hours = total([hours_of_revision(revision, document.effort_hours)])
    return amount_of(rates.cost(hours, role=document.owner, currency=sheet.estimate.currency), sheet.estimate.currency)


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
        sheet.add("needed_for", name, name=Words(spec_of(request.blocks).title), source=source, roles=roles)
        goes_on = Term("decline.goes_on") if slices.is_running(sheet.facts) else None
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
    line = _built(wish.text)
    effort = Duration(of_rule(line.days.low), "working_days", of_rule(line.days.high))
    sheet.add("wish_build_days", effort, name=name, source=source, roles=roles)


def _decisions(sheet: FactWriter) -> None:
    for decision in sheet.facts.decisions[-_MOST_DECISIONS:]:
        source = Source(decision.id, decision.at.isoformat())
        sheet.add_text("decision", decision.text, f"decision of {decision.at.date()}", source)
        sheet.add("decided_on", decision.at.date(), name=Words(decision.text), source=source)


def _owner(phase: Phase) -> Role | None:
    return None if phase in {Phase.INTAKE, Phase.COMPLETE} else owner_of(phase)


def _texts(answer: object) -> tuple[str, ...]:
    return answer if isinstance(answer, tuple) else ()


def _built(wish: str) -> BasisLine:
    """The line of the build outlook for a wish: the last one of an outlook that has it as its only must-have."""
    return build_outlook({"must_haves": (wish,)}, currency=rates.DEFAULT_CURRENCY).basis[-1]
