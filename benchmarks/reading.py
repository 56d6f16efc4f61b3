"""Speed and memory of every format that is read, with the time of a bare peer on the same file.

Usage: python benchmarks/reading.py [--size MB] [--format NAME]...
       python benchmarks/reading.py --large FORMAT SIZE_MB   (peak memory of one file, and of one a tenth as large)

The files repeat the invented records of tests/data/formats under other names, numbers and DOIs. Each is read in a fresh
process. Times are of the processor; the ratio is the median of pairs measured turn about. The peers give no papers:
they show what the syntax alone costs, and for formats of text only what reading the lines costs.
"""

from __future__ import annotations

import argparse
import csv
import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from made_files import SHAPES, write_file

from loaders import LOADERS, load
from loaders.door import open_sources

if TYPE_CHECKING:
    from collections.abc import Callable

    from made_files import Shape

ROUNDS = 3
MB = 1_000_000
HEADER = "format                     MB   records    MB/s records/s MB at 1 peak MB   ratio"


def json_lines(path: Path) -> None:
    """Decode each line."""
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            json.loads(line)


def json_whole(path: Path) -> None:
    """Decode the file at once."""
    json.loads(path.read_text(encoding="utf-8"))


def xml_elements(path: Path) -> None:
    """Build each element and let it go."""
    for _, element in ElementTree.iterparse(path):  # noqa: S314 - our own file
        element.clear()


def bibtex_blocks(path: Path) -> None:
    """Cut entries and fields, without any middleware."""
    from bibtexparser.entrypoint import parse_string

    parse_string(path.read_text(encoding="utf-8"), parse_stack=[])


def yaml_documents(path: Path) -> None:
    """Read YAML with libyaml."""
    import yaml

    with path.open(encoding="utf-8") as text:
        for _ in yaml.load_all(text, yaml.CSafeLoader):
            pass


def csv_rows(path: Path) -> None:
    """Cut rows and cells."""
    with path.open(encoding="utf-8", newline="") as lines:
        for _ in csv.reader(lines, delimiter="\t" if path.suffix == ".tsv" else ","):
            pass


def text_lines(path: Path) -> None:
    """Decode the lines."""
    with path.open(encoding="utf-8") as lines:
        for _ in lines:
            pass


PEERS: dict[str, Callable[[Path], None]] = {
    "JSON": json_lines,
    ".jsonl": json_lines,
    ".json": json_whole,
    ".xml": xml_elements,
    ".bib": bibtex_blocks,
    ".yml": yaml_documents,
    "Jekyll front matter": yaml_documents,
    ".csv": csv_rows,
    ".tsv": csv_rows,
}
"""By format, else by the sort of file; of all others the lines are read."""


def peer_of(shape: Shape) -> Callable[[Path], None]:
    """Return what the reading of a format is compared with."""
    return PEERS.get(shape.format, PEERS.get(shape.ending, text_lines))


def peak() -> float:
    """Return the most memory that this process has held, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000


def seconds(work: Callable[[], object]) -> float:
    """Return the time of the processor that a call takes."""
    start = time.process_time()
    work()
    return time.process_time() - start


def measure(shape: Shape, path: Path, *, rounds: int) -> dict[str, float]:
    """Read the file; without rounds once, and no peer."""
    told = open_sources(path)[0].format
    if told != shape.format:
        sys.exit(f"{shape.label}: the file was taken for {told}")
    peer = peer_of(shape)
    records = 0

    def read() -> None:
        nonlocal records
        records = sum(1 for _ in load(path))

    next(load(path), None)  # the first record imports what the format needs
    before = peak()
    first = seconds(read)
    found = {"mb": path.stat().st_size / MB, "records": records, "before": before, "peak": peak(), "seconds": first}
    if rounds:
        pairs = [(seconds(read), seconds(lambda: peer(path))) for _ in range(rounds)]
        found["seconds"] = median(own for own, _ in pairs)
        found["ratio"] = median(own / peer for own, peer in pairs)
    return found


def measure_apart(shape: Shape, size_mb: float, *, rounds: int) -> dict[str, float]:
    """Build a file and measure it in a fresh process; the file is removed."""
    with tempfile.TemporaryDirectory() as folder:
        path = write_file(shape, Path(folder), int(size_mb * MB))
        command = [sys.executable, __file__, "--measure", str(SHAPES.index(shape)), str(path), str(rounds)]
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE)
    answer: dict[str, float] = json.loads(done.stdout)
    return answer


def row(label: str, found: dict[str, float]) -> str:
    """Return a line of the table."""
    speed, rate = found["mb"] / found["seconds"], found["records"] / found["seconds"]
    ratio = f"{found['ratio']:7.1f}" if "ratio" in found else f"{'-':>7}"
    return (
        f"{label:22} {found['mb']:6.1f} {found['records']:9.0f} {speed:7.2f} {rate:9.0f} "
        f"{found['before']:7.0f} {found['peak']:7.0f} {ratio}"
    )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=float, default=3, metavar="MB", help="size of each file (3)")
    parser.add_argument("--format", action="append", metavar="NAME", help="only this format; several times for several")
    parser.add_argument("--large", nargs=2, metavar=("FORMAT", "SIZE_MB"), help="one large file, once, without a peer")
    parser.add_argument("--measure", nargs=3, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.measure:
        number, path, rounds = asked.measure
        print(json.dumps(measure(SHAPES[int(number)], Path(path), rounds=int(rounds))))
        return
    if missing := {one.name for one in LOADERS} ^ {shape.format for shape in SHAPES}:
        parser.error(f"SHAPES and LOADERS differ in {', '.join(sorted(missing))}")
    names = [asked.large[0]] if asked.large else asked.format or [shape.format for shape in SHAPES]
    if unknown := set(names) - {shape.format for shape in SHAPES}:
        parser.error(f"no format {', '.join(sorted(unknown))}; there is {', '.join(one.name for one in LOADERS)}")
    sizes = [float(asked.large[1]) / 10, float(asked.large[1])] if asked.large else [asked.size]
    print(HEADER)
    for shape in SHAPES:
        for size in sizes if shape.format in names else []:
            print(row(shape.label, measure_apart(shape, size, rounds=0 if asked.large else ROUNDS)), flush=True)


if __name__ == "__main__":
    main()
