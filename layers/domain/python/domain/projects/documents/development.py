"""The documents of the development phase: architecture plan, delivery plan, test and release plan."""

from __future__ import annotations

from collections.abc import Iterator

from common.services import frozen
from common.wording import days, listed, money
from domain.playbooks.knowledge import Stack
from domain.projects.brief.known import Known
from domain.projects.brief.records import BriefEntryType
from domain.projects.documents.design import failures_of
from domain.projects.documents.markdown import escaped, table
from domain.projects.documents.packages import Package, packages
from domain.projects.documents.records import Section
from domain.projects.documents.trade import Drafted, Made, Trade, label
from domain.projects.states import Role

_ORDER = (Role.CPO, Role.CDO, Role.CTO, Role.CMO)


@frozen
class Weighed:
    """A stack of a platform with the must-haves whose kinds speak for it and against it."""

    stack: Stack
    suits: tuple[str, ...]
    strains: tuple[str, ...]

    @property
    def score(self) -> int:
        """How well it fits this brief."""
        return len(self.suits) - 2 * len(self.strains)


def weighed(trade: Trade, platform: Known) -> list[Weighed]:
    """The stacks of a platform, the best for this brief first."""

    def named(kinds: tuple[str, ...]) -> tuple[str, ...]:
        entries = (entry for known in trade.family("kinds") if known.id in kinds for entry in known.entries)
        return tuple(sorted(dict.fromkeys(entries), key=lambda one: int(one[1:])))

    found = [Weighed(stack, named(stack.suits), named(stack.strains)) for stack in platform.knowledge.stacks]
    return sorted(found, key=lambda one: -one.score)


def architecture_plan(trade: Trade) -> Iterator[Drafted]:
    """A stack with its reasons, the parts, what is stored and for how long, and how other systems fail."""
    for platform in trade.family("platforms"):
        yield _stack(trade, platform)
    made = [
        line
        for known in trade.family("kinds")
        for line in trade.lines(known, "P", Section.PARTS, known.knowledge.build)
    ]
    yield Drafted("How to build the hard parts", section=Section.PARTS, lines=tuple(made))
    yield Drafted("What the rules require", section=Section.PARTS, lines=tuple(_of_rules(trade)))
    yield Drafted("What is stored, and for how long", section=Section.NOTES, lines=tuple(_data(trade)))
    for system in trade.entries(BriefEntryType.OTHER_SYSTEM):
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


def _of_rules(trade: Trade) -> Iterator[Made]:
    for known in trade.family("guides"):
        yield from trade.lines(known, "P", Section.PARTS, known.knowledge.architecture)


def _data(trade: Trade) -> Iterator[Made]:
    """What is stored and for how long; a rule of the customer's counts more than a playbook's period."""
    rules = [rule.id for rule in trade.entries(BriefEntryType.RULE)]
    unless = f", unless {listed(rules)} {'says' if len(rules) == 1 else 'say'} otherwise" if rules else ""
    for known in trade.known:
        for one in known.knowledge.data:
            text = f"{one.what}. Personal: {one.personal}. Kept: {one.keep}{unless}."
            yield trade.line(known, "N", Section.NOTES, text)


def delivery_plan(trade: Trade) -> Iterator[Drafted]:
    """The work packages with days, order and what proves them, and the access and duties that they wait for."""
    whole, found = trade.costing, packages(trade)
    total = f"{len(found)} packages, {days(whole.days.likely)} of effort, {money(whole.money.likely, whole.currency)}."
    yield Drafted("Work packages", text=total, section=Section.PACKAGES, lines=tuple(_packages(trade, found)))
    yield Drafted("Access that packages need", section=Section.NOTES, lines=tuple(_access(trade)))
    yield Drafted("What people must do and sign", section=Section.NOTES, lines=tuple(_duties(trade)))


def _packages(trade: Trade, found: tuple[Package, ...]) -> Iterator[Made]:
    numbers = {package.key: f"W{number}" for number, package in enumerate(found, start=1)}
    for package in found:
        roles = listed(f"{role.value} {days(package.roles[role])}" for role in _ORDER if role in package.roles)
        after = f" After {listed(numbers[need] for need in package.needs if need in numbers)}." if package.needs else ""
        proven = listed(_proofs(trade, package))
        proof = f" Proven by the criteria of {proven}." if proven else ""
        effort = f"{days(package.effort.low)} to {days(package.effort.high)}"
        text = f"{package.title}: {effort}, likely {roles}.{after}{proof}"
        refs = (package.entry.id,) if package.entry else ()
        yield Made("W", Section.PACKAGES, text, f"package/{package.key}", {}, refs, "estimate")


def _proofs(trade: Trade, package: Package) -> tuple[str, ...]:
    """The entries whose criteria prove a package: its own, or those at which its topics stand."""
    if package.entry is None:
        return ()
    proving = [known for known in trade.of(package.entry.id) if known.knowledge.criteria]
    has_own = any(known.first == package.entry.id or known.knowledge.each for known in proving)
    return (package.entry.id,) if has_own else tuple(dict.fromkeys(known.first for known in proving if known.first))


def _access(trade: Trade) -> Iterator[Made]:
    for known in trade.family("systems"):
        for one in known.knowledge.access:
            text = (
                f"{one.name}, for {one.needed_for}. Create it here: {one.where}. "
                f"Rights: {one.least}. For first tests, use {one.sandbox}."
            )
            yield trade.line(known, "N", Section.NOTES, text)


def _duties(trade: Trade) -> Iterator[Made]:
    """What the rules demand of people, with its time and owner."""
    for known in trade.known:
        for duty in known.knowledge.duties:
            text = f"{duty.what}, before {duty.before}: {duty.owner.upper()}."
            yield trade.line(known, "N", Section.NOTES, text)


def test_plan(trade: Trade) -> Iterator[Drafted]:
    """What is tried before the release, how it is released and taken back, and what is watched after."""
    for title, family in _TESTED:
        tests = [
            line
            for known in trade.family(family)
            for line in trade.lines(known, "T", Section.TESTS, known.knowledge.tests)
        ]
        yield Drafted(title, section=Section.TESTS, lines=tuple(tests))
    yield Drafted("Failures to provoke once each", text=_provoked(trade))
    yield Drafted("Release and way back", section=Section.NOTES, lines=tuple(_noted(trade, "release")))
    yield Drafted("Running it", section=Section.NOTES, lines=tuple(_noted(trade, "operation")))
    yield Drafted("What to watch from day one", section=Section.NOTES, lines=tuple(_watched(trade)))


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
        for entry in trade.entries(kind):
            if lines := [*failures_of(trade, entry)]:
                first, last = f"{lines[0].group}.1", f"{lines[0].group}.{len(lines)}"
                where = "Key user flows" if kind is BriefEntryType.MUST_HAVE else "Architecture plan"
                rows.append((entry.id, f"“{escaped(entry.text)}”", f"{first} to {last}", where))
    return table(("Id", "What", "Failures", "Written in"), rows)


def _watched(trade: Trade) -> Iterator[Made]:
    """The figures of running it; those of what it does stand in the launch plan."""
    for known in trade.known:
        if known.family != "kinds":
            yield from trade.lines(known, "N", Section.NOTES, (f"{text}." for text in known.knowledge.watch))


def _noted(trade: Trade, name: str) -> Iterator[Made]:
    for known in trade.known:
        yield from trade.lines(known, "N", Section.NOTES, getattr(known.knowledge, name))
