"""The language model behind the local cloud: read from the environment, its key kept as a secret, tried at every start.

The key comes from the environment variable `MODEL_KEY` and goes to the emulator's Secrets Manager. It is in no command
line, no log and no environment of another process.
"""

from __future__ import annotations

import json
import re
import time
import uuid
from collections.abc import Mapping, MutableMapping
from dataclasses import dataclass, field
from typing import Any, Self

from botocore.exceptions import ClientError

from local.aws import Access
from local.console import Problem

VARIABLES = ("MODEL", "MODEL_BASE_URL", "MODEL_KEY")
SECRET = "atrium-model-key"  # noqa: S105 - its name
WRITTEN = re.compile(r"(anthropic|bedrock|openai):[\w.:/@+-]+")
ADDRESS = re.compile(r"https?://[\w.:\[\]-]+(/[\w./~%+=&-]*)?")  # of a server, without a user or a password
EXAMPLE = "make up MODEL=openai:qwen3 MODEL_BASE_URL=http://localhost:11434/v1"
OPERATOR = "operator"
TRIAL_WITHIN_SECONDS = 75.0  # the deadline of a question, and a cold start
POLL_SECONDS = 0.1


@dataclass(frozen=True, slots=True)
class LocalModel:
    """A model: `written` is `provider:name`, `base_url` a server instead of the provider's. All empty: no model."""

    written: str = ""
    base_url: str = ""
    key: str = field(default="", repr=False)

    @classmethod
    def taken_from(cls, environment: MutableMapping[str, str]) -> Self:
        """The model that the variables name, which are removed, so that no process we start inherits the key.

        Raises `Problem` when they cannot work.
        """
        written, base_url, key = (environment.pop(name, "").strip() for name in VARIABLES)
        if not written:
            return cls()
        model = cls(written, base_url, key)
        model.check()
        return model

    def check(self) -> None:
        """Raises `Problem` when no call could succeed: an unknown model, a bad address, no server, or no key."""
        match = WRITTEN.fullmatch(self.written)
        if match is None:
            raise Problem(f"MODEL={self.written} names no model that is known.", fix=EXAMPLE)
        if self.base_url and not ADDRESS.fullmatch(self.base_url):
            raise Problem("MODEL_BASE_URL is no address of a server.", fix=EXAMPLE)
        if match[1] == "bedrock" and not self.base_url:
            raise Problem("Bedrock answers on AWS only; here it is a mock.", fix="deploy to AWS (docs/operations.md)")
        if match[1] != "bedrock" and not self.base_url and not self.key:
            raise Problem(f"{self.written} wants a key.", fix="export MODEL_KEY=… in this shell, then run again")

    def parameters(self, access: Access) -> Mapping[str, str]:
        """The template's parameters for this model. Stores its key as the cloud's secret; no key deletes the secret."""
        arn = keep_key(access, self.key)
        return {"Model": self.written, "ModelBaseUrl": self.base_url, "ModelKeySecretArn": arn}


NO_MODEL = LocalModel()


def keep_key(access: Access, key: str) -> str:
    """Have the secret hold `key`, and return its ARN; an empty key deletes it and gives an empty ARN."""
    secrets = access.client("secretsmanager")
    try:
        held = secrets.describe_secret(SecretId=SECRET)
    except ClientError:
        return str(secrets.create_secret(Name=SECRET, SecretString=key)["ARN"]) if key else ""
    if not key:
        secrets.delete_secret(SecretId=SECRET, ForceDeleteWithoutRecovery=True)
        return ""
    secrets.put_secret_value(SecretId=SECRET, SecretString=key)
    return str(held["ARN"])


def trial(access: Access, resources: Mapping[str, str], model: LocalModel) -> str | None:
    """Ask the model for one word, as questions do, for 75 s at most; returns why that failed, None when it worked."""
    subject = f"try_{uuid.uuid4().hex}"
    work = {"account_id": OPERATOR, "project_id": OPERATOR, "subject_id": subject, "kind": "try"}
    access.client("sqs").send_message(
        QueueUrl=resources["ThinkQueue"],
        MessageBody=json.dumps(work),
        MessageGroupId=subject,
        MessageDeduplicationId=subject,
    )
    step = _ended(access, resources["ThinkingTable"], subject)
    if step is None:
        return "The worker that thinks took up no trial; its log says why."
    if step["state"]["S"] == "done":
        return None
    return _complaint(step["failure"]["S"], model)


def _ended(access: Access, table: str, subject: str) -> Mapping[str, Any] | None:
    """The step of a trial once it is over; None when it is not within 75 s."""
    deadline = time.monotonic() + TRIAL_WITHIN_SECONDS
    query = {
        "TableName": table,
        "KeyConditionExpression": "pk = :pk AND begins_with(sk, :step)",
        "ExpressionAttributeValues": {":pk": {"S": f"ACCOUNT#{OPERATOR}"}, ":step": {"S": f"STEP#{subject}#"}},
        "ConsistentRead": True,
    }
    while time.monotonic() < deadline:
        items = access.client("dynamodb").query(**query)["Items"]
        if items and items[0]["state"]["S"] != "asked":
            step: Mapping[str, Any] = items[0]
            return step
        time.sleep(POLL_SECONDS)
    return None


def _complaint(failure: str, model: LocalModel) -> str:
    name = model.written.partition(":")[2]
    server = model.base_url or f"the provider of {model.written}"
    key = "does not accept the key in MODEL_KEY" if model.key else "wants a key (MODEL_KEY)"
    return {
        "denied": f"{server} {key}, or has no model {name}.",
        "unreachable": f"{server} does not answer, or with a fault of its own. Is it running?",
        "timed_out": f"{server} did not answer in time.",
        "throttled": f"{server} refuses more requests for now.",
        "refused": f"{name} refused to answer.",
    }.get(failure, f"{name} answered, but not in the shape that it was asked for.")
