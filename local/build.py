"""Builds what is deployed: the pages, `sam build`, then packages stripped of what nobody reads, then bytecode."""

from __future__ import annotations

import json
import os
import platform
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from local import fingerprint
from local.console import Problem, step
from local.pages import build_pages
from local.paths import BUILD, REPOSITORY, REQUIREMENTS, SAM_OUTPUT, interpreter
from local.prune import leave_to_layer, prune

TEMPLATE = REPOSITORY / "template.yaml"
FUNCTIONS = REPOSITORY / "functions"
STAMP = BUILD / "fingerprints.json"
REST = "everything else"
ARCHITECTURES = {"x86_64": "x86_64", "amd64": "x86_64", "arm64": "arm64", "aarch64": "arm64"}
COMMON_LAYER = "CommonLayer"
LAST_LINES = 15


def host_architecture() -> str:
    """This machine's processor in the template's words: the functions run on it, so their wheels must fit it."""
    machine = platform.machine().lower()
    if machine not in ARCHITECTURES:
        raise Problem(f"No function runs on a {machine} processor.", fix="use an x86_64 or arm64 machine")
    return ARCHITECTURES[machine]


def build(architecture: str) -> str:
    """Bring `.aws-sam/build` up to date and return its fingerprint; nothing changed means nothing done.

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
            if built.keys() == wanted.keys() and built[REST] == wanted[REST]:
                for name in (name for name in wanted if built[name] != wanted[name]):
                    _copy(name)
            else:
                _build_everything(architecture)
        STAMP.write_text(json.dumps(wanted))
    return fingerprint.of_files([], also=[json.dumps(wanted)])


def _fingerprints(architecture: str) -> dict[str, str]:
    """One for each artifact's sources that may be copied, and one for all the rest."""
    copies = _copies()
    rest = [TEMPLATE, REQUIREMENTS / "sam.txt", REPOSITORY / "layers" / "common"]
    rest += [*FUNCTIONS.glob("*/requirements.txt"), *(REPOSITORY / "local" / name for name in ("build.py", "prune.py"))]
    # Beside packages, what is gone from the sources could not be told from a package: it makes everything anew.
    beside_packages = [str(entry) for source in copies.values() if _has_packages(source) for entry in _own(source)]
    found = {name: fingerprint.of_files([source]) for name, source in copies.items()}
    return {**found, REST: fingerprint.of_files(rest, also=[architecture, *beside_packages])}


def _copies() -> dict[str, Path]:
    """Folder in the build → its sources, where they can be copied: functions, and the domain."""
    doors = [handler.parent for handler in sorted(FUNCTIONS.glob("*/handler.py"))]
    functions = {"".join(word.title() for word in door.name.split("_")) + "Function": door for door in doors}
    return {**functions, "DomainLayer/python": REPOSITORY / "layers" / "domain" / "python"}


def _copy(name: str) -> None:
    """Put one artifact's sources in place by ourselves: `sam build` takes seconds to copy all of them."""
    source, folder = _copies()[name], BUILD / name
    if _has_packages(source):
        for entry in _own(source):
            _replace(entry, folder / entry.name)
            _compile(folder / entry.name, within=folder)
        return
    _replace(source, folder)
    artifact = BUILD / name.partition("/")[0]
    _strip(artifact)
    _compile(artifact, within=artifact)


def _has_packages(source: Path) -> bool:
    return (source / "requirements.txt").exists()


def _own(source: Path) -> list[Path]:
    """The files and folders of a function that stand beside its packages, once it is built."""
    return [entry for entry in sorted(source.iterdir()) if entry.suffix == ".py" or (entry / "__init__.py").exists()]


def _replace(source: Path, target: Path) -> None:
    if source.is_file():
        shutil.copyfile(source, target)
        return
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", ".*"))


def _build_everything(architecture: str) -> None:
    _sam_build(architecture)
    for artifact in artifacts():
        _strip(artifact)
    with ThreadPoolExecutor() as pool:
        list(pool.map(lambda artifact: _compile(artifact, within=artifact), artifacts()))


def artifacts() -> Iterator[Path]:
    """Every built function and layer."""
    return (folder for folder in sorted(BUILD.iterdir()) if folder.is_dir())


def sam_environment(environment: Mapping[str, str]) -> Mapping[str, str]:
    """`environment` for SAM, which looks for `python3.13` and its `pip` on PATH: its own venv has both."""
    tools = str(interpreter("sam").parent)
    return {**environment, "PATH": f"{tools}{os.pathsep}{environment.get('PATH', '')}", "SAM_CLI_TELEMETRY": "0"}


def _sam_build(architecture: str) -> None:
    _run(
        *(str(interpreter("sam").parent / "sam"), "build", "--cached", "--parallel"),
        *("--template-file", str(TEMPLATE), "--build-dir", str(BUILD), "--cache-dir", str(SAM_OUTPUT / "cache")),
        *("--parameter-overrides", f"Architecture={architecture}"),
    )


def _strip(artifact: Path) -> None:
    """Layers and functions with packages of their own; the layer comes first by its name."""
    packages = artifact / "python"
    if packages.is_dir():
        prune(packages)
    elif (artifact / "requirements.txt").exists():
        prune(artifact)
        leave_to_layer(artifact, BUILD / COMMON_LAYER / "python")


def _compile(part: Path, *, within: Path) -> None:
    """Bytecode beside every source: where functions run nothing can be written, so each cold start would compile.

    Unchecked, because zipping and unpacking change the times that Python would otherwise compare.
    """
    _run(
        *(str(interpreter("sam")), "-m", "compileall", "-q", "-f", "--invalidation-mode", "unchecked-hash"),
        *("-s", str(within), "-p", "/", str(part)),
    )


def _run(*command: str) -> None:
    done = subprocess.run(
        command, cwd=REPOSITORY, env=sam_environment(os.environ), capture_output=True, text=True, check=False
    )
    if done.returncode:
        last = "\n".join((done.stdout + done.stderr).splitlines()[-LAST_LINES:])
        raise Problem(f"{Path(command[0]).name} {command[1]} failed:\n{last}", fix="mend what it names, then run again")
