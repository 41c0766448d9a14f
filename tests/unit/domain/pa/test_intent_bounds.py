"""What a classification may cost: bounded work on any text, nothing at import."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from domain.language import learned, words
from domain.language import text as reading
from domain.pa.intent import classify

NAMES = ("Bakery Relaunch", "Atlas", "Harbor App")
LAYER = Path(__file__).parents[4] / "layers" / "domain" / "python"
HOSTILE = ("what ", "every ", "the ", "send me ", "how much is ", "bakrey ", "a, ", "why. ", "zxqvbnmlk ", "you\n\n")


class Counter:
    """Counts the calls of a function it stands in for."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.calls = 0

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        self.calls += 1
        return self.function(*args, **kwargs)


def steps(text: str, monkeypatch: pytest.MonkeyPatch) -> int:
    counted, compared = Counter(learned.zlib.crc32), Counter(words.within_edits)
    with monkeypatch.context() as patched:
        patched.setattr(learned.zlib, "crc32", counted)
        patched.setattr(words, "within_edits", compared)
        classify(text, project_names=NAMES)
    return counted.calls + compared.calls


@pytest.mark.no_cover
@pytest.mark.parametrize("unit", HOSTILE)
def test_classify_takes_at_most_twice_the_steps_for_twice_the_text(unit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    half, whole = (unit * 10_000)[:5_000], (unit * 10_000)[:10_000]

    taken_for_half, taken_for_whole = steps(half, monkeypatch), steps(whole, monkeypatch)

    assert taken_for_whole <= 2.2 * taken_for_half + 100
    assert taken_for_whole <= 500_000


def test_classify_reads_no_further_than_its_limit() -> None:
    text = "what is blocked " * 2_000

    sentences = reading.read_sentences(text)

    assert sum(len(sentence.words) for sentence in sentences) == reading.MAX_WORDS
    assert max(len(sentence.words) for sentence in sentences) <= reading.MAX_SENTENCE_WORDS


def test_classify_takes_few_steps_for_a_short_question(monkeypatch: pytest.MonkeyPatch) -> None:
    assert steps("How is Atlas going and what did it cost so far?", monkeypatch) <= 2_000


def test_import_reads_no_weights_and_loads_no_foreign_module() -> None:
    script = (
        "import sys\n"
        "from domain.pa.intent import classify\n"
        "from domain.language import learned\n"
        "print(learned._stored.cache_info().currsize)\n"
        "loaded = {name.partition('.')[0] for name in sys.modules}\n"
        "print(loaded - set(sys.stdlib_module_names) - {'__main__', 'domain'})\n"
    )

    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, {str(LAYER)!r})\n{script}"],
        capture_output=True,
        text=True,
        check=True,
    )

    assert done.stdout.splitlines() == ["0", "set()"]
