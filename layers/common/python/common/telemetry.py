"""One structured log for all functions: names, ids and counts; never content, never a secret."""

from __future__ import annotations

from aws_lambda_powertools.logging import Logger

logger = Logger(service="atrium", log_uncaught_exceptions=False)
