"""Which limits a local cloud is deployed with."""

from __future__ import annotations

import pytest

import sam_template
from local.console import Problem
from local.limits import parameters


def test_every_limit_is_a_thousand_times_productions_unless_it_is_asked_for():
    defaults = {
        name: told["Default"]
        for name, told in sam_template.template()["Parameters"].items()
        if told["Type"] == "Number" and "Per" in name
    }

    assert parameters("production") == {name: str(most) for name, most in defaults.items()}
    assert parameters("") == {name: str(1_000 * most) for name, most in defaults.items()}
    assert defaults["KeyRequestsPerMinute"] == 600


def test_limits_of_another_name_are_refused():
    with pytest.raises(Problem, match="LIMITS=prod means nothing"):
        parameters("prod")
