// Papers that evaluate on a dataset
// Each paper that says it is tested on the dataset, with the sentence that says so.
WITH "GSM8K" AS name
MATCH (p:Paper)-[r:EVALUATES_ON]->(d:Dataset)
WHERE any(spelling IN [d.name] + d.aliases WHERE toLower(spelling) = toLower(name))
RETURN p.title AS paper, p.year AS year, r.sentence AS sentence
ORDER BY year DESC, paper
