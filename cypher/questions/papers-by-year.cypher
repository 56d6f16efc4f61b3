// A name over the years
// How many papers of each year mention it.
WITH "GSM8K" AS name
MATCH (p:Paper)-[:MENTIONS]->(e:Entity)
WHERE any(spelling IN [e.name] + e.aliases WHERE toLower(spelling) = toLower(name))
RETURN p.year AS year, count(DISTINCT p) AS papers
ORDER BY year
