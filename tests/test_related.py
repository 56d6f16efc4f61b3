from __future__ import annotations

import math
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graph.related import BEST, Relation, related, related_to

Papers = dict[str, list[str]]

untimed = settings(deadline=None)  # a busy machine is no fault
some_papers = st.dictionaries(
    st.text("abc", min_size=1, max_size=4),
    st.lists(st.sampled_from("uvwxyz"), unique=True, max_size=6),
    max_size=30,
)


def score(papers: Papers, a: str, b: str) -> float:
    """Compute the cosine straight from its definition."""

    def weight(entity: str) -> float:
        return math.log(1 + len(papers) / sum(entity in entities for entities in papers.values()))

    def norm(paper: str) -> float:
        return math.sqrt(sum(weight(entity) ** 2 for entity in papers[paper]))

    shared = set(papers[a]) & set(papers[b])
    return sum(weight(entity) ** 2 for entity in shared) / (norm(a) * norm(b)) if shared else 0.0


def one(papers: Papers, paper: str, *, best: int = BEST) -> list[Relation]:
    def papers_of(entity: str) -> list[str]:
        return [id_ for id_, entities in papers.items() if entity in entities]

    return related_to(
        paper,
        entities_of=papers.__getitem__,
        papers_of=papers_of,
        spread=lambda entity: len(papers_of(entity)),
        papers=len(papers),
        best=best,
    )


def pairs(relations: list[Relation]) -> list[tuple[str, str]]:
    return [(relation.source, relation.target) for relation in relations]


def test_two_papers_are_related_by_the_cosine_of_what_they_share() -> None:
    papers = {"a": ["x", "y"], "b": ["x", "z"], "c": []}
    # ln(1 + 3/2) for x, ln(1 + 3/1) for y and z
    x, y = math.log(2.5) ** 2, math.log(4) ** 2
    assert related(papers) == [Relation("a", "b", pytest.approx(x / (x + y)), ("x",))]  # type: ignore[arg-type] # an approximate number stands for the number


def test_papers_with_the_same_entities_have_score_one_and_no_more() -> None:
    (relation,) = related({"a": ["x", "y", "z"], "b": ["z", "y", "x"], "c": ["x"], "d": []}, best=1)[:1]
    assert pairs([relation]) == [("a", "b")]
    assert relation.score == pytest.approx(1)
    assert relation.score <= 1


def test_papers_without_anything_in_common_are_not_related() -> None:
    assert related({"a": ["x"], "b": ["y"], "c": []}) == []


def test_a_rare_entity_relates_more_than_one_that_many_have() -> None:
    many = {f"m{number}": ["common"] for number in range(20)}
    papers = {"a": ["rare", "common"], "b": ["rare"], "c": ["common"], **many}
    nearest = one(papers, "a", best=2)
    assert pairs(nearest)[0] == ("a", "b")


def test_what_is_shared_is_named_with_the_rarest_first() -> None:
    papers = {"a": ["w", "x", "y"], "b": ["w", "x", "y"], "c": ["w"], "d": ["w", "y"]}
    assert one(papers, "a")[0].shared == ("x", "y", "w")


def test_each_paper_is_joined_to_its_ten_nearest_and_a_pair_has_one_edge() -> None:
    papers = {f"p{number:02}": ["x"] for number in range(30)}
    found = related(papers)
    assert pairs(found) == sorted(set(pairs(found)))
    assert all(a < b for a, b in pairs(found))
    for paper in papers:
        assert sum(paper in pair for pair in pairs(found)) >= BEST
    # All are equally near, so each takes the smallest ids: ten papers are in every list.
    assert len(found) == 10 * 20 + sum(1 for _ in combinations(range(11), 2)) - 10


def test_equal_scores_are_decided_by_the_smaller_id() -> None:
    papers = {paper: ["x"] for paper in "dcba"}
    assert pairs(one(papers, "c", best=2)) == [("c", "a"), ("c", "b")]


def test_of_very_frequent_entities_a_work_limit_may_skip_some_but_scores_stay_whole() -> None:
    papers = {"a": ["rare", "common"], "b": ["rare", "common"], **{f"m{n}": ["common"] for n in range(50)}}
    (relation,) = [one for one in related(papers, reach=10) if one.source == "a" and one.target == "b"]
    assert relation.shared == ("rare", "common")
    assert relation.score == pytest.approx(1)


def test_a_paper_with_frequent_entities_alone_is_related_in_spite_of_the_limit() -> None:
    assert related({paper: ["x"] for paper in "abcdef"}, reach=1, best=1)


@untimed
@given(some_papers)
def test_scores_are_those_of_the_definition(papers: Papers) -> None:
    for relation in related(papers):
        assert relation.score == pytest.approx(score(papers, relation.source, relation.target))


@untimed
@given(some_papers, st.integers(1, 4))
def test_the_pairs_are_those_that_each_paper_finds_for_itself(papers: Papers, best: int) -> None:
    own = {
        (min(paper, found.target), max(paper, found.target))
        for paper in papers
        for found in one(papers, paper, best=best)
    }
    assert pairs(related(papers, best=best)) == sorted(own)


@untimed
@given(some_papers, st.integers(1, 4))
def test_one_paper_finds_the_best_of_all(papers: Papers, best: int) -> None:
    for paper in papers:
        others = [(round(-score(papers, paper, other), 9), other) for other in papers if other != paper]
        expected = [other for value, other in sorted(others) if value < 0][:best]
        assert [found.target for found in one(papers, paper, best=best)] == expected


@untimed
@given(some_papers)
def test_the_order_of_papers_and_entities_changes_nothing(papers: Papers) -> None:
    shuffled = {paper: list(reversed(entities)) for paper, entities in reversed(papers.items())}
    assert related(shuffled) == related(papers)
