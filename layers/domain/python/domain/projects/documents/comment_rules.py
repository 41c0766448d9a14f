"""The forms of words in which a clause of a comment asks for something, tried in this order."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from domain.projects.documents.spoken_dates import find_day, find_shift
from domain.projects.documents.wishes import (
    Add,
    Detail,
    Drop,
    Mention,
    MoveDeadline,
    Refine,
    Replace,
    SetApprover,
    SetCeiling,
    SetTone,
    Shorten,
    Wish,
)


@dataclass(frozen=True, slots=True)
class Rule:
    """A clause that fits `pattern` as a whole is what `make` makes of the match, or nothing."""

    pattern: re.Pattern[str]
    make: Callable[[re.Match[str]], Wish | None]

    def read(self, text: str) -> Wish | None:
        """The wish in `text`, if this rule knows it."""
        match = self.pattern.fullmatch(text)
        return self.make(match) if match else None


_LISTS = {
    noun: name
    for name, nouns in (
        ("requirements", ("must-have", "must have", "requirement", "feature")),
        ("audiences", ("audience", "target group", "user group")),
        ("integrations", ("integration",)),
        ("constraints", ("constraint", "rule")),
        ("measures", ("measure", "metric", "success measure")),
        ("exclusions", ("exclusion",)),
    )
    for noun in nouns
}
_PLATFORMS = {"web": "web", "ios": "ios", "iphone": "ios", "android": "android", "desktop": "desktop", "api": "api"}
_TONES = {
    word: words.split()[0]
    for words in (
        "formal serious",
        "playful fun",
        "warm warmer friendly friendlier",
        "plain plainer simple simpler",
        "expert",
    )
    for word in words.split()
}
_CURRENCY_SIGNS = {"€": "EUR", "$": "USD", "£": "GBP"}
_NO_DEADLINE = re.compile(r"(?:remove|drop|delete|no|there is no)\b.*\b(?:deadline|launch date|date)", re.IGNORECASE)
_EDGES = re.compile(r"^[\s\"“”„'‘’:]*(?:(?:the|a|an|our|your)\s+)?|[\s\"“”„'‘’:]+$", re.IGNORECASE)
# What follows “add” or “we need” names no thing when it points elsewhere: “it sooner”, “to talk”, “R2”.
_NO_THING = re.compile(r"(?:it|this|that|them|these|those|to|you|more|less|fewer)\b|[RAMICX]\d{1,2}$", re.IGNORECASE)
_PRONOUN = re.compile("it|this|that|them|these|those", re.IGNORECASE)
_MOVES = re.compile(
    r"\b(?:move|push|bring|shift|postpone|extend|delay|later|earlier|sooner|back|forward)\b", re.IGNORECASE
)
_PLATFORM_NOUN = re.compile(r"\s+(?:app|version|platform|support)s?$", re.IGNORECASE)


def _named(match: re.Match[str], *names: str) -> str:
    """The first group of `names` that took part, without articles and quotation marks at its ends."""
    return _EDGES.sub("", next(match[name] for name in names if match[name]))


def _detail(match: re.Match[str]) -> Wish | None:
    topic = _named(match, "topic")
    return Detail(topic) if topic else None


def _addition(match: re.Match[str]) -> Wish | None:
    text = _named(match, "text")
    return Add(_LISTS[match["list"].lower()], text) if text else None


def _plain_addition(match: re.Match[str]) -> Wish | None:
    text = _named(match, "text")
    platform = _PLATFORMS.get(_PLATFORM_NOUN.sub("", text).lower())
    if platform:
        return Add("platforms", platform)
    is_thing = text and text.lower() not in _LISTS and not _NO_THING.match(text)
    return Add("requirements", text) if is_thing else None


def _refinement(match: re.Match[str]) -> Wish:
    return Refine(match["id"].upper(), _named(match, "text"))


def _replacement(match: re.Match[str]) -> Wish:
    item_id = match.groupdict().get("id")
    return Replace(_named(match, "old"), _named(match, "new"), item_id.upper() if item_id else None)


def _removal(match: re.Match[str]) -> Wish | None:
    target = _named(match, "target")
    return Drop(target) if target and not _PRONOUN.fullmatch(target) else None


def _deadline(match: re.Match[str]) -> Wish | None:
    text = match[0]
    if _NO_DEADLINE.fullmatch(text):
        return MoveDeadline()
    if day := find_day(text):
        return MoveDeadline(day=day)
    if (shift := find_shift(text)) and _MOVES.search(text):
        return MoveDeadline(shift_days=shift)
    return None


def _ceiling(match: re.Match[str]) -> Wish:
    amount = int(re.sub(r"\D", "", match["amount"])) * (1_000 if match["thousands"] else 1)
    currency = match["before"] or match["after"]
    return SetCeiling(amount, _CURRENCY_SIGNS.get(currency, currency.upper()) if currency else None)


def _tone(match: re.Match[str]) -> Wish | None:
    tone = _TONES.get(match["tone"].lower())
    return SetTone(tone) if tone else None


def _rule(make: Callable[[re.Match[str]], Wish | None], *pattern: str) -> Rule:
    return Rule(re.compile("".join(pattern), re.IGNORECASE | re.DOTALL), make)


_LIST = f"(?P<list>{'|'.join(sorted(_LISTS, key=len, reverse=True))})s?"
_CHANGE = "(?:change|replace|correct|rename|swap|exchange)"
_ID = r"(?P<id>[RAMICX]\d{1,2})"
_THIS = r"(?:it|this|that|everything|the (?:document|text|brief|plan|page|guide|roadmap))"
_CURRENCY = r"€|\$|£|eur|usd|gbp|chf|cad|aud|jpy"
_AMOUNT = rf"(?P<before>{_CURRENCY})?\s?(?P<amount>\d[\d.,'\s]*\d|\d)(?P<thousands>k)?\s?(?P<after>{_CURRENCY})?"
_TONE_WORDS = "make keep use write in set change it this that the a tone voice language text to of sound should be is"

RULES: tuple[Rule, ...] = (
    _rule(
        lambda _: Shorten(),
        rf"(?:(?:make|keep|write|cut|get) )?(?:{_THIS}(?:(?: is| down| should be| to be)(?= ))? )?",
        r"(?:(?:much|a bit|a little|a lot|far|way|too) )?",
        r"(?:shorter|briefer|more concise|more compact|tighter|(?<=too )(?:long|wordy|verbose))(?: for (?:me|us))?",
    ),
    _rule(
        lambda _: Shorten(),
        rf"(?:shorten|condense|trim|tighten)(?: {_THIS})?|(?:it'?s|its) (?:much |far |way )?too long(?: for .+)?",
    ),
    _rule(
        _detail,
        r"(?:(?:add|include|write|insert|give us|we need|there should be) )?(?:an? |another |one )?(?:new |short )?",
        r"(?:section|chapter|paragraph|part) (?:on|about|for|covering|regarding) (?P<topic>.+?)(?: is missing)?",
    ),
    _rule(
        _detail,
        r"(?:(?:give|add|we need|i need|include|with) )?(?:us |me )?(?:some )?(?:more|further|additional) ",
        r"(?:details?|information|info|depth|words?) (?:on|about|for|regarding|around|of) (?P<topic>.+)",
    ),
    _rule(
        _detail,
        r"(?:expand|elaborate|explain|describe|detail|clarify|go deeper)(?: on| into| about)? (?P<topic>.+?)",
        r"(?: in more detail| further| better| more)?",
    ),
    _rule(
        lambda match: Mention(match["text"]),
        r"(?:(?:it|this|you) )?(?:should )?(?:also )?(?:mention|say|state|write|note)(?: also)?(?: somewhere)? that ",
        r"(?P<text>.+)",
    ),
    _rule(_detail, r"(?:(?:it|this|you) )?(?:should )?(?:also )?(?:mention|cover|address) (?P<topic>.+)"),
    _rule(_detail, r"(?:there is |there'?s |i see |it says )?(?:nothing|no mention) (?:on|about|of) (?P<topic>.+)"),
    _rule(
        _replacement,
        rf"{_ID}(?: is wrong| is not right| isn'?t right)?\s*(?:[:,.–-]?\s*(?:it'?s|it is|it should (?:be|say)|"
        r"should (?:be|say)|we mean|we meant) |[:,.–-]\s*)(?P<new>.+?),? (?:not|instead of|rather than) (?P<old>.+)",
    ),
    _rule(_replacement, rf"{_CHANGE} (?P<old>.+?) in {_ID} (?:to|by|with|into) (?P<new>.+)"),
    _rule(_replacement, rf"{_CHANGE} (?P<old>.+?) (?:to|by|with|into) (?P<new>.+) in {_ID}"),
    _rule(_replacement, rf"in {_ID},? {_CHANGE} (?P<old>.+?) (?:to|by|with|into) (?P<new>.+)"),
    _rule(
        lambda match: Replace((match["id"] or match["measure"]).upper(), _named(match, "new")),
        r"(?:(?P<id>[RAMICX]\d{1,2}) (?:should|must) (?:read|say)|(?P<measure>M\d{1,2}) should be)\b:?\s*(?P<new>.+)",
    ),
    _rule(
        _refinement,
        rf"{_ID}\s*(?:(?:should|must|needs to|has to)(?: also)?\b|also\b|:|,|-|–)\s*(?P<text>.+)",
    ),
    _rule(
        _addition,
        rf"(?:add|include)(?: (?:an?|the|one|another))?(?: (?:new|more|further))? {_LIST}",
        r"(?:\s*[:–-]\s*|\s+(?:(?:for|of|that|to|with|called)\s+)?)(?P<text>.+)",
    ),
    _rule(
        _addition,
        rf"(?:add|include) (?P<text>.+?) (?:as|to|in) (?:(?:an?|the|another) )?(?:new )?(?:list of )?{_LIST}",
    ),
    _rule(
        _deadline,
        r"(?:(?:move|change|set|push|bring|shift|postpone|extend|make|remove|drop|delete|no|there is|our|the|new) )*",
        r"(?:deadline|launch(?: date| day)?|release(?: date)?|due date|go-?live(?: date)?|end date)",
        r"(?:\s*[:=]|\s\d{4}-|\s(?:is|to|on|by|should|must|has|will|moves?|until|now|back|forward|earlier|later|",
        r"\w+ (?:day|week))|$).*",
    ),
    _rule(_deadline, r"(?:move|push|bring|shift|postpone|extend|delay) it\b.*"),
    _rule(_deadline, r"(?:we (?:need|want|have) (?:it|this|time|until)|it must be (?:out|done|live)).*"),
    _rule(
        _ceiling,
        r"(?:(?:change|set|raise|lower|reduce|increase|cut|limit|make|the|our|new) )*",
        r"(?:budget ceiling|budget|ceiling|cap|limit)(?: is| to| at| must be| should be|:| now| =| went| up)* ",
        rf"{_AMOUNT}(?: (?:at most|max(?:imum)?|in total))?",
    ),
    _rule(_ceiling, rf"we can (?:spend|go up to|spend up to)(?: at most)? {_AMOUNT}(?: at most)?"),
    _rule(
        _tone,
        # A bare “fun” may mean anything, so that something has to say that a tone is meant.
        rf"(?=.* )(?:(?:{'|'.join(_TONE_WORDS.split())}) )*(?:more )?(?P<tone>\w+)",
        r"(?: (?:in )?(?:tone|voice|language|words))?",
    ),
    _rule(
        _replacement,
        r"(?:use|take|choose|go with|we(?: now)? use) (?P<new>.+?),? (?:instead of|rather than|not) (?P<old>.+)",
    ),
    _rule(_replacement, r"we(?:'d| would) rather (?:use|have|take|go with) (?P<new>.+?) (?:rather )?than (?P<old>.+)"),
    _rule(_replacement, r"instead of (?P<old>.+?),? (?:we (?:want|use|need)|use|take) (?P<new>.+)"),
    _rule(_replacement, r"we (?:have )?(?:switched|changed|moved) from (?P<old>.+?) to (?P<new>.+)"),
    _rule(_replacement, rf"{_CHANGE} (?P<old>.+?) (?:with|by|for|to|into) (?P<new>.+?)(?: everywhere)?"),
    _rule(
        lambda match: SetApprover(_named(match, "name")),
        r"(?:(?:the|our) )?approver (?:is|should be|must be|becomes|:)(?: now)? (?P<name>.+)",
    ),
    _rule(
        lambda match: SetApprover(_named(match, "name")),
        r"(?P<name>.+?) (?:approves|will approve)(?: (?:the documents|everything|from now on|now))?",
    ),
    _rule(
        _removal,
        r"(?:drop|remove|delete|cut|leave out|take out|omit|skip|get rid of|exclude|strike|scrap|no more|no|without|",
        r"we do(?:n'?t| not) (?:need|want)|we no longer (?:need|want)|(?:there is )?no need for|forget(?: about)?) ",
        r"(?P<target>.+?)(?: (?:completely|entirely|altogether|for now|again|any ?more|any longer|after all|at all))?",
    ),
    _rule(
        _removal,
        r"(?P<target>.+?) (?:(?<=X\d )(?:is no longer|is not|isn'?t) out of scope|",
        r"(?:isn'?t|aren'?t) (?:needed|part of it)|",
        r"(?:is|are) (?:(?:not|no longer) needed|out of scope|not part of (?:it|this)|unnecessary))",
        r"(?: any ?more| any longer| after all)?",
    ),
    _rule(
        lambda match: Add("requirements", match["text"]),
        r"(?P<text>(?!(?:i|we|you|it|this|that|they)\b)\w+(?: \w+){0,3} (?:should|must|need to) be able to .+)",
    ),
    _rule(
        _plain_addition,
        r"(?:add:?|include:?|there (?:should|must) be|we (?:also )?need|don'?t forget|what is missing is|missing:?|",
        r"(?:can|could) we(?: also| please)* (?:have|get|add|include)|",
        r"(?:it|the product) (?:must|should)(?! be)(?: also)?(?: have| offer| support)?) ",
        r"(?:also )?(?P<text>.+?)(?: too| as well)?",
    ),
)
