from __future__ import annotations

from brain_stories import story
from domain.agents.brain import slices
from domain.projects import figures
from domain.projects.states import Phase


def test_outlook_ends_with_the_eta_in_every_state(state):
    facts = story(state).facts

    ends = list(slices.outlook(facts).values())

    expected = figures.eta(facts.project, today=facts.now.date())
    assert (ends[-1] if ends else None) == expected
    assert ends == sorted(ends)


def test_nothing_is_pending_when_the_project_is_not_running(state):
    facts = story(state).facts

    if not slices.is_running(facts):
        assert slices.pending_approvals(facts) == ()


def test_brief_holds_what_answered_comments_added():
    brief = slices.brief_of(story("revised").facts)

    assert brief is not None
    assert [item.words.raw for item in brief.musts][-1] == "Show the opening hours"


def test_brief_is_none_before_submission():
    assert slices.brief_of(story("complete draft").facts) is None


def test_phase_has_a_start_once_it_began():
    facts = story("design").facts

    assert slices.phase_started_on(facts, Phase.PLANNING).isoformat() == "2026-03-02"
    assert slices.phase_started_on(facts, Phase.DESIGN).isoformat() == "2026-03-07"
    assert slices.phase_started_on(facts, Phase.LAUNCH) is None


def test_past_phase_keeps_its_start_when_the_next_one_began():
    assert slices.phase_started_on(story("blocked").facts, Phase.DESIGN).isoformat() == "2026-03-05"
