"""What each consulted role says from its own slice of the facts: its documents, and the access it asked for."""

from __future__ import annotations

from common.wording import counted, listed
from domain.agents.brain import slices
from domain.agents.brain.protocol import ProjectFacts
from domain.agents.brain.questions import REMIT, Query
from domain.agents.brain.reader import Topic
from domain.agents.brain.wording import state_of
from domain.agents.records import Contribution
from domain.projects.documents.parts import be
from domain.projects.phases import WORKING_PHASES, owner_of, spec_of
from domain.projects.states import DeliverableState, Phase, Role

_ALONE = frozenset({Topic.TEAM, Topic.HELP, Topic.ASSISTANT, Topic.ANSWERS, Topic.DECISIONS, Topic.ADVICE})


def consulted(query: Query, facts: ProjectFacts) -> tuple[Contribution, ...]:
    """What the roles say that a question is about: those it names, else that of its topic or of the present phase."""
    if not facts.deliverables or query.topic in _ALONE:
        return ()
    roles = [owner_of(phase) for phase in query.phases if phase in WORKING_PHASES]
    roles += [*(spec_of(kind).owner for kind in query.documents), *query.roles]
    phase = facts.project.phase
    own = REMIT.get(query.topic) or owner_of(phase if phase in WORKING_PHASES else Phase.LAUNCH)
    return tuple(standing(facts, role) for role in dict.fromkeys(roles or [own]))


def standing(facts: ProjectFacts, role: Role) -> Contribution:
    """How far the role's documents are, and for which access it waits."""
    own = slices.documents_of(facts, role=role)
    done = slices.approved(own)
    begun = [item for item in own if item not in done and item.state is not DeliverableState.WAITING]
    said = [f"{item.title} is {state_of(item)}." for item in begun if slices.is_running(facts)]
    awaited = [item for item in slices.open_requests(facts) if item.requested_by is role]
    approved = f"{len(done)} of my {counted(len(own), 'document')} {be(len(done))} approved."
    if awaited:
        said.append(f"I wait for access: {listed(item.name for item in awaited)}.")
    return Contribution(
        role=role,
        summary=" ".join((approved, *said)),
        evidence=(*(item.id for item in own), *(item.id for item in awaited)),
    )
