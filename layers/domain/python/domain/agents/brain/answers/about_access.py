"""Credentials: what is asked for, what was deposited, as metadata only."""

from __future__ import annotations

from domain.agents.brain import roles, slices
from domain.agents.brain.answers.lookup import particular_words
from domain.agents.brain.answers.part import Part, folded, verdict
from domain.agents.brain.protocol import ProjectFacts
from domain.agents.brain.questions import Query
from domain.agents.brain.wording import escaped, promise_of, quoted_text, since
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
