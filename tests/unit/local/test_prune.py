from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from local.prune import AWS_SERVICES, OPERATIONS, leave_to_layer, prune

KEPT = [
    *(f"botocore/data/{service}/2012-08-10/paginators-1.json" for service in sorted(AWS_SERVICES)),
    *("botocore/data/partitions.json", "botocore/data/_retry.json"),
    *("pydantic/main.py", "_cffi_backend.so", "python_ulid-4.1.0.dist-info/METADATA", "common/errors.py"),
    *("pydantic_ai_slim-2.68.0.dist-info/METADATA", "httpcore2-2.16.2.dist-info/METADATA"),
]
DROPPED = [
    *("botocore/data/ec2/2016-11-15/service-2.json.gz", "boto3/data/ec2/2016-11-15/resources-1.json"),
    "botocore/data/lambda/2011-11-11/service-2.json.gz",  # a version before the one that is kept
    *("pydantic-2.14.3.dist-info/METADATA", "pydantic/main.pyi", "pydantic/py.typed", "dateutil/tests/test_x.py"),
    *("cffi/api.py", "pycparser/c_ast.py", "bin/jp.py", "requirements.txt"),
]


@pytest.fixture
def packages(tmp_path: Path) -> Path:
    for name in [*KEPT, *DROPPED]:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x")
    prune(tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", KEPT)
def test_layer_keeps_what_functions_read(packages: Path, name: str) -> None:
    assert (packages / name).exists()


@pytest.mark.parametrize("name", DROPPED)
def test_layer_loses_what_no_function_reads(packages: Path, name: str) -> None:
    assert not (packages / name).exists()


def test_pruning_asks_for_nothing_that_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "domain").mkdir()

    prune(tmp_path)

    assert [path.name for path in tmp_path.iterdir()] == ["domain"]


def test_function_leaves_to_its_layer_what_both_have(tmp_path: Path) -> None:
    for name in ("layer/pydantic/main.py", "layer/six.py", "function/pydantic/main.py", "function/six.py"):
        _written(tmp_path / name, b"x")
    _written(tmp_path / "function/mcp/types.py", b"x")

    leave_to_layer(tmp_path / "function", tmp_path / "layer")

    assert [path.name for path in (tmp_path / "function").iterdir()] == ["mcp"]
    assert (tmp_path / "layer/pydantic/main.py").exists()


def test_endpoints_keep_every_partition_and_the_services_that_are_called(tmp_path: Path) -> None:
    services: dict[str, dict] = {"dynamodb": {"endpoints": {"us-east-1": {}}}, "ec2": {"endpoints": {"us-east-1": {}}}}
    partitions = [
        {"partition": "aws", "regions": {"us-east-1": {}}, "services": services},
        {"partition": "aws-cn", "regions": {"cn-north-1": {}}, "services": {}},
    ]
    file = _written(tmp_path / "botocore/data/endpoints.json", json.dumps({"partitions": partitions}).encode())

    prune(tmp_path)

    kept = json.loads(file.read_text())["partitions"]
    assert [partition["partition"] for partition in kept] == ["aws", "aws-cn"]
    assert kept[0]["regions"] == {"us-east-1": {}}
    assert list(kept[0]["services"]) == ["dynamodb"]


def test_service_models_keep_what_is_called_without_its_prose(tmp_path: Path) -> None:
    members = {"documentation": {"shape": "Text", "documentation": "Of the item"}, "Name": {"shape": "Text"}}
    operations = {name: {"input": {"shape": "Input"}} for name in OPERATIONS["dynamodb"]}
    shapes = {"Input": {"members": members, "required": ["Name"]}, "Text": {"type": "string"}, "Backup": {}}
    model = {
        "documentation": "DynamoDB",
        "operations": operations | {"CreateBackup": {"input": {"shape": "Backup"}}},
        "shapes": shapes,
    }
    path = tmp_path / "botocore/data/dynamodb/2012-08-10/service-2.json.gz"
    file = _written(path, gzip.compress(json.dumps(model).encode()))

    prune(tmp_path)

    kept_members = {"documentation": {"shape": "Text"}, "Name": {"shape": "Text"}}
    kept = json.loads(gzip.decompress(file.read_bytes()))
    kept_shapes = {"Input": {"members": kept_members, "required": ["Name"]}, "Text": {"type": "string"}}
    assert kept == {"operations": operations, "shapes": kept_shapes}


def _written(path: Path, content: bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path
