"""Builds what is deployed: the pages, then a folder for each function and layer with its packages and bytecode.

`sam build` would make the same folders, but it asks pip three times for a package, and copies every file three times.
Here the packages of a list, which is exact and complete, are fetched once for all builds to link.
Beside each folder is its archive. `sam deploy` would pack all of them anew, for every deployment of the same build.
"""

from __future__ import annotations

import json
import os
import platform
import re
import shutil
import sys
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from local import fingerprint
from local.console import Problem, run, step
from local.pages import build_pages
from local.paths import BUILD, REPOSITORY, SAM_OUTPUT
from local.prune import prune

TEMPLATE = REPOSITORY / "template.yaml"
FUNCTIONS = REPOSITORY / "functions"
LAYERS = REPOSITORY / "layers"
STAMP = BUILD / "fingerprints.json"
MAKERS = [REPOSITORY / "local" / name for name in ("build.py", "prune.py")]
ARCHITECTURES = {"x86_64": "x86_64", "amd64": "x86_64", "arm64": "arm64", "aarch64": "arm64"}
PACKAGES = SAM_OUTPUT / "packages"
PYTHON = "3.13"
GLIBC = ("manylinux_2_34", "manylinux_2_28", "manylinux_2_17", "manylinux2014")  # what runs on AWS with that Python
MACHINES = {"x86_64": "x86_64", "arm64": "aarch64"}
NOT_BUILT = ("__pycache__", ".*", "requirements.txt")


@dataclass(frozen=True, slots=True)
class Artifact:
    """A function or layer.

    Attributes:
        name: the name of its folder in the build.
        source: the folder of its sources, which the template names.
        within: the subfolder for sources and packages: `python` for a layer, because Lambda's Python looks there.
    """

    name: str
    source: Path
    within: str = "."

    @property
    def folder(self) -> Path:
        """The folder of the build that gets its sources and its packages."""
        return BUILD / self.name / self.within

    @property
    def requirements(self) -> Path | None:
        """The file that lists the packages of the artifact; None when it has none."""
        file = self.source / "requirements.txt"
        return file if file.exists() else None


def host_architecture() -> str:
    """This machine's processor in the template's words: x86_64 or arm64. Raises `Problem` for any other."""
    machine = platform.machine().lower()
    if machine not in ARCHITECTURES:
        raise Problem(f"No function runs on a {machine} processor.", fix="use an x86_64 or arm64 machine")
    return ARCHITECTURES[machine]


def build(architecture: str) -> str:
    """Bring `.aws-sam/build` up to date and return its fingerprint; only what changed is built anew. Raises `Problem`.

    Args:
        architecture: x86_64 or arm64, whichever the functions will run on.

    The fingerprints lie inside the folder that `sam build` empties, so a build by hand is never taken for ours.
    """
    build_pages()
    wanted = _fingerprints(architecture)
    built = json.loads(STAMP.read_text()) if STAMP.exists() else {}
    if built != wanted:
        with step("Building"):
            STAMP.unlink(missing_ok=True)  # what breaks off half-way is begun anew
            _remove(
                {folder.name for folder in artifacts()} - {name for name in wanted if built.get(name) == wanted[name]}
            )
            outdated = [artifact for artifact in _declared() if not (BUILD / artifact.name).exists()]
            with ThreadPoolExecutor() as pool:
                list(pool.map(lambda artifact: _build(artifact, architecture), outdated))
            (BUILD / TEMPLATE.name).write_text(_of_the_build(TEMPLATE.read_text()))
            lists = [artifact.requirements for artifact in _declared() if artifact.requirements]
            _forget_all_but([_fetched(requirements, architecture) for requirements in lists], architecture)
        STAMP.write_text(json.dumps(wanted))
    return fingerprint.of_files([], also=[json.dumps(wanted)])


def artifacts() -> Iterator[Path]:
    """The folder of every built function and layer, sorted by name."""
    return (folder for folder in sorted(BUILD.glob("*/")))


def _declared() -> list[Artifact]:
    """Every function and layer to build: the layers first, then functions with packages of their own."""
    doors = [handler.parent for handler in sorted(FUNCTIONS.glob("*/handler.py"))]
    functions = [
        Artifact("".join(word.title() for word in door.name.split("_")) + "Function", door)
        for door in sorted(doors, key=lambda door: not (door / "requirements.txt").exists())
    ]
    layers = [
        Artifact(f"{folder.parent.name.title()}Layer", folder, "python") for folder in sorted(LAYERS.glob("*/python"))
    ]
    return [*layers, *functions]


def _fingerprints(architecture: str) -> Mapping[str, str]:
    """The fingerprint of each artifact, and of the template, by their names in the build."""
    found = {
        artifact.name: fingerprint.of_files([artifact.source, *MAKERS], also=[architecture]) for artifact in _declared()
    }
    return {**found, TEMPLATE.name: fingerprint.of_files([TEMPLATE])}


def _remove(names: set[str]) -> None:
    for name in names:
        shutil.rmtree(BUILD / name)
        _archive(name).unlink(missing_ok=True)


def _build(artifact: Artifact, architecture: str) -> None:
    if artifact.requirements:
        _link(_fetched(artifact.requirements, architecture), artifact.folder)
    ignored = shutil.ignore_patterns(*NOT_BUILT)
    shutil.copytree(artifact.source, artifact.folder, ignore=ignored, dirs_exist_ok=True)
    if (playbooks := artifact.folder / "domain" / "playbooks").exists():
        path = os.pathsep.join(str(layer) for layer in LAYERS.glob("*/python"))
        pack = "import sys, pathlib; from domain.playbooks.sources import pack; pack(pathlib.Path(sys.argv[1]))"
        environment = {**os.environ, "PYTHONPATH": path}
        run(REPOSITORY, sys.executable, "-c", pack, str(playbooks), environment=environment)
    copied = [artifact.folder / entry.name for entry in artifact.source.iterdir()]
    _compile([part for part in copied if part.exists()], within=BUILD / artifact.name)
    _pack(artifact.name)


def _archive(name: str) -> Path:
    return BUILD / f"{name}.zip"


def _pack(name: str) -> None:
    """Write the artifact's archive: the same content makes the same bytes, so SAM uploads only what has changed."""
    folder = BUILD / name
    with ZipFile(_archive(name), "w") as archive:
        for file in sorted(file for file in folder.rglob("*") if file.is_file()):
            entry = ZipInfo(str(file.relative_to(folder)))  # dated the first day that ZIP knows
            entry.external_attr = 0o755 << 16  # everybody may read it, as Lambda needs
            archive.writestr(entry, file.read_bytes(), ZIP_DEFLATED)


def _of_the_build(template: str) -> str:
    """The template with the archive in place of each artifact's sources."""
    for artifact in _declared():
        source = re.escape(str(artifact.source.relative_to(REPOSITORY)))
        archive = _archive(artifact.name).name
        template, found = re.subn(rf"(Uri: ){source}$", rf"\g<1>{archive}", template, flags=re.MULTILINE)
        if found != 1:
            raise Problem(f"{artifact.source} is named {found} times.", fix="name it once in template.yaml")
    return template


def _fetched(requirements: Path, architecture: str) -> Path:
    """The folder with these packages, pruned and compiled; fetched unless it is there. Raises `Problem`.

    Args:
        requirements: the file with the exact list.
        architecture: x86_64 or arm64, whichever the packages will run on.
    """
    name = fingerprint.of_files([requirements, *MAKERS], also=[sys.version])
    folder = PACKAGES / architecture / name
    if not folder.exists():
        unfinished = folder.with_suffix(".unfinished")
        shutil.rmtree(unfinished, ignore_errors=True)
        _install(requirements, unfinished, architecture)
        prune(unfinished)
        _compile([unfinished], within=unfinished)
        unfinished.rename(folder)
    return folder


def _link(packages: Path, folder: Path) -> None:
    """Put the packages into `folder` by hard links, without copying a byte."""
    shutil.copytree(packages, folder, copy_function=os.link, dirs_exist_ok=True)


def _forget_all_but(kept: Iterable[Path], architecture: str) -> None:
    """Delete an architecture's package folders except `kept`; builds that linked a deleted one keep its files."""
    for folder in {*(PACKAGES / architecture).glob("*")} - {*kept}:
        shutil.rmtree(folder)


def _compile(parts: Iterable[Path], *, within: Path) -> None:
    """Write bytecode beside every source: functions can't write to their disk, so each cold start would compile.

    Python does not check it against the sources: zipping changes the times that it would compare. Raises `Problem`.
    """
    run(
        REPOSITORY,
        *(sys.executable, "-m", "compileall", "-q", "-f", "--invalidation-mode", "unchecked-hash"),
        *("-s", str(within), "-p", "/", *map(str, parts)),
    )


def _install(requirements: Path, folder: Path, architecture: str) -> None:
    platforms = [part for libc in GLIBC for part in ("--platform", f"{libc}_{MACHINES[architecture]}")]
    run(
        REPOSITORY,
        *(
            sys.executable,
            "-m",
            "pip",
            "install",
            "--quiet",
            "--no-input",
            "--disable-pip-version-check",
            "--no-deps",
            "--no-compile",
        ),
        *("--only-binary=:all:", "--implementation", "cp", "--python-version", PYTHON, *platforms),
        *("--target", str(folder), "--require-hashes", "--requirement", str(requirements)),
    )
