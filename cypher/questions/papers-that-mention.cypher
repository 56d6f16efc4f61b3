// Papers that mention a name
// Every paper with the dataset, technique or concept in it, how often, and the best sentence.
WITH "GSM8K" AS name
MATCH (p:Paper)-[r:MENTIONS]->(e:Entity)
WHERE any(spelling IN [e.name] + e.aliases WHERE toLower(spelling) = toLower(name))
RETURN p.title AS paper, e.name AS entity, r.count AS mentions, r.sentence AS sentence
ORDER BY mentions DESC, paper
