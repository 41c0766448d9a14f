"""Answers that need a look beyond the portfolio: launch and build, and how far a document has come."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.pa import phrases
from domain.pa.formats import money, short_list
from domain.pa.manner import Manner
from domain.pa.portfolio import Portfolio
from domain.projects.documents.markdown import escaped, listed
from domain.projects.models import DeliverableSummary, EstimateView
from domain.projects.records import Project
from domain.projects.states import DeliverableKind, DeliverableState
from domain.work_items import telling

_STATES = {
    DeliverableState.WAITING: "not begun",
    DeliverableState.BLOCKED: "blocked until an access is there",
    DeliverableState.WRITING: "being written",
    DeliverableState.IN_REVIEW: "waiting for your approval",
    DeliverableState.CHANGES_REQUESTED: "to be changed after your comment",
    DeliverableState.APPROVED: "approved",
}


def of_build(view: Portfolio, outlooks: Mapping[str, EstimateView], manner: Manner) -> str:
    """What launch and build may take, by the build outlook: neither is in the estimate of planning and documents."""
    parts, unplanned = [], []
    for project in view.projects:
        found = outlooks.get(project.id)
        if found is None:
            parts.append(f"{phrases.name_of(project)}: the build is not estimated; its intake is not submitted.")
            continue
        plan = telling.planned(view.board_of(project))
        if not plan:
            unplanned.append(phrases.name_of(project))
        parts.append(
            f"{phrases.name_of(project)}: building the product takes {phrases.building(found.build)}"
            f" `{found.build.rule}`. It is not in the {money(found.total, found.currency)} for planning and documents;"
            f" together {money(found.total + found.build.low, found.currency)} to"
            f" {money(found.total + found.build.high, found.currency)}.{f' {plan}' if plan else ''}"
        )
    included = "No: the two are kept apart. " if manner.yes_no and manner.mentions(r"\binclud|\bin the\b") else ""
    if not manner.mentions(r"cost|price|much|expens|paid|pay\b"):
        dates = short_list(phrases.dates(project, view) for project in view.projects)
        parts.insert(0, f"No launch day is in the records I read. The dates of the documents:\n\n{dates}")
    of_whom = "" if len(unplanned) == len(outlooks) else f" of {listed(unplanned)}"
    look = f"No work on the build{of_whom} is handed out; the range is a first look. " if unplanned else ""
    return included + "\n\n".join([*parts, f"{look}Atrium does not charge for the build."])


def documents_named(manner: Manner) -> list[DeliverableKind]:
    """The documents whose state a question asks for."""
    if not manner.mentions(r"\b(?:approved|accepted|signed|done|finished|written|ready|begun|started|state|status)\b"):
        return []
    return [kind for kind in DeliverableKind if manner.mentions(rf"\b{kind.value.replace('_', ' ')}\b")]


def of_documents(found: Sequence[tuple[Project, DeliverableSummary]], manner: Manner) -> str:
    """How far the documents that a question names have come."""
    lines = [
        f"{escaped(document.title)} of {phrases.name_of(project)} is {_STATES[document.state]}"
        for project, document in found
    ]
    done = [document.state is DeliverableState.APPROVED for _, document in found]
    verdict = ("Yes" if all(done) else "No" if not any(done) else "In part") + ": " if manner.yes_no and found else ""
    if not found:
        return "None of your projects has such a document yet: no intake is submitted."
    return f"{verdict}{lines[0]}." if len(lines) == 1 else f"{verdict}\n\n{short_list(lines)}".strip()
