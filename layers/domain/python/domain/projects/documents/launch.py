"""The documents of the launch phase: positioning and messaging, launch plan."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

from common.wording import day_of
from domain.projects.brief.records import BriefEntryType
from domain.projects.brief.topics import Known
from domain.projects.documents.design import voice_of
from domain.projects.documents.markdown import bullets, escaped, quoted, table
from domain.projects.documents.records import Section
from domain.projects.documents.trade import Drafted, Made, Trade, cells, in_own_words

_MOST_CLAIMS = 3


def messaging(trade: Trade) -> Iterator[Drafted]:
    """The parts of messaging: claims with the proof that each needs, and drafts for page and mail."""
    yield Drafted("Position", text=_position(trade))
    kinds = trade.family("kinds")
    yield trade.part("Claims, and the proof each needs", kinds, "S", Section.SENTENCES, _claims)
    yield Drafted("Words", text="The words of the style guide hold here, too.")
    yield Drafted("Draft of the page", section=Section.SENTENCES, lines=tuple(_page(trade)))
    yield Drafted("Draft of the mail", section=Section.SENTENCES, lines=tuple(_mail(trade)))
    yield Drafted("Do not promise", text=bullets(_not_promised(trade)))


def _position(trade: Trade) -> str:
    audiences = trade.brief.of_type(BriefEntryType.AUDIENCE)
    serve = (", ".join(must.id for must in trade.musts if one.id in must.audiences) for one in audiences)
    rows = [(*cells(one), musts or "all of it") for one, musts in zip(audiences, serve, strict=True)]
    return f"{quoted(trade.brief.goal or '')}\n\n{table(('Id', 'Speaks to', 'With'), rows)}"


def _claims(known: Known) -> Iterator[str]:
    return (f"“{claim.text}” Proof: {claim.proof}." for claim in known.knowledge.claims)


def _best(trade: Trade) -> list[tuple[Known, str]]:
    """The first claims of up to three kinds: kinds that the first audience needs come first, then by must-have."""
    audiences = trade.brief.of_type(BriefEntryType.AUDIENCE)
    first = {must.id for must in trade.musts if audiences and audiences[0].id in must.audiences}
    kinds = sorted(trade.family("kinds"), key=lambda known: known.first not in first)
    return [(known, known.knowledge.claims[0].text) for known in kinds if known.knowledge.claims][:_MOST_CLAIMS]


def _page(trade: Trade) -> Iterator[Made]:
    best = _best(trade)
    for number, (known, text) in enumerate(best):
        begins = f"Reason: {text}" if number else f"Headline: {trade.project.name}. {text}"
        yield replace(trade.line(known, "S", Section.SENTENCES, begins), key=f"page/{known.name}")
    if best:
        yield _said("page/call", f"Button and last line: {voice_of(trade)['call']}")


def _mail(trade: Trade) -> Iterator[Made]:
    best, voice, name = _best(trade), voice_of(trade), trade.project.name
    audiences = trade.brief.of_type(BriefEntryType.AUDIENCE)
    if best and audiences:
        yield _said("mail/to", f"To {audiences[0].text}. Subject: {name} is here", audiences[0].id)
        yield _said("mail/hello", f"{voice['hello']} {name} is here.")
        for known, text in best:
            yield replace(trade.line(known, "S", Section.SENTENCES, text), key=f"mail/{known.name}")
        yield _said("mail/call", voice["call"])


def _said(key: str, text: str, entry: str | None = None) -> Made:
    return Made("S", Section.SENTENCES, text, key, {}, (entry,) if entry else (), "voice")


def _not_promised(trade: Trade) -> Iterator[str]:
    for entry in trade.brief.of_type(BriefEntryType.OUT_OF_SCOPE):
        yield " ".join(cells(entry))
    left_out = [text for known in trade.known for text in known.knowledge.out_of_scope]
    if left_out:
        yield f"{'; '.join(escaped(text) for text in left_out)}."


def launch_plan(trade: Trade) -> Iterator[Drafted]:
    """The parts of the launch plan: the steps by day, who does them, and who reads which figure."""
    day = trade.project.deadline or trade.estimate.dates.likely
    why = "your deadline" if trade.project.deadline else "the likely day on which all is done"
    text = f"Day 0 is {day_of(day)}: {why}. The first step is on {day_of(day + timedelta(days=_first(trade)))}."
    yield Drafted("Day by day", text=text, section=Section.LAUNCH, lines=tuple(_steps(trade)), moves=True)
    yield trade.part("Who reads which figure", trade.family("kinds"), "N", Section.NOTES, _figures)
    yield Drafted("Your measures", text=in_own_words(trade.brief.of_type(BriefEntryType.MEASURE)))


def _first(trade: Trade) -> int:
    return min((step.day for known in trade.known for step in known.knowledge.launch), default=0)


def _steps(trade: Trade) -> Iterator[Made]:
    steps = [(step, known) for known in trade.known for step in known.knowledge.launch]
    for step, known in sorted(steps, key=lambda one: one[0].day):
        day = f"Day {step.day:+d}" if step.day else "Day 0"
        yield trade.line(known, "L", Section.LAUNCH, f"{day}, {step.who.upper()}, {known.title}: {step.what}")


def _figures(known: Known) -> Iterator[str]:
    return (f"CPO, {known.title}: {text}." for text in known.knowledge.watch)
