"""What a message says, as data: orders, wishes, decisions, questions, imperatives, small talk, and what is declined.

Only a wish or a decision that is told outright is recorded, in the customer's own words: the weights and the form of
the sentence must agree. What is only thought about ("can we add …?", "what if …") is recorded by a "yes".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from common.services import frozen
from domain.agents.brain.doubts import is_doubtful, without_lead_in
from domain.agents.brain.orders import Order, Told, offered_in, told_in
from domain.agents.brain.questions import Query, queries_of
from domain.agents.brain.reader import Act, Topic
from domain.agents.brain.sentences import Sentence, sentences_of
from domain.agents.brain.telling import SURE
from domain.language.declined import certain_refusals
from domain.language.matching import tokens
from domain.language.words import is_known
from domain.projects.states import Role

MAX_TEXT_LENGTH = 1_000
_LEAST_WORDS = 3
# Words that leave a sentence open, or make it somebody else's.
_OPEN = re.compile(
    r"\b(?:if|whether|maybe|perhaps|might|would .* cost|wonder\w*|thinking|considering|suppose|imagine|what|how|"
    r"possib\w+|probabl\w+|consider\w*|some (?:day|point)|one day|later|let us not|curious|hypothetical\w*|"
    r"quotation|said|says|asked|wrote|leave (?:it|that|this|them|those|(?:the )?(?:others?|rest)))\b|\byet$"
)
# A verb of change opens the sentence.
_ORDERED = re.compile(
    r"^(?:and |oh |then |ok |so )*(?:please|pls|add|include|drop|remove|replace|use|make|let|put|leave|take|move|"
    r"change|give|allow|show|hide|send|offer|support|build|bring|get rid|keep|connect|integrate|rename|switch|swap|"
    r"reduce|limit|extend|postpone|push|shift|cut|skip|note|record|have|set|translate|increase|provide|enable|accept)\b"
)
_IT = r"(?:it|that|this|them|those)"
# What tells to put on record what else the message says …
_RECORD_IT = re.compile(
    rf"(?:(?:please|do|just|so|and|then|can you please|could you please|kindly)[, ]+)*"
    rf"(?:(?:add|record|note|log|include) {_IT}|"
    rf"(?:put|write|take|note|get) {_IT} (?:down|in|on (?:record|the list)|into the brief)|"
    rf"(?:we|i) (?:do |really )?(?:want|need|would like) {_IT})"
    r"(?: (?:too|as well|in|please|then|now|for me|for us|as a (?:wish|change request)|down|to the list))*"
)
# What changes, points or puts off, and names nothing: "leave the other two", "let the others wait", "add that too".
_NAMING_NOTHING = tokens(
    "add include put record note list brief wish drop skip park remove delete leave take keep let move change set get "
    "aside rest first second last other others wait now later open back idea thing one two three too also there here "
    "i we you it that this them those these well ok yes yeah please need want like love would could should must can "
    "may do be have if so then really just great nice good wonder think hope as still all both"
)
_COURTESY = frozenset({Act.GREETING, Act.THANKS, Act.BYE, Act.PRAISE})
_POLITE = re.compile(r"(?:can|could|would|will) (?:you|u) (?:please|kindly)\b")
_SETTLED = re.compile(
    r"\b(?:decid|decision|agree|chose|choos|pick|settl|opt|conclu|go(?:ing)? with|went|record|use|take)"
)
_THING = re.compile(
    r"\b(?P<verb>add(?:ing|ed)?|includ(?:e|ing)|support(?:ing)?|hav(?:e|ing)|had|get|offer(?:ing|ed)?|"
    r"integrat(?:e|ing)|drop(?:ping|ped)?|remov(?:e|ing)|leave out|replac(?:e|ing)|chang(?:e|ing)|mov(?:e|ing)|about|"
    r"would|also|without|for|is) (?P<thing>(?!you\b|it\b|we\b).+?)"
    r"(?:,(?! \d{3}\b).*| cost| be| too| also| possible| as well)?$"
)
_DROPPING = {"drop": "drop", "remo": "remove", "leav": "leave out", "repl": "replace", "chan": "change", "move": "move"}
_DROPPING |= {"with": "drop", "movi": "move"}
# Stems that name a remit; a wish for the product itself is the CPO's.
_OWNERS: Mapping[Role, re.Pattern[str]] = {
    Role.CMO: re.compile(r"\b(?:newsletter|market|campaign|seo\b|social media|advert|slogan|landing page)"),
    Role.CDO: re.compile(r"\b(?:design|colou?r|font|logo|dark (?:mode|theme)|layout|icon|animation|brand)"),
    Role.CTO: re.compile(r"\b(?:api|integrat|host|database|ios\b|android|login|two factor|export|import\b|webhook)"),
}
_MOST_QUERIES = 6
_DECLINED = (Act.SECRET, Act.OTHER_CUSTOMER, Act.OVERRIDE)
TALK = frozenset(
    {Act.GREETING, Act.THANKS, Act.BYE, Act.WELLBEING, Act.PRESENCE, Act.PRAISE, Act.COMPLAINT, Act.CHAT, Act.UNRELATED}
)
_SAID = TALK | {Act.STATEMENT}
_POINTING = re.compile(r"\b(?:it|that|this|those|these|them)\b")
_DECLINABLE = 0.5  # log-odds from which a request is declined


@frozen
class Wish:
    """Something the customer would like, on one line, with the role it falls to; `verb` is what becomes of `thing`."""

    text: str
    owner: Role
    thing: str = ""
    verb: str = "add"


@frozen
class Understanding:
    """What is to be answered, recorded and done.

    `weighed` and `wishes_weighed` are spoken of without being told. `deeds` are imperatives nobody here can carry out.
    `unclear` are the plain sentences in which no topic was found; `is_question`: one of them is a question.
    `talk` is what the small talk of a message does, and `undoes` whether it takes something back.
    """

    instructions: tuple[Order, ...] = ()
    weighed: tuple[Order, ...] = ()
    wishes: tuple[Wish, ...] = ()
    wishes_weighed: tuple[Wish, ...] = ()
    decisions: tuple[str, ...] = ()
    deeds: tuple[str, ...] = ()
    queries: tuple[Query, ...] = ()
    unclear: tuple[str, ...] = ()
    is_question: bool = False
    refusals: tuple[Act, ...] = ()
    talk: Act | None = None
    undoes: bool = False
    corrects: bool = False

    @property
    def tells(self) -> bool:
        """Whether something is to be done, recorded or weighed."""
        told = self.instructions or self.weighed or self.wishes or self.wishes_weighed
        return bool(told or self.decisions or self.deeds)


def understand(message: str, project_name: str = "", *, is_confirmed: bool = False) -> Understanding:
    """What `message` says. Where it asks for something that is declined, nothing else in it counts.

    `is_confirmed`: it stands for a sentence that the CEO offered and the customer said yes to.
    """
    sentences = sentences_of(message, project_name)
    refusals = tuple(dict.fromkeys(reason for sentence in sentences for reason in _refusals(sentence)))
    if refusals:
        return Understanding(refusals=refusals)
    if is_confirmed and (offered := offered_in(message)):
        return Understanding(instructions=(offered,))
    told = told_in(sentences)
    if recorded_in(sentences) and not any(order.is_sure for order in told.orders):
        told = Told((), (), sentences)
    rest = told.rest
    wishes, weighed = _wishes(rest, is_confirmed=is_confirmed and not told.orders)
    deeds = [one for one in rest if one.act is Act.DEED and not one.asks_for_its_own and not wishes]
    told_ones = rest if recorded_in(rest) else [one for one in rest if one in deeds or _is_told(one)]
    asked = _asked([one for one in rest if one not in told_ones])
    queries, unclear = _queries([one for one in asked if one.act not in {Act.UNDO, Act.CORRECTION}])
    return Understanding(
        instructions=told.orders,
        weighed=() if deeds or wishes else told.weighed,
        wishes=wishes,
        wishes_weighed=weighed,
        decisions=_found(map(decision_in, rest)),
        deeds=tuple(sentence.plain for sentence in deeds),
        queries=queries,
        unclear=unclear,
        is_question=any(sentence.is_question for sentence in asked),
        talk=_talk(rest),
        corrects=any(sentence.act is Act.CORRECTION for sentence in rest),
        undoes=any(sentence.act is Act.UNDO for sentence in rest),
    )


def _wishes(sentences: Sequence[Sentence], *, is_confirmed: bool) -> tuple[tuple[Wish, ...], tuple[Wish, ...]]:
    """The wishes told outright, and else those only weighed; a statement beside a question is no wish."""
    if is_confirmed:
        return tuple(wish_of(one.text) for one in sentences if one.plain.startswith("please ")), ()
    if recorded := recorded_in(sentences):
        return (recorded,), ()
    wishes, weighed = _found(map(wish_in, sentences)), _found(map(_weighed_in, sentences))
    if any(one.act in {Act.WITHHELD, Act.UNDO} or (is_doubtful(one.plain) and not wish_in(one)) for one in sentences):
        return (), wishes or weighed
    asking = [one for one in sentences if not wish_in(one) and (one.is_question or one.asks_for_its_own)]
    if asking:
        is_meant = any(_POINTING.search(one.plain) for one in asking)
        weighed = (wishes if is_meant else ()) or _found(_weighed_in(one) for one in sentences if one.is_question)
        wishes = _found(wish_in(one) for one in sentences if is_ordered(one))
    return wishes, () if wishes else weighed


def _refusals(sentence: Sentence) -> list[Act]:
    """By the table of certain ones, or where the weights are sure."""
    certain = [Act(reason) for reason in certain_refusals(sentence.read.plain)]
    return certain or [act for act in _DECLINED if sentence.odds[act] > _DECLINABLE]


def _is_told(sentence: Sentence) -> bool:
    """Whether a sentence states, orders or weighs, so that it asks nothing besides."""
    stated = (read(sentence) is not None for read in (wish_in, _weighed_in, decision_in))
    return sentence.act is Act.WITHHELD or any(stated)


def _asked(sentences: Sequence[Sentence]) -> list[Sentence]:
    """The questions; where there are none, what is said about something: it is answered from the records too."""
    asking = [one for one in sentences if one.act not in _SAID or one.asks_for_its_own]
    telling = [one for one in sentences if one.act in {Act.STATEMENT, Act.COMPLAINT}]
    # Where a topic is clear in it, it says something of its own: "I'm worried about the deadline".
    return asking or [one for one in telling if any(one.odds[topic] > 0 for topic in Topic)]


def _queries(sentences: Sequence[Sentence]) -> tuple[tuple[Query, ...], tuple[str, ...]]:
    """What is asked, each topic once, and the plain sentences without any topic."""
    found: dict[tuple[Topic, object], Query] = {}
    unclear: list[str] = []
    for sentence in sentences:
        queries = queries_of(sentence)
        for query in queries:
            found.setdefault((query.topic, query.documents), query)
        if not queries:
            unclear.append(sentence.plain)
    return tuple(found.values())[:_MOST_QUERIES], tuple(unclear)


def _talk(sentences: Sequence[Sentence]) -> Act | None:
    """What the small talk does; thanks come before all else, a greeting only where nothing else is said."""
    said = [one.act for one in sentences if one.act in TALK - {Act.UNRELATED} or _states(one)]
    told = [act for act in said if act is not Act.GREETING]
    return Act.THANKS if Act.THANKS in said else next(iter(told or said), None)


def _states(sentence: Sentence) -> bool:
    """Whether a sentence clearly states something; a row of letters states nothing."""
    is_clear = sentence.act is Act.UNRELATED or (sentence.act is Act.STATEMENT and sentence.odds[Act.STATEMENT] > 0)
    return is_clear and any(map(is_known, sentence.plain.split()))


def _found[Thing](things: Iterable[Thing | None]) -> tuple[Thing, ...]:
    return tuple(thing for thing in things if thing is not None)


def wish_in(sentence: Sentence) -> Wish | None:
    """The wish a sentence states outright."""
    is_told = sentence.act is Act.WISH and _is_outright(sentence) and not only_points(sentence)
    has_form = sentence.told[Act.WISH] > SURE or is_ordered(sentence)
    return wish_of(sentence.text) if is_told and has_form else None


def only_points(sentence: Sentence) -> bool:
    """Whether a sentence wants something and doesn't say itself what: "we need that too", "leave the other two"."""
    own = tokens(without_lead_in(sentence.plain)) - _NAMING_NOTHING
    return sentence.act in {Act.WEIGH, Act.WISH} and not own


def recorded_in(sentences: Sequence[Sentence]) -> Wish | None:
    """The wish that a message says and then tells to record: "We need 26 kennels. Put that down please."."""
    orders = [one for one in sentences if _RECORD_IT.fullmatch(without_lead_in(one.plain))]
    said = [one for one in sentences if one not in orders and one.act not in _COURTESY]
    if not orders or not said or any(one.is_question or is_doubtful(one.plain) or one.act is Act.UNDO for one in said):
        return None
    text = ". ".join(one.text.rstrip(".") for one in said)
    return wish_of(text) if len(text.split()) >= _LEAST_WORDS and len(text) <= MAX_TEXT_LENGTH else None


def is_ordered(sentence: Sentence) -> bool:
    """Whether a sentence opens like an order to change something: beside a question, nothing else is a wish told."""
    return _ORDERED.match(without_lead_in(sentence.plain)) is not None or _ORDERED.match(sentence.plain) is not None


def _weighed_in(sentence: Sentence) -> Wish | None:
    """The wish a sentence only thinks about: "can we add …?"; a question for a figure of the project weighs none."""
    is_wish = not sentence.asked_for.is_figure and sentence.act in {Act.WEIGH, Act.WISH} and not only_points(sentence)
    if not is_wish or len(sentence.text) > MAX_TEXT_LENGTH:
        return None
    match = _THING.search(sentence.plain)
    thing = match["thing"] if match else without_lead_in(sentence.plain)
    own = re.search(re.escape(thing).replace("\\ ", r"\W+"), sentence.text, re.IGNORECASE)
    verb = _DROPPING.get(match["verb"][:4], "add") if match else "note"
    return Wish(sentence.text, _owner(sentence.plain), own[0] if own else thing, verb)


def wish_of(text: str) -> Wish:
    """`text` as a wish."""
    return Wish(text, _owner(text.lower()))


def decision_in(sentence: Sentence) -> str | None:
    """The decision a sentence states, in the customer's words."""
    is_settled = sentence.act is Act.DECISION and _SETTLED.search(sentence.plain) and _is_outright(sentence)
    return sentence.text if is_settled else None


def _is_outright(sentence: Sentence) -> bool:
    """Whether the form of a sentence leaves nothing open: no question, no condition, nobody else's words."""
    asks = sentence.is_question and not _POLITE.match(without_lead_in(sentence.plain))
    is_fit = len(sentence.plain.split()) >= _LEAST_WORDS and len(sentence.text) <= MAX_TEXT_LENGTH
    return is_fit and not (asks or _OPEN.search(sentence.plain) or is_doubtful(sentence.plain))


def _owner(plain: str) -> Role:
    return next((role for role, stems in _OWNERS.items() if stems.search(plain)), Role.CPO)
