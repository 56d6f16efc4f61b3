"""The parts of a Neo4j server, fetched once from Maven Central into the user's cache: `python -m tests.neo4j.jars`."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

VERSION = "5.26.30"
_TRIES = 3


class JarsError(Exception):
    """The server's parts cannot be had; the message says what to install or what went wrong."""


def fetch() -> Path:
    """Return the folder of jars, fetching it where the cache has none (137 MB)."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "citegraph"
    lib = cache / f"neo4j-{VERSION}"
    if lib.is_dir():
        return lib
    if not (shutil.which("java") and shutil.which("mvn")):
        raise JarsError("needs Java 17 and Maven: apt-get install openjdk-17-jre-headless maven")
    cache.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=cache, prefix=f"{lib.name}.") as scratch:
        part = Path(scratch) / "lib"
        _copy_dependencies(part)
        if not lib.is_dir():  # another run may have been quicker
            part.rename(lib)
    return lib


def _copy_dependencies(folder: Path) -> None:
    command = [
        *("mvn", "-q", "-B", "-f", str(Path(__file__).with_name("pom.xml")), f"-Dneo4j.version={VERSION}"),
        *("dependency:copy-dependencies", f"-DoutputDirectory={folder}", "-DincludeScope=runtime"),
    ]
    for _ in range(_TRIES):  # what came before a lost connection is kept by Maven
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        if done.returncode == 0:
            return
    raise JarsError(f"Maven could not fetch Neo4j {VERSION}:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")


if __name__ == "__main__":
    fetch()
