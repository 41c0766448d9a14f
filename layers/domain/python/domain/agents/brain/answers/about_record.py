"""What was settled, wished for and deposited, from the project's record; of credentials it knows metadata only."""

from __future__ import annotations

from common.wording import counted
from domain.agents.brain import slices
from domain.agents.brain.answers.about_progress import draft_status, ended
from domain.agents.brain.answers.lookup import named_in, particular_words
from domain.agents.brain.answers.part import Part, folded, verdict
from domain.agents.brain.protocol import ProjectFacts
from domain.agents.brain.questions import Query
from domain.agents.brain.wording import (
    decider,
    document_line,
    project_name,
    promise_of,
    quoted_text,
    since,
    told,
)
from domain.language.dialogue import About
from domain.language.matching import tokens
from domain.projects.documents.markdown import bullets, escaped
from domain.projects.documents.parts import be, on
from domain.projects.records import Decision
from domain.projects.states import DecisionKind
from domain.vault.records import Credential, CredentialRequest, RequestStatus

VALUES_STAY = "Values stay in the vault: I see names and dates, never a value."
_DECIDED_IN_THE_VAULT = (
    "A request is answered on the vault page, not in a conversation; or declined by "
    "`POST /vault/requests/{request_id}/decline`, and then the work goes on without it."
)
_ARRIVED = r"got|get|have|has|receiv\w+|deposit\w*|upload\w*|there|arriv\w+|in|here|come|came|given|delivered|enough"
_NOT_OF_ARRIVAL = r"used|expir\w+|missing|outstanding|open|needs?|wait\w*"
_REMARKS = r"comment\w*|remark\w*|correct\w*|complain\w*|returned|sen[dt] back|applied|worked in|changed"


def decisions(query: Query, facts: ProjectFacts) -> Part:
    """What was decided, newest first; what was decided about a thing, where the question names one."""
    if not facts.decisions:
        return Part(f"No decision is on record yet for {project_name(facts)}.")
    newest, wanted = list(reversed(facts.decisions)), particular_words(query.plain)
    found = [item for item in newest if wanted & tokens(item.text)]
    number, shown = counted(len(newest), "decision"), found or newest
    by = f"{decider(shown[0], facts)}: nothing is ever decided by time or by an agent. "
    headline = f"{by if query.mentions('who|whom|whose') else ''}{'' if found else f'The latest of {number}: '}"
    if wanted and not found:
        asked = named_in(query.plain, wanted)
        headline = f"It is not in the records: none of {number} mentions “{asked}”. The latest: "
    said = f"{_text(shown[0]).rstrip('.')}, on {on(shown[0].at)}."
    return Part(f"{headline}{said}", (folded(f"{on(item.at)}: {_text(item)}" for item in shown),))


def changes(query: Query, facts: ProjectFacts) -> Part:
    """The wishes noted as change requests, newest first, and the changes asked for in documents."""
    wishes = slices.wishes(facts)[::-1]
    lines = folded(f"{on(item.at)}: {quoted_text(item.text)}, with the {item.owner}" for item in wishes)
    documents = {item.id: document_line(item) for item in facts.deliverables}
    returned = [item for item in reversed(facts.approvals) if item.comment]
    remarks = folded(f"{quoted_text(item.comment or '')} Now {documents[item.deliverable_id]}" for item in returned)
    shown = About(shown=tuple(item.text for item in wishes))
    if remarks and (not wishes or query.mentions(_REMARKS)):
        return Part("Your comments on documents, the latest first:", (remarks, lines), about=shown)
    noted = f"{counted(len(wishes), 'change request')} {be(len(wishes))} noted, not part of the brief."
    said = noted if wishes else "No change request is noted."
    return Part(said, (lines, f"Comments on documents:\n\n{remarks}" if remarks else ""), about=shown)


def _text(decision: Decision) -> str:
    if decision.kind is DecisionKind.OTHER:
        return f"you decided: {quoted_text(decision.text)}"
    return escaped(decision.text)


def access(query: Query, facts: ProjectFacts) -> Part:
    """What is known of the access a question names, else how much is asked for and there; then all of it."""
    requests = slices.open_requests(facts)
    declined = [item for item in facts.credential_requests if item.status is RequestStatus.DECLINED]
    lists = {
        "In the vault": [_credential(item) for item in facts.credentials],
        "Declined": [f"**{escaped(item.name)}**: {quoted_text(item.decline_reason or '')}" for item in declined],
    }
    asked = (request_list(facts, requests), _DECIDED_IN_THE_VAULT) if requests else ()
    told = (f"{label}:\n\n{folded(lines)}" for label, lines in lists.items() if lines)
    shown = About(shown=tuple(item.name for item in requests))
    return Part(_named(query, facts) or _standing(facts), (*asked, *told, VALUES_STAY), about=shown)


def request_list(facts: ProjectFacts, requests: tuple[CredentialRequest, ...]) -> str:
    """Each request with its reason, how to obtain the access, and what waits for it."""
    return bullets(
        f"**{escaped(item.name)}** for the {item.requested_by}, {since(item.created_at, facts.now)}"
        f"{promise_of(item)}: {escaped(item.reason)} {escaped(item.how_to_obtain)}"
        f"{f' The work on {item.entry} waits for it.' if item.entry else ''}"
        for item in requests
    )


def _named(query: Query, facts: ProjectFacts) -> str:
    """What is known of the access a question names, if it names one; yes or no only to whether it has arrived."""
    words = tokens(query.plain) - tokens(facts.project.name)
    is_of_arrival = query.mentions(_ARRIVED) and not query.mentions(_NOT_OF_ARRIVAL)
    if credentials := [item for item in facts.credentials if words & tokens(item.name)]:
        answer = verdict(query, holds=True) if is_of_arrival else ""
        return f"{answer}it is in the vault: {'; '.join(map(_credential, credentials))}."
    if requests := [item for item in facts.credential_requests if words & tokens(item.name)]:
        newest, answer = requests[-1], verdict(query, holds=False) if is_of_arrival else ""
        promise = promise_of(newest) if newest in slices.open_requests(facts) else ""
        said = f"was asked for on {on(newest.created_at)}; it is {newest.status}{promise}."
        return f"{answer}access to **{escaped(newest.name)}** {said}"
    return ""


def _standing(facts: ProjectFacts) -> str:
    """How many requests are open, and how many credentials are there."""
    requests, kept = slices.open_requests(facts), facts.credentials
    names = ": " + ", ".join(f"**{escaped(item.name)}**" for item in requests) if requests else ""
    asked = f"{counted(len(requests), 'access request')} {be(len(requests))} open{names}" if requests else ""
    deposited = f"{counted(len(kept), 'credential')} of this project {be(len(kept))} in the vault"
    return f"{deposited}; {asked or 'no access request is open'}."


def _credential(credential: Credential) -> str:
    used = f", last used {on(credential.last_used_at)}" if credential.last_used_at else ", not used yet"
    ends = f", expires {on(credential.expires_at)}" if credential.expires_at else ", no expiry date"
    name = f"**{escaped(credential.name)}** ({credential.type.replace('_', ' ')})"
    return f"{name}, version {credential.version}, deposited {on(credential.updated_at)}{used}{ends}"


def recent_fact(facts: ProjectFacts) -> str:
    """One true sentence about the project, to go with a greeting."""
    if not slices.is_running(facts):
        return ended(facts) if slices.is_over(facts) else draft_status(facts).headline
    pending = slices.pending_approvals(facts)
    waits = f"{counted(len(pending), 'document')} {'waits' if len(pending) == 1 else 'wait'} for your approval"
    if not pending:
        return told(slices.sheet_of(facts), "progress.state", "progress.done")
    return f"{project_name(facts)} is in the **{facts.project.phase.value}** phase; {waits}."
