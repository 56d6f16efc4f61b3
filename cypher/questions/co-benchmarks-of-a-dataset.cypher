// Co-benchmarks of a dataset
// Other datasets in the papers that mention the dataset, the most frequent first.
WITH "GSM8K" AS name
MATCH (d:Dataset)<-[:MENTIONS]-(p:Paper)-[:MENTIONS]->(other:Dataset)
WHERE any(spelling IN [d.name] + d.aliases WHERE toLower(spelling) = toLower(name))
RETURN other.name AS dataset, count(DISTINCT p) AS papers
ORDER BY papers DESC, dataset
