"""Asking a model over each of the three protocols, and every way in which one fails."""

from __future__ import annotations

import json
import time
from typing import Literal

import pytest
from pydantic import BaseModel

from domain.thinking.task import MAX_ROUNDS, Failure, ModelFailed, Task, Thought, most_of
from model_wire import providers
from model_wire.model import WireModel
from model_wire.providers import ModelChoice
from model_wire.tools import ASKED_BEFORE
from scripted_model import WIRES, Asked, Fault, Says, ScriptedModel, Wire, answering
from tables import by_day

KEY = "a-key-of-the-model"
SHORT_SECONDS = 0.5  # for a model that does not answer in time
PATIENT_SECONDS = 30.0  # for one that answers at once, on a machine that may be slow
GRACE_SECONDS = 3.0  # how late a slow machine may be


class Mood(BaseModel):
    """How the project stands."""

    mood: Literal["good", "bad"]
    because: list[str]


GOOD = {"mood": "good", "because": ["all is approved"]}


def task(**changes) -> Task[Mood]:
    return Task(
        **{
            "name": "mood",
            "version": 1,
            "instructions": "Say how the project stands.",
            "data": {"question": "Wie läuft es?"},
            "output": Mood,
            "max_tokens": 300,
        }
        | changes
    )


def model(wire: Wire, scripted: ScriptedModel) -> WireModel:
    return WireModel(ModelChoice.parse(f"{wire}:some.model-v1:0", base_url=scripted.base_url(wire), key=KEY))


def failure(wire: Wire, scripted: ScriptedModel, **changes) -> Failure:
    with pytest.raises(ModelFailed) as failed:
        model(wire, scripted).think(task(**changes), seconds=PATIENT_SECONDS)
    assert failed.value.__cause__ is None
    return failed.value.failure


@pytest.mark.parametrize("wire", WIRES)
def test_model_is_asked_once_and_its_answer_has_the_shape(wire: Wire, scripted: ScriptedModel):
    scripted.script = answering(GOOD)

    thought = model(wire, scripted).think(task(), seconds=5)

    (asked,) = scripted.asked
    assert thought == Thought(Mood(**GOOD), input_tokens=100, output_tokens=100)
    assert (asked.wire, asked.model) == (wire, "some.model-v1:0")
    assert "Say how the project stands." in asked.system
    assert [json.loads(text) for text in asked.said] == [{"question": "Wie läuft es?"}]


def test_key_goes_where_its_protocol_wants_it(scripted: ScriptedModel):
    scripted.script = answering(GOOD)

    for wire in WIRES:
        model(wire, scripted).think(task(), seconds=5)

    openai, anthropic, bedrock = (asked.key for asked in scripted.asked)
    assert openai == anthropic == f"Bearer {KEY}"
    assert bedrock.startswith("AWS4-HMAC-SHA256 ")  # the function's role signs
    assert KEY not in bedrock


@pytest.mark.parametrize(
    "written",
    [
        *("openai:gpt-5", "openai:gpt-4o", "openai:o3", "openai:none-that-is-known"),
        *("anthropic:claude-opus-4-7", "anthropic:none-that-is-known"),
    ],
)
def test_provider_itself_is_asked_in_the_same_way(written: str, scripted: ScriptedModel, monkeypatch):
    monkeypatch.setattr(providers, "OPENAI", scripted.base_url("openai"))
    monkeypatch.setattr(providers, "ANTHROPIC", scripted.base_url("anthropic"))
    scripted.script = answering(GOOD)

    thought = WireModel(ModelChoice.parse(written, key=KEY)).think(task(max_tokens=77), seconds=5)

    body = scripted.asked[0].body
    assert thought.output == Mood(**GOOD)
    assert {body.get("max_tokens"), body.get("max_completion_tokens")} == {77, None}


@pytest.mark.parametrize("wire", by_day(WIRES, every=3))
@pytest.mark.parametrize(
    ("fault", "expected"),
    [
        ("401", Failure.DENIED),
        ("404", Failure.DENIED),
        ("429", Failure.THROTTLED),
        ("500", Failure.UNREACHABLE),
        ("hang", Failure.TIMED_OUT),
        ("drip", Failure.TIMED_OUT),
        ("truncated", Failure.UNUSABLE),
        ("oversize", Failure.UNUSABLE),
        ("unknown_tool", Failure.UNUSABLE),
        ("prose", Failure.UNUSABLE),
        ("refusal", Failure.REFUSED),
    ],
)
def test_model_that_fails_says_why_in_time_and_is_asked_again_only_when_busy_or_broken(
    wire: Wire, fault: str, expected: Failure, scripted: ScriptedModel
):
    scripted.script = answering(GOOD)
    asked = model(wire, scripted)
    scripted.fault = Fault(fault, seconds=10)
    seconds = SHORT_SECONDS if expected is Failure.TIMED_OUT else PATIENT_SECONDS
    began = time.monotonic()

    with pytest.raises(ModelFailed) as failed:
        asked.think(task(), seconds=seconds)

    assert failed.value.failure is expected
    assert time.monotonic() - began < seconds + GRACE_SECONDS
    assert len(scripted.asked) == (2 if fault in {"429", "500"} else 1)


@pytest.mark.parametrize("wire", WIRES)
def test_answer_in_which_something_is_wrong_is_mended_once_and_then_taken(wire: Wire, scripted: ScriptedModel):
    bad = {"mood": "bad", "because": ["no reason"]}
    scripted.script = lambda _asked: Says(answer=bad if len(scripted.asked) == 1 else GOOD)
    checked = task(check=lambda mood: "" if mood.mood == "good" else "It is not bad: see f3.")

    mended = model(wire, scripted).think(checked, seconds=PATIENT_SECONDS)
    scripted.asked.clear()
    scripted.script = answering(bad)
    kept = model(wire, scripted).think(checked, seconds=PATIENT_SECONDS)

    assert (mended.output, kept.output) == (Mood(**GOOD), Mood(**bad))
    assert len(scripted.asked) == 2
    assert "It is not bad: see f3." in json.dumps(scripted.asked[-1].body)


@pytest.mark.parametrize("base_url", ["http://", "nonsense", "http://127.0.0.1:99999", "http://no.such.host.invalid"])
@pytest.mark.parametrize("wire", by_day(WIRES, every=3))
def test_address_of_nobody_is_a_failure_like_any_other(wire: Wire, base_url: str):
    asked = WireModel(ModelChoice.parse(f"{wire}:some-model", base_url=base_url, key=KEY))

    with pytest.raises(ModelFailed):
        asked.think(task(), seconds=2)


@pytest.mark.parametrize("wire", by_day(WIRES, every=3))
def test_false_counts_are_believed_within_bounds_and_missing_ones_estimated(wire: Wire, scripted: ScriptedModel):
    scripted.script = answering(GOOD)
    most = most_of(task())

    scripted.fault = Fault("false_usage")
    false = model(wire, scripted).think(task(), seconds=5)
    scripted.fault = Fault("no_usage")
    missing = model(wire, scripted).think(task(), seconds=5)

    assert (false.input_tokens, false.output_tokens) == (most.read, most.written)
    assert 0 < missing.input_tokens < most.read
    assert 0 < missing.output_tokens < most.written


@pytest.mark.parametrize("wire", WIRES)
def test_tool_is_offered_with_its_docstring_and_its_answer_goes_back(wire: Wire, scripted: ScriptedModel):
    def find_passage(document: str) -> str:
        """Find the passage that bears on the question.

        Args:
            document: its kind, such as brief.
        """
        return f"The {document} says Friday."

    def script(asked: Asked) -> Says:
        if not asked.answers:
            return Says(calls=(("find_passage", {"document": "brief"}),))
        return Says(answer={"mood": "good", "because": list(asked.answers)})

    scripted.script = script

    thought = model(wire, scripted).think(task(tools=(find_passage,)), seconds=5)

    assert thought.output.because == ["The brief says Friday."]
    assert "Find the passage that bears on the question." in json.dumps(scripted.asked[0].body)
    assert (thought.input_tokens, thought.output_tokens) == (200, 200)


@pytest.mark.parametrize("wire", by_day(WIRES, every=3))
def test_tool_called_for_ever_is_run_once_and_ends(wire: Wire, scripted: ScriptedModel):
    runs = []

    def find_passage(document: str) -> str:
        """Find a passage."""
        runs.append(document)
        return "It says Friday."

    scripted.script = lambda _asked: Says(calls=(("find_passage", {"document": "brief"}),))

    assert failure(wire, scripted, tools=(find_passage,)) is Failure.UNUSABLE
    assert runs == ["brief"]
    assert len(scripted.asked) == MAX_ROUNDS
    assert ASKED_BEFORE in scripted.asked[-1].answers


@pytest.mark.parametrize("written", ["", "openai", "openai:", "ollama:qwen3", "qwen3", "OpenAI:x"])
def test_model_of_no_known_provider_is_refused(written: str):
    with pytest.raises(ValueError, match="provider:name"):
        ModelChoice.parse(written)


def test_key_is_in_no_text_of_the_choice():
    assert KEY not in repr(ModelChoice.parse("openai:some-model", key=KEY))


def test_price_of_a_known_model_is_told_and_of_a_server_of_ones_own_nobody_knows_it(
    scripted: ScriptedModel, monkeypatch
):
    monkeypatch.setattr(providers, "OPENAI", scripted.base_url("openai"))
    scripted.script = answering(GOOD)

    known = WireModel(ModelChoice.parse("openai:gpt-4o", key=KEY)).think(task(), seconds=5)
    own = model("openai", scripted).think(task(), seconds=5)

    assert (known.price or 0) > 0
    assert own.price is None


@pytest.mark.parametrize("wire", by_day(WIRES, every=3))
def test_many_calls_at_once_end_as_well(wire: Wire, scripted: ScriptedModel):
    runs = []

    def read_entry(number: int) -> str:
        """Read an entry."""
        runs.append(number)
        return "x"

    scripted.script = lambda _asked: Says(calls=tuple(("read_entry", {"number": at}) for at in range(50)))

    assert failure(wire, scripted, tools=(read_entry,)) is Failure.UNUSABLE
    assert len(runs) <= 8
