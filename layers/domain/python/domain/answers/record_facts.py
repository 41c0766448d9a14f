"""The facts of a project other than money and dates: what waits, documents, decisions, access, work, team, notes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from common.services import frozen
from common.wording import counted, day_of, listed, since
from domain.answers import project_facts
from domain.answers.facts import Fact, Sheet, Topic, sheet_of
from domain.answers.project_facts import ProjectFacts
from domain.projects.brief.intake import answers_of
from domain.projects.brief.records import BriefEntryType
from domain.projects.delivering import WHY
from domain.projects.questionnaire import missing, question_of
from domain.projects.records import Deliverable
from domain.projects.states import (
    DELIVERABLES,
    WORKING_PHASES,
    ApprovalStatus,
    DeliverableState,
    DeliveryState,
    Phase,
    ProjectStatus,
    Role,
    owner_of,
    phase_after,
    spec_of,
)
from domain.projects.wording import DOCUMENT_STATES
from domain.vault.records import RequestStatus
from domain.work_items import standing
from domain.work_items.records import ItemState

_LISTS = {
    BriefEntryType.MUST_HAVE: ("must-have", "brief.must_haves"),
    BriefEntryType.AUDIENCE: ("audience", "brief.audiences"),
    BriefEntryType.MEASURE: ("measure", "brief.measures"),
    BriefEntryType.OTHER_SYSTEM: ("other system", "brief.systems"),
    BriefEntryType.RULE: ("rule or constraint", "brief.rules"),
    BriefEntryType.OUT_OF_SCOPE: ("entry out of scope", "brief.out_of_scope"),
}
NOTHING_WAITS = "needs.nothing"


def whole_sheet(facts: ProjectFacts) -> Sheet:
    """A sheet of all facts of a project: money, dates and progress first, then the other records."""
    return Sheet((*project_facts.sheet_of(facts), *sheet_of(_Writer(facts).everything())))


@frozen
class _Writer:
    """Puts the facts of one project into sentences."""

    facts: ProjectFacts

    def everything(self) -> Iterator[Fact]:
        yield from self._needs()
        yield from self._following()
        yield from self._brief()
        yield from self._documents()
        yield from self._choices()
        yield from self._decisions()
        yield from self._access()
        yield from self._work()
        yield from self._team()
        yield from self._notes()

    def _needs(self) -> Iterator[Fact]:
        """The facts about what waits for the customer, oldest first, or that nothing does or the project is on hold."""
        found: list[tuple[datetime, str, str, Role]] = []
        documents = {one.id: one.deliverable_id for one in self.facts.approvals}
        for approval in project_facts.pending_approvals(self.facts):
            owner = spec_of(approval.deliverable_kind).owner
            text = f"{approval.title}, revision {approval.revision}, waits for your approval"
            found.append((approval.created_at, approval.id, text, owner))
        for document in project_facts.sent_back(self.facts):
            sent_at = document.commented_at or document.updated_at
            found.append((sent_at, document.id, f"{document.title} waits for your edits", document.owner))
        for request in project_facts.open_requests(self.facts):
            promised = f", promised for {day_of(request.promised_for)}" if request.promised_for else ""
            text = f"the {request.requested_by} waits for access to {request.name}{promised}"
            found.append((request.created_at, request.id, text, request.requested_by))
        submitted = project_facts.board_of(self.facts).in_state(ItemState.IN_REVIEW)
        for item in submitted if self.facts.project.is_running else ():
            text = f"{_plain(standing.name_of(item))} waits for your review"
            found.append((item.updated_at, item.id, text, item.owner))
        if (unanswered := self._unanswered()) is not None:
            yield unanswered
        elif self.facts.project.status is ProjectStatus.ON_HOLD:
            yield self._fact("needs.hold", Topic.NEEDS, "The project is paused until you resume it.")
        elif not found:
            yield self._fact(NOTHING_WAITS, Topic.NEEDS, "Nothing waits for you.")
        for begun, record, text, owner in sorted(found, key=lambda one: one[0]):
            said = f"{text[0].upper()}{text[1:]}, {since(begun, self.facts.now)}."
            yield self._fact(
                f"needs.{record}", Topic.NEEDS, said, record=record, subject=documents.get(record), owner=owner
            )

    def _unanswered(self) -> Fact | None:
        if self.facts.project.status is not ProjectStatus.DRAFT:
            return None
        open_ones = [question_of(one) for one in missing(answers_of(self.facts.plan))]
        if open_ones:
            said = f"The brief is a draft. Still to answer: {listed(one.id.replace('_', ' ') for one in open_ones)}."
        else:
            said = "The brief is complete. Work starts when you submit it."
        return self._fact("needs.intake", Topic.NEEDS, said)

    def _following(self) -> Iterator[Fact]:
        project = self.facts.project
        if project.status is ProjectStatus.DRAFT:
            yield self._fact("progress.next", Topic.PROGRESS, "The planning phase starts once you submit the brief.")
        if project.status is ProjectStatus.ON_HOLD:
            yield self._fact(
                "progress.next", Topic.PROGRESS, "The team goes on where it stopped once you resume the project."
            )
        if not project.is_running:
            return
        following = phase_after(project.phase)
        work = " and all work items are done" if following is Phase.COMPLETE else ""
        begins = "the project is complete" if following is Phase.COMPLETE else f"the {following.value} phase starts"
        said = f"Once all documents of the {project.phase.value} phase are approved{work}, {begins}."
        yield self._fact("progress.next", Topic.PROGRESS, said)

    def _brief(self) -> Iterator[Fact]:
        brief = self.facts.brief
        for kind, (name, fact_id) in _LISTS.items():
            entries = brief.of_type(kind)
            if entries:
                said = "; ".join(f"{one.id} {one.text.rstrip('.')}" for one in entries)
                text = f"The brief has {counted(len(entries), name, _plural(name))}: {said}."
                yield self._fact(fact_id, Topic.BRIEF, text, path=f"brief.entries.{kind.value}", owner=Role.CPO)
                for entry in entries if kind is not BriefEntryType.MUST_HAVE else ():
                    yield self._fact(
                        f"brief.{entry.id}", Topic.BRIEF, f"{entry.id}: {entry.text}", subject=entry.id, owner=Role.CPO
                    )
        if brief.goal:
            yield self._fact("brief.goal", Topic.BRIEF, f"The goal is: {brief.goal}", path="brief.goal", owner=Role.CPO)
        if brief.platforms:
            names = listed(one.title for one in brief.platforms)
            text = f"{counted(len(brief.platforms), 'platform')}: {names}."
            yield self._fact("brief.platforms", Topic.BRIEF, text, path="brief.platforms", owner=Role.CPO)

    def _documents(self) -> Iterator[Fact]:
        documents = project_facts.documents_of(self.facts)
        if not documents:
            text = f"No document is written yet. The team writes {len(DELIVERABLES)} once you submit the brief."
            yield self._fact("documents.all", Topic.DOCUMENTS, text)
            return
        text = f"Of {counted(len(documents), 'document')}, {listed(self._states(documents))}."
        yield self._fact("documents.all", Topic.DOCUMENTS, text, path="deliverables")
        for document in documents:
            yield self._document(document)
            if document.delivery is not None:
                yield self._delivery(document)

    @staticmethod
    def _states(documents: Sequence[Deliverable]) -> Iterator[str]:
        """For each state, the number of documents in it and their titles (no titles for those not begun)."""
        states = [one.state for one in documents]
        for state in dict.fromkeys(states):
            own = [one.title for one in documents if one.state is state]
            which = "" if state is DeliverableState.WAITING else f" ({', '.join(own)})"
            said = DOCUMENT_STATES[state].replace(",", " and", 1)
            yield f"{len(own)} {said}{which}"

    def _document(self, document: Deliverable) -> Fact:
        decided = next(
            (one for one in self.facts.approvals if one.deliverable_id == document.id and one.decided_at and
             one.revision == document.revision and one.status is ApprovalStatus.APPROVED), None)  # fmt: skip
        when = f" since {day_of(decided.decided_at)}" if decided and decided.decided_at else ""
        revision = f", revision {document.revision}," if document.revision else ""
        text = f"{document.title}{revision} by the {document.owner} is {DOCUMENT_STATES[document.state]}{when}."
        return self._fact(
            f"document.{document.kind.value}", Topic.DOCUMENTS, text, record=document.id, subject=document.id,
            path="state", owner=document.owner, value=document.state.value,
        )  # fmt: skip

    def _delivery(self, document: Deliverable) -> Fact:
        delivery = document.delivery
        assert delivery is not None  # noqa: S101 - the caller has looked
        name = document.title
        if delivery.state is DeliveryState.DELIVERED and delivery.delivered_at:
            text = f"{name} was delivered to your repository on {day_of(delivery.delivered_at)}."
        elif delivery.reason is not None:
            text = f"We could not deliver {name} to your repository: {WHY[delivery.reason]}."
        else:
            text = f"{name} is on its way to your repository."
        return self._fact(
            f"delivery.{document.kind.value}", Topic.DELIVERY, text, record=document.id, subject=document.id,
            path="delivery", owner=Role.CTO,
        )  # fmt: skip

    def _choices(self) -> Iterator[Fact]:
        choices = self.facts.brief.choices
        if choices:
            done = sum(one.answer is not None for one in choices)
            text = f"Of {counted(len(choices), 'choice')}, {done} answered and {len(choices) - done} open."
            yield self._fact("choices.all", Topic.CHOICES, text, path="choices", owner=Role.CPO)
        for one in choices:
            if one.answer:
                text = f"{one.id}, {one.ask.rstrip('?.')}: you chose “{one.answer}”."
            else:
                text = f"{one.id}: {one.ask} Nobody has answered yet; until then “{one.proposed}” holds."
            yield self._fact(
                f"choice.{one.id}", Topic.CHOICES, text, subject=one.id, path=f"choices.{one.id}", owner=Role.CPO,
                value="answered" if one.answer else "open",
            )  # fmt: skip

    def _decisions(self) -> Iterator[Fact]:
        """The facts about decisions, the newest first."""
        decided = {one.id: one.deliverable_id for one in self.facts.approvals}
        for one in sorted(self.facts.decisions, key=lambda decision: decision.at, reverse=True):
            text, about = f"{day_of(one.at)}: {one.text.rstrip('.')}.", decided.get(one.source, one.source)
            yield self._fact(f"decision.{one.id}", Topic.DECISIONS, text, record=one.id, subject=about, path="text")

    def _access(self) -> Iterator[Fact]:
        if not self.facts.credential_requests and not self.facts.credentials:
            yield self._fact("access.none", Topic.ACCESS, "The team has asked for no access, and has none.")
        ended = {RequestStatus.FULFILLED: "was given", RequestStatus.DECLINED: "was declined by you"}
        for one in self.facts.credential_requests:
            if one.status is RequestStatus.PENDING:
                text = (
                    f"The {one.requested_by} has needed access to {one.name} {since(one.created_at, self.facts.now)}."
                )
            elif one.status in ended:
                at = one.fulfilled_at or one.declined_at
                why = f": “{' '.join(one.decline_reason.split())}”" if one.decline_reason else ""
                text = f"Access to {one.name} {ended[one.status]}{f' on {day_of(at)}' if at else ''}{why}."
            else:
                continue
            yield self._fact(
                f"access.{one.id}", Topic.ACCESS, text, record=one.id, subject=one.id, path="status",
                owner=one.requested_by, value=one.status.value,
            )  # fmt: skip
        for credential in self.facts.credentials:
            text = f"{credential.name} has been in the vault since {day_of(credential.created_at)}; nobody can read it."
            yield self._fact(
                f"access.{credential.id}", Topic.ACCESS, text, record=credential.id, path="name", owner=Role.CTO
            )

    def _work(self) -> Iterator[Fact]:
        board = project_facts.board_of(self.facts)
        yield self._fact("work.all", Topic.WORK, standing.summary(board), owner=Role.CTO)
        for item in self.facts.work:
            if board.state(item) is ItemState.CANCELLED:
                continue
            text = _plain(standing.line_of(item, board))
            yield self._fact(
                f"work.{item.id}", Topic.WORK, text, record=item.id, subject=item.id, path="state", owner=item.owner,
                value=board.state(item).value,
            )  # fmt: skip

    def _team(self) -> Iterator[Fact]:
        if self.facts.brief.approver:
            text = f"{self.facts.brief.approver} approves your documents, says the brief."
            yield self._fact("team.approver", Topic.TEAM, text, path="brief.approver", owner=Role.CPO)
        for phase in WORKING_PHASES:
            role = owner_of(phase)
            own = project_facts.documents_of(self.facts, role=role)
            done = [one for one in own if one.state is DeliverableState.APPROVED]
            begun = [one for one in own if one.state not in {DeliverableState.WAITING, DeliverableState.APPROVED}]
            stand = f"; {listed(f'{one.title} is {DOCUMENT_STATES[one.state]}' for one in begun)}" if begun else ""
            far = f"{len(done)} of {counted(len(own), 'document')} approved{stand}"
            text = f"The {role} answers for the {phase.value} phase: {far}."
            yield self._fact(f"team.{role.value}", Topic.TEAM, text, subject=role.value, owner=role)

    def _notes(self) -> Iterator[Fact]:
        kept = sorted((one for one in self.facts.notes if one.withdrawn_at is None), key=lambda one: one.at)
        for one in reversed(kept):
            text = f"Noted on {day_of(one.at)}: “{' '.join(one.text.split())}”."
            yield self._fact(f"note.{one.id}", Topic.NOTES, text, record=one.id, path="text")

    def _fact(
        self,
        fact_id: str,
        topic: Topic,
        text: str,
        *,
        record: str | None = None,
        subject: str | None = None,
        path: str = "status",
        owner: Role | None = None,
        value: str | None = None,
    ) -> Fact:
        project = self.facts.project
        return Fact(
            fact_id, topic, subject or record or project.id, text, record or project.id, path, self.facts.now,
            value=value, owner=owner,
        )  # fmt: skip


def _plural(name: str) -> str:
    special = {"entry out of scope": "entries out of scope", "rule or constraint": "rules and constraints"}
    return special.get(name, f"{name}s")


def _plain(markdown: str) -> str:
    return markdown.replace("**", "").replace("\\", "")
