// Datasets most used
// In how many papers each dataset is, and how many of them say that they are tested on it.
MATCH (p:Paper)-[:MENTIONS]->(d:Dataset)
OPTIONAL MATCH (p)-[r:EVALUATES_ON]->(d)
RETURN d.name AS dataset, count(p) AS papers, count(r) AS evaluate
ORDER BY papers DESC, dataset
LIMIT 25
