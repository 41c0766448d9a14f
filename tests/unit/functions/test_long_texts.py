from __future__ import annotations

import time

import pytest

from domain.identity.zones import ZoneService
from doors import call, key_caller

_MOST_SECONDS = 2.5
_TEXTS = ["please " * 30, "could you " * 25 + "schedule a report", "could you " * 950 + "report", "at 9 " * 2_000]


@pytest.mark.usefixtures("aws")
@pytest.mark.parametrize(("path", "field"), [("/pa/task", "task"), ("/pa/ask", "message")])
@pytest.mark.parametrize("text", _TEXTS, ids=lambda text: f"{text[:9]}{len(text)}")
def test_assistant_reads_repeated_words_in_bounded_time(
    path: str, field: str, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ZoneService, "timezone_of", lambda _service, _account_id: "Europe/Berlin")
    begun = time.process_time()

    answer = call("pa", "POST", path, caller=key_caller(), body={field: text})

    assert answer.status < 500
    assert time.process_time() - begun < _MOST_SECONDS
