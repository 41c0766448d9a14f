"""Asks the model, for work from the queue `think.fifo`, in order per project, and for questions to the assistant."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from common.batches import Delivery
from common.clock import utc_now
from common.errors import NotFound
from common.settings import settings
from common.telemetry import logger
from domain.agents import documents, model_handover
from domain.pa.cards import account_cards
from domain.pa.chat import chat_store
from domain.pa.colleague import Question
from domain.pa.thinker import answer_assistant, answer_later
from domain.thinking import opinion, service, trial, writing
from domain.thinking.asking import Asking
from domain.thinking.store import thinking_store
from domain.usage.tokens import token_ledger
from domain.work.queue import ThoughtWork, think_queue
from domain.work.taking import take_in_order
from domain.work_items import opinions
from model_wire.configured import configured_model

# What there is to think about. Each takes the model with its books, the work, and how many seconds it may ask for.
KINDS: Mapping[str, Callable[[Asking, ThoughtWork, float], None]] = {
    model_handover.KIND: service.think_about,
    documents.KIND: writing.write,
    opinions.KIND: opinion.read_submission,
    trial.KIND: trial.try_model,
}
RESERVED_SECONDS = 10.0  # for what is read and written around the model's calls


def lambda_handler(event: Mapping[str, Any], context: Any) -> Mapping[str, Any]:
    if event.get("kind") == "assistant":
        question = Question.model_validate(event)
        seconds = min(float(settings.model_deadline_seconds), _left(context))
        if question.sequence is not None:
            answer_later(asking(), question, seconds, account_cards(), chat_store())
            return {}
        return answer_assistant(asking(), question, seconds).model_dump(mode="json")
    return take_in_order(think_queue(), event, lambda delivery: take_up(delivery, context))


def take_up(delivery: Delivery, context: Any) -> None:
    """Have the model do one piece of work, unless the project is gone. Raises what broke it off; SQS redelivers."""
    work, deliveries = ThoughtWork.from_body(delivery.body), delivery.deliveries
    try:
        KINDS[work.kind](asking(), work, min(float(settings.model_deadline_seconds), _left(context)))
    except NotFound:
        logger.info("project_gone", project_id=work.project_id, subject_id=work.subject_id)
        return
    except Exception:
        logger.exception("thought_broke_off", kind=work.kind, subject_id=work.subject_id, deliveries=deliveries)
        raise
    logger.info("thought", kind=work.kind, subject_id=work.subject_id, deliveries=deliveries)


def _left(context: Any) -> float:
    """How many seconds are left for the model in this invocation."""
    return float(context.get_remaining_time_in_millis()) / 1000 - RESERVED_SECONDS


@cache
def asking() -> Asking:
    """The configured model, with the store and the ledger that note its use; built once for each process."""
    model = configured_model()
    return Asking(model, model.written, thinking_store(), token_ledger(), utc_now)
