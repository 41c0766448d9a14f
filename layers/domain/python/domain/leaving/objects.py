"""The bucket of exports: S3 deletes a file after a day, and people can read it only by a signed address."""

from __future__ import annotations

from functools import cache
from typing import Any

from botocore.config import Config

from common.aws import client_with, unavailable_on_outage
from common.services import frozen
from common.settings import settings


@frozen
class Upload:
    """A file that is being written, part by part."""

    key: str
    upload_id: str


@frozen
class ExportFiles:
    """The access patterns of the bucket; all but `link` raise `Unavailable`."""

    bucket: str

    def begin(self, key: str) -> Upload:
        """CreateMultipartUpload. The bucket's lifecycle deletes what is never completed."""
        with unavailable_on_outage():
            answer = _s3().create_multipart_upload(Bucket=self.bucket, Key=key, ContentType="application/zip")
        return Upload(key, answer["UploadId"])

    def add(self, upload: Upload, number: int, part: bytes) -> str:
        """UploadPart: the part with this number, from 1; returns its tag."""
        with unavailable_on_outage():
            answer = _s3().upload_part(
                Bucket=self.bucket, Key=upload.key, UploadId=upload.upload_id, PartNumber=number, Body=part
            )
        return str(answer["ETag"])

    def complete(self, upload: Upload, tags: list[str]) -> None:
        """CompleteMultipartUpload of the parts with these tags, in order: now the file can be read."""
        parts = [{"PartNumber": number, "ETag": tag} for number, tag in enumerate(tags, start=1)]
        with unavailable_on_outage():
            _s3().complete_multipart_upload(
                Bucket=self.bucket, Key=upload.key, UploadId=upload.upload_id, MultipartUpload={"Parts": parts}
            )

    def abort(self, upload: Upload) -> None:
        """AbortMultipartUpload: delete the parts."""
        with unavailable_on_outage():
            _s3().abort_multipart_upload(Bucket=self.bucket, Key=upload.key, UploadId=upload.upload_id)

    def link(self, key: str, name: str, seconds: int) -> str:
        """A signed address that serves the file under this name for so many seconds. Makes no call."""
        disposition = f'attachment; filename="{name}"'
        wanted = {"Bucket": self.bucket, "Key": key, "ResponseContentDisposition": disposition}
        return str(_s3().generate_presigned_url("get_object", Params=wanted, ExpiresIn=seconds))

    def delete(self, key: str) -> None:
        """DeleteObject; nothing happens when there is none."""
        with unavailable_on_outage():
            _s3().delete_object(Bucket=self.bucket, Key=key)

    def delete_all(self, account_id: str) -> None:
        """ListObjectsV2, then `delete` of each: the files of an account, a few at most."""
        with unavailable_on_outage():
            found = _s3().list_objects_v2(Bucket=self.bucket, Prefix=f"{account_id}/").get("Contents", [])
        for one in found:
            self.delete(one["Key"])


@cache
def export_files() -> ExportFiles:
    """The access to this deployment's bucket of exports."""
    return ExportFiles(settings.exports_bucket)


@cache
def _s3() -> Any:
    # Version 4 by name: where the region is us-east-1, botocore still signs addresses by version 2.
    return client_with("s3", Config(signature_version="s3v4", read_timeout=30))
