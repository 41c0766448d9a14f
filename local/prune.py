"""Removes from built code what no function reads at run time. The lists are here and nowhere else."""

from __future__ import annotations

import gzip
import json
import shutil
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import Any

# What the functions call.
OPERATIONS = {
    "bedrock-runtime": {"Converse"},
    "dynamodb": {"BatchGetItem", "DeleteItem", "GetItem", "PutItem", "Query", "TransactWriteItems", "UpdateItem"},
    "kms": {"Decrypt", "Encrypt", "GetPublicKey", "Sign"},
    "lambda": {"Invoke"},
    "s3": {
        *("AbortMultipartUpload", "CompleteMultipartUpload", "CreateMultipartUpload", "UploadPart"),
        *("DeleteObject", "GetObject", "ListObjectsV2", "PutObject"),
    },
    "scheduler": {"CreateSchedule", "DeleteSchedule"},
    "secretsmanager": {"GetSecretValue"},
    "sesv2": {"SendEmail"},
    "sqs": {"ChangeMessageVisibility", "ChangeMessageVisibilityBatch", "SendMessage"},
}
AWS_SERVICES = OPERATIONS.keys()

# 443 service models ship with boto3 and make four fifths of its size; files beside the folders (endpoints, partitions,
# retry and default settings) serve every client and stay.
READ_PROSE = "clientContextParams"  # botocore reads their documentation when it makes a client of S3
SERVICE_MODELS = ("botocore/data", "boto3/data")
ENDPOINTS = "botocore/data/endpoints.json"
API_MODELS = "botocore/data/*/*/service-2.json.gz"

UNREAD = (
    "*.dist-info",  # pydantic walks through all of them at import in search of plug-ins; there are none
    "*.data",
    "bin",
    "**/tests",
    "**/*.pyi",
    "**/py.typed",
    "cffi",  # argon2's compiled module needs _cffi_backend alone; this and pycparser are for building it
    "pycparser",
    "urllib3/contrib/pyopenssl.py",  # botocore asks it for the standard SSLContext, and would import cryptography
    # Of rapidfuzz we count edits: not its scores of likeness, nor each module a second time for newer processors.
    "rapidfuzz/fuzz_cpp*",
    "rapidfuzz/**/*_avx2*",
    "uvicorn",  # a server that a function has no use for, and the protocol library does without: 1/15 of a start
    "click",  # uvicorn's command line
    "boto3/examples",
    "botocore/data/*/*/examples-1.json",
    # Of the model libraries: their surfaces for chat windows, voice, workflow engines, administration.
    *(f"pydantic_ai/{name}" for name in ("durable_exec/dbos", "durable_exec/prefect", "durable_exec/temporal")),
    *("pydantic_ai/realtime", "pydantic_ai/ui"),
    *(f"openai/{part}/{name}" for part in ("resources", "types") for name in ("admin", "beta", "live", "realtime")),
    "aws_lambda_powertools/event_handler/openapi/swagger_ui/*.min.*",  # served by our own pages, never by the resolver
    "requirements.txt",
)

# Packages that read their own metadata when they are imported, for their version or their parts.
READ = frozenset(
    {"anyio", "genai_prices", "httpcore2", "httpx2", "opentelemetry_api", "pydantic_ai_slim", "python_ulid"}
)


def prune(packages: Path) -> None:
    """Remove from a folder of packages what no function reads; a missing file is no error.

    With its first client a process parses the endpoints of all services and the model of that service; to learn a
    version it parses a package's metadata. Without services and operations nobody calls and without prose, that takes
    a tenth of the time.
    """
    for models in SERVICE_MODELS:
        for folder in (packages / models).glob("*/"):
            older = sorted(folder.glob("*/"))[:-1]  # versions of an API that no client asks for
            for unread in older if folder.name in AWS_SERVICES else [folder]:
                shutil.rmtree(unread)
    for pattern in UNREAD:
        for found in list(packages.glob(pattern)):
            if found.name.partition("-")[0] not in READ:
                _remove(found)
    for endpoints in packages.glob(ENDPOINTS):
        endpoints.write_text(_dumped(_of_our_services(json.loads(endpoints.read_text()))))
    for model in packages.glob(API_MODELS):
        called = OPERATIONS[model.parts[-3]]
        needed = _without_documentation(_only(called, json.loads(gzip.decompress(model.read_bytes()))))
        model.write_bytes(gzip.compress(_dumped(needed).encode(), mtime=0))
    for metadata in packages.glob("*.dist-info/METADATA"):
        head, _, _ = metadata.read_text(encoding="utf-8").partition("\n\n")
        metadata.write_text(head + "\n", encoding="utf-8")


def _of_our_services(endpoints: dict[str, Any]) -> dict[str, Any]:
    for partition in endpoints["partitions"]:
        partition["services"] = {name: at for name, at in partition["services"].items() if name in AWS_SERVICES}
    return endpoints


def _only(called: AbstractSet[str], model: dict[str, Any]) -> dict[str, Any]:
    """The model with these operations and the shapes they are made of, in all depths."""
    operations = {name: model["operations"][name] for name in sorted(called)}
    needed: dict[str, Any] = {}
    waiting = list(_shapes_in(list(operations.values())))
    while waiting:
        name = waiting.pop()
        if name not in needed:
            needed[name] = model["shapes"][name]
            waiting += _shapes_in(needed[name])
    return model | {"operations": operations, "shapes": needed}


def _shapes_in(part: Any) -> Iterator[str]:
    """The names of shapes that a part of a model refers to."""
    if isinstance(part, list):
        for entry in part:
            yield from _shapes_in(entry)
    elif isinstance(part, dict):
        for name, value in part.items():
            if name == "shape" and isinstance(value, str):
                yield value
            else:
                yield from _shapes_in(value)


def _without_documentation(model: Any) -> Any:
    """The model without its prose. A member that is called `documentation` is a dict, and stays."""
    if isinstance(model, list):
        return [_without_documentation(entry) for entry in model]
    if isinstance(model, dict):
        prose = isinstance(model.get("documentation"), str)
        kept = ((name, value) for name, value in model.items() if not (prose and name == "documentation"))
        return {name: value if name == READ_PROSE else _without_documentation(value) for name, value in kept}
    return model


def _dumped(content: Any) -> str:
    return json.dumps(content, separators=(",", ":"))


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
