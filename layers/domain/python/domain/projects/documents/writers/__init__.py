"""What is written into each kind of document, section by section."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from domain.projects.documents.brief import Brief
from domain.projects.documents.markdown import Section
from domain.projects.documents.writers import design, development, launch, planning
from domain.projects.states import DeliverableKind as Kind

WRITERS: Mapping[Kind, Callable[[Brief], tuple[Section, ...]]] = {
    Kind.PRODUCT_BRIEF: planning.product_brief,
    Kind.SCOPE: planning.scope,
    Kind.ROADMAP: planning.roadmap,
    Kind.STYLE_GUIDE: design.style_guide,
    Kind.USER_FLOWS: design.user_flows,
    Kind.ARCHITECTURE_PLAN: development.architecture_plan,
    Kind.DELIVERY_PLAN: development.delivery_plan,
    Kind.TEST_PLAN: development.test_plan,
    Kind.MESSAGING: launch.messaging,
    Kind.LAUNCH_PLAN: launch.launch_plan,
}
