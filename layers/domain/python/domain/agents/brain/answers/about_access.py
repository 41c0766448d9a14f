"""Credentials: what is asked for, what was deposited, as metadata only."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from domain.agents.brain import roles, slices
from domain.agents.brain.answers.about_dates import exact_days
from domain.agents.brain.answers.lookup import particular_words
from domain.agents.brain.answers.part import Part, folded, verdict
from domain.agents.brain.promised_days import gives_access, promised_day
from domain.agents.brain.protocol import ProjectFacts, PromiseAccess
from domain.agents.brain.questions import Query
from domain.agents.brain.reader import Act, Topic
from domain.agents.brain.sentences import Sentence
from domain.agents.brain.wording import escaped, promise_of, quoted_text, since, weekday
from domain.language.dialogue import About
from domain.projects.access_needs import AccessNeed, access_needs
from domain.projects.documents.markdown import bullets
from domain.projects.documents.matching import tokens
from domain.projects.documents.parts import be, counted, on
from domain.projects.phases import remaining_phases
from domain.receipts.tracing import count
from domain.vault.records import Credential, CredentialRequest, RequestStatus

_ACCESS_WORDS = (
    "credential access password passphrase token api ssh private key login vault secret deposit deposited request "
    "requested asked wanted stop stops hold holds requests open give granted received expire expires provide store "
    "stored share shared send missing fulfilled declined arrive arrived come came copy keep kept save put drop leave "
    "hand safe page"
)
_PROMISED = re.compile(
    r"\b(?:will|shall|get|have|receiv\w+|send\w*|"
    r"giv\w+|com(?:e|es|ing)|arriv\w+|follow\w*|bring\w*)\b"
)
_LATER = re.compile(
    r"\b(?:tomorrow|tonight|later|soon|(?:next|this|in a|in \d+) (?:weeks?|months?|days?|\w+day|evening)|"
    r"(?:on|by|until) \w+day|(?:end|beginning|middle) of (?:the |next |this )?(?:week|month))\b"
)
_IT = re.compile(r"\b(?:it|them|that|this|those|these)\b")
_PUT_OFF = (
    "To have it out of the way until then, put the item off in your inbox, or by `POST /inbox/{item_id}/snooze`; it "
    "comes back on the day that you name."
)
_LEAST_LIKE_ACCESS = -6.0  # log-odds; statements about other things are far below
VALUES_STAY = "Values stay in the vault: I see names and dates, never a value."
_DECIDED_IN_THE_VAULT = (
    "A request is answered on the vault page, not in a conversation; or declined by "
    "`POST /vault/requests/{request_id}/decline`, and then the work goes on without it."
)
_ARRIVED = r"got|get|have|has|receiv\w+|deposit\w*|upload\w*|there|arriv\w+|in|here|come|came|given|delivered|enough"


def access(query: Query, facts: ProjectFacts) -> Part:
    """Open requests first, then deposits, then what will be asked for later."""
    requests, later = slices.open_requests(facts), _later(facts)
    declined = [item for item in facts.credential_requests if item.status is RequestStatus.DECLINED]
    details = [request_list(facts, requests), _DECIDED_IN_THE_VAULT] if requests else []
    if facts.credentials:
        details.append("In the vault:\n\n" + folded(_credential(item) for item in facts.credentials))
    if declined:
        details.append("Declined:\n\n" + folded(_declined(item) for item in declined))
    if later:
        details.append("To be asked for later, because the intake says it exists:\n\n" + folded(map(_need, later)))
    asked = dict.fromkeys(item.requested_by for item in facts.credential_requests)
    return Part(
        _named(query, facts) or _standing(facts),
        (*details, VALUES_STAY),
        roles.waiting_for(requests) or tuple(roles.standing(facts, role) for role in asked),
        about=About(shown=tuple(item.name for item in requests)),
    )


def promised(sentences: Sequence[Sentence], before: About, facts: ProjectFacts) -> Part | None:
    """What becomes of a promise, "you get it on Monday": its day is noted where it is plain; the request stays open."""
    requests = slices.open_requests(facts)
    for one in sentences:
        is_dated = _LATER.search(one.plain) or exact_days(one.plain, facts)
        is_said = one.act is Act.STATEMENT and _PROMISED.search(one.plain) and is_dated
        named = [item for item in requests if tokens(item.name) & tokens(one.plain)]
        speaks_of_it = named or one.odds[Topic.ACCESS] > _LEAST_LIKE_ACCESS
        is_about_it = speaks_of_it or before.topic == Topic.ACCESS
        later = [need for need in _later(facts) if tokens(need.name) & tokens(one.plain)]
        if is_said and later and not named:
            return Part(
                f"It is not asked for yet: {_need(later[0])}. Nothing was recorded; the request comes to your inbox.",
                about=About(topic=Topic.ACCESS),
            )
        if not (requests and is_said and is_about_it):
            continue
        meant = named or list(requests)
        is_one = bool(named) or (len(meant) == 1 and bool(speaks_of_it or _IT.search(one.plain)))
        names_said = frozenset(word for item in named for word in tokens(item.name))
        day = promised_day(one, facts) if is_one and gives_access(one, names_said) else None
        names = ", ".join(f"**{escaped(item.name)}**" for item in meant)
        waits = ", ".join(dict.fromkeys(f"**{_blocked_title(facts, item)}**" for item in meant))
        noted = _noted(day, one=is_one)
        return Part(
            f"{noted} {names} stays asked for, and {waits} waits until it is there.",
            (_PUT_OFF,),
            roles.waiting_for(meant),
            actions=tuple(PromiseAccess(item.id, date.fromisoformat(day.isoformat())) for item in meant if day),
            about=About(topic=Topic.ACCESS, shown=tuple(item.name for item in meant)),
        )
    return None


def _noted(day: date | None, *, one: bool) -> str:
    """What was noted; without a day, what is missing, `one` access or one day."""
    if day is not None:
        return f"Noted: promised for {weekday(day)}. If that changes, tell me the new day."
    missing = "one day to come, said for sure" if one else "which access you mean"
    return f"No date was noted: I need {missing}, such as “the hosting access comes on Friday”."


def request_list(facts: ProjectFacts, requests: tuple[CredentialRequest, ...]) -> str:
    """Each request with its reason, how to obtain the access, and what waits for it."""
    return bullets(
        f"**{escaped(item.name)}** for the {item.requested_by}, {since(item.created_at, facts.now)}"
        f"{promise_of(item, facts)}: {escaped(item.reason)} {escaped(item.how_to_obtain)} "
        f"It blocks **{_blocked_title(facts, item)}**."
        for item in requests
    )


def _named(query: Query, facts: ProjectFacts) -> str | None:
    """What is known of the particular access a question names; None when it names none."""
    wanted = particular_words(query.plain) - tokens(_ACCESS_WORDS) - tokens(facts.project.name)
    if not wanted:
        return None
    if credentials := [item for item in facts.credentials if wanted & tokens(item.name)]:
        return f"{_got(query, holds=True)}it is in the vault: {'; '.join(map(_credential, credentials))}."
    if requests := [item for item in facts.credential_requests if wanted & tokens(item.name)]:
        newest = requests[-1]
        is_open = newest in slices.open_requests(facts)
        promise = promise_of(newest, facts) if is_open else ""
        said = f"was asked for on {on(newest.created_at)}; it is {newest.status}{promise}."
        return f"{_got(query, holds=False, is_open=is_open)}access to **{escaped(newest.name)}** {said}"
    asked = escaped(" ".join(word for word in query.plain.split() if tokens(word) & wanted))
    return f"No access request and no credential in the vault is called “{asked}”. {_standing(facts)}"


def _got(query: Query, *, holds: bool, is_open: bool = False) -> str:
    """Yes or no, where the question is whether an access has arrived, or is missing; a declined one is neither."""
    if query.mentions("missing|outstanding|open|needs?|wait\\w*"):
        return verdict(query, holds=not holds) if is_open or holds else ""
    return verdict(query, holds=holds) if query.mentions(_ARRIVED) and not query.mentions("used|expir\\w+") else ""


def _standing(facts: ProjectFacts) -> str:
    """How many requests are open, and how many credentials are there."""
    requests = slices.open_requests(facts)
    names = ", ".join(f"**{escaped(item.name)}**" for item in requests)
    kept = facts.credentials
    deposited = f"{counted(count(kept), 'credential')} of this project {be(len(kept))} in the vault"
    if not requests:
        return f"{deposited}; no access request is open."
    verb = "waits" if len(requests) == 1 else "wait"
    return f"{counted(count(requests), 'access request')} {verb} for you: {names}; {deposited}."


def _blocked_title(facts: ProjectFacts, request: CredentialRequest) -> str:
    return next(item.title for item in facts.deliverables if item.id == request.deliverable_id)


def _credential(credential: Credential) -> str:
    used = f", last used {on(credential.last_used_at)}" if credential.last_used_at else ", not used yet"
    ends = f", expires {on(credential.expires_at)}" if credential.expires_at else ", no expiry date"
    name = f"**{escaped(credential.name)}** ({credential.type.replace('_', ' ')})"
    return f"{name}, version {credential.version}, deposited {on(credential.updated_at)}{used}{ends}"


def _declined(request: CredentialRequest) -> str:
    when = f" on {on(request.declined_at)}" if request.declined_at else ""
    why = f": {quoted_text(request.decline_reason)}" if request.decline_reason else ""
    return f"**{escaped(request.name)}**{when}{why}"


def _later(facts: ProjectFacts) -> list[AccessNeed]:
    """What the phases to come need, by the intake, and was not asked for or deposited before."""
    if slices.is_over(facts):
        return []
    known = {item.name.casefold() for item in facts.credential_requests}
    known |= {item.name.casefold() for item in facts.credentials}
    phases = remaining_phases(facts.project.phase)
    needs = [need for phase in phases for need in access_needs(phase, facts.intake.answers)]
    return [need for need in needs if need.name.casefold() not in known]


def _need(need: AccessNeed) -> str:
    return f"**{need.name}** for the {need.requested_by}, in the {need.phase.value} phase"
