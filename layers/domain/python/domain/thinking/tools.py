"""What a model may look up and work out while it answers. Nothing here writes."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from datetime import date, datetime
from decimal import Decimal
from difflib import get_close_matches
from threading import Lock
from typing import Annotated

from pydantic import Field, TypeAdapter, ValidationError

from common.errors import DomainError
from common.services import frozen
from common.wording import day_of, days, money
from domain.answers.facts import HUNDREDTHS_OF_A_DAY, Fact, Written
from domain.answers.naming import Thing, chosen
from domain.answers.project_facts import ProjectFacts, documents_of
from domain.answers.ranking import find
from domain.answers.record_facts import whole_sheet
from domain.playbooks.knowledge import Knowledge
from domain.playbooks.library import SLOT, knowledge, playbooks
from domain.projects import wording
from domain.projects.brief import changing
from domain.projects.brief.changing import Plan
from domain.projects.brief.estimate import estimate, is_priced
from domain.projects.brief.requests import ChangeOp
from domain.projects.dates import add_working_days, working_days_between
from domain.projects.states import Role
from domain.thinking.snapshot import snapshot_of
from domain.thinking.values import known_from, values_in

type Consult = Callable[[Role, str], str]
type ProjectNamed = Callable[[str], ProjectFacts]
_KINDS = {"must-have": "must_have", "rule": "rule", "system": "other_system"}
_ISO = re.compile(r"\d{4}-\d\d-\d\d")
_NAME = re.compile(r"\bf\d{1,4}\b")
_LONGEST_SUM = 200
_MOST_DEEP = 40
_CHANGES: TypeAdapter[list[ChangeOp]] = TypeAdapter(list[Annotated[ChangeOp, Field(discriminator="op")]])
_MOST_DAYS = 5_000
_CLOSE_NAMES = 8
_SUMS: Mapping[type, Callable[[Decimal, Decimal], Decimal]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}


class NotComputed(Exception):
    """A tool can't answer; the message says why, in words for the model."""


@frozen
class _Wanted:
    """The changes of a what-if, as a model says them."""

    add: tuple[str, ...]
    drop: tuple[str, ...]
    platforms: tuple[str, ...]
    ceiling: int | None
    deadline: str
    people: int | None

    @property
    def said(self) -> str:
        """The changes in words."""
        parts = [
            f"with {'; '.join(self.add)}" if self.add else "",
            f"without {', '.join(self.drop)}" if self.drop else "",
            f"on {', '.join(self.platforms)}" if self.platforms else "",
            f"with a ceiling of {self.ceiling:,}" if self.ceiling is not None else "",
            f"with the deadline {self.deadline}" if self.deadline else "",
            f"with {self.people} people" if self.people is not None else "",
        ]
        return ", ".join(part for part in parts if part) or "without a change"

    def changes(self, currency: str) -> list[ChangeOp]:
        """The changes as the what-if route takes them. Raises `ValidationError`."""
        ops: list[dict[str, object]] = []
        for words in self.add:
            kind, mark, text = words.partition(": ")
            known = _KINDS.get(kind.casefold()) if mark else None
            ops.append({"op": "add_entry", "type": known or "must_have", "text": text if known else words})
        ops += [{"op": "drop_entry", "id": one} for one in self.drop]
        if self.platforms:
            ops.append({"op": "change_brief", "platforms": list(self.platforms)})
        limits: dict[str, object] = {}
        limits |= {"deadline": self.deadline} if self.deadline else {}
        limits |= {"team_size": self.people} if self.people is not None else {}
        limits |= {"budget_ceiling": {"amount": self.ceiling, "currency": currency}} if self.ceiling is not None else {}
        if limits:
            ops.append({"op": "change_project", **limits})
        return _CHANGES.validate_python(ops)


@frozen
class Toolbox:
    """The tools of one answer.

    Attributes:
        project_named: reads all facts of the project of that name; "" is the conversation's. Raises `NotComputed`.
        facts: those that the model cites, by their numbers.
        progress: tells the customer what is being done.
        found: what the tools have answered so far; the first is cited as `t1`.
    """

    project_named: ProjectNamed
    facts: Mapping[str, Fact]
    earlier: Sequence[Written]
    consult: Consult
    progress: Callable[[str], None]
    found: list[str] = field(default_factory=list)
    lock: Lock = field(default_factory=Lock)

    def tools(self) -> tuple[Callable[..., str], ...]:
        """The tools as functions for a model. Each says why it can't answer instead of failing."""

        def read_document(title: str, project: str = "") -> str:
            """Read a document as it stands: its lines with their ids, choices and comments.

            Args:
                title: its title, such as "Roadmap".
                project: the project's name; only where you answer for several.
            """
            return self._told(lambda: self._document(title, project), f"reading {title[:60]}")

        def find_words(query: str, project: str = "") -> str:
            """Find lines of documents and earlier messages that hold most of these words.

            Args:
                query: two to six words that the passage must hold.
                project: the project's name; only where you answer for several.
            """
            return self._told(lambda: self._passages(query, project), "looking through the records")

        def what_if(
            add: list[str] = [],  # noqa: B006 - the library reads the default; nothing changes it
            drop: list[str] = [],  # noqa: B006 - likewise
            platforms: list[str] = [],  # noqa: B006 - likewise
            ceiling: int | None = None,
            deadline: str = "",
            people: int | None = None,
            project: str = "",
        ) -> str:
            """What changes of the brief would do: cost, end, and whether ceiling and deadline hold. Nothing is done.

            Args:
                add: new must-haves, each in one sentence, in the very words of the card that you propose; what begins
                    with "rule: " or "system: " is one of these.
                drop: ids of entries to drop, such as R3.
                platforms: all platforms, where they would be others: web, ios, android, mobile, desktop, api.
                ceiling: another budget ceiling, in whole units of the currency.
                deadline: another deadline, as 2027-06-30.
                people: how many people work at once.
                project: the project's name; only where you answer for several.
            """
            wanted = _Wanted(tuple(add), tuple(drop), tuple(platforms), ceiling, deadline, people)
            return self._told(lambda: self._what_if(wanted, project), "working out what it would take")

        def compute(expression: str) -> str:
            """Work out a sum of numbers and facts: + - * / and brackets; f12 is the figure of that fact.

            workdays(a, b) counts working days between two days, days(a, b) all; after(a, 20) is the day 20 working
            days after a. A day is a fact or "2027-06-30".

            Args:
                expression: such as "f12 - f14" or "workdays(f3, '2027-06-30')".
            """
            return self._told(lambda: self._computed(expression), "working it out", found=self._result)

        def playbook(topic: str) -> str:
            """What people who have built such things know of a topic: criteria, failures, risks, what to decide.

            Args:
                topic: a kind, system, guide or platform, such as "booking", "stripe", "health data" or "ios".
            """
            return self._told(lambda: _playbook(topic), "looking up what others learned")

        def read_project(project: str = "") -> str:
            """Read everything on record of one project, where the facts that you were given don't hold it.

            Args:
                project: its name; only where you answer for several.
            """
            return self._told(lambda: self._whole(project), "reading the records of a project")

        def consult(role: Role, question: str) -> str:
            """Ask a role of the team for its judgement: CTO, CPO, CDO or CMO. Three at most; call them together.

            Args:
                role: whom.
                question: what, in full: the role doesn't see your other questions.
            """
            asked, doing = Role(role), f"asking the {Role(role).value}"
            return self._told(lambda: self.consult(asked, question[:1_000]), doing, found=None)

        find_words.__name__ = "find"
        return read_project, read_document, find_words, what_if, compute, playbook, consult

    def _told(self, answer: Callable[[], str], doing: str, *, found: Callable[[str], str] | None = str) -> str:
        """The answer of a tool with its number, or why there is none.

        `found` takes the part of the answer that the model may rest on; None: it is no source, and gets no number.
        """
        self.progress(doing)
        try:
            said = answer()
        except (NotComputed, DomainError) as problem:
            return str(problem)
        if found is None:
            return said
        with self.lock:
            self.found.append(found(said))
            return f"[t{len(self.found)}] {said}"

    def _document(self, title: str, project: str) -> str:
        facts = self.project_named(project)
        every = documents_of(facts)
        named = chosen(title.replace("_", " "), [Thing(one.id, one.title, "document") for one in every])
        if len(named) != 1:
            raise NotComputed(f"Name one of: {', '.join(one.title for one in every) or 'none is written yet'}.")
        document = next(one for one in every if one.id == named[0].id)
        text = facts.text_of(document) if document.revision else None
        if text is None:
            raise NotComputed(f"{document.title} has no text yet.")
        return f"{document.title}, revision {document.revision}, {document.state.value}:\n\n{text.content}"

    def _whole(self, project: str) -> str:
        facts = self.project_named(project)
        known = snapshot_of(whole_sheet(facts)).facts.values()
        return "\n".join((f"{facts.project.name}:", *(f"- {fact.text}" for fact in known)))

    def _passages(self, query: str, project: str) -> str:
        facts = self.project_named(project)
        found = find(query, facts, self.earlier, whole_sheet(facts))
        if not found:
            raise NotComputed("Nothing on record holds these words.")
        return "\n".join(fact.text for fact in found)

    def _what_if(self, wanted: _Wanted, project: str) -> str:
        facts = self.project_named(project)
        before = facts.plan
        if not is_priced(before):
            raise NotComputed("There is no estimate yet. It needs a must-have and a platform.")
        try:
            after = changing.apply_all(before, wanted.changes(before.project.currency), now=facts.now)
        except ValidationError as error:
            raise NotComputed(f"Not so: {error.errors()[0]['msg']}.") from None
        said = [f"Now: {_standing(before, facts.now)}"]
        then = _standing(after, facts.now) if is_priced(after) else "nothing is left to estimate."
        said.append(f"Then, {wanted.said}: {then}")
        return "\n".join(said)

    def _computed(self, expression: str) -> str:
        if len(expression) > _LONGEST_SUM:
            raise NotComputed("Too long: at most 200 characters.")
        try:
            tree = ast.parse(expression.strip(), mode="eval")
            if sum(1 for _ in ast.walk(tree)) > _MOST_DEEP * 4:
                raise NotComputed("Too long.")
            result = self._value(tree.body)
            said = _worded(result)
        except ZeroDivisionError:
            raise NotComputed("Nothing can be divided by 0.") from None
        except (SyntaxError, ValueError, RecursionError, ArithmeticError, MemoryError):
            raise NotComputed("I can't read this: numbers, facts such as f12, + - * / and brackets.") from None
        told = _NAME.sub(lambda found: f"{found[0]} ({_worded(self._figure(found[0]))})", expression)
        return f"{told} = {said}"

    def _result(self, said: str) -> str:
        """The result of a sum; "" where nothing in the sum is on record, since a model can write any figure."""
        expression, _, result = said.rpartition(" = ")
        known = frozenset[str]().union(*(known_from(fact.text) for fact in self.facts.values()))
        is_on_record = any(number in self.facts for number in _NAME.findall(expression))
        is_on_record = is_on_record or any(value.distinctive & known for value in values_in(expression))
        return result if is_on_record else ""

    def _value(self, node: ast.expr) -> Decimal | date:
        match node:
            case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
                return Decimal(str(number))
            case ast.Constant(value=str() as text):
                return date.fromisoformat(text)
            case ast.Name(id=number):
                return self._figure(number)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return -_number(self._value(operand))
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _SUMS:
                return _SUMS[type(op)](_number(self._value(left)), _number(self._value(right)))
            case ast.Call(func=ast.Name(id="after"), args=[first, count], keywords=[]):
                return _after(self._value(first), _number(self._value(count)))
            case ast.Call(func=ast.Name(id="days" | "workdays" as name), args=[first, last], keywords=[]):
                return _days_between(name, self._value(first), self._value(last))
        raise NotComputed("Only numbers, facts such as f12, + - * /, brackets, days(a, b) and workdays(a, b).")

    def _figure(self, number: str) -> Decimal | date:
        fact = self.facts.get(number)
        if fact is None:
            raise NotComputed(f"There is no {number}.")
        if isinstance(fact.value, date):
            return fact.value
        if isinstance(fact.value, str) and _ISO.fullmatch(fact.value):
            return date.fromisoformat(fact.value)
        if not isinstance(fact.value, int):
            raise NotComputed(f"{number} holds no one figure: {fact.text} Write the figure itself.")
        return Decimal(fact.value) / 100 if fact.unit == HUNDREDTHS_OF_A_DAY else Decimal(fact.value)


def _standing(plan: Plan, now: datetime) -> str:
    found, project = estimate(plan, today=now.date()), plan.project
    cost, currency = found.costing.money, found.costing.currency
    texts = [
        f"likely {money(cost.likely, currency)}, between {money(cost.low, currency)} and {money(cost.high, currency)};",
        f"{days(found.costing.days.likely)} of effort; likely to be done on {day_of(found.dates.likely)}, between",
        f"{day_of(found.dates.early)} and {day_of(found.dates.late)}.",
        wording.ceiling_verdict(project, found) or wording.NO_CEILING,
        wording.deadline_verdict(project, found) or wording.NO_DEADLINE,
        wording.to_fit(found, plan.brief),
    ]
    return " ".join(text for text in texts if text)


def _worded(value: Decimal | date) -> str:
    if isinstance(value, date):
        return day_of(value)
    exact, whole = round(value, 2).normalize(), round(value)
    return f"{exact:,f}" if exact == whole else f"{exact:,f} (about {whole:,})"


def _number(value: Decimal | date) -> Decimal:
    if isinstance(value, date):
        raise NotComputed("Count from day to day with days(a, b) or workdays(a, b).")
    return value


def _after(first: Decimal | date, count: Decimal) -> date:
    if not isinstance(first, date) or not 0 <= count <= _MOST_DAYS:
        raise NotComputed(f"after takes a day and how many working days, at most {_MOST_DAYS:,}.")
    return add_working_days(first, int(count))


def _days_between(name: str, first: Decimal | date, last: Decimal | date) -> Decimal:
    if not (isinstance(first, date) and isinstance(last, date)):
        raise NotComputed(f"{name} takes two days.")
    return Decimal(working_days_between(first, last) if name == "workdays" else (last - first).days)


def _playbook(topic: str) -> str:
    library = playbooks()
    families = {
        "kinds": library.kinds,
        "systems": library.systems,
        "guides": library.guides,
        "platforms": library.platforms,
    }
    every = {f"{family}/{name}": one.title for family, known in families.items() for name, one in known.items()}
    things = [Thing(name, _spaced(f"{name} {title}"), "") for name, title in every.items()]
    exactly = [one for one in things if topic.strip().casefold() in {one.id, one.id.partition("/")[2]}]
    named = exactly or chosen(_spaced(topic), things)
    if len(named) != 1:
        names = {name.partition("/")[2]: name for name in every}
        close = [one.id for one in named] or get_close_matches(topic.replace(" ", "_"), names, _CLOSE_NAMES, 0.4)
        raise NotComputed(f"No playbook has that name alone. Close ones: {', '.join(close) or 'none'}.")
    family, _, name = named[0].id.partition("/")
    known = knowledge()[family][name]
    proposed = {choice.id: choice.proposed for choice in known.choices}
    return f"{every[named[0].id]}\n{SLOT.sub(lambda found: proposed.get(found[1], 'it'), _known(known))}"


def _spaced(text: str) -> str:
    return text.replace("_", " ").replace("/", " ")


def _known(known: Knowledge) -> str:
    """The criteria, risks, failures, choices, limits and duties of a playbook, one a line."""
    lines = [
        *(f"- criterion: {one}" for one in known.criteria),
        *(f"- risk: {one.what}; the sign: {one.sign}; then: {one.then}" for one in known.risks),
        *(f"- failure: when {one.when}, {one.then}" for one in known.failures),
        *(f"- to decide: {one.ask} proposed: {one.proposed}" for one in known.choices),
        *(f"- limit: {one}" for one in known.limits),
        *(f"- duty: {one.what}, before {one.before}" for one in known.duties),
    ]
    return "\n".join(lines)
