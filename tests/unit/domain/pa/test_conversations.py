"""Natural conversations with the assistant; a turn is right when its answer has the expected fact.

`pa_tuning.jsonl` is what answers are tuned on: every turn is expected to be right.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import emulated
from domain.language.tables import keyed_table
from domain.pa.conversation import NOTHING_ASKED
from domain.pa.models import AskAssistant, AssignTask
from domain.pa.portfolio import Portfolio
from domain.projects.states import DeliverableKind, DeliverableState, ProjectStatus
from domain.vault.models import CredentialList, CredentialRequestList, CredentialView
from portfolios import NOW, approval, draft, estimated, portfolio, project, request, thread
from tables import by_day

CONVERSATIONS = Path(__file__).parents[4] / "data" / "conversations" / "pa_tuning.jsonl"
LUMEN = project("Lumen", ceiling=None)
CLINIC = project("Vet Clinic", estimate=estimated(12_000), deadline=date(2026, 2, 25))
GUIDE = project("Harbour Guide", status=ProjectStatus.ON_HOLD, estimate=estimated(4_000))
VIEW = portfolio(
    LUMEN,
    CLINIC,
    GUIDE,
    draft("CRM Move"),
    approvals=(
        approval(LUMEN, "Product brief", waited=timedelta(days=3)),
        approval(CLINIC, "Release plan", waited=timedelta(days=1)),
        approval(LUMEN),
    ),
    credential_requests=(request(CLINIC), request(CLINIC, "PayPal", waited=timedelta(days=1))),
    threads=(thread(LUMEN, 2), thread(CLINIC, 0)),
)
STRIPE = CredentialView(
    id="crd_1",
    project_id=LUMEN.id,
    name="Stripe",
    type="token",
    username=None,
    note=None,
    version=1,
    created_at=NOW - timedelta(days=6),
    updated_at=NOW,
    expires_at=None,
    last_used_at=None,
    uses=3,
)
TASKS = ("Send me a status report every Monday at 9am", "Send me a budget report every Friday at 3pm")


class Reader:
    """The same portfolio for every account."""

    def read(self, _account_id: str, *, timezone: str, with_work: bool = False) -> Portfolio:
        return replace(VIEW, timezone=timezone)


class Vault:
    """One deposited credential."""

    def list_credentials(self, _account_id: str, **_options: Any) -> CredentialList:
        return CredentialList(credentials=[STRIPE], has_more=False, next_cursor=None)

    def list_requests(self, _account_id: str, **_options: Any) -> CredentialRequestList:
        return CredentialRequestList(requests=[], has_more=False, next_cursor=None)


class Projects:
    """Every project has the same outlook on its build, and the same documents."""

    def get(self, _account_id: str, _project_id: str) -> Any:
        return SimpleNamespace(example=False)

    def describe(self, _account_id: str, _project_id: str) -> Any:
        brief = SimpleNamespace(
            kind=DeliverableKind.PRODUCT_BRIEF, title="Product brief", state=DeliverableState.APPROVED
        )
        plan = SimpleNamespace(kind=DeliverableKind.LAUNCH_PLAN, title="Launch plan", state=DeliverableState.WAITING)
        return SimpleNamespace(deliverables=(brief, plan))

    def get_estimate(self, _account_id: str, _project_id: str) -> Any:
        return Offer()

    def get_intake(self, _account_id: str, _project_id: str) -> Any:
        return SimpleNamespace(questions=[SimpleNamespace(id="approver", answer="Ada Smith, owner")])


@dataclass
class Days:
    low: int = 25
    high: int = 75


@dataclass
class Build:
    currency: str = "EUR"
    low: int = 10_000
    high: int = 30_000
    working_days: Days = field(default_factory=Days)
    rule: str = "build-outlook-1"


@dataclass
class Offer:
    """The estimate of every project."""

    currency: str = "EUR"
    total: int = 8_000
    build: Build = field(default_factory=Build)
    rule_version: int = 1


@dataclass
class Speaker:
    """One account's conversation."""

    office: Any
    account_id: str

    def __post_init__(self) -> None:
        for text in TASKS:
            self.office.clock.advance(milliseconds=5)
            self.office.tasks.assign(self.account_id, AssignTask(task=text))

    def say(self, text: str) -> str:
        tasks = replace(self.office.tasks, projects=Projects())
        assistant = replace(self.office.assistant, reader=Reader(), vault=Vault(), tasks=tasks)
        return assistant.ask(self.account_id, AskAssistant(message=text)).response


def conversations() -> list[list[dict[str, str]]]:
    return [json.loads(line)["turns"] for line in CONVERSATIONS.read_text(encoding="utf-8").splitlines()]


def test_every_turn_of_the_tuning_set_is_answered_with_its_fact(office) -> None:
    turns, wrong = 0, []
    speaker = Speaker(office, "acc_1")
    rows, runs = emulated.saved_rows(), emulated.backend("scheduler").schedule_groups["runs"]
    schedules = dict(runs.schedules)
    for spoken in by_day(conversations(), every=3):
        # Each begins as the first does: with these two tasks, and nothing said.
        emulated.put_back(rows)
        runs.schedules = dict(schedules)
        for turn in spoken:
            turns += 1
            said = speaker.say(turn["say"])
            if not re.search(turn["expect"], said.replace("\n", " ")):
                wrong.append(f"{turn['say']!r} expects {turn['expect']!r}, got {said[:160]!r}")

    assert turns >= 40
    assert not wrong, f"{len(wrong)} of {turns}:\n" + "\n".join(wrong)


def test_dialogue_is_over_after_an_hour_and_its_row_expires(office) -> None:
    Speaker(office, "acc_1").say("What did we spend so far?")

    row = office.store.table.get({"pk": "ACCOUNT#acc_1", "sk": "DIALOGUE"})
    assert row["expires_at_epoch"] == int((NOW + timedelta(hours=1)).timestamp())
    assert office.store.find_dialogue("acc_1", NOW + timedelta(minutes=59)).intents == ("budget",)
    assert office.store.find_dialogue("acc_1", NOW + timedelta(minutes=61)) is None


def test_question_changes_no_task(office) -> None:
    speaker = Speaker(office, "acc_1")
    before = office.tasks.list_scheduled("acc_1")

    for text in ("Should I cancel the Monday report?", "Did you delete the Friday report?", "Is the report paused?"):
        speaker.say(text)

    assert office.tasks.list_scheduled("acc_1") == before


@pytest.mark.parametrize(
    ("asked", "made"),
    [
        ("Could you remind me every Tuesday at 7am to call Anna?", "every Tuesday at 07:00"),
        ("Would it be possible to get a report every Thursday at noon?", "every Thursday at 12:00"),
    ],
)
def test_question_whether_a_task_is_possible_makes_it_only_after_yes(office, asked: str, made: str) -> None:
    speaker = Speaker(office, "acc_1")
    before = office.tasks.list_scheduled("acc_1")

    offered = speaker.say(asked)
    unchanged = office.tasks.list_scheduled("acc_1")
    accepted = speaker.say("yes")
    again = speaker.say("yes")

    assert made in offered
    assert "Nothing was scheduled yet" in offered
    assert unchanged == before
    assert accepted.startswith(f"Scheduled {made}")
    assert again == NOTHING_ASKED
    assert len(office.tasks.list_scheduled("acc_1")) == len(before) + 1


@pytest.mark.parametrize("answer", ["no", "What did we spend?", "maybe"])
def test_offer_that_is_not_accepted_makes_nothing(office, answer: str) -> None:
    speaker = Speaker(office, "acc_1")
    before = office.tasks.list_scheduled("acc_1")

    speaker.say("Could you delete the Friday report?")
    speaker.say(answer)

    assert office.tasks.list_scheduled("acc_1") == before


@pytest.mark.parametrize(
    "text", ["Schick mir den Status every Monday at 9am", "rappelle-moi demain à 9h", "Lösche den Montagsbericht"]
)
def test_order_in_another_language_arms_and_deletes_nothing(office, text: str) -> None:
    speaker = Speaker(office, "acc_1")
    before = office.tasks.list_scheduled("acc_1")

    said = speaker.say(text)

    assert said in keyed_table("languages").values() or "I read schedules in English only" in said
    assert office.tasks.list_scheduled("acc_1") == before


def test_one_account_never_hears_another_accounts_dialogue(office) -> None:
    Speaker(office, "acc_1").say("Send me a budget report every Thursday at 7am")

    assert "don't know what" in Speaker(office, "acc_2").say("cancel it")
