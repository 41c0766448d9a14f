"""Messages that only make sense after the reply before them: a yes, the same of another, a wish taken back."""

from __future__ import annotations

import re
from dataclasses import replace

from domain.agents.brain import slices
from domain.agents.brain.answers import about_review
from domain.agents.brain.answers.lookup import entries, particular_words
from domain.agents.brain.answers.part import Part
from domain.agents.brain.asked_for import NOTHING
from domain.agents.brain.deciding import revision_price
from domain.agents.brain.doubts import is_doubtful
from domain.agents.brain.naming import Kinds, documents_in, mentions_in
from domain.agents.brain.noting import TAKE_BACK, price_of, wish_withdrawn
from domain.agents.brain.protocol import ProjectFacts
from domain.agents.brain.questions import Query, likely_topics, query_on
from domain.agents.brain.reader import Act, Topic
from domain.agents.brain.sentences import sentences_of
from domain.agents.brain.targets import target_of
from domain.agents.brain.telling import LIKELY, SURE
from domain.agents.brain.understanding import TALK, understand
from domain.agents.brain.wishes import wish_of
from domain.agents.brain.wording import quoted_text
from domain.agents.records import Message
from domain.language.dialogue import About, Kind, Reference, entry_at, follow_up
from domain.projects.documents.matching import tokens
from domain.projects.records import ChangeRequest
from domain.projects.states import Phase

# The question before is asked again, for its reason or a part of its answer.
_AGAIN = re.compile(
    r"(?:and |but |so |ok )?(?:(?P<why>why(?: is that| so| not| that)?|how come|how so)|by how much|really|"
    r"are you sure|which(?: ones?)?|when|who|since when|how long|how many(?: are)?(?: left| open| missing| remain)?|"
    r"what exactly|what else|anything else|(?:name|list|show)(?: me)? (?:them|those)(?: all)?|(?:tell me )?more|"
    r"details|go on|show all|the rest)(?: then)?(?: please)?"
)
_WHY_TOPICS = {Topic.STATUS: Topic.BLOCKERS, Topic.DATES: Topic.BLOCKERS, Topic.LAUNCH: Topic.DATES}
_ALIKE = {"decided": Topic.APPROVALS, "wish": Topic.CHANGES}
_SURE = 1.0  # log-odds from which a short message asks a thing of its own
_SHORT = 3  # words: "design then", "the roadmap too"
_POINTS = re.compile(r"\b(?:it|this|that|one|them|those|these|both|two)\b")
_OF_SEVERAL = re.compile(r"\b(?:of (?:the (?:two|three)|them|those|these)|both)\b")
_IT = re.compile(r"\b(?:it|that|this)\b")
_OF_THE_WHOLE = re.compile(r"\b(?:spent|left|total|budget|ceiling|far|all)\b")
# What may mean the project, and not a wish.
_CANCELLING = re.compile(r"\b(?:cancel|delete|drop|remove|stop)\b(?!.*\b(?:wish|request|last|one|change|idea)\b)")
_WISHES = "please "
_BESIDE_A_NAME = re.compile(
    r"^(?:(?:and|ok|so|then|also|just|only|first|yes),? )+|(?:,? (?:so|first|too|as well|also|only))+$"
)
_UNDOING = tokens(
    "remove delete drop scrap scratch bin strike withdraw revoke retract undo reverse kill skip discard leave take "
    "cancel forget"
)


def about_before(question: Message, facts: ProjectFacts) -> About | None:
    """What the last message before `question` was about. Replies to questions that came after it do not count.

    What the team announces by itself takes away no question whether a wish is to be noted: "yes" still answers that.
    """
    earlier = _earlier(question, facts)
    if not earlier:
        return None
    about = earlier[-1].about
    reply = next((item.about for item in reversed(earlier) if item.reply_to), None)
    if about and reply and not about.if_yes and reply.if_yes.startswith(_WISHES):
        return about.model_copy(update={"if_yes": reply.if_yes})
    return about


def list_before(question: Message, facts: ProjectFacts) -> tuple[str, ...]:
    """The list that a reply before `question` showed last."""
    shown = (item.about.shown for item in reversed(_earlier(question, facts)) if item.about)
    return next(filter(None, shown), ())


def _earlier(question: Message, facts: ProjectFacts) -> list[Message]:
    return [item for item in facts.recent if item.about and (item.reply_to or item.id) < question.id]


def sentence_alone(message: str) -> str | None:
    """The one sentence that a message says beside courtesy, in plain words; None when it says several or none."""
    said = sentences_of(message)
    beside = [item for item in said if item.act not in TALK] or said
    return beside[0].plain if len(beside) == 1 else None


def continued(plain: str, queries: tuple[Query, ...], before: About) -> tuple[Query, ...]:
    """The queries of a message that is one sentence, completed by what the reply before was about."""
    topic = _ALIKE.get(before.topic, before.topic)
    own = queries[0] if queries else None
    if topic not in list(Topic) or len(queries) > 1 or (own and own.asked_for.particular):
        return queries
    if again := _AGAIN.fullmatch(plain):
        return (_asked_again(Topic(topic), plain, before, why=bool(again["why"])),)
    if own and own.asked_for.is_figure:
        points = _POINTS.search(plain) and not (own.documents or own.phases or own.asked_for.of)
        phases = tuple(phase for phase in Phase if points and phase.value in before.names)
        listed = " ".join(before.shown if _OF_SEVERAL.search(plain) else before.names if points else ())
        documents = own.documents or documents_in(listed.lower().split())
        return (replace(own, documents=documents, phases=phases or own.phases),)
    if own and (topic, own.topic) == (Topic.BUILD, Topic.MONEY) and sentences_of(plain)[0].refers:
        return (Query(Topic.BUILD, plain),)
    is_short = len(plain.split()) <= _SHORT and own and (own.documents or own.phases) and not own.is_polar
    rest = follow_up(plain) or (plain if is_short else "")
    if not rest or (own and max(odds for _, odds in likely_topics(rest)) > _SURE and rest not in list(Phase)):
        return queries
    return _same_of_another(Topic(topic), rest, before) or queries


def _asked_again(topic: Topic, plain: str, before: About, *, why: bool) -> Query:
    """The same question once more: "why?", "by how much?", "which ones?"."""
    asked = query_on(topic, before.question)
    words = f"{before.question} {'details' if why else plain}"
    topic = _WHY_TOPICS.get(topic, topic) if why else topic
    return replace(asked, topic=topic, documents=_named(before) or asked.documents, plain=words, is_asked=False)


def _same_of_another(topic: Topic, rest: str, before: About) -> tuple[Query, ...]:
    """What was asked before, asked of another document or phase: "and design?", "and the style guide?"."""
    found = query_on(topic, rest)
    earlier = [sentence.asked_for for sentence in sentences_of(before.question)]
    figure = earlier[0] if len(earlier) == 1 and earlier[0].is_figure else NOTHING
    kinds = tuple(kinds[0] for kinds in mentions_in(rest.split()).mentions if len(kinds) == 1)
    documents = () if found.phases else found.documents or (kinds if figure else ())
    if not (documents or found.phases):
        return ()
    topic = Topic.DOCUMENT if documents and not figure else topic
    figure = replace(figure, operation=None, of=figure.of if found.phases else None) if figure else figure
    plain = f"{before.question} {rest}"
    return (Query(topic, plain, found.roles, found.phases, documents, asked_for=figure),)


def _named(before: About) -> Kinds:
    return documents_in(" ".join(before.names).lower().split())


def named_alone(plain: str, before: About) -> Reference | None:
    """A message that is a document's name, after a reply that asked for one or did it with another."""
    target = target_of(_BESIDE_A_NAME.sub("", plain))
    if not before.if_named or not target.is_name or target.is_everything or len(target.mentions) != 1:
        return None
    meant = [title for title in before.shown if set(target.mentions[0]) & set(documents_in(title.lower().split()))]
    return Reference(Kind.CHOICE, before.if_named.format(meant[0]), is_confirmed=True) if len(meant) == 1 else None


def referred(reference: Reference | None, message: str, plain: str, before: About, facts: ProjectFacts) -> Part | None:
    """The reply to what refers back, where it stands for no sentence that can be read like any other."""
    if reference is None or (reference.kind is not Kind.UNDO and reference.sentence not in {"", TAKE_BACK}):
        return _taken_back(message, before, facts) or _priced(plain, before, facts)
    match reference.kind:
        case Kind.YES if not reference.sentence:
            return Part("Nothing was done: I asked you nothing that a yes would answer. What do you mean?")
        case Kind.NO:
            return Part("Fine. Nothing was done and nothing recorded.")
        case Kind.CHOICE if not reference.sentence:
            return Part("Which one do you mean? I showed you no such list just now; please say its name.")
        case Kind.UNDO if part := undone(reference, plain, before, facts):
            return part
    return wish_withdrawn(facts) if reference.sentence == TAKE_BACK else _taken_back(message, before, facts)


def undone(reference: Reference, plain: str, before: About, facts: ProjectFacts) -> Part | None:
    """What is taken back: what the reply before did, else the last wish on record, once that is confirmed."""
    if reference.sentence:
        return wish_withdrawn(facts) if reference.sentence == TAKE_BACK else None
    if before.topic == "decided" or re.search(r"\b(?:approval|decision)\b", plain):
        return Part(f"Nothing was undone: {about_review.FINAL}")
    wishes = slices.wishes(facts)
    if before.if_yes or before.topic == "undone" or not wishes:
        return Part("Fine. Nothing was done and nothing recorded.", about=About(topic="undone"))
    is_named = wishes[-1].id in _named_in(plain, facts)
    if (reference.is_firm or is_named) and not _CANCELLING.search(plain):
        return wish_withdrawn(facts)
    ask = f"The last wish on record is {quoted_text(wishes[-1].text)}. Shall I take it back? Say “yes” or “no”."
    return Part(f"Nothing was undone. {ask}", about=About(topic="wish", if_yes=TAKE_BACK))


def _priced(plain: str, before: About, facts: ProjectFacts) -> Part | None:
    """What "it" costs: the document that waits or was decided on, or the wish spoken of."""
    said, pending = sentences_of(plain), slices.pending_approvals(facts)
    is_price = len(said) == 1 and said[0].topics[:1] == (Topic.MONEY,) and said[0].act is Act.QUESTION
    if not is_price or not _IT.search(plain) or _OF_THE_WHOLE.search(plain):
        return None
    if before.topic in {"approvals", "decided"} and pending:
        return Part(f"Approving costs nothing; {revision_price(pending[0], facts)}.")
    if not (before.topic.startswith(("wish", Topic.CHANGES)) and before.names):
        return None
    return Part(f"{quoted_text(before.names[0])}: {price_of(wish_of(before.names[0]), facts)}", about=before)


def _taken_back(message: str, before: About, facts: ProjectFacts) -> Part | None:
    """The wish that a message tells to take back, by its name or place, or the one recorded just now."""
    taken, odds = _undoing_in(message)
    if not taken:
        return None
    wish, named = wish_meant(taken, before, facts), _named_in(taken, facts)
    if wish and (odds > SURE or named):  # "the first one" alone tells nothing of a wish
        return wish_withdrawn(facts, wish)
    is_last = before.if_undone == TAKE_BACK and not (particular_words(taken) - _UNDOING or _named_in(message, facts))
    return wish_withdrawn(facts) if is_last and odds > SURE else None


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
    """The one wish on record that words point at, by its place in the list shown or by words of its own."""
    wishes = slices.wishes(facts)
    if fits := _named_in(plain, facts):
        best = [wish for wish in wishes if fits.get(wish.id) == max(fits.values())]
        must_haves = tokens(" ".join(entry.words for entry in entries(facts, "requirements") if entry.is_active))
        own = particular_words(plain) & tokens(best[0].text)
        is_whole = before.topic in {"wish", "undone"} and particular_words(best[0].text) <= own
        return best[0] if len(best) == 1 and (is_whole or not own & must_haves) else None
    by_text = {wish.text: wish for wish in wishes}
    shown = tuple(text for text in before.shown if text in by_text) or tuple(by_text)
    return by_text.get(entry_at(plain, About(shown=shown)) or "")


def _named_in(plain: str, facts: ProjectFacts) -> dict[str, int]:
    """The wishes of which the words name something, and how much."""
    named = particular_words(plain)
    return {wish.id: fits for wish in slices.wishes(facts) if (fits := len(named & tokens(wish.text)))}
