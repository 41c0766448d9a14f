"""Verify a security log of Atrium without trusting Atrium. Needs Python 3.11 and nothing else, not even this package.

    python security_log.py security-log.json [--key public-key.txt] [--seen 812:9f86d081…]

The file is the `security-log.json` of an account's export. Without a file it reads the log from the API:

    ATRIUM_SESSION=… python security_log.py --url https://atrium.example

where ATRIUM_SESSION is the value of the cookie `__Host-session`. `--key` names a file with the `public_key` that you
took from `GET /api/account/audit/head` before, and `--seen` an entry's number and hash that you noted earlier: with
both, not even Atrium's operators can replace the log unseen. It prints what is wrong and ends with status 1.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import json
import os
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

GENESIS = "0" * 64
SHA256_INFO = bytes.fromhex("3031300d060960864801650304020105000420")


def canonical(fields: Any) -> bytes:
    """The one JSON text of these fields, by RFC 8785; the log holds no fractions."""
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()


def without_nulls(value: Any) -> Any:
    """A copy without fields that are null, in nested objects too."""
    if isinstance(value, dict):
        return {name: without_nulls(one) for name, one in value.items() if one is not None}
    return value


def hash_of(before: str, entry: dict[str, Any]) -> str:
    """SHA-256 over the hash before, a line feed, and the entry without `hash`, `actor_name` and nulls."""
    covered = without_nulls({name: value for name, value in entry.items() if name not in {"hash", "actor_name"}})
    return hashlib.sha256(before.encode() + b"\n" + canonical(covered)).hexdigest()


def problems(log: dict[str, Any], public_key: str | None = None, seen: dict[int, str] | None = None) -> Iterator[str]:
    """A sentence for each thing that is wrong with a log; none when it is whole. `seen` are hashes by number."""
    checkpoint = log.get("checkpoint")
    sequence, last = 0, GENESIS
    if checkpoint:
        sequence, last = checkpoint["sequence"], checkpoint["hash"]
        yield from problems_of_checkpoint(checkpoint, log["account_id"], public_key)
    for entry in log["entries"]:
        sequence += 1
        if entry["sequence"] != sequence:
            yield f"Entry {sequence} is missing, or entries were moved: entry {entry['sequence']} stands in its place."
            sequence = entry["sequence"]
        if entry["account_id"] != log["account_id"]:
            yield f"Entry {sequence} is another account's."
        if hash_of(last, entry) != entry["hash"]:
            yield f"Entry {sequence} is not as it was written, or the entry before it is not."
        last = entry["hash"]
        if (seen or {}).get(sequence, last) != last:
            yield f"Entry {sequence} has another hash than the one you noted."
    if (sequence, last) != (log["sequence"], log["hash"]):
        yield f"The log ends with entry {sequence}, but its head says {log['sequence']}, or with another hash."
    if seen and sequence < max(seen):
        yield f"The log ends with entry {sequence}, but you have seen entry {max(seen)}."


def problems_of_checkpoint(checkpoint: dict[str, Any], account_id: str, public_key: str | None) -> Iterator[str]:
    """A sentence for each thing that is wrong with a checkpoint."""
    if checkpoint["account_id"] != account_id:
        yield "The checkpoint is another account's."
    if public_key is None:
        yield "There is a checkpoint, but no public key to verify its signature with."
    elif not is_signed(checkpoint, public_key):
        yield f"The signature of the checkpoint at entry {checkpoint['sequence']} is wrong."


def is_signed(checkpoint: dict[str, Any], public_key: str) -> bool:
    """Whether a checkpoint carries that key's signature: RSASSA-PKCS1-v1_5 with SHA-256 (RFC 8017)."""
    message = canonical({name: checkpoint[name] for name in ("account_id", "at", "hash", "sequence")})
    return verifies(message, checkpoint["signature"], public_key)


def verifies(message: bytes, signed: str, public_key: str) -> bool:
    """Whether `signed` is that key's signature of the message; `signed` and the key are in base64."""
    modulus, exponent = rsa_numbers(base64.b64decode(public_key))
    length = (modulus.bit_length() + 7) // 8
    signature = int.from_bytes(base64.b64decode(signed))
    padded = pow(signature, exponent, modulus).to_bytes(length)
    digest = SHA256_INFO + hashlib.sha256(message).digest()
    expected = b"\x00\x01" + b"\xff" * (length - len(digest) - 3) + b"\x00" + digest
    return signature < modulus and padded == expected


def rsa_numbers(der: bytes) -> tuple[int, int]:
    """Modulus and exponent of an RSA key in SubjectPublicKeyInfo."""
    _algorithm, bits = parts(parts(der)[0])
    modulus, exponent = parts(parts(bits[1:])[0])
    return int.from_bytes(modulus), int.from_bytes(exponent)


def parts(der: bytes) -> list[bytes]:
    """The contents of the values that follow one another in these DER bytes."""
    found = []
    while der:
        length, start = der[1], 2
        if length & 0x80:
            start += length & 0x7F
            length = int.from_bytes(der[2:start])
        found.append(der[start : start + length])
        der = der[start + length :]
    return found


def fetched(url: str, session: str) -> tuple[dict[str, Any], str]:
    """The whole log and the public key, from the API at `url`; `session` is the cookie's value."""

    def get(path: str) -> dict[str, Any]:
        request = urllib.request.Request(url + path, headers={"Cookie": f"__Host-session={session}"})  # noqa: S310 - the address is the user's own
        with urllib.request.urlopen(request) as answer:  # noqa: S310
            data: dict[str, Any] = json.load(answer)["data"]
        return data

    head = get("/api/account/audit/head")
    entries: list[dict[str, Any]] = []
    before: int | None = head["sequence"] + 1
    while before and head["sequence"]:
        page = get(f"/api/account/audit?limit=100&before={before}")
        entries += page["entries"]
        before = page["next_before"]
    return {**head, "entries": entries[::-1]}, head["public_key"]


def main() -> int:
    """Read the command line, verify, print; returns 0, or 1 when something is wrong."""
    asked = argparse.ArgumentParser(description="Verify a security log of Atrium.")
    asked.add_argument("file", nargs="?")
    asked.add_argument("--url", default="")
    asked.add_argument("--key", help="a file with the public key, in base64")
    asked.add_argument("--seen", action="append", default=[], help="number:hash of an entry that you noted earlier")
    options = asked.parse_args()
    public_key = None
    if options.file:
        log = json.loads(Path(options.file).read_text(encoding="utf-8"))
    else:
        log, public_key = fetched(options.url.rstrip("/"), os.environ["ATRIUM_SESSION"])
    if options.key:
        public_key = Path(options.key).read_text(encoding="utf-8").strip()
    noted = {int(number): value for number, _, value in (one.partition(":") for one in options.seen)}
    wrong = list(problems(log, public_key, noted))
    for one in wrong:
        sys.stdout.write(one + "\n")
    if not wrong:
        sys.stdout.write(f"The log is whole: {len(log['entries'])} entries up to number {log['sequence']}.\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
