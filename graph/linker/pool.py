"""Link many papers in order, in this process or in several."""

from __future__ import annotations

import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from itertools import islice
from typing import TYPE_CHECKING

import spacy

from graph.linker.component import TITLE_START
from graph.model import Linked
from loaders.paper import Paper

if TYPE_CHECKING:
    from pathlib import Path

    from spacy.language import Language

LinkMany = Callable[[Iterable[Paper]], Iterator[Linked]]

_CHUNK = 32
_AHEAD = 4
"""Chunks in flight a worker: enough to keep it busy, few enough to keep memory flat."""


def make_pipeline(catalog: Iterable[Path] = (), *, overrides: Path | None = None) -> Language:
    """Return an English pipeline without a model: spaCy's tokenizer and the linker."""
    nlp = spacy.blank("en")
    # The limit guards parsers, which take memory by the square; the tokenizer and the linker do not.
    nlp.max_length = sys.maxsize
    config = {"catalog": [str(path) for path in catalog], "overrides": str(overrides or "")}
    nlp.add_pipe("kg_linker", config=config)
    return nlp


def link_paper(nlp: Language, paper: Paper) -> Linked:
    """Link one paper with a pipeline that holds the linker."""
    doc = nlp.make_doc(paper.raw)
    if paper.title:
        doc.user_data[TITLE_START] = len(paper.raw) - len(paper.title)
    linked: Linked = nlp(doc)._.kg_linked
    return linked


@contextmanager
def make_linker_pool(
    catalog: Iterable[Path] = (), *, overrides: Path | None = None, workers: int = 1
) -> Iterator[LinkMany]:
    """Give a function that links papers and keeps their order; the result is the same for any number of workers.

    Args:
        overrides: A file of corrections, applied to the catalogue only.
        workers: Processes; 1 links in this one.
    """
    paths = tuple(catalog)
    if workers <= 1:
        nlp = make_pipeline(paths, overrides=overrides)
        yield lambda papers: (linked for chunk in _chunks(papers) for linked in _link_all(nlp, chunk))
        return
    with ProcessPoolExecutor(workers, initializer=_start_worker, initargs=(paths, overrides)) as pool:
        yield lambda papers: _link_ahead(pool, papers, ahead=_AHEAD * workers)


def _link_ahead(pool: ProcessPoolExecutor, papers: Iterable[Paper], *, ahead: int) -> Iterator[Linked]:
    """Start on the first chunks at once, and give the results in order as they are asked for."""
    chunks = _chunks(papers)
    waiting = deque(pool.submit(_link_chunk, chunk) for chunk in islice(chunks, ahead))
    return _results(pool, chunks, waiting)


def _results(
    pool: ProcessPoolExecutor, chunks: Iterator[list[Paper]], waiting: deque[Future[list[Linked]]]
) -> Iterator[Linked]:
    while waiting:
        done = waiting.popleft().result()
        waiting.extend(pool.submit(_link_chunk, chunk) for chunk in islice(chunks, 1))
        yield from done


def _chunks(papers: Iterable[Paper]) -> Iterator[list[Paper]]:
    source = iter(papers)
    while chunk := list(islice(source, _CHUNK)):
        yield chunk


_worker: dict[str, Language] = {}
"""The pipeline of a worker process: made once, when the process starts."""


def _start_worker(catalog: tuple[Path, ...], overrides: Path | None) -> None:
    # Ctrl-C is for the process that started the workers; it ends them.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _worker["nlp"] = make_pipeline(catalog, overrides=overrides)


def _link_chunk(papers: list[Paper]) -> list[Linked]:
    return _link_all(_worker["nlp"], papers)


def _link_all(nlp: Language, papers: list[Paper]) -> list[Linked]:
    """Link papers and forget their words, which spaCy otherwise keeps for good."""
    with nlp.memory_zone():
        return [link_paper(nlp, paper) for paper in papers]
