"""What the assistant is told to do and can't, and where it can be done; and small talk. Pure.

The assistant reads records and keeps tasks. Everything else is done by its owner, so an order never gets a list for an
answer: it gets "Nothing was done", and the place.
"""

from __future__ import annotations

import re

_POLITE = (
    r"(?:(?:hi|hello|hey|ok|okay|please|kindly|now|so|and|then|just|assistant|yes)\b[ ,.!]*"
    r"|(?:can|could|would|will) you (?:please |kindly |just )?|i(?: would|'d) like you to |i want (?:you )?to "
    r"|go ahead and )*"
)
_PROJECT = r"(?:the |my |our |this )?"
_PLACES = {
    r"(?:approve|accept|reject|decline|sign off|sign|ok|okay|confirm|request changes (?:to|on))\b": (
        "You decide on documents yourself, on the dashboard's approvals page or by"
        " `POST /projects/{project_id}/approvals/{approval_id}`."
    ),
    r"(?:pay|send (?:the |my |our |an? )?(?:invoice|bill|money)|refund|transfer|invoice)\b": (
        "I can neither pay nor send invoices; what was spent is in each project's estimate,"
        " `GET /projects/{project_id}/estimate`."
    ),
    r"(?:raise|lower|increase|decrease|set|change|cut|move|postpone|shift|extend|push|bring forward)\b.*"
    r"\b(?:budget|ceiling|deadline|launch|date|name|description)\b|rename\b": (
        "A project's name, deadline and ceiling are changed on its page or by `PATCH /projects/{project_id}`."
    ),
    r"(?:fulfil|fulfill)\b|(?:deposit|save|store|rotate|revoke|delete|remove|replace)\b"
    r".*\b(?:key|password|credential|login|token|secret)s?\b": (
        "Credentials are deposited, replaced and removed on the vault page or by `POST` and"
        " `DELETE /vault/credentials/{id}`."
    ),
    r"(?:tell|ask|message|write to|answer|reply to|inform|notify)\b (?:the |my )?(?:ceo|team|cto|cpo|cmo|cdo|agents?)\b"
    r"|send (?:the |a )?(?:ceo|team|message)\b": (
        "You write to the CEO in the project's conversation, or by `POST /agents/{project_id}/ask`."
    ),
    r"(?:create|open|add|set up|make|start|begin) (?:a |another |me a )(?:new )?project\b": (
        "A project is created on the dashboard or by `POST /projects`."
    ),
    r"(?:delete|close|cancel|change|upgrade|remove)\b.*\b(?:account|subscription|users?)\b"
    r"|(?:add|invite)\b.*\busers?\b": (
        "Your account is kept on the dashboard's account page, and by `PATCH /api/account`."
    ),
    r"(?:submit|fill in|edit)\b.*\b(?:intake|brief)\b": (
        "An intake is filled in and submitted on its project's page, or by `POST /projects/{project_id}/submit`."
    ),
}
_OTHERS = re.compile(r"(?:send|mail|e-?mail|forward|give|show)\b(?! (?:me|us)\b).*\bto (?!me\b|us\b)\w+")
_STATE = re.compile(
    _POLITE
    + r"(?:delete|remove|pause|suspend|resume|cancel|stop|halt|hold|put|close|archive|complete|finish|restart|kill"
    r"|drop|abandon|shut|end|terminate|unpause|reactivate|launch|deploy|publish|ship|start|release|mark)\b"
)
_STATE_PLACE = (
    "A project is paused, resumed or cancelled on its page, or by `POST /projects/{project_id}/status`;"
    " projects are never deleted."
)
_TASKS = re.compile(r"\b(?:reports?|reminders?|tasks?|digests?|summar(?:y|ies)|e?mails?|updates?|schedules?|alerts?)\b")
_OBJECT = re.compile(rf"\b{_PROJECT}(?:projects?|move|website|shop|app|site|campaign|portal|everything|work|team)\b")
_THANKS = re.compile(
    r"(?:(?:ok(?:ay)?|great|perfect|super|cool|nice|very good),? )*(?:thanks?|thank you|thx|ty|cheers)\b[^?]{0,40}"
)
_GREETING = re.compile(
    r"(?:hi|hello|hey|yo|hiya|howdy|good (?:morning|afternoon|evening|day)|morning|evening|greetings)"
    r"(?: (?:there|all|assistant|team|everyone|again|to you|you))*"
)
_FINE = re.compile(r"(?:ok|okay|fine|great|good|cool|nice|perfect|alright|all right|got it|i see)")
_BYE = re.compile(r"(?:bye|goodbye|good night|see you|cu|ciao|take care|that's all)\b[^?]{0,30}")
_WELL = re.compile(r"(?:(?:hi|hello|hey),? )?(?:how are you|how do you do|are you (?:ok|okay|well))\b[^?]{0,15}")
_WHO = re.compile(r"(?:who|what) are you|are you (?:a )?(?:human|robot|bot|real|person|machine|ai|program)\b.{0,20}")


def nothing_done(plain: str, *, names_project: bool) -> str | None:
    """Why an order that the assistant can't carry out was not, and where it can be; None for anything else."""
    order = re.sub(f"^{_POLITE}", "", plain)
    for pattern, place in _PLACES.items():
        if re.match(pattern, order) and not _TASKS.search(order):
            return f"Nothing was done. {place}"
    if _OTHERS.match(order) and not _TASKS.search(order):
        return "Nothing was done. I write to nobody but you; you can pass a document on yourself, from its page."
    if re.match(r"(?:set|change|mark)\b.*\b(?:status|as (?:done|completed?))\b", order):
        return f"Nothing was done. {_STATE_PLACE}"
    if _STATE.match(plain) and not _TASKS.search(plain) and (names_project or _OBJECT.search(order)):
        return f"Nothing was done. {_STATE_PLACE}"
    return None


def how_to(plain: str) -> str | None:
    """Where something can be done that the assistant can't do: "how do I approve a document?"."""
    asked = re.match(r"(?:how|where) (?:do|can|could|should) (?:i|we|one) (?P<order>.+)", plain)
    place = nothing_done(asked["order"], names_project=True) if asked else None
    return place.removeprefix("Nothing was done. ") if place else None


def small_talk(plain: str) -> str | None:
    """A short answer to a greeting, thanks and the like; None for a message that says more."""
    if _GREETING.fullmatch(plain):
        return 'Hello. Ask me how your projects stand, or what needs you first; "help" shows everything I answer.'
    if _WELL.fullmatch(plain):
        return "All is well with me, thank you. Ask me how your projects are."
    if _THANKS.fullmatch(plain):
        return "You are welcome."
    if _FINE.fullmatch(plain):
        return "All right."
    if _BYE.fullmatch(plain):
        return "Goodbye. Your scheduled tasks go on without you."
    if _WHO.fullmatch(plain):
        return "I am the assistant of your account, a program: I read your projects' records and keep your tasks."
    return None
