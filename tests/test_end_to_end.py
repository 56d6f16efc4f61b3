"""The real command in real processes: the same bytes, whatever the seed and the workers, and nothing lost by a kill."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pathlib import Path

NAMES = ("GSM8K", "CIFAR-10", "CIFAR100", "ImageNet", "HumanEval+", "BERT", "LoRA", "CLIP", "graph neural networks")


def abstract(number: int) -> str:
    rng = random.Random(number)  # noqa: S311 - a seeded sequence is wanted
    one, two, three = rng.sample(NAMES, 3)
    return (
        f"We present Lumen-{number}X, a novel \\textbf{{method}} for image classification that builds on {one}. "
        f"Experiments on {two} and {three} show gains of {number % 9}\\% over the baselines of "
        f"Roe et al. (20{number % 90 + 10}). "
        f"The method number {number} is simple, and its code is public for everyone who wants to read it."
    )


def kg(*words: object, seed: str = "0", check: bool = True) -> str:
    run = subprocess.run(
        [sys.executable, "-m", "graph", *map(str, words)],
        capture_output=True,
        check=check,
        encoding="utf-8",
        env={**os.environ, "PYTHONHASHSEED": seed, "KG_CATALOG": ""},
    )
    return run.stdout


@pytest.fixture(scope="module")
def papers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("papers") / "papers.txt"
    path.write_text("Small 2025 Papers\n\n" + "\n\n".join(map(abstract, range(400))) + "\n", encoding="utf-8")
    return path


def rows(export: str, kind: str) -> list[dict[str, Any]]:
    return [row for row in map(json.loads, export.splitlines()) if row["type"] == kind]


def test_hash_seed_and_workers_change_no_byte_of_export_and_page(papers: Path, tmp_path: Path) -> None:
    made = []
    for seed, workers in (("1", 1), ("2", 2)):
        db, page = tmp_path / f"{seed}.db", tmp_path / f"{seed}.html"
        kg("build", papers, "--db", db, "--workers", workers, seed=seed)
        kg("view", "--db", db, "-o", page, seed=seed)
        made.append((kg("export", "--db", db, seed=seed), page.read_bytes()))
    assert made[0] == made[1]
    assert len(rows(made[0][0], "paper")) > 400


def test_every_mention_is_the_raw_text_at_its_place(papers: Path, tmp_path: Path) -> None:
    kg("build", papers, "--db", tmp_path / "a.db")
    export = kg("export", "--db", tmp_path / "a.db")
    raw = {row["id"]: row["abstract"] for row in rows(export, "paper")}
    mentions = rows(export, "mention")
    assert len(mentions) > 1000
    assert all(raw[m["paper"]][m["start"] : m["end"]] == m["surface"] for m in mentions)


def test_a_build_that_is_killed_again_and_again_ends_as_one_that_was_not(papers: Path, tmp_path: Path) -> None:
    whole, killed = tmp_path / "whole.db", tmp_path / "killed.db"
    kg("build", papers, "--db", whole)
    rng = random.Random(7)  # noqa: S311 - a seeded sequence is wanted
    for _ in range(4):
        run = subprocess.Popen(
            [sys.executable, "-m", "graph", "build", str(papers), "--db", str(killed)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        time.sleep(rng.uniform(0.5, 3.0))
        run.send_signal(signal.SIGKILL)
        run.wait()
    kg("build", papers, "--db", killed)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["killed.db", "whole.db"]
    assert kg("export", "--db", killed) == kg("export", "--db", whole)
