// Shortest path between two papers
// How two papers hang together through what they mention and cite, in at most six steps. Write a part of each title.
WITH "language models" AS one, "image" AS two
MATCH (a:Paper)
WHERE toLower(a.title) CONTAINS toLower(one)
WITH a, two
ORDER BY size(a.title), a.id
LIMIT 1
MATCH (b:Paper)
WHERE toLower(b.title) CONTAINS toLower(two) AND b.id <> a.id
WITH a, b
ORDER BY size(b.title), b.id
LIMIT 1
MATCH path = allShortestPaths((a)-[:MENTIONS|CITES*..6]-(b))
RETURN path
LIMIT 25
