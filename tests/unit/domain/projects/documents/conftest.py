"""Five briefs as different as customers are, and projects written from them from start to end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from functools import cache
from typing import Any

import pytest

from domain.projects import figures, lifecycle, review
from domain.projects.brief.changing import Plan
from domain.projects.brief.intake import answers_of
from domain.projects.documents.composing import compose
from domain.projects.documents.records import DocumentText
from domain.projects.documents.trade import Trade
from domain.projects.next_step import AdvancePhase, HandOutWork, WriteDeliverable, next_step
from domain.projects.records import AnswerValue, Approval, Deliverable, Project
from domain.projects.requests import ApprovalDecision, DecideApproval
from domain.projects.states import DeliverableKind
from plans import NOW, a_submission, changed

ANSWERS: dict[str, dict[str, Any]] = {
    "Ταβέρνα Ελλάδα": {
        "goal": "A website that brings guests to our Greek restaurant in Köln.\nWe miss half of the telephone calls.",
        "audience": ["Regular guests", "Tourists on their phone", "Companies that plan a party"],
        "success_measure": ["200 online bookings a month", "Fewer missed calls"],
        "must_haves": [
            "Online table booking with confirmation e-mail",
            "The menu with allergens, in German, English and Greek",
            "Opening hours and directions",
            "Gift vouchers paid by card",
            "Party enquiry form for companies",
        ],
        "out_of_scope": ["Delivery and takeaway", "A loyalty programme"],
        "platforms": ["web"],
        "integrations": ["OpenTable", "Stripe"],
        "existing": ["domain", "brand"],
        "personal_data": True,
        "tone": "warm",
        "deadline": "2026-06-30",
        "budget_ceiling": {"amount": 9000, "currency": "EUR"},
        "constraints": ["GDPR", "The site must load fast on a phone"],
        "approver": "Eleni Papadopoulou, owner",
    },
    "Ledgerly": {
        "goal": "B2B SaaS with which small accounting firms collect documents from their clients.",
        "audience": ["Accountants in small firms", "Their clients"],
        "success_measure": ["50 paying firms within 6 months"],
        "must_haves": [
            "Sign in with Microsoft Entra ID",
            "Accountants can invite clients and set roles",
            "Upload documents from phone or desktop",
            "Automatic reminders for missing documents",
            "Dashboard showing which client is late",
            "Monthly subscription billing",
            "Export everything to DATEV",
            "Full-text search across documents",
            "Audit log of who saw what",
        ],
        "out_of_scope": ["Bookkeeping itself"],
        "platforms": ["web", "ios", "android", "api"],
        "integrations": ["DATEV", "Microsoft Entra ID", "Stripe", "SendGrid", "Gotenberg"],
        "existing": ["source_repository", "hosting", "analytics"],
        "personal_data": True,
        "tone": "expert",
        "deadline": "2026-03-20",
        "budget_ceiling": {"amount": 25000, "currency": "GBP"},
        "constraints": ["Data stays in the EU", "SOC 2 Type II within a year", "WCAG 2.2 AA"],
        "approver": "Jonas Weber",
    },
    "Moss Hopper": {
        "goal": "A small mobile puzzle game about a frog",
        "audience": ["Commuters"],
        "success_measure": ["People like it"],
        "must_haves": ["60 hand-made levels", "Play offline", "Weird weather"],
        "platforms": ["ios", "android"],
        "tone": "playful",
        "approver": "Sam",
    },
    "Schichtplan intern": {
        "goal": "Schichtleiter planen heute in Excel; niemand weiß, wer am Samstag arbeitet.",
        "audience": ["Schichtleiter", "Mitarbeiter der Produktion"],
        "success_measure": ["Kein Planungsfehler in 3 Monaten"],
        "must_haves": [
            "Dienstplan für 120 Mitarbeiter",
            "Tausch von Schichten mit Genehmigung",
            "Auswertung der Stunden",
        ],
        "out_of_scope": [],
        "platforms": ["desktop"],
        "integrations": ["SAP"],
        "existing": [],
        "personal_data": False,
        "deadline": "2027-01-15",
        "constraints": [],
        "approver": "Frau Öztürk, Werksleitung",
    },
    "Second Chance Books": {
        "goal": "A shop for our charity's donated books.",
        "audience": ["Readers", "Donors", "Volunteers in the shop"],
        "success_measure": ["GBP 2,000 a month for the hospice"],
        "must_haves": [
            "Readers can search and order used books",
            "Donate money with Gift Aid",
            "Volunteers can record stock by barcode",
            "Newsletter for donors",
            "Something we have no word for yet",
        ],
        "platforms": ["web", "desktop"],
        "integrations": ["PayPal", "Mailchimp"],
        "constraints": ["Charity Commission rules"],
        "personal_data": True,
        "budget_ceiling": {"amount": 30000, "currency": "GBP"},
        "approver": "Trustees",
    },
}


@dataclass(frozen=True)
class Story:
    """A project on its way; `texts` holds every revision written, by document and revision.

    `days` are those on which all was expected to be done whenever something was written.
    """

    plan: Plan
    deliverables: tuple[Deliverable, ...]
    texts: dict[tuple[DeliverableKind, int], DocumentText]
    now: datetime
    days: frozenset[date] = frozenset()

    @property
    def project(self) -> Project:
        return self.plan.project

    @property
    def answers(self) -> dict[str, AnswerValue]:
        return answers_of(self.plan)

    def trade(self) -> Trade:
        return Trade(self.plan, self.now.date())

    def changed(self, *changes: dict[str, Any]) -> Story:
        """The brief changed, as the routes change it."""
        return replace(self, plan=changed(self.plan, *changes, now=self.now))

    def rewritten(self, kind: DeliverableKind) -> Story:
        """The next revision of a document, from the brief as it stands."""
        return self._written(self.document(kind), self.text(kind))

    def document(self, kind: DeliverableKind) -> Deliverable:
        return next(item for item in self.deliverables if item.kind is kind)

    def text(self, kind: DeliverableKind) -> DocumentText:
        return self.texts[max(key for key in self.texts if key[0] is kind)]

    def with_text(self, kind: DeliverableKind, text: DocumentText) -> Story:
        """The text of a document after an edit."""
        return replace(self, texts={**self.texts, (kind, text.revision): text})

    def written_on(self) -> Story:
        """Everything the team can do until it waits for the customer."""
        story = self
        while True:
            match next_step(story.project, story.deliverables):
                case WriteDeliverable(deliverable_id=one):
                    story = story._written(next(item for item in story.deliverables if item.id == one), None)
                case AdvancePhase():
                    story = story._with(lifecycle.advance(story.project, story.deliverables, now=story.now))
                case HandOutWork():
                    story = story._with(story.project.changed(story.now, work_handed_out_at=story.now))
                case _:
                    return story

    def finished(self) -> Story:
        """Every document approved as it comes, a day after it was written, until the project is complete."""
        story = self
        while waiting := [item for item in story.deliverables if item.state == "in_review"]:
            story = replace(story, now=story.now + timedelta(days=1))
            for item in waiting:
                story = story.decided(item.kind, None)
            story = story.written_on()
        return story

    def decided(self, kind: DeliverableKind, comment: str | None) -> Story:
        """A document in review approved, or sent back with a comment."""
        decision = ApprovalDecision.REQUEST_CHANGES if comment else ApprovalDecision.APPROVE
        done = review.decide(
            self.project,
            self.deliverables,
            _approval_of(self.document(kind)),
            DecideApproval(decision=decision, comment=comment),
            decided_by="usr_1",
            now=self.now,
        )
        return self._with(done.project, done.deliverable)

    def _written(self, document: Deliverable, before: DocumentText | None) -> Story:
        text = compose(document, self.trade(), before)
        now = self.now + timedelta(minutes=1)
        shown = review.present(self.project, self.deliverables, (), text, now=now)
        return replace(
            self._with(shown.project, shown.deliverable),
            texts={**self.texts, (document.kind, shown.text.revision): shown.text},
            now=now,
            days=self.days | set(figures.dates(self.project, today=self.now.date()).ends),
        )

    def _with(self, project: Project, *deliverables: Deliverable) -> Story:
        new = {item.id: item for item in deliverables}
        items = tuple(new.get(item.id, item) for item in self.deliverables)
        return replace(self, plan=replace(self.plan, project=project), deliverables=items)


def _approval_of(item: Deliverable) -> Approval:
    return Approval(
        id="apr_1",
        project_id=item.project_id,
        deliverable_id=item.id,
        deliverable_kind=item.kind,
        title=item.title,
        revision=item.revision,
        content_hash=item.content_hash or "",
        created_at=item.updated_at,
    )


def begun(name: str, answers: dict[str, Any]) -> Story:
    """A submitted project; nothing is written yet."""
    plan, deliverables = a_submission(answers, name=name)
    return Story(plan, deliverables, {}, NOW)


@cache
def _whole(name: str) -> Story:
    return begun(name, ANSWERS[name]).written_on().finished()


@pytest.fixture(params=ANSWERS)
def story(request: pytest.FixtureRequest) -> Story:
    """Each of the five projects, complete."""
    return _whole(request.param)


@pytest.fixture
def restaurant() -> Story:
    """The restaurant with its planning documents in review."""
    name = next(iter(ANSWERS))
    return begun(name, ANSWERS[name]).written_on()


@pytest.fixture
def begin() -> Callable[[str, dict[str, Any]], Story]:
    """A submitted project from any answers."""
    return begun
