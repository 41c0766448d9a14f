"""What a text asks the assistant for: intents and projects (product: the assistant)."""

from domain.language.intents import INTENTS
from domain.pa.intent.classifier import Classification, classify

__all__ = ["INTENTS", "Classification", "classify"]
