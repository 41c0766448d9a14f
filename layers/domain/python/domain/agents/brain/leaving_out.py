"""What leaving something out would come to: a question about an entry of the brief, answered and never acted upon."""

from __future__ import annotations

import re
from dataclasses import replace

from domain.agents.brain import roles, slices
from domain.agents.brain.answers.lookup import Entry, look_up, particular_words
from domain.agents.brain.answers.part import Part
from domain.agents.brain.protocol import ProjectFacts
from domain.agents.brain.sentences import Sentence, sentences_of
from domain.agents.brain.understanding import Understanding
from domain.agents.brain.wishes import Wish, wish_weighed_in
from domain.agents.brain.wording import titles
from domain.language.dialogue import About
from domain.projects import rates
from domain.projects.documents.parts import money
from domain.projects.states import Role
from domain.receipts.tracing import of_rule
from domain.work_items.records import WorkItem
from domain.work_items.standing import line_of

TAKEN_OUT = re.compile(
    r"\b(?:(?:leav\w+|left|tak\w+|cut\w*|strik\w+) (?:(?P<between>.+?) )?out(?: of)?|drop(?:p\w+)?|remov\w+|"
    r"cut(?:ting)?|skip\w*|omit\w*|scrap\w*|get(?:ting)? rid of|(?P<without>without))\b(?P<behind>.*)"
)
# What goes by itself stands before the word: "suppose the wiki falls away", "if the form is not signed online".
_GONE = re.compile(
    r"\b(?:if|suppose|supposing|imagine|say) (?P<what>.+?) (?:fall\w* away|go(?:es)? away|disappear\w*|vanish\w*|"
    r"(?:is|are|was|were) (?:gone|not (?:there|in|included|part of)))\b"
)
_NOT_SO = re.compile(r"\bif (?P<what>.+\b(?:not|no|never)\b.+)")
_SUPPOSED = re.compile(
    r"\b(?:if|suppose|supposing|imagine|say we|would|could|can|may|might|should|shall|happens?|worth|effect|"
    r"sav(?:e|es|ed|ing)|cheaper|less|quicker|faster|sooner|earlier|change)\b"
)
# "without" alone says how something works: "can they book without an account?"
_EFFECT = re.compile(
    r"\bsav(?:e|es|ed|ing)\b|\b(?:cheaper|less|quicker|faster|sooner|earlier|happens?|(?:do|go|live) without)\b"
)
_DONE = re.compile(r"^(?:(?:and|so|but) )*(?:why|when|who|did|was|were|is|are|has|have)\b(?!.*\bif\b)")
_SEVERAL_THINGS = re.compile(r",|/|&|\b(?:or|and|with)\b")
_NOTHING_DONE = "Nothing was changed."
TOPIC = "leaving out"

type Supposed = tuple[Sentence, Part]


def supposed_in(text: str, before: About, facts: ProjectFacts) -> tuple[Supposed, ...]:
    """The sentences of a message that ask what leaving something out would do, each with the answer."""
    if not facts.intake.answers or slices.is_over(facts):
        return ()
    said = sentences_of(text, facts.project.name)
    found = []
    for sentence in said:
        thing = _supposed_away(sentence)
        if thing is None:
            continue
        places = (thing, text[: sentence.start + len(sentence.text)], before.question)
        entry = next((entry for place in places if (entry := _entry(place, facts))), None)
        if entry is not None:
            found.append((sentence, _offered(told(entry, facts), sentence, entry, facts)))
    return tuple(found)


def _offered(part: Part, sentence: Sentence, entry: Entry, facts: ProjectFacts) -> Part:
    """The answer, with the wish that "yes" would put on record."""
    if not slices.is_running(facts):
        return part
    wish = wish_weighed_in(sentence)
    if_yes = f"please drop {wish.thing if wish and wish.verb == 'drop' else entry.id}"
    ask = "Shall I record it as a change request? Say “yes”."
    return replace(part, details=(*part.details, ask), about=part.about.model_copy(update={"if_yes": if_yes}))


def without(understood: Understanding, supposed: tuple[Supposed, ...]) -> Understanding:
    """What else a message says. A guess is not shown beside an answer."""
    said = " ".join(sentence.plain for sentence, _ in supposed)
    ours = " ".join(sentence.text for sentence, _ in supposed)
    return replace(
        understood,
        wishes_weighed=tuple(one for one in understood.wishes_weighed if one.text not in ours),
        deeds=tuple(one for one in understood.deeds if one not in said),
        queries=tuple(
            one
            for one in understood.queries
            if one.odds > 0 and not (one.plain in said and TAKEN_OUT.search(one.plain))
        ),
        unclear=(),
    )


def told(entry: Entry, facts: ProjectFacts) -> Part:
    """What the brief's entry is in the build outlook, whose work it is now, and how it would be left out."""
    named = f"**{entry.id}**, “{entry.words}”"
    saved = saving_of(entry, facts)
    if saved and _has_parts(entry):
        headline = f"Without the whole of {named}, building would take {saved}. I can't price a part of it."
    elif saved:
        headline = f"Without {named}, building would take {saved}."
    else:
        headline = f"Leaving out {named}: {unpriced(facts)}"
    details = [f"{_NOTHING_DONE} {_how(entry, facts)}"]
    if item := _item_of(entry, facts):
        details.insert(0, f"Its work item: {line_of(item, slices.board_of(facts))}")
    return Part(
        headline,
        tuple(details),
        (roles.standing(facts, Role.CTO),),
        label="Leaving out",
        about=About(topic=TOPIC, question=f"{entry.id} {entry.words}"[:300], names=(entry.id,)),
    )


def saving_of(entry: Entry, facts: ProjectFacts) -> str:
    """`about 3–12 days of effort less, EUR …`, by the build outlook; empty where that does not price it."""
    brief = slices.brief_of(facts)
    if brief is None:
        return ""
    # Composing documents takes a tenth of the CEO's start, and few turns are about this.
    from domain.projects.quotes import change_of_build  # noqa: PLC0415

    change = change_of_build(brief, f"drop {entry.id}")
    if change is None or change.effort_days.high >= 0:
        return ""
    low, high = (of_rule(abs(days)) for days in (change.effort_days.low, change.effort_days.high))
    currency = brief.estimate.currency
    rate = of_rule(rates.DAY_RATES[currency][Role.CTO])
    least, most = (money(days * rate, currency) for days in (low, high))
    return f"about {low}–{high} days of effort less, {least} to {most}, by the build outlook"


def unpriced(facts: ProjectFacts) -> str:
    """That what is left out has no price of its own, and what the whole has."""
    outlook = slices.build_outlook_of(facts)
    whole = f"{money(outlook.low, outlook.currency)} to {money(outlook.high, outlook.currency)}"
    return f"I can't price that; the build outlook of the whole is {whole}."


def takes_out(wish: Wish) -> bool:
    """Whether a wish takes something out, so that no building of it is ever priced."""
    return TAKEN_OUT.search(wish.text.lower()) is not None


def entry_left_out(wish: Wish, facts: ProjectFacts) -> Entry | None:
    """The entry of the brief that a wish takes out, where that can only be the whole of it."""
    match = TAKEN_OUT.search(wish.text.lower())
    entry = _entry(_words_of(match), facts) if match else None
    return None if entry is None or _has_parts(entry) else entry


def said_of_wish(wish: Wish, facts: ProjectFacts) -> str:
    """What a wish that takes something out would come to, as a sentence."""
    entry = entry_left_out(wish, facts)
    saved = saving_of(entry, facts) if entry else ""
    return f"Without it, building would take {saved}." if saved else f"Leaving it out: {unpriced(facts)}"


def _supposed_away(sentence: Sentence) -> str | None:
    """The words of what a sentence supposes to be left out; empty for "it"; None where it supposes nothing."""
    plain = sentence.plain
    if _DONE.match(plain) or not (sentence.is_question or _SUPPOSED.search(plain)):
        return None
    if match := TAKEN_OUT.search(plain):
        supposes = (_EFFECT if match["without"] else _SUPPOSED).search(plain)
        return _words_of(match) if supposes else None
    gone = (_EFFECT.search(plain) and _NOT_SO.search(plain)) or _GONE.search(plain)
    return gone["what"] if gone else None


def _words_of(match: re.Match[str]) -> str:
    return " ".join(filter(None, (match["between"], match["behind"])))


def _entry(words: str, facts: ProjectFacts) -> Entry | None:
    """The entry of the brief that words name."""
    if not (particular_words(words) or re.search(r"\br\d+\b", words)):
        return None
    found = look_up(words, facts)
    hits = [hit.entry for hit in (*found.hits, *found.closest) if hit.entry and hit.entry.is_active] if found else []
    by_id = [entry for entry in hits if re.search(rf"\b{entry.id}\b", words, re.IGNORECASE)]
    entry = next(iter(by_id or hits), None)
    return None if entry is None or entry.kind in {"out of scope", "success measure"} else entry


def _has_parts(entry: Entry) -> bool:
    """Whether an entry names several things, so that leaving out one of them need not take out the entry."""
    return _SEVERAL_THINGS.search(entry.words) is not None


def _item_of(entry: Entry, facts: ProjectFacts) -> WorkItem | None:
    return next((item for item in facts.work if item.title.startswith(f"{entry.id} ") and not item.has_ended), None)


def _how(entry: Entry, facts: ProjectFacts) -> str:
    pending = slices.pending_approvals(facts)
    if pending:
        order = f"“request changes on the {pending[0].title}: drop {entry.id}”"
        return f"To leave it out: {order}. Waiting: {titles(pending)}."
    return f"To leave it out, ask for “drop {entry.id}” on the next document that comes to you for approval."
