"""Which texts are declined for safety, whatever the weights say, and the reason of those the weights decline.

`_CERTAIN` is unmistakable and declines by itself; `_LIKELY` only names the reason. Both are read in plain words, one
sentence at a time, with each project's name as NAME: a project called Override is never an attack.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

# <words> in the patterns below.
_WORDS = {
    "<secret>": r"(?:pass ?words?|passwort|passwd|pass ?phrases?|pass ?codes?|pwd?s?|pins?|(?:ssh |access )?keys?"
    r"|private keys?|(?:api |secret )keys?|(?:api |auth |access )?tokens?|credentials?|secrets?|logins?)",
    "<value>": r"(?:pass ?words?|passphrases?|tokens?|pins?|(?:api|ssh|private|secret) keys?)",
    "<own>": r"(?:(?!need|miss|open|request|wait|outstanding|pending|for|about|what|which|who|when|if|to)\w+ ){0,4}?",
    "<not asked back>": r"(?! (?:request|expir|be|is|are|was|were|do|did|you|the team|miss|need|age|list|status|safe))",
    "<nor listed>": r"(?!.*\b(?:missing|open|you need|requests?|deposited|still)\b)",
    "<not others>": r"(?<!team )(?<!did i )(?<!did we )(?<!anyone )(?<!anybody )(?<!they )(?<!who can )",
    "<theirs>": r"(?=.*(?<!my )(?<!our )\b<belongings>\b|$)",
    "<tell>": r"(?:print|paste|output|display|show|tell|read|spell|dictate|say)",
    "<some other>": r"(?:another|other|different|all|every|each)",
    "<rules>": r"(?:instructions?|rules?|prompts?|guidelines?|guardrails?|restrictions?|polic(?:y|ies)|directives?"
    r"|safeguards?)",
    "<whole>": r"\b(?! (?:section|page|part)\b)",
    "<all of your>": r"\b(?: (?:all|any|each|of|your|the|these|those|every|previous|prior|earlier|above|former|our"
    r"|system|safety|security|internal|its|ai|and|everything)){0,6}",
    "<belongings>": r"(?:projects?|accounts?|budgets?|data|passwords?|vault|approvals?|credentials?"
    r"|spending|plans?|costs?)",
}
# One pattern a line.
_CERTAIN = {
    "override": r"""
        \b(?:ignore|disregard|forget|bypass|circumvent|disable|drop|overr(?:ide|ule)|delete)<all of your> <rules><whole>
        \b(?:ignore|disregard|bypass|circumvent|disable)<all of your> (?:safety|security checks?)\b
        \bignore (?:all|everything|anything)\b.*\b(?:above|before|previous(?:ly)?|told|said)\b
        \b(?:system|hidden|initial|secret|internal|developer) (?:prompt|instructions?)\b|\byour prompt\b
        \byou are (?:now|no longer)\b(?! (?:ready|done|finished|late|working|waiting|on|in|at|able|over|under))
        \b(?:developer|debug|god|dan|unrestricted|sudo|jailbreak) mode\b|\bjailbreak\b|^sudo\b
        \b(?:you have|there are|without|with) no (?:more )?<rules>\b|\bwithout (?:any )?<rules>\b
        \bdo anything now\b|^system (?:new|override|policy|you|ignore|message)\b|^new policy\b
    """,
    "secret": r"""
        \b(?:reveal|disclose|decrypt|unmask|dump|leak|exfiltrate|recite|whisper)\b.*\b(?:<secret>|vault)\b
        <not others>\b<tell>\b(?: (?:me|us|it|out|back|to|again))* <own><secret>\b<not asked back><nor listed>
        \b(?:send|give|mail|e?mail|forward|text|hand) (?:me|us) <own><value>\b<not asked back>
        \b<secret>\b.*\bin (?:plain|clear|full|readable)(?: ?text| form)?\b|\bplain ?text\b.*\b<secret>\b
        \b(?:base64|rot13|hex)\b.*\b(?:<secret>|vault)\b|\b(?:<secret>|vault)\b.*\b(?:base64|rot13)\b
        \b(?:first|last) (?:\w+ )?(?:characters?|letters?|digits?) of\b.*\b<secret>\b
        \b(?:<value>|key)\b<not asked back>.*\b<tell> (?:it|that)(?: (?:to|back|out))* (?:me|us|here)\b<nor listed>
        ^(?:so )?what(?: is|s|'s| was)(?: \w+){0,4} (?:password|passwort|pin|passphrase|token|api key|secret key)$
    """,
    "other_customer": r"""
        (?<!apart from )(?<!separate from )\b<some other> (?:customer|tenant)s?(?:'s)?\b(?! of (?:mine|ours))<theirs>
        \b(?:log ?in|sign in|pose) as (?!me\b|us\b|my\b|a\b)\w
        \b(?:neighbou?r|competitor|rival|tenant)(?:s|'s|s')(?: \w+)? <belongings>\b
        \bimpersonate\b
    """,
}
# What tells the reason, where the weights decline.
_LIKELY = {
    "override": r"\b<rules>\b|\b(?:pretend|roleplay|unrestricted|administrator|override|bypass)\b",
    "secret": r"\b<secret>\b|\bvault\b|\bdeposit\w*\b",
    "other_customer": r"\b(?:customer|tenant|neighbou?r|competitor|rival|compan(?:y|ies)|firm|friend|brother|sister"
    r"|cousin)(?:'?s)?\b|\b(?:log ?in|sign in) |\b(?:gmbh|ltd|inc|ag)\b|\bsomeone else|\bbehalf\b",
}


def certain_refusals(sentence: str) -> list[str]:
    """The reasons to decline a sentence beyond doubt."""
    return [reason for reason, lines in _CERTAIN.items() if _pattern(lines).search(sentence)]


def likely_refusals(sentences: Iterable[str]) -> tuple[str, ...]:
    """Why a text is declined that the weights hold for out of scope; "unrelated" when nothing else fits."""
    spoken = "\n".join(sentences)
    return tuple(reason for reason, lines in _LIKELY.items() if _pattern(lines).search(spoken)) or ("unrelated",)


@cache
def _pattern(lines: str) -> re.Pattern[str]:
    for name, words in _WORDS.items():
        lines = lines.replace(name, words)
    return re.compile("|".join(filter(None, map(str.strip, lines.splitlines()))))
