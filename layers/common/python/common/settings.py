"""The environment of a function, named and typed; the only reader of `os.environ` in the product."""

from __future__ import annotations

import os
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Settings:
    """Each property reads one variable that `template.yaml` gives to the functions that need it.

    Raises:
        KeyError: the template does not give this function that variable; a deployment mistake.
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
        """Projects and all they own."""
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
        """The KMS key that credentials are sealed with."""
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
        """The same queue, as the scheduler names its target."""
        return os.environ["RUNS_QUEUE_ARN"]

    @property
    def schedule_group(self) -> str:
        """The group of our one-time schedules."""
        return os.environ["SCHEDULE_GROUP"]

    @property
    def schedule_role_arn(self) -> str:
        """The role under which the scheduler delivers."""
        return os.environ["SCHEDULE_ROLE_ARN"]

    @property
    def idempotency_table(self) -> str:
        """Answers kept for `Idempotency-Key` replays."""
        return os.environ["IDEMPOTENCY_TABLE"]

    @property
    def ceo_queue_url(self) -> str:
        """The FIFO queue through which everything the CEO does for a project goes."""
        return os.environ["CEO_QUEUE_URL"]

    @property
    def model_id(self) -> str | None:
        """The Bedrock model the CEO words its answers with; None for rules alone."""
        return os.environ.get("MODEL_ID") or None

    @property
    def signup_open(self) -> bool:
        """Whether strangers may sign up."""
        return os.environ.get("SIGNUP_OPEN", "true") == "true"


settings = Settings()
