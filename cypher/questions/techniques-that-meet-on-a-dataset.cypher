// Techniques that meet on a dataset
// Techniques in the papers that mention the dataset, and how many of those papers each is in.
WITH "CIFAR-100" AS name
MATCH (d:Dataset)<-[:MENTIONS]-(p:Paper)-[:MENTIONS]->(t:Technique)
WHERE any(spelling IN [d.name] + d.aliases WHERE toLower(spelling) = toLower(name))
WITH DISTINCT t, p
ORDER BY p.title
RETURN t.name AS technique, count(p) AS papers, collect(p.title) AS titles
ORDER BY papers DESC, technique
