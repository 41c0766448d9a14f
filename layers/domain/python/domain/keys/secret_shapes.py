"""Finds secrets in ordinary text.

It knows only shapes that are almost certainly secrets, so that no brief, question or task is refused in error. Each
shape has markers, such as `ghp_`. The pattern is compiled and matched only when the text has a marker, so that ordinary
text costs little. The pattern's group `secret` holds the suspect. Where the form alone proves nothing, `proof` examines
the suspect.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable
from functools import cache
from itertools import pairwise

from common.errors import InvalidRequest
from common.services import frozen
from domain.keys.secret import TAG, parse

_RANDOM_LENGTH = 16
# Neighbours that differ in kind (digit, lower or upper case): about 62 % in random base62, rarely 40 % in camelCase.
_SWITCHES_PERCENT = 40
_DIGIT_GROUPS = 2  # words in camelCase have digits at one place, if any
_PLACEHOLDERS = frozenset(
    {"pass", "passwd", "password", "pwd", "redacted", "secret", "token", "key", "changeme", "example", "yourpassword"}
)


def find_key_shape(text: str) -> str | None:
    """The kind of the first secret found in `text`, in plain words but without the secret; None if there is none."""
    return next((shape.kind for shape in SHAPES if shape.is_in(text)), None)


def without_secret(text: str) -> str:
    """Return `text` as it is, for models of requests. Raises `ValueError`, without quoting it, if it holds a secret."""
    if kind := find_key_shape(text):
        raise ValueError(f"This looks like a secret ({kind}). Put secrets into the vault, as value or fields")
    return text


def refuse_key_shape(field: str, text: str) -> None:
    """Raise `InvalidRequest` if `text` holds a secret. The message names the vault and this field, not the secret."""
    if kind := find_key_shape(text):
        raise InvalidRequest.of(
            field,
            f"This looks like a secret ({kind}), so we stored nothing. Put secrets into the vault:"
            " POST /vault/credentials/{project_id}, or the dashboard's vault page.",
        )


@frozen
class Shape:
    """What one kind of secret looks like, as the module explains. A text without any marker holds no such secret."""

    kind: str
    markers: tuple[str, ...]
    pattern: str
    proof: Callable[[str], bool] = lambda _secret: True

    def is_in(self, text: str) -> bool:
        """Whether the text holds a secret of this kind."""
        if not any(marker in text for marker in self.markers):
            return False
        return any(self.proof(match["secret"]) for match in _compiled(self.pattern).finditer(text))


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def _word(pattern: str) -> str:
    """The pattern as the group `secret`, for matches that stand alone and not inside a longer name or encoded text."""
    return rf"(?<![A-Za-z0-9_-])(?P<secret>{pattern})(?![A-Za-z0-9_-])"


def _is_mixed(secret: str) -> bool:
    """Whether there are lower-case letters, capitals and digits. Words, slugs and numbers rarely have all three."""
    return all(any(test(character) for character in secret) for test in (str.islower, str.isupper, str.isdigit))


def _has_random_part(secret: str) -> bool:
    """Whether 16 letters and digits or more in a row look random: their kinds alternate more than in camelCase."""
    return any(_is_random(part) for part in re.findall(r"[A-Za-z0-9]+", secret))


def _is_random(part: str) -> bool:
    if len(part) < _RANDOM_LENGTH or not _is_mixed(part) or len(re.findall("[0-9]+", part)) < _DIGIT_GROUPS:
        return False
    switches = sum(_kind(one) != _kind(other) for one, other in pairwise(part))
    return 100 * switches >= _SWITCHES_PERCENT * (len(part) - 1)


def _kind(character: str) -> str:
    return "digit" if character.isdigit() else "upper" if character.isupper() else "lower"


def _is_model_key(secret: str) -> bool:
    return _has_random_part(secret) or re.fullmatch("sk-[0-9a-f]{32,64}", secret) is not None


def _is_our_key(secret: str) -> bool:
    return parse(secret, tag=secret[: len(TAG)]) is not None


def _is_json_web_token(secret: str) -> bool:
    head = secret.partition(".")[0]
    try:
        header = json.loads(base64.urlsafe_b64decode(head + "=" * (-len(head) % 4)))
    except ValueError:
        return False
    return isinstance(header, dict) and "alg" in header


def _is_no_placeholder(secret: str) -> bool:
    """False for `password`, `<password>`, `$PASS` and `****`: such placeholders show a form and hold no secret."""
    plain = re.sub("[_-]", "", secret.casefold())
    return plain not in _PLACEHOLDERS and re.match(r"[<\[{$%]|(.)\1*$", secret) is None


SHAPES: tuple[Shape, ...] = (
    Shape("an API key of ours", ("atr_",), _word("atr_[0-9A-Za-z]{48}"), _is_our_key),
    Shape("a token of ours", ("ato_", "aro_", "acs_"), _word("a(?:to|ro|cs)_[0-9A-Za-z]{48}"), _is_our_key),
    Shape(
        "a private key",
        ("-----BEGIN ", "PuTTY-User-Key-File-", "AGE-SECRET-KEY-1"),
        "(?P<secret>-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----|PuTTY-User-Key-File-[23]:"
        "|AGE-SECRET-KEY-1[0-9A-Z]{58})",
    ),
    Shape("an AWS access key", ("AKIA", "ASIA"), _word("A[KS]IA[A-Z2-7]{16}")),
    Shape(
        "a GitHub token",
        ("ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"),
        _word("gh[opusr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}"),
    ),
    Shape("a GitLab token", ("glpat-",), _word(r"glpat-[A-Za-z0-9_-]{20,}"), _is_mixed),
    Shape(
        "a Stripe secret key",
        ("k_live_", "k_test_", "whsec_"),
        _word("[rs]k_(?:live|test)_[A-Za-z0-9]{16,}|whsec_[A-Za-z0-9+/=]{24,}"),
        _is_mixed,
    ),
    Shape(
        "a Slack token",
        ("xox", "xapp-"),
        _word(
            r"xox[abeprs][-.](?=[A-Za-z0-9.-]{0,300}?\d{6}[A-Za-z0-9.-]{10})[A-Za-z0-9.-]++|xapp-\d-[A-Z0-9]+-\d{6,}-[a-z0-9]{32,}"
        ),
    ),
    Shape(
        "a webhook address with its token",
        ("hooks.slack.com/services/", "/api/webhooks/"),
        "(?P<secret>hooks[.]slack[.]com/services/T[A-Z0-9]{7,}/B[A-Z0-9]{7,}/[A-Za-z0-9]{20,}"
        r"|discord(?:app)?[.]com/api/webhooks/\d{17,20}/[A-Za-z0-9_-]{60,})",
    ),
    Shape("a Google API key", ("AIza",), _word("AIza[A-Za-z0-9_-]{35}"), _is_mixed),
    Shape(
        "a Google OAuth secret",
        ("GOCSPX-", "ya29."),
        _word("GOCSPX-[A-Za-z0-9_-]{28}|ya29[.][A-Za-z0-9_-]{30,}"),
        _is_mixed,
    ),
    Shape("a model provider's API key", ("sk-",), _word("sk-[A-Za-z0-9_-]{32,}"), _is_model_key),
    Shape(
        "a JSON web token",
        ("eyJ",),
        _word("eyJ[A-Za-z0-9_-]{8,}[.]eyJ[A-Za-z0-9_-]{8,}[.][A-Za-z0-9_-]{16,}"),
        _is_json_web_token,
    ),
    Shape("an npm token", ("npm_",), _word("npm_[A-Za-z0-9]{36}"), _is_mixed),
    Shape("a PyPI token", ("pypi-AgE",), _word("pypi-AgE[A-Za-z0-9_-]{50,}")),
    Shape("a SendGrid key", ("SG.",), _word("SG[.][A-Za-z0-9_-]{22}[.][A-Za-z0-9_-]{43}")),
    Shape("a Telegram bot token", (":AA",), _word(r"\d{8,10}:AA[A-Za-z0-9_-]{33}"), _is_mixed),
    Shape("a Shopify token", ("shpat_", "shpca_", "shppa_", "shpss_"), _word("shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}")),
    Shape("a DigitalOcean token", ("_v1_",), _word("do[opr]_v1_[a-f0-9]{64}")),
    Shape("a Hugging Face token", ("hf_",), _word("hf_[A-Za-z0-9]{34,}"), _has_random_part),
    Shape("an Azure storage key", ("AccountKey=",), "AccountKey=(?P<secret>[A-Za-z0-9+/]{86}==)"),
    Shape(
        "a password in an address",
        ("://",),
        r"://[^\s/:@?#]{0,100}:(?P<secret>[^\s/:@]{3,200})@[\w.-]*\w",
        _is_no_placeholder,
    ),
    Shape(
        "a secret behind its name",
        ("=", ":"),
        r"(?i:secret|token|password|passwd|passphrase|api[ _-]?key|access[ _-]?key)\w{0,20}[\"']?\s{0,3}[=:]\s{0,3}"
        r"[\"'`]?(?P<secret>[A-Za-z0-9+/=_.-]{16,200})",
        _has_random_part,
    ),
)
