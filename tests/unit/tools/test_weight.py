from __future__ import annotations

from tools.weight import Budget, report


def test_report_counts_a_rooms_own_files_and_marks_what_is_over_its_budget() -> None:
    files = {"tools/a.py": b"1\n2\n", "tools/old/b.py": b"1\n", "tools/a.md": b"a b\n", "tests/c.py": b"1\n"}
    budgets = (
        Budget("tools", 2, ("tools/",), without="/old/"),
        Budget("all", 3, ("tools/", "tests/")),
        Budget("documents", 2, ("",), ".md", "words"),
    )

    lines = [line.split() for line in report(files, budgets).splitlines()]

    assert lines == [
        ["tools", "2", "of", "2", "lines"],
        ["all", "4", "of", "3", "lines", "*"],
        ["documents", "2", "of", "2", "words"],
    ]
