"""Tokens: one use, an end, and a newer one."""

from __future__ import annotations

from datetime import timedelta

import pytest

from common.transactions import TransactionFailed, transact
from domain.mail.store import mail_store
from domain.mail.token_records import Purpose
from domain.mail.tokens import GRACE, InvalidToken, TokenService, token_service

VERIFY = Purpose.VERIFY


@pytest.fixture
def tokens(aws, clock):
    return TokenService(mail_store(), clock, token_service().new_token)


def mint(tokens, subject="mira@example.com"):
    return tokens.mint(VERIFY, "acc_1", subject)


def test_token_stands_for_what_it_was_made_for_and_is_used_up_once(tokens):
    token = tokens.mint(VERIFY, "acc_1", "apr_1", content_hash="hash of revision 2")

    found, using = tokens.redeem(token, VERIFY)
    transact([using])

    assert (found.account_id, found.subject, found.content_hash) == ("acc_1", "apr_1", "hash of revision 2")
    with pytest.raises(InvalidToken):
        tokens.redeem(token, VERIFY)


def test_of_two_requests_with_one_token_at_once_one_wins(tokens):
    token = mint(tokens)
    first, second = tokens.redeem(token, VERIFY)[1], tokens.redeem(token, VERIFY)[1]

    transact([first])

    with pytest.raises(TransactionFailed):
        transact([second])


@pytest.mark.parametrize("token", ["", "unknown", "\ud800", "x" * 10_000])
def test_unknown_token_is_invalid(tokens, token):
    with pytest.raises(InvalidToken):
        tokens.redeem(token, VERIFY)


def test_token_ends_after_24_hours(tokens, clock):
    token = mint(tokens)

    clock.advance(hours=23, minutes=59)
    assert tokens.redeem(token, VERIFY)
    clock.advance(minutes=1)

    with pytest.raises(InvalidToken):
        tokens.redeem(token, VERIFY)


def test_newer_token_ends_older_ones_of_its_subject_after_a_grace(tokens, clock):
    older, other = mint(tokens), mint(tokens, "other@example.com")
    clock.advance(minutes=2)
    newer = mint(tokens)

    clock.moment += GRACE - timedelta(milliseconds=1)
    assert tokens.redeem(older, VERIFY)
    clock.moment += timedelta(milliseconds=1)

    with pytest.raises(InvalidToken):
        tokens.redeem(older, VERIFY)
    assert tokens.redeem(newer, VERIFY)
    assert tokens.redeem(other, VERIFY)


def test_tokens_cannot_be_guessed(tokens):
    made = {mint(tokens) for _ in range(50)}

    assert len(made) == 50
    assert all(len(token) >= 43 for token in made)
