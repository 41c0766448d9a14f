"""What a customer's comment on a document asks for, read clause by clause; what is not understood is kept as it is."""

from __future__ import annotations

import re
from dataclasses import dataclass

from domain.projects.documents.comment_rules import RULES
from domain.projects.documents.wishes import AnswerInConversation, Mention, Refine, Unclear, Wish


@dataclass(frozen=True, slots=True)
class Clause:
    """A part of the comment in the customer's words, and what it asks for."""

    text: str
    wish: Wish


_MOST_CLAUSES = 30
_VERB = (
    r"add|include|drop|remove|delete|cut|move|change|set|make|shorten|replace|use|expand|explain|describe|mention|"
    r"leave out|take out|postpone|push|extend|clarify|elaborate|more detail|we need|we also need|we don'?t need"
)
_CLAUSE_END = re.compile(
    # “also” after “could you” belongs to its own clause.
    r"(?<=[.!?;])\s+|;|\n+|(?<!you)(?<!we)(?<!it)(?<!should)(?<!must)(?<!to),?\s+(?:and|then|also|but)\s+"
    rf"(?:also\s+|then\s+|please\s+)*(?={_VERB})|,\s+(?:please\s+)?(?={_VERB})",
    re.IGNORECASE,
)
_BLANKS = re.compile(r"[^\S\n]+")
_LIST_MARK = re.compile(r"^\s*(?:[-*•]|\d{1,2}[.)])\s+", re.MULTILINE)
_POLITE = re.compile(
    r"^(?:and\s+|but\s+|also,?\s+|then\s+|please,?\s+|kindly\s+|just\s+|maybe\s+|(?:could|can|would|will) you\s+|"
    r"(?:i|we)(?:'d| would) like (?:you )?to\s+|i want (?:you )?to\s+|i think\s+|"
    r"(?:we|you) (?:should|must|have to|need to)\s+|let'?s\s+)+",
    re.IGNORECASE,
)
_POLITE_END = re.compile(r",?\s+(?:please|thanks|thank you)$", re.IGNORECASE)
_WISH = re.compile(r"(?:can|could) we\b", re.IGNORECASE)
# A reason after a wish: “drop OpenTable, we don't use it any more”.
_REASON = re.compile(r",?\s+because\b|,\s+(?=(?:we|i|it|they|my|our|as|since|nobody|that'?s)\b)", re.IGNORECASE)
_NOTHING = re.compile(
    r"(?:(?:looks?|very|all|is|it|this|that|the rest|otherwise|overall|really|quite)\s+)*"
    r"(?:good|great|nice|fine|ok|okay|perfect|excellent|thanks?|thank you|well done|hello|hi|please)"
    r"(?:\s+(?:otherwise|so far|work|job|start|draft|overall|a lot|very much|team|all))*",
    re.IGNORECASE,
)


def read_comment(comment: str) -> tuple[Clause, ...]:
    """The clauses of `comment` that ask for something, in order; politeness and praise are passed over.

    What comes after the first 30 is one clause that was not understood: nobody checks a longer list at one sitting.
    """
    parts = [
        part.strip().strip(",").strip() for part in _CLAUSE_END.split(_LIST_MARK.sub("", _BLANKS.sub(" ", comment)))
    ]
    clauses: list[Clause] = []
    for index, text in enumerate(parts):
        bare = _POLITE_END.sub("", _POLITE.sub("", text).rstrip(".!").rstrip())
        if not bare or _NOTHING.fullmatch(bare.replace(",", "")):
            continue
        if len(clauses) == _MOST_CLAUSES:
            clauses.append(Clause(" ".join(parts[index:]), Unclear()))
            break
        clauses += _with_reason(text, bare)
    return tuple(clauses)


def _with_reason(text: str, bare: str) -> list[Clause]:
    """The clause, read without the reason that follows its wish; a reason that is a wish itself is one more clause."""
    wish = _wish_of(bare, is_request=bare != text)
    reason = _REASON.search(bare)
    if reason is None or isinstance(wish, Mention | Refine):
        return [Clause(text, wish)]
    head, tail = bare[: reason.start()], bare[reason.end() :]
    first, second = _wish_of(head, is_request=True), _wish_of(tail, is_request=False)
    if isinstance(first, Unclear):
        return [Clause(text, wish)]
    return [Clause(text, first)] if isinstance(second, Unclear) else [Clause(head, first), Clause(tail, second)]


def _wish_of(text: str, *, is_request: bool) -> Wish:
    """`is_request`: politeness was taken off, so that a question mark may end a wish (“could you add …?”)."""
    statement = text.rstrip("?").rstrip() if is_request or _WISH.match(text) else text
    for rule in RULES:
        if wish := rule.read(statement):
            return wish
    return AnswerInConversation() if text.endswith("?") else Unclear()
