// What a paper is about
// Everything that a paper mentions, with what it does with it. Write a part of its title.
WITH "language models" AS title
MATCH (p:Paper)-[m:MENTIONS]->(e:Entity)
WHERE toLower(p.title) CONTAINS toLower(title)
OPTIONAL MATCH (p)-[r:PROPOSES|EVALUATES_ON|USES|STUDIES|COMPARES_WITH]->(e)
WITH p, e, m, type(r) AS role
ORDER BY role
RETURN p.title AS paper, e.kind AS kind, e.name AS entity, collect(role) AS roles, m.count AS mentions
ORDER BY paper, kind, mentions DESC, entity
