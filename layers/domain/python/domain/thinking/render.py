"""What a fact reads like in the language of an answer, and an answer with its references replaced by that."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, date, datetime

from common.services import frozen
from domain.projects.documents.markdown import escaped
from domain.thinking.facts import Duration, Fact, FactKind, Noun, Sheet, Source, Term, Words
from domain.thinking.languages import words_of

REFERENCE = re.compile(r"\{\{([a-z]\d{1,4})\}\}")
_FULL_STOP = re.compile(r"(?<!\.)\.$")
_SENTENCE_BEGINS = re.compile(r"(?:^|[.!?…]\s+)$")


@frozen
class Claim:
    """A few sentences of an answer. Figures, dates, states, names and titles are references such as `{{f12}}`."""

    text: str
    opinion: bool = False


@frozen
class Rendered:
    """A claim as the customer reads it, in Markdown, and the records its facts rest on, each once."""

    text: str
    opinion: bool
    sources: tuple[Source, ...]


def render(claim: Claim, sheet: Sheet, language: str) -> Rendered:
    """The claim with every reference replaced. It has passed the check, so that every reference exists."""
    used: list[Fact] = []

    def words(match: re.Match[str]) -> str:
        fact = sheet.find(match[1])
        if fact is None:
            raise ValueError(f"the sheet has no fact {match[1]}")
        used.append(fact)
        said = reading(fact, language)
        return said[:1].upper() + said[1:] if _SENTENCE_BEGINS.search(claim.text[: match.start()]) else said

    text = REFERENCE.sub(words, claim.text.strip())
    return Rendered(text, claim.opinion, tuple(dict.fromkeys(fact.source for fact in used)))


def sources_of(rendered: Iterable[Rendered]) -> tuple[Source, ...]:
    """Every record that an answer rests on, once, in the order of use."""
    return tuple(dict.fromkeys(source for claim in rendered for source in claim.sources))


def reading(fact: Fact, language: str) -> str:
    """What `fact` reads like: a clause for a statement, a noun for a name, a title or the customer's words.

    A sentence on record is English. In an answer of another language it is quoted.
    """
    tables = words_of(language)
    value = fact.value
    if not fact.is_statement:
        said = _value(value, language)
        if fact.kind is FactKind.NAME:
            return said
        entry = f" ({_words(fact.noun.name.text)})" if isinstance(fact.noun.name, Words) else ""
        return f"{quoted(said, language)}{entry}"
    if fact.kind is FactKind.SENTENCE:
        said = _value(value, language)
        return _inside(said) if language == "en" else quoted(said, language)
    if isinstance(value, Term) and value.key in tables["states"]:
        clause = str(tables["states"][value.key]).format(name=_name(fact.noun.name, language))
    else:
        clause = clause_of(fact.noun, _value(value, language), language)
    if fact.answer is None:
        return clause
    return f"{tables['terms']['yes' if fact.answer else 'no']}, {clause}"


def clause_of(noun: Noun, value: str, language: str) -> str:
    """The clause that says `value` of `noun`: the language's row for it, or for other words the plainest one."""
    rows = words_of(language)["clauses"]
    if row := rows.get(noun.key):
        return str(row).format(name=_name(noun.name, language), value=value)
    subject = _name(noun.name, language) if noun.name else escaped(noun.key)
    return str(rows["other"]).format(name=subject, value=value)


def quoted(words: str, language: str) -> str:
    """`words` in the language's own quotation marks."""
    opening, closing = words_of(language)["format"]["quotes"].split(" ")
    return f"{opening}{words}{closing}"


def _name(name: Words | Term | date | None, language: str) -> str:
    match name:
        case date():
            return _day(name, language)
        case Words(text):
            return quoted(_words(text), language)
        case Term(key):
            return str(words_of(language)["terms"][key])
    return ""


def _inside(sentence: str) -> str:
    """A sentence of ours inside another one: without its capital, unless that is of a currency or an id."""
    return sentence[:1].lower() + sentence[1:] if sentence[1:2].islower() or sentence[1:2] == " " else sentence


def _value(value: object, language: str) -> str:
    style = words_of(language)["format"]
    match value:
        case Duration(amount, unit, high):
            return _duration(amount, high, str(style[unit]).split(), language)
        case datetime():
            moment = value.astimezone(UTC)
            return f"{_day(moment.date(), language)}, {moment:%H:%M} UTC"
        case date():
            return _day(value, language)
        case Term() | tuple():
            terms = (value,) if isinstance(value, Term) else value
            return ", ".join(str(words_of(language)["terms"][term.key]) for term in terms)
        case Words(text):
            return _words(text)
        case int():
            return _number(value, language)
    raise TypeError(f"no value of a fact: {value!r}")


def _span(low: int, high: int, language: str) -> str:
    if low == high:
        return _number(low, language)
    template = str(words_of(language)["format"]["range"])
    return template.format(low=_number(low, language), high=_number(high, language))


def _number(value: int, language: str) -> str:
    return f"{value:,}".replace(",", words_of(language)["format"]["group"])


def _day(day: date, language: str) -> str:
    style = words_of(language)["format"]
    return str(style["day"]).format(day=day.day, month=style["months"].split()[day.month - 1], year=day.year)


def _words(text: str) -> str:
    """Words as they stand in a record, without a full stop at their end: they stand inside a sentence with its own."""
    return escaped(_FULL_STOP.sub("", text))


def _duration(amount: int, high: int | None, forms: list[str], language: str) -> str:
    most = amount if high is None else high
    return f"{_span(amount, most, language)} {forms[_form(most, language, len(forms))]}".replace("_", " ")


def _form(number: int, language: str, forms: int) -> int:
    """Which form of a noun goes with a number: singular, plural, and in Polish another plural from five on."""
    if number == 1 or (number == 0 and language == "fr"):
        return 0
    few = number % 10 in {2, 3, 4} and number % 100 not in {12, 13, 14}
    return 1 if forms == 2 or few else 2  # noqa: PLR2004 - singular and plural
