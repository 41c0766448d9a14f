"""Batches of a queue's messages: what was handled is done with, what failed is delivered again."""

from __future__ import annotations

from aws_lambda_powertools.utilities.batch import (
    BatchProcessor,
    EventType,
    SqsFifoPartialProcessor,
    process_partial_response,
)
from aws_lambda_powertools.utilities.data_classes.sqs_event import SQSRecord

__all__ = ["BatchProcessor", "EventType", "SQSRecord", "SqsFifoPartialProcessor", "process_partial_response"]
