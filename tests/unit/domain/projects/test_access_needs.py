from __future__ import annotations

import pytest

from domain.projects.access_needs import NEEDS, AccessNeed, access_needs
from domain.projects.phases import spec_of
from domain.projects.questionnaire import EXISTING
from domain.projects.states import Phase, Role


@pytest.mark.parametrize(
    ("phase", "existing", "assets"),
    [
        (Phase.DEVELOPMENT, EXISTING, ["source_repository", "hosting"]),
        (Phase.DEVELOPMENT, ("hosting", "domain"), ["hosting"]),
        (Phase.DEVELOPMENT, (), []),
        (Phase.LAUNCH, EXISTING, ["analytics", "domain"]),
        (Phase.PLANNING, EXISTING, []),
        (Phase.DESIGN, EXISTING, []),
    ],
)
def test_access_needs_asks_only_for_what_exists_and_when_it_is_needed(
    phase: Phase, existing: tuple[str, ...], assets: list[str]
) -> None:
    assert [need.asset for need in access_needs(phase, {"existing": existing})] == assets


def test_access_needs_is_empty_when_the_question_is_unanswered() -> None:
    assert access_needs(Phase.DEVELOPMENT, {}) == ()


@pytest.mark.parametrize("need", NEEDS, ids=lambda need: need.asset)
def test_access_need_blocks_a_document_of_its_own_phase_and_role(need: AccessNeed) -> None:
    assert need.asset in EXISTING
    assert spec_of(need.blocks).phase is need.phase
    assert spec_of(need.blocks).owner is need.requested_by
    assert need.requested_by in {Role.CTO, Role.CMO}
