"""Messages that only make sense after the reply before them: a yes, a price "of it", a wish that is taken back."""

from __future__ import annotations

import re
from dataclasses import replace

from domain.agents.brain import slices
from domain.agents.brain.answers import about_review
from domain.agents.brain.answers.lookup import entries, particular_words
from domain.agents.brain.answers.part import Part
from domain.agents.brain.deciding import revision_price
from domain.agents.brain.doubts import is_doubtful
from domain.agents.brain.naming import documents_in
from domain.agents.brain.noting import TAKE_BACK, wish_corrected, wish_priced, wish_weighed, wish_withdrawn
from domain.agents.brain.protocol import ProjectFacts
from domain.agents.brain.reader import Act, Topic
from domain.agents.brain.sentences import sentences_of
from domain.agents.brain.targets import target_of
from domain.agents.brain.telling import LIKELY, SURE
from domain.agents.brain.understanding import understand
from domain.agents.brain.wishes import corrected, is_correction, wish_of
from domain.agents.brain.wording import quoted_text
from domain.language.dialogue import About, Kind, Reference, entry_at
from domain.projects.documents.matching import tokens
from domain.projects.records import ChangeRequest

_CANCELLING = re.compile(r"\b(?:cancel|delete|drop|remove|stop)\b(?!.*\b(?:wish|request|last|one|change|idea)\b)")
_UNDOING = tokens(
    "remove delete drop scrap scratch bin strike withdraw revoke retract undo reverse kill skip discard leave take "
    "cancel forget"
)
_IT, _OF_THE_WHOLE = re.compile(r"\b(?:it|that|this)\b"), re.compile(r"\b(?:spent|left|total|budget|ceiling|far|all)\b")
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


def answered(reference: Reference | None, message: str, plain: str, before: About, facts: ProjectFacts) -> Part | None:
    """The reply to a message that only makes sense after the reply before it, where that is no question by itself."""
    if reference and (part := _referred(reference, plain, before, facts)):
        return part
    if is_correction(plain):
        return _corrected(plain, before, facts)
    if before.topic.startswith("wish") and (more := _MORE.fullmatch(plain)):
        return wish_weighed(wish_of(more[1]), facts)
    return _taken_back(message, before, facts) or _priced(plain, before, facts)


def _taken_back(message: str, before: About, facts: ProjectFacts) -> Part | None:
    """The wish that a message tells to take back, by its name or place, or the one recorded just now."""
    taken, odds = _undoing_in(message)
    if not taken:
        return None
    is_sure = odds > SURE
    wish = wish_meant(taken, before, facts)
    if wish and (is_sure or _named_in(taken, facts)):  # "the first one" alone tells nothing of a wish
        return wish_withdrawn(facts, wish)
    is_last = before.if_undone == TAKE_BACK and not (particular_words(taken) - _UNDOING or _named_in(message, facts))
    return wish_withdrawn(facts) if is_last and is_sure else None


def _priced(plain: str, before: About, facts: ProjectFacts) -> Part | None:
    """What "it" costs: the document decided on, or the wish spoken of."""
    if not _asks_its_price(plain):
        return None
    pending = slices.pending_approvals(facts)
    if before.topic in {"approvals", "decided"} and pending:
        return Part(f"Approving costs nothing; {revision_price(pending[0], facts)}.")
    if before.topic.startswith("wish") and before.if_yes:
        thing = re.sub(r"^please \w+ ", "", before.if_yes)
        return wish_weighed(replace(wish_of(before.if_yes), thing=thing), facts)
    return wish_priced(facts) if before.topic.startswith(("wish", "changes")) and slices.wishes(facts) else None


def _asks_its_price(plain: str) -> bool:
    """Whether it asks what "it" costs, and not what is spent in all."""
    said = sentences_of(plain)
    is_price = len(said) == 1 and said[0].topics[:1] == (Topic.MONEY,) and said[0].act is Act.QUESTION
    return is_price and _IT.search(plain) is not None and _OF_THE_WHOLE.search(plain) is None


def _undoing_in(message: str) -> tuple[str, float]:
    """The clauses that likely tell to take a wish back, and how likely; none where something is left open."""
    said = sentences_of(message)
    telling = [one for one in said if one.told[Act.UNDO] > LIKELY]
    is_left_open = any(one.is_question or is_doubtful(one) for one in said)
    if len(telling) != 1 or is_left_open or understand(message).refusals:
        return "", LIKELY
    clauses = [one for clause in telling[0].plain.split(", ") for one in sentences_of(clause)]
    likely = [one.plain for one in clauses if one.told[Act.UNDO] > LIKELY]
    return ", ".join(likely) or telling[0].plain, telling[0].told[Act.UNDO]


def wish_meant(plain: str, before: About, facts: ProjectFacts) -> ChangeRequest | None:
    """The wish on record that words point at, by its place or by words of its own that no must-have has."""
    wishes = slices.wishes(facts)
    by_text = {wish.text: wish for wish in wishes}
    shown = [by_text[text] for text in before.shown if text in by_text] or wishes
    listing = About(shown=tuple(wish.text for wish in shown))
    named = particular_words(plain)
    must_haves = tokens(" ".join(entry.words for entry in entries(facts, "requirements") if entry.is_active))
    fits = _named_in(plain, facts)
    best = [wish for wish in wishes if fits.get(wish.id) == max(fits.values(), default=0)]
    if best:
        own = named & tokens(best[0].text)
        is_whole = before.topic in {"wish", "undone"} and particular_words(best[0].text) <= own
        return best[0] if len(best) == 1 and (is_whole or not own & must_haves) else None
    return by_text.get(entry_at(plain, listing) or "")


def _named_in(plain: str, facts: ProjectFacts) -> dict[str, int]:
    """The wishes of which the words name something, and how much."""
    named = particular_words(plain)
    return {wish.id: fits for wish in slices.wishes(facts) if (fits := len(named & tokens(wish.text)))}


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
