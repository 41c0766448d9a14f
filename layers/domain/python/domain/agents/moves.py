"""A step of a project: the records after it, what it writes elsewhere, and what the CEO says about it."""

from __future__ import annotations

from common.dynamo import Write
from common.services import frozen
from domain.agents.records import Run
from domain.agents.replies import Reply
from domain.answers.project_facts import ProjectFacts, with_records
from domain.projects.changes import Child
from domain.projects.records import Deliverable, Project
from domain.projects.states import Role
from domain.work.queue import ThoughtWork


@frozen
class Passed:
    """Work for the thinker, and the run of the thinker that the project's lease is passed on to."""

    work: ThoughtWork
    run: Run


@frozen
class Move:
    """One step, which is written in one transaction.

    Attributes:
        facts: the facts after the step.
        children: the project's own records that the step changes.
        writes: what the step changes in other tables, and documents that are written on condition of an older state.
        roles: who is at work during the step.
        focus: what they are working on, in words for the customer.
        says: the CEO's message about the step, if there is one.
        delivers: a document that the step puts on its way into the source repository.
        passed: what the step hands over to be thought about. Then nobody else takes a step until that is done.
    """

    facts: ProjectFacts
    children: tuple[Child, ...] = ()
    writes: tuple[Write, ...] = ()
    roles: tuple[Role, ...] = ()
    focus: str = ""
    says: Reply | None = None
    delivers: Deliverable | None = None
    passed: Passed | None = None


def moved(facts: ProjectFacts, project: Project, *children: Child) -> Move:
    """The step that writes the project and these records of its own; who speaks and works is added by `replace`."""
    return Move(with_records(facts, project, *children), children)
