from __future__ import annotations

from typing import Any

import pytest
from botocore.exceptions import ClientError

from local import deploy, model
from local.aws import Access
from local.commands import _try_model
from local.console import Problem
from local.model import NO_MODEL, LocalModel, keep_key, trial

KEY = "the-key-of-the-model"
QWEN = "openai:qwen3"
OLLAMA = "http://localhost:11434/v1"
ACCESS = Access("http://127.0.0.1:1", "AKIAKEY", "secret")


def taken(**variables: str) -> LocalModel:
    return LocalModel.taken_from(variables)


def test_nothing_given_is_no_model() -> None:
    assert taken() == taken(MODEL="", MODEL_BASE_URL="", MODEL_KEY="") == NO_MODEL


def test_address_or_key_without_a_model_is_no_model() -> None:
    assert taken(MODEL_BASE_URL=OLLAMA, MODEL_KEY=KEY) == NO_MODEL


def test_variables_are_removed_so_that_no_child_inherits_the_key() -> None:
    environment = {"MODEL": QWEN, "MODEL_BASE_URL": OLLAMA, "MODEL_KEY": KEY, "PATH": "/bin"}

    chosen = LocalModel.taken_from(environment)

    assert environment == {"PATH": "/bin"}
    assert chosen == LocalModel(QWEN, OLLAMA, KEY)
    assert KEY not in repr(chosen)


@pytest.mark.parametrize(
    "variables",
    [
        {"MODEL": QWEN, "MODEL_BASE_URL": OLLAMA},
        {"MODEL": "openai:gpt-5", "MODEL_KEY": KEY},
        {"MODEL": "openai:library/qwen3:0.6b", "MODEL_BASE_URL": "https://models.example.com:8443/a/v1/"},
        {"MODEL": "anthropic:claude-x", "MODEL_KEY": KEY},
        {"MODEL": "bedrock:vendor.model-v1:0", "MODEL_BASE_URL": "http://[::1]:8900"},
    ],
)
def test_model_that_can_work_is_taken(variables: dict[str, str]) -> None:
    assert taken(**variables).written == variables["MODEL"]


@pytest.mark.parametrize(
    ("variables", "what"),
    [
        ({"MODEL": "qwen3", "MODEL_BASE_URL": OLLAMA}, "no model"),
        ({"MODEL": "ollama:qwen3", "MODEL_BASE_URL": OLLAMA}, "no model"),
        ({"MODEL": "openai:", "MODEL_BASE_URL": OLLAMA}, "no model"),
        ({"MODEL": 'openai:x",y="', "MODEL_BASE_URL": OLLAMA}, "no model"),
        ({"MODEL": QWEN, "MODEL_BASE_URL": "localhost:11434"}, "no address"),
        ({"MODEL": QWEN, "MODEL_BASE_URL": "http://me:secret@localhost/v1"}, "no address"),
        ({"MODEL": QWEN, "MODEL_BASE_URL": "file:///etc/passwd"}, "no address"),
        ({"MODEL": "openai:gpt-5"}, "wants a key"),
        ({"MODEL": "anthropic:claude-x"}, "wants a key"),
        ({"MODEL": "bedrock:vendor.model-v1:0"}, "on AWS only"),
    ],
)
def test_model_that_cannot_work_is_refused_before_anything_is_built(variables: dict[str, str], what: str) -> None:
    with pytest.raises(Problem, match=what):
        taken(**variables)


class Secrets:
    """Secrets Manager, as far as one secret goes."""

    def __init__(self) -> None:
        self.held: str | None = None

    def describe_secret(self, **_secret: str) -> dict[str, str]:
        if self.held is None:
            raise ClientError({"Error": {"Code": "ResourceNotFoundException"}}, "DescribeSecret")
        return {"ARN": "arn:secret"}

    def create_secret(self, **secret: str) -> dict[str, str]:
        self.held = secret["SecretString"]
        return {"ARN": "arn:secret"}

    def put_secret_value(self, **secret: str) -> None:
        self.held = secret["SecretString"]

    def delete_secret(self, **_secret: Any) -> None:
        self.held = None


def test_secret_follows_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    secrets = Secrets()
    monkeypatch.setattr(Access, "client", lambda _access, _service: secrets)

    followed = [(keep_key(ACCESS, key), secrets.held) for key in ("", "a", "b", "b", "", "")]

    assert followed == [
        ("", None),
        ("arn:secret", "a"),
        ("arn:secret", "b"),
        ("arn:secret", "b"),
        ("", None),
        ("", None),
    ]


def test_parameters_name_the_secret_and_never_hold_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    secrets = Secrets()
    monkeypatch.setattr(Access, "client", lambda _access, _service: secrets)

    parameters = LocalModel(QWEN, OLLAMA, KEY).parameters(ACCESS)

    assert parameters == {"Model": QWEN, "ModelBaseUrl": OLLAMA, "ModelKeySecretArn": "arn:secret"}
    assert NO_MODEL.parameters(ACCESS) == {"Model": "", "ModelBaseUrl": "", "ModelKeySecretArn": ""}
    assert secrets.held is None


def test_deployment_names_empty_parameters_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """SAM keeps the former value of a parameter that is not named: a model would never go away again."""
    commands: list[tuple[str, ...]] = []
    monkeypatch.setattr(deploy, "run", lambda _folder, *command, **_options: commands.append(command))

    deploy._sam_deploy(ACCESS, {"Architecture": "x86_64", "Model": ""})

    assert [*commands[0][-2:]] == [
        'ParameterKey=Architecture,ParameterValue="x86_64"',
        'ParameterKey=Model,ParameterValue=""',
    ]


class Cloud:
    """The queue and the table that a trial uses; `steps` are what the worker stores, one look after the other."""

    def __init__(self, *steps: dict[str, Any] | None) -> None:
        self.steps = list(steps)
        self.sent: list[dict[str, str]] = []

    def send_message(self, **message: str) -> None:
        self.sent.append(message)

    def query(self, **_query: Any) -> dict[str, Any]:
        step = self.steps.pop(0) if len(self.steps) > 1 else self.steps[0]
        return {"Items": [step] if step else []}


def tried(
    monkeypatch: pytest.MonkeyPatch, *steps: dict[str, Any] | None, chosen: LocalModel | None = None
) -> str | None:
    cloud = Cloud(*steps)
    monkeypatch.setattr(Access, "client", lambda _access, _service: cloud)
    monkeypatch.setattr(model, "POLL_SECONDS", 0)
    monkeypatch.setattr(model, "TRIAL_WITHIN_SECONDS", 0.2)
    resources = {"ThinkQueue": "http://queue", "ThinkingTable": "thinking"}
    return trial(ACCESS, resources, chosen or LocalModel(QWEN, OLLAMA, KEY))


def step(state: str, failure: str = "") -> dict[str, Any]:
    return {"state": {"S": state}} | ({"failure": {"S": failure}} if failure else {})


def test_trial_waits_for_the_word(monkeypatch: pytest.MonkeyPatch) -> None:
    assert tried(monkeypatch, None, step("asked"), step("done")) is None


@pytest.mark.parametrize(
    ("state", "failure", "said"),
    [
        ("released", "denied", "does not accept the key in MODEL_KEY, or has no model qwen3"),
        ("released", "unreachable", f"{OLLAMA} does not answer"),
        ("released", "throttled", "refuses more requests"),
        ("failed", "timed_out", "did not answer in time"),
        ("failed", "refused", "refused to answer"),
        ("failed", "unusable", "not in the shape"),
    ],
)
def test_trial_says_what_is_wrong(monkeypatch: pytest.MonkeyPatch, state: str, failure: str, said: str) -> None:
    complaint = tried(monkeypatch, step(state, failure)) or ""

    assert said in complaint
    assert KEY not in complaint


def test_trial_asks_for_a_key_where_none_was_given(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = LocalModel(QWEN, OLLAMA)

    assert "wants a key (MODEL_KEY)" in (tried(monkeypatch, step("released", "denied"), chosen=chosen) or "")


def test_trial_that_nobody_takes_up_ends_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "took up no trial" in (tried(monkeypatch, None) or "")


def test_failed_trial_is_shown_and_ends_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("local.commands.trial", lambda *_given: "It does not answer.")

    _try_model(type("Running", (), {"access": ACCESS, "resources": {}})(), LocalModel(QWEN, OLLAMA))

    assert "It does not answer. Until it works, the rules answer alone." in capsys.readouterr().err
