from __future__ import annotations

import bz2
import gzip
import io
import lzma
import sys
import zipfile
from typing import TYPE_CHECKING

import pytest

from loaders import LoadError, Paper, Skipped, load
from loaders.door import open_sources
from loaders.repair import repaired

if TYPE_CHECKING:
    from pathlib import Path

WESTERN = (
    "We visit a café with a naïve Bayes model; the Schrödinger bridge – so called – holds.\n\nMNIST is used here.\n"
)
CHINESE = "我们提出了一种新的方法,并在GSM8K上进行评估。\n\n第二篇论文使用了MNIST数据集。\n"
KOREAN = "우리는 새로운 방법을 제안하고 GSM8K에서 평가한다.\n\n두 번째 논문은 MNIST를 사용한다.\n"
RUSSIAN = "Мы предлагаем новый метод и проверяем его на GSM8K.\n\nВторая статья использует MNIST.\n"


def abstracts(path: Path) -> list[str]:
    return [record.abstract for record in load(path) if isinstance(record, Paper)]


def said(path: Path) -> list[Skipped]:
    return [record for record in load(path) if isinstance(record, Skipped)]


def paragraphs(text: str) -> list[str]:
    return text.strip().split("\n\n")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp1252"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_western_text_is_read_in_every_encoding_and_with_every_line_end(
    tmp_path: Path, encoding: str, end: str
) -> None:
    path = tmp_path / "papers.txt"
    path.write_bytes(WESTERN.replace("\n", end).encode(encoding))
    assert abstracts(path) == paragraphs(WESTERN)


@pytest.mark.parametrize(("text", "encoding"), [(CHINESE, "gbk"), (RUSSIAN, "cp1251"), (KOREAN, "euc_kr")])
def test_a_text_in_another_script_is_read_and_its_encoding_is_told(tmp_path: Path, text: str, encoding: str) -> None:
    path = tmp_path / "papers.txt"
    path.write_bytes("\n".join([text] * 3).encode(encoding))
    assert abstracts(path)[:2] == paragraphs(text)
    assert [one.what for one in said(path)] == ["note"]
    assert said(path)[0].reason.startswith("says nothing of its encoding; read as ")


def test_mixed_line_ends_part_paragraphs_all_the_same(tmp_path: Path) -> None:
    path = tmp_path / "papers.txt"
    path.write_bytes(b"We use MNIST.\r\n\r\nWe use SVHN.\n\nWe use GSM8K.\r\rWe use MATH.\n")
    assert abstracts(path) == ["We use MNIST.", "We use SVHN.", "We use GSM8K.", "We use MATH."]


def test_mojibake_is_put_right_and_told(tmp_path: Path) -> None:
    path = tmp_path / "papers.txt"
    path.write_text("The SchrÃ¶dinger bridge of BÃ¶hlen is used.\n\nPlain text stays plain.\n", encoding="utf-8")
    assert abstracts(path) == ["The Schrödinger bridge of Böhlen is used.", "Plain text stays plain."]
    assert [one.what for one in said(path)] == ["note"]


@pytest.mark.parametrize("text", ["Ångström and naïve Ñandú.", "The Ã of São Paulo.", "Größe ≤ 5 µm – gut."])
def test_right_text_is_left_alone(text: str) -> None:
    paper = Paper(abstract=text, title=text, authors=("É. Ó Sé",))
    assert repaired(paper) is paper


@pytest.mark.parametrize(
    ("ending", "pack"),
    [(".gz", gzip.compress), (".xz", lzma.compress), (".bz2", bz2.compress)],
    ids=["gz", "xz", "bz2"],
)
def test_a_compressed_file_is_read_by_the_name_within(tmp_path: Path, ending: str, pack: object) -> None:
    path = tmp_path / f"papers.txt{ending}"
    path.write_bytes(pack(WESTERN.encode()))  # type: ignore[operator]
    (source,) = open_sources(path)
    assert (source.name, source.format) == ("papers.txt", "plain text")
    assert len([record for record in source.records if isinstance(record, Paper)]) == 2


def test_each_file_of_an_archive_is_read_and_one_that_is_none_costs_no_other(tmp_path: Path) -> None:
    path = tmp_path / "papers.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("one/a.txt", WESTERN)
        archive.writestr("one/b.pdf", "%PDF-1.4")
        archive.writestr("__MACOSX/._a.txt", "junk")
        archive.writestr("c.jsonl.gz", gzip.compress(b'{"title": "One", "abstract": "We use MNIST."}\n'))
    assert [source.name for source in open_sources(path)] == [
        "papers.zip/one/a.txt",
        "papers.zip/one/b.pdf",
        "papers.zip/c.jsonl",
    ]
    assert len(abstracts(path)) == 3
    (skipped,) = said(path)
    assert skipped.place == "papers.zip/one/b.pdf"
    assert skipped.reason.startswith("is a PDF; this version reads ")


@pytest.mark.parametrize("content", [b"PK\x03\x04 junk", gzip.compress(b"x" * 90)[:20], b"\xfd7zXZ\x00junk"])
def test_a_damaged_archive_is_refused_in_one_line(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "papers.zip"
    path.write_bytes(content)
    with pytest.raises(LoadError, match=r"papers\.zip is damaged or locked \(.*\); unpack it by hand$"):
        load(path)


def test_an_office_file_is_no_archive_of_papers(tmp_path: Path) -> None:
    path = tmp_path / "papers.docx"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
    with pytest.raises(LoadError, match="is an Office file"):
        load(path)


def test_a_file_that_breaks_off_gives_what_stands_before(tmp_path: Path) -> None:
    path = tmp_path / "papers.txt.gz"
    whole = "".join(f"We use MNIST in paper {number} of many.\n\n" for number in range(20_000))
    path.write_bytes(gzip.compress(whole.encode())[:-4000])
    records = load(path)
    with pytest.raises(OSError, match="is damaged behind this place"):
        assert [next(records) for _ in range(30_000)]


def test_standard_input_is_read_like_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    class Input:
        buffer = io.BytesIO(gzip.compress(WESTERN.encode()))

    monkeypatch.setattr(sys, "stdin", Input)
    (source,) = open_sources("-")
    assert source.name == "standard input"
    assert len([record for record in source.records if isinstance(record, Paper)]) == 2


def test_a_few_chinese_characters_are_enough(shared: Path) -> None:
    (paper,) = [record for record in load(shared / "cases" / "files" / "gbk_test.bib") if isinstance(record, Paper)]
    assert (paper.authors, paper.venue) == (("凯撒",), "测试期刊")
