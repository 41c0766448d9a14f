"""Who the agents are (interface 2.3): the CEO, the roles of the team, and what each role is responsible for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from domain.agents.models import AgentDirectory, PointOfContact, TeamMember
from domain.projects.states import Role

REMITS: Mapping[Role, str] = MappingProxyType(
    {
        Role.CTO: "Technology: architecture, delivery plan, tests and release, and the access that this needs.",
        Role.CPO: "Product: goal, scope, requirements and acceptance criteria, roadmap.",
        Role.CDO: "Design: principles and style, user flows, usability and accessibility.",
        Role.CMO: "Marketing: positioning and messaging, launch, and what is measured after it.",
    }
)


@cache
def directory() -> AgentDirectory:
    """The team as every account has it, made when somebody first asks."""
    return AgentDirectory(
        point_of_contact=PointOfContact(
            id="ceo",
            name="Ada, CEO",
            role="CEO",
            description=(
                "Your single point of contact. The CEO answers from the project's records, consults the team members "
                "who are responsible for the subject, and carries out what you decide."
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
            "All communication goes through the CEO agent. The CEO consults the team and gives you one answer; you "
            "never write to the members of the team directly."
        ),
    )
