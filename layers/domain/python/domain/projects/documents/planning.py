"""The documents of the planning phase: product brief, scope and acceptance criteria, roadmap."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from common.services import frozen
from common.wording import counted, day_of, days, days_between, listed, money
from domain.projects import figures, wording
from domain.projects.brief.changing import without
from domain.projects.brief.costing import summed
from domain.projects.brief.estimate import BROKEN
from domain.projects.brief.records import BriefEntryType, Choice, Entry, Size
from domain.projects.brief.topics import Known, open_choices
from domain.projects.documents.markdown import bullets, escaped, quoted, table
from domain.projects.documents.records import Section
from domain.projects.documents.trade import Drafted, Made, Trade, cells, in_own_words, label

_MOST_RISKS = 5
_MOST_RISKS_OF_RULES = 2
_MOST_LEVERS = 4


def product_brief(trade: Trade) -> Iterator[Drafted]:
    """The parts of the product brief: what is built, for whom, what it costs, and what may go wrong."""
    brief = trade.brief
    yield _still_open(trade, *_to_decide(trade), moves=True)
    yield Drafted("Goal", text=quoted(brief.goal or ""))
    yield Drafted("Who needs what", text=_who_needs_what(trade))
    yield Drafted("How you will know it worked", text=in_own_words(trade.brief.of_type(BriefEntryType.MEASURE)))
    columns = ("Id", "In your words", "What it is", "Days", "Likely cost")
    yield Drafted("What it must do", text=table(columns, _musts(trade), right=("Days", "Likely cost")))
    yield Drafted("What it costs, and when", text=_money_and_dates(trade), moves=True)
    yield Drafted("What moves the estimate most", text=bullets(_levers(trade)))
    yield Drafted("The greatest risks of this product", section=Section.RISKS, lines=tuple(_greatest_risks(trade)))
    yield Drafted("Out of scope", text=in_own_words(trade.brief.of_type(BriefEntryType.OUT_OF_SCOPE)))


def _to_decide(trade: Trade) -> Iterator[str]:
    project, found = trade.project, trade.estimate
    if found.ceiling_fits in BROKEN:
        yield wording.ceiling_verdict(project, found)
    if found.deadline_fits in BROKEN:
        yield wording.deadline_verdict(project, found)
    if fitting := wording.to_fit(found, trade.brief):
        yield fitting


def _still_open(trade: Trade, *said: str, moves: bool = False) -> Drafted:
    """What is `said`, the must-haves of no known kind, and the first choice that the customer has not answered."""
    unknown = (
        f"{escaped(label(entry))} counts as something of no known kind. Say what it is, and its lines follow."
        for entry in trade.musts
        if not entry.topics
    )
    standing, choices = (*said, *unknown), open_choices(trade.brief)
    waiting = tuple(one for one in choices if one.answer is None)
    text, basis = (bullets((*standing, *_first_of(some))) for some in (waiting, choices))
    return Drafted("Still open", text=text, basis=basis, moves=moves)


def _first_of(choices: Sequence[Choice]) -> Iterator[str]:
    for first in choices[:1]:
        yield (
            f"The scope holds decisions for you, such as {first.id}: “{first.ask}” "
            f"Our suggestion is “{first.proposed}”. A suggestion applies unless you give another answer."
        )


def _who_needs_what(trade: Trade) -> str:
    """A table of the audiences and, if any must-have names its audiences, the must-haves for each of them."""
    audiences = trade.brief.of_type(BriefEntryType.AUDIENCE)
    if not any(one.audiences for one in trade.musts):
        return table(("Id", "Who"), map(cells, audiences))
    needs = ((*cells(each), listed(one.id for one in trade.musts if each.id in one.audiences)) for each in audiences)
    return table(("Id", "Who", "Needs"), needs)


def _musts(trade: Trade) -> Iterator[tuple[object, ...]]:
    for entry in trade.musts:
        lines = trade.costing.lines_of(entry.id)
        cost = sum(line.cost(trade.costing.rates) for line in lines)
        effort = span(trade, entry).partition(" ")[0]
        yield *cells(entry), kinds_of(trade, entry), effort, money(cost, trade.costing.currency)


def kinds_of(trade: Trade, entry: Entry) -> str:
    """The titles of an entry's topics; for an entry of no known kind, the title of `other`."""
    return ", ".join(topic.title for topic in entry.topics) or trade.brief.other.title


def span(trade: Trade, entry: Entry) -> str:
    """The days of effort that building an entry takes, such as `4.5–12 days`."""
    effort = summed(trade.costing.lines_of(entry.id))
    return days_between(effort.low, effort.high)


def _money_and_dates(trade: Trade) -> str:
    project, found, whole = trade.project, trade.estimate, trade.costing
    rows = (
        ("Cost", *(money(one, whole.currency) for one in (whole.money.low, whole.money.likely, whole.money.high))),
        ("Effort", *(days(one) for one in (whole.days.low, whole.days.likely, whole.days.high))),
        ("End, if it starts today", *map(day_of, (found.dates.early, found.dates.likely, found.dates.late))),
    )
    ends = ("Low", "Likely", "High")
    said = (
        wording.ceiling_verdict(project, found) or wording.NO_CEILING,
        wording.deadline_verdict(project, found) or wording.NO_DEADLINE,
        f"{counted(trade.brief.team_size, 'person works', 'people work')} at a time.",
        wording.day_rates(found.costing),
    )
    return f"{table((' ', *ends), rows, right=ends)}\n\n{' '.join(said)}"


def _levers(trade: Trade) -> Iterator[str]:
    """The must-haves whose size moves the cost most, each with what another size would change."""
    now, found = trade.costing.money.likely, []
    for entry in trade.musts:
        other = {size: _with_size(trade, entry, size) - now for size in Size if size is not entry.size}
        found.append((max(map(abs, other.values())), entry, other))
    for _, entry, other in sorted(found, key=lambda one: -one[0])[:_MOST_LEVERS]:
        changes = listed(f"{size.value} would {_moved(trade, change)}" for size, change in other.items())
        yield f"{escaped(label(entry))} counts as {entry.size.value}: {changes}."


def _moved(trade: Trade, change: int) -> str:
    return f"{'add' if change > 0 else 'save'} {money(abs(change), trade.costing.currency)}"


def _with_size(trade: Trade, entry: Entry, size: Size) -> int:
    entries = tuple(one.model_copy(update={"size": size}) if one.id == entry.id else one for one in trade.brief.entries)
    return _changed(trade, entries).costing.money.likely


def _changed(trade: Trade, entries: tuple[Entry, ...]) -> Trade:
    return Trade(replace(trade.plan, brief=trade.brief.model_copy(update={"entries": entries})), trade.today)


def _greatest_risks(trade: Trade) -> Iterator[Made]:
    """One risk of each of up to five topics: what takes longest comes first, then at most two rules."""
    topics = sorted(
        (one for one in trade.known if one.knowledge.risks),
        key=lambda one: (one.first is None, -_weight(trade, one)),
    )
    rules = [one for one in topics if one.family == "guides"][:_MOST_RISKS_OF_RULES]
    others = [one for one in topics if one.family != "guides"][: _MOST_RISKS - len(rules)]
    for known in (*others, *rules):
        risk = known.knowledge.risks[0]
        text = f"{risk.what} You see it by: {risk.sign}. Then: {risk.then}."
        yield trade.line(known, "K", Section.RISKS, text)


def _weight(trade: Trade, known: Known) -> int:
    return sum(line.days.high for line in trade.costing.lines if line.topic == known.id)


def scope(trade: Trade) -> Iterator[Drafted]:
    """The parts of the scope: the criteria and choices of each entry, and what is not included."""
    yield _still_open(trade)
    for entry in trade.musts:
        yield _scope_of(trade, entry)
    for entry in (*trade.brief.of_type(BriefEntryType.OTHER_SYSTEM), *trade.brief.of_type(BriefEntryType.RULE)):
        yield _criteria_of(trade, entry)
    everywhere = [one for one in trade.known if one.first is None]
    for known in everywhere:
        criteria = trade.lines(known, "Q", Section.CRITERIA, known.knowledge.criteria)
        if criteria or known.knowledge.choices:
            choices = tuple(choice.id for choice in trade.choices_of(known))
            yield Drafted(known.title, section=Section.CRITERIA, lines=criteria, choices=choices)
    yield Drafted("Out of scope", text=in_own_words(trade.brief.of_type(BriefEntryType.OUT_OF_SCOPE)))
    yield Drafted(
        "Not included unless you say so",
        text="People often take these for granted. Nobody asked for them, so they are not built.",
        section=Section.NOTES,
        lines=tuple(_left_out(trade)),
    )


def _scope_of(trade: Trade, entry: Entry) -> Drafted:
    whom = listed(f"{one} {escaped(trade.brief.entry(one).text)}" for one in entry.audiences)
    what = listed(f"{one} {escaped(trade.brief.entry(one).text)}" for one in entry.systems)
    rules = listed(entry.rules)
    facts = (
        kinds_of(trade, entry),
        f"for {whom}" if whom else "",
        f"with {what}" if what else "",
        f"bound by {rules}" if rules else "",
        span(trade, entry),
    )
    drafted = _criteria_of(trade, entry)
    text = "\n\n".join(filter(None, (" · ".join(fact for fact in facts if fact), drafted.text)))
    return replace(drafted, text=text, lines=(*drafted.lines, *_in_own_words(entry)))


def _in_own_words(entry: Entry) -> Iterator[Made]:
    """The criterion for the customer's own sentence; none for an unknown kind, whose own lines say it."""
    if entry.topics:
        text = "You see every part of {entry} work with a case of your own, and reject a case that it must reject."
        yield Made(entry.id, Section.CRITERIA, text, f"own/{entry.id}", {"entry": entry.id}, (entry.id,), "brief")


def _criteria_of(trade: Trade, entry: Entry) -> Drafted:
    """The criteria of an entry: all of a topic at its first entry, and those to repeat at a further one."""
    lines: list[Made] = []
    choices: list[str] = []
    for known in trade.of(entry.id):
        is_first = known.first == entry.id
        texts = known.knowledge.criteria if is_first else known.knowledge.each
        lines += trade.lines(known, entry.id, Section.CRITERIA, texts, entry=entry.id)
        choices += [choice.id for choice in trade.choices_of(known)] if is_first else []
    firsts = listed(dict.fromkeys(known.first for known in trade.of(entry.id) if known.first != entry.id))
    return Drafted(
        label(entry),
        text=f"All that holds for {firsts} holds here too." if firsts else "",
        section=Section.CRITERIA,
        refs=(entry.id,),
        lines=tuple(lines),
        choices=tuple(choices),
    )


def _left_out(trade: Trade) -> Iterator[Made]:
    for known in trade.known:
        if known.knowledge.out_of_scope:
            what = "; ".join(known.knowledge.out_of_scope)
            yield trade.line(known, "N", Section.NOTES, f"{known.title}: {what[0].lower()}{what[1:]}.")


@frozen
class Stage:
    """A must-have, the ids it comes `after`, and the effort until it `ends`: low, likely, high, in 1/100 of a day."""

    entry: Entry
    after: tuple[str, ...]
    ends: tuple[int, int, int]


def roadmap(trade: Trade) -> Iterator[Drafted]:
    """The parts of the roadmap: what to leave out first, and what is built when, with the reason."""
    yield Drafted("What to leave out first", text=_to_leave_out(trade), moves=True)
    columns = ("Step", "What", "Why here", "Early", "Likely", "Late")
    yield Drafted("Order", text=table(columns, _order(trade)), moves=True)


def _to_leave_out(trade: Trade) -> str:
    """Each must-have but the first, the least important first, with what leaving it out saves."""
    found = trade.estimate
    limits = {found.ceiling_fits, found.deadline_fits} - {None}
    held = BROKEN.isdisjoint(limits)
    standing = "Your limits hold. If they should not," if limits else "You set no limits. To have less built,"
    why = f"{standing} leave out from the top:" if held else wording.to_fit(found, trade.brief)
    if not held and not found.to_fit:
        why += " This is what each of the others saves:"
    rows = []
    for entry in reversed(trade.musts[1:]):
        less = _changed(trade, without(trade.brief.entries, {entry.id}))
        saved = trade.costing.money.likely - less.costing.money.likely
        sooner = trade.costing.days.likely - less.costing.days.likely
        done = day_of(figures.dates(less.project, today=trade.today).likely)
        rows.append((*cells(entry), days(sooner), money(saved, trade.costing.currency), done))
    columns = ("Id", "Without", "Saves days", "Saves money", "Then likely done")
    return f"{why}\n\n{table(columns, rows, right=columns[2:4])}" if rows else ""


def _order(trade: Trade) -> Iterator[tuple[object, ...]]:
    for number, stage in enumerate(stages(trade), start=1):
        why = f"needs {listed(stage.after)}" if stage.after else "by your order"
        ends = (day_of(figures.day_done(effort, trade.brief.team_size, trade.today)) for effort in stage.ends)
        yield number, " ".join(cells(stage.entry)), why, *ends


def stages(trade: Trade) -> tuple[Stage, ...]:
    """The must-haves as they are built: what others stand on first, then by the customer's order."""
    needs = {entry.id: _stands_on(trade, entry) for entry in trade.musts}
    left, ordered = list(trade.musts), []
    while left:
        ready = next((one for one in left if not {*needs[one.id]} & {other.id for other in left}), left[0])
        left.remove(ready)
        ordered.append(ready)
    own = {entry.id: summed(trade.costing.lines_of(entry.id)).likely for entry in ordered}
    whole = trade.costing.days
    likely = sum(line.days.likely for line in trade.costing.lines if line.entry not in own)
    found: list[Stage] = []
    for entry in ordered:
        likely += own[entry.id]
        ends = (likely * whole.low // whole.likely, likely, -(-likely * whole.high // whole.likely))
        built = {stage.entry.id for stage in found}
        found.append(Stage(entry, tuple(need for need in needs[entry.id] if need in built), ends))
    return tuple(found)


def _stands_on(trade: Trade, entry: Entry) -> tuple[str, ...]:
    """The ids of the must-haves at which an entry's kinds, and the kinds that these stand on, first occur."""
    own = trade.of(entry.id)
    kinds = {kind for known in own for kind in known.knowledge.after}
    others = (one.first for one in trade.family("kinds") if one.id in kinds or one in own)
    return tuple(dict.fromkeys(one for one in others if one and one != entry.id))
