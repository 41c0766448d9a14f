"""What a question is about: its topics by their cues, and the documents, phases and roles it names."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from types import MappingProxyType

from domain.agents.brain.naming import Kinds, documents_in, mentions_in, without_documents
from domain.agents.brain.slips import is_slip_of
from domain.projects.phases import spec_of
from domain.projects.states import Phase, Role


class Topic(StrEnum):
    """What the CEO can speak about."""

    HELP = "help"
    ADVICE = "advice"
    LAUNCH = "launch"
    BUILD = "build"
    BLOCKERS = "blockers"
    MONEY = "money"
    DATES = "dates"
    APPROVALS = "approvals"
    ACCESS = "access"
    CHANGES = "changes"
    DECISIONS = "decisions"
    STATUS = "status"
    TEAM = "team"
    DOCUMENT = "document"
    SCOPE = "scope"
    TECHNOLOGY = "technology"
    DESIGN = "design"
    MARKETING = "marketing"


def alternatives(table: str) -> str:
    """One regular expression of a table that has its alternatives on lines of their own or with ` | ` between them."""
    cues = (cue.strip() for line in table.splitlines() for cue in line.split(" | "))
    return f"(?:{'|'.join(cue for cue in cues if cue)})"


_PRODUCT = (
    r"(?:product|app|website|web ?site|site|shop|store|game|software|platform|system|thing|all of (?:it|this)|"
    r"everything|all in|altogether|in total)"
)
_WHOLE = (
    rf"(?:build(?:ing)?|built|coding|programm\w+|implement\w*|(?:whole|entire|finished|final|complete|full) {_PRODUCT}|"
    rf"all in|whole project|(?:the|our|this) (?:app|website|web ?site|shop|game|product|software))"
)
_WHEN = r"(?:when|(?:what|which) da(?:y|te)|how (?:long|soon|many (?:days|weeks|months))|can (?:we|you)|will)"
_OUT = (
    r"(?:launch(?:ed|es|ing)?(?! (?:phase|documents?|plan|budget))|go(?:es|ing)? live|live|online|on sale|app store|"
    r"release[ds]?|public|on the market|in production)"
)
_PEOPLE = r"(?:customers?|guests?|users?|people|clients|everyone|anyone|they|it|we|i)"
_USING = r"(?:order|book|buy|use|play|shop|see it|try|download|log in|sign up)"
_LENGTH = r"(?:how (?:long|many (?:days|weeks|months))|how much (?:time|longer))"
# A facet is asked of anything ("what does the design cost?"); there a discipline only narrows it down.
FACETS: Mapping[Topic, str] = MappingProxyType(
    {
        Topic.HELP: r"""
            what can (?:you|i)(?: do| ask)? | what do you do | help | how does (?:this|it) work | how do i use
            what (?:questions|commands)
            how (?:do|can|could) (?:i|we) (?:approve|request|reject|pause|resume|cancel|decide|change|add)
        """,
        Topic.ADVICE: r"""
            (?:should|shall|ought) (?:we|i|it)(?! (?:do|have|look|approve|review|decide|read|know))
            what would you | would you (?:rather|say|recommend|suggest|do) | do you (?:think|recommend|suggest|believe)
            (?:your|an) (?:opinion|advice|recommendation|take|view|gut) | recommend\w* | advise | advice | worth
            (?:good|bad|better|best|smart) (?:idea|option|choice|to) | fair price | make sense | makes sense
            what do you (?:think|make of) | which (?:is|would be) better | too (?:expensive|much money|risky)
        """,
        Topic.LAUNCH: rf"""
            {_WHEN}\b.*\b{_OUT} | (?:is|are) (?:it|the \w+) (?:out|live|online|public|released|available)
            (?:when|how (?:long|soon))\b.*\b{_PEOPLE}\b.*\b{_USING}
            (?:launch|go live|release) (?:date|day) | is the (?:launch|release)(?! (?:phase|plan|documents?|budget))
        """,
        Topic.BUILD: rf"""
            (?:costs?|pric\w+|pay|budget|money|expens\w+|estimat\w+|how much|spend|quote)\b.*\b{_WHOLE}
            {_WHOLE}\b.*\b(?:costs?|pric\w+|expens\w+|estimat\w+|how much) | {_LENGTH}\b.*\b{_WHOLE} | build outlook
            total price | what does it cost to build
            when (?:is|will)\b.* (?:built|programmed|coded)
        """,
        Topic.BLOCKERS: r"""
            block\w* | stuck | stall\w* | (?:hold|holds|holding|held)(?: \w+)? (?:up|back) | obstacles?
            bottlenecks? | impediments? | problems? | issues? | risks? | in the way | prevent\w* | delay\w* | on fire
            at a standstill | what is wrong | go wrong
            why (?:is|does|do|are|has|have) (?:\w+ )?(?:\w+ )?(?:not|nothing|no)
            nothing (?:is )?(?:happen|mov)\w* | keep\w* (?:you|us|it) from | (?:taking|takes|take) (?:so|too|this) long
            (?:what|who|whom) (?:are|is) (?:you|we|it|the team|everything|everyone) waiting (?:for|on)
        """,
        Topic.MONEY: r"""
            budget\w* | costs? | costing | pric\w+ | money | spen[dt] | spending | estimat\w+ | expens\w+
            (?:i|we|to|you) pay | paying | paid | ceiling | afford\w* | cheap\w* | euros?
            eur | usd | dollars? | fees?
            rates? | day rate | financ\w+ | burn\w* | quotes? | funds?
            how much (?:is|has|have|do|did|does|will|would|was)(?! (?:time|longer|work)) | overspen\w+ | total
            how much(?:$| for)
        """,
        Topic.DATES: r"""
            when | eta | deadlines? | dates? | due | finish\w* | how (?:long|soon|fast|late) | schedul\w+ | on track
            timelines? | time ?frame | milestones? | late | on time | in time | behind | ahead of
            calendar | how many (?:days|weeks|months) | (?:days|weeks|time) (?:left|remain\w*) | overdue | until when
            by (?:the )?(?:end of|next|christmas|summer|spring|autumn|winter) | easter | christmas
            (?:by|before|until|in|of|end) (?:march|may) | january | february | april | june | july | august | september
            october | november | december | \d{1,2}(?:st|nd|rd|th)? (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)
            realistic | before (?:the )?(?:summer|winter|end) | \d{4} \d{2} \d{2}
        """,
        Topic.APPROVALS: r"""
            approv\w+ | sign(?:ed)?(?: off)? | unapproved | in review | to review | reviews?
            (?:waiting|wait|waits) (?:for|on) (?:me|my|us|our) | (?:look at|read|decide|approve) first
            (?:need|want)\w* (?:anything |something |more |to know )?from (?:me|us) | need\w* (?:me|my)
            (?:my|our) (?:input|yes|consent|attention|feedback|turn)
            what (?:should|must|can|do) i (?:do|need|have)(?! to (?:know|use)) | to do | todos? | action items?
            what do you need | pending | what is (?:waiting|open) | what is next for (?:me|us)
        """,
        Topic.ACCESS: r"""
            credentials? | access(?:es)? | passwords? | passphrases? | tokens? | source code
            (?:api|ssh|access|stripe|secret|private) keys?
            keys?(?! (?:user|flows?|risks?|points?|facts?|decisions?|features?|metrics?|dates?|figures?|findings?))
            logins? | vault | secrets? | deposit\w*
        """,
        Topic.CHANGES: r"""
            change requests? | changes? (?:\w+ )?(?:asked|request\w*) | wish(?:es|ed)? | feature requests?
            what did (?:i|we) (?:ask|want|request) | request(?:ed)? (?:any |a )?changes?
        """,
        Topic.DECISIONS: r"""
            decisions? | decided? | agreed | settled | history | what (?:has )?happened
            what did (?:we|i|you) (?:say|agree|choose|pick) | changelog | record of
            since (?:yesterday|last|\w+day|the) | so far this | log | did (?:the team|you|we|they) do
        """,
    }
)
# Spoken of beside anything: it does not stand for itself when a facet is asked as well.
_STATUS = r"""
    tl ?dr | there yet | what is missing | can (?:i|we) submit | working | status | progress\w* | how far
    updates? | state | on hold | cancelled | complete | completed
    where (?:are|do|does) (?:we|you|it|things|the project) | finished
    overview | summar\w+ | percent\w* | going on | what is (?:happening|up|new|next) | phases? | news
    recap | report\w* | standing
    how (?:is|are|was|goes|did|does) (?:it|things|we|you|everything|my|our|this|the|all)
    catch me up | bring me up | up to speed | working on | work on | doing | look(?:s|ing) | stage
    done | ready | next steps? | situation | how (?:is|are|goes)
    everything (?:ok|okay|fine|good|alright|all right|well) | what comes next | comes after
    what happens (?:next|then|after|now)
"""
DISCIPLINES: Mapping[Topic, str] = MappingProxyType(
    {
        Topic.TEAM: r"""
            team | who (?:is|are|am|works?|does|leads?|will|wrote|writes|owns?|builds?|makes?|handles?)(?! it for)
            agents? | roles? | responsible | ceo | your name | staff | approver | colleagues? | members?
            somebody | humans? | person | bot | in charge | persons? | how many people
            are you (?:an? )?(?:ai|real|robot|chatgpt|gpt|claude|machine)
        """,
        Topic.SCOPE: r"""
            scope | requirements? | must haves? | features? | functions? | functionality | goals? | purpose
            audiences? | target (?:group|audience|users?) | who (?:is it|is this|it is) for | users? | customers?
            success\w* | worked | kpis? | measures? | metrics? | exclu\w+ | not part | leave out | left out | included?
            brief | acceptance | constraints? | rules? | compliance | gdpr | product | why are we | first version
            mvp | cpo | intake | questionnaire | build(?:ing)? | planning | description
            part of (?:it|this|the project)
        """,
        Topic.TECHNOLOGY: r"""
            tech\w* | stack | architect\w* | integrat\w+ | platforms? | host\w* | servers? | databases? | frameworks?
            programming | languages? | code | repo\w* | api | apis | back ?end | front ?end | ios | android | desktop
            deploy\w* | infrastructure | test\w* | qa | quality | secur\w+ | performance | scal\w+ | personal data
            privacy | data | cto | development | systems? | software | cloud | devops | release plan | engineering
            app store | bugs? | maintenance | roll ?back
        """,
        Topic.DESIGN: r"""
            design\w* | styles? | brand\w* | colou?rs? | palette | fonts? | typo\w+ | logos? | looks? | ui | ux
            flows? | tone | voice | wireframes? | mock ?ups? | accessib\w+ | usab\w+ | screens? | cdo | layout
            visual\w* | icons?
        """,
        Topic.MARKETING: r"""
            market\w* | launch\w* | position\w* | messag\w+ | campaigns? | promot\w+ | seo | social media | press
            advert\w* | ads | announc\w+ | go to market | newsletters? | cmo | headlines? | taglines? | slogans?
            sell\w* | channels? | publicity | reach | hear (?:about|of)
        """,
        Topic.DOCUMENT: r"""
            documents? | deliverables? | docs
        """,
    }
)
# With one of these, a discipline is asked how far it is, not what it is about.
_STATUS_OF_DISCIPLINE = r"""
    status | progress | how far | how (?:is|are|goes) | going | phase | doing | working on | done | ready | complete
    start(?:ed)? | began | begun | coming along
"""
# For words that are a slip away from one of these, where no cue was found.
_CUE_WORDS = """
    status progress update overview summary blocked problem budget money estimate deadline schedule timeline
    milestone finish approval approve approved approvals review pending credential credentials password access
    decision decisions decided requirements scope feature features audience technology architecture integration
    integrations platform hosting security design colour brand style marketing launch positioning messaging campaign
    project remaining spent ceiling phase
"""
_REMIT: Mapping[Topic, Role] = MappingProxyType(
    {Topic.SCOPE: Role.CPO, Topic.TECHNOLOGY: Role.CTO, Topic.DESIGN: Role.CDO, Topic.MARKETING: Role.CMO}
)
_BESIDE_A_DOCUMENT = (Topic.MONEY, Topic.ACCESS, Topic.BLOCKERS, Topic.CHANGES)
_APPROVER = r"who (?:approves|will approve|can approve|has to approve|signs off) | approver"
_USERS = r"""
    who (?:is|are) (?:it|this|the \w+|that|we building (?:it|this)) for | for whom
    who are (?:our|the|my) (?:users|customers|guests|audience|audiences)
"""
_ROLE = "(?:what does|who is) the c[dmpt]o(?! (?:doing|cost|working))"
_PHASES = "(?:planning|design|development|launch)"
_BEGUN_OR_DONE = r"(?:done|finished|complete|completed|over|started|begun|approved)"
_PHASE_STATE = rf"""
    (?:is|has|are|did|was)\b.* {_PHASES}(?: phase| documents)?\b.* {_BEGUN_OR_DONE}
    did (?:you|we|the team) (?:start|begin|finish) (?:the )?{_PHASES}
    (?:is|has) the c[dmpt]o (?:done|started|finished|ready)
"""
_WAITING = "wait\\w* | need\\w* | in review | pending | to (?:approve|review|sign)"
_DECIDING = "chang\\w+ (?:to|in|on) | revis\\w+ | approv\\w+ | sign(?:ed)? off | signed | reviewed | accepted"
_STATUS_NOUN = "status | progress | overview | summary | update"
_LIST_JOINT = re.compile(r",| and | plus |:")
_ASKING = """
    what is are the our my about tell me show give us please of how a an for when who why where which and
"""
_LONGEST_NOUN = 2
_POLAR = re.compile(
    r"(?:is|are|was|were|am|do|does|did|has|have|had|will|would|can|could|anything|any|ist|there)\b(?!.*\b(?:not|or)\b)"
)


@dataclass(frozen=True, slots=True)
class Query:
    """One thing the customer wants to know, in plain words, with what narrows it down."""

    topic: Topic
    plain: str
    roles: tuple[Role, ...] = ()
    phases: tuple[Phase, ...] = ()
    documents: Kinds = ()

    def mentions(self, pattern: str) -> bool:
        """Whether the question has one of the words of `pattern`, a regular expression."""
        return re.search(rf"\b(?:{pattern})\b", self.plain) is not None

    @property
    def is_polar(self) -> bool:
        """Whether yes or no would answer it; a question with "not" or "or" in it has no plain yes or no."""
        return (
            _POLAR.match(re.sub(r"^(?:(?:and|so|ok|but|do you know if|tell me if|know if),? )+", "", self.plain))
            is not None
        )

    @property
    def counts(self) -> bool:
        """Whether it asks how many there are."""
        return self.mentions("how many|number of|count")


def queries_in(plain: str) -> tuple[Query, ...]:
    """What one plain sentence or part of one asks; nothing when no cue is found."""
    words = [word for word in re.split(r"[\s,:-]+", plain) if word]
    documents = documents_in(words) or (_short_names(words) if _searched(_DECIDING, plain) else ())
    beside = without_documents(words) if documents else plain
    disciplines = [topic for topic in DISCIPLINES if _has(topic, beside)]
    topics = _topics(beside, disciplines, has_documents=bool(documents))
    roles = tuple(_REMIT[topic] for topic in disciplines if topic in _REMIT)
    if documents:
        roles = tuple(dict.fromkeys(spec_of(kind).owner for kind in documents))
    phases = tuple(phase for phase in Phase if re.search(rf"\b{phase.value}\b", beside))
    return tuple(Query(topic, plain, roles, phases, documents) for topic in topics)


def _short_names(words: list[str]) -> Kinds:
    """The one document named by an everyday name, such as "the scope"; nothing where several may be meant."""
    found = {kinds for kinds in mentions_in(words).mentions if len(kinds) == 1}
    return next(iter(found)) if len(found) == 1 else ()


def queries_beside_advice(plain: str) -> tuple[Query, ...]:
    """What a question for advice touches, as plain questions: the lists and figures of its topics."""
    beside = _pattern(FACETS[Topic.ADVICE]).sub(" ", plain)
    asks = {Topic.DATES: "deadline", Topic.MONEY: "ceiling"}
    return tuple(replace(query, plain=asks.get(query.topic, "")) for query in queries_in(beside))


def respelled(plain: str) -> str:
    """`plain` with words that are a slip away from a cue word put right; for sentences in which no cue was found."""
    return " ".join(
        next((known for known in _CUE_WORDS.split() if is_slip_of(word, known)), word) for word in plain.split()
    )


def _topics(plain: str, disciplines: list[Topic], *, has_documents: bool) -> list[Topic]:
    """Which of the topics whose cues were found are asked for."""
    facets = [topic for topic in FACETS if _has(topic, plain)]
    if has_documents and Topic.ADVICE not in facets:
        return [Topic.DOCUMENT, *(topic for topic in facets if topic in _BESIDE_A_DOCUMENT)]
    if alone := _alone(plain, facets, disciplines):
        return [alone]
    if facets:
        asked = [topic for topic in facets if topic is not Topic.HELP] or facets
        return [*asked, *(topic for topic in _listed(plain) if topic not in asked)]
    if disciplines and not _searched(_STATUS_OF_DISCIPLINE, plain):
        return disciplines
    return [Topic.STATUS] if _searched(_STATUS, plain) else disciplines


def _alone(plain: str, facets: list[Topic], disciplines: list[Topic]) -> Topic | None:
    """The topic that is asked for whatever else a sentence touches."""
    if Topic.ADVICE in facets:
        return Topic.ADVICE
    if _searched(_APPROVER, plain):
        return Topic.TEAM
    if _searched(_USERS, plain):
        return Topic.SCOPE
    if _searched(_ROLE, plain):
        return Topic.TEAM
    if _searched(_PHASE_STATE, plain):
        return Topic.STATUS
    if "how many" in plain and Topic.DOCUMENT in disciplines:
        return Topic.DOCUMENT if not _searched(_WAITING, plain) else Topic.APPROVALS
    if whole := next((topic for topic in (Topic.LAUNCH, Topic.BUILD) if topic in facets), None):
        return whole  # a question of dates or money of its own
    asks_for_people = plain.startswith("who ") or "how many" in plain
    return Topic.TEAM if Topic.TEAM in disciplines and asks_for_people and not facets else None


def _listed(plain: str) -> list[Topic]:
    """The topics that stand in a list beside others ("budget, scope and team"); the name of a phase narrows those."""
    chunks = [[word for word in chunk.split() if word not in _ASKING.split()] for chunk in _LIST_JOINT.split(plain)]
    if len(chunks) == 1:
        return []
    nouns = [" ".join(words) for words in chunks if 0 < len(words) <= _LONGEST_NOUN and words[0] not in list(Phase)]
    found = [topic for noun in nouns for topic in DISCIPLINES if _has(topic, noun)]
    return [Topic.STATUS, *found] if any(_searched(_STATUS_NOUN, noun) for noun in nouns) else found


def _has(topic: Topic, plain: str) -> bool:
    return _searched(FACETS.get(topic) or DISCIPLINES[topic], plain)


def _searched(table: str, plain: str) -> bool:
    return _pattern(table).search(plain) is not None


@cache
def _pattern(table: str) -> re.Pattern[str]:
    return re.compile(rf"\b{alternatives(table)}\b")
