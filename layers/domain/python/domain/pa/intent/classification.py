"""Classification: what a text was found to ask for."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Classification:
    """What a text asks for."""

    intents: tuple[str, ...]
    """One or more of INTENTS, in that order."""
    projects: tuple[str, ...] = ()
    """The projects named, as the account spells them, in text order."""
    ambiguous: tuple[tuple[str, ...], ...] = ()
    """For each mention that fits several projects equally well: those projects."""
    refusals: tuple[str, ...] = ()
    """Why out_of_scope applies: secret, other_customer, override, unrelated; empty when it does not."""
