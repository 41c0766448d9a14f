"""What a text asks the assistant for: intents and projects (product: the assistant).

The reader behind these two functions is much of the assistant's own code, and most requests ask nothing: it is
imported with the first text there is to read.
"""

from collections.abc import Sequence

from domain.language.intents import INTENTS
from domain.pa.intent.classification import Classification

__all__ = ["INTENTS", "Classification", "classify", "classify_order", "is_guess"]


def classify(text: str, *, project_names: Sequence[str]) -> Classification:
    """What `text` asks for and about which of the account's projects.

    Args:
        text: A question of any length; the first 2,500 words are read.
        project_names: The names of the account's projects, in any order.
    """
    from domain.pa.intent import classifier  # noqa: PLC0415 - see above

    return classifier.classify(text, project_names)


def classify_order(text: str, *, project_names: Sequence[str]) -> Classification:
    """What the text of a task is about, its schedule aside; never "schedule" itself."""
    from domain.pa.intent import classifier  # noqa: PLC0415 - see above

    return classifier.classify_order(text, project_names)


def is_guess(text: str, *, project_names: Sequence[str]) -> bool:
    """Whether no intent of `text` is more likely than not, so that `classify` names the least unlikely one."""
    from domain.pa.intent import classifier  # noqa: PLC0415 - see above

    return classifier.is_guess(text, project_names)
