"""The operator's command for somebody who lost their second factors."""

from __future__ import annotations

import pytest

from accounts import EMAIL, Accounts
from common.clock import utc_now
from common.errors import NotFound
from domain.events.store import event_store
from domain.factors.records import Factors, Passkey, Totp
from domain.factors.removing import RemovingService
from domain.factors.store import factor_store
from domain.identity.lost_factors import LostFactorService
from domain.identity.store import identity_store
from domain.mail.records import About
from domain.mail.store import mail_store


@pytest.fixture
def accounts(aws):
    return Accounts(utc_now)


@pytest.fixture
def ada(accounts):
    caller, _ = accounts.sign_up()
    return caller


@pytest.fixture
def lost(accounts):
    return LostFactorService(identity_store(), RemovingService(factor_store()), accounts.identity.mails, utc_now)


def give_factors(caller):
    now = utc_now()
    passkeys = [
        Passkey(
            id=f"psk_{n}", name="Phone", credential_id=n, public_key="k", sign_count=0, synced=False, created_at=now
        )
        for n in "ab"
    ]
    app = Totp(sealed="sealed", confirmed_at=now, last_step=1, recovery_hashes=["hash"])
    none = Factors(user_id=caller.principal_id, account_id=caller.account_id)
    factor_store().change(none, none.model_copy(update={"passkeys": passkeys, "totp": app}))


def test_all_factors_go_sessions_end_and_the_owner_is_told(ada, lost):
    give_factors(ada)
    user = identity_store().find_user(EMAIL)
    assert user.sessions

    removed = lost.remove(EMAIL)

    left = factor_store().find_factors(ada.principal_id)
    assert removed == ["passkey Phone", "passkey Phone", "authenticator app"]
    assert (left.passkeys, left.totp) == ([], None)
    assert identity_store().find_user(EMAIL).sessions == {}
    for session in user.sessions:
        with pytest.raises(NotFound):
            identity_store().get_session(session)
    noted = event_store().table.query_all("pk = :pk", {"pk": f"NEW#{ada.account_id}"})
    assert ("factor_removed", "operator") in {(row["type"], row["actor"]["kind"]) for row in noted if "type" in row}
    mails = mail_store().table.query_all(
        "pk = :pk AND begins_with(sk, :mail)", {"pk": f"ACCOUNT#{ada.account_id}", "mail": "MAIL#"}
    )
    assert About.FACTORS_REMOVED in {(row.get("notice") or {}).get("about") for row in mails}


@pytest.mark.parametrize(("email", "why"), [(EMAIL, "no passkey and no app"), ("x@example.org", "No user")])
def test_nothing_to_remove_is_said_and_ends_no_session(ada, lost, email, why):
    with pytest.raises(NotFound, match=why):
        lost.remove(email)

    assert identity_store().find_user(EMAIL).sessions
