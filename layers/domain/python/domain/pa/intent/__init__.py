"""What a text asks the assistant for: intents and projects (product: the assistant)."""

from domain.pa.intent.classifier import INTENTS, Classification, classify, classify_order

__all__ = ["INTENTS", "Classification", "classify", "classify_order"]
