"""Documents that a model writes: each revision once, paid once, in order and in time, whatever happens to the model."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from datetime import timedelta

import pytest

import emulated
from briefs import submitted_project
from domain.agents.records import RunStatus
from domain.agents.sections import is_being_written
from domain.agents.store import conversation_store
from domain.projects.brief.requests import ChangeEntry
from domain.projects.requests import ChangeProjectStatus, StatusAction
from domain.projects.states import DeliverableState
from house import ME, furnished
from thoughts import DEADLINE
from writers import SECTIONS, WritingHouse, with_a_writer, writes

PLANNING = ("product_brief", "scope", "roadmap")


@pytest.fixture
def team(aws, clock) -> WritingHouse:
    return with_a_writer(furnished(aws, clock))


@pytest.fixture
def submitted(team) -> str:
    """A submitted project; nobody has begun to write."""
    return submitted_project(team.house.projects, "acc_1")


@pytest.fixture
def written(team, clock) -> str:
    def write() -> tuple[str, tuple]:
        project_id = submitted_project(team.house.projects, "acc_1")
        team.run_all()
        return project_id, tuple(team.thinking.model.asked)

    project_id, asked = emulated.remembered("a written project", clock, write)
    team.thinking.model.asked[:] = asked
    return project_id


def documents(team, project_id):
    return [team.document(project_id, kind) for kind in PLANNING]


def messages(team, project_id):
    return team.thinking.conversation(project_id)


def test_example_is_written_by_rules_alone(team):
    example = submitted_project(team.house.projects, ME.account_id, example=True)

    team.house.run_all()

    assert team.handed_over() == []
    assert team.document(example, PLANNING[0]).revision == 1


def pieces_asked(team):
    return Counter(
        (task.data["document"], task.data["section"], tuple(task.data["about"]))
        for task in team.thinking.model.asked
        if task.name in SECTIONS
    )


def test_documents_have_the_models_sections_and_codes_tables(team, written):
    scope = team.document(written, "scope")

    assert [document.state for document in documents(team, written)] == ["in_review"] * 3
    assert [document.revision for document in documents(team, written)] == [1, 1, 1]
    assert "- **R1.1** Given a menu is chosen" in scope.content
    assert "to be written" not in scope.content
    assert "Acceptance criteria for" not in scope.content
    assert "begins with R1 (“" in scope.content
    assert scope.content.index("\n**R2** ") < scope.content.index("**R2.1**") < scope.content.index("\n**R3** ")
    assert [section.heading for section in scope.written] == ["Must-haves", "Out of scope"]
    assert (scope.work, scope.tried) == (None, ())
    assert set(pieces_asked(team).values()) == {1}


def test_the_same_is_announced_as_without_a_model(team, written):
    project = team.house.projects.get(ME.account_id, written)

    assert project.pending_approvals == 3
    assert sum("ready for your approval" in message.content for message in messages(team, written)) == 1


def test_customer_sees_what_is_being_written(team, submitted):
    team.house.run_all()

    run = conversation_store().find_thread(team.house.projects.get(ME.account_id, submitted).owned).current_run
    document = team.document(submitted, "product_brief")
    assert (run.roles, run.focus) == (("CPO",), "Writing: Product brief, section 1 of 3")
    assert document.state is DeliverableState.WRITING
    assert is_being_written(document, team.house.clock())


def test_question_is_answered_between_two_pieces(team, submitted):
    team.house.run_all()
    question = team.house.ask(submitted, "Hi there!")
    team.house.run_all()
    waits = [message.run_status for message in messages(team, submitted) if message.id == question]
    (work,) = team.handed_over()
    team.take(work)
    team.house.run_all()

    assert waits == [RunStatus.QUEUED]
    assert [message.reply_to for message in messages(team, submitted) if message.reply_to] == [question]
    assert team.document(submitted, "product_brief").work.number == 2


def test_question_that_waited_while_a_piece_hung_is_not_made_to_wait_for_the_model_again(team, submitted):
    team.house.run_all()
    question = team.house.ask(submitted, "Is Stripe the right choice for us?")
    team.thinking.model.fault = "hang"
    (work,) = team.handed_over()
    team.take(work)
    team.house.run_all()

    (reply,) = [message for message in messages(team, submitted) if message.reply_to == question]
    assert (reply.by, reply.fell_back) == ("rules", None)
    assert "the model took too long" in reply.content


@pytest.mark.parametrize("fault", ["hang", "refuse", "invent", "babble", "oversize"])
def test_skeleton_is_written_when_the_model_fails(team, submitted, fault):
    team.thinking.model.fault = fault
    if fault in {"invent", "oversize"}:
        team.thinking.model.fault = ""
        team.thinking.model.script = lambda task: (
            {"blocks": [{"text": "It costs 12,345 euros and Zendesk is connected."}]} if task.name in SECTIONS else {}
        )
    team.run_all()

    assert [(document.state, document.revision) for document in documents(team, submitted)] == [("in_review", 1)] * 3
    assert [document.written for document in documents(team, submitted)] == [()] * 3
    assert "12,345 euros" not in "".join(document.content for document in documents(team, submitted))
    assert "Acceptance criteria for R1" in team.document(submitted, "scope").content


def test_hanging_model_costs_one_deadline_for_a_document(team, submitted):
    team.thinking.model.fault = "hang"
    began = team.house.clock()
    team.run_all()

    assert team.house.clock() - began < 3 * DEADLINE + timedelta(seconds=5)
    assert len([task for task in team.thinking.model.asked if task.name in SECTIONS]) == 3


def test_section_that_fails_twice_stays_the_skeletons_and_the_others_are_written(team, submitted):
    def careless(task):
        if task.name in SECTIONS and task.data["section"] == "Must-haves":
            return {
                "blocks": [{"about": entry, "items": ["It must load in 2 seconds."]} for entry in task.data["about"]]
            }
        return writes(task)

    team.thinking.model.script = careless
    team.run_all()
    scope = team.document(submitted, "scope")

    assert [section.heading for section in scope.written] == ["Out of scope"]
    assert "2 seconds" not in scope.content
    assert "Acceptance criteria for R1" in scope.content
    asked = [task for task in team.thinking.model.asked if task.data.get("section") == "Must-haves"]
    assert [task.name for task in asked][:2] == ["section", "section again"]
    assert "number: 2" in asked[1].data["flaws"]


def test_of_a_section_that_fails_twice_stays_what_passes(team, submitted):
    def hasty(task):
        answer = writes(task)
        if task.name in SECTIONS and task.data["section"] == "Must-haves":
            answer["blocks"][0]["items"] = ["It must load in 2 seconds."]
        return answer

    team.thinking.model.script = hasty
    team.run_all()
    scope = team.document(submitted, "scope")

    (musts,) = [section for section in scope.written if section.heading == "Must-haves"]
    assert "R1" not in {block.about for block in musts.blocks}
    assert "**R2.1**" in scope.content
    assert "2 seconds" not in scope.content
    assert "Acceptance criteria for R1" in scope.content


def test_dead_worker_leaves_the_rest_to_the_rules_once_its_time_is_up(team, submitted):
    team.house.run_all()
    assert len(team.handed_over()) == 1  # and lost
    team.house.sweep()
    team.house.run_all()
    before = team.document(submitted, "product_brief").state
    team.house.clock.advance(seconds=DEADLINE.total_seconds() + 61)
    team.house.sweep()
    team.thinking.model.fault = "hang"
    team.run_all()

    assert before is DeliverableState.WRITING
    document = team.document(submitted, "product_brief")
    assert (document.state, document.revision, document.written) == (DeliverableState.IN_REVIEW, 1, ())


def test_late_worker_finds_nothing_to_do(team, submitted):
    team.house.run_all()
    (late,) = team.handed_over()
    team.house.clock.advance(seconds=DEADLINE.total_seconds() + 61)
    team.house.sweep()
    team.run_all()
    text = team.document(submitted, "product_brief").content
    asked = len(team.thinking.model.asked)
    team.take(late)
    team.run_all()

    assert team.document(submitted, "product_brief").content == text
    assert len(team.thinking.model.asked) == asked


class Killed(BaseException):
    """The worker died."""


@pytest.mark.nightly
@pytest.mark.parametrize("point", ["before the commit", "after the commit"])
def test_killed_worker_pays_no_step_twice_and_writes_one_revision(team, submitted, monkeypatch, point):
    team.house.run_all()
    (work,) = team.handed_over()
    answering = type(team.service.answering)
    commit = answering.commit

    def dying(self, writes):
        if point == "after the commit":
            commit(self, writes)
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(answering, "commit", dying)
        with suppress(Killed):
            team.take(work)
    asked = len(team.thinking.model.asked)
    team.take(work)
    paid_again = len(team.thinking.model.asked) - asked
    team.run_all()

    assert paid_again == 0
    assert set(pieces_asked(team).values()) == {1}
    assert [document.revision for document in documents(team, submitted)] == [1, 1, 1]
    assert [len(document.history) for document in documents(team, submitted)] == [1, 1, 1]
    tokens = team.service.asking.ledger.standing(ME.account_id).counts
    assert tokens.promised == tokens.spent  # every promise is settled
    assert tokens.spent == len(team.thinking.model.asked) * 1_100


def test_every_message_delivered_twice_writes_everything_once(team, submitted):
    while True:
        for item in [nudge for nudge in team.house.nudges() for _ in range(2)]:
            team.house.clock.advance(milliseconds=5)
            team.house.run(item, run_id=f"run-{item.subject_id}")
        handed_over = team.handed_over()
        if not handed_over:
            break
        for work in [one for one in handed_over for _ in range(2)]:
            team.take(work)

    assert set(pieces_asked(team).values()) == {1}
    assert [document.revision for document in documents(team, submitted)] == [1, 1, 1]


def test_project_paused_while_a_piece_is_written_keeps_it_and_pays_once(team, submitted):
    team.house.run_all()
    (work,) = team.handed_over()

    def pausing(task):
        team.house.projects.change_status(ME.account_id, submitted, ChangeProjectStatus(action=StatusAction.PAUSE))
        team.thinking.model.script = writes
        return writes(task)

    team.thinking.model.script = pausing
    team.take(work)
    team.run_all()
    held = team.document(submitted, "product_brief")
    team.house.projects.change_status(ME.account_id, submitted, ChangeProjectStatus(action=StatusAction.RESUME))
    team.run_all()

    assert (held.state, len(held.written)) == (DeliverableState.WRITING, 1)
    assert set(pieces_asked(team).values()) == {1}
    assert team.document(submitted, "product_brief").state is DeliverableState.IN_REVIEW


def test_account_without_tokens_gets_the_skeleton_at_once(team, submitted):
    team.thinking.limit_tokens(100)
    ledger = team.thinking.service.asking.ledger
    team.service = type(team.service)(
        team.service.answering, team.thinking.service.asking, team.service.ceo, team.service.now
    )
    team.house.turns = _with_ledger(team.house.turns, ledger)
    team.run_all()

    assert team.thinking.model.asked == []
    assert [document.state for document in documents(team, submitted)] == ["in_review"] * 3


def _with_ledger(turns, ledger):
    from dataclasses import replace  # noqa: PLC0415

    return replace(turns, sections=replace(turns.sections, tokens=ledger))


def test_revision_shows_the_comment_keeps_what_was_written_and_writes_anew_only_what_changed(team, written):
    before = team.document(written, "scope")
    team.thinking.model.asked.clear()
    team.house.projects.change_entry(ME.account_id, written, "R1", ChangeEntry(text="Booking that knows allergies"))
    team.request_changes(written, "scope", "Please mind allergies")
    team.run_all()
    after = team.document(written, "scope")

    assert (after.revision, after.state) == (2, "in_review")
    assert "“Please mind allergies”" in after.content
    assert list(pieces_asked(team)) == [("Scope and acceptance criteria", "Must-haves", ("R1",))]
    kept = [line for line in before.content.splitlines() if line.startswith("- **R2")]
    assert kept
    assert all(line in after.content for line in kept)


def test_dropped_entry_takes_its_criteria_along(team, written):
    team.house.projects.drop_entry(ME.account_id, written, "R2")
    team.request_changes(written, "scope", "Without allergens, please")
    team.run_all()

    content = team.document(written, "scope").content
    assert "**R2.1**" not in content
    assert "**R1.1**" in content


def test_worker_killed_between_two_tries_does_not_pay_the_first_again(team, submitted):
    tries: list[str] = []

    def careless(task):
        if task.name == "section again" and tries.count("section again") == 0:
            tries.append(task.name)
            raise Killed
        tries.append(task.name)
        return {"blocks": [{"about": entry, "text": "It costs 5 euros."} for entry in task.data["about"]]}

    team.house.run_all()
    (work,) = team.handed_over()
    team.thinking.model.script = careless
    with suppress(Killed):
        team.take(work)
    team.thinking.model.script = writes
    team.take(work)

    assert tries == ["section", "section again"]
    document = team.document(submitted, "product_brief")
    assert [section.heading for section in document.written] == ["Audiences"]
    assert document.tried == ("Audiences A1 A2",)
