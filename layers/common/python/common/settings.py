"""The environment variables of a function, named and typed. No other module of the product reads `os.environ`."""

from __future__ import annotations

import os
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Settings:
    """Each property reads one variable that `template.yaml` gives to the functions that need it.

    Raises:
        KeyError: `template.yaml` does not give this function the variable. This is a mistake in the template.
    """

    @property
    def identity_table(self) -> str:
        """Accounts, users, login failures, sessions."""
        return os.environ["IDENTITY_TABLE"]

    @property
    def keys_table(self) -> str:
        """API keys."""
        return os.environ["KEYS_TABLE"]

    @property
    def projects_table(self) -> str:
        """Projects and what belongs to them."""
        return os.environ["PROJECTS_TABLE"]

    @property
    def conversations_table(self) -> str:
        """Threads and their messages."""
        return os.environ["CONVERSATIONS_TABLE"]

    @property
    def vault_table(self) -> str:
        """Credentials, requests for them, their ciphertexts and uses."""
        return os.environ["VAULT_TABLE"]

    @property
    def vault_key_id(self) -> str:
        """The KMS key that encrypts credentials."""
        return os.environ["VAULT_KEY_ID"]

    @property
    def usage_table(self) -> str:
        """Request counters."""
        return os.environ["USAGE_TABLE"]

    @property
    def pa_table(self) -> str:
        """Tasks, runs and reports."""
        return os.environ["PA_TABLE"]

    @property
    def runs_queue_url(self) -> str:
        """The queue of due task runs."""
        return os.environ["RUNS_QUEUE_URL"]

    @property
    def runs_queue_arn(self) -> str:
        """The ARN of the queue of due task runs; the scheduler wants an ARN."""
        return os.environ["RUNS_QUEUE_ARN"]

    @property
    def schedule_group(self) -> str:
        """The group of our one-time schedules."""
        return os.environ["SCHEDULE_GROUP"]

    @property
    def schedule_role_arn(self) -> str:
        """The role that lets the scheduler send to the queue."""
        return os.environ["SCHEDULE_ROLE_ARN"]

    @property
    def idempotency_table(self) -> str:
        """Answers that are given again when an `Idempotency-Key` is repeated."""
        return os.environ["IDEMPOTENCY_TABLE"]

    @property
    def ceo_queue_url(self) -> str:
        """The FIFO queue of work for the CEO."""
        return os.environ["CEO_QUEUE_URL"]

    @property
    def model_id(self) -> str | None:
        """The Bedrock model that words the CEO's answers; None when rules alone word them."""
        return os.environ.get("MODEL_ID") or None

    @property
    def signup_open(self) -> bool:
        """Whether anybody may sign up."""
        return os.environ.get("SIGNUP_OPEN", "true") == "true"


settings = Settings()
