from __future__ import annotations

import os
from pathlib import Path

import pytest

pytest_plugins = ["tests.browser", "tests.neo4j.server"]


def missing(what: str) -> None:
    """Skip a test whose real part is missing; under CI that is a failure."""
    if os.environ.get("CI") in {"1", "true"}:
        pytest.fail(what)
    pytest.skip(what)


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real inputs beside the checkout."""
    folder = Path(__file__).resolve().parents[2] / "shared"
    if not (folder / "seeds").is_dir():
        pytest.skip("needs the real inputs in ../shared, which are not part of the project")
    return folder
