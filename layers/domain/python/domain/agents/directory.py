"""Who the agents are (interface 2.3): one point of contact, the team behind it, and what each role answers for."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from domain.agents.models import AgentDirectory, PointOfContact, TeamMember
from domain.projects.states import Role

REMITS: Mapping[Role, str] = MappingProxyType(
    {
        Role.CTO: "Technology: architecture, delivery plan, tests and release, and the access this work needs.",
        Role.CPO: "Product: goal, scope, requirements and acceptance criteria, roadmap.",
        Role.CDO: "Design: principles and style, user flows, usability and accessibility.",
        Role.CMO: "Marketing: positioning and messaging, launch, and what is measured after it.",
    }
)

DIRECTORY = AgentDirectory(
    point_of_contact=PointOfContact(
        id="ceo",
        name="Ada, CEO",
        role="CEO",
        description=(
            "Your single point of contact: answers from the project's records, consults the team where its remit is "
            "touched, and carries out what you decide."
        ),
        capabilities=[
            "project_updates",
            "status_reports",
            "strategic_decisions",
            "general_questions",
            "team_coordination",
        ],
    ),
    team=[TeamMember(role=role.value, description=remit) for role, remit in REMITS.items()],
    note=(
        "All communication goes through the CEO agent: it consults the team and reports one consolidated answer. "
        "The members of the team are never addressed directly."
    ),
)
