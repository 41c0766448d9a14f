"""The figures of reliability: counts, almost all of which must be zero."""

from __future__ import annotations

from bench.figures import Section
from bench.reliability import keys, kills, outages, questions
from bench.reliability.ground import Ground
from bench.reliability.proxy import fault_proxy
from bench.stand import Stand

FUNCTIONS = tuple(
    f"{name}Function"
    for name in ("Authorizer", "Session", "Keys", "Projects", "Agents", "Vault", "Pa", "Ceo", "PaRuns", "Sweep")
)


def measure(stand: Stand) -> Section:
    """Every run. The first needs the real time, to see order kept; those after it move the cloud's clock."""
    with fault_proxy(stand.cloud.endpoint_url) as proxy:
        ground = Ground(stand, proxy)
        with ground.through_proxy(*FUNCTIONS):
            figures = [figure for run in (questions, keys, outages, kills) for figure in run.measure(ground)]
    explanation = (
        "The deployed template through its public door; faults by a proxy between its functions and the emulator.",
        "A sweep is one call of the sweep's function, with the cloud's clock moved past its grace.",
    )
    return Section("reliability", figures, explanation)
