"""CPU time of `kg neighbors` as a ratio to `python -c "import sqlite3, click"`, measured turn about in one run.

Usage: python benchmarks/neighbors_cpu.py [STORE [NAME]]   (without a store the sample is built into a temporary one)
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[1]
ROUNDS = 15
TARGET = 2.5


def cpu_seconds(command: list[str], env: dict[str, str]) -> float:
    """Return user and system time of one process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=env)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def measure(store: str, name: str, env: dict[str, str]) -> dict[str, float]:
    """Return the medians of both and the median of the ratios."""
    bare = [sys.executable, "-c", "import sqlite3, click"]
    asked = [sys.executable, "-m", "graph", "neighbors", name, "--db", store]
    for command in (bare, asked):  # the first run writes the bytecode, as an installation does
        cpu_seconds(command, env)
    pairs = [(cpu_seconds(bare, env), cpu_seconds(asked, env)) for _ in range(ROUNDS)]
    return {
        "bare_ms": round(1000 * median(one for one, _ in pairs), 1),
        "neighbors_ms": round(1000 * median(other for _, other in pairs), 1),
        "ratio": round(median(other / one for one, other in pairs), 2),
        "target": TARGET,
    }


def main() -> None:
    """Print the result as JSON; exit code 1 where the target is missed."""
    with tempfile.TemporaryDirectory() as folder:
        env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONPYCACHEPREFIX": str(Path(folder) / "bytecode")}
        env.pop("PYTHONDONTWRITEBYTECODE", None)
        store = sys.argv[1] if len(sys.argv) > 1 else ""
        name = sys.argv[2] if len(sys.argv) > 2 else "GSM8K"
        if not store:
            store = str(Path(folder) / "sample.db")
            build = [sys.executable, "-m", "graph", "build", "--sample", "--db", store]
            subprocess.run(build, check=True, stdout=subprocess.DEVNULL, env=env)
        found = measure(store, name, env)
    print(json.dumps({"store": Path(store).name, "name": name, **found}))
    sys.exit(found["ratio"] > TARGET)


if __name__ == "__main__":
    main()
