"""Powertools' batches of queue messages: only the messages that failed are delivered again.

Functions import these names from here, so that `common` is always imported before Powertools (ADR 16).
"""

from __future__ import annotations

from aws_lambda_powertools.utilities.batch import (
    BatchProcessor,
    EventType,
    SqsFifoPartialProcessor,
    process_partial_response,
)
from aws_lambda_powertools.utilities.data_classes.sqs_event import SQSRecord

__all__ = ["BatchProcessor", "EventType", "SQSRecord", "SqsFifoPartialProcessor", "process_partial_response"]
