"""Projects in every state, made step by step by the projects' own rules, as the facts a brain is given."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

from domain.agents.brain.protocol import ProjectFacts

from brain_briefs import LEDGERLY, MINIMAL, TAVERNA
from domain.agents.records import Message
from domain.playbooks.library import knowledge
from domain.projects import lifecycle, review
from domain.projects.access_needs import access_needs
from domain.projects.brief.changing import add_entry
from domain.projects.brief.records import BriefEntryType
from domain.projects.brief.requests import AddEntry
from domain.projects.documents import editing
from domain.projects.documents.composing import compose
from domain.projects.documents.records import DocumentText
from domain.projects.documents.trade import Trade
from domain.projects.identifiers import derived_id
from domain.projects.next_step import AdvancePhase, WriteDeliverable, next_step
from domain.projects.records import ChangeRequest, Decision, Deliverable
from domain.projects.requests import ApprovalDecision, CreateProject, DecideApproval, StatusAction
from domain.projects.states import ApprovalStatus, DecisionKind, DeliverableKind, Phase, Role
from domain.vault.lifecycle import declined, fulfilled, raised_for
from domain.vault.records import Credential, ProjectAccess

MONDAY = datetime(2026, 3, 2, 9, tzinfo=UTC)
DATEV = knowledge()["systems"]["datev"].access[0].name
REPOSITORY = "Source repository"


@dataclass(frozen=True)
class Tale:
    """A project on its way, as the facts of its next turn; `texts` has the last text of each document."""

    facts: ProjectFacts
    texts: Mapping[DeliverableKind, DocumentText] = field(default_factory=dict)

    def later(self, **delta: float) -> Tale:
        return replace(self, facts=replace(self.facts, now=self.facts.now + timedelta(**delta)))

    def knowing(self, **records: Any) -> Tale:
        return replace(self, facts=replace(self.facts, **records))

    def submitted(self) -> Tale:
        facts = self.facts
        submission = lifecycle.submit(facts.plan, accept_over_ceiling=True, now=facts.now)
        decision = self._decision(DecisionKind.BRIEF_SUBMITTED, "The brief was submitted and the estimate accepted")
        return self.knowing(
            project=submission.project, deliverables=submission.deliverables, decisions=(decision,)
        ).worked()

    def worked(self) -> Tale:
        """Everything the team can do until it waits for the customer."""
        tale = self
        while True:
            match next_step(tale.facts.project, tale.facts.deliverables):
                case WriteDeliverable(deliverable_id=one):
                    document = next(item for item in tale.facts.deliverables if item.id == one)
                    tale = tale._presenting(document, None)
                case AdvancePhase():
                    tale = tale._advanced()
                case _:
                    return tale

    def decided(self, kind: DeliverableKind, comment: str | None = None) -> Tale:
        facts = self.facts
        approval = next(
            item for item in facts.approvals if item.deliverable_kind is kind and item.status is ApprovalStatus.PENDING
        )
        verdict = ApprovalDecision.REQUEST_CHANGES if comment else ApprovalDecision.APPROVE
        done = review.decide(
            facts.project,
            facts.deliverables,
            approval,
            DecideApproval(decision=verdict, comment=comment, hand_out_work=False),
            decided_by="usr_1",
            now=facts.now,
        )
        approvals = tuple(done.approval if item.id == approval.id else item for item in facts.approvals)
        decided = self.knowing(project=done.project, approvals=approvals, decisions=(*facts.decisions, done.decision))
        return decided._with(done.deliverable).worked()

    def rewritten(self, kind: DeliverableKind) -> Tale:
        """The next revision of a document that was sent back, as the customer has it written."""
        facts = self.facts
        document = next(item for item in facts.deliverables if item.kind is kind)
        before = editing.commented(self.texts[kind], document.comment or "", facts.brief, facts.now)
        return self._presenting(document, before)

    def approved_until(self, phase: Phase) -> Tale:
        """Every document approved the day after it was written, until the project is in `phase`."""
        tale = self
        while tale.facts.project.phase is not phase:
            pending = [item for item in tale.facts.approvals if item.status is ApprovalStatus.PENDING]
            tale = tale.later(days=1).decided(pending[0].deliverable_kind)
        return tale

    def granted(self, name: str) -> Tale:
        """The access called `name` deposited."""
        request = next(item for item in self.facts.credential_requests if item.name == name)
        credential = Credential(
            id=derived_id("crd", self.facts.project.id, name),
            account_id="acc_1",
            project_id=self.facts.project.id,
            name=name,
            type=request.type,
            version=1,
            created_at=self.facts.now,
            updated_at=self.facts.now,
        )
        closed = fulfilled(request, credential.id, self.facts.now)
        return self._closing(closed).knowing(credentials=(*self.facts.credentials, credential)).worked()

    def refused(self, name: str, reason: str) -> Tale:
        request = next(item for item in self.facts.credential_requests if item.name == name)
        return self._closing(declined(request, reason, self.facts.now)).worked()

    def moved(self, action: StatusAction) -> Tale:
        facts = self.facts
        project = lifecycle.change_status(facts.project, action, now=facts.now)
        words = f"The project's status changed from {facts.project.status} to {project.status}".replace("_", " ")
        decision = self._decision(DecisionKind.STATUS_CHANGED, words)
        return self.knowing(project=project, decisions=(*facts.decisions, decision))

    def _decision(self, kind: DecisionKind, text: str) -> Decision:
        return Decision(
            id=derived_id("dec", self.facts.project.id, kind, len(self.facts.decisions)),
            project_id=self.facts.project.id,
            kind=kind,
            text=text,
            source=self.facts.project.id,
            at=self.facts.now,
        )

    def _closing(self, request: Any) -> Tale:
        requests = tuple(request if item.id == request.id else item for item in self.facts.credential_requests)
        return self.knowing(credential_requests=requests)

    def _with(self, changed: Any) -> Tale:
        return self.knowing(
            deliverables=tuple(changed if item.id == changed.id else item for item in self.facts.deliverables)
        )

    def _presenting(self, document: Deliverable, before: DocumentText | None) -> Tale:
        """The next revision of a document, written and presented."""
        facts = self.facts
        text = compose(document, Trade(facts.plan, facts.now.date()), before)
        shown = review.present(facts.project, facts.deliverables, facts.approvals, text, now=facts.now)
        read = shown.deliverable.model_copy(update={"content": shown.text.content})
        told = replace(self, texts={**self.texts, document.kind: shown.text})
        return told.knowing(project=shown.project, approvals=(*facts.approvals, shown.approval))._with(read)

    def _advanced(self) -> Tale:
        facts = self.facts
        project = lifecycle.advance(facts.project, facts.deliverables, now=facts.now)
        raised = raised_for(
            project,
            access_needs(project.phase, facts.brief),
            access=ProjectAccess(facts.credentials, facts.credential_requests),
            deliverables=facts.deliverables,
            now=facts.now,
        )
        began = self._decision(DecisionKind.PHASE_STARTED, f"The {project.phase} phase began")
        return self.knowing(
            project=project,
            decisions=(*facts.decisions, began),
            credential_requests=(*facts.credential_requests, *raised),
        )


def drafted(name: str, answers: dict[str, Any], description: str | None = None) -> Tale:
    """A draft with `answers` given."""
    request = CreateProject(name=name, description=description)
    begun = lifecycle.create(request, project_id="prj_01JNB3ZK8R5V6W7X8Y9Z0A1B2C", account_id="acc_1", now=MONDAY)
    plan = lifecycle.answer(begun, answers, now=MONDAY)
    return Tale(
        ProjectFacts(
            project=plan.project,
            brief=plan.brief,
            deliverables=(),
            approvals=(),
            decisions=(),
            change_requests=(),
            credential_requests=(),
            credentials=(),
            recent=(),
            now=MONDAY,
        )
    )


def _noting_a_wish(tale: Tale) -> Tale:
    wish = ChangeRequest(
        id=derived_id("chg", tale.facts.project.id, "wish"),
        project_id=tale.facts.project.id,
        text="Can we also add a newsletter?",
        owner=Role.CMO,
        message_id="msg_01JNB3ZK8R5V6W7X8Y9Z0A1B2C",
        at=tale.facts.now,
    )
    return tale.knowing(change_requests=(wish,))


def _with_opening_hours(tale: Tale) -> Tale:
    """The brief with one must-have more, and a document sent back for it and written anew."""
    hours = AddEntry(type=BriefEntryType.MUST_HAVE, text="Show the opening hours")
    plan, _ = add_entry(tale.facts.plan, hours, now=tale.facts.now)
    plan = lifecycle.changed(plan, tale.facts.now)
    added = tale.knowing(project=plan.project, brief=plan.brief)
    return added.decided(DeliverableKind.SCOPE, "The opening hours are missing").rewritten(DeliverableKind.SCOPE)


@cache
def story(name: str) -> Tale:
    return MAKERS[name]()


MAKERS: dict[str, Callable[[], Tale]] = {
    "empty draft": lambda: drafted("Frog", {"goal": MINIMAL["goal"]}),
    "complete draft": lambda: drafted("Taverna", TAVERNA),
    "planning": lambda: drafted("Taverna", TAVERNA).submitted().later(days=2),
    "revised": lambda: _with_opening_hours(story("planning")).later(days=1),
    "sent back": lambda: story("planning").decided(DeliverableKind.ROADMAP, "The beta is missing").later(days=1),
    "design": lambda: _noting_a_wish(story("planning").approved_until(Phase.DESIGN)).later(days=1),
    "one pending": lambda: story("design").decided(DeliverableKind.STYLE_GUIDE).later(hours=3),
    "development": lambda: drafted("Ledgerly", LEDGERLY).submitted().approved_until(Phase.DEVELOPMENT).later(days=4),
    "access settled": lambda: story("development").granted(DATEV).refused(REPOSITORY, "We rewrite it").later(days=1),
    "on hold": lambda: story("design").moved(StatusAction.PAUSE).later(days=5),
    "launch": lambda: drafted("Frog", MINIMAL).submitted().approved_until(Phase.LAUNCH).later(days=1),
    "completed": lambda: drafted("Frog", MINIMAL).submitted().approved_until(Phase.COMPLETE).later(days=1),
    "cancelled": lambda: story("design").moved(StatusAction.CANCEL).later(days=1),
}


def message(text: str, *, may_decide: bool = True) -> Message:
    return Message(
        id="msg_01JNB3ZK8R5V6W7X8Y9Z0A1B2C",
        account_id="acc_1",
        project_id="prj_01JNB3ZK8R5V6W7X8Y9Z0A1B2C",
        sender_type="customer",
        content=text,
        created_at=MONDAY,
        may_decide=may_decide,
    )
