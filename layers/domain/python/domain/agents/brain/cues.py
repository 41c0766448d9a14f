"""The cues of each topic, as regular expressions over plain words."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType


class Topic(StrEnum):
    """What the CEO can speak about."""

    HELP = "help"
    STATUS = "status"
    BLOCKERS = "blockers"
    MONEY = "money"
    DATES = "dates"
    APPROVALS = "approvals"
    ACCESS = "access"
    CHANGES = "changes"
    DECISIONS = "decisions"
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


# A facet is asked of anything ("what does the design cost?"): there, a discipline only narrows it down.
FACETS: Mapping[Topic, str] = MappingProxyType(
    {
        Topic.HELP: r"""
            what can (?:you|i)(?: do| ask)? | what do you do | help | how does (?:this|it) work | how do i use
            what (?:questions|commands)
            how (?:do|can|could) (?:i|we) (?:approve|request|reject|pause|resume|cancel|decide|change|add)
        """,
        Topic.BLOCKERS: r"""
            block\w* | stuck | stall\w* | (?:hold|holds|holding|held)(?: \w+)? (?:up|back) | obstacles?
            bottlenecks? | impediments? | problems? | issues? | risks? | in the way | prevent\w* | delay\w*
            at a standstill | what is wrong | why (?:is|does|do|are|has|have) (?:\w+ )?(?:\w+ )?(?:not|nothing|no)
            nothing (?:is )?(?:happen|mov)\w* | keep\w* (?:you|us|it) from | (?:taking|takes|take) (?:so|too|this) long
            (?:what|who|whom) (?:are|is) (?:you|we|it|the team|everything|everyone) waiting (?:for|on) | worr\w+
        """,
        Topic.MONEY: r"""
            budget\w* | costs? | costing | pric\w+ | money | spen[dt] | spending | estimat\w+ | expens\w+ | pay
            paid | invoices? | bills? | ceiling | afford\w* | cheap\w* | euros? | eur | usd | dollars? | fees?
            rates? | day rate | financ\w+ | burn\w* | quotes? | funds?
            how much (?:is|has|have|do|did|does|will|would|was)(?! (?:time|longer|work)) | overspen\w+
            total
        """,
        Topic.DATES: r"""
            when | eta | deadlines? | dates? | due | finish\w* | how (?:long|soon|fast|late) | schedul\w+
            timelines? | time ?frame | milestones? | late | on time | in time | behind | ahead of
            go(?:es|ing)? live | calendar | how many (?:days|weeks|months) | (?:days|weeks|time) (?:left|remain\w*)
            overdue | until when
            by (?:the )?(?:end of|next|christmas|summer|spring|autumn|winter)
            (?:by|before|until|in|of) (?:march|may) | january | february | april | june | july | august | september
            october | november | december | realistic | before (?:the )?(?:christmas|summer|winter|end)
        """,
        Topic.APPROVALS: r"""
            approv\w+ | sign(?:ed)?(?: off)? | unapproved | in review | to review | reviews?
            waiting (?:for|on) (?:me|my|us|our) | waits? for (?:me|my|us|our)
            need\w* (?:anything |something |more )?from (?:me|us) | need\w* (?:me|my)
            (?:my|our) (?:input|yes|consent|attention|feedback|turn)
            what (?:should|must|can|do) i (?:do|need|have)(?! to (?:know|use)) | to do | todos? | action items?
            what do you need | pending | what is next for (?:me|us)
        """,
        Topic.ACCESS: r"""
            credentials? | access(?:es)? | passwords? | passphrases? | tokens?
            (?:api|ssh|access|stripe|secret|private) keys?
            keys?(?! (?:user|flows?|risks?|points?|facts?|decisions?|features?|metrics?|dates?|figures?|findings?))
            logins? | vault | secrets? | deposit\w*
        """,
        Topic.CHANGES: r"""
            change requests? | changes? (?:\w+ )?(?:asked|request\w*) | wish(?:es)? | feature requests?
        """,
        Topic.DECISIONS: r"""
            decisions? | decided | agreed | settled | history | what (?:has )?happened
            what did (?:we|i|you) (?:say|agree|choose|pick) | changelog | record of
            since (?:yesterday|last|monday|the) | so far this | log | did (?:the team|you|we|they) do
        """,
    }
)
# Spoken of beside anything: it does not stand for itself when a facet is asked as well.
STATUS = r"""
    tl ?dr | there yet
    status | progress\w* | how far | updates? | state | where (?:are|do|does) (?:we|you|it|things|the project)
    overview | summar\w+ | percent\w* | on track | going on | what is (?:happening|up|new|next) | phases? | news
    recap | report\w* | standing
    how (?:is|are|was|goes|did|does) (?:it|things|we|you|everything|my|our|this|the|all)
    catch me up | bring me up | up to speed | working on | work on | doing | look(?:s|ing) | stage | complete
    completed | done | ready | next steps? | situation | how (?:is|are|goes)
    everything (?:ok|okay|fine|good|alright|all right|well) | what comes next | comes after
    what happens (?:next|then|after|now)
"""
DISCIPLINES: Mapping[Topic, str] = MappingProxyType(
    {
        Topic.TEAM: r"""
            team | who (?:is|are|am|works?|does|leads?|will|wrote|writes|owns?|builds?|makes?|handles?)(?! it for)
            agents? | roles? | responsible | ceo | your name | staff | approver | colleagues? | members?
            somebody | human | person | bot | in charge
        """,
        Topic.SCOPE: r"""
            scope | requirements? | must haves? | features? | functions? | functionality | goals? | purpose
            audiences? | target (?:group|audience|users?) | who (?:is it|is this|it is) for | users? | customers?
            success\w* | worked | kpis? | measures? | metrics? | exclu\w+ | not part | leave out | left out | included?
            brief | acceptance | constraints? | rules? | compliance | gdpr | product | why are we | first version
            mvp | cpo | intake | questionnaire | build(?:ing)? | planning | description
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
STATUS_OF_DISCIPLINE = r"""
    status | progress | how far | how (?:is|are|goes) | going | phase | doing | working on | done | ready | complete
    started
"""
# For words that are a slip away from one of these, where no cue was found.
CUE_WORDS = (
    "status progress update overview summary blocked problem budget money estimate deadline schedule timeline "
    "milestone finish approval approve approved approvals review pending credential credentials password access "
    "decision decisions decided requirements scope feature features audience technology architecture integration "
    "integrations platform hosting security design colour brand style marketing launch positioning messaging "
    "campaign project remaining spent ceiling phase"
)
