"""The section "reliability": counts, almost all of which must be zero."""

from __future__ import annotations

from bench.figures import Section
from bench.reliability import feed, keys, kills, outages, questions, thoughts, webhooks
from bench.reliability.ground import Ground
from bench.reliability.proxy import fault_proxy
from bench.stand import Stand

FUNCTIONS = tuple(
    f"{name}Function"
    for name in (
        "Authorizer",
        "Session",
        "Keys",
        "Projects",
        "Agents",
        "Vault",
        "Pa",
        "Ceo",
        "PaRuns",
        "Sweep",
        "Filing",
        "Webhooks",
        "Deliveries",
    )
)


def measure(stand: Stand) -> Section:
    """Run all experiments. `questions` comes first: it checks the order of replies before others move the clock."""
    with fault_proxy(stand.cloud.endpoint_url) as proxy:
        ground = Ground(stand, proxy)
        with ground.through_proxy(*FUNCTIONS):
            runs = (questions, thoughts, feed, webhooks, keys, outages, kills)
            figures = []
            for run in runs:
                ground.wait_for_workers()
                figures += run.measure(ground)
    explanation = (
        "Requests go to the deployed template's public API; a proxy before the emulator makes faults.",
        "A model's server fails on purpose, and counts the steps that it is asked for; its deadline is 8 s here.",
        "A sweep is one call of the sweep's function; before it, the cloud's clock is moved past the sweep's grace.",
    )
    return Section("reliability", figures, explanation)
