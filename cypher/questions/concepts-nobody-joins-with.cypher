// Concepts that nobody joins with a name
// Concepts of two papers or more, in none of them together with the name: gaps, or what cannot go together.
WITH "GSM8K" AS name
MATCH (e:Entity)
WHERE any(spelling IN [e.name] + e.aliases WHERE toLower(spelling) = toLower(name))
MATCH (c:Concept)<-[:MENTIONS]-(p:Paper)
WHERE c.id <> e.id
WITH e, c, count(DISTINCT p) AS papers
WHERE papers >= 2 AND NOT EXISTS { (c)<-[:MENTIONS]-(:Paper)-[:MENTIONS]->(e) }
RETURN c.name AS concept, papers
ORDER BY papers DESC, concept
