from __future__ import annotations

import base64
import hashlib
import json
import secrets
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.errors import InvalidRequest
from domain.keys import secret
from domain.keys.secret_shapes import SHAPES, find_key_shape, refuse_key_shape
from tables import for_each

ORDINARY = [line for line in (Path(__file__).parent / "data" / "ordinary.txt").read_text().splitlines() if line]
BASE62 = secret.ALPHABET
BASE64URL = BASE62 + "-_"
HEX = "0123456789abcdef"


def drawn(length, alphabet=BASE62, *, seed="a"):
    """Text that looks random and is the same in every run; secrets are made here so that none is written down."""
    digits = int.from_bytes(hashlib.shake_256(f"{seed}{length}{alphabet}".encode()).digest(length))
    return "".join(alphabet[(digits >> 8 * place & 255) % len(alphabet)] for place in range(length))


def own_key(tag=secret.TAG):
    letters = iter(drawn(secret.PUBLIC_LENGTH + secret.SECRET_LENGTH))
    return secret.generate(lambda _alphabet: next(letters), tag=tag).secret


def web_token(header):
    def part(data):
        return base64.urlsafe_b64encode(json.dumps(data).encode()).decode().rstrip("=")

    return f"{part(header)}.{part({'sub': '1234567890', 'name': 'Ada'})}.{drawn(43, BASE64URL)}"


def block(kind):
    return f"-----BEGIN {kind}-----\n{drawn(64)}\n-----END {kind}-----"


BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
SECRETS = {
    "our key": (own_key(), "an API key of ours"),
    "our access token": (own_key("ato_"), "a token of ours"),
    "our refresh token": (own_key("aro_"), "a token of ours"),
    "rsa key": (block("RSA PRIVATE KEY"), "a private key"),
    "pgp key": (block("PGP PRIVATE KEY BLOCK"), "a private key"),
    "putty key": ("PuTTY-User-Key-File-3: ssh-ed25519", "a private key"),
    "age key": ("AGE-SECRET-KEY-1" + drawn(58, BASE62[:36]), "a private key"),
    "aws key": ("AKIA" + drawn(16, BASE32), "an AWS access key"),
    "github classic": ("ghp_" + drawn(36), "a GitHub token"),
    "github fine-grained": (f"github_pat_{drawn(22)}_{drawn(59)}", "a GitHub token"),
    "gitlab": ("glpat-" + drawn(20, BASE64URL), "a GitLab token"),
    "stripe live": ("sk_live_" + drawn(24), "a Stripe secret key"),
    "stripe test": ("sk_test_" + drawn(99), "a Stripe secret key"),
    "stripe webhook": ("whsec_" + drawn(32), "a Stripe secret key"),
    "slack bot": (f"xoxb-{drawn(12, '123456789')}-{drawn(13, '123456789')}-{drawn(24)}", "a Slack token"),
    "slack app": (f"xapp-1-A{drawn(10, BASE32)}-{drawn(13, '123456789')}-{drawn(64, HEX)}", "a Slack token"),
    "slack webhook": (
        f"https://hooks.slack.com/services/T{drawn(8, BASE32)}/B{drawn(8, BASE32)}/{drawn(24)}",
        "a webhook address with its token",
    ),
    "discord webhook": (
        f"https://discord.com/api/webhooks/{drawn(18, '123456789')}/{drawn(68, BASE64URL)}",
        "a webhook address with its token",
    ),
    "google": ("AIza" + drawn(35, BASE64URL), "a Google API key"),
    "google oauth secret": ("GOCSPX-" + drawn(28, BASE64URL), "a Google OAuth secret"),
    "openai classic": (f"sk-{drawn(20)}T3BlbkFJ{drawn(20, seed='b')}", "a model provider's API key"),
    "openai project": ("sk-proj-" + drawn(124), "a model provider's API key"),
    "anthropic": (f"sk-ant-api03-{drawn(93)}-AA", "a model provider's API key"),
    "model key in hex": ("sk-" + drawn(32, HEX), "a model provider's API key"),
    "web token": (web_token({"alg": "RS256", "typ": "JWT"}), "a JSON web token"),
    "npm": ("npm_" + drawn(36), "an npm token"),
    "pypi": ("pypi-AgEIcHlwaS5vcmc" + drawn(120, BASE64URL), "a PyPI token"),
    "sendgrid": (f"SG.{drawn(22)}.{drawn(43)}", "a SendGrid key"),
    "telegram": (f"{drawn(10, '123456789')}:AA{drawn(33)}", "a Telegram bot token"),
    "shopify": ("shpat_" + drawn(32, HEX), "a Shopify token"),
    "digitalocean": ("dop_v1_" + drawn(64, HEX), "a DigitalOcean token"),
    "hugging face": ("hf_" + drawn(37), "a Hugging Face token"),
    "azure storage": (
        f"DefaultEndpointsProtocol=https;AccountName=shop;AccountKey={drawn(86)}==;EndpointSuffix=core.windows.net",
        "an Azure storage key",
    ),
    "database address": ("postgres://shop:Tr0ub4dor3@db.example.com:5432/shop", "a password in an address"),
    "aws secret": ("aws_secret_access_key = " + drawn(40), "a secret behind its name"),
    "environment": (f'CLIENT_SECRET="{drawn(40)}"', "a secret behind its name"),
    "yaml": ("api-key: " + drawn(32), "a secret behind its name"),
    "json": (f'{{"token": "{drawn(40)}"}}', "a secret behind its name"),
    "sentence": ("the hosting password: " + drawn(24, seed="b"), "a secret behind its name"),
}


def test_ordinary_text_is_no_secret_line_by_line_and_all_together():
    assert [line for line in ORDINARY if find_key_shape(line)] == []
    for together in ("\n".join(ORDINARY), " ".join(ORDINARY)):
        assert find_key_shape(together) is None
        refuse_key_shape("message", together)
    assert len(ORDINARY) >= 150


@pytest.mark.parametrize("around", ["{}", "Here it is: {}.", "(`{}`)\nThanks!", '"{}"', "key\t{}\tdone"])
@for_each(("text", "kind"), SECRETS.values(), ids=SECRETS)
def test_secret_is_found_wherever_it_stands(text, kind, around):
    assert find_key_shape(around.format(text)) == kind


def test_every_shape_is_found_at_least_once():
    assert {shape.kind for shape in SHAPES} == {kind for _text, kind in SECRETS.values()}


@pytest.mark.parametrize(
    "text",
    [
        own_key()[:-1] + ("0" if own_key()[-1] != "0" else "1"),
        "ghp_" + drawn(35),
        "prefix_ghp_" + drawn(36),
        "AKIA" + drawn(16, BASE32) + "A",
        "AKIA" + drawn(16, BASE32).lower(),
        web_token({"typ": "not signed"}),
        "eyJ" + drawn(20, BASE64URL) + ".eyJ" + drawn(20, BASE64URL) + "." + drawn(43, BASE64URL),
        "sk-" + "-".join(["bread"] * 9),
        "data:image/png;base64," + base64.b64encode(hashlib.shake_256(b"a picture").digest(150_000)).decode(),
        "token: " + drawn(15),
        "token: " + drawn(32, HEX),
        "token: " + drawn(32, "abcdefghijklmnopqrstuvwxyz"),
    ],
    ids=lambda text: text[:20],
)
def test_near_miss_is_no_secret(text):
    assert find_key_shape(text) is None


def test_refusal_names_the_field_and_points_to_the_vault_without_repeating_the_secret():
    token = "ghp_" + drawn(36)

    with pytest.raises(InvalidRequest) as caught:
        refuse_key_shape("message", f"Use {token} for the repository")

    assert [problem.field for problem in caught.value.problems] == ["message"]
    assert "POST /vault/credentials/" in caught.value.message
    told = f"{caught.value!r} {caught.value.message} {caught.value.problems}"
    assert [part for part in token.split("_") if part in told] == []


@pytest.mark.parametrize(
    "hostile", ["secret" * 42_000, "://a:" * 50_000, "eyJ" * 80_000, "sk-" * 80_000, "token=" * 40_000, "a" * 256_000]
)
def test_hostile_text_of_256_kib_is_read_in_a_moment(hostile):
    before = time.process_time()

    find_key_shape(hostile + " ghp_ AKIA :// eyJ sk- = :")

    assert time.process_time() - before < 2  # quadratic reading would take minutes


def test_generated_key_is_read_matches_its_own_hash_alone_and_does_not_show_itself():
    made, other = secret.generate(secrets.choice), secret.generate(secrets.choice)

    assert (len(made.secret), made.secret[:4], made.prefix) == (52, "atr_", f"atr_{made.public_part}")
    assert 62**secret.SECRET_LENGTH >= 2**200
    assert secret.parse(made.secret) == made
    assert made.matches(made.secret_hash)
    assert not other.matches(made.secret_hash)
    assert made.secret not in f"{made!r} {made}"


@given(st.text(max_size=80))
def test_parse_never_raises(text):
    parsed = secret.parse(text)

    assert parsed is None or parsed.secret == text


@given(position=st.integers(4, 51), replacement=st.sampled_from(secret.ALPHABET))
def test_parse_refuses_every_single_wrong_character(position, replacement):
    made = secret.generate(secrets.choice).secret
    wrong = made[:position] + replacement + made[position + 1 :]

    assert (secret.parse(wrong) is None) == (wrong != made)
