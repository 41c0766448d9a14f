"""The documents of the development phase: architecture plan, delivery plan, test and release plan."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from common.services import frozen
from common.wording import days, days_between, listed, money
from domain.projects.brief.costing import Line, Spread, summed
from domain.projects.brief.records import BriefEntryType, Entry
from domain.projects.brief.topics import Known
from domain.projects.documents.design import failures_of
from domain.projects.documents.markdown import table
from domain.projects.documents.planning import stages
from domain.projects.documents.records import Section
from domain.projects.documents.trade import Drafted, Made, Trade, cells, label
from domain.projects.states import Role

if TYPE_CHECKING:
    from domain.playbooks.knowledge import Stack

_ORDER = (Role.CPO, Role.CDO, Role.CTO, Role.CMO)
_START = "foundation"
_EXISTING = "existing-code"


@frozen
class Weighed:
    """A stack of a platform with the must-haves whose kinds speak for it and against it."""

    stack: Stack
    suits: tuple[str, ...]
    strains: tuple[str, ...]

    @property
    def score(self) -> int:
        """How well the stack fits this brief: 1 for each must-have that speaks for it, -2 for each against it."""
        return len(self.suits) - 2 * len(self.strains)


def weighed(trade: Trade, platform: Known) -> list[Weighed]:
    """The stacks of a platform, the best for this brief first."""

    def named(kinds: tuple[str, ...]) -> tuple[str, ...]:
        entries = (entry for known in trade.family("kinds") if known.id in kinds for entry in known.entries)
        return tuple(sorted(dict.fromkeys(entries), key=lambda one: int(one[1:])))

    found = [Weighed(stack, named(stack.suits), named(stack.strains)) for stack in platform.knowledge.stacks]
    return sorted(found, key=lambda one: -one.score)


def architecture_plan(trade: Trade) -> Iterator[Drafted]:
    """The parts of the plan: stacks with reasons, what is stored and for how long, and how other systems fail."""
    for platform in trade.family("platforms"):
        yield _stack(trade, platform)
    kinds, rules = trade.family("kinds"), trade.family("guides")
    yield trade.part("How to build the hard parts", kinds, "P", Section.PARTS, lambda known: known.knowledge.build)
    yield trade.part("What the rules require", rules, "P", Section.PARTS, lambda known: known.knowledge.architecture)
    yield _data(trade)
    for system in trade.brief.of_type(BriefEntryType.OTHER_SYSTEM):
        limits = [
            line
            for known in trade.of(system.id)
            if known.first == system.id
            for line in trade.lines(known, "N", Section.NOTES, known.knowledge.limits, entry=system.id)
        ]
        yield Drafted(
            label(system), section=Section.FAILURES, refs=(system.id,), lines=tuple(failures_of(trade, system))
        )
        yield Drafted(f"Know before you build: {system.id}", 3, "", Section.NOTES, (system.id,), tuple(limits))


def _stack(trade: Trade, platform: Known) -> Drafted:
    found = weighed(trade, platform)
    lines = trade.lines(platform, "P", Section.PARTS, platform.knowledge.parts)
    if not found:
        return Drafted(platform.title, section=Section.PARTS, lines=lines)
    best, others = found[0], found[1:2]
    reasons = f" {listed(best.suits)} {'speaks' if len(best.suits) == 1 else 'speak'} for it." if best.suits else ""
    against = f" It strains at {listed(best.strains)}: {best.stack.strains_at}." if best.strains else ""
    text = f"**{best.stack.name}:** {best.stack.take}. {best.stack.why}{reasons}{against}"
    for other in others:
        text += f"\n\n**Or {_lowered(other.stack.name)}:** {other.stack.take}. Take it when: {other.stack.when}"
        text += f" It strains at {other.stack.strains_at}."
    return Drafted(f"{platform.title}: what to build it on", text=text, section=Section.PARTS, lines=lines)


def _lowered(name: str) -> str:
    return name if name[:2].isupper() else f"{name[0].lower()}{name[1:]}"


def _data(trade: Trade) -> Drafted:
    """The part that says what is stored and for how long; a customer's rule counts more than a playbook's period."""
    rules = [rule.id for rule in trade.brief.of_type(BriefEntryType.RULE)]
    unless = f", unless {listed(rules)} {'says' if len(rules) == 1 else 'say'} otherwise" if rules else ""

    def texts(known: Known) -> Iterator[str]:
        return (f"{one.what}. Personal: {one.personal}. Kept: {one.keep}{unless}." for one in known.knowledge.data)

    return trade.part("What is stored, and for how long", trade.known, "N", Section.NOTES, texts)


def delivery_plan(trade: Trade) -> Iterator[Drafted]:
    """The parts of the plan: work packages with days, order and proof, and the access and duties that they wait for."""
    whole, found = trade.costing, packages(trade)
    total = f"{len(found)} packages, {days(whole.days.likely)} of effort, {money(whole.money.likely, whole.currency)}."
    yield Drafted("Work packages", text=total, section=Section.PACKAGES, lines=tuple(_packages(trade, found)))
    yield trade.part("Access that packages need", trade.family("systems"), "N", Section.NOTES, _access)
    yield trade.part("What people must do and sign", trade.known, "N", Section.NOTES, _duties)


def _packages(trade: Trade, found: tuple[Package, ...]) -> Iterator[Made]:
    names = {package.key: package.entry.id if package.entry else f"“{package.title}”" for package in found}
    for package in found:
        roles = listed(f"{role.value} {days(package.roles[role])}" for role in _ORDER if role in package.roles)
        after = f" After {listed(names[need] for need in package.needs if need in names)}." if package.needs else ""
        proven = listed(_proofs(trade, package))
        proof = f" Proven by the criteria of {proven}." if proven else ""
        effort = days_between(package.effort.low, package.effort.high)
        text = f"{package.title}: {effort}, likely {roles}.{after}{proof}"
        refs = (package.entry.id,) if package.entry else ()
        yield Made("W", Section.PACKAGES, text, f"package/{package.key}", {}, refs, "estimate")


def _proofs(trade: Trade, package: Package) -> tuple[str, ...]:
    """The ids of the entries whose criteria prove a package: its own, or those at which its topics first stand."""
    if package.entry is None:
        return ()
    proving = [known for known in trade.of(package.entry.id) if known.knowledge.criteria]
    has_own = any(known.first == package.entry.id or known.knowledge.each for known in proving)
    return (package.entry.id,) if has_own else tuple(dict.fromkeys(known.first for known in proving if known.first))


def _access(known: Known) -> Iterator[str]:
    return (f"{one.name}, for {one.needed_for}. {one.how_to_obtain}" for one in known.knowledge.access)


def _duties(known: Known) -> Iterator[str]:
    return (f"{duty.what}, before {duty.before}: {duty.owner.upper()}." for duty in known.knowledge.duties)


def test_plan(trade: Trade) -> Iterator[Drafted]:
    """The parts of the plan: what is tested, how it is released and taken back, and what is watched after."""
    for title, family in _TESTED:
        yield trade.part(title, trade.family(family), "T", Section.TESTS, lambda known: known.knowledge.tests)
    yield Drafted("Failures to provoke once each", text=_provoked(trade))
    every = trade.known
    yield trade.part("Release and way back", every, "N", Section.NOTES, lambda known: known.knowledge.release)
    yield trade.part("Running it", every, "N", Section.NOTES, lambda known: known.knowledge.operation)
    # The figures of what it does stand in the launch plan.
    others = (known for known in every if known.family != "kinds")
    yield trade.part("What to watch from day one", others, "N", Section.NOTES, _watched)


_TESTED = (
    ("Tests of what it does", "kinds"),
    ("Tests of other systems", "systems"),
    ("Tests of the rules", "guides"),
    ("Tests of where it runs", "platforms"),
    ("Tests of start and release", "foundation"),
)


def _provoked(trade: Trade) -> str:
    rows = []
    for kind in (BriefEntryType.MUST_HAVE, BriefEntryType.OTHER_SYSTEM):
        for entry in trade.brief.of_type(kind):
            if [*failures_of(trade, entry)]:
                where = "Key user flows" if kind is BriefEntryType.MUST_HAVE else "Architecture plan"
                rows.append((*cells(entry), f"all of {entry.id}", where))
    return table(("Id", "What", "Failures", "Written in"), rows)


def _watched(known: Known) -> Iterator[str]:
    return (f"{text}." for text in known.knowledge.watch)


@frozen
class Package:
    """A piece of work, for one entry of the brief or for the whole product.

    `key` is the id of the entry, or of a topic of the whole product. `effort` is in hundredths of a day, `roles` the
    likely days of each role, `cost` in whole units of the project's currency. `needs` are keys of packages that come
    first.
    """

    key: str
    title: str
    effort: Spread
    roles: dict[Role, int]
    cost: int
    entry: Entry | None = None
    needs: tuple[str, ...] = ()


def packages(trade: Trade) -> tuple[Package, ...]:
    """All packages, in order: foundation, platforms, other systems, must-haves as they are built, then the rest."""
    groups: dict[str, list[Line]] = {}
    for line in trade.costing.lines:
        groups.setdefault(line.key, []).append(line)
    ordered = stages(trade)
    after = {stage.entry.id: stage.after for stage in ordered}
    places = {stage.entry.id: number for number, stage in enumerate(ordered)}
    keys = sorted(groups, key=lambda key: _place(trade, key, places))
    start = tuple(key for key in keys if key in {_START, _EXISTING})
    found = []
    for key in keys:
        entry, lines = trade.brief.find(key), groups[key]
        systems = entry.systems if entry else ()
        needs = (*start, *(one for one in systems if one in groups), *after.get(key, ())) if key not in start else ()
        found.append(_package(trade, key, entry, lines, needs))
    return tuple(found)


def _place(trade: Trade, key: str, places: dict[str, int]) -> tuple[int, int]:
    """The sort key of a package: its group, then its place within the group."""
    entry = trade.brief.find(key)
    if entry is None:
        platforms = {topic.id for topic in trade.brief.platforms}
        return (0 if key == _START else 1 if key in {*platforms, _EXISTING} else 4), 0
    if entry.type is BriefEntryType.MUST_HAVE:
        return 3, places[key]
    return (2 if entry.type is BriefEntryType.OTHER_SYSTEM else 4), 0


def _package(trade: Trade, key: str, entry: Entry | None, lines: Sequence[Line], needs: Iterable[str]) -> Package:
    roles = {role: sum(line.likely_of(role) for line in lines) for role in Role}
    return Package(
        key=key,
        title=label(entry) if entry else lines[0].title,
        effort=summed(lines),
        roles={role: effort for role, effort in roles.items() if effort},
        cost=sum(line.cost(trade.costing.rates) for line in lines),
        entry=entry,
        needs=tuple(dict.fromkeys(needs)),
    )
