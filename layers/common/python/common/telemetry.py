"""The structured log of all functions. Log names, ids and counts, but never customers' content and never a secret."""

from __future__ import annotations

from aws_lambda_powertools.logging import Logger

logger = Logger(service="atrium", log_uncaught_exceptions=False)
