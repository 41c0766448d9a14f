"""What a customer's comment on a document asks for, read clause by clause without a model.

A clause is read only where it fits one of the forms as a whole. All others keep their words, and have no edit.
Rules read a comment the same way every time; a model may not, so its reading is stored with the revision.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from pydantic import TypeAdapter

from common.services import frozen
from domain.language.text import typed_sentences
from domain.language.words import corrected
from domain.projects.documents.comment_forms import edit_in
from domain.projects.documents.edits import Edit
from domain.projects.records import ReadClause


@frozen
class Clause:
    """A part of the comment in the customer's words, and what it asks for; None when that is not understood."""

    text: str
    edit: Edit | None


_VERB = (
    r"(?:add|include|drop|remove|delete|cut|move|change|set|make|shorten|replace|use|expand|explain|describe|mention|"
    r"leave out|take out|put|postpone|push|extend|clarify|more detail|we (?:also )?need|we don'?t need)\b"
)
_CLAUSE_END = re.compile(
    # “also” after “could you” belongs to its own clause.
    r"(?<!you)(?<!we)(?<!it)(?<!should)(?<!must)(?<!to),?\s+(?:and|then|also|but)\s+"
    rf"(?:also\s+|then\s+|please\s+)*(?={_VERB})|,\s+(?:please\s+)?(?={_VERB})",
    re.IGNORECASE,
)
_LIST_MARK = re.compile(r"\s*(?:[-*•]|\d{1,2}[.)])\s+")
_POLITE = re.compile(
    r"(?:(?:and|but|also|then|please|kindly|just|maybe|i think|let'?s|(?:could|can|would|will) you|i want (?:you )?to|"
    r"(?:i|we)(?:'d| would) like (?:you )?to|(?:we|you) (?:should|must|have to|need to)),?\s+)+",
    re.IGNORECASE,
)
_POLITE_END = re.compile(r",?\s+(?:please|thanks|thank you)$", re.IGNORECASE)
# A reason after a wish: “drop OpenTable, we don't use it any more”.
_REASON = re.compile(r",?\s+because\b|,\s+(?=(?:we|i|it|they|my|our|as|since|nobody|that'?s)\b)", re.IGNORECASE)
_PRAISE = re.compile(
    r"(?:(?:looks?|very|all|is|it|this|that|the rest|otherwise|overall|really|quite)\s+)*"
    r"(?:good|great|nice|fine|ok|okay|perfect|excellent|thanks?|thank you|well done|hello|hi|please)"
    r"(?:\s+(?:otherwise|so far|work|job|start|draft|overall|a lot|very much|team|all))*",
    re.IGNORECASE,
)


def read_comment(comment: str) -> tuple[Clause, ...]:
    """The clauses of `comment` that ask for something, in order; politeness and praise are passed over."""
    lines = (_LIST_MARK.sub("", " ".join(line.split()), count=1) for line in comment.splitlines())
    sentences = (sentence for line in lines for sentence in typed_sentences(line))
    parts = (part.strip(" ,;") for sentence in sentences for part in _CLAUSE_END.split(sentence))
    bares = ((part, _bare(part)) for part in parts)
    asking = ((part, bare) for part, bare in bares if bare and not _PRAISE.fullmatch(bare.replace(",", "")))
    return tuple(clause for part, bare in asking for clause in _read(part, bare))


def is_understood(comment: str) -> bool:
    """Whether the rules understand every clause of `comment`."""
    read = read_comment(comment)
    return bool(read) and all(clause.edit is not None for clause in read)


def _read(text: str, bare: str) -> list[Clause]:
    """The clause, read without the reason behind its wish; a reason that asks for something is one more clause."""
    # Politeness was taken off, or “can we”: then a question mark may end a wish (“could you add …?”).
    if bare != text or re.match(r"(?:can|could) we\b", bare, re.IGNORECASE):
        bare = bare.rstrip("? ")
    wish, *reason = [bare] if " that " in bare else _REASON.split(bare, maxsplit=1)
    edit = _edit_in(wish)
    if edit and reason and (another := edit_in(reason[0])):
        return [Clause(wish, edit), Clause(reason[0], another)]
    return [Clause(text, edit or _edit_in(bare))]


def _edit_in(text: str) -> Edit | None:
    """The edit in `text`, also where a slip of the keyboard spoils its verb."""
    verb, blank, rest = text.partition(" ")
    return edit_in(text) or (edit_in(f"{corrected(verb.lower())}{blank}{rest}") if verb.isalpha() else None)


def _bare(text: str) -> str:
    """`text` without the politeness before and after it, and without its full stop."""
    polite = _POLITE.match(text)
    return _POLITE_END.sub("", text[polite.end() if polite else 0 :].rstrip(".!").rstrip())


def stored(clauses: Sequence[Clause]) -> tuple[ReadClause, ...]:
    """The reading as it is stored."""
    return tuple(ReadClause(words=clause.text, edit=_fields(clause.edit)) for clause in clauses)


def restored(reading: Sequence[ReadClause]) -> tuple[Clause, ...]:
    """The clauses of a stored reading."""
    return tuple(Clause(read.words, _edit(read.edit)) for read in reading)


def _fields(edit: Edit | None) -> dict[str, Any] | None:
    if edit is None:
        return None
    fields: dict[str, Any] = TypeAdapter(type(edit)).dump_python(edit, mode="json")
    return {"kind": type(edit).__name__, **fields}


def _edit(fields: dict[str, Any] | None) -> Edit | None:
    """The edit of these fields; None also for a kind that there is no longer (`Reword`)."""
    kinds = {kind.__name__: kind for kind in Edit.__subclasses__()}
    if fields is None or fields["kind"] not in kinds:
        return None
    values = {name: value for name, value in fields.items() if name != "kind"}
    edit: Edit = TypeAdapter(kinds[fields["kind"]]).validate_python(values, strict=False)
    return edit
