"""The section "reliability": counts what comes of requests when things go wrong; almost every count must be zero."""

from __future__ import annotations

from bench.figures import Figure, Section
from bench.reliability import feed, keys, outages, questions, webhooks
from bench.reliability.ground import Ground
from bench.reliability.proxy import fault_proxy
from bench.stand import Stand

FUNCTIONS = (
    *("Authorizer", "Session", "Keys", "Projects", "Agents", "Vault", "Pa", "Ceo", "PaRuns", "Sweep", "Filing"),
    *("Webhooks", "Deliveries"),
)


def measure(stand: Stand) -> Section:
    """Run all experiments. `questions` comes first: it checks the order of replies before others move the clock."""
    runs = (questions.measure, feed.measure, webhooks.measure, keys.measure, outages.measure, questions.measure_kills)
    with fault_proxy(stand.cloud.endpoint_url) as proxy:
        ground = Ground(stand, proxy)
        with ground.through_proxy(*FUNCTIONS):
            figures: list[Figure] = []
            for run in runs:
                ground.wait_for_workers()
                figures += run(ground)
    explanation = (
        "Requests go to the deployed template's public API; a proxy before the emulator makes faults.",
        "A sweep is one call of the sweep's function; before it, the cloud's clock is moved past the sweep's grace.",
    )
    return Section("reliability", figures, explanation)
