"""What a customer's comment on a document asks for, read clause by clause without a model.

A clause is read only where it fits one of the forms of the table `comment_forms` as a whole; the first that it fits
counts. All others keep their words, and have no edit. Rules read a comment the same way every time; a model may not, so
its reading is stored with the revision.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import date
from functools import cache

from pydantic import TypeAdapter
from pydantic_core import to_jsonable_python

from common.services import frozen
from domain.language.tables import read_table
from domain.language.text import typed_sentences
from domain.language.words import word_set
from domain.projects.documents import edits
from domain.projects.documents.brief import LISTS
from domain.projects.documents.edits import Edit
from domain.projects.questionnaire import PLATFORMS, TONES
from domain.projects.records import ReadClause


@frozen
class Clause:
    """A part of the comment in the customer's words, and what it asks for; None when that is not understood."""

    text: str
    edit: Edit | None


_VERB = r"(?:add|drop|remove|delete|leave out|move|change|make|shorten|replace|use|mention|we need|we don'?t need)\b"
_CLAUSE_END = re.compile(
    rf",?(?<!\s)\s+(?:and|then|but)\s+(?:(?:also|please)\s+)*(?={_VERB})|,\s+(?={_VERB})", re.IGNORECASE
)
_LIST_MARK = re.compile(r"(?<!\s)\s*(?:[-*•]|\d{1,2}[.)])\s+")
_POLITE = re.compile(
    r"(?:(?:and|but|also|then|please|just|maybe|i think|let'?s|(?:could|can|would|will) you|"
    r"(?:i|we)(?:'d| would) like (?:you )?to|we (?:should|must|have to|need to)),?\s+)+",
    re.IGNORECASE,
)
_POLITE_END = re.compile(r",?(?<!\s)\s+(?:please|thanks|thank you)$", re.IGNORECASE)
# A reason after a wish: “drop OpenTable, we don't use it any more”.
_REASON = re.compile(r",?(?<!\s)\s+because\b|,\s+(?=(?:we|i|it|they|my|our|as|since|nobody|that'?s)\b)", re.IGNORECASE)
_PRAISE = word_set(
    "looks look very is it this that the rest otherwise overall really quite good great nice fine ok okay perfect "
    "excellent thanks thank you well done hello hi please so far work job draft a lot much team all"
)
_EDGES = re.compile(r"^[\s\"“”„'‘’:]+|[\s\"“”„'‘’:,]+$")
_ARTICLE = re.compile(r"^(?:the|a|an|our|your) ", re.IGNORECASE)
_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
_NTH, _YEAR = r"\d{1,2}(?:st|nd|rd|th)?\b\.?", r"(?:,? \d{4}\b)?"
_DAY = re.compile(rf"\b(?:\d{{4}}-\d\d-\d\d\b|{_NTH} (?:of )?{_MONTH}{_YEAR}|{_MONTH} {_NTH}{_YEAR})", re.IGNORECASE)


def read_comment(comment: str) -> tuple[Clause, ...]:
    """The clauses of `comment` that ask for something, in order; politeness and praise are passed over."""
    lines = (_LIST_MARK.sub("", " ".join(line.split()), count=1) for line in comment.splitlines())
    sentences = (sentence for line in lines for sentence in typed_sentences(line))
    parts = (part.strip(" ,;") for sentence in sentences for part in _CLAUSE_END.split(sentence))
    return tuple(clause for part in parts for clause in _read(part))


def is_understood(comment: str) -> bool:
    """Whether the rules understand every clause of `comment`."""
    read = read_comment(comment)
    return bool(read) and all(clause.edit is not None for clause in read)


def _read(text: str) -> list[Clause]:
    """The clause, read without the reason behind its wish; a reason that asks for something is one more clause."""
    polite = _POLITE.match(text)
    # Behind politeness a question mark may end a wish: “could you add …?”
    bare = _POLITE_END.sub("", text[polite.end() :].rstrip("?.! ") if polite else text.rstrip(".! "))
    if _PRAISE.issuperset(re.findall(r"\w+", bare.lower())):
        return []
    wish, *reason = [bare] if " that " in bare else _REASON.split(bare, maxsplit=1)
    edit = edit_in(wish)
    if edit and reason and (another := edit_in(reason[0])):
        return [Clause(wish, edit), Clause(reason[0], another)]
    return [Clause(text, edit or edit_in(bare))]


def edit_in(text: str) -> Edit | None:
    """The edit that `text` asks for by the first form that it fits; None where it fits none, or is not clear."""
    for pattern, name in _forms():
        if match := pattern.fullmatch(text):
            slots = {slot: _EDGES.sub("", words) for slot, words in match.groupdict().items() if words}
            said = {slot: words if slot == "sentence" else _ARTICLE.sub("", words) for slot, words in slots.items()}
            return _MAKERS[name](said) if all(said.values()) else None
    return None


@cache
def _forms() -> tuple[tuple[re.Pattern[str], str], ...]:
    rows = [line.replace("'", "['’]?") for line in read_table("comment_forms")]
    words = {name: f"(?:{listed})" for name, _, listed in (row.partition(" = ") for row in rows) if listed}
    id_ = r"[RAMICX]\d{1,2}"
    slots = {"id": id_, "other": id_, "day": _DAY.pattern}
    for slot, names in (("list", LISTS), ("tone", TONES)):
        slots[slot] = f"(?:{'|'.join(f'(?P<{name}>{words[name]})' for name in names)})s?"

    def pattern(form: str) -> re.Pattern[str]:
        form = re.sub(r"(?<!\?P)<(\w+)>", lambda name: words[name[1]], form)
        form = re.sub(r"\{([a-z]+)\}", lambda slot: f"(?P<{slot[1]}>{slots.get(slot[1], '[^?]+?')})", form)
        return re.compile(form, re.IGNORECASE)

    return tuple((pattern(form), name) for name, _, form in (row.partition(": ") for row in rows) if form)


def days_in(text: str, today: date | None = None) -> list[date]:
    """Every day that `text` names, in order; one without a year is the next such after `today`, if that is given."""
    from dateutil.parser import parse  # noqa: PLC0415 - few comments name a day

    found = []
    for words in _DAY.findall(text):
        is_whole = re.search(r"\d{4}", words)
        for year in ("",) if is_whole else (today.year, today.year + 1) if today else ():
            with suppress(ValueError):
                day = parse(f"{words} {year}").date()
                if is_whole or (today and day > today):
                    found.append(day)
                    break
    return found


def _addition(said: Mapping[str, str]) -> Edit:
    text = said.get("text") or said["sentence"]
    platform = re.sub(r" (?:app|version)$", "", text.lower())
    if platform in PLATFORMS:
        return edits.Add("platforms", platform)
    return edits.Add(next((name for name in LISTS if name in said), "requirements"), text)


_MAKERS: Mapping[str, Callable[[Mapping[str, str]], Edit | None]] = {
    "shorten": lambda _: edits.Shorten(),
    "mention": lambda said: edits.Mention(said["sentence"]),
    "move": lambda said: edits.Move(said["id"], said.get("other")),
    "replace": lambda said: edits.Replace(said.get("old") or said["id"], said["new"], said.get("id")),
    "refine": lambda said: edits.Refine(said["id"], said.get("text") or edits.capital(said["sentence"])),
    "add": _addition,
    "deadline": lambda said: edits.SetTerm("deadline", f"{days[0]}") if (days := days_in(said["day"])) else None,
    "ceiling": lambda _: edits.CEILING,
    "tone": lambda said: edits.SetTerm("tone", next(tone for tone in TONES if tone in said)),
    "approver": lambda said: edits.SetTerm("approver", said["name"]),
    "drop": lambda said: edits.Drop(said["target"]),
    "unclear": lambda _: None,
}


def stored(clauses: Sequence[Clause]) -> tuple[ReadClause, ...]:
    """The reading as it is stored."""
    fields = (
        {"kind": type(one.edit).__name__, **to_jsonable_python(one.edit)} if one.edit else None for one in clauses
    )
    return tuple(ReadClause(words=one.text, edit=edit) for one, edit in zip(clauses, fields, strict=True))


def restored(reading: Sequence[ReadClause]) -> tuple[Clause, ...]:
    """The clauses of a stored reading; no edit for a kind that there is no longer (`SetCeiling`)."""
    kinds = {kind.__name__: TypeAdapter(kind) for kind in Edit.__subclasses__()}
    clauses = []
    for read in reading:
        kind = kinds.get(str(read.edit["kind"])) if read.edit else None
        clauses.append(Clause(read.words, kind.validate_python(read.edit, strict=False) if kind else None))
    return tuple(clauses)
