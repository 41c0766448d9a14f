"""Asks the thinker what a message means that the rules are unsure about, and waits for its answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import cache
from typing import Any

from botocore.config import Config
from botocore.exceptions import ClientError
from pydantic import ValidationError

from common.aws import client_with, unavailable_on_outage
from common.clock import utc_now
from common.errors import Unavailable
from common.ids import new_id
from common.services import service
from common.settings import settings
from common.telemetry import logger
from domain.pa.answers import Reply
from domain.pa.portfolio import Portfolio
from domain.thinking.reading import MAX_PROJECTS, Read, ReadingAnswer, ReadingWork

PATIENCE = timedelta(seconds=15)  # API Gateway gives up after 29 s
_WAY_BACK = timedelta(seconds=1)  # of the answer, and the rest of our own work
_LONGEST = 2_000  # letters; a longer message is no question


@service
class SecondReader:
    """Reads by the function `thinker`. `invoke` gives a function's answer to a payload, or raises `Unavailable`."""

    invoke: Callable[[str], str]
    now: Callable[[], datetime]

    def read(self, account_id: str, message: str, portfolio: Portfolio, ruled: Reply) -> Read | None:
        """What a model reads in `message`; None when it fails, or nothing came back in time."""
        if len(message) > _LONGEST:
            return None
        now = self.now()
        work = ReadingWork(
            account_id=account_id,
            request_id=new_id("req", now),
            message=message,
            projects=_first(portfolio.names),
            candidates=_first(ruled.candidates),
            today=f"{now:%Y-%m-%d, %A}",
            answer_by=now + PATIENCE - _WAY_BACK,
        )
        try:
            answer = ReadingAnswer.model_validate_json(self.invoke(work.model_dump_json()))
        except (Unavailable, ValidationError):
            logger.warning("second_reader_failed", request_id=work.request_id)
            return None
        return answer.read


def configured_second_reader() -> SecondReader | None:
    """The second reader of this deployment; None without a model."""
    return SecondReader(_invoke, utc_now) if settings.model else None


def _first(names: Sequence[str]) -> list[str]:
    return list(names[:MAX_PROJECTS])


def _invoke(payload: str) -> str:
    """Lambda's Invoke, once. A broken function answers in a shape that is no `ReadingAnswer`."""
    try:
        with unavailable_on_outage():
            answer = _functions().invoke(FunctionName=settings.thinker_function, Payload=payload.encode())
    except ClientError as error:
        raise Unavailable from error
    if "FunctionError" in answer:
        raise Unavailable
    body: bytes = answer["Payload"].read()
    return body.decode()


@cache
def _functions() -> Any:
    once = Config(read_timeout=PATIENCE.total_seconds(), retries={"total_max_attempts": 1, "mode": "standard"})
    return client_with("lambda", once)
