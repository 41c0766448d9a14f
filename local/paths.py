"""The paths of the repository's fixed places, and of the home folder of one running cloud."""

from __future__ import annotations

import fcntl
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent
VENVS = REPOSITORY / ".venvs"
REQUIREMENTS = REPOSITORY / "requirements"
SAM_OUTPUT = REPOSITORY / ".aws-sam"
BUILD = SAM_OUTPUT / "build"


class Home:
    """All that one cloud keeps on disk below `root`.

    Attributes:
        state: the folder of the emulator's state between runs.
        objects: the folder of the emulator's S3 objects.
        scratch: the folder of temporary files, worthless once the emulator has stopped.
        logs: the folder with one log file per process.
        processes: the folder with one pid file per process.
        credentials: the file with the root user's credentials, which only its owner can read.
        description: the file with the addresses and resources of the cloud that runs here.
        env_file: the file with the demo customer's sign-in and key and the cloud's address, for a shell to source.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self.state, self.objects, self.scratch = root / "state", root / "s3", root / "tmp"
        self.logs, self.processes = root / "logs", root / "run"
        self.credentials, self.description = root / "credentials.json", root / "cloud.json"
        self.env_file = root / "atrium.env"

    def wipe(self) -> None:
        """Remove everything a cloud has left here, and nothing that others keep beside it."""
        for folder in (self.state, self.objects, self.scratch, self.logs, self.processes):
            shutil.rmtree(folder, ignore_errors=True)
        for file in (self.credentials, self.description, self.env_file):
            file.unlink(missing_ok=True)


DEVELOPMENT = Home(REPOSITORY / ".local")


def interpreter(venv: str) -> Path:
    """The Python of a tool environment, such as dev, sam or cloud."""
    return VENVS / venv / "bin" / "python"


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Hold `file` as a lock between processes; a second `make` waits here for the first."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
