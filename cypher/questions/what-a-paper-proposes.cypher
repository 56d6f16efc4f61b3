// What a paper proposes
// The names that a paper brings in, with the sentence. Write a part of its title.
WITH "language models" AS title
MATCH (p:Paper)-[r:PROPOSES]->(e:Entity)
WHERE toLower(p.title) CONTAINS toLower(title)
RETURN p.title AS paper, e.name AS proposes, e.kind AS kind, r.sentence AS sentence
ORDER BY paper, proposes
