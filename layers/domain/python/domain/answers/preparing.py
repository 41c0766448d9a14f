"""Turns a deed in words into a card of a project: finds the record that it names, and makes request and target."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from urllib.parse import quote as _quoted

from pydantic import ValidationError

from common.envelope import RequestModel
from common.problems import invalid_request
from common.services import frozen
from common.wording import day_of, listed, money, shortened
from domain.answers.amounts import NoSuchDeed, amount_in, day_in
from domain.answers.cards import CardRequest, Prepared, Target
from domain.answers.deeds import CardKind, Deed, Form, Unread, read_deeds
from domain.answers.effects import kinds_of, said_once, worded
from domain.answers.naming import Thing, chosen
from domain.answers.project_facts import ProjectFacts, pending_approvals, status_of
from domain.playbooks.library import playbooks
from domain.projects.brief.records import BriefEntryType, Entry, EntryState
from domain.projects.brief.requests import AddEntry, ChangeBrief, ChangeEntry, UpdateProject
from domain.projects.brief.topics import open_choices
from domain.projects.documents.records import DocumentText, Line
from domain.projects.documents.requests import AnswerChoice, ChangeLine
from domain.projects.records import Approval, Deliverable
from domain.projects.requests import DecideApproval
from domain.projects.review import EDITABLE
from domain.projects.states import ProjectStatus
from domain.schedules import ScheduleUnclearError, read_schedule
from domain.work_items.models import CreateWorkItem

_TYPES = {
    "must-have": BriefEntryType.MUST_HAVE,
    "must have": BriefEntryType.MUST_HAVE,
    "rule": BriefEntryType.RULE,
    "audience": BriefEntryType.AUDIENCE,
    "measure": BriefEntryType.MEASURE,
    "system": BriefEntryType.OTHER_SYSTEM,
    "other system": BriefEntryType.OTHER_SYSTEM,
    "out of scope": BriefEntryType.OUT_OF_SCOPE,
}
_STATUS = {
    "pause": (CardKind.PAUSE, ProjectStatus.ON_HOLD, {ProjectStatus.ACTIVE}),
    "resume": (CardKind.RESUME, ProjectStatus.ACTIVE, {ProjectStatus.ON_HOLD}),
    "complete": (CardKind.COMPLETE, ProjectStatus.COMPLETED, {ProjectStatus.ACTIVE}),
    "cancel": (CardKind.CANCEL, ProjectStatus.CANCELLED, {ProjectStatus.ACTIVE, ProjectStatus.ON_HOLD}),
}
_BODIES: Mapping[CardKind, type[RequestModel]] = {
    CardKind.APPROVE: DecideApproval,
    CardKind.REQUEST_CHANGES: DecideApproval,
    CardKind.ADD_ENTRY: AddEntry,
    CardKind.REWORD_ENTRY: ChangeEntry,
    CardKind.SET_KINDS: ChangeEntry,
    CardKind.ANSWER_CHOICE: AnswerChoice,
    CardKind.EDIT_LINE: ChangeLine,
    CardKind.STRIKE_LINE: ChangeLine,
    CardKind.SET_CEILING: UpdateProject,
    CardKind.SET_DEADLINE: UpdateProject,
    CardKind.CREATE_WORK: CreateWorkItem,
    CardKind.CHANGE_BRIEF: ChangeBrief,
}
_NONE = frozenset({"none", "off", "no"})
_QUOTED = 120
_LONGEST_CRITERION = 500


@frozen
class Wanted:
    """What the lines of a message became: cards for deeds, lines that are nearly deeds, and all others (`rest`)."""

    cards: tuple[Prepared, ...]
    unread: tuple[Unread, ...]
    rest: str


def wanted_in(message: str, prepared: Callable[[Deed], Prepared], now: datetime) -> Wanted:
    """The cards for the deeds of a message; a deed for which `prepared` raises `NoSuchDeed` counts as unread."""
    asked = read_deeds(message)
    cards: list[Prepared] = []
    unread, rest = list(asked.unread), [asked.rest] if asked.rest else []
    for deed in asked.deeds:
        if deed.form is Form.REMIND and deed.verb.casefold() != "remind" and not _is_scheduled(deed.line, now):
            rest.append(deed.line)  # "tell me …" asks, unless it says when
            continue
        try:
            cards.append(prepared(deed))
        except NoSuchDeed as problem:
            unread.append(Unread(deed.line, deed.form, str(problem)))
            cards += [problem.instead] if isinstance(problem.instead, Prepared) else []
    return Wanted(tuple(cards), tuple(unread), "\n".join(rest))


def _is_scheduled(line: str, now: datetime) -> bool:
    """Whether a line says when, or nearly does, so that we can suggest a schedule."""
    try:
        return read_schedule(line, now=now, timezone="UTC").schedule is not None
    except ScheduleUnclearError as unclear:
        return unclear.suggestion is not None


@frozen
class Preparer:
    """Prepares the cards for the deeds of one project."""

    facts: ProjectFacts

    def prepared(self, deed: Deed) -> Prepared:
        """The deed with the record that it names. Raises `NoSuchDeed`, also if the route would refuse the request."""
        found = self._found(replace(deed, text=unicodedata.normalize("NFC", deed.text).strip()))
        try:
            if found.kind in _BODIES:
                _BODIES[found.kind].model_validate(found.request.body)
        except ValidationError as error:
            first, *_ = invalid_request(error.errors(include_url=False, include_input=False)).problems
            raise NoSuchDeed(f"This will not work: {first.message}") from None
        return found

    def _found(self, deed: Deed) -> Prepared:
        finders: Mapping[Form, Callable[[Deed], Prepared]] = {
            Form.APPROVE: self._decision,
            Form.REQUEST_CHANGES: self._decision,
            Form.ADD: self._added,
            Form.DROP: self._of_id,
            Form.REWORD: self._of_id,
            Form.KINDS: self._kinds,
            Form.CHOICE: self._choice,
            Form.CEILING: self._ceiling,
            Form.DEADLINE: self._deadline,
            Form.STATUS: self._status,
            Form.WORK: self._work,
            Form.BRIEF: self._said_once,
        }
        if deed.form not in finders:
            raise NoSuchDeed("Ask the assistant: it looks after reminders and reports.")
        return finders[deed.form](deed)

    def _decision(self, deed: Deed) -> Prepared:
        pending = pending_approvals(self.facts)
        found = chosen(deed.target, (Thing(one.id, one.title, "document") for one in pending))
        if len(found) != 1:
            raise NoSuchDeed(self._why_not(deed.target, pending, several=bool(found)))
        approval = next(one for one in pending if one.id == found[0].id)
        body = {"decision": "approve", "content_hash": approval.content_hash}
        kind, becomes, summary = CardKind.APPROVE, "approved", f"Approve {approval.title}, revision {approval.revision}"
        if deed.form is Form.REQUEST_CHANGES:
            kind, becomes = CardKind.REQUEST_CHANGES, "changes_requested"
            body = {"decision": "request_changes", "comment": deed.text, "content_hash": approval.content_hash}
            summary = (
                f"Send {approval.title}, revision {approval.revision}, back with your comment: “{_short(deed.text)}”"
            )
        request = CardRequest(method="POST", path=self._path(f"/approvals/{approval.id}"), body=body)
        was = f"pending {approval.content_hash}"
        return Prepared(
            kind, f"{summary}.", request, Target(record="approval", id=approval.id, was=was, becomes=becomes)
        )

    def _why_not(self, words: str, pending: tuple[Approval, ...], *, several: bool) -> str:
        waiting = listed(one.title for one in pending)
        if several:
            return f"“{_short(words)}” could mean several documents: {waiting} wait for your approval."
        known = chosen(words, (Thing(one.id, one.title, "document") for one in self.facts.deliverables))
        if len(known) == 1:
            return f"{known[0].name} does not wait for your approval."
        return f"I know no document with that name. {waiting or 'No document'} waits for your approval."

    def _added(self, deed: Deed) -> Prepared:
        kind = _TYPES.get(deed.target.casefold())
        if kind is None:
            raise NoSuchDeed(f"An entry of the brief is one of: {', '.join(_TYPES)}.")
        body = {"type": kind.value, "text": deed.text}
        request = CardRequest(method="POST", path=self._path("/brief/entries"), body=body)
        target = Target(record="entry_of", id=f"{kind.value} {deed.text}", was="", becomes="there")
        what = kind.value.replace("_", " ").replace("must have", "must-have")
        return Prepared(CardKind.ADD_ENTRY, f"Add the {what} “{_short(deed.text)}” to the brief.", request, target)

    def _of_id(self, deed: Deed) -> Prepared:
        own = deed.target.upper()
        entry = self.facts.brief.find(own)
        if entry is not None and entry.state is EntryState.ACTIVE:
            return self._entry(deed, entry)
        found = self._lines(own)
        if len(found) != 1:
            raise NoSuchDeed(f"Several documents have a line {own}." if found else f"I know no {own}.")
        return self._line(deed, *found[0])

    def _entry(self, deed: Deed, entry: Entry) -> Prepared:
        path = self._path(f"/brief/entries/{entry.id}")
        if deed.form is Form.DROP:
            request = CardRequest(method="DELETE", path=f"{path}?was={_quoted(entry.text)}")
            target = Target(record="entry", id=entry.id, was=entry.text, becomes="")
            return Prepared(CardKind.DROP_ENTRY, f"Drop {entry.id}: “{_short(entry.text)}”.", request, target)
        request = CardRequest(method="PATCH", path=path, body={"text": deed.text, "was": entry.text})
        target = Target(record="entry", id=entry.id, was=entry.text, becomes=deed.text)
        return Prepared(CardKind.REWORD_ENTRY, f"Reword {entry.id} to “{_short(deed.text)}”.", request, target)

    def _lines(self, line_id: str) -> list[tuple[Deliverable, DocumentText, Line]]:
        editable = (
            [one for one in self.facts.deliverables if one.state in EDITABLE] if self.facts.project.is_running else []
        )
        texts = ((document, self.facts.text_of(document)) for document in editable)
        return [
            (document, text, line)
            for document, text in texts
            if text is not None
            for line in text.lines
            if line.id == line_id
        ]

    def _line(self, deed: Deed, document: Deliverable, text: DocumentText, line: Line) -> Prepared:
        path = self._path(f"/deliverables/{document.id}/lines/{line.id}")
        where = f"{line.id} of {document.title}"
        own = f"{document.id} {line.id}"
        if deed.form is Form.DROP:
            body = {"state": "struck", "content_hash": text.content_hash}
            target = Target(
                record="line_state", id=own, was=f"{line.state.value} {text.content_hash}", becomes="struck"
            )
            summary = f"Strike {where}: “{_short(line.text)}”."
            return Prepared(CardKind.STRIKE_LINE, summary, CardRequest(method="PATCH", path=path, body=body), target)
        body = {"text": deed.text, "content_hash": text.content_hash}
        target = Target(record="line", id=own, was=f"{text.content_hash} {line.text}", becomes=deed.text)
        summary = f"Reword {where} to “{_short(deed.text)}”."
        return Prepared(CardKind.EDIT_LINE, summary, CardRequest(method="PATCH", path=path, body=body), target)

    def _choice(self, deed: Deed) -> Prepared:
        own = deed.target.upper()
        choice = next((one for one in open_choices(self.facts.brief) if one.id == own), None)
        if choice is None:
            raise NoSuchDeed(f"I know no choice {own}.")
        body = {"answer": deed.text, "was": choice.answer}
        request = CardRequest(method="PATCH", path=self._path(f"/choices/{own}"), body=body)
        target = Target(record="choice", id=own, was=choice.answer or "", becomes=deed.text)
        summary = f"Answer {own}, {choice.ask.rstrip('?.')}, with “{_short(deed.text)}”."
        return Prepared(CardKind.ANSWER_CHOICE, summary, request, target)

    def _ceiling(self, deed: Deed) -> Prepared:
        project = self.facts.project
        old = project.ceiling
        was = {"budget_ceiling": old.model_dump(mode="json") if old else None}
        if deed.text.casefold() in _NONE:
            ceiling, becomes, summary = None, "", "Remove the budget ceiling."
        else:
            amount = amount_in(deed.text, project.currency)
            ceiling = {"amount": amount, "currency": project.currency}
            becomes = money(amount, project.currency)
            summary = f"Set the budget ceiling to {becomes}."
        request = CardRequest(method="PATCH", path=self._path(""), body={"budget_ceiling": ceiling, "was": was})
        before = money(old.amount, old.currency) if old else ""
        target = Target(record="ceiling", id=project.id, was=before, becomes=becomes)
        return Prepared(CardKind.SET_CEILING, summary, request, target)

    def _deadline(self, deed: Deed) -> Prepared:
        project = self.facts.project
        day = None if deed.text.casefold() in _NONE else day_in(deed.text, self.facts.now.date())
        was = project.deadline.isoformat() if project.deadline else None
        value = day.isoformat() if day else None
        body = {"deadline": value, "was": {"deadline": was}}
        request = CardRequest(method="PATCH", path=self._path(""), body=body)
        target = Target(record="deadline", id=project.id, was=was or "", becomes=value or "")
        summary = f"Set the deadline to {day_of(day)}." if day else "Remove the deadline."
        return Prepared(CardKind.SET_DEADLINE, summary, request, target)

    def _status(self, deed: Deed) -> Prepared:
        project = self.facts.project
        kind, becomes, allowed = _STATUS[deed.verb.casefold()]
        words = deed.target.casefold().strip(" “”\"'")
        if words not in {
            "",
            "the project",
            "project",
            "this project",
            "my project",
            "our project",
            project.name.casefold(),
        }:
            raise NoSuchDeed(f"I know no “{_short(deed.target)}” that I could {deed.verb.casefold()}.")
        if project.status not in allowed:
            stands = project.status.value.replace("_", " ")
            raise NoSuchDeed(f"The project is {stands}, so there is nothing to {deed.verb.casefold()}.")
        body = {"action": deed.verb.casefold(), "was": project.status.value}
        request = CardRequest(method="POST", path=self._path("/status"), body=body)
        was = status_of(self.facts)
        target = Target(record="status", id=project.id, was=was, becomes=becomes.value)
        return Prepared(kind, f"{deed.verb.capitalize()} {project.name}.", request, target)

    def _kinds(self, deed: Deed) -> Prepared:
        """The card that changes the kinds which a must-have counts as."""
        entry, every = self.facts.brief.find(deed.target.upper()), playbooks().kinds
        if entry is None or entry.state is not EntryState.ACTIVE or entry.type is not BriefEntryType.MUST_HAVE:
            raise NoSuchDeed(f"I know no must-have {deed.target}.")
        things = [Thing(name, f"{name.replace('_', ' ')} {one.title}", "") for name, one in every.items()]
        found = [chosen(words.replace("_", " "), things) for words in deed.text.split(",")]
        if not all(len(one) == 1 for one in found):
            raise NoSuchDeed(f"I know no kind “{_short(deed.text)}”. Some are: {', '.join(list(every)[:20])}.")
        kinds = list(dict.fromkeys(one[0].id for one in found))
        path = self._path(f"/brief/entries/{entry.id}")
        request = CardRequest(method="PATCH", path=path, body={"kinds": kinds, "was": entry.text})
        was, becomes = kinds_of(self.facts.brief, entry.id), ", ".join(kinds)
        target = Target(record="entry_kinds", id=entry.id, was=was, becomes=becomes)
        titles = listed(every[one].title.lower() for one in kinds)
        return Prepared(CardKind.SET_KINDS, f"Read {entry.id} as {titles}.", request, target)

    def _said_once(self, deed: Deed) -> Prepared:
        """The card that sets a field of which the brief has one value, such as goal, platforms or approver."""
        field, brief = deed.target.casefold().replace(" ", "_"), self.facts.brief
        if field not in brief.said_once:
            raise NoSuchDeed(f"The brief says these once: {', '.join(brief.said_once)}.")
        value = _value_of(field, deed.text)
        body = {field: value, "was": {field: brief.said_once[field]}}
        request = CardRequest(method="PATCH", path=self._path("/brief"), body=body)
        target = Target(record="brief", id=field, was=said_once(brief, field), becomes=worded(value))
        summary = f"Put into the brief as {field.replace('_', ' ')}: “{_short(worded(value))}”."
        return Prepared(CardKind.CHANGE_BRIEF, summary, request, target)

    def _work(self, deed: Deed) -> Prepared:
        """The card that makes a work item; the points of a list in the deed's text become criteria."""
        if not self.facts.project.is_running:
            raise NoSuchDeed("You can hand out work while the project is under way.")
        lines = [line.strip() for line in deed.text.splitlines() if line.strip()]
        criteria = [line[2:].strip() for line in lines if line.startswith(("- ", "* "))]
        body = {"title": deed.target, "what": deed.text, "criteria": criteria or [" ".join(lines)[:_LONGEST_CRITERION]]}
        request = CardRequest(method="POST", path=self._path("/work-items"), body=body)
        target = Target(record="work_of", id=deed.target, was="", becomes="there")
        return Prepared(CardKind.CREATE_WORK, f"Hand out “{_short(deed.target)}”.", request, target)

    def _path(self, rest: str) -> str:
        return f"/projects/{self.facts.project.id}{rest}"


def _value_of(field: str, words: str) -> object:
    """The value that a request sets for a field of the brief, read from the customer's words."""
    if field in {"platforms", "existing"}:
        return [part.strip().casefold().replace(" ", "_") for part in words.split(",") if part.strip()]
    if field == "personal_data":
        return words.strip().casefold() in {"yes", "true"}
    return words.strip().casefold() if field == "tone" else words.strip()


def _short(text: str) -> str:
    return shortened(text, _QUOTED)
