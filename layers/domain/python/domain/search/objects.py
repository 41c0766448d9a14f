"""The bucket of indexes: one file for each account."""

from __future__ import annotations

from functools import cache
from typing import Any

from botocore.config import Config
from botocore.exceptions import ClientError

from common.aws import client_with, unavailable_on_outage
from common.errors import ChangedMeanwhile
from common.services import frozen
from common.settings import settings

_NOT_MODIFIED = 304
_OVERTAKEN = frozenset({"PreconditionFailed", "ConditionalRequestConflict", "NoSuchKey"})


@frozen
class IndexFile:
    """The index file of an account, with the tag (ETag) that S3 gave to this version."""

    tag: str
    content: bytes


@frozen
class IndexFiles:
    """The access patterns of the bucket of indexes; all raise `Unavailable`."""

    bucket: str

    def find(self, account_id: str, *, known: IndexFile | None = None) -> IndexFile | None:
        """GetObject; returns `known`, without a download, if the file is unchanged; None when there is no file."""
        request = {"Bucket": self.bucket, "Key": _key(account_id), **({"IfNoneMatch": known.tag} if known else {})}
        try:
            with unavailable_on_outage():
                answer = _s3().get_object(**request)
                return IndexFile(answer["ETag"], answer["Body"].read())
        except ClientError as error:
            if error.response["ResponseMetadata"].get("HTTPStatusCode") == _NOT_MODIFIED:
                return known
            if error.response["Error"]["Code"] == "NoSuchKey":
                return None
            raise

    def put(self, account_id: str, content: bytes, *, seen: IndexFile | None) -> IndexFile:
        """PutObject on condition that the file is still as `seen` (None: there is none). Raises `ChangedMeanwhile`."""
        condition = {"IfMatch": seen.tag} if seen else {"IfNoneMatch": "*"}
        try:
            with unavailable_on_outage():
                answer = _s3().put_object(Bucket=self.bucket, Key=_key(account_id), Body=content, **condition)
        except ClientError as error:
            if error.response["Error"]["Code"] in _OVERTAKEN:
                raise ChangedMeanwhile from error
            raise
        return IndexFile(answer["ETag"], content)

    def delete(self, account_id: str) -> None:
        """DeleteObject; nothing happens when there is none."""
        with unavailable_on_outage():
            _s3().delete_object(Bucket=self.bucket, Key=_key(account_id))


@cache
def index_files() -> IndexFiles:
    """The access to this deployment's bucket of indexes."""
    return IndexFiles(settings.search_bucket)


def _key(account_id: str) -> str:
    return f"{account_id}/index.sqlite"


@cache
def _s3() -> Any:
    return client_with("s3", Config(read_timeout=10))
