"""Errors for what a project's state forbids; all are conflicts (HTTP status 409)."""

from __future__ import annotations

from common.errors import Conflict


class IntakeIncomplete(Conflict):
    """Required questions are unanswered; `missing` names them in the questionnaire's order."""

    code = "INTAKE_INCOMPLETE"

    def __init__(self, missing: tuple[str, ...]) -> None:
        super().__init__(f"Answer these first: {', '.join(missing)}.")
        self.missing = missing


class AlreadySubmitted(Conflict):
    """The brief was submitted: the intake takes no more answers, and nobody can submit the brief again."""

    code = "ALREADY_SUBMITTED"
    default_message = "The brief is submitted. Change its entries one by one."


class OverCeiling(Conflict):
    """The likely cost is over the customer's ceiling, and the customer did not say that this is all right.

    `to_fit` names the entries without which it would fit, the lowest priority first.
    """

    code = "OVER_CEILING"

    def __init__(self, likely: str, ceiling: str, to_fit: tuple[str, ...]) -> None:
        without = f"leave out {', '.join(to_fit)}" if to_fit else "take something out"
        super().__init__(
            f"The likely cost of {likely} is over your ceiling of {ceiling}. Nothing was submitted. "
            f"Raise the ceiling, {without}, or submit with accept_over_ceiling: true."
        )
        self.details = {"to_fit": list(to_fit)}


class Archived(Conflict):
    """The project was submitted in the first edition. It is kept as it was."""

    default_message = (
        "This project is an archive of an earlier edition. Start a new project from it to change anything."
    )


class AlreadyDecided(Conflict):
    """The approval was decided before; it can be decided only once."""

    code = "ALREADY_DECIDED"
    default_message = "This revision is already decided."


class RevisionReplaced(Conflict):
    """The approval is not, or no longer, about the text that was read."""

    code = "REVISION_REPLACED"


class ChangedSince(Conflict):
    """The caller named the value that it had read, and the stored one is another by now."""

    code = "CHANGED_SINCE"
    default_message = "Somebody changed this after you read it, so we did nothing. Read it again."


class NotRunning(Conflict):
    """The project's status forbids the step."""


class NotReady(Conflict):
    """The step comes too early: a document is not approved yet, or a work item is not done."""


MAX_PROJECTS = 200  # Interface 8 gives no number; this one is ours.


class TooManyProjects(Conflict):
    """The account has as many projects as it may have."""

    code = "LIMIT_REACHED"
    default_message = f"An account has at most {MAX_PROJECTS} projects."


class EntryDropped(Conflict):
    """The entry was dropped. Its id is never given to another."""

    def __init__(self, entry_id: str) -> None:
        super().__init__(f"{entry_id} is no longer in the brief. Add a new entry.")


class SaysTheSame(Conflict):
    """Another entry of the same type has the same words."""

    def __init__(self, entry_id: str) -> None:
        super().__init__(f"{entry_id} says the same already.")


class TooManyEntries(Conflict):
    """The brief has as many entries of this type as it may have."""

    code = "LIMIT_REACHED"

    def __init__(self, most: int, kind: str) -> None:
        super().__init__(f"A brief has at most {most} entries of the type {kind}.")


class TooMuchText(Conflict):
    """The edit would pass a limit of the document: on lines or size."""

    code = "LIMIT_REACHED"
    default_message = "A document has at most 400 lines and 250 KB. Shorten a line, or have the document written anew."


class TooManyComments(Conflict):
    """The open comments leave no room for the next ones."""

    default_message = "The open comments of this document are too long together. Answer some of them first."


class NotEditable(Conflict):
    """The document cannot be edited, because it is approved or not written."""


class TextChanged(Conflict):
    """Somebody has changed the text since it was read."""

    code = "TEXT_CHANGED"
    default_message = "Somebody changed this text after you read it. Read it again, then edit."
