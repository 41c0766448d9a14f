"""All topics and their cues."""

from functools import cache

from domain.pa.intent.cue import CueIndex, Cues
from domain.pa.intent.cues.attention import APPROVALS, PRIORITIES
from domain.pa.intent.cues.facts import BUDGET, TIMELINE
from domain.pa.intent.cues.frame import ASKING, COURTESY, THANKS
from domain.pa.intent.cues.messages import MESSAGES
from domain.pa.intent.cues.obstacles import BLOCKERS, CREDENTIALS
from domain.pa.intent.cues.schedule import SCHEDULE
from domain.pa.intent.cues.state import HELP, STATE
from domain.pa.intent.cues.unrelated import UNRELATED
from domain.pa.intent.cues.unsafe import ECHO, OTHERS, OVERRIDE, SECRET

TOPICS = {
    "state": STATE,
    "help": HELP,
    "priorities": PRIORITIES,
    "approvals": APPROVALS,
    "blockers": BLOCKERS,
    "credentials": CREDENTIALS,
    "budget": BUDGET,
    "timeline": TIMELINE,
    "messages": MESSAGES,
    "schedule": SCHEDULE,
    "secret": SECRET,
    "echo": ECHO,
    "other_customer": OTHERS,
    "override": OVERRIDE,
    "unrelated": UNRELATED,
}
FRAME = {"asking": Cues(strong=ASKING), "courtesy": Cues(strong=COURTESY), "thanks": Cues(strong=THANKS)}
ALL_TABLES = (*TOPICS.values(), *FRAME.values())


@cache
def topic_index() -> CueIndex:
    """The index of what a text may be about."""
    return CueIndex(TOPICS)


@cache
def frame_index() -> CueIndex:
    """The index of what marks a question and what is courtesy."""
    return CueIndex(FRAME)
