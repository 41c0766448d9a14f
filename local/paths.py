"""The paths of the repository's fixed places, and of the home folder of one running cloud."""

from __future__ import annotations

import fcntl
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent
VENVS = REPOSITORY / ".venvs"
REQUIREMENTS = REPOSITORY / "requirements"
SAM_OUTPUT = REPOSITORY / ".aws-sam"
BUILD = SAM_OUTPUT / "build"


@dataclass(frozen=True, slots=True)
class Home:
    """All that one cloud keeps on disk: state, logs, pid files, the demo customer's credentials."""

    root: Path

    @property
    def state(self) -> Path:
        """The folder of the emulator's state between runs."""
        return self.root / "state"

    @property
    def objects(self) -> Path:
        """The folder of the emulator's S3 objects."""
        return self.root / "s3"

    @property
    def scratch(self) -> Path:
        """The folder of temporary files, worthless once the emulator has stopped."""
        return self.root / "tmp"

    @property
    def logs(self) -> Path:
        """The folder with one log file per process."""
        return self.root / "logs"

    @property
    def processes(self) -> Path:
        """The folder with one pid file per process."""
        return self.root / "run"

    @property
    def credentials(self) -> Path:
        """The file with the root user's credentials, which only its owner can read."""
        return self.root / "credentials.json"

    @property
    def description(self) -> Path:
        """The file with the addresses and resources of the cloud that runs here."""
        return self.root / "cloud.json"

    @property
    def env_file(self) -> Path:
        """The file with the demo customer's sign-in and key and the cloud's address, for a shell to source."""
        return self.root / "atrium.env"

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
