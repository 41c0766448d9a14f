"""`python -m bench [section…]`: measure, print a table, write JSON. Exits with 1 when a figure misses its gate."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from bench import cold, cost, documents, pages, reliability, warm
from bench.calls import section as calls
from bench.figures import Section, table, write_json
from bench.stand import Stand, stand
from local.build import build, host_architecture
from local.console import say
from local.paths import DEVELOPMENT, SAM_OUTPUT, locked

RESULTS = DEVELOPMENT.root / "bench.json"
WITHOUT_A_CLOUD: Mapping[str, Callable[[], Section]] = {
    "documents": documents.measure,
    "cold": cold.measure,
    "calls": calls.measure,
    "cost": cost.measure,
}
ON_A_CLOUD: Mapping[str, Callable[[Stand], Section]] = {
    "warm": warm.measure_against_hello,
    "peers": warm.measure_against_peer,
    "pages": pages.measure,
}
ON_A_CLOUD_OF_ITS_OWN: Mapping[str, Callable[[Stand], Section]] = {
    "reliability": reliability.measure,  # it moves the clock, and begins with no question that waits
}
SECTIONS = (*WITHOUT_A_CLOUD, *ON_A_CLOUD, *ON_A_CLOUD_OF_ITS_OWN)


def main() -> int:
    """Measure the sections on the command line, by default all; returns 1 when a figure misses its gate, else 0."""
    options = argparse.ArgumentParser(prog="python -m bench", description="The figures, each beside its yardstick.")
    options.add_argument("sections", nargs="*", metavar="section", help=f"any of: {' '.join(SECTIONS)}")
    options.add_argument("--json", type=Path, default=RESULTS, help="where the results go")
    chosen = options.parse_args()
    if unknown := set(chosen.sections) - set(SECTIONS):
        options.error(f"no such section: {' '.join(sorted(unknown))}")
    names = [name for name in SECTIONS if name in (chosen.sections or SECTIONS)]
    with locked(SAM_OUTPUT / ".lock"):
        build(host_architecture())
    sections = []
    for section in _measured(names):
        say(table(section))
        sections.append(section)
        write_json(sections, chosen.json)  # as far as it got: a later section may break off
    return _verdict(sections)


def _measured(names: Sequence[str]) -> Iterator[Section]:
    """Measure the named sections, one after the other; start clouds only for those that need one."""
    yield from (WITHOUT_A_CLOUD[name]() for name in names if name in WITHOUT_A_CLOUD)
    for sections in (ON_A_CLOUD, ON_A_CLOUD_OF_ITS_OWN):
        if not sections.keys().isdisjoint(names):
            with stand() as place:
                yield from (sections[name](place) for name in names if name in sections)


def _verdict(sections: Sequence[Section]) -> int:
    missed = [(section.name, figure) for section in sections for figure in section.missed]
    held = sum(figure.met is True for section in sections for figure in section.figures)
    say(f"\n{held} gates hold, {len(missed)} are missed.")
    for name, figure in missed:
        say(f"  missed: {name}: {figure.name}: {figure.value:.2f} {figure.unit}, gate {figure.gate}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
