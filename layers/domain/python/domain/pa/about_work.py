"""What the assistant says about handed-out work, project by project."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from common.wording import counted
from domain.language.text import read_sentences
from domain.pa.formats import short_list
from domain.pa.manner import Manner
from domain.pa.phrases import name_of
from domain.pa.portfolio import Portfolio
from domain.projects.records import Project
from domain.work_items import standing, telling
from domain.work_items.asking import NAMES_WORK, OF_ALL, About, Asked, asked_in
from domain.work_items.records import ItemState

_MOST_PROJECTS = 5
_OF_PROJECTS = OF_ALL | {About.DID, About.LEFT, About.ORDER}


def asked_of_work(message: str, view: Portfolio) -> Asked:
    """What a message asks about handed-out work; nothing where there is none, or where it asks for something else."""
    if not view.work:
        return Asked()
    names = view.names
    found = [asked_in(one, view.work, names) for one in _sentences(message)]
    about = dict.fromkeys(kind for one in found for kind in one.about)
    items = {item.id: item for one in found for item in one.items}
    workers = dict.fromkeys(worker for one in found for worker in one.workers)
    if not (items or workers or NAMES_WORK.search(message)):  # it may as well be about the projects
        about = {kind: None for kind in about if kind not in _OF_PROJECTS}
    return Asked(tuple(about), tuple(items.values()), tuple(workers), message.lower())


def told_of_work(asked: Asked, view: Portfolio, manner: Manner) -> str:
    """The answer for each project that has work, or for those that the named items and workers belong to."""
    projects = [project for project in view.projects if view.board_of(project).items]
    named = {item.project_id for item in asked.items}
    named = named or {item.project_id for item in view.work if any(one.worker in asked.workers for one in item.history)}
    shown = [project for project in projects if not named or project.id in named]
    parts = [_part(project, about, asked, view, manner) for project in shown[:_MOST_PROJECTS] for about in asked.about]
    more = len(shown) - _MOST_PROJECTS
    more_told = [f"… and {counted(more, 'more project')} with work."] if more > 0 else []
    return "\n\n".join([*parts, *more_told])


def submissions_told(message: str, view: Portfolio, manner: Manner) -> str:
    """The submissions that wait for the customer's word, as documents wait for it; empty where none does."""
    waiting = [one for one in view.projects if view.board_of(one).in_state(ItemState.IN_REVIEW)]
    asked = Asked((About.REVIEW,), said=message.lower())
    return told_of_work(asked, view.only([one.name for one in waiting]), manner) if waiting else ""


def lines_of_work(view: Portfolio, since: datetime | None) -> list[str]:
    """For a report: how the work of each project stands, and what was done since the report before."""
    lines = []
    for project in view.projects:
        board = view.board_of(project)
        if not board.items:
            continue
        done = standing.activity(board, since) if since is not None else ""
        news = f" Since the report before: {done}." if done else ""
        lines.append(f"{name_of(project)}: {telling.summary(board).headline}{news}")
    return lines


def _part(project: Project, about: About, asked: Asked, view: Portfolio, manner: Manner) -> str:
    items = tuple(item for item in asked.items if item.project_id == project.id)
    told = telling.tell(about, Asked(asked.about, items, asked.workers, asked.said), view.board_of(project))
    answer = ("Yes: " if told.holds else "No: ") if manner.yes_no and told.holds is not None else ""
    lines = short_list(told.lines)
    return f"{name_of(project)}: {answer}{told.headline}" + (f"\n\n{lines}" if lines else "")


def _sentences(message: str) -> Sequence[str]:
    return [message[one.words[0].start : one.words[-1].end] for one in read_sentences(message) if one.words]
