"""Changes inside the emulator and its functions: a guard, a moving clock, a quick end, corrections, a test authority.

Python imports a module of this name by itself when it finds it on its path, which it does in the emulator and, by
inheritance, in its function workers. Of the functions only `common.clock` and the certificates that calls trust are
touched, of the emulator its scheduler: signatures, tokens, queues and logs keep the real time.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
import threading
import time
import zipfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import timedelta
from http import HTTPStatus
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, override
from zipfile import ZipFile

import guard
import permissions

OFFSET_FILE = Path(os.environ.get("ATRIUM_CLOCK_FILE", os.devnull))
GATEWAY_RESPONSES, RENDERED = "x-amazon-apigateway-gateway-responses", ("responseTemplates", "responseParameters")
UNPACKED = os.environ.get("ATRIUM_UNPACKED")
UNPACKING = threading.Lock()


def offset_seconds() -> float:
    """How far the clock is ahead of real time, as the file says now; 0 without one."""
    try:
        return float(OFFSET_FILE.read_text() or 0)
    except FileNotFoundError:
        return 0.0


def shift_functions(clock: Any) -> None:
    """Move `common.clock`, the product's one clock, ahead by the offset in whole milliseconds."""
    real = clock.utc_now
    clock.utc_now = lambda: real() + timedelta(milliseconds=round(offset_seconds() * 1000))


def shift_scheduler(scheduler: Any) -> None:
    """Move the scheduler's clock ahead, by replacing `time` in its module; how long it sleeps stays real."""
    scheduler.time = SimpleNamespace(time=lambda: time.time() + offset_seconds(), sleep=time.sleep)
    # Every second instead of every ten: looking costs next to nothing, and whoever moves the clock waits for it.
    scheduler._SCHEDULE_TICK_INTERVAL = 1  # noqa: SLF001 - it has no setting for this


def end_once_saved(persistence: Any) -> None:
    """End the emulator as soon as its state is written.

    Left alone, the emulator then waits for every thread, and a function in the middle of a call retries a cloud that no
    longer answers, for up to a minute. Nothing of that would be kept: the state is on disk already. A function must
    be able to die anywhere, and what it has not taken off its queue comes again at the next start.
    """
    save_all = persistence.save_all

    def save_all_and_end(services: Any) -> None:
        save_all(services)
        os._exit(0)

    persistence.save_all = save_all_and_end


def unpack_once(runtime: Any) -> None:
    """Let workers with the same code or layer share one unpacked copy, which outlives the emulator.

    The emulator would unpack all of it for each worker process: half a second of its one interpreter, during which
    nobody else is served, and thousands of files that `make down` would remove, for up to a minute. On AWS /var/task
    and /opt are read-only and shared as well.
    """

    class SharedZipFile(ZipFile):
        @override
        def extractall(self, path: Any = None, members: Any = None, pwd: bytes | None = None) -> None:
            unpacked = _unpacked(self)
            Path(path).rmdir()
            Path(path).symlink_to(unpacked)
            Path(str(self.filename)).unlink()  # ten megabytes for each worker, and read already

    if UNPACKED is not None:
        runtime.zipfile = SimpleNamespace(**vars(zipfile) | {"ZipFile": SharedZipFile})


def _unpacked(archive: ZipFile) -> Path:
    """The folder with the content of that archive, marked as used now; a second thread waits for the first."""
    folder = Path(str(UNPACKED), hashlib.sha256(Path(str(archive.filename)).read_bytes()).hexdigest())
    with UNPACKING:
        if not folder.exists():
            folder.parent.mkdir(parents=True, exist_ok=True)
            fresh = tempfile.mkdtemp(dir=folder.parent)
            ZipFile.extractall(archive, fresh)
            with suppress(OSError):  # another emulator was faster
                Path(fresh).rename(folder)
        os.utime(folder)
    return folder


def start_few_workers(lambdas: Any) -> None:
    """Give each queue five concurrent workers at most, the emulator's default for a mapping that names no number.

    Each worker is a process of this machine. The hundred deliveries of webhooks that AWS may make at once would start
    a hundred of them here, and nobody else would be served for minutes. A FIFO queue whose messages go to the worker
    one by one has three: the emulator gives out one message of a group at a time, so their order holds.
    """
    allowed, most = lambdas._sqs_esm_concurrency, lambdas._ESM_SQS_DEFAULT_CONCURRENCY  # noqa: SLF001 - no setting for it

    def concurrency(mapping: Any, function: Any, config: Any, queue: Any = None) -> int:
        if (queue or {}).get("is_fifo") and mapping.get("BatchSize") == 1:
            return 3
        return int(min(allowed(mapping, function, config, queue), most))

    lambdas._sqs_esm_concurrency = concurrency  # noqa: SLF001 - as above


def import_gateway_responses(gateway: Any) -> None:
    """Import the gateway responses of a template's API, as AWS does; MiniStack 1.5.33 leaves them out.

    It doesn't know `context.authorizer.*` either, where AWS puts the authorizer's code, message and challenge. So a
    part with these is replaced by what the template answers to a caller without any credential.
    """
    import_rest_api = gateway._import_rest_api  # noqa: SLF001 - there is no other place between body and deployment

    def import_with_responses(spec: Mapping[str, Any], *base: Any) -> str:
        api_id: str = import_rest_api(spec, *base)
        declared = spec.get(GATEWAY_RESPONSES, {})
        for kind, response in declared.items():
            general = [part for part in RENDERED if "context.authorizer." in str(response.get(part))]
            put = {**response, **{part: declared["UNAUTHORIZED"][part] for part in general}}
            status, *_ = gateway._put_gateway_response(api_id, kind, put)  # noqa: SLF001 - as above
            if status >= HTTPStatus.BAD_REQUEST:
                raise ValueError(f"the gateway response {kind} is refused: {put}")
        return api_id

    gateway._import_rest_api = import_with_responses  # noqa: SLF001 - as above


def trust_test_authority(wire: Any) -> None:
    """Trust the hosts certified by `authority.pem`, which a test may put beside the clock's file."""
    real, file = wire.ssl, OFFSET_FILE.with_name("authority.pem")

    def create_default_context() -> Any:
        context = real.create_default_context()
        if file.exists():
            context.load_verify_locations(file)
        return context

    wire.ssl = SimpleNamespace(**vars(real) | {"create_default_context": create_default_context})


def correct_evaluation(evaluator: Any) -> None:
    """Have the emulator know one root user, and evaluate permissions as AWS does."""
    guard.know_one_root(evaluator)
    permissions.complete_evaluation(evaluator)


def correct_runtime(runtime: Any) -> None:
    """Have workers share unpacked code, and give functions credentials that nobody can guess."""
    unpack_once(runtime)
    guard.lend_secret_credentials(runtime)


CHANGED: Mapping[str, Callable[[Any], None]] = {
    "common.clock": shift_functions,
    "ministack.app": guard.stand_guard,
    "ministack.services.apigateway_v1": import_gateway_responses,
    "ministack.services.scheduler": shift_scheduler,
    "ministack.core.iam_actions": permissions.correct,
    "ministack.core.iam_evaluator": correct_evaluation,
    "ministack.core.persistence": end_once_saved,
    "ministack.core.lambda_runtime": correct_runtime,
    "ministack.services.lambda_svc": start_few_workers,
    "domain.webhooks.wire": trust_test_authority,
}


class Changing(MetaPathFinder):
    """Changes a module that `CHANGED` names as soon as Python has loaded it, before anybody imports from it."""

    @override
    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        change = CHANGED.get(fullname)
        spec = PathFinder.find_spec(fullname, path, target) if change else None
        if change is None or spec is None or spec.loader is None:
            return None
        load = spec.loader.exec_module

        def load_and_change(module: ModuleType) -> None:
            load(module)
            change(module)

        spec.loader.exec_module = load_and_change  # type: ignore[method-assign]  # this one loader, for this one module
        return spec


sys.meta_path.insert(0, Changing())
