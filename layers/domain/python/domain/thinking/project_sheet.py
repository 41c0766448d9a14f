"""The sheet of one project: everything that may be stated of it in a turn, with who may speak about it.

Figures come from the projects' own rules, as in the answers without a model. A credential is its name and dates: the
records that are read here hold no value of a secret.
"""

from __future__ import annotations

from collections import Counter
from datetime import date, datetime

from domain.agents.brain import slices
from domain.agents.brain.protocol import ProjectFacts
from domain.projects import figures, rates
from domain.projects.build_outlook import BasisLine, build_outlook
from domain.projects.documents.brief import LISTS, Brief
from domain.projects.effort import hours_of_revision
from domain.projects.phases import owner_of, remaining_phases, spec_of
from domain.projects.records import Approval, ChangeRequest, Deliverable, Estimate, Money
from domain.projects.states import ApprovalStatus, DeliverableState, Phase, Role
from domain.thinking.facts import Duration, Fact, FactKind, MoneyRange, Noun, Sheet, Source, Term, Value, Words
from domain.thinking.render import clause_of
from domain.vault.records import CredentialRequest

EVERYBODY = frozenset(Role)
_MOST_DECISIONS = 15  # the latest; older ones are found in the documents
_KINDS: dict[type, FactKind] = {
    Money: FactKind.MONEY,
    MoneyRange: FactKind.MONEY,
    Duration: FactKind.DURATION,
    Term: FactKind.STATE,
    Words: FactKind.STATE,
    int: FactKind.COUNT,
    date: FactKind.DATE,
    datetime: FactKind.MOMENT,
}
_LABELS = {
    "R": "must-have, in the customer's words",
    "A": "audience, in the customer's words",
    "M": "measure of success, in the customer's words",
    "I": "integration, in the customer's words",
    "C": "constraint, in the customer's words",
    "X": "deliberately out of scope, in the customer's words",
}


def sheet_of(facts: ProjectFacts) -> Sheet:
    """Everything that may be stated of the project, in a fixed order, so that ids are the same for the same records."""
    writer = _Writer(facts)
    writer.write()
    return Sheet(tuple(writer.written))


class _Writer:
    """Adds facts one after the other and numbers them."""

    def __init__(self, facts: ProjectFacts) -> None:
        self._facts = facts
        self._project = facts.project
        self._source = Source(facts.project.id, str(facts.project.version))
        self._estimate = slices.estimate_of(facts)
        self.written: list[Fact] = []

    def write(self) -> None:
        self._standing()
        brief = slices.brief_of(self._facts)
        self._brief(brief)
        if self._estimate:
            self._money(self._estimate)
        self._outlook(brief)
        self._dates()
        self._counts()
        for document in slices.documents_of(self._facts):
            self._document(document)
        for approval in self._facts.approvals:
            self._approval(approval)
        self._access()
        for wish in self._facts.change_requests:
            self._wish(wish)
        self._decisions()

    def _add(
        self,
        key: str,
        value: Value | None,
        *,
        name: Words | Term | None = None,
        kind: FactKind | None = None,
        label: str | None = None,
        source: Source | None = None,
        roles: frozenset[Role] = EVERYBODY,
    ) -> None:
        if value is None:
            return
        noun = Noun(key, name)
        self.written.append(
            Fact(
                f"f{len(self.written) + 1}",
                kind or _KINDS[type(value)],
                label or clause_of(noun, "…", "en"),
                noun,
                value,
                source or self._source,
                roles,
                self._project.id,
            )
        )

    def _standing(self) -> None:
        project = self._project
        name = Words(project.name)
        self._add("project", name, kind=FactKind.NAME, label="name of the project")
        self._add("project", Term(f"project.{project.status}"), name=name, label="state of the project")
        if project.held_at_ceiling and slices.is_running(self._facts):
            self._add("project", Term("project.stopped_at_ceiling"), name=name, label="why the team does not go on")
        self._add("phase", Term(f"phase.{project.phase}"))
        self._add("progress", project.progress_percent, kind=FactKind.PERCENT)
        for role in Role:
            owned = ", ".join(phase for phase in Phase if remaining_phases(phase) and _owner(phase) is role)
            self._add(role, Words(role), kind=FactKind.NAME, label=f"role of the team, owns the documents of {owned}")

    def _brief(self, brief: Brief | None) -> None:
        answers = self._facts.intake.answers
        source = Source(self._facts.intake.project_id, self._facts.intake.updated_at.isoformat())
        if isinstance(goal := answers.get("goal"), str):
            self._text("goal", goal, "the customer's goal, in their words", source)
        if isinstance(approver := answers.get("approver"), str):
            label = "who approves, by the brief"
            self._add("approver", Words(approver.split(",")[0]), kind=FactKind.NAME, label=label, source=source)
        for name, (prefix, question_id) in LISTS.items():
            entries = (
                [(item.id, item.words.raw) for item in brief.active(name)]
                if brief
                else [(f"{prefix}{number}", text) for number, text in enumerate(_texts(answers.get(question_id)), 1)]
            )
            for entry_id, text in entries:
                self._add(
                    "text",
                    Words(text),
                    name=Words(entry_id),
                    kind=FactKind.TEXT,
                    label=f"{entry_id}, {_LABELS[prefix]}",
                    source=source,
                )
            if prefix == "R":
                self._add("must_haves", len(entries), source=source)
        if isinstance(personal := answers.get("personal_data"), bool):
            key = "data.yes" if personal else "data.no"
            self._add("personal_data", Term(key), label="data about people, by the brief", source=source)

    def _text(self, key: str, text: str, label: str, source: Source) -> None:
        self._add(key, Words(text), kind=FactKind.TEXT, label=label, source=source)

    def _money(self, estimate: Estimate) -> None:
        currency = estimate.currency
        self._add("estimate", _money(estimate.total, currency))
        self._add("estimate_range", MoneyRange(estimate.low, estimate.high, currency))
        self._add("estimate_days", Duration(estimate.working_days, "working_days"))
        for phase in estimate.phases:
            name, own = Term(f"phase.{phase.phase}"), frozenset({phase.role})
            self._add("phase_estimate", _money(phase.cost, currency), name=name, roles=own)
            self._add("phase_days", Duration(phase.working_days, "working_days"), name=name, roles=own)
        for line in estimate.lines:
            title = Words(spec_of(line.kind).title)
            self._add("document_estimate", _money(line.cost, currency), name=title, roles=frozenset({line.role}))
        ceiling, spent = self._project.ceiling, self._project.spent
        self._add("spent", _money(spent, currency))
        self._add(*_compared(estimate.total - spent, currency, above="left", below="overspent"))
        if ceiling:
            self._add("ceiling", ceiling)
            self._add(
                *_compared(ceiling.amount - estimate.total, currency, above="under_ceiling", below="over_ceiling")
            )
            self._add(*_compared(ceiling.amount - spent, currency, above="left_of_ceiling", below="spent_over_ceiling"))

    def _outlook(self, brief: Brief | None) -> None:
        if not self._facts.intake.answers.get("must_haves"):
            return
        outlook = brief.outlook if brief else slices.build_outlook_of(self._facts)
        self._add("build_cost", MoneyRange(outlook.low, outlook.high, outlook.currency))
        days = outlook.working_days
        self._add("build_days", Duration(days.low, "working_days", days.high))

    def _dates(self) -> None:
        project, today = self._project, self._facts.now.date()
        if project.deadline:
            self._add("deadline", project.deadline)
            left = (project.deadline - today).days
            self._add("until_deadline" if left >= 0 else "since_deadline", Duration(abs(left), "days"))
        for end in slices.outlook(self._facts):
            roles = frozenset({owner_of(end.phase)})
            self._add("phase_end", end.end, name=Term(f"phase.{end.phase}"), roles=roles)
        self._add("documents_done", figures.eta(project, today=today))
        if standing := figures.deadline_standing(project, today=today):
            spare = standing.days_spare
            self._add("time_to_spare" if spare >= 0 else "delay", Duration(abs(spare), "working_days"))
        for key, at in (
            ("submitted_on", project.submitted_at),
            ("phase_started_on", project.phase_started_at),
            ("completed_on", project.completed_at),
        ):
            self._add(key, at.date() if at else None)

    def _counts(self) -> None:
        states = Counter(item.state for item in self._facts.deliverables)
        self._add("documents", len(self._facts.deliverables))
        for key, counted in (
            ("documents_approved", states[DeliverableState.APPROVED]),
            ("documents_in_review", len(slices.pending_approvals(self._facts))),
            ("documents_blocked", states[DeliverableState.BLOCKED]),
            ("documents_in_work", states[DeliverableState.WRITING] + states[DeliverableState.CHANGES_REQUESTED]),
            ("documents_waiting", states[DeliverableState.WAITING]),
            ("requests_open", len(slices.open_requests(self._facts))),
            ("wishes", len(slices.wishes(self._facts))),
        ):
            self._add(key, counted)

    def _document(self, document: Deliverable) -> None:
        title, roles = Words(document.title), frozenset({document.owner})
        source = Source(document.id, document.content_hash or document.updated_at.isoformat())
        label = f"title of the {document.kind} document"
        self._add("document", title, kind=FactKind.TITLE, label=label, source=source)
        state = Term(f"document.{document.state}")
        self._add("document", state, name=title, label=f"state of “{document.title}”", source=source)
        self._add("owner", Words(document.owner), name=title, source=source)
        if document.revision:
            self._add("revision", document.revision, name=title, source=source, roles=roles)

    def _approval(self, approval: Approval) -> None:
        title = Words(approval.title)
        source = Source(approval.id, approval.content_hash)
        roles = frozenset({spec_of(approval.deliverable_kind).owner})
        if approval in slices.pending_approvals(self._facts):
            waiting = Duration((self._facts.now - approval.created_at).days, "days")
            self._add("in_review_since", approval.created_at.date(), name=title, source=source, roles=roles)
            self._add("in_review_for", waiting, name=title, source=source, roles=roles)
            self._add("revision_price", self._price(approval), name=title, source=source, roles=roles)
        elif approval.status is ApprovalStatus.APPROVED and approval.decided_at:
            self._add("approved_on", approval.decided_at.date(), name=title, source=source, roles=roles)

    def _price(self, approval: Approval) -> Value | None:
        document = slices.document_of(self._facts, approval.deliverable_kind)
        if document is None or self._estimate is None:
            return None
        hours = hours_of_revision(document.revision + 1, document.effort_hours)
        return _money(rates.cost(hours, role=document.owner, currency=self._estimate.currency), self._estimate.currency)

    def _access(self) -> None:
        for request in self._facts.credential_requests:
            self._request(request)
        for credential in self._facts.credentials:
            source = Source(credential.id, str(credential.version))
            if credential.expires_at:
                day = credential.expires_at.date()
                self._add("credential_expires", day, name=Words(credential.name), source=source)

    def _request(self, request: CredentialRequest) -> None:
        closed = request.fulfilled_at or request.declined_at or request.cancelled_at or request.created_at
        source, name = Source(request.id, closed.isoformat()), Words(request.name)
        roles = frozenset({request.requested_by})
        self._add("access", name, kind=FactKind.TITLE, label="access that was asked for", source=source, roles=roles)
        self._add(
            "access",
            Term(f"access.{request.status}"),
            name=name,
            label=f"state of the access “{request.name}”",
            source=source,
            roles=roles,
        )
        self._add("requested_on", request.created_at.date(), name=name, source=source, roles=roles)

    def _wish(self, wish: ChangeRequest) -> None:
        name, roles = Words(wish.text), frozenset({wish.owner})
        source = Source(wish.id, (wish.withdrawn_at or wish.at).isoformat())
        self._add("wish", name, kind=FactKind.TEXT, label="a wish of the customer", source=source, roles=roles)
        state = Term("wish.withdrawn" if wish.withdrawn_at else "wish.recorded")
        self._add("wish", state, name=name, label=f"state of the wish “{wish.text}”", source=source, roles=roles)
        self._add("wish_on", wish.at.date(), name=name, source=source, roles=roles)
        line = _built(wish.text)
        effort = Duration(line.days.low, "working_days", line.days.high)
        self._add("wish_build_days", effort, name=name, source=source, roles=roles)

    def _decisions(self) -> None:
        for decision in self._facts.decisions[-_MOST_DECISIONS:]:
            source = Source(decision.id, decision.at.isoformat())
            self._text("decision", decision.text, f"decision of {decision.at.date()}", source)
            self._add("decided_on", decision.at.date(), name=Words(decision.text), source=source)


def _owner(phase: Phase) -> Role | None:
    return None if phase in {Phase.INTAKE, Phase.COMPLETE} else owner_of(phase)


def _texts(answer: object) -> tuple[str, ...]:
    return answer if isinstance(answer, tuple) else ()


def _money(amount: int, currency: str) -> Value:
    """Nothing at all is an amount too, which `Money` does not allow."""
    return Money(amount=amount, currency=currency) if amount > 0 else MoneyRange(amount, amount, currency)


def _compared(difference: int, currency: str, *, above: str, below: str) -> tuple[str, Value]:
    """A difference of amounts under the name that says which way it goes."""
    return (above if difference >= 0 else below), _money(abs(difference), currency)


def _built(wish: str) -> BasisLine:
    """The line of the build outlook for a wish: the last one of an outlook that has it as its only must-have."""
    return build_outlook({"must_haves": (wish,)}, currency=rates.DEFAULT_CURRENCY).basis[-1]
