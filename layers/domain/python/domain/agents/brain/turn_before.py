"""Messages that only make sense after the reply before them: a yes, a price "of it", a wish that is taken back."""

from __future__ import annotations

import re
from dataclasses import replace

from domain.agents.brain import slices
from domain.agents.brain.answers import about_review
from domain.agents.brain.answers.lookup import entries, particular_words
from domain.agents.brain.answers.part import Part
from domain.agents.brain.deciding import revision_price
from domain.agents.brain.naming import documents_in
from domain.agents.brain.noting import TAKE_BACK, wish_corrected, wish_priced, wish_weighed, wish_withdrawn
from domain.agents.brain.protocol import ProjectFacts
from domain.agents.brain.targets import target_of
from domain.agents.brain.wishes import corrected, is_correction, wish_of
from domain.agents.brain.wording import quoted_text
from domain.language.dialogue import About, Kind, Reference
from domain.projects.documents.matching import tokens
from domain.projects.records import ChangeRequest

_CANCELLING = re.compile(r"\b(?:cancel|delete|drop|remove|stop)\b(?!.*\b(?:wish|request|last|one|change|idea)\b)")
_DROPPED = re.compile(
    r"(?:(?:and|ok|so|please|then|no|nah|actually|sorry|let us|you can),? )*"
    r"(?:(?:drop|remove|leave out|cancel|scrap|bin|delete|take out|withdraw|forget(?: about)?|undo|skip|kill|strike) "
    r"(?P<thing>[^,]+?)|(?:take|leave) (?P<out>[^,]+?) out|"
    r"(?P<gone>(?:the|our|my) [^,]+?) (?:may|can|should) (?:be dropped|go|come out))"
    r"(?:,? (?:again|please|then|after all|for now))*(?:(?:,|(?<=please)) .+)?"
)
_PRICE_OF_IT = re.compile(
    r"(?:and |ok |so |sorry |but )*(?:roughly )?(?:what|how much)(?: more| extra)?(?: is (?:it|that|this) going to "
    r"cost|(?: (?:would|will|does|is|do|was) (?:it|that|this)| (?:it|that|this) (?:would|will))(?: be| cost| add)?)"
    r"(?: me| us| extra| then| again)*"
)
_BESIDE_A_NAME = re.compile(
    r"^(?:(?:and|ok|so|then|also|just|only|first|yes),? )+|(?:,? (?:so|first|too|as well|also|only))+$"
)
_MORE = re.compile(r"(?:and|also|plus)(?: maybe)? (an? .+|some .+)")


def named_alone(plain: str, before: About) -> Reference | None:
    """A message that is a document's name, after a reply that asked for one or did it with another."""
    target = target_of(_BESIDE_A_NAME.sub("", plain))
    if not before.if_named or not target.is_name or target.is_everything or len(target.mentions) != 1:
        return None
    meant = [title for title in before.shown if set(target.mentions[0]) & set(documents_in(title.lower().split()))]
    return Reference(Kind.CHOICE, before.if_named.format(meant[0]), is_confirmed=True) if len(meant) == 1 else None


def answered(
    reference: Reference | None, plain: str, before: About, facts: ProjectFacts, *, is_question: bool
) -> Part | None:
    """The reply to a message that only makes sense after the reply before it, where that is no question by itself."""
    if reference and (part := _referred(reference, plain, before, facts)):
        return part
    if is_correction(plain):
        return _corrected(plain, before, facts)
    if before.topic.startswith("wish") and (more := _MORE.fullmatch(plain)):
        return wish_weighed(wish_of(more[1]), facts)
    if not is_question and (wish := dropped_wish(plain, facts)):
        return wish_withdrawn(facts, wish)
    pending = slices.pending_approvals(facts)
    if before.topic in {"approvals", "decided"} and pending and _PRICE_OF_IT.fullmatch(plain):
        return Part(f"Approving costs nothing; {revision_price(pending[0], facts)}.")
    if before.topic.startswith("wish") and _PRICE_OF_IT.fullmatch(plain):
        if before.if_yes:
            return wish_weighed(
                replace(wish_of(before.if_yes), thing=re.sub(r"^please \w+ ", "", before.if_yes)), facts
            )
        return wish_priced(facts) if slices.wishes(facts) else None
    return None


def dropped_wish(plain: str, facts: ProjectFacts) -> ChangeRequest | None:
    """The newest wish on record with the thing that a sentence drops, which no must-have names."""
    dropped = _DROPPED.fullmatch(plain)
    named = particular_words(" ".join(filter(None, dropped.groups()))) if dropped else frozenset()
    must_haves = tokens(" ".join(entry.words for entry in entries(facts, "requirements") if entry.is_active))
    fitting = [wish for wish in slices.wishes(facts) if named and named <= tokens(wish.text) and not named & must_haves]
    return fitting[-1] if fitting else None


def _referred(reference: Reference, plain: str, before: About, facts: ProjectFacts) -> Part | None:
    """The reply to a message that refers back, where it stands for no sentence that can be read like any other."""
    match reference.kind:
        case Kind.YES if not reference.sentence:
            return Part("Nothing was done: I asked you nothing that a yes would answer. What do you mean?")
        case Kind.NO:
            return Part("Fine. Nothing was done and nothing recorded.")
        case Kind.CHOICE if not reference.sentence:
            return Part("Which one do you mean? I showed you no such list just now; please say its name.")
        case Kind.UNDO:
            return undone(reference, plain, before, facts)
    return wish_withdrawn(facts) if reference.sentence == TAKE_BACK else None


def undone(reference: Reference, plain: str, before: About, facts: ProjectFacts) -> Part | None:
    """What is taken back: what the reply before did, else the last wish on record."""
    if reference.sentence:
        return wish_withdrawn(facts) if reference.sentence == TAKE_BACK else None
    if before.topic == "decided" or re.search(r"\b(?:approval|decision)\b", plain):
        return Part(f"Nothing was undone: {about_review.FINAL}")
    wishes = slices.wishes(facts)
    is_named = re.search(r"\b(?:wish|request|last|idea)\b", plain) is not None
    is_named = is_named or bool(wishes and particular_words(plain) & tokens(wishes[-1].text))
    if is_named or (reference.is_firm and before.topic != "undone" and not before.if_yes):
        return None if _CANCELLING.search(plain) else wish_withdrawn(facts)
    if before.if_yes or before.topic == "undone" or not wishes:
        return Part("Fine. Nothing was done and nothing recorded.", about=About(topic="undone"))
    ask = f"The last wish on record is {quoted_text(wishes[-1].text)}. Shall I take it back? Say “yes” or “no”."
    return Part(f"Nothing was undone. {ask}", about=About(topic="wish", if_yes=TAKE_BACK))


def _corrected(plain: str, before: About, facts: ProjectFacts) -> Part:
    """The last wish with another number, right after it was recorded."""
    wishes = slices.wishes(facts)
    text = corrected(plain, wishes[-1].text) if wishes and before.topic == "wish" else None
    if text is None:
        return Part("Nothing was changed: I can't tell which number you mean. Please say the whole wish.")
    return wish_corrected(text, facts)
