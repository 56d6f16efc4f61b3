// Proposals that others took up
// What one paper proposes and another one mentions.
MATCH (p:Paper)-[:PROPOSES]->(e:Entity)<-[:MENTIONS]-(other:Paper)
WHERE p.id <> other.id
WITH e, p, other
ORDER BY other.title
RETURN e.name AS proposal, p.title AS proposed_by, collect(other.title) AS taken_up_by
ORDER BY size(taken_up_by) DESC, proposal, proposed_by
