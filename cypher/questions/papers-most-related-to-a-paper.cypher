// Papers most related to a paper
// By what they share, rare things weighing more. Write a part of the title.
WITH "language models" AS title
MATCH (p:Paper)-[r:RELATED_TO]-(other:Paper)
WHERE toLower(p.title) CONTAINS toLower(title)
RETURN p.title AS paper, other.title AS related, round(r.score, 3) AS score, r.shared AS shared
ORDER BY paper, score DESC, related
