"""The version of the distribution, installed or not."""

from __future__ import annotations

import tomllib
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed
from pathlib import Path

DISTRIBUTION = "citegraph"


def version() -> str:
    """Return the version that pyproject.toml beside the packages names; where there is none, the installed one."""
    project = Path(__file__).parents[2] / "pyproject.toml"
    if project.is_file():
        named = tomllib.loads(project.read_text(encoding="utf-8")).get("project", {})
        if named.get("name") == DISTRIBUTION:
            return str(named["version"])
    try:
        return installed(DISTRIBUTION)
    except PackageNotFoundError:
        return "unknown"
