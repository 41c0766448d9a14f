"""The model that the template's parameters name, with its key from Secrets Manager."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from time import monotonic

from botocore.exceptions import ClientError
from pydantic import BaseModel

from common.aws import client, unavailable_on_outage
from common.errors import Unavailable
from common.settings import settings
from common.telemetry import logger
from domain.thinking.task import Failure, ModelFailed, Task, Thought
from model_wire.model import WireModel
from model_wire.providers import ModelChoice, load

KEY_KEPT_SECONDS = 300.0  # how soon a rotated key counts
LEAST_SECONDS = 0.1  # the clients take no less


@dataclass(slots=True)
class ConfiguredModel:
    """Asks the model of `written`, with the key that the secret holds now. Implements `domain.thinking.task.Model`.

    The key is read again after five minutes, and at once when the model does not accept it.
    """

    written: str
    base_url: str | None
    secret_arn: str | None
    _model: WireModel | None = field(default=None, repr=False)
    _read_at: float = 0.0

    def think[Output: BaseModel](self, task: Task[Output], *, seconds: float) -> Thought[Output]:
        """Ask within `seconds`, reading the key included. Raises `ModelFailed`, also when the key cannot be read."""
        began = monotonic()
        if self._model is None or began - self._read_at > KEY_KEPT_SECONDS:
            self._model = WireModel(ModelChoice.parse(self.written, base_url=self.base_url, key=self._key()))
            self._read_at = began
        try:
            return self._model.think(task, seconds=max(seconds - (monotonic() - began), LEAST_SECONDS))
        except ModelFailed as failed:
            if failed.failure is Failure.DENIED:
                self._model = None
            raise

    def _key(self) -> str | None:
        if self.secret_arn is None:
            return None
        try:
            with unavailable_on_outage():
                answer = client("secretsmanager").get_secret_value(SecretId=self.secret_arn)
        except ClientError as error:
            logger.warning("model_key_unreadable", code=error.response["Error"]["Code"])
            raise ModelFailed(Failure.DENIED) from None
        except Unavailable:
            raise ModelFailed(Failure.UNREACHABLE) from None
        key: str = answer["SecretString"]
        return key.strip()


@cache
def configured_model() -> ConfiguredModel:
    """The model, built once for each process. Raises `ValueError` where the template's name for it is malformed."""
    written = settings.model or ""
    load(ModelChoice.parse(written).provider)  # before any deadline runs
    return ConfiguredModel(written, settings.model_base_url, settings.model_key_secret_arn)
