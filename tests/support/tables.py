"""One test for a whole table of cases, or for a part of a large one."""

from __future__ import annotations

import inspect
import traceback
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

import pytest

from atrium import NIGHTLY

Test = Callable[..., None]


def by_day[T](cases: Iterable[T], *, every: int) -> list[T]:
    """The first case and every so-manyth after it; all of them where `NIGHTLY` is set."""
    return list(cases)[:: 1 if NIGHTLY else every]


def for_each(
    names: str | tuple[str, ...], cases: Iterable[Any], *, ids: Callable[[Any], str] | Iterable[str] = repr
) -> Callable[[Test], Test]:
    """Run a test for every case of a table, and name every case that failed.

    It reads like `pytest.mark.parametrize`, which makes one test item of each case. An item takes longer than most
    cases do, so large tables of quick cases are run as one item. Fixtures are set up once for all of them: the cases
    must leave nothing behind.

    Args:
        names: which arguments of the test come from the table; with a tuple, a case has a value for each.
        cases: the table.
        ids: what a case is called when it fails, or a name for each.
    """
    rows = list(cases)
    table = list(zip(map(ids, rows) if callable(ids) else ids, rows, strict=True))
    taken = (names,) if isinstance(names, str) else names

    def decorate(test: Test) -> Test:
        @wraps(test)
        def test_table(**fixtures: Any) -> None:
            assert table, "the table has no cases"
            failed = []
            for name, case in table:
                values = (case,) if isinstance(names, str) else case
                reason = _reason(test, fixtures | dict(zip(taken, values, strict=True)))
                failed += [f"\n{name}: {reason}"] if reason else []
            if failed:
                raise AssertionError(f"{len(failed)} of {len(table)} cases failed:{''.join(failed)}")

        signature = inspect.signature(test)
        kept = [parameter for parameter in signature.parameters.values() if parameter.name not in taken]
        test_table.__signature__ = signature.replace(parameters=kept)
        return test_table

    return decorate


def _reason(test: Test, arguments: dict[str, Any]) -> str | None:
    """Why a case failed, with the line of the test; None when it passed."""
    try:
        test(**arguments)
    except (Exception, pytest.fail.Exception) as error:  # noqa: BLE001 - any failure is told, and the next case follows
        own = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.name == test.__name__]
        kind = "" if isinstance(error, AssertionError) else f"{type(error).__name__}: "
        return f"line {max(filter(None, own), default=0)}: {kind}{error}"
    return None
