from __future__ import annotations

from typing import get_args

from domain.dashboard.models import AttentionItem
from domain.pa.triage import Concern


def test_attention_knows_every_concern_of_the_triage():
    kinds = get_args(AttentionItem.model_fields["kind"].annotation)

    assert kinds == (*(concern.name.lower() for concern in Concern), "unread")  # which earlier editions told
