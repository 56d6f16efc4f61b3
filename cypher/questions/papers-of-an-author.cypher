// Papers of an author
// Write a part of the name. Authors are there only where the input names them.
WITH "lund" AS name
MATCH (a:Author)-[:WROTE]->(p:Paper)
WHERE toLower(a.name) CONTAINS toLower(name)
RETURN a.name AS author, p.title AS paper, p.year AS year
ORDER BY author, year DESC, paper
