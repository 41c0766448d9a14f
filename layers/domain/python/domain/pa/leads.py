"""The sentence an answer begins with when a question wants more than a list: yes or no, how many, which, since when.

Facts in, Markdown out; None where the records don't decide the question, so that the list stands alone.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from common.wording import age, counted, weekday_of
from domain.language.tables import families
from domain.language.words import word_set
from domain.pa import phrases
from domain.pa.commands import named_in
from domain.pa.manner import Manner
from domain.pa.portfolio import Portfolio
from domain.pa.records import TaskStatus
from domain.pa.subjects import SUBJECTS, Context, Entry, Subject, deposited
from domain.projects.documents.markdown import escaped

COMPARING = frozenset({"oldest", "newest", "first", "last", "least", "most"})
RISKS = "Which risk weighs most is a judgement, and I make none: the records I read name no risk. What they show:"
_WORD = re.compile(r"[a-z0-9]+")
_COMMON = word_set("the a of for and document plan page access login key token credential password account status")
_WHOLE = (
    r"\b(?:all|every|everything|each|both|approved|signed|accepted|decided|deposited|arrived)\b"
    r"|\b(?:have|did) i (?:already )?read\b"
)
_OF_ONE = (
    r"\b(?:only|alone)\b|^(?:is|are|was|were) .+ (?:one|some|part|among) (?:of )?(?:the|them|these|those|my|what)\b"
)
_SETTLED = r"\b(?:approved|signed|accepted|decided|done|deposited|arrived|got|get|gave|there|have|already)\b"
_OPEN = r"\b(?:wait\w*|open|pending|need\w*|missing|still|lack\w*|left|to approve)\b"


def record_named(portfolio: Portfolio, manner: Manner) -> str | None:
    """The subject of a question that names an open document or an access asked for; None for any other."""
    found = {name: _named(SUBJECTS[name].entries(Context(portfolio)), manner) for name in ("approvals", "credentials")}
    return next((name for name, named in found.items() if named), None)


def lead(intent: str, manner: Manner, context: Context) -> str | None:
    """The first sentence of the answer to one intent."""
    if intent not in SUBJECTS or intent == "summary":
        return _of_standing(manner, context)
    if intent == "blockers" and manner.mentions(r"\brisk") and not manner.yes_no:
        return RISKS
    own = _of_tasks(manner, context) if intent == "schedule" else None
    own = _of_credentials(manner, context) if intent == "credentials" else own
    return own or _of_entries(SUBJECTS[intent], manner, context)


def _of_entries(subject: Subject, manner: Manner, context: Context) -> str | None:
    entries = subject.entries(context)
    if named := _named(entries, manner):
        told = " ".join(f"{told_since(subject, entry, context)}." for entry in named)
        denied = "No: " if manner.mentions(_SETTLED) else ""
        return f"{'Yes: ' if manner.mentions(_OPEN) else denied}{told}" if manner.yes_no else told
    compared = _compared(subject, manner, entries, context)
    if compared is not None or not subject.one:
        return compared
    total = sum(entry.count for entry in entries)
    if manner.kind == "how_many":
        return f"{subject.totalled(entries).capitalize()}."
    if not manner.yes_no or not manner.mentions(subject.asked_for) or manner.mentions(_OF_ONE):
        return None
    if manner.mentions(_WHOLE) and not manner.mentions(r"\bany(?:thing|one|body)?\b"):
        return f"{'No' if total else 'Yes'}: {subject.totalled(entries)}."
    none = manner.mentions(r"\b(?:nothing|none|no)\b")
    return f"{'Yes' if bool(total) is not none else 'No'}: {subject.totalled(entries)}."


def _compared(subject: Subject, manner: Manner, entries: Sequence[Entry], context: Context) -> str | None:
    """The entry that a superlative asks for: by its date, its age, its price, or how many a project has."""
    if subject is SUBJECTS["priorities"] and manner.kind in {"first", "most"} and entries:
        return f"The most urgent is {entries[0].line}"
    kind, last = manner.kind, manner.kind in {"newest", "last"} or "last" in subject.waited
    if kind in COMPARING and len(entries) == 1 and not subject.one:
        return None  # a single one is compared with nothing
    dated = [entry for entry in entries if entry.due is not None]
    aged = [entry for entry in entries if entry.since is not None]
    if kind in {"first", "last"} and dated:
        return f"The {kind} is {(min if kind == 'first' else max)(dated, key=lambda one: str(one.due)).line}"
    if kind in COMPARING | {"since"} - {"least", "most"} and aged and subject.one:
        which = "" if kind == "since" else f"The {'newest' if last else 'oldest'} is "
        found = (max if last else min)(aged, key=lambda entry: str(entry.since))
        return f"{which}{told_since(subject, found, context)}."
    if kind == "most" and subject.one and entries:
        counts = Counter(phrases.name_of(entry.project) for entry in entries if entry.project)
        return "; ".join(f"{name}: {subject.counted(count)}" for name, count in counts.most_common(1)) + "."
    return None


def _of_standing(manner: Manner, context: Context) -> str | None:
    projects = context.view.projects
    if manner.kind == "how_many":
        active = phrases.number(len(context.view.active))
        return f"You have {counted(len(projects), 'project')}; {active} under way."
    return None


def _of_tasks(manner: Manner, context: Context) -> str | None:
    """About the tasks that a question names."""
    named = named_in(manner.plain, context.tasks) if manner.kind != "how_many" else None
    if named is None:
        return None
    if not named:
        return "No: no such task is scheduled." if manner.yes_no else "No such task is scheduled."
    paused = all(task.status is TaskStatus.PAUSED for task in named)
    asked = "Yes: " if paused is manner.mentions(r"\b(?:paused|stopped|off)\b") else "No: "
    return f"{asked if manner.yes_no else ''}{'; '.join(map(phrases.task_line, named))}."


def _of_credentials(manner: Manner, context: Context) -> str | None:
    """About a service whose access is deposited, or is neither deposited nor asked for; None where none is named."""
    kept = deposited(context)
    if named := _named(kept, manner):
        asked = "No: " if manner.mentions(_OPEN) else "Yes: "
        if manner.mentions(r"\b(?:of|among|in) (?:them|these|those)\b"):  # of which list is not told from here
            asked = "" if _named(SUBJECTS["credentials"].entries(context), manner) else "Not asked for: "
        return (asked if manner.yes_no else "") + " ".join(f"{entry.line}." for entry in named)
    if not kept and manner.mentions(r"deposit|\bhold|\b(?:have|got|keep) .*(?:from me|of mine)"):
        return "No credential is deposited."
    if manner.kind == "how_many" and manner.mentions(r"deposit|vault|\b(?:put|gave|handed|given)\b"):
        many = "credential is" if len(kept) == 1 else "credentials are"
        return f"{phrases.number(len(kept)).capitalize()} {many} deposited."
    told = [word for word in _WORD.findall(manner.plain) if "SERVICE" in families().get(word, ())]
    if not manner.yes_no or not told or _named(SUBJECTS["credentials"].entries(context), manner):
        return None
    return f"No: neither the deposited credentials nor the open requests have one for {escaped(' '.join(told))}."


def told_since(subject: Subject, entry: Entry, context: Context) -> str:
    """What a record waits for, and since when."""
    waited = age(context.view.now - entry.since) if entry.since else ""
    told = subject.waited.format(age=waited, day=weekday_of(entry.since) if entry.since else "")
    does = "" if entry.full_name == entry.name else f" {subject.one.partition(' ')[2]}"
    return f"{entry.full_name}{does}: {told}"


def _named(entries: Sequence[Entry], manner: Manner) -> list[Entry]:
    """The entries that the question names; those that have no name but their project's can't be."""
    own = [entry for entry in entries if entry.full_name != entry.name]
    return [entry for entry in own if _mentions(manner, entry.name.partition(", revision")[0])]


def _mentions(manner: Manner, name: str) -> bool:
    """Whether the question has the telling words of a name ("is the roadmap approved?")."""
    telling = set(_WORD.findall(name.lower())) - _COMMON
    return bool(telling) and telling <= set(_WORD.findall(manner.plain))
