from __future__ import annotations

import subprocess
import sys

from domain.agents.brain.bedrock import BedrockBrain
from domain.agents.brain.rules import RuleBrain
from domain.agents.brain.select import brain_for


def test_brain_is_the_rules_when_no_model_is_configured():
    assert isinstance(brain_for(None), RuleBrain)


def test_brain_is_the_models_backed_by_the_rules_when_one_is_configured():
    brain = brain_for("some.model-v1")

    assert isinstance(brain, BedrockBrain)
    assert brain.model_id == "some.model-v1"
    assert isinstance(brain.fallback, RuleBrain)


def test_rules_import_neither_the_model_nor_the_network():
    loaded = (
        "import sys; from domain.agents.brain.select import brain_for; brain_for(None);"
        "print([name for name in ('botocore', 'domain.agents.brain.bedrock', 'json.tool') if name in sys.modules])"
    )

    result = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path[:0] = {sys.path!r}; {loaded}"],
        capture_output=True,
        text=True,
        check=True,
    )

    assert result.stdout.strip() == "[]"
