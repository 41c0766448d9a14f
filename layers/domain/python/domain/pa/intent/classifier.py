"""The classifier: a text to its intents and projects (product: the assistant)."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from domain.pa.intent.boundaries import ECHO, REFUSALS
from domain.pa.intent.classification import INTENTS, Classification
from domain.pa.intent.cue import Weight
from domain.pa.intent.learned import agreed, features_of
from domain.pa.intent.lexicon import is_everyday, is_known, tokenized
from domain.pa.intent.passage import Finding, Passage, read_passage
from domain.pa.intent.pattern import Token
from domain.pa.intent.projects import Mention, ProjectNames

# Where a text holds no more than hints, the first of these is taken.
_HINTS = (
    *("unrelated", "secret", "other_customer", "override"),
    *("credentials", "budget", "timeline", "approvals", "messages", "blockers", "schedule"),
    *("priorities", "state", "help"),
)
_SMALL_TALK = frozenset({"unrelated", "other_customer"})
_GREETED = ("help",)
_NEVER_OVERHEARD = frozenset({"secret", "override"})


def classify(text: str, project_names: Sequence[str]) -> Classification:
    """What rules and weights make of `text` together."""
    read = _read(text, project_names)
    said = _by_rules(read)
    if _serious(said.refusals) or said.intents == _GREETED or not any(map(str.isalpha, text)):
        return said
    return _corrected(said, agreed(said.intents, features_of(read.sentences)))


def classify_by_rules(text: str, project_names: Sequence[str]) -> Classification:
    """What rules alone make of it."""
    return _by_rules(_read(text, project_names))


@dataclass(frozen=True, slots=True)
class _Read:
    """A text, read once for both who judge it."""

    passages: Sequence[Passage]
    mentions: Sequence[Mention]
    sentences: Sequence[Sequence[Token]]


def _read(text: str, project_names: Sequence[str]) -> _Read:
    names = ProjectNames(project_names, is_everyday, is_known)
    passages: list[Passage] = []
    mentions: list[Mention] = []
    sentences: list[Sequence[Token]] = []
    for sentence, found, tokens in tokenized(text, names):
        mentions += found
        sentences.append(tokens)
        passages.append(read_passage(tokens, sentence))
    return _Read(passages, mentions, sentences)


def _by_rules(read: _Read) -> Classification:
    findings = _decisive(_before_override(_echoes_settled(read.passages)))
    if not findings and read.passages and all(passage.only_greets for passage in read.passages):
        return Classification(_GREETED)
    projects, ambiguous = _named(read.mentions)
    intents = {_intent(finding, names_any=bool(read.mentions)) for finding in findings} or {"out_of_scope"}
    refusals = [finding.topic for finding in findings if finding.topic in REFUSALS] if findings else ["unrelated"]
    return Classification(
        tuple(filter(intents.__contains__, INTENTS)), projects, ambiguous, tuple(dict.fromkeys(refusals))
    )


def _serious(refusals: Iterable[str]) -> bool:
    """Whether something was refused that no likelihood may allow: a secret, another's account, other rules."""
    return any(refusal != "unrelated" for refusal in refusals)


def _corrected(said: Classification, intents: Collection[str]) -> Classification:
    """With other intents; weights alone decline a whole text, not a part of it."""
    if "out_of_scope" not in said.intents and len(intents) > 1:
        intents = set(intents) - {"out_of_scope"}
    refusals = (said.refusals or ("unrelated",)) if "out_of_scope" in intents else ()
    return replace(said, intents=tuple(filter(intents.__contains__, INTENTS)), refusals=refusals)


def _named(mentions: Iterable[Mention]) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """The projects named beyond doubt, and the choices the other mentions leave open."""
    certain = dict.fromkeys(mention.names[0] for mention in mentions if len(mention.names) == 1)
    choices = dict.fromkeys(mention.names for mention in mentions if len(mention.names) > 1)
    return tuple(certain), tuple(names for names in choices if certain.keys().isdisjoint(names))


def _echoes_settled(passages: Iterable[Passage]) -> list[Passage]:
    """With "read it to me" turned into the wish for a secret where one was spoken of, and dropped elsewhere."""
    settled: list[Passage] = []
    secret_spoken_of = False
    for passage in passages:
        secret_spoken_of = secret_spoken_of or passage.names_secret
        findings = [
            replace(finding, topic="secret") if finding.topic == ECHO else finding
            for finding in passage.findings
            if finding.topic != ECHO or secret_spoken_of
        ]
        settled.append(replace(passage, findings=tuple(findings)))
    return settled


def _before_override(passages: Iterable[Passage]) -> list[Passage]:
    """Without the sentences that follow an attempt to change the rules: they are what it is for."""
    heard: list[Passage] = []
    overridden = False
    for passage in passages:
        overridden = overridden and not passage.set_apart
        if not overridden:
            heard.append(passage)
        overridden = overridden or any(finding.topic == "override" for finding in passage.findings)
    return heard


def _decisive(passages: Sequence[Passage]) -> list[Finding]:
    """The findings that count: of the sentences that ask, else of those around them, else of all; then hints."""
    refused = [
        finding
        for passage in passages
        for finding in passage.findings
        if finding.topic in _NEVER_OVERHEARD and finding.weight >= Weight.STRONG
    ]
    asking = [passage for passage in passages if passage.asks]
    asked = _clear(asking)
    if asked or refused:
        hinted = [hint for passage in asking if passage.question for hint in _hint([passage]) if _points(hint)]
        return [*asked, *hinted, *refused]
    paragraphs = {passage.paragraph for passage in asking}
    around = _clear([passage for passage in passages if passage.paragraph in paragraphs])
    pointed = list(filter(_points, _hint(asking)))
    return around or pointed or _clear(passages) or _hint(passages)


def _points(hint: Finding) -> bool:
    """Whether a hint counts beside something clear: a project's name alone, or a word that belongs to no project."""
    return hint.names_project or hint.topic == "unrelated"


def _clear(passages: Iterable[Passage]) -> list[Finding]:
    """What the sentences say clearly. The weather and other people's affairs are declined only where asked for."""
    return [
        finding
        for passage in passages
        for finding in passage.findings
        if finding.weight > Weight.WEAK and (passage.asks or finding.topic not in _SMALL_TALK)
    ]


def _hint(passages: Iterable[Passage]) -> list[Finding]:
    """The best of the hints in sentences that say nothing clearly."""
    hints = [f for passage in passages if not _clear([passage]) for f in passage.findings if f.weight is Weight.WEAK]
    return sorted(hints, key=lambda hint: (not hint.names_project, _HINTS.index(hint.topic)))[:1]


def _intent(finding: Finding, *, names_any: bool) -> str:
    """The intent of a finding.

    The state of things is a project's status where a project is named, in the clause or anywhere in a text that does
    not ask for the whole; else it is the summary.
    """
    if finding.topic in REFUSALS:
        return "out_of_scope"
    if finding.topic != "state":
        return finding.topic
    return "project_status" if finding.names_project or (names_any and not finding.names_all) else "summary"
