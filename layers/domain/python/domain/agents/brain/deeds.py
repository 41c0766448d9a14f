"""Imperatives that the CEO cannot carry out, and where each can be done."""

from __future__ import annotations

import re
from functools import cache

from domain.agents.brain.forms import without_lead_in
from domain.agents.brain.plain_sentences import Sentence
from domain.agents.brain.questions import alternatives

_VERBS = alternatives(
    """
    send | delete | remove | call | phone | ring | e?mail | mail | book | pay | invoice | order | hire | fire | buy
    deploy | publish | launch | release | ship | build | write | translate | open | close | rename | invite | remind
    schedule | upload | download | export | start | begin | stop | reset | refund | transfer | contact | post
    tweet | set | create | generate | fix | test | merge | code | program | install | submit | raise | increase | lower
    decrease | share | forward | print | copy | move | message | notify | inform | get | fetch | bring
    make (?:me|us) | put
    register | charge | revoke | rotate | deposit | store | save | run | draw | design | finish | hurry | speed | ask
    meet | arrange | organi[sz]e | find | search | google | play | sing | order | clear | wipe | restore | reopen
    archive | assign | work | wire | cancel | quit | end | kill | turn | switch | change | update | edit | talk to
    """
)
_ASKING = (
    r"(?:(?:can|could|would|will) you (?:please |kindly |just |maybe )*|(?:i|we) (?:need|want|would like) you to |"
    r"please |pls |just |go and |go )"
)
_UNDERSTOOD = (
    r"(?:approve|reject|request|pause|resume|sign|accept|decide|cancel|tell|show|give|explain|list|describe|summar|say|"
    r"let|help)"
)
_IMPERATIVE = rf"(?:{_ASKING}*{_VERBS}\b(?! (?:is|are|was|were)\b).*|{_ASKING}(?!{_UNDERSTOOD})\w+ .+)"
_QUESTION_TO_YOU = rf"(?:can|could|would|will) you (?:please |kindly |just )*{_VERBS}\b.*"
# Where it can be done, by the words that name the thing: the first that fits.
_PLACES = (
    (r"my password|account|e ?mail address|my name", "Your account is kept in the dashboard under account."),
    (
        r"budget|ceiling",
        "You set the ceiling yourself: in the dashboard, or by `PATCH /projects/{id}` with `budget_ceiling`.",
    ),
    (
        r"submit|start the project",
        "You submit the brief yourself: in the dashboard, or by `POST /projects/{id}/submit`.",
    ),
    (
        r"remind|schedule|tomorrow|every|daily|weekly|monthly|meeting|appointment",
        "The assistant keeps appointments and reminders: `POST /pa/task`, or the dashboard's assistant page.",
    ),
    (r"api keys?|keys?|scopes?", "Keys are kept in the dashboard under API keys, or by `/api/account/api-keys`."),
    (
        r"credentials?|passwords?|logins?|tokens?|access|vault|secrets?",
        "Access is deposited and deleted in the vault: the dashboard's vault page.",
    ),
    (r"export|download|csv|pdf", "You find every document and an export in the dashboard."),
    (r"project", "What ends or changes a project is done in the dashboard, or by `POST /projects/{id}/status`."),
    (
        r"deadline|scope|requirements?|must haves?",
        "Say it on a document in review: “request changes on the Roadmap: move the deadline to 2027-03-01”.",
    ),
    (
        r"build|code|coding|deploy|launch|publish|release|program|ship|test|fix",
        "The team writes planning and documents; it does not build or release the product from here.",
    ),
)


def deed_in(sentence: Sentence) -> bool:
    """Whether a sentence tells the CEO to do something."""
    plain = without_lead_in(sentence.plain)
    return _compiled(_QUESTION_TO_YOU if sentence.is_question else _IMPERATIVE).fullmatch(plain) is not None


def place_of(plain: str, project_id: str) -> str:
    """Where what is told can be done."""
    for words, place in _PLACES:
        if re.search(rf"\b(?:{words})\b", plain):
            return place.format(id=project_id)
    return "I answer from the project's records, carry out your decisions on documents, and keep your wishes."


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)
